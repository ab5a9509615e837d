#include "ramet/frame/internal/parts/part_bytes.hpp"

#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::frame::internal;

TEST_CASE("runs of numbers have a length that is checked") {
  bytes::ByteWriter to;
  write_numbers(to, std::vector<double>{1, 2, 3});
  const auto read = [&](std::size_t size, std::size_t wanted) {
    bytes::ByteCursor from(to.span().first(size));
    return read_doubles(from, wanted, "numbers");
  };
  CHECK(read(to.size(), 3) == std::vector<double>{1, 2, 3});
  CHECK(sample::error_of([&] { read(to.size(), 4); }) == "corrupt: 3 numbers, expected 4");
  for (std::size_t size = 0; size < to.size(); ++size)
    CHECK(sample::error_of([&] { read(size, 3); }).starts_with("corrupt:"));
  bytes::ByteCursor none(to.span());
  CHECK(sample::error_of([&] { read_doubles_or_none(none, 2, "numbers"); }) ==
        "corrupt: 3 numbers, expected 2 or none");
}

TEST_CASE("values of any shape come back") {
  const auto lists = sample::column_of(std::vector<std::vector<float>>{{1, 2}, {}, {3}});
  for (const array::Array& array : {lists, lists.slice(1, 3), sample::column_of(std::vector<double>{0.5, 2})}) {
    bytes::ByteWriter to;
    write_array(to, array);
    bytes::ByteCursor from(to.span());
    const array::Array again = read_array(from, array.type());
    CHECK(from.at_end());
    CHECK(again.length() == array.length());
    CHECK(again.byte_count() == array::compact(array).byte_count());
    for (std::size_t size = 0; size < to.size(); ++size) {
      bytes::ByteCursor part(to.span().first(size));
      CHECK(sample::error_of([&] { read_array(part, array.type()); }).starts_with("corrupt:"));
    }
  }
}

TEST_CASE("offsets that decrease are no lists") {
  bytes::ByteWriter to;
  write_array(to, sample::column_of(std::vector<std::vector<float>>{{1, 2}, {3}}));
  bytes::Buffer damaged = std::move(to).take();
  damaged.data()[24 + 8] = std::byte{7};  // the end of the first list
  bytes::ByteCursor from(damaged.span());
  const auto type = array::Type::list_of(array::Type::of(array::NumberType::float32));
  CHECK(sample::error_of([&] { read_array(from, type); }).starts_with("corrupt: values of type var * float32"));
}

TEST_CASE("trees have to cover the tasks") {
  hist::PartialSums<double> sums;
  for (const std::size_t part : {3, 4, 5, 6, 7, 8}) sums.add(part, 1);
  bytes::ByteWriter to;
  write_trees<double>(to, sums, [&](double sum) { to.write(sum); });
  bytes::ByteCursor from(to.span());
  const auto trees = read_trees<double>(from, {3, 9}, [&] { return from.read<double>(); });
  REQUIRE(trees.size() == 3);
  CHECK(trees[1].level == 2);
  CHECK(trees[1].sum == 4);
  bytes::ByteCursor again(to.span());
  CHECK(sample::error_of([&] { read_trees<double>(again, {3, 10}, [&] { return again.read<double>(); }); }) ==
        "corrupt: the sums of tasks 9 to 10 are missing");
}
