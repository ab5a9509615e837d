#pragma once

#include <memory>
#include <string_view>

#include "ramet/io/byte_source.hpp"
#include "ramet/io/traffic.hpp"
#include "ramet/remote/opener.hpp"
#include "ramet/remote/remote_options.hpp"

namespace ramet::inline v1::remote {

namespace internal {
class Transfers;
}

/// Whether a text is a URL of a kind that is read without an opener: http, https or s3.
bool is_remote(std::string_view text) noexcept;

/// Opens files of servers. They share connections, and one thread that sends all requests, which starts with the first
/// one. Files may outlive this object. Threads: const-safe.
class RemoteFiles {
 public:
  explicit RemoteFiles(RemoteOptions options = {});
  RemoteFiles(const RemoteFiles&) = delete;
  RemoteFiles& operator=(const RemoteFiles&) = delete;
  ~RemoteFiles();

  /// Whether a text is a URL that `open` takes: of http, https and s3, or any if there is an opener.
  bool opens(std::string_view text) const noexcept;

  /// Open a file, "https://host/file.root" or "s3://bucket/file.root", or one of its copies,
  /// "https://one/file.root|https://two/file.root". Its first and last bytes are read in the same trip. A URL of
  /// another kind is left to the options' opener. Throws Error(file_missing) when no server has it, Error(unsupported)
  /// for a large file of a server that sends no ranges, Error(misuse) for a text that is no such URL, Error(cancelled),
  /// Error(io).
  std::shared_ptr<const io::ByteSource> open(std::string_view url) const;
  /// Begin to open a file that `open` will be asked for soon. Errors are thrown there. Beyond a number of files, the
  /// one that was begun first is forgotten.
  void will_open(std::string_view url) const;
  /// Whether a file was begun, and `open` will hardly wait.
  bool has_come(std::string_view url) const;

  /// What was fetched of all files until now.
  io::TrafficCounts traffic() const;

 private:
  struct Begun;

  std::shared_ptr<const io::ByteSource> open_now(std::string_view url) const;

  std::shared_ptr<const Opener> opener_;
  std::shared_ptr<internal::Transfers> transfers_;
  std::unique_ptr<Begun> begun_;
};

}  // namespace ramet::inline v1::remote
