#include "ramet/object/internal/partial_forms.hpp"

#include <algorithm>
#include <optional>
#include <ranges>
#include <utility>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::object::internal {
namespace {

namespace code = schema::type_code;
using schema::StreamerElement;
using schema::StreamerInfo;

constexpr int deepest_base = 100;
constexpr std::size_t largest_skip = std::size_t{1} << 30;  // bytes that are skipped together

/// The size of a number or an array of numbers that counts no others.
std::optional<std::size_t> fixed_size(const StreamerElement& element) noexcept {
  const bool is_array = element.type > code::fixed_array && element.type < code::counted_array;
  const int type = is_array ? element.type - code::fixed_array : element.type;
  const auto number = schema::fundamental_of_code(type);
  if (!number || type == code::counter || type == code::bits) return std::nullopt;
  const std::size_t size = stored_size(*number, element.range);
  if (!is_array && element.array_length == 0) return size;
  const auto count = static_cast<std::size_t>(std::max(element.array_length, 0));
  return count > largest_skip / size ? std::nullopt : std::optional(count * size);
}

/// A part that has a head, by which it is skipped.
StoredForm anything_with_head() { return {.kind = FormKind::unsupported, .head = Head::each}; }

}  // namespace

const ClassForm& PartialForms::of_layout(const StreamerInfo& info) {
  ClassForm form{.name = info.class_name, .layouts = {}};
  bool is_wanted = false;
  form.layouts.push_back(layout_of(info, is_wanted));
  return classes_.emplace_back(std::move(form));
}

const WantedPart* PartialForms::wanted(const StreamerElement& element) const noexcept {
  const bool is_array_base = element.name.starts_with("TArray") && is_base(element);
  const auto is_called = [](const WantedPart& part, std::string_view name) {  // mostly not: names rarely end alike
    return part.name.size() == name.size() && !name.empty() && part.name.back() == name.back() && part.name == name;
  };
  for (const WantedPart& part : wanted_)
    if (is_called(part, element.name) || (is_array_base && is_called(part, "fArray"))) return &part;
  return nullptr;
}

ClassLayout PartialForms::layout_of(const StreamerInfo& info, bool& is_wanted) {
  ClassLayout layout{.version = info.version, .checksum = info.checksum, .members = {}};
  layout.members.reserve(info.elements.size());
  for (const StreamerElement& element : info.elements) {
    const WantedPart* const part = wanted(element);
    is_wanted = is_wanted || part != nullptr || element.type == code::counter;
    const bool is_part_of_base = is_base(element);
    const auto size = part == nullptr && !is_part_of_base ? fixed_size(element) : std::nullopt;
    if (size && !layout.members.empty()) {
      StoredForm& before = layout.members.back().form;
      if (before.kind == FormKind::bytes && before.size < largest_skip) {
        before.size += *size;
        continue;
      }
    }
    MemberForm& member = layout.members.emplace_back();
    member.name = element.name;
    if (is_part_of_base) {
      member.is_base = true;
      member.form = base(info, element, part);
      is_wanted = is_wanted || member.form.kind == FormKind::object;
    } else if (size) {
      member.form.kind = FormKind::bytes;
      member.form.size = *size;
    } else if (element.type == code::counter || (part != nullptr && part->is_read)) {
      member.form = forms_.of_element(info, element);
    } else {
      member.form = skipped(info, element);
    }
  }
  return layout;
}

StoredForm PartialForms::skipped(const StreamerInfo& info, const StreamerElement& element) {
  switch (element.type) {
    case code::object_pointer:
    case code::any_pointer:
    case code::any_pointer_unvirtual:
      return {.kind = FormKind::pointer};
    case code::stl:
    case code::stl_string:
    case code::stl_pointer:
    case code::streamer:
    case code::streamer_loop:
      return anything_with_head();
    case code::object:
    case code::any:
    case code::object_inplace:
    case code::any_inplace:
      if (has_head(std::string_view(element.type_name).substr(0, element.type_name.find('*'))))
        return anything_with_head();
      break;
    default:
      break;
  }
  return forms_.of_element(info, element);
}

StoredForm PartialForms::base(const StreamerInfo& info, const StreamerElement& element, const WantedPart* part) {
  const bool is_object = element.type != code::tobject && has_head(element.name);
  if (!is_object || (part != nullptr && part->is_read)) return forms_.of_element(info, element);
  if (part != nullptr) return anything_with_head();
  const Base& known = base_class(element.name);
  if (!known.is_wanted) return anything_with_head();
  return {.kind = FormKind::object,
          .head = element.type == code::base ? Head::base : Head::each,
          .base_version = element.base_version,
          .of_class = &known.form};
}

const PartialForms::Base& PartialForms::base_class(const std::string& name) {
  const auto [place, is_new] = bases_.try_emplace(name);
  Base& base = place->second;
  if (!is_new) return base;
  base.form.name = name;
  if (++depth_ > deepest_base)
    detail::fail(ErrorKind::corrupt, "class '{}' has more than {} levels of bases", name, deepest_base);
  const bool is_in_file = layouts_.file != nullptr && !layouts_.file->of_class(name).empty();
  const schema::StreamerInfos* const infos = is_in_file ? layouts_.file : layouts_.catalogue;
  if (infos != nullptr)
    for (const StreamerInfo& info : std::views::reverse(infos->of_class(name)))  // latest first
      base.form.layouts.push_back(layout_of(info, base.is_wanted));
  --depth_;
  return base;
}

}  // namespace ramet::inline v1::object::internal
