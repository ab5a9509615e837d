// Threads write files to memory, which are merged into one file as they are finished.
// Says: 8 files, 800 entries
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "ramet/file.hpp"
#include "ramet/merge.hpp"
#include "ramet/session.hpp"
#include "ramet/storage.hpp"
#include "ramet/writer.hpp"

using namespace ramet;

struct Hit {
  int worker;
  float energy;
};

template <>
struct ramet::array::Description<Hit> {
  static constexpr auto members = std::tuple(member("worker", &Hit::worker), member("energy", &Hit::energy));
};

// docs: begin worker
bytes::Buffer work(int worker) {
  auto sink = std::make_unique<io::MemorySink>();
  const io::MemorySink& memory = *sink;
  const auto writer = write::ParallelWriter::create(std::move(sink));
  auto tree = writer->add_table(table::schema_of<Hit>("Hits"));
  auto context = tree.context();
  write::EntryFiller<Hit> hits(context);
  for (int hit = 0; hit < 100; ++hit) hits.fill({worker, 0.5F * static_cast<float>(hit)});
  context.close();
  writer->close();
  return memory.contents();
}
// docs: end worker

int main() {
  const dataset::Session session;
  // docs: begin live
  merge::LiveMerge live(session, "live.root", {.on_existing = merge::OnExisting::replace});
  {
    std::vector<std::jthread> workers;
    for (int worker = 0; worker < 8; ++worker)
      workers.emplace_back([&, worker] { live.add(io::source_of(work(worker), "worker " + std::to_string(worker))); });
  }
  const merge::LiveReport report = live.finish();
  // docs: end live
  fmt::print("{} files, {} entries\n", report.files, File("live.root").table("Hits").size());
}
