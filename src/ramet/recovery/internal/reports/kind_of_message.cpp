#include "ramet/recovery/internal/reports/kind_of_message.hpp"

namespace ramet::inline v1::recovery::internal {
namespace {

constexpr std::size_t longest_message = 2000;

}  // namespace

std::string kind_of_message(std::string_view message) {
  std::string kind;
  bool is_quoted = false;
  for (const char letter : message) {
    if (letter == '\'') is_quoted = !is_quoted;
    if (!is_quoted && (letter < '0' || letter > '9')) kind += letter;
  }
  return kind;
}

std::string shortened(std::string message) {
  if (message.size() <= longest_message) return message;
  return message.substr(0, longest_message / 2) + " ... " + message.substr(message.size() - longest_message / 2);
}

}  // namespace ramet::inline v1::recovery::internal
