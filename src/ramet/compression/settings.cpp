#include "ramet/compression/settings.hpp"

#include <array>
#include <charconv>
#include <optional>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::compression {
namespace {

struct Named {
  std::string_view name;
  Settings recommended;  // ROOT's RCompressionSetting::EDefaults (core/zip/inc/Compression.h)
};

constexpr std::array<Named, 6> algorithms{{{"none", {Algorithm::none, 0}},
                                           {"zlib", {Algorithm::zlib, 1}},
                                           {"lzma", {Algorithm::lzma, 7}},
                                           {"old", {Algorithm::old, 6}},
                                           {"lz4", {Algorithm::lz4, 4}},
                                           {"zstd", {Algorithm::zstd, 5}}}};

std::optional<int> whole_number(std::string_view text) noexcept {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

Settings Settings::from_code(int code) {
  const int level = code % 100;
  const int algorithm = code / 100 == 0 && level > 0 ? 1 : code / 100;
  if (code < 0 || algorithm >= static_cast<int>(algorithms.size()) || level > 9)
    detail::fail(ErrorKind::misuse,
                 "{} is not a compression setting (100 * algorithm 1..5 + level 0..9, for example 505)", code);
  if (level == 0) return {Algorithm::none, 0};
  return {static_cast<Algorithm>(algorithm), level};
}

void Settings::check() const {
  const auto number = static_cast<std::size_t>(algorithm);
  if (number >= algorithms.size())
    detail::fail(ErrorKind::misuse, "compression algorithm {} is not in 0..{}", number, algorithms.size() - 1);
  if (level < 0 || level > 9) detail::fail(ErrorKind::misuse, "compression level {} is not in 0..9", level);
}

Settings Settings::parse(std::string_view text) {
  if (const auto code = whole_number(text)) return from_code(*code);
  const auto colon = text.find(':');
  for (const Named& named : algorithms) {
    if (text.substr(0, colon) != named.name) continue;
    if (colon == text.npos) return named.recommended;
    const auto level = whole_number(text.substr(colon + 1));
    if (level && *level == 0) return {Algorithm::none, 0};
    if (level && *level > 0 && *level <= 9 && named.recommended.algorithm != Algorithm::none)
      return {named.recommended.algorithm, *level};
  }
  detail::fail(ErrorKind::misuse, "'{}' is not a compression setting (zlib, lzma, lz4 or zstd with :1 to :9, or none)",
               text);
}

std::string Settings::to_string() const {
  const auto index = static_cast<std::size_t>(algorithm);
  if (level == 0 || algorithm == Algorithm::none) return "none";
  return index < algorithms.size() ? fmt::format("{}:{}", algorithms[index].name, level)
                                   : fmt::format("algorithm {}:{}", index, level);
}

}  // namespace ramet::inline v1::compression
