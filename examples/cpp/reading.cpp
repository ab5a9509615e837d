// Ways to read a tree: what is in it, whole columns, ranges of entries, lists, and batches reduced on all cores.
// Says: run: int32_t
// Says: nMuon: int32_t
// Says: Muon_pt: float[]
// Says: 600 muons, 199 of them in the first 100 entries
// Says: entry 2 has 3 muons, the last with 30 GeV
// Says: 100 muons above 25 GeV
#include <algorithm>
#include <array>
#include <atomic>
#include <vector>

#include <fmt/format.h>

#include "ramet/session.hpp"
#include "ramet/writer.hpp"

using namespace ramet;

struct Event {
  int run;
  std::vector<float> pt;
};

template <>
struct array::Description<Event> {
  static constexpr auto members = std::tuple(member("run", &Event::run), member("Muon_pt", &Event::pt));
};

void write_some() {
  auto schema = table::schema_of<Event>("Events", "", table::ListForm::counted);  // an array with a counter
  schema.columns[1].counter = "nMuon";
  const auto writer = write::ParallelWriter::recreate("muons.root");
  auto context = writer->add_table(schema).context();
  write::EntryFiller<Event> events(context);
  const std::array pt = {10.F, 20.F, 30.F};
  for (int number = 0; number < 300; ++number) events.fill({number / 100, {pt.begin(), pt.begin() + 1 + number % 3}});
  context.close();
  writer->close();
}

// docs: begin look
void print_types(const tree::Tree& tree) {
  for (const auto& [path, branch] : tree::all_branches(tree)) fmt::print("{}: {}\n", path, branch->layout().type_name);
}
// docs: end look

// docs: begin columns
void read_columns(const tree::TreeReader& reader, schedule::Executor& executor) {
  const auto& tree = reader.tree();
  const std::array branches = {&tree.at("run"), &tree.at("Muon_pt")};  // at() names near names when it throws
  const auto all = reader.read(branches, tree.all_entries(), {executor});
  const auto some = reader.read(tree.at("Muon_pt"), {{0}, {100}}, {executor});  // entries [0, 100)
  fmt::print("{} muons, {} of them in the first 100 entries\n", all[1].content(0).length(), some.content(0).length());

  const auto pt = all[1].content(0).numbers<float>();  // of all entries, one after the other
  const auto offsets = all[1].list_offsets();          // entry e has pt[offsets[e]] .. pt[offsets[e + 1] - 1]
  const auto of_entry = pt.subspan(offsets[2], offsets[3] - offsets[2]);
  fmt::print("entry 2 has {} muons, the last with {} GeV\n", of_entry.size(), of_entry.back());
}
// docs: end columns

// docs: begin batches
std::size_t count_above(const tree::TreeReader& reader, float threshold, schedule::Executor& executor) {
  const auto& tree = reader.tree();
  const std::array branches = {&tree.at("Muon_pt")};
  std::atomic<std::size_t> count = 0;
  reader.for_each_batch(branches, tree.all_entries(), 10'000, {executor}, [&](const tree::Batch& batch) {
    const auto pt = batch.columns[0].content(0).numbers<float>();  // many threads are here at once
    count += std::ranges::count_if(pt, [&](float value) { return value > threshold; });
  });
  return count;
}
// docs: end batches

int main() {
  write_some();
  const dataset::Session session;
  const auto reader = session.open("muons.root")->tree("Events");
  print_types(reader->tree());
  read_columns(*reader, session.executor());
  fmt::print("{} muons above 25 GeV\n", count_above(*reader, 25, session.executor()));
}
