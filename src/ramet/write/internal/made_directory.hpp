#pragma once

#include <string>
#include <string_view>

#include "ramet/core/function_ref.hpp"
#include "ramet/file/file_writer.hpp"

namespace ramet::inline v1::write::internal {

/// The directory of a path, made with its parents if it is not there, for something that is to be put into it: unless
/// that is kept, what was made of the path is removed again. Threads: one, with the output's mutex held.
class MadeDirectory {
 public:
  /// The file outlives it. Throws as FileWriter::directory, and then nothing was made.
  MadeDirectory(file::FileWriter& file, std::string_view path);
  MadeDirectory(const MadeDirectory&) = delete;
  MadeDirectory& operator=(const MadeDirectory&) = delete;
  ~MadeDirectory();

  file::DirectoryNumber number() const noexcept { return number_; }
  /// The path of the uppermost that was made; "" when all were there.
  const std::string& first_made() const noexcept { return first_made_; }
  void keep() noexcept { first_made_.clear(); }

 private:
  void remove() noexcept;

  file::FileWriter& file_;
  std::string first_made_;
  file::DirectoryNumber number_;
};

/// Remove the directory of a path, and those above it up to that of `first_made`, as far as they are empty and
/// `is_free` says of them. Throws as FileWriter::remove.
void remove_empty(file::FileWriter& file, std::string_view path, std::string_view first_made,
                  FunctionRef<bool(file::DirectoryNumber)> is_free);

}  // namespace ramet::inline v1::write::internal
