#include "ramet/hist/number_view.hpp"

#include "ramet/core/error.hpp"

namespace ramet::inline v1::hist {
namespace {

using array::NumberType;

template <class Number>
void convert(const void* numbers, std::span<double> to) noexcept {
  const auto* from = static_cast<const Number*>(numbers);
  for (double& number : to) number = static_cast<double>(*from++);
}

}  // namespace

NumberView NumberView::of(const array::Array& column) {
  switch (column.kind()) {
    case array::Kind::number: {
      NumberView view;
      view.numbers_ = column.values().data();
      view.size_ = column.length();
      view.type_ = column.number();
      return view;
    }
    case array::Kind::list:
    case array::Kind::option:
      return of(column.items());
    case array::Kind::regular:
      return of(column.content(0));
    case array::Kind::string:
    case array::Kind::record:
    case array::Kind::variant:
      break;
  }
  detail::fail(ErrorKind::misuse, "the column is '{}', expected numbers or lists of numbers",
               array::to_string(column.type()));
}

NumberView NumberView::part(std::size_t first, std::size_t count) const noexcept {
  NumberView view;
  view.numbers_ = static_cast<const std::byte*>(numbers_) + first * array::size_of(type_);
  view.size_ = count;
  view.type_ = type_;
  return view;
}

std::span<const double> NumberView::load(std::span<double> scratch) const noexcept {
  switch (type_) {
    case NumberType::float64:
      return {static_cast<const double*>(numbers_), scratch.size()};
    case NumberType::boolean:
      convert<bool>(numbers_, scratch);
      break;
    case NumberType::int8:
      convert<std::int8_t>(numbers_, scratch);
      break;
    case NumberType::int16:
      convert<std::int16_t>(numbers_, scratch);
      break;
    case NumberType::int32:
      convert<std::int32_t>(numbers_, scratch);
      break;
    case NumberType::int64:
      convert<std::int64_t>(numbers_, scratch);
      break;
    case NumberType::uint8:
      convert<std::uint8_t>(numbers_, scratch);
      break;
    case NumberType::uint16:
      convert<std::uint16_t>(numbers_, scratch);
      break;
    case NumberType::uint32:
      convert<std::uint32_t>(numbers_, scratch);
      break;
    case NumberType::uint64:
      convert<std::uint64_t>(numbers_, scratch);
      break;
    case NumberType::float32:
      convert<float>(numbers_, scratch);
      break;
  }
  return scratch;
}

}  // namespace ramet::inline v1::hist
