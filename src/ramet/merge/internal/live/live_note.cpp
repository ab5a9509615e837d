#include "ramet/merge/internal/live/live_note.hpp"

#include <algorithm>
#include <string_view>
#include <system_error>
#include <utility>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

constexpr std::string_view beginning = "ramet live merge 1\n";
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

LiveNote::LiveNote(const std::filesystem::path& output) : log_(note_of(output), beginning) {
  const auto contents = log_.read(largest_note, [&](bytes::ByteCursor payload) { read_record(payload); });
  if (contents == RecordLog::Contents::other)
    detail::fail(ErrorKind::corrupt, "'{}' is not the note of a merge: rename or remove it", log_.path().string());
  if (uuid_) go_on(output);
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
    commit.writes = read_placed_bytes(cursor);
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
                 output.string(), log_.path().string());
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

void LiveNote::restart(const file::Uuid& uuid) {
  forget();
  log_.restart();
  bytes::ByteWriter payload = record_of(RecordKind::output);
  payload.append(std::as_bytes(std::span(uuid)));
  log_.append(payload);
  uuid_ = uuid;
}

void LiveNote::add_group(const std::vector<InputMark>& inputs, std::span<const std::byte> header_before,
                         const HeldCommit& commit, bool is_lasting) {
  bytes::ByteWriter payload = record_of(RecordKind::group);
  payload.write(static_cast<std::uint32_t>(inputs.size()));
  for (const InputMark& input : inputs) write(payload, input);
  payload.write(static_cast<std::uint32_t>(header_before.size()));
  payload.append(header_before);
  write(payload, commit.writes);
  log_.append(payload, is_lasting);
  is_open_ = true;
  input_count_ += inputs.size();
}

void LiveNote::add_done() {
  log_.append(record_of(RecordKind::done));
  last_.reset();
  is_open_ = false;
}

}  // namespace ramet::inline v1::merge::internal
