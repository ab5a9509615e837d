// Many files as one table: its schema, columns of all entries, a friend found by an index, batches on all cores.
// Says: column | type
// Says: -------+-------------------------------
// Says: run    | int32
// Says: event  | int32
// Says: 6 entries in 3 files, the last is of run 2
// Says: event 1 of run 0 has weight 5
// Says: the last event has weight 1
// Says: the weights make 21
#include <array>
#include <atomic>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "ramet/dataset.hpp"
#include "ramet/file.hpp"
#include "ramet/writer.hpp"

using namespace ramet;

struct Event {
  int run;
  int event;
};

struct Weight {
  int run;
  int event;
  double weight;
};

template <>
struct array::Description<Event> {
  static constexpr auto members = std::tuple(member("run", &Event::run), member("event", &Event::event));
};

template <>
struct array::Description<Weight> {
  static constexpr auto members =
      std::tuple(member("run", &Weight::run), member("event", &Weight::event), member("weight", &Weight::weight));
};

template <class Row>
void write_rows(const std::string& path, const std::vector<Row>& rows) {
  const auto writer = write::ParallelWriter::recreate(path);
  auto context = writer->add_table(table::schema_of<Row>("Events")).context();
  write::EntryFiller<Row> filler(context);
  for (const Row& row : rows) filler.fill(row);
  context.close();
  writer->close();
}

void write_some() {
  for (int run = 0; run < 3; ++run) write_rows<Event>(fmt::format("many{}.root", run), {{run, 0}, {run, 1}});
  write_rows<Weight>("weights.root", {{2, 1, 1}, {2, 0, 2}, {1, 1, 3}, {1, 0, 4}, {0, 1, 5}, {0, 0, 6}});
}

int main() {
  write_some();
  // docs: begin dataset
  const dataset::Session session;
  const dataset::Dataset events(session, "many*.root:Events");
  fmt::print("{}", events.schema_text());
  const auto columns = events.read({"run"});  // files, clusters and baskets side by side
  fmt::print("{} entries in {} files, the last is of run {}\n", columns[0].length(), events.file_count(),
             columns[0].numbers<int>().back());
  // docs: end dataset

  // docs: begin friend
  const auto weights = std::make_shared<const dataset::Dataset>(session, "weights.root:Events");
  const auto index = make_index(*weights, "run", "event");  // shared by all threads
  const dataset::Dataset weighted(session, "many*.root:Events", {.friends = {{"f", weights, index, "run", "event"}}});
  const std::array<std::string, 1> weight = {"f.weight"};
  fmt::print("event 1 of run 0 has weight {}\n", weighted.read(weight, {{1}, {2}})[0].numbers<double>()[0]);
  // docs: end friend

  // docs: begin join
  const ramet::Table last_run = ramet::File("many2.root").table("Events");
  const ramet::Table joined = last_run.join(ramet::File("weights.root").table("Events"), {.on = {"run", "event"}});
  fmt::print("the last event has weight {}\n", joined.read<double>("weight").back());
  // docs: end join

  // docs: begin batches
  std::atomic<double> sum = 0;
  weighted.for_each_batch(weight, 10'000, [&](const dataset::Batch& batch) {
    for (const double value : batch.columns[0].numbers<double>()) sum += value;  // many threads are here at once
  });
  fmt::print("the weights make {}\n", sum.load());
  // docs: end batches
}
