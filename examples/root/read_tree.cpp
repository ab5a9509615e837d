// ROOT reads a tree entry by entry; docs/guides/coming_from_root.md shows it beside ramet.
#include <TFile.h>
#include <TTreeReader.h>
#include <TTreeReaderArray.h>

long read_tree() {
  // docs: begin read
  TFile file("hits.root");
  TTreeReader reader("Events", &file);
  TTreeReaderArray<float> pt(reader, "pt");
  long count = 0;
  while (reader.Next()) {
    for (const float value : pt) count += value > 2;
  }
  // docs: end read
  return count;
}
