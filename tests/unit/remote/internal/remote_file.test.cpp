#include "ramet/remote/internal/remote_file.hpp"

#include <doctest/doctest.h>

using namespace ramet::remote::internal;

namespace {

AnswerHead answer(const char* etag, std::uint64_t size, const char* date = "") {
  AnswerHead head{.status = 206};
  head.range = ContentRange{0, 0, size};
  head.etag = etag;
  head.last_modified = date;
  return head;
}

}  // namespace

TEST_CASE("remote file: every answer must be of the file that the first one was of") {
  RemoteFile file(copies_of("https://one/a.root", {}));
  CHECK_FALSE(file.size().has_value());
  CHECK(file.difference(0, answer("\"a\"", 100)).empty());
  CHECK(file.size() == 100U);
  CHECK(file.difference(0, answer("\"a\"", 100)).empty());
  CHECK(file.difference(0, answer("", 100)).empty());
  CHECK(file.difference(0, answer("\"b\"", 100)) == "its ETag was \"a\", now it is \"b\"");
  CHECK(file.difference(0, answer("\"a\"", 101)) == "it had 100 bytes, now it has 101");
}

TEST_CASE("remote file: it is asked for where its server sent others, until that is of no use") {
  RemoteFile file(copies_of("https://one/a.root|https://two/a.root|s3://store/a.root", {}));
  CHECK(file.address(0).text == "https://one/a.root");
  file.note_address(0, "https://disk7:1094/store/a.root?authz=secret");
  CHECK(file.is_elsewhere(0));
  CHECK(file.address(0).text == "https://disk7:1094/store/a.root?authz=secret");
  CHECK(file.address(0).shown == "https://one/a.root");
  CHECK_FALSE(file.address(0).gets_token);
  CHECK(file.copy(0).text == "https://one/a.root");
  file.note_address(1, "https://two/b.root");
  CHECK(file.address(1).gets_token);
  file.note_address(2, "https://elsewhere/a.root");
  CHECK_FALSE(file.is_elsewhere(2));
  file.forget_address(0);
  CHECK(file.address(0).text == "https://one/a.root");
}

TEST_CASE("remote file: without an ETag the date counts") {
  RemoteFile file(copies_of("https://one/a.root", {}));
  CHECK(file.difference(0, answer("", 100, "Monday")).empty());
  CHECK(file.difference(0, answer("", 100, "Tuesday")) == "it was of 'Monday', now it is of 'Tuesday'");
}

TEST_CASE("remote file: copies have their own ETags, and one size") {
  RemoteFile file(copies_of("https://one/a.root|https://two/a.root", {}));
  CHECK(file.difference(0, answer("\"a\"", 100)).empty());
  CHECK(file.difference(1, answer("\"b\"", 100)).empty());
  CHECK(file.difference(1, answer("\"a\"", 100)) == "its ETag was \"b\", now it is \"a\"");
  CHECK(file.difference(1, answer("\"b\"", 99)) == "it had 100 bytes, now it has 99");
  file.prefer(1);
  CHECK(file.preferred() == 1);
  CHECK(file.shown() == "https://one/a.root");
  CHECK(file.urls() == "https://one/a.root|https://two/a.root");
}

TEST_CASE("remote file: what it is called depends on the version, and is nothing without one") {
  const auto identity = [](const AnswerHead& head) {
    RemoteFile file(copies_of("http://host/a.root", {}));
    CHECK(file.identity().empty());
    file.difference(0, head);
    return file.identity();
  };
  AnswerHead head;
  head.status = 200;
  head.length = 10;
  CHECK(identity(head).empty());
  head.etag = "\"1\"";
  const std::string first = identity(head);
  CHECK(first.find("http://host/a.root") != std::string::npos);
  head.etag = "\"2\"";
  CHECK(identity(head) != first);
  head.etag.clear();
  head.last_modified = "Thu, 26 Nov 2026 10:00:00 GMT";
  CHECK(!identity(head).empty());
}
