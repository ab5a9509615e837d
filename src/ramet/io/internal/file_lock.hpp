#pragma once

#include <string>

#include "ramet/io/internal/file_descriptor.hpp"

namespace ramet::inline v1::io::internal {

/// Who else may have a lock: nobody, or others that share it.
enum class LockKind { exclusive, shared };

/// What came of asking for a lock.
enum class LockAnswer {
  got,
  held,  ///< somebody else has it, in this process or another
  none,  ///< the file system has no locks
};

/// Ask for the lock (flock(2)) of an open file, and do not wait for it. It belongs to the opened file, not to the
/// process: whoever opens the file a second time is somebody else.
LockAnswer try_lock(const FileDescriptor& file, LockKind kind) noexcept;

/// Who holds the lock of an open file, for a message: "process 12", "another writer of this process", or, where the
/// system does not say, "somebody else".
std::string holder_of(const FileDescriptor& file);

}  // namespace ramet::inline v1::io::internal
