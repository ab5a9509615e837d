#include "ramet/remote/internal/access/aws_profile.hpp"

#include <map>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

using namespace ramet::remote::internal;

TEST_CASE("aws profile: it is below its name in files of Amazon's tools") {
  const std::string text =
      "# keys\n[default]\naws_access_key_id = one\r\n aws_secret_access_key=never\naws_secret_access_key = a=b \n"
      "\n[ work ]\naws_access_key_id=two\n[profile far]\nregion = there\ns3 =\n  region = nested\n[profiles]\nx = 1\n"
      "[broken\n";
  const auto of = [&](std::string_view name) {
    std::istringstream file(text);
    return profile_in(file, name);
  };
  using Found = std::map<std::string, std::string>;
  CHECK(of("default") == Found{{"aws_access_key_id", "one"}, {"aws_secret_access_key", "a=b"}});
  CHECK(of("work") == Found{{"aws_access_key_id", "two"}});
  CHECK(of("far")["region"] == "there");
  CHECK(of("profiles").size() == 1);
  CHECK(of("none").empty());
}
