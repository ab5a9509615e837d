#include "ramet/remote/internal/access/s3.hpp"

#include <string>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::remote;
using namespace ramet::remote::internal;

TEST_CASE("s3: with an endpoint the bucket is a part of the path, at Amazon of the host") {
  const S3Settings own{.endpoint = "http://127.0.0.1:5000", .region = "r"};
  const RemoteUrl here = s3_url("s3://bucket/dir/a.root", own);
  CHECK(here.text == "http://127.0.0.1:5000/bucket/dir/a.root");
  CHECK(here.shown == "s3://bucket/dir/a.root");
  CHECK(here.is_of_s3);
  CHECK(here.is_of_this_machine);
  const S3Settings amazon{.endpoint = "", .region = "eu-west-1"};
  CHECK(s3_url("s3://bucket/a.root", amazon).text == "https://bucket.s3.eu-west-1.amazonaws.com/a.root");
  CHECK(s3_url("s3://my.bucket/a.root", amazon).text == "https://s3.eu-west-1.amazonaws.com/my.bucket/a.root");
  CHECK(s3_url("s3:/bucket/a.root", amazon).is_encrypted);  // as pathlib spells it
}

TEST_CASE("s3: keys are encoded as signatures need it") {
  const S3Settings settings{.endpoint = "https://host", .region = "r"};
  CHECK(s3_url("s3://b/a b+c%20?d#\xc3\xa9=~_-.root", settings).text ==
        "https://host/b/a%20b%2Bc%2520%3Fd%23%C3%A9%3D~_-.root");
}

TEST_CASE("s3: a URL without bucket or key is refused") {
  for (const char* text : {"s3://", "s3://bucket", "s3://bucket/", "s3:///"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(s3_url(text, {}), Error);
  }
}

TEST_CASE("s3: options come before the environment, and an own key goes with its own secret") {
  RemoteOptions options;
  options.s3_endpoint = "https://host//";
  options.s3_region = "here";
  options.s3_access_key = "key";
  const S3Settings settings = s3_settings_of(options);
  CHECK(settings.endpoint == "https://host");
  CHECK(settings.region == "here");
  CHECK(settings.access_key == "key");
  CHECK(settings.secret_key.empty());
}

TEST_CASE("s3: copies may be in different places, and a file beside one is signed, too") {
  const S3Settings settings{.endpoint = "https://host", .region = "r"};
  const auto copies = copies_of("s3://b/dir/a.root|https://other/a.root", settings);
  REQUIRE(copies.size() == 2);
  CHECK(copies[0].is_of_s3);
  CHECK_FALSE(copies[1].is_of_s3);
  const RemoteUrl beside = url_beside(copies[0], "b.root");
  CHECK(beside.text == "https://host/b/dir/b.root");
  CHECK(beside.shown == "s3://b/dir/b.root");
  CHECK(beside.is_of_s3);
}
