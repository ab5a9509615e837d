#pragma once

#include <memory>
#include <string>

#define CURL_DISABLE_TYPECHECK  // its macros check calls by name, and ours are by pointer
#include <curl/curl.h>

namespace ramet::inline v1::remote::internal {

/// The functions of libcurl that are used. Threads: a value.
struct CurlFunctions {
  decltype(&::curl_global_init) global_init = nullptr;
  decltype(&::curl_global_cleanup) global_cleanup = nullptr;
  decltype(&::curl_version_info) version_info = nullptr;
  decltype(&::curl_easy_init) easy_init = nullptr;
  decltype(&::curl_easy_cleanup) easy_cleanup = nullptr;
  decltype(&::curl_easy_setopt) easy_setopt = nullptr;
  decltype(&::curl_easy_getinfo) easy_getinfo = nullptr;
  decltype(&::curl_easy_strerror) easy_strerror = nullptr;
  decltype(&::curl_multi_init) multi_init = nullptr;
  decltype(&::curl_multi_cleanup) multi_cleanup = nullptr;
  decltype(&::curl_multi_setopt) multi_setopt = nullptr;
  decltype(&::curl_multi_add_handle) multi_add_handle = nullptr;
  decltype(&::curl_multi_remove_handle) multi_remove_handle = nullptr;
  decltype(&::curl_multi_perform) multi_perform = nullptr;
  decltype(&::curl_multi_poll) multi_poll = nullptr;
  decltype(&::curl_multi_wakeup) multi_wakeup = nullptr;
  decltype(&::curl_multi_info_read) multi_info_read = nullptr;
  decltype(&::curl_slist_append) slist_append = nullptr;
  decltype(&::curl_slist_free_all) slist_free_all = nullptr;
};

/// Loads libcurl, and keeps it ready. It is loaded when the first remote file is opened, so that programs and wheels
/// need neither it nor the libraries of its distribution, whose security updates it gets. libcurl counts how often it
/// was asked to be ready, under a lock of its own (7.84 and newer), so any number of these may live in a process,
/// beside those of other libraries. Threads: any.
class CurlLibrary {
 public:
  /// Throws Error(unsupported) if no libcurl is found, or one without such a lock; Error(io) if it fails.
  CurlLibrary();
  ~CurlLibrary() { functions_.global_cleanup(); }
  CurlLibrary(const CurlLibrary&) = delete;
  CurlLibrary& operator=(const CurlLibrary&) = delete;

  const CurlFunctions& functions() const noexcept { return functions_; }

 private:
  CurlFunctions functions_;
};

struct FreeMulti {
  decltype(&::curl_multi_cleanup) free = nullptr;
  void operator()(CURLM* multi) const noexcept { free(multi); }
};
using Multi = std::unique_ptr<CURLM, FreeMulti>;

struct FreeEasy {
  decltype(&::curl_easy_cleanup) free = nullptr;
  void operator()(CURL* easy) const noexcept { free(easy); }
};
using Easy = std::unique_ptr<CURL, FreeEasy>;

struct FreeHeaders {
  decltype(&::curl_slist_free_all) free = nullptr;
  void operator()(curl_slist* headers) const noexcept { free(headers); }
};
using HeaderList = std::unique_ptr<curl_slist, FreeHeaders>;

/// A file with the certificates of authorities, where libcurl's own is absent: libcurl may come from another
/// distribution, as in an environment of conda. "" if its own is there, or none is.
std::string authorities_elsewhere(const CurlFunctions& curl);

}  // namespace ramet::inline v1::remote::internal
