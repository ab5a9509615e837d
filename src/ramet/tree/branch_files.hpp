#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "ramet/core/mutex.hpp"
#include "ramet/core/trace/recorder.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/tree/tree.hpp"

namespace ramet::inline v1::tree {

/// The files that contain the baskets of a tree's branches: the tree's file, or others beside it (TBranch::SetFile),
/// each opened on first use. Borrows the source of the tree's file. Threads: any.
class BranchFiles {
 public:
  /// Readers of the branches record what they do, unless the recorder is null.
  explicit BranchFiles(const io::ByteSource& own, std::shared_ptr<TraceRecorder> recorder = nullptr) noexcept
      : own_(own), recorder_(std::move(recorder)) {}

  /// The source that contains the baskets of a branch; it lives as long as this object. Throws Error(file_missing),
  /// Error(unsupported), naming the branch and the file, as io::ByteSource::open_beside does.
  const io::ByteSource& source_of(const Branch& branch) const;
  /// The same, with `fetched` in place of the tree's own file; not null.
  const io::ByteSource& source_of(const Branch& branch, const io::ByteSource* fetched) const {
    return branch.file_name.empty() ? *fetched : source_of(branch);
  }
  /// The tree's own file.
  const io::ByteSource& own() const noexcept { return own_; }
  const std::shared_ptr<TraceRecorder>& recorder() const noexcept { return recorder_; }

 private:
  const io::ByteSource& own_;
  std::shared_ptr<TraceRecorder> recorder_;
  mutable Mutex mutex_;
  mutable std::map<std::string, std::shared_ptr<const io::ByteSource>> opened_ RAMET_GUARDED_BY(mutex_);  // by name
};

}  // namespace ramet::inline v1::tree
