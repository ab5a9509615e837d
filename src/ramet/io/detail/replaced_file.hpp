#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "ramet/io/byte_sink.hpp"

namespace ramet::inline v1::io {

/// A file that gets its name when it is whole. Until then it has a name of its own, "NAME.<16 hexadecimal digits>.part"
/// in the folder of the output, which nobody else has: it is made with O_EXCL and O_NOFOLLOW, and what is removed or
/// renamed is the file that was made. What has the output's name meanwhile stays as it is, and is locked.
/// Threads: one thread.
class ReplacedFile {
 public:
  /// A path that is a symbolic link leads to the file that it names. Throws Error(misuse) when that is there and no
  /// regular file, or somebody is writing it; Error(io).
  explicit ReplacedFile(const std::filesystem::path& path);
  ReplacedFile(const ReplacedFile&) = delete;
  ReplacedFile& operator=(const ReplacedFile&) = delete;
  /// Removes what has not got its name.
  ~ReplacedFile();

  /// A new, empty file; the one that was begun before is removed. Throws as create_local.
  std::unique_ptr<ByteSink> begin();
  /// The file that was begun last.
  const std::filesystem::path& part() const noexcept { return part_; }

  /// Give the file its name; its sink is closed. Throws Error(misuse) when somebody else has made or replaced a file of
  /// that name meanwhile, Error(io).
  void publish();

 private:
  using Identity = std::pair<std::uint64_t, std::uint64_t>;  // device and number of a file

  static std::optional<Identity> identity_of(const std::filesystem::path& path);
  void rename_part();
  void remove_part() noexcept;

  std::filesystem::path path_;
  std::unique_ptr<ByteSink> replaced_;  // holds the lock of what is there, if anything is
  std::optional<Identity> before_;
  std::filesystem::path part_;
  std::unique_ptr<ByteSink> held_;  // as long as the file is open, no other gets its number
  std::optional<Identity> made_;
};

}  // namespace ramet::inline v1::io
