#include "ramet/file/record_area.hpp"

#include "ramet/file/internal/record_space.hpp"
#include "ramet/file/internal/stamp.hpp"

namespace ramet::inline v1::file {

io::Extent RecordArea::take_extent(std::uint64_t size) const {
  if (space_ != nullptr && !extents_.is_shared())
    if (const auto hole = space_->take_hole(size)) return *hole;
  return extents_.take(size);
}

bool RecordArea::needs_big_keys(std::uint64_t upcoming_size) const noexcept {
  return extents_.end() + upcoming_size > last_small_start;
}

bool RecordArea::fits_small_keys(io::Extent extent) noexcept {
  return extent.offset + extent.size <= start_of_big_file;
}

std::uint32_t RecordArea::date() const noexcept { return reproducible_ ? fixed_date : packed_now(); }

}  // namespace ramet::inline v1::file
