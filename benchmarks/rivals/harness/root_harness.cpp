// The harness's event loop (benchmarks/harness) that writes with ROOT; the framework's part is the same source.
// writers: ttree, ttree-imt, tbuffermerger, tbuffermerger-imt, rntuple, rntuple-imt, rntuple-parallel, rntuple-async
#include <cstdio>
#include <exception>
#include <memory>
#include <vector>

#include "harness/shared/statistics.hpp"
#include "harness_classes.hpp"
#include "ntuple_outputs.hpp"
#include "tree_outputs.hpp"
#include <TROOT.h>

namespace harness {
namespace {

std::string without_imt(const std::string& writer) {
  const std::size_t end = writer.rfind("-imt");
  return end == std::string::npos ? writer : writer.substr(0, end);
}

std::unique_ptr<Output> make_root_output(const Options& options, const OutputOptions& output) {
  const std::string writer = without_imt(output.writer);
  if (options.no_write && writer != "tbuffermerger") refuse("only tbuffermerger can do without writing");
  if (writer == "ttree") return std::make_unique<TreeOutput>(options, output);
  if (writer == "tbuffermerger") return std::make_unique<MergerOutput>(options, output);
  if (writer == "rntuple") return std::make_unique<NTupleOutput>(options, output);
  using Parallel = ParallelNTupleOutput;
  if (writer == "rntuple-parallel") return std::make_unique<Parallel>(options, output, Parallel::Flush::whole);
  if (writer == "rntuple-async") return std::make_unique<Parallel>(options, output, Parallel::Flush::columns_first);
  refuse("ROOT has no writer '" + output.writer + "'");
}

void run(Options options) {
  const FutexCalls futex_calls;
  ROOT::EnableThreadSafety();
  if (options.no_fill) options.outputs.clear();
  for (const OutputOptions& output : options.outputs)
    if (without_imt(output.writer) != output.writer && !ROOT::IsImplicitMTEnabled())
      ROOT::EnableImplicitMT(static_cast<unsigned>(options.threads));
  std::vector<std::unique_ptr<Output>> outputs;
  for (const OutputOptions& output : options.outputs) outputs.push_back(make_root_output(options, output));
  Job job(options, std::move(outputs), futex_calls);
  const Record record = job.run();
  print("root", job, record, {});
}

}  // namespace
}  // namespace harness

int main(int count, char** values) {
  const harness::Options options = harness::parse(count, values);
  if (!options.trace.empty()) harness::refuse("--trace is an option of ramet-harness");
  try {
    harness::run(options);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
