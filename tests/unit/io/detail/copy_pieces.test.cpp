#include "ramet/io/detail/copy_pieces.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "unit/io/bytes_of.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using io::CopyPiece;

namespace {

/// Counts its requests. Threads: one thread.
class CountingSource final : public io::ByteSource {
 public:
  explicit CountingSource(std::string text) : inner_(io::source_of(buffer_of(text), "counting")) {}
  const std::string& name() const noexcept override { return inner_->name(); }
  std::uint64_t size() const noexcept override { return inner_->size(); }
  void read_at(std::uint64_t offset, std::span<std::byte> into) const override {
    requests.push_back({offset, into.size()});
    inner_->read_at(offset, into);
  }
  mutable std::vector<io::Extent> requests;

 private:
  std::shared_ptr<const io::ByteSource> inner_;
};

std::string text_in(const io::MemorySink& sink) { return text_of(sink.contents().span()); }

constexpr auto leave = [](std::size_t, std::uint64_t, std::span<std::byte>) {};

constexpr auto end_with_dot = [](std::size_t, std::uint64_t, std::span<std::byte> bytes) {
  bytes.back() = std::byte{'.'};
};

}  // namespace

TEST_CASE("copy pieces: pieces are adjacent in the sink, with room after those that need it") {
  const CountingSource first("0123456789"), second("abcdefghij");
  const std::vector<CopyPiece> pieces{{&first, {2, 3}, 1}, {&second, {0, 4}, 1}, {nullptr, {}, 2}, {&first, {9, 1}, 0}};
  CHECK(io::size_of(pieces) == 12);
  for (const std::uint64_t window : {1, 5, 7, 100}) {
    CAPTURE(window);
    io::MemorySink sink;
    std::vector<std::uint64_t> places;
    io::copy_pieces(
        pieces, sink, 2,
        [&](std::size_t piece, std::uint64_t place, std::span<std::byte> bytes) {
          places.push_back(place);
          if (piece < 3) std::ranges::fill(bytes.last(piece == 2 ? 2 : 1), std::byte{'.'});
        },
        window);
    CHECK(text_in(sink).substr(2) == "234.abcd...9");
    CHECK(places == std::vector<std::uint64_t>{2, 6, 11, 13});
  }
}

TEST_CASE("copy pieces: neighbours in a window are read together") {
  const CountingSource source("0123456789");
  const std::vector<CopyPiece> pieces{{&source, {0, 2}}, {&source, {2, 2}}, {&source, {4, 2}}, {&source, {8, 2}}};
  io::MemorySink sink;
  io::copy_pieces(pieces, sink, 0, leave);
  CHECK(source.requests == std::vector<io::Extent>{{0, 6}, {8, 2}});
  source.requests.clear();
  io::copy_pieces(pieces, sink, 0, leave, 4);
  CHECK(source.requests == std::vector<io::Extent>{{0, 4}, {4, 2}, {8, 2}});
  CHECK(text_in(sink) == "01234589");
}

TEST_CASE("copy pieces: one that reaches past the end of its source is refused before anything of its window is read") {
  const CountingSource source("0123456789");
  io::MemorySink sink;
  const std::vector<CopyPiece> pieces{{&source, {0, 5}}, {&source, {5, std::uint64_t{1} << 40}}};
  CHECK_THROWS_AS(io::copy_pieces(pieces, sink, 0, leave, ~std::uint64_t{0}), Error);
  CHECK(source.requests.empty());
  CHECK(text_in(sink).empty());
}

TEST_CASE("copy pieces: an error of a patch ends the copy, and no pieces copy nothing") {
  const CountingSource source("0123456789");
  io::MemorySink sink;
  const std::vector<CopyPiece> pieces{{&source, {0, 5}, 1}};
  CHECK_THROWS_AS(io::copy_pieces(pieces, sink, 0,
                                  [](std::size_t, std::uint64_t, std::span<std::byte>) {
                                    detail::fail(ErrorKind::corrupt, "not this one");
                                  }),
                  Error);
  CHECK(text_in(sink).empty());
  io::copy_pieces({}, sink, 0, end_with_dot);
  CHECK(text_in(sink).empty());
  io::copy_pieces(pieces, sink, 0, end_with_dot);
  CHECK(text_in(sink) == "01234.");
}
