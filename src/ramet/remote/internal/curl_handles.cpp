#include "ramet/remote/internal/curl_handles.hpp"

#include <filesystem>
#include <system_error>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::remote::internal {

CurlLibrary::CurlLibrary() {
  const curl_version_info_data* const version = curl_version_info(CURLVERSION_NOW);
  if ((version->features & CURL_VERSION_THREADSAFE) == 0)
    detail::fail(ErrorKind::unsupported, "libcurl {} cannot be used by several threads, 7.84 could", version->version);
  if (const CURLcode code = curl_global_init(CURL_GLOBAL_DEFAULT); code != CURLE_OK)
    detail::fail(ErrorKind::io, "libcurl does not start: {}", curl_easy_strerror(code));
}

std::string authorities_elsewhere() {
  std::error_code ignored;
  const curl_version_info_data* const version = curl_version_info(CURLVERSION_NOW);
  const char* const own = version->age >= CURLVERSION_SEVENTH ? version->cainfo : nullptr;
  if (own != nullptr && std::filesystem::exists(own, ignored)) return {};
  for (const char* const place : {"/etc/ssl/certs/ca-certificates.crt",  // Debian, Arch
                                  "/etc/pki/tls/certs/ca-bundle.crt",    // Alma, Fedora
                                  "/etc/ssl/ca-bundle.pem",              // SUSE
                                  "/etc/ssl/cert.pem"})                  // Alpine
    if (std::filesystem::exists(place, ignored)) return place;
  return {};
}

}  // namespace ramet::inline v1::remote::internal
