#include "ramet/remote/internal/http_source.hpp"

#include <string>
#include <vector>

#include "unit/remote/file_server.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

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

std::string read(const io::ByteSource& source, std::uint64_t offset, std::size_t count) {
  std::string text(count, ' ');
  source.read_at(offset, std::as_writable_bytes(std::span(text)));
  return text;
}

std::shared_ptr<const io::ByteSource> open(const std::string& url, RemoteOptions options = {}) {
  return Opening(std::make_shared<Transfers>(std::move(options)), copies_of(url, {})).finish();
}

}  // namespace

TEST_CASE("http source: opening takes two requests, and the ends of the file are then in memory") {
  const std::string text = text_of(size);
  const FileServer server(text);
  const auto source = open(server.url());
  CHECK(server.requests() == 2);
  CHECK(source->size() == size);
  CHECK(source->name() == server.url());
  CHECK(read(*source, 0, 4096) == text.substr(0, 4096));
  CHECK(read(*source, size - 262'144, 262'144) == text.substr(size - 262'144));
  CHECK(source->view(100, 10).has_value());
  CHECK_FALSE(source->view(100'000, 10).has_value());
  CHECK(source->read_ahead().has_value());
  CHECK(server.requests() == 2);
  CHECK_THROWS_AS(source->view(size, 1), Error);
}

TEST_CASE("http source: small reads are widened and kept, large ones are not") {
  const std::string text = text_of(size);
  const FileServer server(text);
  const auto source = open(server.url());
  for (std::size_t read_number = 0; read_number < 10; ++read_number)
    CHECK(read(*source, 100'000 + read_number * 1000, 1000) == text.substr(100'000 + read_number * 1000, 1000));
  CHECK(server.requests() == 3);
  for (int time = 0; time < 2; ++time) CHECK(read(*source, 500'000, 100'000) == text.substr(500'000, 100'000));
  CHECK(server.requests() == 5);
  CHECK_THROWS_AS(read(*source, size - 1, 2), Error);
}

TEST_CASE("http source: many pieces are joined to few requests, in any order, also those in memory and empty ones") {
  const std::string text = text_of(size);
  const FileServer server(text);
  const auto source = open(server.url());
  std::vector<std::string> parts(40, std::string(1000, ' '));
  std::vector<io::ReadPiece> pieces;
  for (std::size_t part = parts.size(); part-- > 0;)
    pieces.push_back({300'000 + part * 5000, std::as_writable_bytes(std::span(parts[part]))});
  std::string first(10, ' ');
  pieces.push_back({0, std::as_writable_bytes(std::span(first))});
  pieces.push_back({777, {}});
  source->read_pieces(pieces);
  CHECK(first == text.substr(0, 10));
  for (std::size_t part = 0; part < parts.size(); ++part)
    CHECK(parts[part] == text.substr(300'000 + part * 5000, 1000));
  CHECK(server.requests() == 3);
}

TEST_CASE("http source: a large piece is several requests") {
  const std::string text = text_of(size);
  const FileServer server(text);
  RemoteOptions options;
  options.read_ahead.request.most_bytes = 100'000;
  const auto source = open(server.url(), options);
  CHECK(read(*source, 10'000, 1'000'000) == text.substr(10'000, 1'000'000));
  CHECK(server.requests() == 2 + 10);
}

TEST_CASE("http source: pieces past the end are refused") {
  const FileServer server(text_of(3000));
  std::string one(10, ' ');
  CHECK_THROWS_AS(open(server.url())->submit({{3000, std::as_writable_bytes(std::span(one))}}), Error);
}

TEST_CASE("http source: an opening that nobody finishes ends") {
  const FileServer server(text_of(3000), std::chrono::seconds(10));
  const auto transfers = std::make_shared<Transfers>(RemoteOptions{});
  const Opening opening(transfers, copies_of(server.url(), {}));
}

TEST_CASE("http source: a small file is one of which both ends are all") {
  const std::string text = text_of(3000);
  const FileServer server(text);
  const auto source = open(server.url());
  CHECK(source->size() == 3000);
  CHECK(read(*source, 0, 3000) == text);
  CHECK(server.requests() == 2);
}

TEST_CASE("http source: a file that was open before is asked for one byte, and what was looked at is in memory") {
  const std::string text = text_of(size);
  const FileServer server(text);
  const auto transfers = std::make_shared<Transfers>(RemoteOptions{});
  const auto open_once_more = [&] { return Opening(transfers, copies_of(server.url(), {})).finish(); };
  auto source = open_once_more();
  CHECK(source->view(0, 512).has_value());
  CHECK(source->view(size - 5000, 1000).has_value());
  const auto beside = open_once_more();  // while it is open, all of its ends are shared
  CHECK(beside->view(0, 65'536).has_value());
  CHECK(server.requests() == 3);
  source.reset();
  CHECK(transfers->known().byte_count() == 0);
  CHECK(beside->view(0, 65'536).has_value());
  CHECK(server.requests() == 3);
}

TEST_CASE("http source: of a file that was closed, only what was looked at is kept") {
  const std::string text = text_of(size);
  const FileServer server(text);
  const auto transfers = std::make_shared<Transfers>(RemoteOptions{});
  const auto look = [&](const io::ByteSource& source) {
    CHECK(source.view(0, 512).has_value());
    CHECK(read(source, size - 5000, 1000) == text.substr(size - 5000, 1000));
  };
  look(*Opening(transfers, copies_of(server.url(), {})).finish());
  CHECK(transfers->known().byte_count() < 10'000);
  const auto source = Opening(transfers, copies_of(server.url(), {})).finish();
  look(*source);
  CHECK(server.requests() == 3);
  CHECK_FALSE(source->view(30'000, 10).has_value());
  CHECK(read(*source, 30'000, 1000) == text.substr(30'000, 1000));
  CHECK(server.requests() == 4);
}

TEST_CASE("http source: a file that was open before and is another one now is opened anew") {
  const std::string text = text_of(size);
  FileServer server(text);
  const auto transfers = std::make_shared<Transfers>(RemoteOptions{});
  CHECK(Opening(transfers, copies_of(server.url(), {})).finish()->view(0, 512).has_value());
  server.change();
  const auto source = Opening(transfers, copies_of(server.url(), {})).finish();
  CHECK(server.requests() == 5);
  CHECK(read(*source, 100'000, 1000) == text.substr(100'000, 1000));
}

TEST_CASE("http source: a bookmark opens the file again without a request, as long as that one is known") {
  const std::string text = text_of(size);
  FileServer server(text);
  const auto transfers = std::make_shared<Transfers>(RemoteOptions{});
  const auto open_here = [&] { return Opening(transfers, copies_of(server.url(), {})).finish(); };
  const auto first = io::bookmark_of(*open_here());
  REQUIRE(first != nullptr);
  CHECK(first->is_known());
  const auto again = first->open();
  REQUIRE(again != nullptr);
  CHECK(again->size() == size);
  CHECK(server.requests() == 2);
  server.change();
  CHECK_THROWS_AS(read(*again, 100'000, 1000), Error);
  CHECK(read(*open_here(), 100'000, 1000) == text.substr(100'000, 1000));
  CHECK_FALSE(first->is_known());
  CHECK(first->open() == nullptr);
}

TEST_CASE("http source: files beside it are found by their names, and others are refused") {
  const FileServer server(text_of(3000));
  const auto source = open(server.url());
  CHECK(source->open_beside("b.root")->name() == server.url().substr(0, server.url().rfind('/')) + "/b.root");
  CHECK_THROWS_AS(source->open_beside("../b.root"), Error);
}

TEST_CASE("http source: the gap that is read along is what comes while one of many requests is answered") {
  const RemoteOptions options{.most_parallel = 64};
  const std::uint64_t least = options.read_ahead.request.largest_gap;
  CHECK(gap_worth_reading({}, options) == least);
  io::TrafficCounts seen{.bytes = 100'000'000, .round_trip = 0.1, .transfer_seconds = 0.5};  // 200 MB/s
  CHECK(gap_worth_reading(seen, options) == 312'500);
  seen.round_trip = 0.001;
  CHECK(gap_worth_reading(seen, options) == least);
  seen.round_trip = 10;
  CHECK(gap_worth_reading(seen, options) == 1U << 20U);
  seen.bytes = 1000;  // too few to say something
  CHECK(gap_worth_reading(seen, options) == least);
}
