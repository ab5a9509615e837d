#pragma once

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "harness/shared/options.hpp"
#include <unistd.h>

namespace harness {

/// Where an output writes; the file goes with it, unless the options keep it. One that goes has a name of its own, so
/// that it takes none with it that was kept, or that another run writes. Threads: as a value.
class OutputPath {
 public:
  OutputPath(const Options& options, std::string name)
      : path_(std::filesystem::path(options.folder) / (options.keep ? std::move(name) : own(name))),
        is_kept_(options.keep) {}
  ~OutputPath() {
    std::error_code ignored;
    if (!is_kept_) std::filesystem::remove(path_, ignored);
  }
  OutputPath(const OutputPath&) = delete;
  OutputPath& operator=(const OutputPath&) = delete;

  const std::filesystem::path& operator*() const { return path_; }

 private:
  static std::string own(const std::string& name) { return std::to_string(::getpid()) + "_" + name; }

  std::filesystem::path path_;
  bool is_kept_;
};

}  // namespace harness
