// What processes that share a file tell each other: records of a journal, or the handle by which they join.
// Input: | 0: records, 1: a handle 1 | bytes |. Checksums are put right, so that what is behind them is reached.

#include <algorithm>
#include <variant>

#include "fuzz_target.hpp"

#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/write/internal/processes/journal_record.hpp"
#include "ramet/write/internal/processes/sharing_handle.hpp"

using namespace ramet;
using namespace ramet::write::internal;

namespace {

constexpr std::size_t frame = 5;
constexpr std::size_t checksum_size = 8;

void sum(std::span<std::byte> bytes) {
  const auto summed = bytes.first(bytes.size() - checksum_size);
  bytes::store_big_endian(bytes.data() + summed.size(), bytes::xxh3(summed));
}

bool is_same(std::span<const std::byte> a, std::span<const std::byte> b) { return std::ranges::equal(a, b); }

void try_records(std::span<std::byte> bytes) {
  for (std::span<std::byte> rest = bytes; rest.size() >= frame + checksum_size;) {
    const std::uint64_t size = bytes::load_big_endian<std::uint32_t>(rest.data()) + frame + checksum_size;
    if (size > rest.size()) {
      fuzz::require(!decode_record(rest, 0).has_value(), "a record that is cut is none");
      return;
    }
    sum(rest.first(size));
    const auto decoded = decode_record(rest, 0);
    fuzz::require(decoded.has_value() && decoded->size == size, "a record takes the bytes that it says");
    if (!std::holds_alternative<ContextEnded>(decoded->record))  // whose times are rounded
      fuzz::require(is_same(encode_record(decoded->record).span(), rest.first(size)), "what was read is written alike");
    rest = rest.subspan(size);
  }
}

void try_handle(std::span<std::byte> bytes) {
  if (bytes.size() >= checksum_size) sum(bytes);
  const bytes::Buffer once = encode_handle(decode_handle(bytes));
  fuzz::require(is_same(encode_handle(decode_handle(once.span())).span(), once.span()), "a handle stays the same");
}

fuzz::Bytes seed(std::uint8_t kind, std::span<const std::byte> bytes) {
  fuzz::Bytes input{static_cast<std::byte>(kind)};
  input.insert(input.end(), bytes.begin(), bytes.end());
  return input;
}

}  // namespace

void fuzz::try_on(std::span<const std::byte> input) {
  if (input.empty()) return;
  Bytes bytes(input.begin() + 1, input.end());
  if (input[0] == std::byte{0}) {
    try_records(bytes);
  } else {
    try_handle(bytes);
  }
}

std::vector<fuzz::Bytes> fuzz::seeds() {
  ClusterWritten written;
  written.cluster.entries = 10;
  written.cluster.extent = {1000, 300};
  written.cluster.pieces = {{6, 100, 200, 1000}, {4, 100, 150, 1100}, {10, 50, 60, 1200}};
  written.cluster.pieces_of_part = {2, 1};
  written.cluster.part_numbers = {0, 3};
  bytes::Buffer records = encode_record(ContextBegan{0, 1, 2});
  records.append(encode_record(written).span());
  records.append(encode_record(ContextEnded{}).span());
  records.append(encode_record(ProcessLeft{}).span());

  SharingHandle handle;
  handle.file = "/a/b.root";
  handle.folder = "/a/b.root.journals";
  table::Schema schema{"Events", "", {}};
  schema.columns.push_back({.name = "x", .type = array::parse_type("var * {a: float32, b: string}")});
  schema.classes.push_back({.name = "Hit", .bases = {"Base"}, .members = {{"x", "double", "[0,1,8]"}}});
  schema.projections.push_back({.name = "y", .source = "x"});
  handle.tables.push_back({"dir", 100, schema, {.compression = compression::Settings{}}});
  return {seed(0, records.span()), seed(1, encode_handle(handle).span())};
}

std::vector<fuzz::Bytes> fuzz::seeds_of(const file::FileReader&) { return {}; }
