#include "ramet/merge/fill_context.hpp"

#include "ramet/core/error.hpp"
#include "ramet/file/nearest_names.hpp"
#include "ramet/merge/internal/cluster_writer.hpp"

namespace ramet::inline v1::merge {
namespace {

std::uint64_t byte_count(std::span<const array::Array> columns) noexcept {
  std::uint64_t bytes = 0;
  for (const array::Array& column : columns) bytes += column.byte_count();
  return bytes;
}

}  // namespace

FillContext::FillContext(std::unique_ptr<internal::ClusterWriter> writer) : writer_(std::move(writer)) {
  for (const tree::ColumnSpec& column : writer_->table().schema().columns) columns_.emplace_back(column.type);
}

FillContext::FillContext(FillContext&&) noexcept = default;

FillContext::~FillContext() {
  if (writer_) writer_->close(entries_);
}

array::Array& FillContext::column_of(std::string_view name, const array::Type& type) {
  const auto& specs = writer_->table().schema().columns;
  std::vector<std::string_view> names;
  for (std::size_t column = 0; column < specs.size(); ++column) {
    names.push_back(specs[column].name);
    if (specs[column].name != name) continue;
    if (specs[column].type != type)
      fail(ErrorKind::misuse, "column '{}' is of type {}, not {}", name, array::to_string(specs[column].type),
           array::to_string(type));
    return columns_[column];
  }
  fail(ErrorKind::not_found, "no column '{}' in tree '{}'{}", name, writer_->table().schema().name,
       file::suggest_names(name, names));
}

void FillContext::check_cluster() {
  writer_->require_open();
  const TreeOptions& options = writer_->table().options();
  const std::uint64_t bytes = byte_count(columns_);
  const std::uint64_t entry_limit = options.cluster_entries == 0 ? ~std::uint64_t{0} : options.cluster_entries;
  if (bytes >= options.cluster_bytes || entries_ >= entry_limit) return flush();
  // Look again when half of what is missing has come: entries differ in size.
  const std::uint64_t average = bytes / entries_ + 1;
  std::uint64_t step = std::max<std::uint64_t>((options.cluster_bytes - bytes) / (2 * average), 1);
  while (!writer_->may_hold(bytes + step * average)) {
    step /= 2;
    if (step <= entries_ / 8) return flush_early();
  }
  next_check_ = std::min(entries_ + step, entry_limit);
}

void FillContext::flush_early() {
  flush();  // a smaller cluster, as the budget is used up, and what this context held is free for others
  for (array::Array& column : columns_) column = array::Array(column.type());
  writer_->release();
}

void FillContext::flush() {
  for (std::size_t column = 0; column < columns_.size(); ++column)
    if (columns_[column].length != entries_)
      fail(ErrorKind::misuse, "column '{}' has {} values for {} entries",
           writer_->table().schema().columns[column].name, columns_[column].length, entries_);
  const std::uint64_t entries = std::exchange(entries_, 0);
  next_check_ = 1;
  const auto clear = [this] {
    for (array::Array& column : columns_) column.clear();
  };
  try {
    writer_->write(columns_, 0, entries);
  } catch (...) {
    clear();
    throw;
  }
  clear();
  written_ += entries;
}

void FillContext::check_batch(std::span<const array::Array> columns) const {
  const auto& specs = writer_->table().schema().columns;
  if (columns.size() != specs.size())
    fail(ErrorKind::misuse, "{} columns for a tree of {}", columns.size(), specs.size());
  for (std::size_t column = 0; column < columns.size(); ++column) {
    if (columns[column].type() != specs[column].type)
      fail(ErrorKind::misuse, "column '{}' is of type {}, not {}", specs[column].name,
           array::to_string(specs[column].type), array::to_string(columns[column].type()));
    if (columns[column].length != columns[0].length)
      fail(ErrorKind::misuse, "column '{}' has {} values, column '{}' has {}", specs[column].name,
           columns[column].length, specs[0].name, columns[0].length);
    while_doing([&] { return fmt::format("column '{}'", specs[column].name); },
                [&] { array::validate(columns[column]); });
  }
}

void FillContext::extend(std::span<const array::Array> columns, const ExtendOptions& options) {
  writer_->require_open();
  check_batch(columns);
  const std::size_t count = columns.empty() ? 0 : columns[0].length;
  if (count == 0) return;
  writer_->table().format().check(columns, 0, count);
  const std::uint64_t average = byte_count(columns) / count + 1;
  for (std::size_t first = 0; first < count;) {
    throw_if_stopped(options.stop);
    const std::uint64_t room = room_for(average);
    const std::size_t last = first + std::min<std::uint64_t>(room, count - first);
    if (entries_ == 0 && last - first == room) {
      writer_->write(columns, first, last);  // a whole cluster, from where it is
      written_ += room;
    } else {
      append_part(columns, first, last);
    }
    if (options.progress != nullptr) options.progress->advance(last - first, (last - first) * average);
    first = last;
  }
}

std::uint64_t FillContext::room_for(std::uint64_t entry_bytes) noexcept {
  const TreeOptions& options = writer_->table().options();
  const std::uint64_t held = entries_ == 0 ? 0 : byte_count(columns_);
  std::uint64_t room = held < options.cluster_bytes ? (options.cluster_bytes - held) / entry_bytes : 0;
  if (options.cluster_entries != 0) room = std::min(room, options.cluster_entries - entries_);
  while (room > 1 && !writer_->may_hold(held + room * entry_bytes)) room /= 2;
  return std::max<std::uint64_t>(room, 1);
}

void FillContext::append_part(std::span<const array::Array> columns, std::size_t first, std::size_t last) {
  {
    const StageTimer timer(&writer_->times(), Stage::fill);
    for (std::size_t column = 0; column < columns_.size(); ++column)
      array::append(columns_[column], columns[column], first, last);
  }
  entries_ += last - first;
  check_cluster();
}

void FillContext::begin_sequence(std::uint64_t sequence) {
  const std::uint64_t now = writer_->sequence();
  if (sequence < now) fail(ErrorKind::misuse, "sequence number {} after {}", sequence, now);
  if (sequence == now) return;
  flush();
  writer_->begin_sequence(sequence);
}

void FillContext::close() {
  flush();
  writer_->close(0);
}

std::uint64_t FillContext::entries() const noexcept { return written_ + entries_; }

const StageTimes& FillContext::times() const noexcept { return writer_->times(); }

}  // namespace ramet::inline v1::merge
