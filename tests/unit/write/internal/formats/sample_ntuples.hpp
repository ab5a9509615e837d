#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "unit/ntuple/samples/sample_streamed.hpp"
#include "unit/write/sample_output.hpp"

#include "ramet/ntuple/ntuple_reader.hpp"

/// Ntuples of a ParallelWriter, read back.
namespace sample {

inline ramet::ntuple::NTupleReader ntuple_of(const std::shared_ptr<const io::ByteSource>& source,
                                             std::string_view name) {
  const auto file = ramet::file::FileReader::open(source);
  return ramet::ntuple::NTupleReader(file, file->key(name), point_forms());
}

/// All top-level fields.
inline std::vector<Array> read_fields(const std::shared_ptr<const io::ByteSource>& source, std::string_view name) {
  const auto reader = ntuple_of(source, name);
  const auto executor = ramet::schedule::make_serial_executor();
  std::vector<Array> columns;
  for (const ramet::ntuple::FieldNumber field : reader.ntuple().schema.top)
    columns.push_back(reader.read(reader.ntuple().schema.field(field), reader.ntuple().all_entries(), {*executor}));
  return columns;
}

/// The numbers of a field of numbers.
template <class Number>
std::vector<Number> numbers_of(const std::shared_ptr<const io::ByteSource>& source, std::string_view field,
                               std::string_view name = "Events") {
  const auto reader = ntuple_of(source, name);
  const auto executor = ramet::schedule::make_serial_executor();
  const Array array = reader.read(reader.ntuple().at(field), reader.ntuple().all_entries(), {*executor});
  const auto numbers = array.numbers<Number>();
  return {numbers.begin(), numbers.end()};
}

}  // namespace sample
