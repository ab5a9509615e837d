#include "ramet/remote/internal/access/environment.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

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

bool is_readable(const std::string& file) {
  std::error_code ignored;  // no pipe, which opening would wait for
  return std::filesystem::is_regular_file(file, ignored) && std::ifstream(file).is_open();
}

}  // namespace ramet::inline v1::remote::internal
