#include "ramet/object/internal/structs/object_image.hpp"

#include <cstring>

namespace ramet::inline v1::object::internal {
namespace {

constexpr std::size_t word_size = sizeof(std::uint64_t);
constexpr std::size_t largest = 4096;  // bytes of an object: for larger ones the heads cost little

}  // namespace

bool ObjectImage::close(const std::byte* object, std::size_t size) {
  if (!is_fixed_ || size == 0 || size > largest) return false;
  size_ = size;
  std::vector<std::byte> bytes((size + word_size - 1) / word_size * word_size);
  std::vector<std::byte> mask(bytes.size());
  std::memcpy(bytes.data(), object, size);
  for (const Head& head : heads_) std::memset(mask.data() + head.from, 0xFF, head.size);
  words_.resize(bytes.size() / word_size);
  for (std::size_t i = 0; i < words_.size(); ++i) {
    std::memcpy(&words_[i].bytes, bytes.data() + i * word_size, word_size);
    std::memcpy(&words_[i].mask, mask.data() + i * word_size, word_size);
  }
  return true;
}

bool ObjectImage::matches(const std::byte* object) const noexcept {
  std::uint64_t difference = 0;
  for (const Word& word : words_) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, object, word_size);
    difference |= (bytes ^ word.bytes) & word.mask;
    object += word_size;
  }
  return difference == 0;
}

}  // namespace ramet::inline v1::object::internal
