#include "ramet/tree/branch_files.hpp"

#include "ramet/core/error.hpp"

namespace ramet::inline v1::tree {

const io::ByteSource& BranchFiles::source_of(const Branch& branch) const {
  if (branch.file_name.empty()) return own_;
  const MutexLock lock(mutex_);
  std::shared_ptr<const io::ByteSource>& source = opened_[branch.file_name];
  if (!source)
    source = detail::while_doing(
        [&] {
          return fmt::format("branch '{}': its baskets are in another file, '{}'", branch.name, branch.file_name);
        },
        [&] { return own_.open_beside(branch.file_name); });
  return *source;
}

}  // namespace ramet::inline v1::tree
