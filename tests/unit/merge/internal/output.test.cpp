#include "ramet/merge/internal/output.hpp"

#include "fault/faulty_io.hpp"
#include "unit/file/sample_file.hpp"
#include <doctest/doctest.h>

using namespace ramet;

namespace {

/// Fails from the third write on.
class FullSink final : public sample::SharedSink {
 public:
  using SharedSink::SharedSink;
  void write_at(std::uint64_t offset, std::span<const std::byte> bytes) override {
    if (++writes_ > 2) throw Error(ErrorKind::io, "full");
    SharedSink::write_at(offset, bytes);
  }

 private:
  int writes_ = 0;
};

}  // namespace

TEST_CASE("merge output: the file has the name of the finished one, and directories are made once") {
  const auto disk = std::make_shared<io::MemorySink>("part");
  merge::internal::Output output(std::make_unique<sample::SharedSink>(disk), "folder/merged.root", {});
  CHECK(output.file().name() == "folder/merged.root");
  CHECK(output.directory("a/b").number == output.directory("a/b").number);
  CHECK(output.directory("").number == 0);
  CHECK_FALSE(output.has_failed());
}

TEST_CASE("merge output: remembers that it could not be written") {
  const auto disk = std::make_shared<io::MemorySink>("part");
  merge::internal::Output output(std::make_unique<FullSink>(disk), "merged.root", {});
  CHECK_THROWS_AS(
      {
        output.directory("a/b/c/d");
        output.file().close();
      },
      Error);
  CHECK(output.has_failed());
}

TEST_CASE("merge output: what is put replaces what the file has of the name and class, if it is its own input") {
  const auto disk = std::make_shared<io::MemorySink>("part");
  {
    merge::internal::Output output(std::make_unique<sample::SharedSink>(disk), "merged.root", {});
    CHECK_FALSE(output.is_own(0));
    for (int cycle = 0; cycle < 2; ++cycle) sample::put(output.file(), {0}, "name", "a title");
    output.make_room("", output.file().keys({0}).front().class_name, "name");  // it has no own input
    CHECK(output.file().keys({0}).size() == 2);
    output.file().close();
  }
  const auto reader = file::FileReader::open(io::source_of(disk->contents()));
  merge::internal::Output output(std::make_unique<sample::SharedSink>(disk), *reader, {});
  output.set_own_input(3);
  CHECK(output.is_own(3));
  CHECK_FALSE(output.is_own(0));
  output.make_room("", "TOther", "name");
  output.make_room("nowhere", "TOther", "name");
  CHECK(output.file().keys({0}).size() == 2);
  output.make_room("", reader->root().keys.front().class_name, "name");
  CHECK(output.file().keys({0}).empty());
}
