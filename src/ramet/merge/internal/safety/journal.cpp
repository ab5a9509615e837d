#include "ramet/merge/internal/safety/journal.hpp"

#include <algorithm>
#include <string_view>
#include <system_error>
#include <utility>

#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/core/error.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

constexpr std::string_view beginning = "ramet merge journal 1\n";
/// More than a journal of a million inputs and as many objects has.
constexpr std::uint64_t largest_journal = std::uint64_t{4} << 30;
constexpr std::uint64_t all_bytes = ~std::uint64_t{0};

enum class RecordKind : std::uint8_t { plan = 1, put = 2, extent = 3, complete = 4, step = 5 };

bytes::ByteWriter record_of(RecordKind kind) {
  bytes::ByteWriter record;
  record.write(static_cast<std::uint8_t>(kind));
  return record;
}

/// Whether the file has the bytes that were written. `room` is reused.
bool has(const io::ByteSource& part, const WrittenPiece& piece, bytes::Buffer& room) {
  if (piece.extent.offset > part.size() || piece.extent.size > part.size() - piece.extent.offset) return false;
  room.resize(0);
  const auto bytes = room.extend(piece.extent.size);
  part.read_at(piece.extent.offset, bytes);
  return bytes::xxh3(bytes) == piece.checksum;
}

DoneExtent read_extent(bytes::ByteCursor& cursor) {
  DoneExtent extent;
  extent.extent = {cursor.read<std::uint64_t>(), cursor.read<std::uint64_t>()};
  extent.result.append(cursor.take(cursor.count(1, "bytes of a result")));
  extent.pieces.resize(cursor.count(24, "pieces"));
  for (WrittenPiece& piece : extent.pieces) {
    piece.extent = {cursor.read<std::uint64_t>(), cursor.read<std::uint64_t>()};
    piece.checksum = cursor.read<std::uint64_t>();
    if (piece.extent.size > extent.extent.size)
      detail::fail(ErrorKind::corrupt, "a piece of {} bytes in an extent of {}", piece.extent.size, extent.extent.size);
  }
  return extent;
}

DoneStep read_step(bytes::ByteCursor& cursor) {
  DoneStep step;
  StepState& state = step.state;
  state.stage = static_cast<StepState::Stage>(cursor.read<std::uint8_t>());
  if (state.stage > StepState::Stage::complete)
    detail::fail(ErrorKind::corrupt, "a step of kind {}", static_cast<int>(state.stage));
  for (std::uint64_t* const number : {&state.table, &state.read, &state.written, &state.bytes, &step.end})
    *number = cursor.read<std::uint64_t>();
  step.writes = read_placed_bytes(cursor);
  return step;
}

}  // namespace

std::filesystem::path Journal::path_of(const std::filesystem::path& part) {
  std::filesystem::path path = part;
  path += ".journal";
  return path;
}

Journal::Journal(const std::filesystem::path& part) {
  std::error_code error;
  const bool has_part = std::filesystem::file_size(part, error) > 0 && !error;
  const std::filesystem::path path = path_of(part);
  if (has_part && !std::filesystem::exists(path))
    detail::fail(ErrorKind::misuse, "'{}' exists, but no journal of a merge: rename or remove it", part.string());
  log_.emplace(path, beginning);
  const auto contents = log_->read(largest_journal, [&](bytes::ByteCursor payload) { read_record(payload); });
  put_count_ = puts_.size();
  if (has_part && (contents != RecordLog::Contents::log || !plan_)) {
    log_->close();
    detail::fail(ErrorKind::misuse, "'{}' is not the journal of a merge: rename or remove it, and '{}'", path.string(),
                 part.string());
  }
  if (has_part) return;
  if (is_complete_) finished_ = std::move(plan_);
  plan_.reset();  // what it says is nowhere
}

void Journal::read_record(bytes::ByteCursor cursor) {
  const auto kind = static_cast<RecordKind>(cursor.read<std::uint8_t>());
  if (kind == RecordKind::plan) {
    plan_ = read_journal_plan(cursor);
  } else if (kind == RecordKind::put) {
    const auto number = cursor.read<std::uint64_t>();
    DonePut put{.directory = std::string(cursor.string()), .key = file::read_key(cursor)};
    put.checksum = cursor.read<std::uint64_t>();
    if (number > puts_.size()) detail::fail(ErrorKind::corrupt, "put {} follows {} others", number, puts_.size());
    puts_.erase(puts_.begin() + static_cast<std::ptrdiff_t>(number), puts_.end());
    puts_.push_back(std::move(put));
  } else if (kind == RecordKind::extent) {
    DoneExtent extent = read_extent(cursor);
    const MutexLock lock(mutex_);
    order_.push_back(extent.extent.offset);
    extents_.insert_or_assign(extent.extent.offset, std::move(extent));
  } else if (kind == RecordKind::step) {
    step_ = read_step(cursor);
  } else if (kind == RecordKind::complete) {
    is_complete_ = true;
  } else {
    detail::fail(ErrorKind::corrupt, "a record of kind {}", static_cast<int>(kind));
  }
}

void Journal::restart(JournalPlan plan) {
  puts_.clear();
  put_count_ = 0;
  step_.reset();
  is_complete_ = false;
  finished_.reset();
  plan_ = std::move(plan);
  bytes::ByteWriter payload = record_of(RecordKind::plan);
  write(payload, *plan_);
  const MutexLock lock(mutex_);
  extents_.clear();
  order_.clear();
  log_->restart();
  log_->append(payload);
}

bool Journal::verify_puts(const io::ByteSource& part, std::uint64_t most_bytes) {
  bytes::Buffer room;
  std::uint64_t bytes = 0;
  std::size_t sound = puts_.size();
  for (std::size_t number = puts_.size(); number-- > 0 && bytes < most_bytes;) {
    const file::Key& key = puts_[number].key;
    if (!has(part, {{key.seek, key.record_size}, puts_[number].checksum}, room)) sound = number;
    bytes += key.record_size;
  }
  const bool is_sound = sound == puts_.size();
  puts_.erase(puts_.begin() + static_cast<std::ptrdiff_t>(sound), puts_.end());
  put_count_ = puts_.size();
  return is_sound;
}

bool Journal::verify_extents(const io::ByteSource& part, std::uint64_t most_bytes) {
  const MutexLock lock(mutex_);
  bytes::Buffer room;
  std::uint64_t bytes = 0;
  bool is_sound = true;
  for (std::size_t number = order_.size(); number-- > 0 && bytes < most_bytes;) {
    const auto extent = extents_.find(order_[number]);
    if (extent == extents_.end()) continue;
    bytes += extent->second.extent.size;
    const bool has_pieces =
        std::ranges::all_of(extent->second.pieces, [&](const WrittenPiece& piece) { return has(part, piece, room); });
    if (has_pieces) continue;
    is_sound = false;
    extents_.erase(extent);
  }
  return is_sound;
}

void Journal::verify(const io::ByteSource& part) {
  const bool has_puts = verify_puts(part, verified_bytes);
  const bool has_extents = verify_extents(part, verified_bytes);
  if (has_puts && has_extents) return;
  is_complete_ = false;
  step_.reset();  // what was written after them is done again
  verify_puts(part, all_bytes);
  verify_extents(part, all_bytes);
}

std::uint64_t Journal::steps() const {
  const MutexLock lock(mutex_);
  return put_count_ + order_.size() + (step_ ? 1 : 0);
}

std::uint64_t Journal::done_bytes() const {
  if (step_) return step_->end;
  std::uint64_t bytes = 0;
  for (const DonePut& put : puts_) bytes += put.key.record_size;
  const MutexLock lock(mutex_);
  for (const auto& [offset, extent] : extents_) bytes += extent.extent.size;
  return bytes;
}

const DoneExtent* Journal::extent_at(std::uint64_t offset) const {
  const MutexLock lock(mutex_);
  const auto found = extents_.find(offset);
  return found == extents_.end() ? nullptr : &found->second;
}

void Journal::add_put(const DonePut& put) {
  bytes::ByteWriter payload = record_of(RecordKind::put);
  payload.write(put_count_);
  payload.string(put.directory);
  file::write_key(payload, put.key);
  payload.write(put.checksum);
  const MutexLock lock(mutex_);
  log_->append(payload);
  ++put_count_;
}

void Journal::add_extent(DoneExtent extent) {
  bytes::ByteWriter payload = record_of(RecordKind::extent);
  payload.write(extent.extent.offset);
  payload.write(extent.extent.size);
  payload.write(static_cast<std::uint32_t>(extent.result.size()));
  payload.append(std::as_const(extent.result).span());
  payload.write(static_cast<std::uint32_t>(extent.pieces.size()));
  for (const WrittenPiece& piece : extent.pieces) {
    payload.write(piece.extent.offset);
    payload.write(piece.extent.size);
    payload.write(piece.checksum);
  }
  const MutexLock lock(mutex_);
  log_->append(payload);
  order_.push_back(extent.extent.offset);
}

void Journal::add_step(DoneStep step) {
  bytes::ByteWriter payload = record_of(RecordKind::step);
  const StepState& state = step.state;
  payload.write(static_cast<std::uint8_t>(state.stage));
  for (const std::uint64_t number : {state.table, state.read, state.written, state.bytes, step.end})
    payload.write(number);
  write(payload, step.writes);
  const MutexLock lock(mutex_);
  log_->append(payload);
  step_ = std::move(step);
}

void Journal::add_complete() {
  const MutexLock lock(mutex_);
  log_->append(record_of(RecordKind::complete));
  is_complete_ = true;
}

void Journal::remove() noexcept {
  const MutexLock lock(mutex_);
  if (log_) log_->remove();
}

}  // namespace ramet::inline v1::merge::internal
