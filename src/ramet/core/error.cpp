#include "ramet/core/error.hpp"

namespace ramet::inline v1 {

std::string_view to_string(ErrorKind kind) noexcept {
  switch (kind) {
    case ErrorKind::not_found:
      return "not_found";
    case ErrorKind::file_missing:
      return "file_missing";
    case ErrorKind::corrupt:
      return "corrupt";
    case ErrorKind::unsupported:
      return "unsupported";
    case ErrorKind::io:
      return "io";
    case ErrorKind::misuse:
      return "misuse";
    case ErrorKind::cancelled:
      return "cancelled";
  }
  return "unknown";
}

}  // namespace ramet::inline v1
