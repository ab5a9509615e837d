#include "ramet/remote/internal/http_transfer.hpp"

#include <string>
#include <vector>

#include "unit/remote/file_server.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::remote;
using namespace ramet::remote::internal;

namespace {

std::string text_of(std::size_t count) {
  std::string text(count, ' ');
  for (std::size_t place = 0; place < count; ++place) text[place] = static_cast<char>('a' + place % 23);
  return text;
}

std::span<std::byte> bytes_of(std::string& text) { return std::as_writable_bytes(std::span(text)); }

}  // namespace

TEST_CASE("http transfer: pieces are requests of limited size, and are waited for one by one") {
  const std::string text = text_of(1000);
  const FileServer server(text);
  const auto transfers = std::make_shared<Transfers>(RemoteOptions{});
  const auto file = std::make_shared<RemoteFile>(copies_of(server.url(), {}));
  std::string one(250, ' '), two(100, ' ');
  const std::vector<io::ReadPiece> pieces = {{10, bytes_of(one)}, {0, {}}, {700, bytes_of(two)}};
  HttpTransfer transfer(transfers, file, pieces, 100);
  transfer.wait(2, {});
  CHECK(two == text.substr(700, 100));
  transfer.wait(1, {});
  transfer.wait(0, {});
  CHECK(one == text.substr(10, 250));
  CHECK(server.requests() == 4);
  transfer.cancel();
  transfer.wait(0, {});
}

TEST_CASE("http transfer: what was cancelled says so, and nothing is written after its end") {
  const FileServer server(text_of(1000), std::chrono::seconds(10));
  const auto transfers = std::make_shared<Transfers>(RemoteOptions{});
  const auto file = std::make_shared<RemoteFile>(copies_of(server.url(), {}));
  std::string one(250, ' ');
  const std::vector<io::ReadPiece> pieces = {{10, bytes_of(one)}};
  {
    HttpTransfer transfer(transfers, file, pieces, 100);
    transfer.cancel();
    CHECK_THROWS_WITH_AS(transfer.wait(0, {}), "stopped on request", Error);
  }
  const HttpTransfer dropped(transfers, file, pieces, 100);
}
