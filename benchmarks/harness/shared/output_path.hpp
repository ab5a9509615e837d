#pragma once

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "harness/shared/options.hpp"

namespace harness {

/// Where an output writes; the file goes with it, unless the options keep it. Threads: as a value.
class OutputPath {
 public:
  OutputPath(const Options& options, std::string name)
      : path_(std::filesystem::path(options.folder) / std::move(name)), is_kept_(options.keep) {}
  ~OutputPath() {
    std::error_code ignored;
    if (!is_kept_) std::filesystem::remove(path_, ignored);
  }
  OutputPath(const OutputPath&) = delete;
  OutputPath& operator=(const OutputPath&) = delete;

  const std::filesystem::path& operator*() const { return path_; }

 private:
  std::filesystem::path path_;
  bool is_kept_;
};

}  // namespace harness
