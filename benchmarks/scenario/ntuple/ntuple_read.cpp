// Sum fields of an ntuple: eight flat ones, or all members of all tracks. usage: ntuple_read FILE flat|tracks THREADS
// TIMES [columns|rows [PARTS]]: of so many parts of the entries, the first
#include <string_view>
#include <vector>

#include "../measure.hpp"
#include "../sums.hpp"

#include "ramet/dataset/session.hpp"

using namespace ramet;

namespace {

using Fields = std::vector<const ntuple::Field*>;

double sum_batches(const dataset::Session& session, const ntuple::NTupleReader& reader, const Fields& fields,
                   std::size_t batch, std::uint64_t parts) {
  scenario::BatchSums sums;
  reader.for_each_batch(fields, scenario::first_part(reader.ntuple().all_entries(), parts), batch, {session.executor()},
                        [&](const ntuple::Batch& part) {
                          double sum = 0;
                          for (const array::Array& column : part.columns) sum += scenario::sum_of_any(column);
                          sums.at(part.entries.first.number) = sum;
                        });
  return sums.total();
}

scenario::Outcome sum_all(const dataset::Session& session, const char* path, bool is_flat, bool by_rows,
                          std::uint64_t parts) {
  const auto begin = std::chrono::steady_clock::now();
  const auto file = session.open(path);
  const auto reader = file->ntuple("t");
  Fields fields;
  if (is_flat) {
    for (const char* name : {"f0", "f1", "f2", "f3", "i0", "i1", "d0", "d1"})
      fields.push_back(&reader->ntuple().at(name));
  } else {
    fields.push_back(&reader->ntuple().at("event.tracks"));
  }
  const double opening = scenario::seconds_since(begin);
  const std::size_t batch = is_flat ? 8192 : 1024;
  if (by_rows) return {sum_batches(session, *reader, fields, batch, parts), opening};
  double sum = 0;
  for (const ntuple::Field* field : fields) sum += sum_batches(session, *reader, {field}, batch, parts);
  return {sum, opening};
}

}  // namespace

int main(int count, char** values) {
  const bool is_flat = std::string_view(values[2]) == "flat";
  const auto threads = static_cast<std::size_t>(scenario::argument(count, values, 3, 1));
  const auto executor = threads == 1 ? schedule::make_serial_executor() : schedule::make_tbb_executor(threads);
  const bool by_rows = count > 5 && std::string_view(values[5]) == "rows";
  const auto parts = static_cast<std::uint64_t>(scenario::argument(count, values, 6, 1));
  const dataset::Session session(*executor);
  scenario::repeat(by_rows ? "ramet-rows" : "ramet", values[1], static_cast<int>(threads),
                   static_cast<int>(scenario::argument(count, values, 4, 4)), 0,
                   [&] { return sum_all(session, values[1], is_flat, by_rows, parts); });
}
