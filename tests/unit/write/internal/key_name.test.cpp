#include "ramet/write/internal/key_name.hpp"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>
#include <fmt/format.h>

using namespace ramet;
using namespace ramet::write;
using sample::error_of;

TEST_CASE("key name: trees, ntuples, objects and directories have the same rule") {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  const auto schema_called = [](std::string name) {
    table::Schema schema = sample::counting_schema();
    schema.name = std::move(name);
    return schema;
  };
  const std::vector<std::function<void(const std::string&)>> makers = {
      [&](const std::string& name) { writer->add_table(schema_called(name)); },
      [&](const std::string& name) { writer->add_table(schema_called("c/d/" + name), {.format = Format::rntuple}); },
  };
  for (const auto& make : makers) {
    CHECK(error_of([&] { make(""); }) == "misuse: the name is empty");
    CHECK(error_of([&] { make("a;1"); }) == "misuse: name 'a;1' contains ';', after which readers expect a cycle");
    CHECK(error_of([&] { make(";"); }) == "misuse: name ';' contains ';', after which readers expect a cycle");
    CHECK(error_of([&] { make("/"); }) == "misuse: the name is empty");
  }
  const std::vector<std::function<void()>> paths = {
      [&] { writer->make_directory("a/b;1"); },
      [&] { writer->add_table(schema_called("a/b;1/Events")); },
      [&] { writer->put("a/b;1/x", "text"); },
      [&] { writer->put("b;1", "text"); },
  };
  for (const auto& make : paths)
    CHECK(error_of(make) == "misuse: name 'b;1' contains ';', after which readers expect a cycle");
  for (const char* path : {"", "/", "a/b/"})
    CHECK(error_of([&] { writer->put(path, "text"); }) == "misuse: the name is empty");
  CHECK(writer->keys().empty());
  for (const std::string name : {"a b", "a.b", "ä", "x:y", "[0]"}) CHECK_NOTHROW(makers[0](name));
  writer->make_directory("//some//directory/");
  writer->make_directory("");
}

TEST_CASE("key name: keys can be added to an existing directory with a forbidden name") {
  const auto disk = sample::empty_disk();
  {
    const auto file = file::FileWriter::create(std::make_unique<sample::SharedSink>(disk), {});
    file->directory("odd;1");
    CHECK_NOTHROW(internal::require_directory_names(*file, "odd;1"));
    CHECK_THROWS_AS(internal::require_directory_names(*file, "odd;1/new;1"), Error);
    file->close();
  }
}

TEST_CASE("key name: a path names a directory, a name and a cycle; of names that exist the longest is taken") {
  const auto disk = sample::empty_disk();
  const auto file = file::FileWriter::create(std::make_unique<sample::SharedSink>(disk), {});
  const std::span<const std::byte> nothing;
  for (const char* name : {"x", "x", "x;1", "a/x", "a/x;2"}) file->put({0}, "TObjString", name, "", nothing);
  for (const char* name : {"x", "y"}) file->put(file->directory("a/b"), "TObjString", name, "", nothing);
  file->put(file->directory("a"), "TObjString", "z", "", nothing);
  const auto split = [&](std::string_view path) {
    const internal::KeyPlace place = internal::split_path(*file, path);
    return fmt::format("{}|{}|{}", place.directory, place.name, place.cycle.value_or(0));
  };
  CHECK(split("x") == "|x|0");
  CHECK(split("x;1") == "|x;1|0");
  CHECK(split("x;2") == "|x|2");
  CHECK(split("/x;2/") == "|x|2");
  CHECK(split("a/x") == "|a/x|0");
  CHECK(split("a/x;1") == "|a/x|1");
  CHECK(split("a/x;2") == "|a/x;2|0");
  CHECK(split("a/z;1") == "a|z|1");
  CHECK(split("a/b/y") == "a/b|y|0");
  CHECK(split("a/b") == "a|b|0");
  CHECK(split("a/b/no;3") == "a/b|no|3");
  CHECK(split("no/no;0") == "no|no;0|0");
  CHECK(split("") == "||0");
  file->close();
}
