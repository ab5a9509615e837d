#include "ramet/remote/internal/remote_url.hpp"

#include <string>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::remote::internal;

namespace {

std::string error_of(std::string_view text) {
  try {
    copies_of(text, {});
  } catch (const Error& error) {
    return std::string(to_string(error.kind())) + ": " + error.what();
  }
  return "none";
}

std::string beside(std::string_view url, std::string_view name) {
  try {
    return url_beside(copies_of(url, {}).front(), name).text;
  } catch (const Error& error) {
    return std::string(to_string(error.kind()));
  }
}

}  // namespace

TEST_CASE("remote url: copies have bars between them, and a bar in a query is none") {
  const auto copies = copies_of("https://me:secret@one/a.root?x=1|2|http:/localhost:80/a.root#here", {});
  REQUIRE(copies.size() == 2);
  CHECK(copies[0].text == "https://me:secret@one/a.root?x=1|2");
  CHECK(copies[0].shown == "https://one/a.root");
  CHECK(copies[0].is_encrypted);
  CHECK_FALSE(copies[0].is_of_this_machine);
  CHECK(copies[1].text == "http://localhost:80/a.root");  // as pathlib spells it
  CHECK_FALSE(copies[1].is_encrypted);
  CHECK(copies[1].is_of_this_machine);
}

TEST_CASE("remote url: only real loopback names are of this machine") {
  for (const char* url : {"http://127.0.0.1/a", "http://[::1]:80/a", "http://u@localhost:8/a"})
    CHECK(copies_of(url, {}).front().is_of_this_machine);
  for (const char* url : {"http://127.0.0.1.evil.net/a", "http://localhost@evil.net/a", "http://evil.net/localhost"})
    CHECK_FALSE(copies_of(url, {}).front().is_of_this_machine);
}

TEST_CASE("remote url: what is no URL of http is said without secrets") {
  CHECK(error_of("gs://bucket/a.root") == "misuse: 'gs://bucket/a.root' is no URL of http, https or s3");
  CHECK(error_of("https://one/a.root?token=1|ftp://u:p@two/a.root") ==
        "misuse: 'ftp://two/a.root' is no URL of http, https or s3");
  CHECK(error_of("https:///") == "misuse: 'https:///' names no host");
  CHECK(error_of("https://:80/a.root").find("names no host") != std::string::npos);
}

TEST_CASE("remote url: schemes may be in capitals, and blanks are refused") {
  const RemoteUrl url = copies_of("HTTPS://one/a.root", {}).front();
  CHECK(url.text == "https://one/a.root");
  CHECK(url.is_encrypted);
  CHECK(error_of("http://one/a b.root") ==
        "misuse: 'http://one/a b.root' has a blank or control character: write it as %20");
  CHECK(error_of("http://me:secret@one/a\n.root").find("write it as %0A") != std::string::npos);
}

TEST_CASE("remote url: a file beside another one is in its folder") {
  CHECK(beside("https://host/dir/a.root?token=1", "b.root") == "https://host/dir/b.root");
  CHECK(beside("https://host/dir/a.root", "more/b.root") == "https://host/dir/more/b.root");
  for (const char* name : {"", "/b.root", "../b.root", "more/../../b.root", "..", "x/..", "https://evil.net/b.root",
                           "b?x", "b%2e", "a b", "b#x", "u@h", "\\b", "b|c", "\x80"}) {
    CAPTURE(name);
    CHECK(beside("https://host/dir/a.root", name) == "unsupported");
  }
}
