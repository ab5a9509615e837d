// Answers of servers to requests for bytes of a file. Input: | which bytes are wanted, 1 byte | answers |, and an
// answer is | lines of its head, each with its end; an empty one at its end | body, to the next zero byte |.

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "fuzz_target.hpp"

#include "ramet/core/error.hpp"
#include "ramet/remote/internal/fetch.hpp"

using namespace ramet;
using namespace ramet::remote;
using namespace ramet::remote::internal;

namespace {

constexpr std::size_t memory_size = 64, most_answers = 32;
constexpr std::uint64_t offset = 100;

/// What is left of the input. Threads: one thread.
struct Input {
  std::string_view text;

  std::string_view take_to(char end, bool with_end) {
    const std::size_t place = text.find(end);
    const std::size_t size = place == std::string_view::npos ? text.size() : place + (with_end ? 1 : 0);
    const std::string_view taken = text.substr(0, size);
    text.remove_prefix(place == std::string_view::npos ? size : place + 1);
    return taken;
  }
};

Next answer(Fetch& fetch, Input& input) {
  const TryEnd cut{.trouble = Trouble::broken, .reason = "the fetch ended it", .asked = {}};
  fetch.begin_try();
  static_cast<void>(fetch.range());
  for (bool is_head = true; is_head && !input.text.empty();) {
    const std::string_view line = input.take_to('\n', true);
    is_head = line.find_first_not_of("\r\n") != std::string_view::npos;
    if (!fetch.take_line(line)) return fetch.end_try(cut, 0);
  }
  const std::string_view body = input.take_to('\0', false);
  if (!body.empty() && !fetch.take(std::as_bytes(std::span(body)))) return fetch.end_try(cut, 0);
  return fetch.end_try({}, 0.5);
}

void require_sound(const Fetch& fetch, Part part, const Next& next) {
  fuzz::require(fetch.got() <= memory_size, "no more than is wanted was taken");
  if (next.step == Next::Step::done) {
    fuzz::require(!fetch.failure(), "what is done did not fail");
    fuzz::require(part != Part::range || (fetch.got() == memory_size && fetch.offset() == offset), "all is there");
  }
  if (next.step != Next::Step::failed) return;
  const ErrorKind kind = fetch.failure()->kind();
  fuzz::require(kind == ErrorKind::io || kind == ErrorKind::file_missing || kind == ErrorKind::unsupported,
                "a failure is one of the server's");
}

}  // namespace

void fuzz::try_on(std::span<const std::byte> bytes) {
  if (bytes.empty()) return;
  constexpr Part parts[] = {Part::range, Part::ends, Part::tail, Part::whole};
  const auto choice = static_cast<std::size_t>(bytes.front());
  const Part part = parts[choice % 4];
  Input input{{reinterpret_cast<const char*>(bytes.data()) + 1, bytes.size() - 1}};
  const RemoteOptions options{.retries = 3};
  const auto file = std::make_shared<RemoteFile>(
      copies_of(choice & 4U ? "https://one/a.root|https://two/a.root" : "https://one/a.root", {}));
  std::vector<std::byte> memory(memory_size);
  Fetch fetch(file, {.part = part, .offset = part == Part::range ? offset : 0, .into = memory}, options);
  Next next{.step = Next::Step::again};
  for (std::size_t count = 0; count < most_answers && next.step == Next::Step::again && !input.text.empty(); ++count) {
    if ((choice & 8U) != 0 && count == 1 && fetch.can_be_hedged()) {
      bytes::Buffer other;
      const auto hedge = fetch.hedge(other);
      if (answer(*hedge, input).step == Next::Step::done && fetch.take_over(*hedge)) next.step = Next::Step::done;
    } else {
      next = answer(fetch, input);
    }
    require_sound(fetch, part, next);
  }
}

std::vector<fuzz::Bytes> fuzz::seeds() {
  using namespace std::string_view_literals;
  std::vector<fuzz::Bytes> all;
  for (
      const std::string_view text : {
          "\x00HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 100-163/5000\r\nContent-Length: 64\r\nETag: "
          "\"a\"\r\n\r\n"
          "0123456789012345678901234567890123456789012345678901234567890123\0"sv,
          "\x08HTTP/1.1 206 x\nContent-Range: bytes 100-163/5000\nETag: \"a\"\n\n0123456789\0"
          "HTTP/1.1 206 x\nContent-Range: bytes 110-163/5000\n\n012345678901234567890123456789012345678901234567890123\0"sv,
          "\x02HTTP/1.1 302 Found\nLocation: https://three/\n\nHTTP/2 206\ncontent-range: bytes 0-9/10\n\n0123456789\0"sv,
          "\x01HTTP/1.1 200 OK\nContent-Length: 5000\nLast-Modified: Thu, 26 Nov 2026 10:00:00 GMT\n\n0123\0"sv,
          "\x03HTTP/1.1 200 OK\nContent-Length: 64\n\n01234567890123456789\0"sv,
          "\x04HTTP/1.1 404 Not Found\n\nno\0HTTP/1.1 503 x\nRetry-After: 1\n\n\0HTTP/1.1 416 x\nContent-Range: bytes */0\n\n\0"sv,
          "\x00HTTP/1.1 206 x\nContent-Type: multipart/byteranges; boundary=x\n\n--x\0"sv,
          "\x00HTTP/1.1 206 x\nContent-Encoding: gzip\nContent-Range: bytes 100-163/*\n\n\0"sv,
      }) {
    const auto bytes = std::as_bytes(std::span(text));
    all.emplace_back(bytes.begin(), bytes.end());
  }
  return all;
}
