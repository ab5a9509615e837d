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
std::uint64_t bytes_of(const Table& table, const std::vector<std::string>& names) {
  std::uint64_t bytes = 0;
  for (const Column& column : table.columns()) {
    const std::string_view path = column.name;
    const auto has = [&](const std::string& name) {
      return path.starts_with(name) && (path.size() == name.size() || path[name.size()] == '/');
    };
    if (std::ranges::any_of(names, has)) bytes += column.uncompressed_bytes;
  }
  return bytes;
}

/// Bytes of a batch of a walk: with the baskets that they come from they stay in the second-level cache.
constexpr std::uint64_t batch_bytes = std::uint64_t{256} << 10;

/// The column of a member, by its name or its former one. The branch of an object that is split has a '.' at its end.
std::optional<Column> find_member(const Table& table, const object::TargetMember& member) {
  for (const std::string& name : {member.name, member.former_name}) {
    if (name.empty()) continue;
    for (std::optional<Column> column : {table.find(name), table.find(name + ".")})
      if (column) return column;
  }
  return std::nullopt;
}

std::string names_of(const object::TargetType& event) {
  std::vector<std::string> names;
  for (const object::TargetMember& member : event.members) names.push_back(member.name);
  return fmt::format("'{}'", fmt::join(names, "', '"));
}

}  // namespace

EventSource::EventSource(std::shared_ptr<const Table> table, std::shared_ptr<const object::TargetTypes> types,
                         const EventOptions& options)
    : table_(std::move(table)),
      types_(std::move(types)),
      options_(options),
      own_executor_(options.executor == nullptr ? schedule::make_serial_executor() : nullptr),
      cluster_starts_(table_->cluster_starts()),
      cache_(std::make_unique<BlockCache>(options.memory_budget)) {
  if (own_executor_) options_.executor = own_executor_.get();
  detail::while_doing([&] { return table_->name(); }, [&] { add_members(); });
  bytes_per_entry_ = bytes_of(*table_, columns_) / std::max<std::uint64_t>(entries(), 1) + 1;
  most_entries_ = std::max<std::uint64_t>(options.memory_budget / blocks_in_budget / bytes_per_entry_, 1);
}

EventSource::~EventSource() = default;

void EventSource::add_members() {
  for (const object::TargetMember& member : types_->whole().members) add_member(member);
  if (members_.empty())
    detail::fail(ErrorKind::not_found, "no column has the name of a member of the struct: {}",
                 names_of(types_->whole()));
}

void EventSource::add_member(const object::TargetMember& member) {
  const std::optional<Column> column = find_member(*table_, member);
  if (!column) return missing_.push_back(member.name);
  detail::while_doing([&] { return fmt::format("member '{}' from column '{}'", member.name, column->name); },
                      [&] {
                        members_.push_back({member.offset, object::ArrayPlan(type_of(*column), *member.type)});
                        columns_.push_back(column->name);
                      });
}

array::Type EventSource::type_of(const Column& column) const {
  if (!column.is_readable())
    detail::fail(ErrorKind::unsupported, "{}",
                 column.reason.empty() ? "none of its columns can be read" : column.reason);
  if (!column.is_group) return *column.type;
  // The type of an assembled split object depends on its class: read no entries to find out.
  return table_->read_objects(std::span(&column.name, 1), {}, {*options_.executor}).at(0).type();
}

EntryRange EventSource::range_around(std::uint64_t entry, std::uint64_t most_entries) const {
  if (entry >= entries())
    detail::fail(ErrorKind::not_found, "{} has {} entries: none is {}", table_->name(), entries(), entry);
  const auto next = std::ranges::upper_bound(cluster_starts_, entry);
  if (next == cluster_starts_.begin() || next == cluster_starts_.end())
    detail::fail(ErrorKind::corrupt, "{}: no cluster has entry {} of {}", table_->name(), entry, entries());
  const std::uint64_t cluster = *std::prev(next);
  const std::uint64_t first = cluster + (entry - cluster) / most_entries * most_entries;
  return {{first}, {first + std::min(most_entries, *next - first)}};
}

std::shared_ptr<const EventBlock> EventSource::block_of(std::uint64_t entry) const {
  const EntryRange range = range_around(entry, most_entries_);
  if (auto found = cache_->find(range.first)) return found;
  return cache_->put(decode(range));
}

std::shared_ptr<const EventBlock> EventSource::decode(EntryRange entries) const {
  EventBlock block{entries, table_->read_objects(columns_, entries, {*options_.executor, options_.stop}), 0};
  for (const array::Array& column : block.columns) block.bytes += column.byte_count();
  return std::make_shared<const EventBlock>(std::move(block));
}

void EventSource::fill(const array::Batch& batch, std::uint64_t entry, void* event) const {
  const auto index = static_cast<std::size_t>(entry - batch.entries.first.number);
  std::size_t number = 0;
  detail::while_doing([&] { return fmt::format("{}: entry {}, column '{}'", table_->name(), entry, columns_[number]); },
                      [&] {
                        for (; number < members_.size(); ++number)
                          members_[number].plan.read(batch.columns[number], index,
                                                     static_cast<std::byte*>(event) + members_[number].offset);
                      });
}

EventWalk::EventWalk(std::shared_ptr<const EventSource> source) : source_(std::move(source)) {
  if (source_->options_.executor->concurrency() > 1) return;
  reader_ = source_->table_->batch_reader(source_->columns_);
  batch_entries_ = std::max<std::uint64_t>(batch_bytes / source_->bytes_per_entry_, 1);
}

void EventWalk::load(std::uint64_t entry) {
  batch_ = {};  // if the read throws, nothing is there
  if (reader_) {
    throw_if_stopped(source_->options_.stop);
    batch_ = reader_->read(source_->range_around(entry, batch_entries_));
  } else {  // the block before lives until the next is there: freed first, its memory went back to the system each time
    block_ = source_->decode(source_->range_around(entry, source_->most_entries_));
    batch_ = block_->batch();
  }
}

void EventWalk::fill(std::uint64_t entry, void* event) {
  if (!contains(batch_.entries, {entry})) load(entry);
  source_->fill(batch_, entry, event);
}

}  // namespace ramet::inline v1::dataset
