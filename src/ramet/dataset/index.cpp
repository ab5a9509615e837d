#include "ramet/dataset/index.hpp"

#include <algorithm>
#include <utility>

#include "ramet/core/detail/narrow.hpp"
#include "ramet/core/error.hpp"
#include "ramet/dataset/detail/gather.hpp"

namespace ramet::inline v1::dataset {
namespace {

void require_equal(std::size_t major, std::size_t other, std::string_view what) {
  if (major != other) detail::fail(ErrorKind::misuse, "an index of {} major numbers and {} {}", major, other, what);
}

}  // namespace

Index::Index(std::span<const std::int64_t> major, std::span<const std::int64_t> minor) {
  require_equal(major.size(), minor.size(), "minor ones");
  items_.reserve(major.size());
  for (std::size_t entry = 0; entry < major.size(); ++entry) items_.push_back({major[entry], minor[entry], entry});
  if (!std::ranges::is_sorted(items_)) std::ranges::sort(items_);
}

Index::Index(std::span<const std::int64_t> major, std::span<const std::int64_t> minor,
             std::span<const std::int64_t> entries) {
  require_equal(major.size(), minor.size(), "minor ones");
  require_equal(major.size(), entries.size(), "entries");
  items_.reserve(major.size());
  for (std::size_t item = 0; item < major.size(); ++item)
    items_.push_back({major[item], minor[item], detail::narrow<std::uint64_t>(entries[item], "entry of an index")});
  if (!std::ranges::is_sorted(items_)) std::ranges::sort(items_);
}

std::size_t Index::lower_bound(std::int64_t major, std::int64_t minor, std::size_t hint) const noexcept {
  const auto key = std::pair(major, minor);
  const auto is_before = [&](const Item& item) { return std::pair(item.major, item.minor) < key; };
  if (hint < items_.size() && !is_before(items_[hint]) && (hint == 0 || is_before(items_[hint - 1]))) return hint;
  return static_cast<std::size_t>(std::ranges::partition_point(items_, is_before) - items_.begin());
}

std::optional<EntryNumber> Index::find(std::int64_t major, std::int64_t minor) const noexcept {
  const std::size_t at = lower_bound(major, minor, items_.size());
  if (at == items_.size() || items_[at].major != major || items_[at].minor != minor) return std::nullopt;
  return EntryNumber{items_[at].entry};
}

std::vector<std::uint64_t> Index::find_all(std::span<const std::int64_t> major,
                                           std::span<const std::int64_t> minor) const {
  require_equal(major.size(), minor.size(), "minor ones, to look for");
  std::vector<std::uint64_t> entries;
  entries.reserve(major.size());
  std::size_t next = 0;  // entries near the last one are tried first
  for (std::size_t key = 0; key < major.size(); ++key) {
    const std::size_t at = lower_bound(major[key], minor[key], next);
    const bool is_there = at < items_.size() && items_[at].major == major[key] && items_[at].minor == minor[key];
    entries.push_back(is_there ? items_[at].entry : no_row);
    next = at + 1;
  }
  return entries;
}

}  // namespace ramet::inline v1::dataset
