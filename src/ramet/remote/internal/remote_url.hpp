#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ramet::inline v1::remote::internal {

/// A URL to request, and what messages show of it. Threads: a value.
struct RemoteUrl {
  std::string text{};
  std::string shown{};              ///< without user, password and query (io::shown_url)
  bool is_encrypted = false;        ///< https
  bool is_of_this_machine = false;  ///< the host is localhost, 127.0.0.1 or ::1
  bool is_of_s3 = false;            ///< requests are signed, if there are keys
  bool has_keys = false;            ///< of S3
  bool gets_token = true;           ///< false: another server sent us there
};

/// Where s3:// URLs lead, and who asks. Threads: a value.
struct S3Settings {
  std::string endpoint{};  ///< without a slash at the end; "" for Amazon's
  std::string region{};
  std::string access_key{};  ///< "": anonymous
  std::string secret_key{};
  std::string session_token{};
};

/// The copies that "https://one/a.root|https://two/a.root" names. "https:/one", as pathlib writes it, is
/// "https://one". Throws Error(misuse) for a part that is no such URL, or none of s3 (s3_url).
std::vector<RemoteUrl> copies_of(std::string_view text, const S3Settings& settings);

/// Where a server sent who asked for a URL; messages show that one. Throws Error(misuse) for a text that is no URL.
RemoteUrl url_behind(const RemoteUrl& asked, std::string_view found);

/// A file in the same folder, without the query. Throws Error(unsupported), naming `file`, for a name that is a URL,
/// leads out of the folder, or has characters with a meaning in URLs.
RemoteUrl url_beside(const RemoteUrl& file, std::string_view name);

}  // namespace ramet::inline v1::remote::internal
