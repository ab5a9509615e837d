#include "unit/file/sample_file.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/file/file_reader.hpp"

using namespace ramet;
using namespace ramet::file;

namespace {

std::shared_ptr<const FileReader> sample_reader() {
  const auto disk = sample::empty_disk("run7.root");
  const auto writer = FileWriter::create(std::make_unique<sample::SharedSink>(disk));
  sample::put(*writer, {0}, "events", "1");
  sample::put(*writer, {0}, "events", "2");
  sample::put(*writer, {0}, "a;7", "odd name");
  sample::put(*writer, {0}, "a/b", "slash in a name");
  sample::put(*writer, writer->directory("dir/sub"), "inner", "in");
  sample::put(*writer, writer->directory("dir"), "sub/shadow", "slash in a name in a directory");
  writer->close();
  return sample::open(disk);
}

std::string title_at(const FileReader& reader, std::string_view path) {
  return sample::title_of(reader.read_record(reader.key(path)));
}

}  // namespace

TEST_CASE("path: paths of names, cycles and directories find their keys; slashes around a path are ignored") {
  const auto reader = sample_reader();
  CHECK(title_at(*reader, "events") == "2");
  CHECK(title_at(*reader, "events;1") == "1");
  CHECK(title_at(*reader, "dir/sub/inner") == "in");
  CHECK(title_at(*reader, "/dir;1/sub;1/inner;1/") == "in");
  CHECK(reader->key("dir/sub").is_directory());
  CHECK(reader->directory("dir/sub").path == "dir/sub");
  CHECK(reader->directory("").path.empty());
  CHECK(reader->directory("/dir/").keys.size() == 2);
}

TEST_CASE("path: names with slashes and semicolons can be reached as they are written") {
  const auto reader = sample_reader();
  CHECK(title_at(*reader, "a;7") == "odd name");
  CHECK(title_at(*reader, "a;7;1") == "odd name");
  CHECK(title_at(*reader, "a/b") == "slash in a name");
  CHECK(title_at(*reader, "dir/sub/shadow") == "slash in a name in a directory");
}

TEST_CASE("path: the message about a missing path has the missing part and similar names") {
  const auto reader = sample_reader();
  const auto message = [&](std::string_view path) -> std::string {
    try {
      reader->key(path);
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::not_found);
      return error.what();
    }
    return "found";
  };
  CHECK(message("event") == "file 'run7.root': no key 'event'; did you mean 'events'?");
  CHECK(message("event;1") == "file 'run7.root': no key 'event'; did you mean 'events'?");
  CHECK(message("events;3") == "file 'run7.root': no cycle 3 of 'events': it has 2, 1");
  CHECK(message("dri/sub/inner") == "file 'run7.root': no key 'dri'; did you mean 'dir'?");
  CHECK(message("dir/sub/iner") == "file 'run7.root': no key 'iner' in directory 'dir/sub'; did you mean 'inner'?");
  CHECK(message("events/x") == "file 'run7.root': 'events' is a TNamed, not a directory, so there is no 'events/x'");
}

TEST_CASE("path: objects are not found as directories") {
  const auto reader = sample_reader();
  CHECK_THROWS_WITH_AS(reader->directory("events"), "file 'run7.root': 'events' is a TNamed, not a directory", Error);
  CHECK_THROWS_AS(reader->directory("nowhere"), Error);
  CHECK_THROWS_AS(reader->read_directory(reader->root(), reader->key("events")), Error);
}

TEST_CASE("path: every key is visited once, a directory's before those of the directories in it") {
  const auto reader = sample_reader();
  std::vector<std::string> visited;
  reader->for_each_key(
      [&](const Directory& directory, const Key& key) { visited.push_back(directory.path + ":" + key.name); });
  CHECK(visited == std::vector<std::string>{":events", ":events", ":a;7", ":a/b", ":dir", "dir:sub", "dir:sub/shadow",
                                            "dir/sub:inner"});
}

TEST_CASE("path: the keys below a directory are in stored order, with paths from there") {
  const auto reader = sample_reader();
  const auto paths_below = [&](std::string_view path) {
    std::vector<std::string> paths;
    for (const PlacedKey& placed : reader->keys_below(path)) paths.push_back(placed.path);
    return paths;
  };
  CHECK(paths_below("") == std::vector<std::string>{"events", "events", "a;7", "a/b", "dir", "dir/sub", "dir/sub/inner",
                                                    "dir/sub/shadow"});
  CHECK(paths_below("dir/") == std::vector<std::string>{"sub", "sub/inner", "sub/shadow"});
  CHECK_THROWS_AS(paths_below("events"), Error);
}

TEST_CASE("path: a directory inside itself is corrupt, and walks end") {
  const auto disk = sample::empty_disk();
  const auto writer = FileWriter::create(std::make_unique<sample::SharedSink>(disk));
  const auto inner = writer->directory("outer/inner");
  writer->close();
  const auto before = sample::open(disk);
  const Directory outer = before->directory("outer");
  // Let the key list of `inner`, which is empty, be that of `outer`.
  DirectoryHead looped = before->directory("outer/inner");
  looped.seek_keys = outer.seek_keys;
  looped.keys_size = outer.keys_size;
  bytes::ByteWriter body;
  write_directory_head(body, looped);
  disk->write_at(writer->seek_of(inner) + looped.name_size, body.span());

  const auto reader = sample::open(disk);
  CHECK_THROWS_WITH_AS(reader->for_each_key([](const Directory&, const Key&) {}),
                       doctest::Contains("which occurs elsewhere too"), Error);
  CHECK_THROWS_WITH_AS(reader->keys_below(""), doctest::Contains("which occurs elsewhere too"), Error);
  CHECK(reader->directory("outer/inner/inner/inner").path == "outer/inner/inner/inner");
}
