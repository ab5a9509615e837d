#include "ramet/dataset/internal/chain.hpp"

#include <algorithm>
#include <mutex>

#include "unit/dataset/sample_chain.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::dataset;
using ramet::dataset::internal::Chain;
using ramet::dataset::internal::Part;
using sample::error_of;
using sample::numbers_of;

namespace {

std::vector<FileAndObject> places(const sample::Place& place, const std::vector<std::string>& names) {
  std::vector<FileAndObject> places;
  for (const std::string& name : names) places.push_back({place.at(name), "Events"});
  return places;
}

/// Two files: "x" is a float in one and a double in the other, "late" is in the second alone.
std::vector<FileAndObject> unequal(const sample::Place& place) {
  sample::write_tree(place.folder / "a.root",
                     {{"x", sample::count_from<float>(0, 3)}, {"n", sample::count_from<std::int16_t>(0, 3)}});
  sample::write_tree(place.folder / "b.root", {{"late", sample::count_from<std::int32_t>(50, 2)},
                                               {"n", sample::count_from<std::int32_t>(3, 2)},
                                               {"x", sample::count_from<double>(3, 2)}});
  return places(place, {"a.root", "b.root"});
}

std::vector<array::Array> read(const Chain& chain, const std::vector<std::string>& names, const sample::Place& place) {
  return chain.read(chain.want(names), chain.whole(), place.options);
}

}  // namespace

TEST_CASE("chain: a range is cut where files end, and a file without entries has no part") {
  const sample::Place place;
  sample::write_three(place);
  const Chain chain(place.session, places(place, {"part0.root", "part1.root", "part2.root"}), {});
  CHECK(chain.entries(place.options) == 17);
  const auto parts = chain.parts({{8}, {12}}, place.options);
  REQUIRE(parts.size() == 2);
  CHECK(parts[0].file == FileNumber{0});
  CHECK(parts[0].entries == EntryRange{{8}, {10}});
  CHECK(parts[1].file == FileNumber{2});
  CHECK(parts[1].entries == EntryRange{{0}, {2}});
  CHECK(chain.parts({{10}, {10}}, place.options).empty());
  CHECK(error_of([&] { chain.parts({{0}, {18}}, place.options); }) == "not_found: there are 17 entries, not 0..18");
  CHECK(error_of([&] { chain.parts({{2}, {1}}, place.options); }).starts_with("misuse: "));
  for (int time = 0; time < 2; ++time)
    CHECK(chain.cluster_starts(place.options) == std::vector<std::uint64_t>{0, 4, 8, 10, 14, 17});
}

TEST_CASE("chain: files behind a range are not opened") {
  const sample::Place place;
  sample::write_three(place);
  const Chain chain(place.session, places(place, {"part0.root", "none.root"}), {.most_kept_open = 0});
  CHECK(chain.parts({{0}, {0}}, place.options).empty());
  CHECK(error_of([&] { chain.entries(place.options); }).starts_with("file_missing: "));
}

TEST_CASE("chain: narrower numbers are widened to those of the schema") {
  const sample::Place place;
  auto files = unequal(place);
  std::ranges::reverse(files);
  const Chain chain(place.session, files, {});
  const auto columns = read(chain, {"x", "n"}, place);
  CHECK(numbers_of<double>(columns[0]) == std::vector<double>{3, 4, 0, 1, 2});
  CHECK(numbers_of<std::int32_t>(columns[1]) == std::vector<std::int32_t>{3, 4, 0, 1, 2});
}

TEST_CASE("chain: wider numbers than the first file's are an error, unless the schema is of all files") {
  const sample::Place place;
  const auto files = unequal(place);
  const Chain strict(place.session, files, {});
  const std::string error = error_of([&] { read(strict, {"x"}, place); });
  CHECK(error.starts_with("unsupported: "));
  CHECK(error.find("b.root' has column 'x' as float64, but the dataset has float32") != std::string::npos);
  const Chain common(place.session, files, {.schema = SchemaFrom::all_files});
  CHECK(common.find("x")->type == array::parse_type("float64"));
  CHECK(common.find("n")->type == array::parse_type("int32"));
  CHECK(common.columns().size() == 3);
  CHECK(numbers_of<double>(read(common, {"x"}, place)[0]) == std::vector<double>{0, 1, 2, 3, 4});
}

TEST_CASE("chain: a column that a file lacks is an error, or filled, or has a default") {
  const sample::Place place;
  const auto files = unequal(place);
  const Chain strict(place.session, files, {.schema = SchemaFrom::all_files});
  const std::string error = error_of([&] { read(strict, {"late"}, place); });
  CHECK(error.starts_with("not_found: "));
  CHECK(error.find("a.root' has no column 'late'") != std::string::npos);
  const Chain filled(place.session, files, {.missing_column = MissingColumn::fill, .schema = SchemaFrom::all_files});
  CHECK(numbers_of<std::int32_t>(read(filled, {"late"}, place)[0]) == std::vector<std::int32_t>{0, 0, 0, 50, 51});
  const Chain chosen(place.session, files, {.defaults = {{"late", -9}}, .schema = SchemaFrom::all_files});
  CHECK(numbers_of<std::int32_t>(read(chosen, {"late"}, place)[0]) == std::vector<std::int32_t>{-9, -9, -9, 50, 51});
  const Chain first(place.session, files, {.missing_column = MissingColumn::fill});
  CHECK(error_of([&] { read(first, {"late"}, place); }).starts_with("not_found: no column 'late'"));
}

TEST_CASE("chain: columns without a common type are there, but cannot be read") {
  const sample::Place place;
  sample::write_tree(place.folder / "a.root", {{"x", sample::count_from<std::int64_t>(0, 3)}});
  sample::write_tree(place.folder / "b.root", {{"x", sample::count_from<double>(0, 3)}});
  const Chain chain(place.session, places(place, {"a.root", "b.root"}), {.schema = SchemaFrom::all_files});
  const std::string error = error_of([&] { read(chain, {"x"}, place); });
  CHECK(error.starts_with("unsupported: column 'x': '"));
  CHECK(error.find("b.root' has it as float64, earlier files as int64") != std::string::npos);
}

TEST_CASE("chain: batches have the types of the schema, and the numbers of their files") {
  const sample::Place place(3);
  auto files = unequal(place);
  std::ranges::reverse(files);
  const Chain chain(place.session, files, {.defaults = {{"late", 7}}});
  const std::vector<std::string> names = {"late", "x"};
  std::mutex mutex;
  std::vector<std::vector<double>> xs(2);
  std::vector<std::int32_t> late;
  chain.for_each_batch(chain.want(names), chain.whole(), 2, place.options,
                       [&](const Part& part, std::span<const array::Array> columns) {
                         const std::scoped_lock lock(mutex);
                         auto& of_file = xs[part.file.number];
                         of_file.resize(3);
                         CHECK(columns[1].length() == part.entries.size());
                         for (std::size_t entry = 0; entry < columns[1].length(); ++entry)
                           of_file[part.entries.first.number + entry] = columns[1].numbers<double>()[entry];
                         for (const auto number : columns[0].numbers<std::int32_t>()) late.push_back(number);
                       });
  CHECK(xs[1] == std::vector<double>{0, 1, 2});
  CHECK(xs[0] == std::vector<double>{3, 4, 0});
  std::ranges::sort(late);
  CHECK(late == std::vector<std::int32_t>{7, 7, 7, 50, 51});
  CHECK(error_of([&] {
          chain.for_each_batch(chain.want(names), chain.whole(), 0, place.options,
                               [](const Part&, std::span<const array::Array>) {});
        }) == "misuse: a batch of 0 entries");
}

TEST_CASE("chain: of many files of which one has the entries, the column is that file's, and batches can be kept") {
  const sample::Place place;
  sample::write_three(place);
  const Chain chain(place.session, places(place, {"part1.root", "part0.root", "part1.root"}), {});
  CHECK(numbers_of<std::int32_t>(read(chain, {"n"}, place)[0]).size() == 10);
  std::vector<array::Array> kept;
  const std::vector<std::string> names = {"n"};
  chain.for_each_batch(chain.want(names), chain.whole(), 2, place.options,
                       [&](const Part&, std::span<const array::Array> columns) { kept.push_back(columns[0]); });
  std::vector<std::int32_t> numbers;
  for (const array::Array& batch : kept)
    for (const std::int32_t number : batch.numbers<std::int32_t>()) numbers.push_back(number);
  CHECK(numbers == std::vector<std::int32_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
}

TEST_CASE("chain: the schema is that of the first file with entries, and an empty one without columns is no trouble") {
  const sample::Place place;
  sample::write_tree(place.folder / "empty.root", {{"other", sample::count_from<float>(0, 0)}});
  sample::write_three(place);
  const Chain chain(place.session, places(place, {"empty.root", "part0.root"}), {});
  CHECK(chain.find("n").has_value());
  CHECK(numbers_of<std::int32_t>(read(chain, {"n"}, place)[0]).size() == 10);
  const Chain nothing(place.session, places(place, {"empty.root"}), {});
  CHECK(nothing.find("other").has_value());
  CHECK(read(nothing, {"other"}, place)[0].length() == 0);
  CHECK(error_of([&] { Chain(place.session, {}, {}); }) == "misuse: a dataset has no files");
}

TEST_CASE("chain: files that lack the tree are left out when that is allowed") {
  const sample::Place place;
  sample::write_three(place);
  auto files = places(place, {"part0.root", "part2.root"});
  files.insert(files.begin(), {place.at("part2.root"), "Other"});
  const Chain chain(place.session, files, {.missing_tree = MissingTree::skip});
  CHECK(chain.entries(place.options) == 17);
  CHECK(numbers_of<std::int32_t>(read(chain, {"n"}, place)[0]).size() == 17);
  CHECK(error_of([&] { Chain(place.session, files, {}); }).starts_with("not_found: "));
  const Chain nothing(place.session, {{place.at("part2.root"), "Other"}}, {.missing_tree = MissingTree::skip});
  CHECK(nothing.columns().empty());
  CHECK(nothing.entries(place.options) == 0);
}
