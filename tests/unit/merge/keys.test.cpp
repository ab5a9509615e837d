#include "ramet/merge/keys.hpp"

#include <filesystem>
#include <fstream>

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::merge;
using sample::error_of;

namespace {

using Paths = std::vector<std::string>;

/// The paths and cycles of all keys of a file.
Paths keys_of(const sample::Inputs& inputs, const std::string& path) {
  Paths keys;
  const auto file = inputs.session().open(std::filesystem::path(path));
  for (const file::PlacedKey& placed : file->reader().keys_below(""))
    keys.push_back(placed.path + ";" + std::to_string(placed.key.cycle));
  std::ranges::sort(keys);
  return keys;
}

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A file with a table and histograms in a directory, and two cycles of a histogram.
void fill(write::ParallelWriter& writer, const std::vector<sample::Array>& columns, write::Format format) {
  sample::put_entries(writer, columns, 0, 100, format, "a/b");
  writer.put("a/h1", sample::histogram_of({0.5}));
  writer.put("a/h2", sample::histogram_of({1.5, 1.5}));
  writer.put("h", sample::histogram_of({0.5}));
  writer.put("h", sample::histogram_of({0.5, 2.5}));
}

}  // namespace

TEST_CASE("keys: tables, objects and directories are copied into a new file, and read as before") {
  for (const write::Format format : {write::Format::ttree, write::Format::rntuple}) {
    const auto columns = sample::entries_of(100);
    sample::Inputs inputs;
    inputs.add([&](write::ParallelWriter& writer) { fill(writer, columns, format); });
    const std::string from = inputs.paths()[0];
    const std::string to = inputs.path("to.root");
    const auto done = copy_keys(inputs.session(), {from + ":a", from + ":h"}, to, {.recursive = true});
    CHECK(done.size() == 4);
    CHECK(keys_of(inputs, to) == Paths{"a/b/Events;1", "a/b;1", "a/h1;1", "a/h2;1", "a;1", "h;1"});
    const auto file = inputs.session().open(std::filesystem::path(to));
    CHECK(sample::is_same(sample::all_entries(inputs.session(), *file, "a/b/Events"), columns));
    CHECK(sample::histogram_in(*file, "h").parts().moments.entries == 2);
  }
}

TEST_CASE("keys: a table is copied within its file, into directories that it does not have yet") {
  for (const write::Format format : {write::Format::ttree, write::Format::rntuple}) {
    const auto columns = sample::entries_of(100);
    sample::Inputs inputs;
    inputs.add([&](write::ParallelWriter& writer) { fill(writer, columns, format); });
    const std::string path = inputs.paths()[0];
    copy_keys(inputs.session(), {path + ":a/b/Events", path + ":h"}, path + ":d/e/f/", {});
    const auto file = inputs.session().open(std::filesystem::path(path));
    CHECK(sample::is_same(sample::all_entries(inputs.session(), *file, "d/e/f/Events"), columns));
    CHECK(sample::is_same(sample::all_entries(inputs.session(), *file, "a/b/Events"), columns));
  }
}

TEST_CASE("keys: directories are not left out without a word") {
  sample::Inputs inputs;
  inputs.add([&](write::ParallelWriter& writer) { fill(writer, sample::entries_of(100), write::Format::ttree); });
  const std::string path = inputs.paths()[0], before = bytes_of(path);
  const std::string to = inputs.path("to.root");
  for (const std::string& place : {path, path + ":*"}) {
    CHECK(error_of([&] { copy_keys(inputs.session(), {place}, to, {}); }).find("is a directory") != std::string::npos);
    CHECK(error_of([&] { move_keys(inputs.session(), {place}, to, {}); }).find("is a directory") != std::string::npos);
  }
  CHECK(error_of([&] { remove_keys(inputs.session(), {path + ":*"}, {}); }).find("is a directory") !=
        std::string::npos);
  CHECK_FALSE(std::filesystem::exists(to));
  CHECK(bytes_of(path) == before);
}

TEST_CASE("keys: a copy gets a new name, also inside of the object") {
  for (const write::Format format : {write::Format::ttree, write::Format::rntuple}) {
    const auto columns = sample::entries_of(100);
    sample::Inputs inputs;
    inputs.add([&](write::ParallelWriter& writer) { fill(writer, columns, format); });
    const std::string from = inputs.paths()[0];
    copy_keys(inputs.session(), {from + ":h;1"}, from + ":c/one_more_histogram");
    copy_keys(inputs.session(), {from + ":a/b/Events"}, from + ":T");
    const auto file = inputs.session().open(std::filesystem::path(from));
    CHECK(sample::histogram_in(*file, "c/one_more_histogram").parts().name == "one_more_histogram");
    CHECK(sample::histogram_in(*file, "c/one_more_histogram").parts().moments.entries == 1);
    CHECK(sample::is_same(sample::all_entries(inputs.session(), *file, "T"), columns));
    CHECK(sample::is_same(sample::all_entries(inputs.session(), *file, "a/b/Events"), columns));
    if (format == write::Format::ttree) CHECK(file->tree("T")->tree().name == "T");
  }
}

TEST_CASE("keys: a copy of a table does not need the original's space") {
  for (const write::Format format : {write::Format::ttree, write::Format::rntuple}) {
    const auto columns = sample::entries_of(100);
    sample::Inputs inputs;
    inputs.add([&](write::ParallelWriter& writer) { fill(writer, columns, format); });
    const std::string from = inputs.paths()[0];
    copy_keys(inputs.session(), {from + ":a/b/Events"}, from + ":T");
    remove_keys(inputs.session(), {from + ":a"}, {.recursive = true});
    copy_keys(inputs.session(), {from + ":h;1"}, from + ":filler");
    const auto file = inputs.session().open(std::filesystem::path(from));
    CHECK(sample::is_same(sample::all_entries(inputs.session(), *file, "T"), columns));
  }
}

TEST_CASE("keys: a move in a file leaves baskets and pages where they are, with all cycles of the name") {
  for (const write::Format format : {write::Format::ttree, write::Format::rntuple}) {
    const auto columns = sample::entries_of(100);
    sample::Inputs inputs;
    inputs.add([&](write::ParallelWriter& writer) { fill(writer, columns, format); });
    const std::string path = inputs.paths()[0];
    move_keys(inputs.session(), {path + ":a"}, path + ":z", {.recursive = true});
    move_keys(inputs.session(), {path + ":h"}, path + ":z/");
    move_keys(inputs.session(), {path + ":z/b/Events"}, path + ":Renamed");
    CHECK(keys_of(inputs, path) == Paths{"Renamed;1", "z/b;1", "z/h1;1", "z/h2;1", "z/h;1", "z/h;2", "z;1"});
    const auto file = inputs.session().open(std::filesystem::path(path));
    CHECK(sample::is_same(sample::all_entries(inputs.session(), *file, "Renamed"), columns));
    CHECK(sample::histogram_in(*file, "z/h;1").parts().moments.entries == 1);
    CHECK(sample::histogram_in(*file, "z/h;2").parts().moments.entries == 2);
  }
}

TEST_CASE("keys: a move between files removes the sources") {
  const auto columns = sample::entries_of(100);
  sample::Inputs inputs;
  inputs.add([&](write::ParallelWriter& writer) { fill(writer, columns, write::Format::ttree); });
  const std::string from = inputs.paths()[0];
  const std::string to = inputs.path("to.root");
  move_keys(inputs.session(), {from + ":a/h*", from + ":a/b/Events"}, to);
  CHECK(keys_of(inputs, from) == Paths{"a/b;1", "a;1", "h;1", "h;2"});
  CHECK(keys_of(inputs, to) == Paths{"Events;1", "h1;1", "h2;1"});
  CHECK(sample::is_same(
      sample::all_entries(inputs.session(), *inputs.session().open(std::filesystem::path(to)), "Events"), columns));
}

TEST_CASE("keys: a name that is taken gets a cycle, is replaced, or is refused") {
  sample::Inputs inputs;
  inputs.add([](write::ParallelWriter& writer) { writer.put("h", sample::histogram_of({0.5})); });
  inputs.add([](write::ParallelWriter& writer) { writer.put("h", sample::histogram_of({0.5, 0.5})); });
  const std::string from = inputs.paths()[0] + ":h";
  const std::string to = inputs.paths()[1];
  CHECK(error_of([&] {
          copy_keys(inputs.session(), {from}, to, {.on_taken = merge::OnTaken::fail});
        }).find("already") != std::string::npos);
  copy_keys(inputs.session(), {from}, to);
  CHECK(keys_of(inputs, to) == Paths{"h;1", "h;2"});
  copy_keys(inputs.session(), {from}, to, {.on_taken = merge::OnTaken::replace});
  CHECK(keys_of(inputs, to) == Paths{"h;1"});
  CHECK(sample::histogram_in(*inputs.session().open(std::filesystem::path(to)), "h").parts().moments.entries == 1);
}

TEST_CASE("keys: removal takes one cycle, all cycles, or a directory") {
  const auto columns = sample::entries_of(100);
  sample::Inputs inputs;
  inputs.add([&](write::ParallelWriter& writer) { fill(writer, columns, write::Format::ttree); });
  const std::string path = inputs.paths()[0];
  CHECK(remove_keys(inputs.session(), {path + ":h;1"}).size() == 1);
  CHECK(keys_of(inputs, path) == Paths{"a/b/Events;1", "a/b;1", "a/h1;1", "a/h2;1", "a;1", "h;2"});
  remove_keys(inputs.session(), {path + ":h", path + ":*/h[1]"});
  CHECK(keys_of(inputs, path) == Paths{"a/b/Events;1", "a/b;1", "a/h2;1", "a;1"});
  CHECK(error_of([&] { remove_keys(inputs.session(), {path + ":a"}); }).find("is a directory") != std::string::npos);
  remove_keys(inputs.session(), {path + ":a", path + ":a/h2"}, {.recursive = true});
  CHECK(keys_of(inputs, path).empty());
}

TEST_CASE("keys: directories are made one by one, or with those above") {
  sample::Inputs inputs;
  const std::string path = inputs.path("new.root");
  make_directories(inputs.session(), {path + ":a", path + ":a/b"});
  CHECK(keys_of(inputs, path) == Paths{"a/b;1", "a;1"});
  CHECK(error_of([&] { make_directories(inputs.session(), {path + ":a"}); }).find("already") != std::string::npos);
  CHECK(error_of([&] { make_directories(inputs.session(), {path + ":x/y"}); }).find("no directory") !=
        std::string::npos);
  make_directories(inputs.session(), {path + ":x/y", path + ":a"}, {.parents = true});
  CHECK(keys_of(inputs, path) == Paths{"a/b;1", "a;1", "x/y;1", "x;1"});
}

TEST_CASE("keys: a copy onto or into itself, and what does not exist, change nothing") {
  const auto columns = sample::entries_of(100);
  sample::Inputs inputs;
  inputs.add([&](write::ParallelWriter& writer) { fill(writer, columns, write::Format::ttree); });
  const std::string path = inputs.paths()[0];
  const std::string before = bytes_of(path);
  const auto refused = [&](const Paths& sources, const std::string& to, merge::KeyOptions options = {}) {
    options.recursive = true;
    for (auto* const transfer : {&merge::copy_keys, &merge::move_keys})
      CHECK_THROWS_AS((*transfer)(inputs.session(), sources, to, options), Error);
    CHECK(bytes_of(path) == before);
  };
  refused({path + ":h"}, path + ":h");
  refused({path}, path);
  refused({path + ":a"}, path + ":a/b");
  refused({path + ":a"}, path + ":a");
  refused({path + ":nothing"}, path + ":x");
  refused({path + ":h", path + ":a/h1"}, path + ":x");
  refused({path + ":h"}, path + ":a/h1/x");
  refused({path + ":h"}, path, {.recreate = true});
  refused({inputs.path("missing.root") + ":h"}, path);
  CHECK_FALSE(std::filesystem::exists(inputs.path("missing.root")));
}

TEST_CASE("keys: a damaged source leaves an existing target as it was") {
  const auto columns = sample::entries_of(2000);
  sample::Inputs inputs;
  inputs.add([&](write::ParallelWriter& writer) {
    sample::put_entries(writer, columns, 0, 2000);
    writer.put("h", sample::histogram_of({0.5}));
  });
  inputs.add([](write::ParallelWriter& writer) { writer.put("g", sample::histogram_of({0.5})); });
  const auto source = inputs.session().open(std::filesystem::path(inputs.paths()[0]));
  const file::Key key = source->reader().key("h");
  {
    std::fstream file(inputs.paths()[0], std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(static_cast<std::streamoff>(key.seek + key.key_length + 12));
    file << "damage damage";
  }
  const std::string before = bytes_of(inputs.paths()[1]);
  CHECK_THROWS_AS(copy_keys(inputs.session(), {inputs.paths()[0]}, inputs.paths()[1]), Error);
  CHECK(bytes_of(inputs.paths()[1]) == before);
  CHECK_THROWS_AS(copy_keys(inputs.session(), {inputs.paths()[0]}, inputs.path("new.root")), Error);
  CHECK_FALSE(std::filesystem::exists(inputs.path("new.root")));
}
