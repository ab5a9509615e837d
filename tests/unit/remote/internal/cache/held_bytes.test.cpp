#include "ramet/remote/internal/cache/held_bytes.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "unit/io/bytes_of.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::remote::internal;

namespace {

constexpr std::size_t note = HeldBytes::note_bytes;

std::string letters(std::size_t count) {
  std::string text(count, ' ');
  for (std::size_t place = 0; place < count; ++place) text[place] = static_cast<char>('a' + place / 100 % 26);
  return text;
}

io::RequestMemory memory_of(std::string_view text) {
  io::RequestMemory memory(text.size());
  std::ranges::copy(bytes_of(text), memory.span().begin());
  return memory;
}

}  // namespace

TEST_CASE("held bytes: bytes of one part are seen, others are not") {
  const std::string text = letters(3000);
  HeldBytes held;
  CHECK_FALSE(held.view(0, 0).has_value());
  held.add(0, memory_of(text.substr(0, 1000)));
  held.add(2000, memory_of(text.substr(2000)));
  CHECK(text_of(held.view(10, 500).value()) == text.substr(10, 500));
  CHECK(text_of(held.view(2000, 1000).value()) == text.substr(2000));
  CHECK(held.view(3000, 0).has_value());
  CHECK_FALSE(held.view(999, 2).has_value());
  CHECK_FALSE(held.view(1999, 2).has_value());
  CHECK_FALSE(held.view(2999, 2).has_value());
  CHECK_FALSE(held.view(~std::uint64_t{0}, 2).has_value());
  CHECK(held.byte_count() == 2000);
}

TEST_CASE("held bytes: a copy of what was looked at has these bytes, and few others") {
  const std::string text = letters(20 * note + 7);
  HeldBytes held;
  held.add(5, memory_of(text));
  CHECK(held.looked_at()->byte_count() == 0);
  held.view(5 + 3 * note, 1);
  held.view(5 + 4 * note, note);
  held.view(5 + 10 * note - 1, 2);
  held.view(5 + 20 * note, 7);
  const auto copy = held.looked_at();
  CHECK(copy->byte_count() == 4 * note + 7);
  CHECK(text_of(copy->view(5 + 3 * note, 2 * note).value()) == text.substr(3 * note, 2 * note));
  CHECK(text_of(copy->view(5 + 9 * note, 2 * note).value()) == text.substr(9 * note, 2 * note));
  CHECK(text_of(copy->view(5 + 20 * note, 7).value()) == text.substr(20 * note));
  CHECK_FALSE(copy->view(5, 1).has_value());
  CHECK_FALSE(copy->view(5 + 4 * note, 2 * note).has_value());
}
