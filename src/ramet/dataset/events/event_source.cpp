#include "ramet/dataset/events/event_source.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/ranges.h>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::dataset {
namespace {

/// Blocks of a budget: two threads that are each in one cluster and go to the next keep what they have.
constexpr std::uint64_t blocks_in_budget = 4;

/// Bytes of all entries of some columns, and of those that they group, as far as the table says.
std::uint64_t bytes_of(const Rows& rows, const std::vector<std::string>& names) {
  std::uint64_t bytes = 0;
  for (const Column& column : rows.columns()) {
    const bool is_read = std::ranges::any_of(
        names, [&](const std::string& name) { return column.name == name || column.name.starts_with(name + "/"); });
    if (is_read) bytes += column.unpacked_bytes;
  }
  return bytes;
}

/// First entries of blocks: clusters, or equal parts of those with more than so many entries.
std::vector<std::uint64_t> block_starts(const std::vector<std::uint64_t>& clusters, std::uint64_t most_entries) {
  std::vector<std::uint64_t> starts;
  for (std::size_t cluster = 0; cluster + 1 < clusters.size(); ++cluster) {
    const std::uint64_t entries = clusters[cluster + 1] - clusters[cluster];
    if (entries == 0) continue;
    const std::uint64_t parts = (entries - 1) / most_entries + 1;
    for (std::uint64_t part = 0; part < parts; ++part)
      starts.push_back(clusters[cluster] + entries / parts * part + std::min(part, entries % parts));
  }
  starts.push_back(clusters.empty() ? 0 : clusters.back());
  return starts;
}

std::vector<std::uint64_t> starts_of(const Rows& rows, const std::vector<std::string>& columns, std::uint64_t budget) {
  const std::uint64_t bytes_per_entry = bytes_of(rows, columns) / std::max<std::uint64_t>(rows.entries(), 1) + 1;
  return block_starts(rows.cluster_starts(), std::max<std::uint64_t>(budget / blocks_in_budget / bytes_per_entry, 1));
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
      starts_([&] {
        if (own_executor_) options_.executor = own_executor_.get();
        for (const object::TargetMember& member : types_->whole().members) add_member(member);
        if (members_.empty())
          fail(ErrorKind::not_found, "no column is named as a member of the struct: {}", names_of(types_->whole()));
        return starts_of(*rows_, columns_, options.memory_budget);
      }()),
      cache_(std::make_unique<BlockCache>(starts_.size(), options.memory_budget)) {}

EventSource::~EventSource() = default;

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
  // What a split object is put together to depends on its class: no entries of it say so.
  return rows_->read_objects(std::span(&column.name, 1), {}, {*options_.executor}).at(0).type();
}

std::shared_ptr<const EventBlock> EventSource::block_of(std::uint64_t entry) const {
  if (entry >= entries()) fail(ErrorKind::not_found, "there is no entry {}: the table has {}", entry, entries());
  const auto block = static_cast<std::size_t>(std::ranges::upper_bound(starts_, entry) - starts_.begin()) - 1;
  if (auto found = cache_->find(block)) return found;
  return cache_->put(block, decode({{starts_[block]}, {starts_[block + 1]}}));
}

std::shared_ptr<const EventBlock> EventSource::decode(EntryRange entries) const {
  EventBlock block{entries, rows_->read_objects(columns_, entries, {*options_.executor, options_.stop}), 0};
  for (const array::Array& column : block.columns) block.bytes += column.byte_count();
  return std::make_shared<const EventBlock>(std::move(block));
}

void EventSource::fill(const EventBlock& block, std::uint64_t entry, void* event) const {
  const auto index = static_cast<std::size_t>(entry - block.entries.first.number);
  std::size_t number = 0;
  while_doing([&] { return fmt::format("entry {}, column '{}'", entry, columns_[number]); },
              [&] {
                for (; number < members_.size(); ++number)
                  members_[number].plan.read(block.columns[number], index,
                                             static_cast<std::byte*>(event) + members_[number].offset);
              });
}

}  // namespace ramet::inline v1::dataset
