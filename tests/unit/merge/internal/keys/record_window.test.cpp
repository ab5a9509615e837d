#include "ramet/merge/internal/keys/record_window.hpp"

#include <array>
#include <cstring>

#include <doctest/doctest.h>

using namespace ramet;
using merge::internal::RecordWindow;

namespace {

std::shared_ptr<const io::ByteSource> letters() {
  bytes::Buffer contents(26);
  for (std::size_t letter = 0; letter < contents.size(); ++letter)
    contents.data()[letter] = static_cast<std::byte>('a' + letter);
  return io::source_of(std::move(contents), "letters");
}

std::string read(const io::ByteSource& source, std::uint64_t offset, std::size_t size) {
  std::string text(size, ' ');
  source.read_at(offset, std::as_writable_bytes(std::span(text)));
  return text;
}

}  // namespace

TEST_CASE("record_window: what is in the window and what is not is read as from the file") {
  const auto file = letters();
  const RecordWindow window(*file, {5, 10});
  CHECK(window.name() == "letters");
  CHECK(window.size() == 26);
  for (std::uint64_t offset = 0; offset < 26; ++offset)
    for (std::size_t size = 0; size <= 26 - offset; ++size)
      CHECK(read(window, offset, size) == read(*file, offset, size));
  CHECK_THROWS_AS(read(window, 20, 7), Error);
  CHECK_THROWS_AS(RecordWindow(*file, {20, 7}), Error);
}

TEST_CASE("record_window: only what is in the window has a view of it") {
  const auto file = letters();
  const RecordWindow window(*file, {5, 10});
  const auto view = window.view(6, 9);
  REQUIRE(view);
  CHECK(std::memcmp(view->data(), "ghijklmno", 9) == 0);
}
