#include "ramet/remote/internal/parts/part_reader.hpp"

#include <string>

#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::remote::internal;

namespace {

/// What a reader makes of a body that comes in pieces of one size.
struct Read {
  Read(const std::string& body, std::size_t piece) : reader("rim") {
    const auto begin = [&](const ContentRange& range) {
      text += "[" + std::to_string(*range.first) + "]";
      return true;
    };
    const auto take = [&](std::span<const std::byte> bytes) {
      text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
      return true;
    };
    for (std::size_t at = 0; at < body.size() && is_sound; at += piece)
      is_sound =
          reader.read(std::as_bytes(std::span(body).subspan(at, std::min(piece, body.size() - at))), {begin, take});
  }

  PartReader reader;
  std::string text;
  bool is_sound = true;
};

const std::string body =
    "\r\n--rim\r\nContent-Type: a/b\r\ncontent-range: bytes 3-6/90\r\n\r\n\n--r"
    "\r\n--rim\r\nContent-Range: bytes 10-10/90\r\n\r\nx\r\n--rim--\r\nanything";

}  // namespace

TEST_CASE("part reader: parts are found, however the body is cut, and their bytes are not looked at") {
  for (std::size_t piece = 1; piece <= body.size(); ++piece) {
    CAPTURE(piece);
    const Read read(body, piece);
    CHECK(read.is_sound);
    CHECK(read.text == "[3]\n--r[10]x");
    CHECK(read.reader.is_over());
  }
}

TEST_CASE("part reader: a body that ends early is sound, but not over") {
  for (std::size_t size = 0; size < body.find("--rim--") + 7; ++size) {
    const Read read(body.substr(0, size), 7);
    CHECK(read.is_sound);
    CHECK_FALSE(read.reader.is_over());
  }
}

TEST_CASE("part reader: other bodies are refused") {
  CHECK_FALSE(Read("<html>\r\n", 4).is_sound);
  CHECK_FALSE(Read("--rim\r\nContent-Type: a/b\r\n\r\nabc", 4).is_sound);
  CHECK_FALSE(Read("--rim\r\nContent-Range: bytes */90\r\n\r\nabc", 4).is_sound);
  CHECK_FALSE(Read(std::string(10'000, 'a'), 100).is_sound);
}
