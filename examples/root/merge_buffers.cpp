// ROOT fills a tree from two threads through files in memory that it merges; docs/guides/coming_from_root.md shows it.
#include <thread>
#include <vector>

#include <ROOT/TBufferMerger.hxx>
#include <TROOT.h>
#include <TTree.h>

void merge_buffers() {
  // docs: begin fill
  ROOT::EnableThreadSafety();
  ROOT::TBufferMerger merger("hits.root");
  const auto fill = [&](int) {
    const auto file = merger.GetFile();  // in memory, one a thread
    TTree tree("Events", "", 99, file.get());
    tree.ResetBit(kMustCleanup);
    int run = 0;
    std::vector<float> pt;
    tree.Branch("run", &run);
    tree.Branch("pt", &pt);
    for (; run < 1000; ++run) {
      pt = {1.5F, 2.5F};
      tree.Fill();
    }
    file->Write();  // into the merger's queue
  };
  std::thread first(fill, 0), second(fill, 1);
  first.join(), second.join();
  // docs: end fill
}
