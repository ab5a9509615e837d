#include "ramet/remote/internal/access/environment.hpp"

#include <cstdlib>

namespace ramet::inline v1::remote::internal {

std::string environment_variable(const char* name) {
  const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): ramet sets none
  return value == nullptr ? std::string() : std::string(value);
}

std::string first_of(std::initializer_list<std::string> texts) {
  for (const std::string& text : texts)
    if (!text.empty()) return text;
  return {};
}

}  // namespace ramet::inline v1::remote::internal
