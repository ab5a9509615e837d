// ROOT fills an ntuple from two threads; docs/guides/coming_from_root.md shows it beside ramet.
#include <thread>
#include <vector>

#include <ROOT/RNTupleFillContext.hxx>
#include <ROOT/RNTupleModel.hxx>
#include <ROOT/RNTupleParallelWriter.hxx>
#include <TROOT.h>

void fill_ntuple() {
  // docs: begin fill
  ROOT::EnableThreadSafety();
  auto model = ROOT::RNTupleModel::CreateBare();
  model->MakeField<int>("run");
  model->MakeField<std::vector<float>>("pt");
  const auto writer = ROOT::RNTupleParallelWriter::Recreate(std::move(model), "Events", "hits.root");
  const auto fill = [&](int) {
    const auto context = writer->CreateFillContext();
    const auto entry = context->CreateEntry();
    const auto run = entry->GetPtr<int>("run");
    const auto pt = entry->GetPtr<std::vector<float>>("pt");
    for (*run = 0; *run < 1000; ++*run) {
      *pt = {1.5F, 2.5F};
      context->Fill(*entry);
    }
  };
  std::thread first(fill, 0), second(fill, 1);
  first.join(), second.join();
  // docs: end fill
}
