#include <cstdint>
#include <string_view>

#include "ramet/schema/streamer_info.hpp"
#include "ramet/schema/type_name.hpp"

// The checksum of a class as ROOT 6 makes it (TStreamerInfo.cxx and TClass.cxx, GetCheckSum): a number that is
// multiplied by 3 before each letter, dimension or checksum is added, over
//   the class' name | each base's name and checksum | each member: 1 if it is an enum, name, type, dimensions, counter

namespace ramet::inline v1::schema {
namespace {

/// The sum over letters and numbers. Threads: one thread.
class LayoutSum {
 public:
  void add(std::uint32_t number) noexcept { sum_ = sum_ * 3 + number; }
  void add(std::string_view text) noexcept {
    for (const char letter : text) add(static_cast<std::uint32_t>(letter));
  }
  std::uint32_t value() const noexcept { return sum_; }

 private:
  std::uint32_t sum_ = 0;
};

/// The contents of the bracket at the begin of a comment: a counter, or a range.
std::string_view leading_bracket(std::string_view title) noexcept {
  const std::size_t left = title.find_first_not_of("/ \t");
  if (left == std::string_view::npos || title[left] != '[') return {};
  const std::size_t right = title.find(']', left);
  return right == std::string_view::npos ? std::string_view{} : title.substr(left + 1, right - left - 1);
}

/// An enum is stored as an int, under its own name.
bool is_enum(const StreamerElement& element) {
  return element.type == type_code::int_ && !TypeName::parse(element.type_name).fundamental();
}

bool is_base(const StreamerElement& element) noexcept { return element.element_class == "TStreamerBase"; }

}  // namespace

std::uint32_t layout_checksum(const StreamerInfo& info) {
  LayoutSum sum;
  sum.add(info.class_name);
  for (const StreamerElement& element : info.elements) {
    if (!is_base(element)) continue;
    sum.add(element.name);
    sum.add(element.base_checksum);
  }
  for (const StreamerElement& element : info.elements) {
    if (is_base(element)) continue;
    if (is_enum(element)) sum.add(1U);
    sum.add(element.name);
    sum.add(element.type_name);
    for (std::int32_t i = 0; i < element.array_dimensions && i < 5; ++i)
      sum.add(static_cast<std::uint32_t>(element.dimensions[static_cast<std::size_t>(i)]));
    sum.add(leading_bracket(element.title));
  }
  return sum.value();
}

}  // namespace ramet::inline v1::schema
