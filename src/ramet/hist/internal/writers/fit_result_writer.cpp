#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/hist/figures/fit_result.hpp"
#include "ramet/object/detail/object_writer.hpp"
#include "ramet/schema/streamer_info.hpp"

// ROOT::Fit::FitResult has no version of its own: its checksum and that of std::pair<double, double> are those of ROOT
// 6.40 (Fit/FitResult.h).

namespace ramet::inline v1::hist::internal {
namespace {

using object::ObjectWriter;

constexpr std::uint32_t result_checksum = 0x9f988dce;
constexpr std::uint32_t pair_checksum = 0x00d7bed2;
constexpr std::uint32_t numbered_pair_checksum = 0xea1f577c;
constexpr std::uint16_t result_version = 10;                   // of its collections and texts
constexpr std::uint16_t member_wise = std::uint16_t{1} << 14;  // TBufferFile::kStreamedMemberWise

/// The layout of a pair of these members.
schema::StreamerInfo pair_layout(std::string_view name, schema::StreamerElement first, schema::StreamerElement second) {
  first.name = "first";
  second.name = "second";
  schema::StreamerInfo layout;
  layout.class_name = name;
  layout.version = 1;
  layout.elements = {std::move(first), std::move(second)};
  layout.checksum = schema::layout_checksum(layout);
  return layout;
}

schema::StreamerElement member_of(std::string_view element_class, std::int32_t type, std::int32_t size,
                                  std::string_view type_name) {
  schema::StreamerElement member;
  member.element_class = element_class;
  member.type = type;
  member.size = size;
  member.type_name = type_name;
  return member;
}

std::vector<schema::StreamerInfo> pair_layouts() {
  namespace code = schema::type_code;
  const auto real = member_of("TStreamerBasicType", code::double_, 8, "double");
  const auto number = member_of("TStreamerBasicType", code::unsigned_int, 4, "unsigned int");
  const auto pair = member_of("TStreamerObjectAny", code::any, 16, "pair<double,double>");
  return {pair_layout("pair<double,double>", real, real),
          pair_layout("pair<unsigned int,pair<double,double> >", number, pair)};
}

/// As in TF1: equal limits fix a parameter, both 0 are none.
bool is_fixed(const FunctionParameter& one) noexcept { return one.low == one.high && one.low != 0; }

bool is_bound(const FunctionParameter& one) noexcept {
  return one.low != one.high && (std::isfinite(one.low) || std::isfinite(one.high));
}

/// A vector with what `get` returns of each item.
template <class Items, class Get>
void write_vector(ObjectWriter& writer, const Items& items, const Get& get) {
  writer.versioned(result_version, [&] {
    writer.write(static_cast<std::uint32_t>(items.size()));
    for (const auto& item : items) writer.write(get(item));
  });
}

/// The limits of all parameters, member-wise: the lower ones, then the upper ones.
void write_bounds(ObjectWriter& writer, const std::vector<FunctionParameter>& parameters) {
  writer.versioned(result_version | member_wise, [&] {
    writer.write(std::uint16_t{0});
    writer.write(pair_checksum);
    writer.write(static_cast<std::uint32_t>(parameters.size()));
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (const FunctionParameter& one : parameters) writer.write(is_bound(one) ? one.low : -infinity);
    for (const FunctionParameter& one : parameters) writer.write(is_bound(one) ? one.high : infinity);
  });
}

/// A map from the number of a parameter, member-wise: the numbers, then the pairs, each an object.
void write_asymmetric_errors(ObjectWriter& writer, const FitResult& result) {
  const auto& errors = result.asymmetric_errors;
  writer.versioned(result_version | member_wise, [&] {
    writer.write(std::uint16_t{0});
    writer.write(numbered_pair_checksum);
    std::vector<std::uint32_t> numbers;
    for (std::size_t i = 0; i < errors.size(); ++i)
      if (errors[i].has_value()) numbers.push_back(static_cast<std::uint32_t>(i));
    writer.write(static_cast<std::uint32_t>(numbers.size()));
    writer.numbers(std::span<const std::uint32_t>(numbers));
    for (const auto& pair : errors) {
      if (!pair.has_value()) continue;
      writer.checksummed(pair_checksum, [&] {
        writer.write(pair->first);
        writer.write(pair->second);
      });
    }
  });
}

std::uint32_t count_free(const FitResult& result) noexcept {
  return static_cast<std::uint32_t>(
      std::ranges::count_if(result.parameters, [](const FunctionParameter& one) { return !is_fixed(one); }));
}

void write_members(ObjectWriter& writer, const FitResult& result) {
  const auto& parameters = result.parameters;
  writer.write(result.is_valid);
  writer.write(false);  // fNormalized: the errors were not multiplied by sqrt(chi2 / ndf)
  writer.write(count_free(result));
  writer.write(result.degrees_of_freedom);
  writer.write(result.calls);
  writer.write(result.status);
  writer.write(result.covariance_status);
  writer.write(result.minimum);
  writer.write(result.distance);
  writer.write(result.chi_square);
  write_vector(writer, parameters, [](const FunctionParameter& one) { return is_fixed(one); });
  write_vector(writer, parameters, [](const FunctionParameter& one) { return is_bound(one) ? 1U : 0U; });
  write_bounds(writer, parameters);
  write_vector(writer, parameters, [](const FunctionParameter& one) { return one.value; });
  write_vector(writer, parameters, [](const FunctionParameter& one) { return is_fixed(one) ? 0.0 : one.error; });
  write_vector(writer, result.covariance, [](double one) { return one; });
  write_vector(writer, std::span<const double>(), [](double one) { return one; });  // fGlobalCC: not computed
  write_asymmetric_errors(writer, result);
  writer.versioned(result_version, [&] { writer.string(result.minimiser); });
  writer.versioned(result_version, [&] {
    writer.write(static_cast<std::uint32_t>(parameters.size()));
    for (const FunctionParameter& one : parameters) writer.string(one.name);
  });
}

void check(const FitResult& result) {
  const std::size_t count = result.parameters.size();
  if (!result.covariance.empty() && result.covariance.size() != count * (count + 1) / 2)
    detail::fail(ErrorKind::misuse, "a fit of {} parameters has a covariance of {} numbers, expected {} or none", count,
                 result.covariance.size(), count * (count + 1) / 2);
  if (!result.asymmetric_errors.empty() && result.asymmetric_errors.size() != count)
    detail::fail(ErrorKind::misuse, "a fit of {} parameters has asymmetric errors of {}", count,
                 result.asymmetric_errors.size());
}

}  // namespace
}  // namespace ramet::inline v1::hist::internal

namespace ramet::inline v1::object {

Payload PayloadOf<hist::FitResult>::of(const hist::FitResult& result) {
  hist::internal::check(result);
  return {.class_name = "TFitResult",
          .title = result.title,
          .known_classes = {"TFitResult", "ROOT::Fit::FitResult"},
          .layouts = hist::internal::pair_layouts(),
          .make = [&result](std::string_view name, std::size_t key_length) {
            ObjectWriter writer(key_length);
            writer.versioned(0, [&] {
              writer.tnamed(name, result.title);
              writer.checksummed(hist::internal::result_checksum,
                                 [&] { hist::internal::write_members(writer, result); });
            });
            return std::move(writer).take_payload();
          }};
}

}  // namespace ramet::inline v1::object
