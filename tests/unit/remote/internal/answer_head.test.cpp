#include "ramet/remote/internal/answer_head.hpp"

#include <string_view>

#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::remote::internal;

TEST_CASE("answer head: the range of the body, with parts that are not said") {
  CHECK(parse_content_range("bytes 0-99/1000") == ContentRange{0, 99, 1000});
  CHECK(parse_content_range(" Bytes  5-5/6 \r\n") == ContentRange{5, 5, 6});
  CHECK(parse_content_range("bytes 5-9/*") == ContentRange{5, 9, std::nullopt});
  CHECK(parse_content_range("bytes */1000") == ContentRange{std::nullopt, std::nullopt, 1000});
  CHECK(parse_content_range("bytes 18446744073709551613-18446744073709551614/18446744073709551615").has_value());
}

TEST_CASE("answer head: a range that is of another form, or contradicts itself, is none") {
  for (const std::string_view text : {"", "bytes", "bytes ", "bytes 1-2", "bytes 2-1/10", "bytes 0-10/10",
                                      "bytes -5/10", "bytes 1-/10", "lines 1-2/10", "bytes a-b/c", "bytes 1-2/-3",
                                      "bytes 1 - 2/10", "bytes 99999999999999999999-2/10", "bytes 0-0/0"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_content_range(text).has_value());
  }
}

TEST_CASE("answer head: names are read in any case, and a status line begins anew") {
  AnswerHead head;
  for (const char* line : {"HTTP/1.1 302 Found\r\n", "ETag: \"old\"\r\n", "\r\n", "HTTP/2 206 \r\n", "etag:\"new\"\r\n",
                           "CONTENT-LENGTH: 100\r\n", "Content-Range: bytes 0-99/1000\r\n", "no colon\r\n",
                           "Last-Modified: Thu, 26 Nov 2026 07:00:00 GMT\r\n", "Content-Encoding: identity\r\n"})
    head.add(line);
  CHECK(head.status == 206);
  CHECK(head.etag == "\"new\"");
  CHECK(head.length == 100U);
  CHECK(head.range == ContentRange{0, 99, 1000});
  CHECK(head.last_modified == "Thu, 26 Nov 2026 07:00:00 GMT");
  CHECK(head.encoding.empty());
  CHECK_FALSE(head.has_many_parts);
  head.add("Content-Type: Multipart/byteranges; boundary=x");
  head.add("Content-Encoding: gzip");
  head.add("Content-Length: many");
  CHECK(head.has_many_parts);
  CHECK(head.encoding == "gzip");
  CHECK_FALSE(head.length.has_value());
}

TEST_CASE("answer head: a status line that is broken is of no status") {
  for (const char* line : {"HTTP/1.1", "HTTP/1.1 ", "HTTP/1.1 abc", "HTTP/"}) {
    AnswerHead head{.status = 200};
    head.add(line);
    CHECK(head.status == 0);
  }
}
