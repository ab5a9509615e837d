#include "ramet/object/internal/structs/object_image.hpp"

#include <algorithm>

namespace ramet::inline v1::object::internal {
namespace {

constexpr std::size_t largest = 4096;       // bytes of an object: in larger ones the heads cost little
constexpr std::size_t image_group = 16384;  // bytes of objects that are processed together, once for each number

}  // namespace

bool ObjectImage::close(const std::byte* object, std::size_t size) {
  if (!is_fixed_ || size == 0 || size > largest) return false;
  for (const Head& head : heads_) pattern_.add(head.from, {object + head.from, head.size});
  pattern_.close(size);
  return true;
}

std::size_t ObjectImage::read(std::span<const std::byte> bytes, std::size_t count, std::byte* to,
                              std::size_t stride) const {
  const std::size_t group = std::max<std::size_t>(image_group / size(), 1);
  for (std::size_t done = 0; done < count;) {
    const std::size_t wanted = std::min(group, count - done);
    const std::size_t alike = pattern_.matching(bytes, wanted);
    numbers_.run({bytes.data(), size(), to + done * stride, stride, alike});
    bytes = bytes.subspan(alike * size());
    done += alike;
    if (alike < wanted) return done;
  }
  return count;
}

}  // namespace ramet::inline v1::object::internal
