// Small files of ramet with every type and codec: each byte is changed in turn, and the file truncated at each length.
// The result must be an Error, or the written values: a checksum or a contradiction reveals every change of data.
#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

#include "ramet/dataset/session.hpp"

using namespace ramet;
using namespace ramet::write;

namespace {

constexpr std::size_t enough_to_compress = 300;
constexpr std::size_t few = 20;
#ifdef RAMET_SANITIZED
constexpr std::size_t step = 13;  // because every byte would take minutes
#else
constexpr std::size_t step = 1;
#endif

table::Schema schema_of_all() {
  table::Schema schema =
      sample::schema_of({"int32", "var * float32", "string", "{a: int8, b: 2 * float64}", "bool", "2 * 2 * uint16"});
  for (const char* const type : {"var * float64", "var * string", "var * var * int16", "string"})
    schema.columns.push_back({.name = "v" + std::to_string(schema.columns.size()),
                              .type = array::parse_type(type),
                              .form = table::ListForm::standard_vector});
  schema.columns.push_back({.name = "d", .type = array::parse_type("float64"), .packed_range = "[0,100,16]"});
  return schema;
}

/// Columns that every codec compresses: a repeated value.
std::vector<array::Array> columns_of(const table::Schema& schema, std::size_t entries = enough_to_compress) {
  std::vector<array::Array> columns;
  for (const table::Column& column : schema.columns) {
    array::ArrayBuilder into(column.type);
    array::Array one(column.type);
    for (std::uint64_t seed = 1; (one.byte_count() < 20 || one.byte_count() > 80) && seed < 50; ++seed)
      one = sample::noise_of(to_string(column.type), 1, seed);
    for (std::size_t entry = 0; entry < entries; ++entry) array::append(into, one);
    columns.push_back(std::move(into).finish());
  }
  return columns;
}

std::vector<std::byte> file_with(const table::Schema& schema, int code, std::size_t entries = enough_to_compress) {
  const auto disk = sample::empty_disk("own.root");
  const auto writer =
      sample::writer_to(disk, {.compression = compression::Settings::from_code(code), .reproducible = true});
  TableWriter tree = writer->add_table(schema, {.cluster_entries = 200, .basket_bytes = 30000});
  FillContext context = tree.context();
  context.extend(columns_of(schema, entries));
  context.close();
  writer->close();
  const bytes::Buffer contents = disk->contents();
  return {contents.span().begin(), contents.span().end()};
}

/// Reads everything in such a file through a session. Threads: one thread.
class Reading {
 public:
  std::vector<array::Array> all_of(std::span<const std::byte> contents, const table::Schema& schema) const {
    bytes::Buffer copy;
    copy.append(contents);
    const auto file = session_.open(io::source_of(std::move(copy), "own.root"));
    const auto tree = file->tree("Events");
    std::vector<const tree::Branch*> branches;
    for (const table::Column& column : schema.columns) branches.push_back(&tree->tree().at(column.name));
    return tree->read(branches, tree->tree().all_entries(), {*executor_});
  }

 private:
  std::unique_ptr<schedule::Executor> executor_ = schedule::make_serial_executor();
  dataset::Session session_{*executor_};
};

/// The results for the mutants of a file.
struct Verdicts {
  std::size_t refused = 0;
  std::size_t same = 0;
  std::vector<std::size_t> silent;  // positions whose change was not noticed and changed values
};

Verdicts change_every_byte(const table::Schema& schema, int code, std::size_t entries, std::span<const int> changes) {
  auto contents = file_with(schema, code, entries);
  // One session for all: a broken file must not affect the reading of others.
  const Reading reading;
  const auto expected = reading.all_of(contents, schema);
  Verdicts verdicts;
  for (std::size_t place = 0; place < contents.size(); place += step)
    for (const int change : changes) {
      contents[place] ^= static_cast<std::byte>(change);
      try {
        const auto columns = reading.all_of(contents, schema);
        for (const array::Array& column : columns) {
          array::validate(column);
          if (column.byte_count() > 1 << 20) FAIL("a column of ", column.byte_count(), " bytes");
        }
        if (sample::is_same(columns, expected))
          ++verdicts.same;
        else
          verdicts.silent.push_back(place);
      } catch (const Error& error) {
        if (error.kind() == ErrorKind::io || error.kind() == ErrorKind::cancelled) FAIL(error.what());
        ++verdicts.refused;
      }
      contents[place] ^= static_cast<std::byte>(change);
    }
  return verdicts;
}

void check_none_silent(const Verdicts& verdicts) {
  for (const std::size_t place : verdicts.silent) {
    CAPTURE(place);
    CHECK_MESSAGE(false, "values changed, and nobody noticed");
  }
  CHECK(verdicts.refused > verdicts.same);
}

}  // namespace

TEST_CASE("own files: every changed byte is noticed or changes no value, with every codec and with none") {
  for (const int code : {101, 207, 404, 505, 0}) {
    CAPTURE(code);
    constexpr int changes[] = {0x01, 0x80};
    check_none_silent(change_every_byte(schema_of_all(), code, code == 0 ? few : enough_to_compress, changes));
  }
}

TEST_CASE("own files: the same for incompressible baskets") {
  for (const int code : {101, 207, 404, 505}) {
    CAPTURE(code);
    constexpr int changes[] = {0x10, 0xff};
    check_none_silent(change_every_byte(schema_of_all(), code, 2, changes));
  }
}

TEST_CASE("own files: truncated files are refused, or read completely") {
  const table::Schema schema = schema_of_all();
  const auto contents = file_with(schema, 505);
  const Reading reading;
  const auto expected = reading.all_of(contents, schema);
  std::size_t refused = 0;
  for (std::size_t size = 0; size < contents.size(); size += step) {
    CAPTURE(size);
    bool is_sound = true;
    try {
      is_sound = sample::is_same(reading.all_of(std::span(contents).first(size), schema), expected);
    } catch (const Error&) {
      ++refused;
    }
    CHECK(is_sound);  // may be complete, because the list of free segments comes last
  }
  CHECK(refused > contents.size() / step - 100);
}

TEST_CASE("own files: runs of zeros, ones and noise are noticed or change no value") {
  const table::Schema schema = schema_of_all();
  const auto sound = file_with(schema, 505);
  const Reading reading;
  const auto expected = reading.all_of(sound, schema);
  CHECK(sample::is_same(expected[1], columns_of(schema)[1]));
  sample::Noise noise(7);
  for (int round = 0; round < 1500 / static_cast<int>(step); ++round) {
    auto contents = sound;
    const std::size_t place = noise.below(contents.size());
    const std::size_t size = std::min(1 + noise.below(64), contents.size() - place);
    const std::size_t kind = noise.below(3);
    for (std::size_t byte = place; byte < place + size; ++byte)
      contents[byte] = kind == 0 ? std::byte{0} : kind == 1 ? std::byte{0xff} : static_cast<std::byte>(noise.next());
    CAPTURE(place);
    CAPTURE(size);
    CAPTURE(kind);
    bool is_sound = true;
    try {
      is_sound = sample::is_same(reading.all_of(contents, schema), expected);
    } catch (const Error&) {
    }
    CHECK(is_sound);
  }
}
