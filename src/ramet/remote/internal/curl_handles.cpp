#include "ramet/remote/internal/curl_handles.hpp"

#include <filesystem>
#include <system_error>

#include <dlfcn.h>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::remote::internal {
namespace {

/// Never unloaded: libraries that it uses have functions that run at the end of the process.
void* load() {
  for (const char* const name : {"libcurl.so.4", "libcurl-gnutls.so.4"})
    if (void* const library = dlopen(name, RTLD_NOW | RTLD_LOCAL); library != nullptr) return library;
  detail::fail(ErrorKind::unsupported, "files of servers are read by libcurl.so.4, which is not on this machine");
}

template <class Function>
void find(void* library, Function& function, const char* name) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function == nullptr) detail::fail(ErrorKind::unsupported, "libcurl has no function {}: 7.84 has it", name);
}

CurlFunctions load_functions() {
  void* const library = load();
  CurlFunctions found;
  find(library, found.global_init, "curl_global_init");
  find(library, found.global_cleanup, "curl_global_cleanup");
  find(library, found.version_info, "curl_version_info");
  find(library, found.easy_init, "curl_easy_init");
  find(library, found.easy_cleanup, "curl_easy_cleanup");
  find(library, found.easy_setopt, "curl_easy_setopt");
  find(library, found.easy_getinfo, "curl_easy_getinfo");
  find(library, found.easy_strerror, "curl_easy_strerror");
  find(library, found.multi_init, "curl_multi_init");
  find(library, found.multi_cleanup, "curl_multi_cleanup");
  find(library, found.multi_setopt, "curl_multi_setopt");
  find(library, found.multi_add_handle, "curl_multi_add_handle");
  find(library, found.multi_remove_handle, "curl_multi_remove_handle");
  find(library, found.multi_perform, "curl_multi_perform");
  find(library, found.multi_poll, "curl_multi_poll");
  find(library, found.multi_wakeup, "curl_multi_wakeup");
  find(library, found.multi_info_read, "curl_multi_info_read");
  find(library, found.slist_append, "curl_slist_append");
  find(library, found.slist_free_all, "curl_slist_free_all");
  return found;
}

}  // namespace

CurlLibrary::CurlLibrary() : functions_(load_functions()) {
  const curl_version_info_data* const version = functions_.version_info(CURLVERSION_NOW);
  if ((version->features & CURL_VERSION_THREADSAFE) == 0)
    detail::fail(ErrorKind::unsupported, "libcurl {} cannot be used by several threads, 7.84 could", version->version);
  if (const CURLcode code = functions_.global_init(CURL_GLOBAL_DEFAULT); code != CURLE_OK)
    detail::fail(ErrorKind::io, "libcurl does not start: {}", functions_.easy_strerror(code));
}

std::string authorities_elsewhere(const CurlFunctions& curl) {
  std::error_code ignored;
  const curl_version_info_data* const version = curl.version_info(CURLVERSION_NOW);
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
