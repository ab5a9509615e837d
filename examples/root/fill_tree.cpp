// ROOT fills a tree from one thread; docs/guides/coming_from_root.md shows it beside ramet.
#include <vector>

#include <TFile.h>
#include <TTree.h>

void fill_tree() {
  // docs: begin fill
  TFile file("hits.root", "RECREATE");
  TTree tree("Events", "");
  int run = 0;
  std::vector<float> pt;
  tree.Branch("run", &run);
  tree.Branch("pt", &pt);
  for (; run < 1000; ++run) {
    pt = {1.5F, 2.5F};
    tree.Fill();
  }
  file.Write();
  // docs: end fill
}
