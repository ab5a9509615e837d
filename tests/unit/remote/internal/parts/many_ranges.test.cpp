#include "ramet/remote/internal/parts/many_ranges.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet::remote;
using namespace ramet::remote::internal;

namespace {

/// Three ranges of four bytes, asked for by one request.
struct Three {
  Three() {
    std::vector<Wanted> wanted;
    for (std::size_t range = 0; range < 3; ++range)
      wanted.push_back({Part::range, 10 * range, std::as_writable_bytes(std::span(memory)).subspan(4 * range, 4)});
    batch = std::make_shared<Batch>(file, wanted, options);
    many = std::make_unique<ManyRanges>(batch, std::vector<std::size_t>{0, 1, 2});
  }

  bool answer(std::vector<std::string> head, const std::string& body = "") const {
    head.emplace_back();
    for (const std::string& line : head)
      if (!many->take_line(line + "\r\n")) return false;
    return many->take(std::as_bytes(std::span(body)));
  }

  RemoteOptions options;
  std::string memory = std::string(12, '.');
  std::shared_ptr<RemoteFile> file = std::make_shared<RemoteFile>(copies_of("http://one/a.root", {}));
  std::shared_ptr<Batch> batch;
  std::unique_ptr<ManyRanges> many;
};

const std::vector<std::string> parts_head = {"HTTP/1.1 206 Partial Content", "ETag: \"1\"",
                                             "Content-Type: multipart/byteranges; boundary=\"rim\""};

std::string part(std::size_t first, const std::string& bytes) {
  return "--rim\r\nContent-Range: bytes " + std::to_string(first) + "-" + std::to_string(first + bytes.size() - 1) +
         "/90\r\n\r\n" + bytes + "\r\n";
}

}  // namespace

TEST_CASE("many ranges: each part goes to its fetch, in any order") {
  const Three three;
  CHECK(three.many->range() == "0-3,10-13,20-23");
  CHECK(three.answer(parts_head, part(20, "ijkl") + part(0, "abcd") + part(10, "efgh") + "--rim--\r\n"));
  CHECK(three.memory == "abcdefghijkl");
  CHECK(three.many->left().empty());
  CHECK(three.many->is_over());
  CHECK(three.many->answer() == ManyRanges::Answer::parts);
  for (std::size_t number = 0; number < 3; ++number) three.batch->wait(number, {});
}

TEST_CASE("many ranges: parts that do not come are left") {
  const Three three;
  CHECK(three.answer(parts_head, part(10, "efgh") + "--rim--\r\n"));
  CHECK(three.many->complete().size() == 1);
  CHECK(three.many->left() == std::vector<std::size_t>{0, 2});
  three.batch->wait(1, {});
}

TEST_CASE("many ranges: a part that was not asked for, or of another file, ends the answer") {
  for (const std::string& body : {part(11, "efgh"), part(10, "efghi"), part(10, "efgh") + part(10, "efgh")}) {
    const Three three;
    CHECK_FALSE(three.answer(parts_head, body));
    CHECK(three.many->left().size() >= 2);
  }
  const Three three;
  CHECK(three.answer(parts_head, part(0, "abcd")));
  auto other = parts_head;
  other[1] = "ETag: \"2\"";
  ManyRanges again(three.batch, {1, 2});
  for (const std::string& line : other) CHECK(again.take_line(line));
  CHECK(again.take_line(""));
  const std::string body = part(10, "efgh");
  CHECK_FALSE(again.take(std::as_bytes(std::span(body))));
}

TEST_CASE("many ranges: another answer tells that the server sends no parts, unless it is about the file") {
  const auto answer_to = [](std::vector<std::string> head) {
    const Three three;
    CHECK_FALSE(three.answer(std::move(head)));
    CHECK(three.many->left().size() == 3);
    return three.many->answer();
  };
  using Answer = ManyRanges::Answer;
  CHECK(answer_to({"HTTP/1.1 200 OK", "Content-Length: 90"}) == Answer::refusal);
  CHECK(answer_to({"HTTP/1.1 206 Partial Content", "Content-Range: bytes 0-3/90"}) == Answer::refusal);
  CHECK(answer_to({"HTTP/1.1 206 Partial Content", "Content-Type: multipart/byteranges"}) == Answer::refusal);
  CHECK(answer_to({"HTTP/1.1 400 Bad Request"}) == Answer::refusal);
  CHECK(answer_to({"HTTP/1.1 416 Range Not Satisfiable"}) == Answer::refusal);
  CHECK(answer_to({"HTTP/1.1 404 Not Found"}) == Answer::nothing);
  CHECK(answer_to({"HTTP/1.1 503 Service Unavailable"}) == Answer::nothing);
  CHECK(answer_to({"HTTP/1.1 302 Found", "Location: x", "", "HTTP/1.1 200 OK"}) == Answer::refusal);
}
