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
