#include "ramet/merge/internal/live/live_note.hpp"

#include <algorithm>
#include <string_view>
#include <system_error>
#include <utility>

#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/core/error.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

constexpr std::string_view beginning = "ramet live merge 1\n";
constexpr std::size_t head_size = 12;
constexpr std::uint64_t largest_note = std::uint64_t{1} << 30;
constexpr std::size_t header_bytes = 100;  // up to the root directory

enum class RecordKind : std::uint8_t { output = 1, group = 2, done = 3 };

bytes::ByteWriter record_of(RecordKind kind) {
  bytes::ByteWriter record;
  record.write(static_cast<std::uint8_t>(kind));
  return record;
}

bool is_in_memory(const InputMark& input) noexcept { return input.contents == 0; }

/// Whether a header is that before or after a commit, or the write of it was torn.
bool is_of_commit(std::span<const std::byte> now, std::span<const std::byte> before, const HeldCommit& commit) {
  if (now.size() != before.size()) return false;
  if (commit.writes.empty()) return std::ranges::equal(now, before);
  const std::span<const std::byte> after = commit.writes.front().bytes.span();
  for (std::size_t byte = 0; byte < now.size(); ++byte)
    if (now[byte] != before[byte] && (byte >= after.size() || now[byte] != after[byte])) return false;
  return true;
}

}  // namespace

std::filesystem::path note_of(const std::filesystem::path& output) {
  std::filesystem::path path = output;
  path += ".live";
  return path;
}

bytes::Buffer header_of(const io::ByteSource& file) {
  bytes::Buffer header(std::min<std::uint64_t>(header_bytes, file.size()));
  file.read_at(0, header.span());
  return header;
}

LiveNote::LiveNote(const std::filesystem::path& output) : path_(note_of(output)) {
  sink_ = io::go_on_local(path_);
  read_all();
  if (uuid_) go_on(output);
}

void LiveNote::read_all() {
  const auto source = io::open_local(path_);
  if (source->size() > largest_note)
    detail::fail(ErrorKind::corrupt, "'{}' is too large for the note of a merge", path_.string());
  bytes::Buffer contents(source->size());
  source->read_at(0, contents.span());
  const std::span<const std::byte> all = std::as_const(contents).span();
  const std::size_t common = std::min(all.size(), beginning.size());
  if (!std::ranges::equal(all.first(common), std::as_bytes(std::span(beginning)).first(common)))
    detail::fail(ErrorKind::corrupt, "'{}' is not the note of a merge: rename or remove it", path_.string());
  if (all.size() < beginning.size()) return;
  end_ = beginning.size();
  try {
    for (bytes::ByteCursor cursor(all.subspan(end_)); cursor.remaining() >= head_size;) {
      const auto size = cursor.read<std::uint32_t>();
      const auto checksum = cursor.read<std::uint64_t>();
      const auto payload = cursor.take(size);
      if (bytes::xxh3(payload) != checksum) break;
      read_record(bytes::ByteCursor(payload));
      end_ = beginning.size() + cursor.position();
    }
  } catch (const Error& error) {  // the last record is torn
    if (error.kind() != ErrorKind::corrupt) throw;
  }
}

void LiveNote::read_record(bytes::ByteCursor cursor) {
  const auto kind = static_cast<RecordKind>(cursor.read<std::uint8_t>());
  if (kind == RecordKind::output) {
    file::Uuid uuid{};
    std::ranges::copy(cursor.take(sizeof uuid), std::as_writable_bytes(std::span(uuid)).begin());
    uuid_ = uuid;
  } else if (kind == RecordKind::group) {
    std::vector<InputMark> inputs(cursor.count(25, "inputs"));
    for (InputMark& input : inputs) input = read_input_mark(cursor);
    header_before_.clear();
    header_before_.append(cursor.take(cursor.count(1, "bytes of a header")));
    HeldCommit commit;
    commit.writes.resize(cursor.count(12, "writes"));
    for (PlacedBytes& write : commit.writes) {
      write.offset = cursor.read<std::uint64_t>();
      write.bytes.append(cursor.take(cursor.count(1, "bytes")));
    }
    last_ = std::move(commit);
    input_count_ += inputs.size();
    for (InputMark& input : inputs)
      if (!is_in_memory(input)) inputs_.push_back(std::move(input));
  } else if (kind == RecordKind::done) {
    last_.reset();
  } else {
    detail::fail(ErrorKind::corrupt, "a record of kind {}", static_cast<int>(kind));
  }
}

/// Do the last writes again, unless it is known that they were done.
void LiveNote::go_on(const std::filesystem::path& output) {
  std::error_code error;
  if (!std::filesystem::exists(output, error)) return forget();
  const auto sink = io::update_local(output);
  const auto source = io::open_local(output);
  const bytes::Buffer now = header_of(*source);
  if (!last_ || !is_of_commit(now.span(), std::as_const(header_before_).span(), *last_)) {
    if (file::FileReader::open(source)->header().uuid != *uuid_) return forget();
    if (!last_) return;
    detail::fail(ErrorKind::misuse,
                 "'{}' was changed since the merge into it was stopped: merge into another file, or remove '{}'",
                 output.string(), path_.string());
  }
  last_->apply(*sink);
  sink->close();
  add_done();
}

void LiveNote::forget() noexcept {
  uuid_.reset();
  inputs_.clear();
  input_count_ = 0;
  last_.reset();
}

void LiveNote::append(const bytes::ByteWriter& payload) {
  bytes::ByteWriter record;
  record.write(static_cast<std::uint32_t>(payload.size()));
  record.write(bytes::xxh3(payload.span()));
  record.append(payload.span());
  sink_->write_at(end_, record.span());
  end_ += record.size();
}

void LiveNote::restart(const file::Uuid& uuid) {
  forget();
  sink_->resize(0);
  sink_->write_at(0, std::as_bytes(std::span(beginning)));
  end_ = beginning.size();
  bytes::ByteWriter payload = record_of(RecordKind::output);
  payload.append(std::as_bytes(std::span(uuid)));
  append(payload);
  uuid_ = uuid;
}

void LiveNote::add_group(const std::vector<InputMark>& inputs, std::span<const std::byte> header_before,
                         const HeldCommit& commit, bool is_lasting) {
  bytes::ByteWriter payload = record_of(RecordKind::group);
  payload.write(static_cast<std::uint32_t>(inputs.size()));
  for (const InputMark& input : inputs) write(payload, input);
  payload.write(static_cast<std::uint32_t>(header_before.size()));
  payload.append(header_before);
  payload.write(static_cast<std::uint32_t>(commit.writes.size()));
  for (const PlacedBytes& write : commit.writes) {
    payload.write(write.offset);
    payload.write(static_cast<std::uint32_t>(write.bytes.size()));
    payload.append(write.bytes.span());
  }
  const std::uint64_t before = end_;
  try {
    append(payload);
    if (is_lasting) sink_->sync();
  } catch (...) {
    end_ = before;
    throw;
  }
  is_open_ = true;
  input_count_ += inputs.size();
}

void LiveNote::add_done() {
  append(record_of(RecordKind::done));
  last_.reset();
  is_open_ = false;
}

void LiveNote::remove() noexcept {
  if (!sink_) return;
  std::error_code error;
  std::filesystem::remove(path_, error);
  sink_.reset();
}

}  // namespace ramet::inline v1::merge::internal
