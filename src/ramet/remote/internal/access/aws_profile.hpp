#pragma once

#include <istream>
#include <map>
#include <string>
#include <string_view>

namespace ramet::inline v1::remote::internal {

/// What a profile says in a file of Amazon's tools: lines "name = value" below "[NAME]" or "[profile NAME]".
std::map<std::string, std::string> profile_in(std::istream& text, std::string_view name);

/// The profile of $AWS_PROFILE, or "default", of ~/.aws/credentials and ~/.aws/config, or the files that Amazon's
/// variables name; that of the credentials counts more.
std::map<std::string, std::string> aws_profile();

}  // namespace ramet::inline v1::remote::internal
