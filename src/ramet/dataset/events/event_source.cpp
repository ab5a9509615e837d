#include "ramet/dataset/events/event_source.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/ranges.h>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::dataset {
namespace {

/// A block takes at most this share of the budget, so that two threads that each move to their next cluster keep all
/// four blocks.
constexpr std::uint64_t blocks_in_budget = 4;

/// Bytes of all entries of some columns, including those that they group, as far as the table has them.
std::uint64_t bytes_of(const Rows& rows, const std::vector<std::string>& names) {
  std::uint64_t bytes = 0;
  for (const Column& column : rows.columns()) {
    const std::string_view path = column.name;
    const auto has = [&](const std::string& name) {
      return path.starts_with(name) && (path.size() == name.size() || path[name.size()] == '/');
    };
    if (std::ranges::any_of(names, has)) bytes += column.unpacked_bytes;
  }
  return bytes;
}

/// The number of entries of these columns that fill a block's share of the budget.
std::uint64_t most_entries_of(const Rows& rows, const std::vector<std::string>& columns, std::uint64_t budget) {
  const std::uint64_t bytes_per_entry = bytes_of(rows, columns) / std::max<std::uint64_t>(rows.entries(), 1) + 1;
  return std::max<std::uint64_t>(budget / blocks_in_budget / bytes_per_entry, 1);
}

std::string names_of(const object::TargetType& event) {
  std::vector<std::string> names;
  for (const object::TargetMember& member : event.members) names.push_back(member.name);
  return fmt::format("'{}'", fmt::join(names, "', '"));
}

}  // namespace

EventSource::EventSource(std::shared_ptr<const Rows> rows, std::shared_ptr<const object::TargetTypes> types,
                         const EventOptions& options)
    : rows_(std::move(rows)),
      types_(std::move(types)),
      options_(options),
      own_executor_(options.executor == nullptr ? schedule::make_serial_executor() : nullptr),
      cluster_starts_(rows_->cluster_starts()),
      cache_(std::make_unique<BlockCache>(options.memory_budget)) {
  if (own_executor_) options_.executor = own_executor_.get();
  while_doing([&] { return rows_->name(); }, [&] { add_members(); });
  most_entries_ = most_entries_of(*rows_, columns_, options.memory_budget);
}

EventSource::~EventSource() = default;

void EventSource::add_members() {
  for (const object::TargetMember& member : types_->whole().members) add_member(member);
  if (members_.empty())
    fail(ErrorKind::not_found, "no column has the name of a member of the struct: {}", names_of(types_->whole()));
}

void EventSource::add_member(const object::TargetMember& member) {
  std::optional<Column> column = rows_->find(member.name);
  if (!column && !member.former_name.empty()) column = rows_->find(member.former_name);
  if (!column) return missing_.push_back(member.name);
  while_doing([&] { return fmt::format("member '{}' from column '{}'", member.name, column->name); },
              [&] {
                members_.push_back({member.offset, object::ArrayPlan(type_of(*column), *member.type)});
                columns_.push_back(column->name);
              });
}

array::Type EventSource::type_of(const Column& column) const {
  if (!column.is_readable())
    fail(ErrorKind::unsupported, "{}", column.reason.empty() ? "none of its columns can be read" : column.reason);
  if (!column.is_group) return *column.type;
  // The type of an assembled split object depends on its class: read no entries to find out.
  return rows_->read_objects(std::span(&column.name, 1), {}, {*options_.executor}).at(0).type();
}

EntryRange EventSource::range_around(std::uint64_t entry) const {
  const auto next = std::ranges::upper_bound(cluster_starts_, entry);
  if (next == cluster_starts_.begin() || next == cluster_starts_.end())
    fail(ErrorKind::corrupt, "{}: no cluster has entry {} of {}", rows_->name(), entry, entries());
  const std::uint64_t cluster = *std::prev(next);
  const std::uint64_t first = cluster + (entry - cluster) / most_entries_ * most_entries_;
  return {{first}, {first + std::min(most_entries_, *next - first)}};
}

std::shared_ptr<const EventBlock> EventSource::block_of(std::uint64_t entry, Keeping keeping) const {
  if (entry >= entries()) fail(ErrorKind::not_found, "{} has {} entries: none is {}", rows_->name(), entries(), entry);
  const EntryRange range = range_around(entry);
  if (auto found = cache_->find(range.first)) return found;
  auto made = decode(range);
  return keeping == Keeping::kept ? cache_->put(std::move(made)) : made;
}

std::shared_ptr<const EventBlock> EventSource::decode(EntryRange entries) const {
  EventBlock block{entries, rows_->read_objects(columns_, entries, {*options_.executor, options_.stop}), 0};
  for (const array::Array& column : block.columns) block.bytes += column.byte_count();
  return std::make_shared<const EventBlock>(std::move(block));
}

void EventSource::fill(const EventBlock& block, std::uint64_t entry, void* event) const {
  const auto index = static_cast<std::size_t>(entry - block.entries.first.number);
  std::size_t number = 0;
  while_doing([&] { return fmt::format("{}: entry {}, column '{}'", rows_->name(), entry, columns_[number]); },
              [&] {
                for (; number < members_.size(); ++number)
                  members_[number].plan.read(block.columns[number], index,
                                             static_cast<std::byte*>(event) + members_[number].offset);
              });
}

}  // namespace ramet::inline v1::dataset
