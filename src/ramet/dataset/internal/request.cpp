#include "ramet/dataset/internal/request.hpp"

#include <algorithm>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/dataset/dataset.hpp"
#include "ramet/dataset/internal/partners.hpp"

namespace ramet::inline v1::dataset::internal {

std::optional<std::string> name_in_friend(const Friend& one, std::string_view name) {
  return name_in_other(one.name, name, [&](std::string_view column) { return one.dataset->find(column).has_value(); });
}

array::Type joined_type(const Friend& one, const array::Type& type) {
  return one.index != nullptr ? type_of_partners(type, one.unmatched) : type;
}

Request::Request(const Chain& chain, std::span<const Friend> friends, std::span<const std::string> names)
    : chain_(chain) {
  for (const std::string& asked : names) {
    const bool may_miss = is_optional_name(asked);
    const std::string_view name = std::string_view(asked).substr(may_miss ? 1 : 0);
    if (chain.find(name)) {
      origins_.push_back({0, own_.size()});
      own_.push_back(std::move(chain.want({&asked, 1}).front()));
      continue;
    }
    const auto size = origins_.size();
    for (const Friend& one : friends) {
      auto column = name_in_friend(one, name);
      if (!column) continue;
      // Without an index every entry has a partner, but the friend's files may lack the column.
      if (may_miss && one.index == nullptr) column->insert(0, 1, '?');
      origins_.push_back(add_friend_column(one, may_miss ? Unmatched::option : one.unmatched, *std::move(column)));
      break;
    }
    if (origins_.size() == size) chain.want({&asked, 1});  // throws, with similar names
  }
}

Request::Origin Request::add_friend_column(const Friend& from, Unmatched unmatched, std::string name) {
  auto known = std::ranges::find_if(
      of_friends_, [&](const OfFriend& one) { return one.from == &from && one.unmatched == unmatched; });
  if (known == of_friends_.end()) known = of_friends_.insert(of_friends_.end(), {&from, unmatched, {}});
  known->names.push_back(std::move(name));
  return {static_cast<std::size_t>(known - of_friends_.begin()) + 1, known->names.size() - 1};
}

void Request::check_lengths(const ReadOptions& options) const {
  for (const OfFriend& wanted : of_friends_) {
    if (wanted.from->index != nullptr) continue;
    const std::uint64_t there = wanted.from->dataset->entries(options);
    const std::uint64_t here = chain_.entries(options);
    if (there < here)
      detail::fail(ErrorKind::misuse,
                   "friend '{}' has {} entries, the dataset {}: a friend without an index needs at least as many",
                   wanted.from->name, there, here);
  }
}

Asked Request::will_read(EntryRange range, const ReadOptions& options) const {
  Asked all = Asked::done;
  for (const Part& part : own_.empty() ? std::vector<Part>() : chain_.parts(range, options))
    all = std::max(all, chain_.will_read(own_, part));
  for (const OfFriend& wanted : of_friends_)
    if (wanted.from->index == nullptr)
      all = std::max(all, wanted.from->dataset->will_read(wanted.names, range, options));
  return all;
}

std::vector<array::Array> Request::read(EntryRange range, const ReadOptions& options) const {
  std::vector<std::vector<array::Array>> read(of_friends_.size() + 1);
  options.executor.for_each_index(
      read.size(),
      [&](std::size_t from) {
        if (from > 0) {
          read[from] = read_friend(of_friends_[from - 1], range, options);
        } else if (!own_.empty()) {
          read[0] = chain_.read(own_, chain_.parts(range, options), options);
        }
      },
      options.stop);
  std::vector<array::Array> columns;
  for (const Origin& origin : origins_) columns.push_back(std::move(read[origin.from][origin.column]));
  return columns;
}

std::vector<array::Array> Request::read_friend(const OfFriend& wanted, EntryRange range,
                                               const ReadOptions& options) const {
  const Friend& one = *wanted.from;
  if (one.index == nullptr) return one.dataset->read(wanted.names, range, options);
  std::vector<std::string> on = {one.major};
  if (!one.minor.empty()) on.push_back(one.minor);
  const auto keys = chain_.read(chain_.want(on), chain_.parts(range, options), options);
  std::vector<std::uint64_t> partners = partners_of(index_numbers(keys, on), *one.index, wanted.unmatched, on,
                                                    range.first.number, "friend '" + one.name + "'");
  return values_of_partners(std::move(partners), wanted.unmatched,
                            [&](EntryRange all) { return one.dataset->read(wanted.names, all, options); });
}

}  // namespace ramet::inline v1::dataset::internal
