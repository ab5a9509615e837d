#include "ramet/file/internal/stamp.hpp"

#include <random>
#include <span>
#include <string>

#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/bytes/endian.hpp"

namespace ramet::inline v1::file {
namespace {

Uuid with_version(std::uint64_t high, std::uint64_t low, std::uint64_t version) noexcept {
  constexpr std::uint64_t version_field = 0xf000;
  constexpr std::uint64_t variant_field = std::uint64_t{3} << 62;
  high = (high & ~version_field) | version << 12;
  low = (low & ~variant_field) | std::uint64_t{2} << 62;
  Uuid uuid;
  bytes::store_big_endian(uuid.data(), high);
  bytes::store_big_endian(uuid.data() + 8, low);
  return uuid;
}

}  // namespace

std::uint32_t pack_date(const std::tm& date) noexcept {
  const auto field = [](int value, int shift) { return static_cast<std::uint32_t>(value) << shift; };
  return field(date.tm_year + 1900 - 1995, 26) | field(date.tm_mon + 1, 22) | field(date.tm_mday, 17) |
         field(date.tm_hour, 12) | field(date.tm_min, 6) | field(date.tm_sec, 0);
}

std::uint32_t packed_now() noexcept {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  return localtime_r(&now, &local) == nullptr ? fixed_date : pack_date(local);
}

Uuid random_uuid() {
  std::random_device device;
  std::uniform_int_distribution<std::uint64_t> bits;
  const std::uint64_t high = bits(device);
  return with_version(high, bits(device), 4);
}

Uuid uuid_of(std::string_view name) {
  std::string text(name);
  const std::uint64_t high = bytes::xxh3(std::as_bytes(std::span(text)));
  text.push_back('\0');
  return with_version(high, bytes::xxh3(std::as_bytes(std::span(text))), 8);
}

}  // namespace ramet::inline v1::file
