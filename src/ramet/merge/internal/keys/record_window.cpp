#include "ramet/merge/internal/keys/record_window.hpp"

#include <cstring>

namespace ramet::inline v1::merge::internal {

RecordWindow::RecordWindow(const io::ByteSource& file, io::Extent part) : file_(file), begin_(part.offset) {
  file.require_range(part.offset, part.size);
  part_.resize(static_cast<std::size_t>(part.size));
  file.read_at(part.offset, part_.span());
}

bool RecordWindow::has(std::uint64_t offset, std::size_t size) const noexcept {
  return offset >= begin_ && offset - begin_ <= part_.size() && size <= part_.size() - (offset - begin_);
}

void RecordWindow::read_at(std::uint64_t offset, std::span<std::byte> into) const {
  if (!has(offset, into.size())) return file_.read_at(offset, into);
  if (!into.empty()) std::memcpy(into.data(), part_.data() + (offset - begin_), into.size());
}

std::optional<std::span<const std::byte>> RecordWindow::view(std::uint64_t offset, std::size_t size) const {
  if (!has(offset, size)) return file_.view(offset, size);
  return part_.span().subspan(static_cast<std::size_t>(offset - begin_), size);
}

}  // namespace ramet::inline v1::merge::internal
