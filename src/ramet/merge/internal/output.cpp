#include "ramet/merge/internal/output.hpp"

#include <utility>

namespace ramet::inline v1::merge::internal {

Output::Output(std::unique_ptr<io::ByteSink> sink, std::string name, const file::FileWriterOptions& options)
    : file_(
          file::FileWriter::create(std::make_unique<OutputSink>(std::move(sink), std::move(name), failed_), options)) {}

file::DirectoryNumber Output::directory(const std::string& path) {
  if (path.empty()) return {0};
  const auto known = directories_.find(path);
  if (known != directories_.end()) return known->second;
  return directories_.emplace(path, file_->directory(path)).first->second;
}

}  // namespace ramet::inline v1::merge::internal
