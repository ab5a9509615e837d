// Sum all members of all tracks of events written as class objects. usage: tracks FILE FORM THREADS TIMES, FORM as of
// generate_tracks but ntuple
#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "measure.hpp"
#include "sums.hpp"

#include "ramet/dataset/session.hpp"

using namespace ramet;

namespace {

constexpr std::array<std::string_view, 5> members = {"px", "py", "pz", "charge", "covariance"};
constexpr std::size_t batch = 1024;  // some 10,000 tracks, so that their columns stay in the cache

/// The column of tracks in one of events, whose number is not summed.
const array::Array& tracks_of(const array::Array& column) {
  if (column.kind() != array::Kind::record) return column;
  return column.content(static_cast<std::size_t>(std::ranges::find(column.names(), "tracks") - column.names().begin()));
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
  scenario::BatchSums sums;
  reader->for_each_batch(branches, tree.all_entries(), batch, {session.executor()}, [&](const tree::Batch& part) {
    double sum = 0;
    for (const array::Array& column : part.columns) sum += scenario::sum_of_any(tracks_of(column));
    sums.at(part.entries.first.number) = sum;
  });
  return sums.total();
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
