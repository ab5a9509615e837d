#pragma once

#include <filesystem>
#include <string>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::io::internal {

/// The system's text for an errno value, beginning in lower case as ramet's messages do.
std::string reason_of(int error_number);

/// An open file descriptor, closed by the destructor. Threads: one thread; the number itself may be used by any.
class FileDescriptor {
 public:
  /// Open `path` with the flags of open(2), O_CLOEXEC added and interrupted calls repeated. On failure `number()` is
  /// negative and `error_number` is set.
  static FileDescriptor open(const std::filesystem::path& path, int flags, int& error_number) noexcept;

  FileDescriptor() noexcept = default;
  explicit FileDescriptor(int number) noexcept : number_(number) {}
  FileDescriptor(FileDescriptor&& other) noexcept;
  FileDescriptor& operator=(FileDescriptor&& other) noexcept;
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  ~FileDescriptor() { close(); }

  bool is_open() const noexcept { return number_ >= 0; }
  int number() const noexcept { return number_; }

  /// Close it and return the errno value that the system reported, 0 for none (also when it was not open).
  int close() noexcept;

 private:
  int number_ = -1;
};

}  // namespace ramet::inline v1::io::internal
