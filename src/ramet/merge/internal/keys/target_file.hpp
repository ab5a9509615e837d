#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/dataset/session.hpp"
#include "ramet/io/detail/replaced_file.hpp"
#include "ramet/merge/internal/output.hpp"
#include "ramet/merge/keys.hpp"
#include "ramet/write/detail/file_before.hpp"

namespace ramet::inline v1::merge::internal {

/// A file whose keys are changed, or a new one. An existing file has its new state after one commit; until then, and if
/// there is none, it stays as it was. A new one has a temporary name until then. Threads: one thread.
class TargetFile {
 public:
  /// Open a file for the change, and lock it. `compression` is that of a new file, unless the options have one. Throws
  /// Error(misuse) when it is being written, and as file::FileWriter::update.
  TargetFile(const std::filesystem::path& path, const KeyOptions& options, compression::Settings compression = {});
  TargetFile(const TargetFile&) = delete;
  TargetFile& operator=(const TargetFile&) = delete;
  /// Without `commit`, an existing file gets back its size.
  ~TargetFile();

  Output& output() noexcept { return *output_; }
  file::FileWriter& file() noexcept { return output_->file(); }
  /// Whether there was no file, or another one is made in its place.
  bool is_new() const noexcept { return replaced_ != nullptr; }
  /// The file as it was; null if it is new.
  const file::FileReader* before() const noexcept { return before_ ? before_->reader().get() : nullptr; }

  /// Add the layouts of classes in a file. Throws Error(unsupported) when a class has another layout here.
  void add_layouts(const dataset::File& file);
  /// Remove a name, one cycle of it or all. `release`: also the baskets and pages of tables of which nothing is left.
  enum class Release { yes, no };
  void remove(const std::string& directory, std::string_view name, std::optional<std::uint16_t> cycle, Release release);

  /// Make the change. Throws Error(io); an existing file is then as it was.
  void commit();

 private:
  const schema::StreamerInfo* known(const schema::StreamerInfo& info) const;

  std::unique_ptr<io::ReplacedFile> replaced_;  // of a new file
  std::unique_ptr<write::FileBefore> before_;   // of an existing one
  std::unique_ptr<Output> output_;
  std::vector<schema::StreamerInfo> more_;
  std::uint64_t size_before_ = 0;
  bool is_begun_ = false;  // the commit
};

}  // namespace ramet::inline v1::merge::internal
