#include "ramet/ntuple/frame_cursor.hpp"

#include "ramet/core/error.hpp"

namespace ramet::inline v1::ntuple {

std::string FrameCursor::string() {
  const auto size = read<std::uint32_t>();
  const auto characters = take(size);
  return {reinterpret_cast<const char*>(characters.data()), characters.size()};
}

FrameCursor FrameCursor::record() {
  const std::uint64_t begin = position();
  const auto size = read<std::int64_t>();
  if (size < 8) detail::fail(ErrorKind::corrupt, "a record frame at byte {} has a size of {}", begin, size);
  const std::uint64_t origin = position();
  return FrameCursor(take(static_cast<std::size_t>(size) - 8), origin);
}

ListFrame FrameCursor::list(std::size_t item_size) {
  const std::uint64_t begin = position();
  const auto size = read<std::int64_t>();
  if (size > -12)
    detail::fail(ErrorKind::corrupt, "a list frame at byte {} has a size of {}, not negative", begin, size);
  const auto count = read<std::uint32_t>();
  const std::uint64_t contents = ~static_cast<std::uint64_t>(size) + 1 - 12;
  const std::uint64_t origin = position();
  ListFrame list{count, FrameCursor(take(contents), origin)};
  if (count > contents / item_size)
    detail::fail(ErrorKind::corrupt, "a list frame at byte {} has {} bytes, too few for {} items of {} bytes", begin,
                 contents, count, item_size);
  return list;
}

}  // namespace ramet::inline v1::ntuple
