#include "ramet/merge/internal/safety/record_log.hpp"

#include <algorithm>
#include <span>
#include <system_error>
#include <utility>

#include "ramet/bytes/buffer.hpp"
#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/core/error.hpp"
#include "ramet/io/byte_source.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

constexpr std::size_t head_size = 12;

}  // namespace

RecordLog::RecordLog(std::filesystem::path path, std::string_view beginning)
    : path_(std::move(path)), beginning_(beginning), sink_(io::go_on_local(path_)) {}

RecordLog::Contents RecordLog::read(std::uint64_t most_bytes, FunctionRef<void(bytes::ByteCursor)> read) {
  const auto source = io::open_local(path_);
  if (source->size() > most_bytes) return Contents::other;
  bytes::Buffer contents(source->size());
  source->read_at(0, contents.span());
  const std::span<const std::byte> all = std::as_const(contents).span();
  const std::size_t common = std::min(all.size(), beginning_.size());
  if (!std::ranges::equal(all.first(common), std::as_bytes(std::span(beginning_)).first(common)))
    return Contents::other;
  if (all.size() < beginning_.size()) return Contents::none;
  end_ = beginning_.size();
  try {
    for (bytes::ByteCursor cursor(all.subspan(end_)); cursor.remaining() >= head_size;) {
      const auto size = cursor.read<std::uint32_t>();
      const auto checksum = cursor.read<std::uint64_t>();
      const auto payload = cursor.take(size);
      if (bytes::xxh3(payload) != checksum) break;
      read(bytes::ByteCursor(payload));
      end_ = beginning_.size() + cursor.position();
    }
  } catch (const Error& error) {  // the last record is torn
    if (error.kind() != ErrorKind::corrupt) throw;
  }
  return Contents::log;
}

void RecordLog::restart() {
  sink_->resize(0);
  sink_->write_at(0, std::as_bytes(std::span(beginning_)));
  end_ = beginning_.size();
}

void RecordLog::append(const bytes::ByteWriter& payload, bool is_lasting) {
  bytes::ByteWriter record;
  record.write(static_cast<std::uint32_t>(payload.size()));
  record.write(bytes::xxh3(payload.span()));
  record.append(payload.span());
  sink_->write_at(end_, record.span());
  if (is_lasting) sink_->sync();
  end_ += record.size();
}

void RecordLog::remove() noexcept {
  if (!sink_) return;
  std::error_code error;
  std::filesystem::remove(path_, error);
  sink_.reset();
}

}  // namespace ramet::inline v1::merge::internal
