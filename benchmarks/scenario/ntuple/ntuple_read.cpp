// Sum fields of an ntuple: eight flat ones, or all members of all tracks. usage: ntuple_read FILE flat|tracks THREADS
// TIMES [columns|rows]
#include <map>
#include <mutex>
#include <numeric>
#include <string_view>
#include <vector>

#include "../measure.hpp"

#include "ramet/dataset/session.hpp"

using namespace ramet;

namespace {

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

/// All numbers of a column.
double sum_of_any(const array::Array& column) {
  switch (column.kind) {
    case array::Kind::number:
      if (column.number == array::NumberType::float32) return sum_of<float>(column);
      return column.number == array::NumberType::float64 ? sum_of<double>(column) : sum_of<std::int32_t>(column);
    case array::Kind::record: {
      double sum = 0;
      for (const array::Array& member : column.contents) sum += sum_of_any(member);
      return sum;
    }
    default:
      return sum_of_any(column.contents.at(0));
  }
}

using Fields = std::vector<const ntuple::Field*>;

double sum_batches(const dataset::Session& session, const ntuple::NTupleReader& reader, const Fields& fields,
                   std::size_t batch) {
  std::map<std::uint64_t, double> sums;  // by first entry: the order of the threads does not matter
  std::mutex mutex;
  reader.for_each_batch(fields, reader.ntuple().all_entries(), batch, {session.executor()},
                        [&](const ntuple::Batch& part) {
                          double sum = 0;
                          for (const array::Array& column : part.columns) sum += sum_of_any(column);
                          const std::lock_guard lock(mutex);
                          sums.emplace(part.entries.first.number, sum);
                        });
  double total = 0;
  for (const auto& [first, sum] : sums) total += sum;
  return total;
}

scenario::Outcome sum_all(const dataset::Session& session, const char* path, bool is_flat, bool by_rows) {
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
  if (by_rows) return {sum_batches(session, *reader, fields, batch), opening};
  double sum = 0;
  for (const ntuple::Field* field : fields) sum += sum_batches(session, *reader, {field}, batch);
  return {sum, opening};
}

}  // namespace

int main(int count, char** values) {
  const bool is_flat = std::string_view(values[2]) == "flat";
  const auto threads = static_cast<std::size_t>(scenario::argument(count, values, 3, 1));
  const auto executor = threads == 1 ? schedule::make_serial_executor() : schedule::make_tbb_executor(threads);
  const bool by_rows = count > 5 && std::string_view(values[5]) == "rows";
  const dataset::Session session(*executor);
  scenario::repeat(by_rows ? "ramet-rows" : "ramet", values[1], static_cast<int>(threads),
                   static_cast<int>(scenario::argument(count, values, 4, 4)), 0,
                   [&] { return sum_all(session, values[1], is_flat, by_rows); });
}
