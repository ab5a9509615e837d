#include "ramet/remote/internal/cache/cached_source.hpp"

#include <string>
#include <vector>

#include "temporary_folder.hpp"
#include "unit/remote/file_server.hpp"
#include <doctest/doctest.h>

#include "ramet/remote/internal/http_source.hpp"

using namespace ramet;
using namespace ramet::remote;
using namespace ramet::remote::internal;

namespace {

constexpr std::size_t size = 2'000'000;

std::string text_of(std::size_t count) {
  std::string text(count, ' ');
  for (std::size_t place = 0; place < count; ++place) text[place] = static_cast<char>(place * 2654435761U >> 24U);
  return text;
}

std::shared_ptr<const io::ByteSource> cached(const FileServer& server, const std::filesystem::path& folder,
                                             const std::string& identity = "1") {
  auto source = Opening(std::make_shared<Transfers>(RemoteOptions{}), copies_of(server.url(), {})).finish();
  return std::make_shared<const CachedSource>(std::move(source), std::make_shared<DiskCache>(folder, 1 << 30),
                                              identity);
}

std::string read(const io::ByteSource& source, std::uint64_t offset, std::size_t count) {
  std::string text(count, ' ');
  source.read_at(offset, std::as_writable_bytes(std::span(text)));
  return text;
}

/// The bytes of pieces that are submitted together.
std::vector<std::string> submitted(const io::ByteSource& source, const std::vector<std::size_t>& offsets,
                                   std::size_t count) {
  std::vector<std::string> texts(offsets.size(), std::string(count, ' '));
  std::vector<io::ReadPiece> pieces;
  for (std::size_t piece = 0; piece < offsets.size(); ++piece)
    pieces.push_back({offsets[piece], std::as_writable_bytes(std::span(texts[piece]))});
  const auto transfer = source.submit(pieces);
  for (std::size_t piece = offsets.size(); piece-- > 0;) {
    transfer->wait(piece, {});
    transfer->wait(piece, {});
  }
  return texts;
}

}  // namespace

TEST_CASE("cached source: what was fetched once is not fetched again") {
  const TemporaryFolder folder;
  const std::string text = text_of(size);
  const FileServer server(text);
  const std::vector<std::size_t> offsets = {400'000, 800'000, 1'200'000};
  for (int time = 0; time < 3; ++time) {
    const auto source = cached(server, folder / "cache");
    CHECK(source->size() == size);
    CHECK(source->name() == server.url());
    CHECK(source->read_ahead().has_value());
    const int before = server.requests();
    const auto texts = submitted(*source, offsets, 100'000);
    for (std::size_t piece = 0; piece < offsets.size(); ++piece)
      CHECK(texts[piece] == text.substr(offsets[piece], 100'000));
    CHECK(read(*source, 500'000, 50'000) == text.substr(500'000, 50'000));
    CHECK(read(*source, 100, 1000) == text.substr(100, 1000));
    std::string some(20'000, ' ');
    const io::ReadPiece pieces[] = {{410'000, std::as_writable_bytes(std::span(some))}};
    source->read_pieces(pieces);
    CHECK(some == text.substr(410'000, 20'000));
    CHECK(server.requests() - before == (time == 0 ? 4 : 0));
  }
  const auto changed = cached(server, folder / "cache", "2");
  const int before = server.requests();
  CHECK(submitted(*changed, {400'000}, 100'000).front() == text.substr(400'000, 100'000));
  CHECK(server.requests() == before + 1);
}

TEST_CASE("cached source: bytes that vanish from the cache are fetched") {
  const TemporaryFolder folder;
  const std::string text = text_of(size);
  const FileServer server(text);
  submitted(*cached(server, folder / "cache"), {400'000}, 100'000);
  const auto source = cached(server, folder / "cache");
  std::filesystem::remove_all(folder / "cache");
  CHECK(submitted(*source, {400'000, 900'000}, 100'000) ==
        std::vector{text.substr(400'000, 100'000), text.substr(900'000, 100'000)});
  const auto again = cached(server, folder / "cache");
  const int before = server.requests();
  CHECK(submitted(*again, {400'000}, 100'000).front() == text.substr(400'000, 100'000));
  CHECK(server.requests() == before);
}
