#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "ramet/io/byte_source.hpp"
#include "ramet/tune/internal/sample.hpp"
#include "ramet/tune/profile.hpp"

namespace ramet::inline v1::tune::internal {

/// A sample that was written into memory, and what that took. Threads: a value.
struct Written {
  std::shared_ptr<const io::ByteSource> file;
  std::uint64_t bytes = 0;
  double seconds = 0;  ///< of a core
};

/// Write the sample as the profile says, on this thread.
Written write_sample(const Sample& sample, write::Format format, const Profile& profile);

/// The seconds of a core that writing a byte takes by itself.
double seconds_per_byte(std::uint64_t bytes);

/// The seconds of a core that reading takes, cluster after cluster, on this thread: of the columns of the schema that
/// are marked.
double seconds_to_read(const std::shared_ptr<const io::ByteSource>& file, const table::Schema& schema,
                       const std::vector<bool>& is_read);

}  // namespace ramet::inline v1::tune::internal
