// Sum eight flat columns. usage: flat_read FILE THREADS TIMES [columns|rows|mapped [PARTS]]
// Of so many PARTS of the entries, the first.
#include <chrono>
#include <string_view>
#include <vector>

#include "measure.hpp"
#include "sums.hpp"

#include "ramet/dataset/session.hpp"

using namespace ramet;

namespace {

using Branches = std::vector<const tree::Branch*>;

/// Sum some branches, a batch of all of them at a time.
double sum_batches(const dataset::Session& session, const tree::TreeReader& reader, const Branches& branches,
                   std::uint64_t parts) {
  constexpr std::size_t batch = 8192;
  scenario::BatchSums sums;
  reader.for_each_batch(branches, scenario::first_part(reader.tree().all_entries(), parts), batch, {session.executor()},
                        [&](const tree::Batch& part) {
                          double sum = 0;
                          for (const array::Array& column : part.columns) sum += scenario::sum_of_any(column);
                          sums.at(part.entries.first.number) = sum;
                        });
  return sums.total();
}

/// Column after column as ROOT's bulk interface and uproot do it, or rows of all columns as RDataFrame.
scenario::Outcome sum_all(const dataset::Session& session, const char* path, bool by_rows, std::uint64_t parts) {
  const auto begin = std::chrono::steady_clock::now();
  const auto file = session.open(path);
  const auto reader = file->tree("t");
  Branches branches;
  for (const char* name : {"f0", "f1", "f2", "f3", "i0", "i1", "d0", "d1"})
    branches.push_back(&reader->tree().at(name));
  const double opening = scenario::seconds_since(begin);
  if (by_rows) return {sum_batches(session, *reader, branches, parts), opening};
  double sum = 0;
  for (const tree::Branch* branch : branches) sum += sum_batches(session, *reader, {branch}, parts);
  return {sum, opening};
}

}  // namespace

int main(int count, char** values) {
  const auto threads = static_cast<std::size_t>(scenario::argument(count, values, 2, 1));
  const auto executor = threads == 1 ? schedule::make_serial_executor() : schedule::make_tbb_executor(threads);
  const std::string_view form = count > 4 ? values[4] : "columns";
  const bool by_rows = form == "rows";
  const dataset::Session session(
      *executor, {.local_access = form == "mapped" ? io::LocalAccess::mapped : io::LocalAccess::positional});
  const auto parts = static_cast<std::uint64_t>(scenario::argument(count, values, 5, 1));
  const auto entries = session.open(values[1])->tree("t")->tree().entries;
  scenario::repeat(by_rows ? "ramet-rows" : "ramet", values[1], static_cast<int>(threads),
                   static_cast<int>(scenario::argument(count, values, 3, 4)),
                   40.0 * static_cast<double>(entries / parts),
                   [&] { return sum_all(session, values[1], by_rows, parts); });
}
