#include "ramet/io/detail/url.hpp"

#include <string>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::io;

namespace {

std::string refusal_of(std::string_view text) {
  try {
    refuse_url(text);
  } catch (const Error& error) {
    return std::string(to_string(error.kind())) + ": " + error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("url: schemes are distinguished from paths, drives, objects and scopes") {
  CHECK(url_scheme("https://host/a.root?token=1") == "https");
  CHECK(url_scheme("root://host:1094//store/a.root") == "root");
  CHECK(url_scheme("x-own+2.0://a") == "x-own+2.0");
  CHECK(url_scheme("https:/host/a.root") == "https");  // as pathlib spells it
  for (const char* path : {"a.root", "/data/a.root:tree", "a.root:dir/tree", "C:/a.root", "C://a.root", "run:/a.root",
                           "edm::Ids", "a.root:edm::Ids", "", ":", "://", "1ab://c", "a/b://c"}) {
    CAPTURE(path);
    CHECK(url_scheme(path).empty());
  }
}

TEST_CASE("url: URLs are refused with their scheme and without secrets; paths are not") {
  CHECK(refusal_of("https://host/a.root?token=1") ==
        "unsupported: 'https://host/a.root': https:// is not supported yet: copy the file to a local disk first");
  CHECK(refusal_of("root://host//a.root").find("root:// is not supported yet") != std::string::npos);
  CHECK(refusal_of("file:///a.root").find("file:// is not supported yet: give the path alone") != std::string::npos);
  CHECK(refusal_of("a.root:Events") == "none");
}

TEST_CASE("url: what is shown has neither user nor query") {
  CHECK(shown_url("https://host/a.root?token=1") == "https://host/a.root");
  CHECK(shown_url("https://me:secret@host:8443/a.root#x") == "https://host:8443/a.root");
  CHECK(shown_url("https://me@host") == "https://host");
  CHECK(shown_url("https://a/1.root?x=1|https://u:p@b/1.root?y=2") == "https://a/1.root|https://b/1.root");
  CHECK(shown_url("https://a/1.root?x=1|2") == "https://a/1.root");
  CHECK(shown_url("https://host/me@home.root") == "https://host/me@home.root");
  CHECK(shown_url("/data/a?b.root") == "/data/a?b.root");
  CHECK(shown_url("zip://a.root::https://u:p@b/1.zip?y=2") == "zip://a.root::https://b/1.zip");
  CHECK(shown_url("simplecache::root://u:p@b//1.root?y=2") == "simplecache::root://b//1.root");
  CHECK(shown_url("edm::Ids|a::b.root") == "edm::Ids|a::b.root");
  CHECK(refusal_of("root://me:secret@host//a.root").find("secret") == std::string::npos);
}
