// ROOT fills many branches of one file from several threads, and flushes after every few entries.
// usage: root_many_branches tbuffermerger|rntuple FILE floats|record BRANCHES FLUSH COMPRESSION THREADS ENTRIES TIMES
#include <filesystem>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "../../scenario/measure.hpp"
#include "../../scenario/write/workload.hpp"
#include <ROOT/RNTupleFillContext.hxx>
#include <ROOT/RNTupleModel.hxx>
#include <ROOT/RNTupleParallelWriter.hxx>
#include <ROOT/RNTupleWriteOptions.hxx>
#include <ROOT/TBufferMerger.hxx>
#include <TFile.h>
#include <TROOT.h>
#include <TTree.h>

namespace {

struct Job {
  std::string path;
  scenario::Workload workload;
  int compression = 0;
  int threads = 1;
};

void on_threads(int count, const std::function<void(int)>& work) {
  std::vector<std::thread> threads;
  for (int number = 0; number < count; ++number) threads.emplace_back(work, number);
  for (auto& thread : threads) thread.join();
}

std::string branch_name(std::size_t branch) { return "b" + std::to_string(branch); }

template <class Value>
void with_tbuffermerger(const Job& job) {
  ROOT::TBufferMerger merger(job.path.c_str(), "RECREATE", job.compression);
  on_threads(job.threads, [&](int number) {
    const auto file = merger.GetFile();
    file->cd();
    TTree tree("t", "t", 99, file.get());
    tree.ResetBit(kMustCleanup);
    std::vector<Value> values(static_cast<std::size_t>(job.workload.branches));
    for (std::size_t branch = 0; branch < values.size(); ++branch)
      tree.Branch(branch_name(branch).c_str(), &values[branch]);
    scenario::Numbers numbers(static_cast<std::uint64_t>(5 + number));
    for (long entry = 0; entry < job.workload.entries / job.threads; ++entry) {
      scenario::draw(numbers, values);
      tree.Fill();
      if ((entry + 1) % job.workload.flush_every == 0) file->Write();
    }
    file->Write();
  });
}

template <class Value>
void with_rntuple(const Job& job) {
  auto model = ROOT::RNTupleModel::CreateBare();
  const auto branches = static_cast<std::size_t>(job.workload.branches);
  for (std::size_t branch = 0; branch < branches; ++branch) model->template MakeField<Value>(branch_name(branch));
  ROOT::RNTupleWriteOptions options;
  options.SetCompression(job.compression);
  const auto writer = ROOT::RNTupleParallelWriter::Recreate(std::move(model), "t", job.path, options);
  on_threads(job.threads, [&](int number) {
    const auto context = writer->CreateFillContext();
    const auto entry = context->CreateEntry();
    std::vector<std::shared_ptr<Value>> fields;
    for (std::size_t branch = 0; branch < branches; ++branch)
      fields.push_back(entry->template GetPtr<Value>(branch_name(branch)));
    std::vector<Value> values(branches);
    scenario::Numbers numbers(static_cast<std::uint64_t>(5 + number));
    for (long i = 0; i < job.workload.entries / job.threads; ++i) {
      scenario::draw(numbers, values);
      for (std::size_t branch = 0; branch < branches; ++branch) *fields[branch] = values[branch];
      context->Fill(*entry);
      if ((i + 1) % job.workload.flush_every == 0) context->FlushCluster();
    }
  });
}

}  // namespace

int main(int count, char** values) {
  const std::string mode = values[1];
  Job job;
  job.path = values[2];
  job.workload = scenario::workload_of(count, values, 3);
  job.compression = std::atoi(values[6]);
  job.threads = static_cast<int>(scenario::argument(count, values, 7, 1));
  const auto times = static_cast<int>(scenario::argument(count, values, 9, 4));
  const bool is_merger = mode == "tbuffermerger";
  ROOT::EnableThreadSafety();
  scenario::repeat(("root-" + mode).c_str(), job.workload.name(values[6]), job.threads, times, job.workload.bytes(),
                   [&] {
                     if (job.workload.is_record)
                       is_merger ? with_tbuffermerger<std::vector<float>>(job) : with_rntuple<std::vector<float>>(job);
                     else
                       is_merger ? with_tbuffermerger<float>(job) : with_rntuple<float>(job);
                     return static_cast<double>(std::filesystem::file_size(job.path));
                   },
                   [&] { std::filesystem::remove(job.path); });
}
