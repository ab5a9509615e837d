// ROOT writes random numbers into one branch of one file from several threads.
// usage: root_parallel_write tbuffermerger|rntuple FILE int|double COMPRESSION THREADS ENTRIES TIMES
#include <filesystem>
#include <functional>
#include <thread>
#include <vector>

#include "../scenario/measure.hpp"
#include <ROOT/RNTupleFillContext.hxx>
#include <ROOT/RNTupleModel.hxx>
#include <ROOT/RNTupleParallelWriter.hxx>
#include <ROOT/RNTupleWriteOptions.hxx>
#include <ROOT/TBufferMerger.hxx>
#include <TFile.h>
#include <TROOT.h>
#include <TTree.h>

namespace {

template <class Number>
Number draw(scenario::Numbers& numbers) {
  if constexpr (sizeof(Number) == 4) return numbers.integer();
  return static_cast<Number>(numbers.uniform());
}

void on_threads(int count, const std::function<void(int)>& work) {
  std::vector<std::thread> threads;
  for (int number = 0; number < count; ++number) threads.emplace_back(work, number);
  for (auto& thread : threads) thread.join();
}

template <class Number>
void with_tbuffermerger(const std::string& path, int compression, int threads, long entries) {
  ROOT::TBufferMerger merger(path.c_str(), "RECREATE", compression);
  on_threads(threads, [&](int number) {
    const auto file = merger.GetFile();
    file->cd();
    TTree tree("t", "t", 99, file.get());
    tree.ResetBit(kMustCleanup);
    tree.SetAutoFlush(-32000000);
    Number value;
    tree.Branch("x", &value);
    scenario::Numbers numbers(static_cast<std::uint64_t>(4 + number));
    constexpr long flush_every = 1000000;
    for (long entry = 0; entry < entries / threads; ++entry) {
      value = draw<Number>(numbers);
      tree.Fill();
      if ((entry + 1) % flush_every == 0) file->Write();
    }
    file->Write();
  });
}

template <class Number>
void with_rntuple(const std::string& path, int compression, int threads, long entries) {
  auto model = ROOT::RNTupleModel::CreateBare();
  model->template MakeField<Number>("x");
  ROOT::RNTupleWriteOptions options;
  options.SetCompression(compression);
  const auto writer = ROOT::RNTupleParallelWriter::Recreate(std::move(model), "t", path, options);
  on_threads(threads, [&](int number) {
    const auto context = writer->CreateFillContext();
    const auto entry = context->CreateEntry();
    const auto x = entry->template GetPtr<Number>("x");
    scenario::Numbers numbers(static_cast<std::uint64_t>(4 + number));
    for (long i = 0; i < entries / threads; ++i) {
      *x = draw<Number>(numbers);
      context->Fill(*entry);
    }
  });
}

template <class Number>
double write(const std::string& mode, const std::string& path, int compression, int threads, long entries) {
  if (mode == "tbuffermerger") {
    with_tbuffermerger<Number>(path, compression, threads, entries);
  } else {
    with_rntuple<Number>(path, compression, threads, entries);
  }
  return static_cast<double>(std::filesystem::file_size(path));
}

}  // namespace

int main(int count, char** values) {
  const std::string mode = values[1];
  const std::string path = values[2];
  const std::string type = values[3];
  const int compression = std::atoi(values[4]);
  const auto threads = static_cast<int>(scenario::argument(count, values, 5, 1));
  const long entries = scenario::argument(count, values, 6, 16000000);
  const auto times = static_cast<int>(scenario::argument(count, values, 7, 4));
  ROOT::EnableThreadSafety();
  scenario::repeat(("root-" + mode).c_str(), type + "/" + values[4], threads, times, 0,
                   [&] {
                     return type == "int" ? write<int>(mode, path, compression, threads, entries)
                                          : write<double>(mode, path, compression, threads, entries);
                   },
                   [&] { std::filesystem::remove(path); });
}
