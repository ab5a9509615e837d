#pragma once

#include <string>

#include "ramet/io/internal/file_descriptor.hpp"

namespace ramet::inline v1::io::internal {

/// Whether others may hold the same lock.
enum class LockKind { exclusive, shared };

/// The result of try_lock.
enum class LockAnswer {
  got,
  held,  ///< somebody else has it, in this process or another
  none,  ///< the file system has no locks
};

/// Try to take the lock (flock(2)) of an open file without waiting. The lock belongs to the open file description, not
/// to the process: opening the file again does not share it.
LockAnswer try_lock(const FileDescriptor& file, LockKind kind) noexcept;

/// The holder of an open file's lock, for a message: "process 12", "another writer of this process", or, where the
/// system does not say, "somebody else".
std::string holder_of(const FileDescriptor& file);

}  // namespace ramet::inline v1::io::internal
