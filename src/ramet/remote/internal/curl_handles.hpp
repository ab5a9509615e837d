#pragma once

#include <memory>
#include <string>

#include <curl/curl.h>

namespace ramet::inline v1::remote::internal {

/// Keeps libcurl ready. libcurl counts how often it was asked to be, under a lock of its own (7.84 and newer), so any
/// number of these may live in a process, beside those of other libraries. Threads: any.
class CurlLibrary {
 public:
  /// Throws Error(unsupported) if the libcurl that was found at run time has no such lock, Error(io) if it fails.
  CurlLibrary();
  ~CurlLibrary() { curl_global_cleanup(); }
  CurlLibrary(const CurlLibrary&) = delete;
  CurlLibrary& operator=(const CurlLibrary&) = delete;
};

struct FreeMulti {
  void operator()(CURLM* multi) const noexcept { curl_multi_cleanup(multi); }
};
using Multi = std::unique_ptr<CURLM, FreeMulti>;

struct FreeEasy {
  void operator()(CURL* easy) const noexcept { curl_easy_cleanup(easy); }
};
using Easy = std::unique_ptr<CURL, FreeEasy>;

struct FreeHeaders {
  void operator()(curl_slist* headers) const noexcept { curl_slist_free_all(headers); }
};
using HeaderList = std::unique_ptr<curl_slist, FreeHeaders>;

/// A file with the certificates of authorities, where libcurl's own is absent: libcurl may come from another
/// distribution, as in a wheel. "" if its own is there, or none is.
std::string authorities_elsewhere();

}  // namespace ramet::inline v1::remote::internal
