#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "ramet/io/byte_sink.hpp"

namespace ramet::inline v1::io {

/// What becomes of a file that is not published.
enum class Unfinished {
  remove,  ///< it is called "NAME.<16 hexadecimal digits>.part", and is removed
  keep,    ///< it is called "NAME.part", and stays unless it is removed, so that somebody can go on
};

/// A file that gets its name when it is complete. Until then it has another one, in the folder of the output. A file to
/// be removed is created with O_EXCL and O_NOFOLLOW. Only the file that was opened is ever removed or renamed. A file
/// that already has the output's name stays unchanged and locked meanwhile. Threads: one thread.
class ReplacedFile {
 public:
  /// Symbolic links are followed. Throws Error(misuse) when the path exists and is not a regular file, or when somebody
  /// else is writing it; Error(io).
  explicit ReplacedFile(const std::filesystem::path& path, Unfinished unfinished = Unfinished::remove);
  ReplacedFile(const ReplacedFile&) = delete;
  ReplacedFile& operator=(const ReplacedFile&) = delete;
  /// Removes the file unless it was published or is kept.
  ~ReplacedFile();

  /// Create a new, empty file; removes the one that was begun before. One that is kept is opened with its contents, if
  /// it exists. Throws as create_local, or as go_on_local.
  std::unique_ptr<ByteSink> begin();
  /// The name of a file that is kept.
  static std::filesystem::path kept_part(const std::filesystem::path& path);
  /// Remove the file that was begun, also one that would be kept.
  void remove_part() noexcept;
  /// The file that was begun last.
  const std::filesystem::path& part() const noexcept { return part_; }

  /// Rename the file to the output's name; its sink must be closed. Throws Error(misuse) when somebody else has created
  /// or replaced a file of that name meanwhile, Error(io).
  void publish();

 private:
  using Identity = std::pair<std::uint64_t, std::uint64_t>;  // device and number of a file

  static std::optional<Identity> identity_of(const std::filesystem::path& path);
  void rename_part();

  std::filesystem::path path_;
  Unfinished unfinished_;
  std::unique_ptr<ByteSink> replaced_;  // holds the lock of the existing file, if there is one
  std::optional<Identity> before_;
  std::filesystem::path part_;
  std::unique_ptr<ByteSink> held_;  // keeps the file open, so that no other file gets its number
  std::optional<Identity> made_;
};

}  // namespace ramet::inline v1::io
