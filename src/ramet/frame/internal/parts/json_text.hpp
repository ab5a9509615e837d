#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/hist/binned/named_axis.hpp"

namespace ramet::inline v1::frame::internal {

/// A text in quotes. Throws Error(unsupported) for what is no UTF-8.
std::string json_of(std::string_view text);
/// A number that is read with the same bits; "nan", "inf" and "-inf" in quotes.
std::string json_of(double number);
std::string json_of(const std::vector<std::string>& texts);
/// The bins of axes: {"bins":n,"low":x,"high":x} or {"edges":[...]}. Throws Error(unsupported) for one without a range.
std::string json_of(std::span<const hist::NamedAxis> axes, std::string_view action);

/// An object of JSON, made member by member. Threads: one thread.
class JsonText {
 public:
  /// A member whose value is JSON already.
  JsonText& add_json(std::string_view name, std::string_view json);
  JsonText& add(std::string_view name, std::string_view text) { return add_json(name, json_of(text)); }
  JsonText& add(std::string_view name, const std::string& text) { return add(name, std::string_view(text)); }
  JsonText& add(std::string_view name, const char* text) { return add(name, std::string_view(text)); }
  JsonText& add(std::string_view name, const std::vector<std::string>& texts) { return add_json(name, json_of(texts)); }
  JsonText& add(std::string_view name, const std::optional<std::string>& text) {
    return add_json(name, text ? json_of(*text) : "null");
  }
  JsonText& add(std::string_view name, std::uint64_t number) { return add_json(name, std::to_string(number)); }
  JsonText& add(std::string_view name, bool value) { return add_json(name, value ? "true" : "false"); }
  std::string text() const { return "{" + members_ + "}"; }

 private:
  std::string members_;
};

/// A list of JSON's values.
std::string json_list(const std::vector<std::string>& values);

}  // namespace ramet::inline v1::frame::internal
