// Ways to write a tree: options, columns of many types, value by value or whole arrays, parts in order, checkpoints.
// Says: at the checkpoint: 1000 entries
// Says: at the end: 4000 entries in 2 clusters
// Says: parts in order: true
// Says: an ntuple of 1000 entries
// Says: a pool: 4000 entries
#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "ramet/session.hpp"
#include "ramet/writer.hpp"

using namespace ramet;

// docs: begin options
const write::WriterOptions options{
    .compression = compression::Settings::parse("zstd:9"),  // or "lz4", "zlib:1", "lzma", "none", "505"
    .reproducible = true,                                   // fixed dates and UUID
    .memory_budget = 64 << 20,                              // bytes, for all contexts together
    .checkpoint_bytes = 100 << 20,                          // make the file whole by itself after so many bytes,
    .checkpoint_period = std::chrono::seconds(10),          // or after so much time, whichever comes first
};
// docs: end options

// docs: begin schema
table::Schema event_schema() {
  using array::parse_type;
  using table::ListForm;
  return {.name = "Events",
          .title = "columns of many types",
          .columns = {
              {.name = "part", .type = parse_type("int32")},
              {.name = "vertex", .type = parse_type("3 * float64")},
              {.name = "hit", .type = parse_type("var * uint16")},                                        // hit[nhit]
              {.name = "energy", .type = parse_type("float64"), .packed_range = "[0,100,16]"},            // Double32_t
              {.name = "label", .type = parse_type("string"), .form = table::ListForm::standard_vector},  // std::string
          }};
}
// docs: end schema

// docs: begin values
void fill_values(write::FillContext& context, int part_number, int entries) {
  auto part = context.column<int>("part");
  auto vertex = context.column<std::array<double, 3>>("vertex");
  auto hit = context.column<std::vector<std::uint16_t>>("hit");
  auto energy = context.column<double>("energy");
  auto label = context.column<std::string>("label");
  for (int entry = 0; entry < entries; ++entry) {
    part.append(part_number);
    vertex.append({0.1, 0.2, 1.5});
    hit.append({7, 8, 9});
    energy.append(45.5);
    label.append("muon");
    context.end_entry();  // every column has got its value
  }
}
// docs: end values

// docs: begin arrays
/// The same from arrays of many entries: no loop over the entries, and large batches are encoded where they are.
void fill_arrays(write::FillContext& context, const std::vector<array::Array>& columns) { context.extend(columns); }
// docs: end arrays

// docs: begin parts
void fill_part(write::TableWriter tree, int part) {
  auto context = tree.context(part);  // whichever thread is quicker, part 0 stands before part 1
  fill_values(context, part, 1000);
  context.close();
}
// docs: end parts

std::vector<array::Array> arrays_of_part(int part) {
  std::vector<array::ArrayBuilder> columns;
  for (const auto& column : event_schema().columns) columns.emplace_back(column.type);
  for (int entry = 0; entry < 1000; ++entry) {
    array::ValueColumn<int>::append(columns[0], part);
    array::ValueColumn<std::array<double, 3>>::append(columns[1], {0.1, 0.2, 1.5});
    array::ValueColumn<std::vector<std::uint16_t>>::append(columns[2], {7, 8, 9});
    array::ValueColumn<double>::append(columns[3], 45.5);
    array::ValueColumn<std::string>::append(columns[4], "muon");
  }
  return array::finish(std::move(columns));
}

int main() {
  // docs: begin checkpoint
  const auto writer = write::ParallelWriter::recreate("types.root", options);
  auto tree = writer->add_table(event_schema(), {.cluster_bytes = 4 << 20, .basket_bytes = 64 << 10});
  auto first = tree.context(0);
  fill_values(first, 0, 1000);
  first.hand_over();     // what is held is handed over
  writer->checkpoint();  // any reader can open the file from now on, with all that was handed over
  // docs: end checkpoint
  fmt::print("at the checkpoint: {} entries\n", dataset::Session().open("types.root")->tree("Events")->tree().entries);

  std::jthread second(fill_part, tree, 1), third(fill_part, tree, 2);
  second.join(), third.join();
  first.begin_sequence(3);
  fill_arrays(first, arrays_of_part(3));
  first.close();
  writer->close();
  fmt::print("at the end: {} entries in {} clusters\n", tree.report().entries, tree.report().clusters);

  const dataset::Session session;
  const auto reader = session.open("types.root")->tree("Events");
  const auto parts = reader->read(reader->tree().at("part"), reader->tree().all_entries(), {session.executor()});
  fmt::print("parts in order: {}\n", std::ranges::is_sorted(parts.numbers<int>()));

  // docs: begin ntuple
  const auto file = write::ParallelWriter::recreate("ntuple.root");
  auto ntuple = file->add_table(event_schema(), {.format = write::Format::rntuple});
  auto context = ntuple.context();
  fill_values(context, 0, 1000);
  // docs: end ntuple
  context.close();
  file->close();
  fmt::print("an ntuple of {} entries\n", dataset::Session().open("ntuple.root")->ntuple("Events")->ntuple().entries);

  const auto output = write::ParallelWriter::recreate("pool.root");
  auto events = output->add_table(event_schema(), {.order = write::Order::arrival});
  // docs: begin pool
  write::ContextPool pool(events, 2);
  const auto task = [&](int number) {
    const auto lease = pool.lend();  // waits while two are lent
    lease->extend(arrays_of_part(number));
  };
  {
    std::vector<std::jthread> threads;
    for (int number = 0; number < 4; ++number) threads.emplace_back(task, number);
  }
  pool.close();
  // docs: end pool
  output->close();
  fmt::print("a pool: {} entries\n", events.report().entries);
}
