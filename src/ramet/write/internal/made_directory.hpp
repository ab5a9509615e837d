#pragma once

#include <string>
#include <string_view>

#include "ramet/core/function_ref.hpp"
#include "ramet/file/file_writer.hpp"

namespace ramet::inline v1::write::internal {

/// Makes the directory of a path with its parents, for a table or object to be put into it. Unless `keep` is called,
/// the destructor removes the directories that were made. Threads: one, with the output's mutex held.
class MadeDirectory {
 public:
  /// The file must outlive it. Throws as FileWriter::directory, without leaving directories behind.
  MadeDirectory(file::FileWriter& file, std::string_view path);
  MadeDirectory(const MadeDirectory&) = delete;
  MadeDirectory& operator=(const MadeDirectory&) = delete;
  ~MadeDirectory();

  file::DirectoryNumber number() const noexcept { return number_; }
  /// The path of the uppermost directory that was made; "" if all existed.
  const std::string& first_made() const noexcept { return first_made_; }
  void keep() noexcept { first_made_.clear(); }

 private:
  void remove() noexcept;

  file::FileWriter& file_;
  std::string first_made_;
  file::DirectoryNumber number_;
};

/// Remove the directory of a path and its parents, up to `first_made`, as long as they are empty and `is_free` returns
/// true. Throws as FileWriter::remove.
void remove_empty(file::FileWriter& file, std::string_view path, std::string_view first_made,
                  FunctionRef<bool(file::DirectoryNumber)> is_free);

}  // namespace ramet::inline v1::write::internal
