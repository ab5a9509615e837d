// Sum all members of all tracks of events written as class objects. usage: tracks FILE FORM THREADS TIMES, FORM as of
// generate_tracks but ntuple
#include <array>
#include <numeric>
#include <string_view>
#include <vector>

#include "measure.hpp"

#include "ramet/dataset/session.hpp"

using namespace ramet;

namespace {

constexpr std::array<std::string_view, 5> members = {"px", "py", "pz", "charge", "covariance"};
constexpr std::size_t batch = 1024;  // some 10,000 tracks, so that their columns stay in the cache

template <class Number>
double sum_of(const array::Array& column) {
  const auto values = column.numbers<Number>();
  double sums[8] = {};  // side by side, as compilers may not reorder additions of floating-point numbers
  std::size_t i = 0;
  for (; i + 8 <= values.size(); i += 8)
    for (std::size_t lane = 0; lane < 8; ++lane) sums[lane] += static_cast<double>(values[i + lane]);
  for (; i < values.size(); ++i) sums[0] += static_cast<double>(values[i]);
  return std::accumulate(std::begin(sums), std::end(sums), 0.0);
}

/// All numbers of a column of tracks or of one of their members.
double sum_of_any(const array::Array& column) {
  switch (column.kind) {
    case array::Kind::number:
      return column.number == array::NumberType::float32 ? sum_of<float>(column) : sum_of<std::int32_t>(column);
    case array::Kind::record: {
      double sum = 0;  // of an event the tracks alone
      for (std::size_t member = 0; member < column.names.size(); ++member)
        if (column.names[member] != "number") sum += sum_of_any(column.contents[member]);
      return sum;
    }
    default:
      return sum_of_any(column.contents.at(0));
  }
}

/// The branches that hold the tracks: one for each member where the file is split, else the event.
std::vector<const tree::Branch*> branches_of(const tree::Tree& tree, std::string_view form) {
  if (form != "split") return {&tree.at("event.")};
  std::vector<const tree::Branch*> found;
  for (const std::string_view member : members)
    for (const tree::NamedBranch& named : tree::all_branches(tree))
      if (named.branch->name.starts_with("event.tracks." + std::string(member))) found.push_back(named.branch);
  return found;
}

double sum_tracks(const dataset::Session& session, const char* path, std::string_view form) {
  const auto file = session.open(path);
  const auto reader = file->tree("t");
  const tree::Tree& tree = reader->tree();
  const auto branches = branches_of(tree, form);
  std::vector<double> sums(tree.entries);  // by first entry, so that the order of the threads does not matter
  reader->for_each_batch(branches, tree.all_entries(), batch, {session.executor()}, [&](const tree::Batch& part) {
    double sum = 0;
    for (const array::Array& column : part.columns) sum += sum_of_any(column);
    sums[part.entries.first.number] = sum;
  });
  return std::accumulate(sums.begin(), sums.end(), 0.0);
}

}  // namespace

int main(int count, char** values) {
  const std::string form = values[2];
  const auto threads = static_cast<std::size_t>(scenario::argument(count, values, 3, 1));
  const auto executor = threads == 1 ? schedule::make_serial_executor() : schedule::make_tbb_executor(threads);
  const dataset::Session session(*executor);
  scenario::repeat("ramet", values[1], static_cast<int>(threads),
                   static_cast<int>(scenario::argument(count, values, 4, 4)), 0,
                   [&] { return sum_tracks(session, values[1], form); });
}
