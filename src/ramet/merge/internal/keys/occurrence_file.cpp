#include "ramet/merge/internal/keys/occurrence_file.hpp"

#include <algorithm>
#include <random>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "ramet/bytes/buffer.hpp"
#include "ramet/bytes/byte_cursor.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

/// The place of every so-many-th object is kept.
constexpr std::size_t stride = 256;
/// So many bytes are written at a time.
constexpr std::size_t bytes_at_a_time = std::size_t{1} << 20;

std::filesystem::path new_name(const std::filesystem::path& folder) {
  std::random_device random;
  const std::uint64_t number = (std::uint64_t{random()} << 32U) | random();
  return folder / fmt::format(".ramet-merge-{:016x}.places", number);
}

std::uint64_t read_size(bytes::ByteCursor& cursor) {
  std::uint64_t size = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const auto byte = cursor.read<std::uint8_t>();
    size |= std::uint64_t{byte & 0x7fU} << shift;
    if (byte < 0x80U) break;
  }
  return size;
}

}  // namespace

OccurrenceFile::Writer::Writer(const std::filesystem::path& folder)
    : path_(new_name(folder)), sink_(io::create_local(path_, io::OnExisting::fail)) {}

OccurrenceFile::Writer::~Writer() {
  std::error_code error;
  if (!path_.empty()) std::filesystem::remove(path_, error);
}

void OccurrenceFile::Writer::flush() {
  sink_->write_at(written_, std::as_bytes(std::span(waiting_)));
  written_ += waiting_.size();
  waiting_.clear();
}

void OccurrenceFile::Writer::add(const std::string& taken) {
  if (file_.objects++ % stride == 0) file_.places.push_back(written_ + waiting_.size());
  std::size_t size = taken.size();
  for (; size >= 0x80U; size >>= 7U) waiting_.push_back(static_cast<char>((size & 0x7fU) | 0x80U));
  waiting_.push_back(static_cast<char>(size));
  waiting_ += taken;
  if (waiting_.size() >= bytes_at_a_time) flush();
}

OccurrenceFile::File OccurrenceFile::Writer::finish() {
  flush();
  sink_->close();
  file_.bytes = io::open_local(path_);
  std::filesystem::remove(path_);  // it stays as long as it is open
  path_.clear();
  return std::move(file_);
}

std::vector<std::string> OccurrenceFile::read(std::span<const std::uint32_t> numbers) const {
  std::vector<std::string> all(numbers.size());
  if (numbers.empty()) return all;
  for (const File& file : files_) {
    if (numbers.front() >= file.objects) continue;
    const std::size_t last = std::min<std::size_t>(numbers.back(), file.objects - 1) / stride + 1;
    const std::uint64_t begin = file.places[numbers.front() / stride];
    const std::uint64_t end = last < file.places.size() ? file.places[last] : file.bytes->size();
    bytes::Buffer bytes(static_cast<std::size_t>(end - begin));
    file.bytes->read_at(begin, bytes.span());
    bytes::ByteCursor cursor(std::as_const(bytes).span(), begin);
    std::size_t object = numbers.front() / stride * stride;
    for (std::size_t wanted = 0; wanted < numbers.size() && numbers[wanted] < file.objects; ++object) {
      const auto taken = cursor.take(read_size(cursor));
      if (object != numbers[wanted]) continue;
      const auto* const text = reinterpret_cast<const char*>(taken.data());
      all[wanted++].append(text, taken.size());
    }
  }
  return all;
}

}  // namespace ramet::inline v1::merge::internal
