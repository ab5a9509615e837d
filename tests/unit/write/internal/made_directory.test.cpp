#include "ramet/write/internal/made_directory.hpp"

#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using write::internal::MadeDirectory;

namespace {

std::vector<std::string> names_in(const file::FileWriter& file, std::string_view path) {
  std::vector<std::string> names;
  for (const file::Key& key : file.keys(file.find_directory(path).value())) names.push_back(key.name);
  return names;
}

}  // namespace

TEST_CASE("made directory: directories stay if kept, and are removed otherwise") {
  const auto disk = sample::empty_disk();
  const auto file = file::FileWriter::create(std::make_unique<sample::SharedSink>(disk));
  {
    MadeDirectory made(*file, "a/b");
    CHECK(made.number().number == file->find_directory("a/b")->number);
    made.keep();
  }
  CHECK(names_in(*file, "a") == std::vector<std::string>{"b"});
  {
    const MadeDirectory made(*file, "/a/b/c/d/");
  }
  CHECK(names_in(*file, "a/b").empty());
  {
    const MadeDirectory made(*file, "e//f");
  }
  CHECK(names_in(*file, "") == std::vector<std::string>{"a"});
  {
    const MadeDirectory made(*file, "a/b");
  }
  CHECK(names_in(*file, "a") == std::vector<std::string>{"b"});
  file->close();
}

TEST_CASE("made directory: only empty and unused directories are removed") {
  const auto disk = sample::empty_disk();
  const auto file = file::FileWriter::create(std::make_unique<sample::SharedSink>(disk));
  file->directory("a/b/c/d");
  const auto always = [](file::DirectoryNumber) { return true; };
  write::internal::remove_empty(*file, "a/b/c/d", "", always);
  CHECK(file->find_directory("a/b/c/d"));
  write::internal::remove_empty(*file, "a/b/c/d", "a/b", always);
  CHECK(file->find_directory("a"));
  CHECK_FALSE(file->find_directory("a/b"));
  const auto kept = file->directory("a/b/c");
  file->directory("a/b/c/d");
  write::internal::remove_empty(*file, "a/b/c/d", "a", [&](auto it) { return it.number != kept.number; });
  CHECK(names_in(*file, "a/b") == std::vector<std::string>{"c"});
  CHECK(names_in(*file, "a/b/c").empty());
  file->put(file->directory("a/b"), "TNamed", "note", "", sample::named("x", "y").span());
  write::internal::remove_empty(*file, "a/b/c", "a", always);
  CHECK(names_in(*file, "a/b") == std::vector<std::string>{"note"});
  file->close();
}

TEST_CASE("made directory: a path through an object makes nothing") {
  const auto disk = sample::empty_disk();
  const auto file = file::FileWriter::create(std::make_unique<sample::SharedSink>(disk));
  const file::DirectoryNumber above = file->directory("a");
  file->put(above, "TNamed", "note", "", sample::named("x", "y").span());
  CHECK(sample::error_of([&] { const MadeDirectory made(*file, "a/note/c"); }).starts_with("misuse: 'note'"));
  CHECK(sample::error_of([&] { const MadeDirectory made(*file, "new/x"); }) == "none");
  CHECK(names_in(*file, "") == std::vector<std::string>{"a"});
  CHECK(names_in(*file, "a") == std::vector<std::string>{"note"});
  file->close();
}
