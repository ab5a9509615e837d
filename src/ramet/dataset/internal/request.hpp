#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/dataset/dataset_options.hpp"
#include "ramet/dataset/internal/chain.hpp"

namespace ramet::inline v1::dataset::internal {

/// Requested names, grouped by the source of their columns: the chain itself, or one of its friends. Threads:
/// const-safe; borrows chain and friends.
class Request {
 public:
  /// Throws as Chain::want.
  Request(const Chain& chain, std::span<const Friend> friends, std::span<const std::string> names);

  bool has_friends() const noexcept { return !of_friends_.empty(); }
  /// The chain's own columns.
  std::span<const WantedColumn> own() const noexcept { return own_; }

  /// Throw Error(misuse) unless friends without an index have as many entries as the chain.
  void check_lengths(const ReadOptions& options) const;

  /// Say that entries will be read: of the chain's own columns, and those of friends without an index.
  Asked will_read(EntryRange range, const ReadOptions& options) const;

  /// All columns, in the order of the names.
  std::vector<array::Array> read(EntryRange range, const ReadOptions& options) const;

 private:
  struct OfFriend {
    const Friend* from;
    Unmatched unmatched;
    std::vector<std::string> names;
  };
  struct Origin {
    std::size_t from;  // 0 for the chain, k + 1 for of_friends_[k]
    std::size_t column;
  };

  Origin add_friend_column(const Friend& from, Unmatched unmatched, std::string name);
  std::vector<array::Array> read_friend(const OfFriend& wanted, EntryRange range, const ReadOptions& options) const;

  const Chain& chain_;
  std::vector<WantedColumn> own_;
  std::vector<OfFriend> of_friends_;
  std::vector<Origin> origins_;  // of each name
};

/// The column of a friend for a name "friend.column" or "column"; nothing if there is none.
std::optional<std::string> name_in_friend(const Friend& one, std::string_view name);

/// The type of a friend's column after the join.
array::Type joined_type(const Friend& one, const array::Type& type);

}  // namespace ramet::inline v1::dataset::internal
