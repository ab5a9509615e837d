#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ramet/bytes/buffer.hpp"
#include "ramet/file/file_reader.hpp"
#include "ramet/merge/internal/objects/list_sum.hpp"
#include "ramet/object/object_reader.hpp"

namespace ramet::inline v1::merge::internal {

/// A hash of the user info of a tree's record, which does not depend on where in the record it is. 0 if there is none,
/// or if a class in it has an unknown layout. Throws Error(corrupt). Threads: any.
std::uint64_t user_info_hash(const file::Record& record, std::string_view class_name, object::Layouts layouts);

/// User info, aliases and friends of trees that become one. In user info, TParameters, histograms, graphs and lists of
/// one name are joined; of all others, and of aliases and friends, those that are the same stand once. The session of
/// the files must outlive it. Threads: one thread.
class JoinedMetadata {
 public:
  /// Add those of the record of a tree. Throws Error(unsupported) when members of one name do not fit together.
  void add(const file::Record& record, std::string_view class_name, object::Layouts layouts, std::uint16_t raised = 0);

  /// The payload of a tree's record with them in place of its own, for a key of this length. Throws
  /// Error(unsupported).
  bytes::Buffer payload(const file::Record& record, std::string_view class_name, object::Layouts layouts,
                        std::size_t key_length) const;

 private:
  ListSum user_info_{"TList", ListSum::Repeats::once};
  ListSum aliases_{"TList", ListSum::Repeats::once};
  ListSum friends_{"TList", ListSum::Repeats::once};
};

}  // namespace ramet::inline v1::merge::internal
