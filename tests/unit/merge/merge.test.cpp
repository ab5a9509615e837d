#include "ramet/merge/merge.hpp"

#include <algorithm>
#include <fstream>

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

#include "ramet/dataset/dataset.hpp"

using namespace ramet;
using sample::error_of;

namespace {

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("merge: trees and ntuples have the entries of all inputs in their order, and histograms are added") {
  for (const write::Format format : {write::Format::ttree, write::Format::rntuple}) {
    const auto columns = sample::entries_of(500);
    sample::Inputs inputs;
    for (const auto& [first, last] : {std::pair{0, 100}, {100, 101}, {101, 101}, {101, 500}})
      inputs.add([&, first = first, last = last](write::ParallelWriter& writer) {
        sample::put_entries(writer, columns, first, last, format, "a/b");
        writer.put("h", sample::histogram_of({0.5, 1.5, static_cast<double>(first)}));
      });
    const merge::MergeReport report = inputs.merged();
    REQUIRE(report.is_written);
    CHECK(report.plan.differences.empty());
    CHECK(report.output_bytes == std::filesystem::file_size(inputs.path("merged.root")));
    const auto file = inputs.result();
    CHECK(sample::is_same(sample::all_entries(inputs.session(), *file, "a/b/Events"), columns));
    CHECK(sample::histogram_in(*file, "h").parts().contents == std::vector<double>{0, 5, 4, 0, 0, 3});
    CHECK(sample::histogram_in(*file, "h").parts().moments.entries == 12);
  }
}

TEST_CASE("merge: inputs that differ are refused by default, and nothing is left of the output") {
  sample::Inputs inputs;
  inputs.add([](write::ParallelWriter& writer) { writer.put("h", sample::histogram_of({0.5})); });
  inputs.add([](write::ParallelWriter& writer) {
    writer.put("h", sample::histogram_of({0.5}, hist::RegularAxis{4, 0, 3.5}));
  });
  const merge::MergeReport report = inputs.merged();
  CHECK_FALSE(report.is_written);
  REQUIRE(report.plan.differences.size() == 1);
  CHECK(report.plan.differences[0].kind == merge::DifferenceKind::axes);
  CHECK(report.plan.differences[0].path == "h");
  CHECK(report.plan.differences[0].input == 1);
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& file :
       std::filesystem::directory_iterator(std::filesystem::path(inputs.path("x")).parent_path()))
    ++files;
  CHECK(files == 2);
}

TEST_CASE("merge: the bytes do not depend on the number of threads") {
  std::string first;
  for (const std::size_t threads : {1U, 2U, 5U}) {
    sample::Inputs inputs(threads);
    const auto columns = sample::entries_of(400);
    for (std::size_t number = 0; number < 4; ++number)
      inputs.add([&](write::ParallelWriter& writer) {
        sample::put_entries(writer, columns, number * 100, number * 100 + 100);
        writer.put("h", sample::histogram_of({0.5, 1.5}));
      });
    REQUIRE(inputs.merged({.on_existing = merge::OnExisting::replace, .reproducible = true}).is_written);
    const std::string bytes = bytes_of(inputs.path("merged.root"));
    if (first.empty()) first = bytes;
    CHECK(bytes == first);
  }
}

TEST_CASE("merge: a bad input stops it, or is left out and reported") {
  sample::Inputs inputs;
  const auto columns = sample::entries_of(300);
  for (std::size_t number = 0; number < 3; ++number)
    inputs.add(
        [&](write::ParallelWriter& writer) { sample::put_entries(writer, columns, number * 100, number * 100 + 100); });
  const std::string before = bytes_of(inputs.paths()[1]);
  const auto change = [&](std::string contents) {
    std::ofstream(inputs.paths()[1], std::ios::binary).write(contents.data(), std::ssize(contents));
  };
  const auto basket = sample::Inputs(1)
                          .session()
                          .open(std::filesystem::path(inputs.paths()[1]))
                          ->tree("Events")
                          ->tree()
                          .branches[0]
                          .baskets.location({0})
                          .seek;
  SUBCASE("that is cut off") { change(before.substr(0, before.size() / 2)); }
  SUBCASE("that is no ROOT file") { change("nothing"); }
  SUBCASE("that does not exist") { std::filesystem::remove(inputs.paths()[1]); }
  SUBCASE("whose basket has no head") {
    std::string damaged = before;
    damaged.replace(basket + 4, 30, 30, '\xff');
    change(damaged);
  }
  CHECK(error_of([&] { inputs.merged(); }).find("in1.root") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(inputs.path("merged.root")));
  const merge::MergeReport report =
      inputs.merged({.on_bad_input = merge::OnBadInput::skip, .on_existing = merge::OnExisting::replace});
  CHECK(report.is_written);
  CHECK(report.plan.skipped == std::vector<std::size_t>{1});
  REQUIRE(report.plan.differences.size() == 1);
  CHECK(report.plan.differences[0].kind == merge::DifferenceKind::bad_input);
  CHECK(inputs.result()->tree("Events")->tree().entries == 200);
}

TEST_CASE("merge: an output that is an input, or exists, is refused and stays as it was") {
  sample::Inputs inputs;
  inputs.add([](write::ParallelWriter& writer) { writer.put("h", sample::histogram_of({0.5})); });
  const std::string before = bytes_of(inputs.paths()[0]);
  CHECK(error_of([&] {
          merge::merge(inputs.session(), inputs.paths(), inputs.paths()[0],
                       {.on_existing = merge::OnExisting::replace});
        }).find("is one of the inputs") != std::string::npos);
  CHECK(bytes_of(inputs.paths()[0]) == before);
  inputs.merged();
  CHECK(error_of([&] { inputs.merged({}); }).find("exists") != std::string::npos);
  CHECK(error_of([&] { merge::merge(inputs.session(), {}, inputs.path("x.root"), {}); }).find("at least one file") !=
        std::string::npos);
}

TEST_CASE("merge: an existing output is the first input when others are appended") {
  sample::Inputs inputs;
  const auto columns = sample::entries_of(100);
  inputs.add([&](write::ParallelWriter& writer) { sample::put_entries(writer, columns, 0, 30); });
  inputs.merged();
  sample::Inputs more;
  more.add([&](write::ParallelWriter& writer) { sample::put_entries(writer, columns, 30, 100); });
  merge::merge(inputs.session(), more.paths(), inputs.path("merged.root"), {.on_existing = merge::OnExisting::append});
  CHECK(sample::is_same(sample::all_entries(inputs.session(), *inputs.result(), "Events"), columns));
}

TEST_CASE("merge: a stop leaves no output") {
  sample::Inputs inputs;
  inputs.add([](write::ParallelWriter& writer) { writer.put("h", sample::histogram_of({0.5})); });
  StopSource source;
  source.request_stop();
  CHECK(error_of([&] { inputs.merged({.stop = source.get_token()}); }).find("stopped") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(inputs.path("merged.root")));
}

TEST_CASE("merge: a plan says what would be done, and writes nothing") {
  sample::Inputs inputs;
  const auto columns = sample::entries_of(100);
  for (int number = 0; number < 2; ++number)
    inputs.add([&](write::ParallelWriter& writer) {
      sample::put_entries(writer, columns, 0, 100);
      writer.put("h", sample::histogram_of({0.5}));
    });
  const merge::MergePlan plan = merge::plan_merge(inputs.session(), inputs.paths());
  REQUIRE(plan.objects.size() == 2);
  for (const merge::PlannedObject& object : plan.objects) {
    CHECK(object.inputs == 2);
    CHECK(object.entries == (object.path == "Events" ? 200 : 0));
    CHECK(object.way == (object.path == "Events" ? merge::Way::gather : merge::Way::sum));
  }
  CHECK_FALSE(std::filesystem::exists(inputs.path("merged.root")));
}

namespace {

/// Files with a tree, an ntuple and a histogram.
void add_both_tables(sample::Inputs& inputs, const std::vector<array::Array>& columns, std::size_t count) {
  const std::size_t step = columns.front().length() / count;
  for (std::size_t number = 0; number < count; ++number)
    inputs.add([&](write::ParallelWriter& writer) {
      sample::put_entries(writer, columns, number * step, number * step + step);
      sample::put_entries(writer, columns, number * step, number * step + step, write::Format::rntuple, "d");
      writer.put("d/h", sample::histogram_of({0.5}));
    });
}

/// The entries of a table in files that follow each other.
std::vector<array::Array> entries_of_files(const sample::Inputs& inputs, const std::vector<merge::OutputFile>& files,
                                           const std::string& table) {
  std::vector<dataset::FileAndObject> places;
  for (const merge::OutputFile& file : files) {
    places.push_back({file.path, table});
    CHECK(file.bytes == std::filesystem::file_size(file.path));
  }
  const dataset::Dataset all(inputs.session(), std::move(places));
  std::vector<std::string> names;
  for (const table::Column& column : sample::entries_schema().columns) names.push_back(column.name);
  return all.read(names, {inputs.session().executor()});
}

}  // namespace

TEST_CASE("merge: an output larger than wished is split between inputs into complete files") {
  const auto columns = sample::entries_of(600);
  for (const merge::Gather gather : {merge::Gather::never, merge::Gather::small}) {
    sample::Inputs inputs;
    add_both_tables(inputs, columns, 6);
    merge::MergeOptions options{.reproducible = true, .verify = merge::Verify::values};
    options.max_size = std::filesystem::file_size(inputs.paths()[0]) * 9 / 8;
    options.tables.gather = gather;
    const merge::MergePlan plan = merge::plan_merge(inputs.session(), inputs.paths(), options);
    const merge::MergeReport report = inputs.merged(options);
    REQUIRE(report.is_written);
    REQUIRE(report.plan.files.size() >= 3);
    REQUIRE(plan.files.size() == report.plan.files.size());
    std::uint64_t bytes = 0;
    for (std::size_t number = 0; number < plan.files.size(); ++number) {
      const merge::OutputFile& file = report.plan.files[number];
      bytes += file.bytes;
      CHECK(file.bytes <= *options.max_size);
      CHECK(plan.files[number].inputs == file.inputs);
      REQUIRE(file.tables.size() == 2);
      CHECK(file.tables[0].entries == 100 * file.inputs);
      CHECK(plan.files[number].tables[0].entries == file.tables[0].entries);
    }
    CHECK(report.output_bytes == bytes);
    CHECK(report.plan.files[2].path == inputs.path("merged_2.root"));
    CHECK(sample::is_same(entries_of_files(inputs, report.plan.files, "Events"), columns));
    CHECK(sample::is_same(entries_of_files(inputs, report.plan.files, "d/Events"), columns));
    CHECK(sample::histogram_in(*inputs.result(), "d/h").parts().moments.entries == 6);
    const auto second = inputs.session().open(std::filesystem::path(report.plan.files[1].path));
    CHECK(error_of([&] { second->reader().key("d/h"); }) != "none");
    CHECK(error_of([&] { inputs.merged(options); }).find("exists") != std::string::npos);
    options.on_existing = merge::OnExisting::replace;
    CHECK(inputs.merged(options).is_written);
    options.max_size = std::uint64_t{1} << 30;  // one file is enough, but others would be taken for its parts
    CHECK(error_of([&] { inputs.merged(options); }).find("merged_1.root' exists, but") != std::string::npos);
    options.on_existing = merge::OnExisting::append;
    CHECK(error_of([&] { inputs.merged(options); }).find("appended") != std::string::npos);
  }
}

TEST_CASE("merge: files of one output have the same columns, also when these differ between inputs") {
  sample::Inputs inputs;
  for (const std::size_t count : {1U, 3U, 2U})
    inputs.add([&](write::ParallelWriter& writer) {
      const std::vector<std::string> types(count, "int64");
      write::TableWriter table = writer.add_table(sample::schema_of(types));
      write::FillContext context = table.context();
      context.extend(std::vector<array::Array>(count, sample::noise_of("int64", 100, 7)));
      context.close();
    });
  merge::MergeOptions options{.on_missing_column = merge::OnMissingColumn::fill, .verify = merge::Verify::values};
  options.max_size = 1;
  const merge::MergeReport report = inputs.merged(options);
  REQUIRE(report.is_written);
  REQUIRE(report.plan.files.size() == 3);
  CHECK(report.plan.differences.back().kind == merge::DifferenceKind::size);
  const std::vector<std::string> names = {"c0", "c1", "c2"};
  for (std::size_t number = 0; number < 3; ++number) {
    const dataset::Dataset file(inputs.session(), report.plan.files[number].path + ":Events");
    const auto columns = file.read(names, {inputs.session().executor()});
    for (std::size_t column = 0; column < 3; ++column) {
      const auto values = columns[column].numbers<std::int64_t>();
      REQUIRE(values.size() == 100);
      const bool is_stored = column < std::vector<std::size_t>{1, 3, 2}[number];
      CHECK(std::ranges::all_of(values, [](std::int64_t value) { return value == 0; }) != is_stored);
    }
  }
}

TEST_CASE("merge: what differs is split into tables and cycles, and nothing is lost") {
  for (const write::Format format : {write::Format::ttree, write::Format::rntuple}) {
    sample::Inputs inputs;
    std::size_t number = 0;
    for (const char* type : {"int64", "float32", "int64", "string", "float32"})
      inputs.add([&](write::ParallelWriter& writer) {
        write::TableWriter table = writer.add_table(sample::schema_of({type}), {.format = format});
        write::FillContext context = table.context();
        context.extend(std::vector<array::Array>{sample::noise_of(type, 10, ++number)});
        context.close();
        writer.put("h", sample::histogram_of({0.5}, hist::RegularAxis{4, 0, number == 4 ? 3.5 : 4}));
        writer.put("g", sample::histogram_of({0.5}));
        writer.put("text", sample::named_payload(number == 2 ? "other" : "same"));
      });
    CHECK_FALSE(inputs.merged().is_written);
    merge::MergeOptions options{.on_difference = merge::OnDifference::split, .verify = merge::Verify::values};
    bool is_whole = true;
    SUBCASE("moved") { options.tables.gather = merge::Gather::never; }
    SUBCASE("gathered") {}
    SUBCASE("rewritten") { options.tables.format = write::Format::ttree; }
    SUBCASE("in several files") {
      options.max_size = 1;
      is_whole = false;
    }
    const merge::MergePlan plan = merge::plan_merge(inputs.session(), inputs.paths(), options);
    CHECK_FALSE(plan.loses_data());
    const merge::MergeReport report = inputs.merged(options);
    REQUIRE(report.is_written);
    CHECK(report.plan.differences.size() == plan.differences.size());
    const auto file = inputs.result();
    std::vector<std::uint64_t> keys;
    for (const char* name : {"h", "g", "text"}) keys.push_back(file->reader().key(name).cycle);
    CHECK(keys == std::vector<std::uint64_t>{5, 1, 2});
    CHECK(sample::histogram_in(*file, "g").parts().moments.entries == 5);
    if (!is_whole) {
      CHECK(report.plan.files.size() == 5);
      continue;
    }
    const std::vector<std::string> names = {"c0"};
    for (const auto& [path, type, seeds] :
         {std::tuple<std::string, std::string, std::vector<std::size_t>>{"Events", "int64", {1, 3}},
          {"Events_2", "float32", {2, 5}},
          {"Events_3", "string", {4}}}) {
      const dataset::Dataset table(inputs.session(), inputs.path("merged.root") + ":" + path);
      const auto values = table.read(names, {inputs.session().executor()}).front();
      REQUIRE(values.length() == 10 * seeds.size());
      for (std::size_t part = 0; part < seeds.size(); ++part)
        CHECK(sample::is_same({values.slice(10 * part, 10 * part + 10)}, {sample::noise_of(type, 10, seeds[part])}));
    }
  }
}
