#include "ramet/ntuple/internal/streamed_read.hpp"

#include <string>

#include "unit/ntuple/samples/sample_events.hpp"
#include "unit/ntuple/samples/sample_streamed.hpp"
#include "unit/object/array_text.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using ntuple::ColumnType;
using ntuple::internal::StreamedRead;
using ramet_test::text_of;

namespace {

std::shared_ptr<const object::ColumnReader> point_reader() {
  return sample::point_forms()->columns("Point", object::Place::whole);
}

/// The bytes of so many points, each a string.
void fill(array::ArrayBuilder& stored, std::size_t points) {
  bytes::ByteWriter writer;
  for (std::size_t i = 0; i < points; ++i) {
    sample::put_point(writer, static_cast<float>(i), static_cast<std::int16_t>(i % 100));
    append_offset(stored, static_cast<std::int64_t>(writer.size()));
  }
  stored.values.append(writer.span());
  stored.length = points;
}

/// An ntuple that describes the class, with a list of points in every entry: e of them in entry e.
sample::NTupleRecipe lists_of_points(std::uint64_t entries) {
  sample::NTupleRecipe recipe;
  const auto list = recipe.leaf("points", "std::vector<Point>", ColumnType::index64, 64);
  recipe.fields[list].role = ntuple::FieldRole::collection;
  const auto point = recipe.leaf("_0", "Point", ColumnType::split_index64, 64, list);
  recipe.fields[point].role = ntuple::FieldRole::streamer;
  recipe.column({ColumnType::byte, 8, point});
  recipe.extra_types = {sample::extra_types(sample::point_infos())};
  std::vector<std::uint64_t> list_ends;
  std::vector<std::uint64_t> ends;
  bytes::ByteWriter points;
  for (std::uint64_t e = 0; e < entries; ++e) {
    for (std::uint64_t i = 0; i < e; ++i) {
      sample::put_point(points, static_cast<float>(e), static_cast<std::int16_t>(i));
      ends.push_back(points.size());
    }
    list_ends.push_back(ends.size());
  }
  sample::SampleCluster cluster{entries, {{}, {}, {}}, {}};
  cluster.columns[0].push_back({sample::plain_page(list_ends), static_cast<std::int32_t>(list_ends.size())});
  cluster.columns[1].push_back({sample::delta_page(ends), static_cast<std::int32_t>(ends.size())});
  cluster.columns[2].push_back({sample::copy_of(points.span()), static_cast<std::int32_t>(points.size())});
  recipe.clusters.push_back(std::move(cluster));
  return recipe;
}

}  // namespace

TEST_CASE("objects are converted in tasks, and put together in their order") {
  const auto reader = point_reader();
  array::ArrayBuilder to(reader->type());
  StreamedRead read(reader, to);
  constexpr std::size_t points = 50'000;  // 600 kB: more than a task
  fill(read.stored(), points);
  std::vector<StreamedRead::Task> tasks;
  read.add_tasks(tasks);
  CHECK(tasks.size() == 3);
  for (std::size_t task = tasks.size(); task-- > 0;) tasks[task].run();
  read.finish();
  CHECK_NOTHROW(array::validate(to.borrow()));
  REQUIRE(to.length == points);
  for (std::size_t i = 0; i < points; ++i) REQUIRE(to.contents[0].numbers<float>()[i] == static_cast<float>(i));
}

TEST_CASE("no objects are no task") {
  const auto reader = point_reader();
  array::ArrayBuilder to(reader->type());
  StreamedRead read(reader, to);
  std::vector<StreamedRead::Task> tasks;
  read.add_tasks(tasks);
  CHECK(tasks.empty());
  read.finish();
  CHECK(to.length == 0);
}

TEST_CASE("an object that is shorter than its bytes, or longer, is corrupt") {
  const auto reader = point_reader();
  for (const std::int64_t wrong : {-1, 1}) {
    array::ArrayBuilder stored(array::Type::string());
    fill(stored, 2);
    const std::int64_t end = static_cast<std::int64_t>(sample::point_size) + wrong;
    std::memcpy(stored.offsets.data() + 8, &end, sizeof end);
    array::ArrayBuilder to(reader->type());
    CHECK_THROWS_AS(ntuple::internal::append_objects(*reader, stored, 0, 1, to), Error);
  }
}

TEST_CASE("streamed fields are read in whole and in part, together and in batches") {
  const auto executor = schedule::make_serial_executor();
  const auto reader = sample::open_ntuple(lists_of_points(6));
  const ntuple::Field& field = reader->ntuple().at("points");
  CHECK(to_string(reader->layout(field).type) == "var * {x: float32, y: int16}");
  const auto whole = reader->read(field, {{0}, {6}}, {.executor = *executor});
  CHECK_NOTHROW(array::validate(whole));
  CHECK(text_of(whole, 0, 3) == "[[], [{x: 1, y: 0}], [{x: 2, y: 0}, {x: 2, y: 1}]]");
  for (std::uint64_t first = 0; first <= 6; ++first)
    for (std::uint64_t last = first; last <= 6; ++last)
      CHECK(text_of(reader->read(field, {{first}, {last}}, {.executor = *executor})) == text_of(whole, first, last));
  std::uint64_t entry = 0;
  const ntuple::Field* const one[] = {&field};
  reader->for_each_batch(one, {{0}, {6}}, 4, {.executor = *executor}, [&](const ntuple::Batch& batch) {
    CHECK_NOTHROW(array::validate(batch.columns[0]));
    CHECK(text_of(batch.columns[0]) == text_of(whole, entry, entry + batch.entries.size()));
    entry += batch.entries.size();
  });
  CHECK(entry == 6);
}
