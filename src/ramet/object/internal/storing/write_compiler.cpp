#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>

#include "ramet/bytes/endian.hpp"
#include "ramet/core/error.hpp"
#include "ramet/object/internal/storing/write_plan.hpp"
#include "ramet/schema/detail/unique_name.hpp"
#include "ramet/schema/object_tag.hpp"

namespace ramet::inline v1::object::internal {
namespace {

using array::Kind;
using array::Type;

constexpr int deepest_plan = 50;
constexpr std::size_t most_image_bytes = 4096;
constexpr std::size_t most_image_numbers = 256;
// Classes below this version have their checksum in heads instead of a version (TBufferFile, WriteVersion).
constexpr std::int32_t first_version_with_number = 2;
/// A TObject that is not referenced: version 1, unique id and bits 0.
constexpr std::array<std::byte, 10> plain_tobject = {std::byte{0}, std::byte{1}};

/// The source of an image's numbers. Threads: a value.
struct ImageSource {
  ContentPath path;
  std::size_t per_value = 1;
  std::size_t first = 0;
};

template <class Number>
void append_big_endian(std::vector<std::byte>& bytes, Number number) {
  bytes.resize(bytes.size() + sizeof number);
  bytes::store_big_endian(bytes.data() + bytes.size() - sizeof number, number);
}

/// Append a head, then what `members` appends, and set the byte count.
template <class Members>
bool append_headed(const ObjectHead& head, Image& image, Members&& members) {
  const std::size_t begin = image.bytes.size();
  append_big_endian(image.bytes, std::uint32_t{0});
  append_big_endian(image.bytes, head.version);
  if (head.checksum != 0) append_big_endian(image.bytes, head.checksum);
  if (!members()) return false;
  const auto count = static_cast<std::uint32_t>(image.bytes.size() - begin - sizeof(std::uint32_t));
  bytes::store_big_endian(image.bytes.data() + begin, schema::byte_count_mask | count);
  return true;
}

bool append_image(const WritePlan& plan, const ImageSource& source, Image& image);

bool append_parts(const WritePlan& plan, const ImageSource& source, Image& image) {
  for (const WritePart& part : plan.parts) {
    if (!part.image.bytes.empty()) {
      const std::size_t shift = image.bytes.size();
      image.bytes.insert(image.bytes.end(), part.image.bytes.begin(), part.image.bytes.end());
      for (ImageNumbers numbers : part.image.numbers) {
        numbers.path.insert(numbers.path.begin(), source.path.begin(), source.path.end());
        numbers.first += source.first * numbers.per_value;
        numbers.per_value *= source.per_value;
        numbers.offset += shift;
        image.numbers.push_back(std::move(numbers));
      }
    } else {
      ImageSource member = source;
      if (!part.is_of_self) member.path.push_back(static_cast<std::uint32_t>(part.place));
      if (!append_image(part.plan, member, image)) return false;
    }
    if (image.bytes.size() > most_image_bytes || image.numbers.size() > most_image_numbers) return false;
  }
  return true;
}

bool append_array(const WritePlan& plan, const ImageSource& source, Image& image) {
  const WritePlan& content = plan.contents[0];
  ImageSource items = source;
  items.path.push_back(0);
  items.per_value *= plan.size;
  items.first *= plan.size;
  if (plan.head != Head::none || plan.size > most_image_bytes) return false;
  if (content.kind == FormKind::number) {
    image.numbers.push_back({items.path, items.per_value, items.first, plan.size, image.bytes.size(), content.number});
    image.bytes.resize(image.bytes.size() + plan.size * content.number.size);
    return true;
  }
  for (std::uint64_t i = 0; i < plan.size; ++i, ++items.first) {
    if (!append_image(content, items, image)) return false;
    if (image.bytes.size() > most_image_bytes || image.numbers.size() > most_image_numbers) return false;
  }
  return true;
}

/// Add a value's bytes to an image. False when values do not all have the same size.
bool append_image(const WritePlan& plan, const ImageSource& source, Image& image) {
  switch (plan.kind) {
    case FormKind::number:
      image.numbers.push_back({source.path, source.per_value, source.first, 1, image.bytes.size(), plan.number});
      image.bytes.resize(image.bytes.size() + plan.number.size);
      return true;
    case FormKind::fixed_array:
      return append_array(plan, source, image);
    case FormKind::pair:
      for (std::uint32_t item = 0; item < 2; ++item) {
        ImageSource part = source;
        part.path.push_back(item);
        if (!append_image(plan.contents[item], part, image)) return false;
      }
      return true;
    case FormKind::tobject:
      image.bytes.insert(image.bytes.end(), plain_tobject.begin(), plain_tobject.end());
      return true;
    case FormKind::object:
      if (plan.head == Head::none) return append_parts(plan, source, image);
      return append_headed(plan.object, image, [&] { return append_parts(plan, source, image); });
    default:
      return false;
  }
}

/// Join numbers that are adjacent both in the array and in the image.
void fuse(Image& image) {
  std::vector<ImageNumbers> fused;
  for (ImageNumbers& numbers : image.numbers) {
    if (!fused.empty()) {
      ImageNumbers& last = fused.back();
      if (last.path == numbers.path && last.first + last.count == numbers.first &&
          last.offset + last.count * last.store.size == numbers.offset) {
        last.count += numbers.count;
        continue;
      }
    }
    fused.push_back(std::move(numbers));
  }
  image.numbers = std::move(fused);
}

Image image_of(const WritePlan& plan) {
  Image image;
  if (!append_image(plan, {}, image) || image.bytes.size() > most_image_bytes ||
      image.numbers.size() > most_image_numbers)
    return {};
  fuse(image);
  return image;
}

void require(bool can_be, std::string_view what, const Type& type) {
  if (!can_be)
    detail::fail(ErrorKind::misuse, "values of type {} cannot be stored as {}", array::to_string(type), what);
}

ObjectHead head_of(const ClassLayout& layout) {
  if (layout.version >= first_version_with_number) return {.version = static_cast<std::uint16_t>(layout.version)};
  return {.version = 0, .checksum = layout.checksum};
}

/// Matches forms with types. Threads: one thread.
class WriteCompiler {
 public:
  WritePlan match(const StoredForm& form, const Type& type, int depth) {
    if (depth > deepest_plan) detail::fail(ErrorKind::misuse, "a type nested deeper than {}", deepest_plan);
    WritePlan plan;
    plan.kind = form.kind;
    plan.head = form.head;
    switch (form.kind) {
      case FormKind::number:
        require(type.kind == Kind::number, "a number", type);
        plan.number = NumberStore::of(form.number, form.range, type.number);
        return plan;
      case FormKind::text:
        require(type.kind == Kind::string, "a text", type);
        return plan;
      case FormKind::fixed_array:
        require(type.kind == Kind::regular && type.size == form.size, "an array", type);
        plan.size = form.size;
        plan.contents.push_back(match(form.contents[0], type.contents[0], depth + 1));
        break;
      case FormKind::collection:
        require(type.kind == Kind::list || type.kind == Kind::option || type.kind == Kind::regular, "a collection",
                type);
        plan.size = type.kind == Kind::regular ? type.size : 0;
        plan.contents.push_back(match(form.contents[0], type.contents[0], depth + 1));
        return plan;
      case FormKind::pair:
        require(type.kind == Kind::record && type.contents.size() == 2, "a pair", type);
        for (std::size_t i = 0; i < 2; ++i)
          plan.contents.push_back(match(form.contents[i], type.contents[i], depth + 1));
        break;
      case FormKind::object:
        match_object(form, type, plan, depth);
        break;
      default:
        detail::fail(ErrorKind::misuse, "{}", form.reason.empty() ? "values that are not written" : form.reason);
    }
    plan.image = image_of(plan);
    return plan;
  }

 private:
  void match_object(const StoredForm& form, const Type& type, WritePlan& plan, int depth) {
    const ClassLayout& layout = form.of_class->layouts.front();
    plan.object = head_of(layout);
    if (array_member(*form.of_class) != nullptr) {
      WritePart part{.image = {}, .is_of_self = true};
      part.plan = match(layout.members[0].form, type, depth + 1);
      plan.parts.push_back(std::move(part));
      return;
    }
    require(type.kind == Kind::record, "an object", type);
    std::vector<std::string> met;
    add_parts(*form.of_class, type, plan, met, depth);
    if (met.size() != type.names.size())
      detail::fail(ErrorKind::misuse, "an object of class '{}' has {} members, not those of {}", form.of_class->name,
                   met.size(), array::to_string(type));
  }

  void add_parts(const ClassForm& of_class, const Type& type, WritePlan& plan, std::vector<std::string>& met,
                 int depth) {
    for (const MemberForm& member : of_class.layouts.front().members)
      detail::while_doing([&] { return fmt::format("{}.{}", of_class.name, member.name); },
                          [&] { add_part(match_member(member, type, met, depth), plan.parts); });
  }

  WritePart match_member(const MemberForm& member, const Type& type, std::vector<std::string>& met, int depth) {
    WritePart part;
    if (member.form.kind == FormKind::tobject) {
      part.is_of_self = true;
      part.plan.kind = FormKind::tobject;
      part.plan.image = image_of(part.plan);
      return part;
    }
    if (member.is_base && member.form.kind == FormKind::object) {
      part.is_of_self = true;
      part.plan.kind = FormKind::object;
      part.plan.head = member.form.head;
      part.plan.object = head_of(member.form.of_class->layouts.front());
      if (depth > deepest_plan) detail::fail(ErrorKind::misuse, "bases nested deeper than {}", deepest_plan);
      add_parts(*member.form.of_class, type, part.plan, met, depth + 1);
      part.plan.image = image_of(part.plan);
      return part;
    }
    const std::string name = schema::unique_name(met, member.name);
    const auto found = std::ranges::find(type.names, name);
    require(found != type.names.end(), fmt::format("a class with a member '{}'", name), type);
    part.place = static_cast<std::size_t>(found - type.names.begin());
    part.plan = match(member.form, type.contents[part.place], depth + 1);
    met.push_back(name);
    return part;
  }

  /// Add a part; adjacent members of fixed size become one image.
  static void add_part(WritePart part, std::vector<WritePart>& parts) {
    ImageSource source;
    if (!part.is_of_self) source.path.push_back(static_cast<std::uint32_t>(part.place));
    const bool joins = !parts.empty() && !parts.back().image.bytes.empty();
    Image image = joins ? parts.back().image : Image{};
    const bool is_fixed = append_image(part.plan, source, image) && image.bytes.size() <= most_image_bytes &&
                          image.numbers.size() <= most_image_numbers;
    if (!is_fixed) return parts.push_back(std::move(part));
    if (!joins) parts.emplace_back();
    parts.back().image = std::move(image);
  }
};

}  // namespace

bool holds_objects(const WritePlan& plan) noexcept {
  const bool is_object = plan.kind == FormKind::object || plan.kind == FormKind::pair;
  if (is_object || std::ranges::any_of(plan.contents, holds_objects)) return true;
  return std::ranges::any_of(plan.parts, [](const WritePart& part) { return holds_objects(part.plan); });
}

WritePlan compile_write(const StoredForm& form, const Type& type) { return WriteCompiler().match(form, type, 0); }

}  // namespace ramet::inline v1::object::internal
