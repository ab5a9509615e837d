#include "ramet/remote/internal/access/refusal.hpp"

#include <doctest/doctest.h>

using namespace ramet::remote::internal;

TEST_CASE("refusal: it says how a server learns who asks") {
  CHECK(meaning_of(401, {}).starts_with(" (who asks is not known: ~/.netrc or BEARER_TOKEN can say it"));
  CHECK(meaning_of(403, {}).starts_with(" (forbidden"));
  CHECK(meaning_of(404, {}) == " (not found)");
  CHECK(meaning_of(500, {}).empty());
}

TEST_CASE("refusal: who asks S3 without keys is told how they are given") {
  for (const int status : {401, 403}) {
    CHECK(meaning_of(status, {.is_of_s3 = true}).find("asked without keys, which AWS_ACCESS_KEY_ID") !=
          std::string::npos);
    CHECK(meaning_of(status, {.is_of_s3 = true, .has_keys = true}) == " (forbidden to these keys, or no such file)");
  }
  CHECK(meaning_of(404, {.is_of_s3 = true}) == " (not found)");
}
