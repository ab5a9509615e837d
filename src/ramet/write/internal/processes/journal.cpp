#include "ramet/write/internal/processes/journal.hpp"

#include <array>
#include <utility>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::write::internal {

std::filesystem::path journal_path(const std::filesystem::path& folder, std::uint64_t process) {
  return folder / fmt::format("journal-{}", process);
}

JournalWriter::JournalWriter(const std::filesystem::path& folder, const JournalHead& head)
    : sink_(io::create_local(journal_path(folder, head.process), io::OnExisting::fail)) {
  const bytes::Buffer bytes = encode_head(head);
  sink_->write_at(0, bytes.span());
  const MutexLock lock(mutex_);
  size_ = bytes.size();
}

void JournalWriter::append(const JournalRecord& record) {
  const bytes::Buffer bytes = encode_record(record);
  const MutexLock lock(mutex_);
  try {
    sink_->write_at(size_, bytes.span());
  } catch (...) {
    // Truncate, so that a shorter record written here later is not followed by the rest of this one.
    sink_->resize(size_);
    throw;
  }
  size_ += bytes.size();
}

void JournalReader::read_head(const io::ByteSource& source) {
  if (source.size() < journal_head_size) return;
  std::array<std::byte, journal_head_size> bytes{};
  source.read_at(0, bytes);
  const JournalHead head = decode_head(bytes);
  if (head.id != id_) detail::fail(ErrorKind::corrupt, "belongs to another run");
  head_ = head;
  position_ = journal_head_size;
}

void JournalReader::read_records(const io::ByteSource& source, std::vector<JournalRecord>& records) {
  if (source.size() < position_)
    detail::fail(ErrorKind::corrupt, "has {} bytes, but had {} before", source.size(), position_);
  bytes::Buffer bytes(source.size() - position_);
  source.read_at(position_, bytes.span());
  std::span<const std::byte> rest = bytes.span();
  while (auto decoded = decode_record(rest, position_)) {
    records.push_back(std::move(decoded->record));
    rest = rest.subspan(decoded->size);
    position_ += decoded->size;
  }
  rest_ = rest.size();
}

std::vector<JournalRecord> JournalReader::read() {
  std::vector<JournalRecord> records;
  std::error_code ignored;
  if (!fault_.empty() || !std::filesystem::exists(path_, ignored)) return records;
  try {
    detail::while_doing([&] { return fmt::format("journal '{}'", path_.string()); },
                        [&] {
                          const auto source = io::open_local(path_);
                          if (!head_) read_head(*source);
                          if (head_) read_records(*source, records);
                        });
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::io) throw;
    note_fault(error.what());
  }
  return records;
}

}  // namespace ramet::inline v1::write::internal
