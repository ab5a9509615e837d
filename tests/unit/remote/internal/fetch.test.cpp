#include "ramet/remote/internal/fetch.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::remote;
using namespace ramet::remote::internal;

namespace {

constexpr std::size_t size = 100'000;

/// A fetch, and a server that answers as the test says.
struct Scene {
  explicit Scene(Wanted wanted, const char* urls = "https://one/a.root?token=secret",
                 RemoteOptions how = {.retries = 2})
      : options(std::move(how)),
        file(std::make_shared<RemoteFile>(copies_of(urls, {}))),
        memory(wanted.into.empty() ? std::size_t{100} : wanted.into.size()),
        fetch(file, {wanted.part, wanted.offset, memory}, options) {}

  /// One try. The lines, then so many bytes of value 7; they end early if the fetch says so.
  Next answer(std::vector<std::string> lines, std::size_t bytes, TryEnd end = {}) {
    fetch.begin_try();
    asked = fetch.range();
    lines.emplace_back();
    for (const std::string& line : lines)
      if (!fetch.take_line(line + "\r\n"))
        return fetch.end_try({.trouble = Trouble::broken, .reason = "cut", .asked = {}}, 0);
    while (bytes > 0) {
      const std::vector<std::byte> some(std::min<std::size_t>(bytes, 1000), std::byte{7});
      if (!fetch.take(some)) return fetch.end_try({.trouble = Trouble::broken, .reason = "cut", .asked = {}}, 0);
      bytes -= some.size();
    }
    return fetch.end_try(end, 0);
  }

  std::string failure() const {
    if (!fetch.failure()) return "none";
    return std::string(to_string(fetch.failure()->kind())) + ": " + fetch.failure()->what();
  }

  RemoteOptions options;
  std::shared_ptr<RemoteFile> file;
  std::vector<std::byte> memory;
  Fetch fetch;
  std::string asked;
};

std::vector<std::string> partial(std::size_t first, std::size_t last, const char* etag = "\"a\"") {
  return {"HTTP/1.1 206 Partial Content", fmt::format("Content-Range: bytes {}-{}/{}", first, last, size),
          fmt::format("Content-Length: {}", last - first + 1), fmt::format("ETag: {}", etag)};
}

const TryEnd lost{.trouble = Trouble::broken, .reason = "the connection was reset", .asked = {}};

}  // namespace

TEST_CASE("fetch: a range arrives") {
  Scene scene({.part = Part::range, .offset = 1000, .into = {}});
  CHECK(scene.answer(partial(1000, 1099), 100).step == Next::Step::done);
  CHECK(scene.asked == "1000-1099");
  CHECK(scene.memory == std::vector<std::byte>(100, std::byte{7}));
  CHECK(scene.failure() == "none");
}

TEST_CASE("fetch: a body that ends early goes on where it stopped") {
  Scene scene({.part = Part::range, .offset = 1000, .into = {}});
  const Next next = scene.answer(partial(1000, 1099), 40, lost);
  CHECK(next.step == Next::Step::again);
  CHECK(next.delay.count() > 0);
  CHECK(scene.answer(partial(1040, 1099), 60).step == Next::Step::done);
  CHECK(scene.asked == "1040-1099");
}

TEST_CASE("fetch: an answer shorter than the range that was asked for goes on, too") {
  Scene scene({.part = Part::range, .offset = 1000, .into = {}});
  CHECK(scene.answer(partial(1000, 1009), 10).step == Next::Step::again);
  CHECK(scene.answer(partial(1010, 1099), 90).step == Next::Step::done);
}

TEST_CASE("fetch: tries that bring much are not counted, those that bring little are") {
  std::vector<std::byte> large(90'000);
  Scene scene({.part = Part::range, .offset = 0, .into = large});
  for (std::size_t got = 0; got < 80'000; got += 20'000) {
    const Next next = scene.answer(partial(got, 89'999), 20'000, lost);
    CHECK(next.step == Next::Step::again);
    CHECK(next.delay.count() == 0);
  }
  for (int retry = 0; retry < 2; ++retry) CHECK(scene.answer({}, 0, lost).step == Next::Step::again);
  CHECK(scene.answer({}, 0, lost).step == Next::Step::failed);
  CHECK(scene.failure() ==
        "io: cannot read bytes 0-89999 of 'https://one/a.root': the connection was reset, after 7 tries");
}

TEST_CASE("fetch: wrong answers are errors that say what was expected and what came, and are not asked for again") {
  struct Case {
    std::vector<std::string> lines;
    const char* said;
  };
  for (const Case& one : std::vector<Case>{
           {{"HTTP/1.1 206 x", "Content-Length: 100"}, "it answered 206 without saying which bytes it sends"},
           {{"HTTP/1.1 206 x", "Content-Type: multipart/byteranges; boundary=b"}, "many parts"},
           {partial(1001, 1099), "it sends bytes 1001-1099 when 1000-1099 were asked for"},
           {partial(1000, 1100), "it sends bytes 1000-1100 when 1000-1099 were asked for"},
           {{"HTTP/1.1 206 x", "Content-Range: bytes 1000-1099/100000", "Content-Length: 90"},
            "it sends 90 bytes, and says that they are the 100 bytes 1000-1099"},
           {{"HTTP/1.1 206 x", "Content-Encoding: gzip"}, "it answered with the encoding 'gzip'"},
           {{"HTTP/1.1 416 x", "Content-Range: bytes */100000"}, "it answered 416: it has no bytes 1000-1099"},
           {{"HTTP/1.1 401 x"}, "it answered 401 (who asks is not known: ~/.netrc or BEARER_TOKEN can say it)"},
           {{"HTTP/1.1 204 x"}, "it answered 204"}}) {
    Scene scene({.part = Part::range, .offset = 1000, .into = {}});
    CHECK(scene.answer(one.lines, 0).step == Next::Step::failed);
    CHECK(scene.failure().find(one.said) != std::string::npos);
    CHECK(scene.failure().find("cannot read bytes 1000-1099 of 'https://one/a.root'") != std::string::npos);
    CHECK(scene.failure().find("secret") == std::string::npos);
  }
}

TEST_CASE("fetch: more bytes than were announced are refused") {
  Scene scene({.part = Part::range, .offset = 1000, .into = {}});
  CHECK(scene.answer({"HTTP/1.1 206 x", "Content-Range: bytes 1000-1099/*"}, 101).step == Next::Step::failed);
  CHECK(scene.failure().find("it sends more than the 100 bytes that it announced") != std::string::npos);
}

TEST_CASE("fetch: a file that changed is an error with both tags") {
  Scene scene({.part = Part::range, .offset = 1000, .into = {}});
  CHECK(scene.answer(partial(1000, 1099, "\"a\""), 40, lost).step == Next::Step::again);
  CHECK(scene.answer(partial(1040, 1099, "\"b\""), 60).step == Next::Step::failed);
  CHECK(scene.failure().find("it changed while it was read: its ETag was \"a\", now it is \"b\"") != std::string::npos);
}

TEST_CASE("fetch: a busy server is asked again after the time that it wants, but not after an hour") {
  Scene scene({.part = Part::range, .offset = 0, .into = {}});
  const Next next =
      scene.answer({"HTTP/1.1 429 x"}, 10, {.trouble = Trouble::none, .reason = "", .asked = std::chrono::seconds(2)});
  CHECK(next.step == Next::Step::again);
  CHECK(next.trouble == Trouble::busy);
  CHECK(next.delay == std::chrono::seconds(2));
  CHECK(
      scene.answer({"HTTP/1.1 503 x"}, 0, {.trouble = Trouble::none, .reason = "", .asked = std::chrono::seconds(3600)})
          .step == Next::Step::failed);
  CHECK(scene.failure().find("it answered 503 (not available now), and asks to wait for 3600 s") != std::string::npos);
}

TEST_CASE("fetch: a missing file is not found") {
  Scene scene({.part = Part::ends, .offset = 0, .into = {}});
  CHECK(scene.answer({"HTTP/1.1 404 Not Found"}, 500).step == Next::Step::failed);
  CHECK(scene.failure() == "file_missing: cannot open 'https://one/a.root': it answered 404 (not found)");
}

TEST_CASE("fetch: the ends of a file that is shorter than what was asked for") {
  Scene head({.part = Part::ends, .offset = 0, .into = {}});
  CHECK(head.answer({"HTTP/1.1 206 x", "Content-Range: bytes 0-29/30"}, 30).step == Next::Step::done);
  CHECK(head.fetch.got() == 30);
  CHECK(head.file->size() == 30U);
  Scene tail({.part = Part::tail, .offset = 0, .into = {}});
  CHECK(tail.answer({"HTTP/1.1 206 x", "Content-Range: bytes 0-29/30"}, 30).step == Next::Step::done);
  CHECK(tail.asked == "-100");
  CHECK(tail.fetch.offset() == 0);
  CHECK(tail.fetch.got() == 30);
  Scene empty({.part = Part::ends, .offset = 0, .into = {}});
  CHECK(empty.answer({"HTTP/1.1 416 x", "Content-Range: bytes */0"}, 0).step == Next::Step::done);
  CHECK(empty.file->size() == 0U);
  CHECK(empty.fetch.got() == 0);
}

TEST_CASE("fetch: the last bytes go on by their place once that is known") {
  Scene scene({.part = Part::tail, .offset = 0, .into = {}});
  CHECK(scene.answer(partial(size - 100, size - 1), 60, lost).step == Next::Step::again);
  CHECK(scene.answer(partial(size - 40, size - 1), 40).step == Next::Step::done);
  CHECK(scene.asked == fmt::format("{}-{}", size - 40, size - 1));
  CHECK(scene.fetch.offset() == size - 100);
}

TEST_CASE("fetch: a server that sends the whole file is noticed by its head") {
  Scene head({.part = Part::ends, .offset = 0, .into = {}});
  CHECK(head.answer({"HTTP/1.1 200 OK", "Content-Length: 100000"}, 1000).step == Next::Step::done);
  CHECK(head.fetch.answers_whole());
  CHECK(head.fetch.got() == 0);
  CHECK(head.file->size() == size);
  Scene inside({.part = Part::range, .offset = 50'000, .into = {}});
  CHECK(inside.answer({"HTTP/1.1 200 OK", "Content-Length: 100000"}, size).step == Next::Step::done);
  Scene large({.part = Part::range, .offset = 50'000, .into = {}}, "https://one/a.root", {.most_whole_bytes = 1000});
  CHECK(large.answer({"HTTP/1.1 200 OK", "Content-Length: 100000"}, size).step == Next::Step::failed);
  CHECK(large.failure().find("unsupported: ") == 0);
  CHECK(large.failure().find("it sends the whole file of 100000 bytes (200) when 100 were asked for") !=
        std::string::npos);
}

TEST_CASE("fetch: a whole file begins anew when it breaks off") {
  Scene scene({.part = Part::whole, .offset = 0, .into = {}});
  CHECK(scene.answer({"HTTP/1.1 200 OK", "Content-Length: 100"}, 40, lost).step == Next::Step::again);
  CHECK(scene.answer({"HTTP/1.1 200 OK", "Content-Length: 100"}, 100).step == Next::Step::done);
  CHECK(scene.asked.empty());
}

TEST_CASE("fetch: copies are asked in turn, at once, and the one that answers is asked first from then on") {
  Scene scene({.part = Part::range, .offset = 0, .into = {}}, "https://one/a.root|https://two/a.root");
  CHECK(scene.fetch.url().text == "https://one/a.root");
  const Next next = scene.answer({"HTTP/1.1 404 x"}, 0);
  CHECK(next.step == Next::Step::again);
  CHECK(next.delay.count() == 0);
  CHECK(scene.fetch.url().text == "https://two/a.root");
  CHECK(scene.answer(partial(0, 99), 100).step == Next::Step::done);
  CHECK(scene.file->preferred() == 1);
}

TEST_CASE("fetch: when no copy can be read, the error names all of them") {
  Scene scene({.part = Part::range, .offset = 0, .into = {}}, "https://one/a.root|https://two/a.root");
  Next next = scene.answer({}, 0, lost);
  for (int tries = 1; next.step == Next::Step::again; ++tries) {
    REQUIRE(tries < 20);
    next = scene.answer({"HTTP/1.1 500 x"}, 0);
  }
  CHECK(scene.failure() ==
        "io: cannot read bytes 0-99 of 'https://one/a.root': it answered 500, nor 'https://two/a.root': it answered "
        "500, after 6 tries");
}

TEST_CASE("fetch: a redirection that leads nowhere is told by the transfer") {
  Scene scene({.part = Part::range, .offset = 0, .into = {}});
  const TryEnd nowhere{.trouble = Trouble::refused, .reason = "protocol \"ftp\" not supported", .asked = {}};
  CHECK(scene.answer({"HTTP/1.1 302 Found", "Location: ftp://x/"}, 0, nowhere).step == Next::Step::failed);
  CHECK(scene.failure().find("protocol \"ftp\" not supported") != std::string::npos);
}

namespace {

/// Have a hedge answered with so many bytes of value 9.
Next answer_hedge(Fetch& hedge, const std::vector<std::string>& lines, std::size_t bytes) {
  hedge.begin_try();
  for (const std::string& line : lines) hedge.take_line(line + "\r\n");
  hedge.take_line("\r\n");
  hedge.take(std::vector<std::byte>(bytes, std::byte{9}));
  return hedge.end_try({}, 0);
}

std::ptrdiff_t nines(const Scene& scene) { return std::ranges::count(scene.memory, std::byte{9}); }

}  // namespace

TEST_CASE("fetch: a hedge asks the next copy, once, for what is still wanted, and its bytes are taken over") {
  Scene scene({.part = Part::range, .offset = 1000, .into = {}}, "https://one/a.root|https://two/a.root");
  scene.answer(partial(1000, 1099), 40, lost);
  REQUIRE(scene.fetch.can_be_hedged());
  bytes::Buffer memory;
  const auto hedge = scene.fetch.hedge(memory);
  CHECK(!scene.fetch.can_be_hedged());
  CHECK(hedge->range() == "1040-1099");
  CHECK(answer_hedge(*hedge, partial(1040, 1099), 60).step == Next::Step::done);
  CHECK(nines(scene) == 0);
  CHECK(scene.fetch.take_over(*hedge));
  CHECK(nines(scene) == 60);
  CHECK(scene.fetch.got() == 100);
}

TEST_CASE("fetch: a hedge of the same server whose file has another ETag is not taken") {
  Scene scene({.part = Part::range, .offset = 0, .into = {}});
  scene.answer(partial(0, 99), 40, lost);
  bytes::Buffer memory;
  const auto hedge = scene.fetch.hedge(memory);
  CHECK(answer_hedge(*hedge, partial(40, 99, "\"b\""), 60).step == Next::Step::failed);
  CHECK(!scene.fetch.take_over(*hedge));
  CHECK(scene.fetch.got() == 40);
  CHECK(scene.answer(partial(40, 99), 60).step == Next::Step::done);
}

TEST_CASE("fetch: when the hedge was the first to answer, another ETag of the late answer is an error") {
  Scene scene({.part = Part::range, .offset = 0, .into = {}});
  bytes::Buffer memory;
  const auto hedge = scene.fetch.hedge(memory);
  CHECK(answer_hedge(*hedge, {"HTTP/1.1 503 x"}, 0).step == Next::Step::again);
  CHECK(!scene.fetch.take_over(*hedge));
  CHECK(answer_hedge(*hedge, partial(0, 99), 100).step == Next::Step::done);
  CHECK(scene.answer(partial(0, 99, "\"b\""), 100).step == Next::Step::failed);
  CHECK(scene.failure().find("its ETag was \"a\", now it is \"b\"") != std::string::npos);
}

TEST_CASE("fetch: a hedge of the last bytes finds their place, also where the late answer had told it") {
  for (const bool is_placed : {false, true}) {
    Scene scene({.part = Part::tail, .offset = 0, .into = {}});
    bytes::Buffer memory;
    const auto hedge = scene.fetch.hedge(memory);
    if (is_placed) scene.answer(partial(size - 100, size - 1), 60, lost);
    CHECK(answer_hedge(*hedge, partial(size - 100, size - 1), 100).step == Next::Step::done);
    CHECK(scene.fetch.take_over(*hedge));
    CHECK(scene.fetch.offset() == size - 100);
    CHECK(scene.fetch.got() == 100);
    CHECK(nines(scene) == 100);
  }
}

TEST_CASE("fetch: a hedge that is answered with the whole file says so for the fetch, if nothing came for that") {
  Scene scene({.part = Part::ends, .offset = 0, .into = {}});
  bytes::Buffer memory;
  const auto hedge = scene.fetch.hedge(memory);
  CHECK(answer_hedge(*hedge, {"HTTP/1.1 200 OK", "Content-Length: 100000"}, 0).step == Next::Step::done);
  CHECK(scene.fetch.take_over(*hedge));
  CHECK(scene.fetch.answers_whole());
  Scene whole({.part = Part::whole, .offset = 0, .into = {}});
  CHECK(!whole.fetch.can_be_hedged());
}
