#include "ramet/write/internal/key_name.hpp"

#include <functional>
#include <vector>

#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

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
      [&](const std::string& name) { writer->add_table(schema_called(name), {.format = Format::rntuple}, "a/b"); },
  };
  for (const auto& make : makers) {
    CHECK(error_of([&] { make(""); }) == "misuse: the name is empty");
    CHECK(error_of([&] { make("a;1"); }) == "misuse: name 'a;1' contains ';', after which readers expect a cycle");
    CHECK(error_of([&] { make(";"); }) == "misuse: name ';' contains ';', after which readers expect a cycle");
    CHECK(error_of([&] { make("a/b"); }) ==
          "misuse: name 'a/b' contains '/', after which readers expect a key in a directory");
    CHECK(error_of([&] { make("/"); }).starts_with("misuse: name '/'"));
  }
  const std::vector<std::function<void()>> paths = {
      [&] { writer->make_directory("a/b;1"); },
      [&] { writer->add_table(schema_called("Events"), {}, "a/b;1"); },
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
