#include "ramet/array/arrow/arrow_stream.hpp"

#include <cerrno>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/array/value_column.hpp"
#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::array;

namespace {

Array column_of(const std::vector<std::int32_t>& values) {
  ArrayBuilder array(parse_type("int32"));
  for (const std::int32_t value : values) ValueColumn<std::int32_t>::append(array, value);
  return std::move(array).finish();
}

template <class Exported>
bool is_released(const Exported& exported) {
  return exported.release == nullptr;
}

/// Parts that are there already, and then what `at_end` does. Threads: one thread.
class ReadySource final : public ArrowSource {
 public:
  ReadySource(std::vector<ArrowPart> parts, void (*at_end)()) : parts_(std::move(parts)), at_end_(at_end) {}

  std::optional<ArrowPart> next() override {
    if (given_ < parts_.size()) return parts_[given_++];
    if (at_end_ != nullptr) at_end_();
    return std::nullopt;
  }

 private:
  std::vector<ArrowPart> parts_;
  std::size_t given_ = 0;
  void (*at_end_)();
};

std::unique_ptr<ArrowSource> source_of(std::vector<ArrowPart> parts, void (*at_end)() = nullptr) {
  return std::make_unique<ReadySource>(std::move(parts), at_end);
}

const Type one_number = parse_type("{x: int32}");

}  // namespace

TEST_CASE("arrow: a table comes part by part, and then is at its end as often as it is asked") {
  ArrowArrayStream stream{};
  export_table(source_of({{2, {column_of({1, 2})}}, {0, {column_of({})}}, {1, {column_of({3})}}}), one_number, stream);
  ArrowSchema schema{};
  REQUIRE(stream.get_schema(&stream, &schema) == 0);
  CHECK(schema.format == std::string_view("+s"));
  CHECK(schema.children[0]->name == std::string_view("x"));
  schema.release(&schema);
  for (const std::int64_t length : {2, 0, 1}) {
    ArrowArray part{};
    REQUIRE(stream.get_next(&stream, &part) == 0);
    CHECK(part.length == length);
    part.release(&part);
  }
  for (int i = 0; i < 2; ++i) {
    ArrowArray end{};
    CHECK(stream.get_next(&stream, &end) == 0);
    CHECK(is_released(end));
  }
  CHECK(stream.get_last_error(&stream) == nullptr);
  stream.release(&stream);
  CHECK(is_released(stream));
}

TEST_CASE("arrow: parts of a column are its values, and outlive the stream") {
  ArrowArrayStream stream{};
  std::optional<Array> column = column_of({1, 2});
  const std::byte* const values = column->values().data();
  export_column(source_of({{2, {*column}}}), parse_type("int32"), "x", stream);
  column.reset();
  ArrowSchema schema{};
  REQUIRE(stream.get_schema(&stream, &schema) == 0);
  CHECK(schema.format == std::string_view("i"));
  CHECK(schema.name == std::string_view("x"));
  schema.release(&schema);
  ArrowArray part{};
  REQUIRE(stream.get_next(&stream, &part) == 0);
  stream.release(&stream);
  CHECK(part.buffers[1] == values);
  CHECK(static_cast<const std::int32_t*>(part.buffers[1])[1] == 2);
  part.release(&part);
}

TEST_CASE("arrow: what a source throws is an errno and a text, now and from then on") {
  const std::vector<std::pair<void (*)(), int>> ends = {
      {[] { detail::fail(ErrorKind::corrupt, "basket 3 is damaged"); }, EBADMSG},
      {[] { detail::fail(ErrorKind::io, "no more"); }, EIO},
      {[] { detail::fail(ErrorKind::not_found, "no more"); }, ENOENT},
      {[] { detail::fail(ErrorKind::unsupported, "no more"); }, ENOTSUP},
      {[] { detail::fail(ErrorKind::misuse, "no more"); }, EINVAL},
      {[] { detail::fail(ErrorKind::cancelled, "no more"); }, ECANCELED},
      {[] { throw std::bad_alloc(); }, ENOMEM},
      {[] { throw std::runtime_error("no more"); }, EIO},
      {[] { throw 7; }, EIO},
  };
  for (const auto& [end, number] : ends) {
    CAPTURE(number);
    ArrowArrayStream stream{};
    export_table(source_of({{1, {column_of({1})}}}, end), one_number, stream);
    ArrowArray part{};
    REQUIRE(stream.get_next(&stream, &part) == 0);
    part.release(&part);
    CHECK(stream.get_next(&stream, &part) == number);
    CHECK(stream.get_next(&stream, &part) == number);
    REQUIRE(stream.get_last_error(&stream) != nullptr);
    CHECK_FALSE(std::string_view(stream.get_last_error(&stream)).empty());
    if (number == EBADMSG) CHECK(stream.get_last_error(&stream) == std::string_view("basket 3 is damaged"));
    stream.release(&stream);
  }
}

TEST_CASE("arrow: parts of another type, or with more columns, than was said are errors that name them") {
  const Type two = parse_type("{x: int32, y: int32}");
  for (const auto& [type, text] : std::vector<std::pair<Type, std::string_view>>{
           {parse_type("{x: float32}"), "column 'x' is int32 from here on, and was float32"},
           {two, "a part has 1 columns, the stream 2"}}) {
    ArrowArrayStream stream{};
    export_table(source_of({{1, {column_of({1})}}}), type, stream);
    ArrowArray part{};
    CHECK(stream.get_next(&stream, &part) != 0);
    CHECK(stream.get_last_error(&stream) == text);
    stream.release(&stream);
  }
}
