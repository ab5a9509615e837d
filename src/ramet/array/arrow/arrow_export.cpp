#include "ramet/array/arrow/arrow_export.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "ramet/array/array_builder.hpp"
#include "ramet/array/detail/utf8.hpp"
#include "ramet/core/error.hpp"

namespace ramet::inline v1::array {
namespace {

/// Children, which their parent releases unless somebody has moved them out.
template <class Exported>
class Children {
 public:
  explicit Children(std::size_t count) : items_(count, Exported{}), pointers_(count) {
    for (std::size_t i = 0; i < count; ++i) pointers_[i] = &items_[i];
  }
  ~Children() {
    for (Exported& item : items_)
      if (item.release != nullptr) item.release(&item);
  }
  Children(const Children&) = delete;
  Children& operator=(const Children&) = delete;

  Exported& operator[](std::size_t number) noexcept { return items_[number]; }
  Exported** pointers() noexcept { return pointers_.data(); }
  std::int64_t count() const noexcept { return static_cast<std::int64_t>(items_.size()); }

 private:
  std::vector<Exported> items_;
  std::vector<Exported*> pointers_;
};

// --- types ----------------------------------------------------------------------------------------------------------

/// What an ArrowSchema points into.
struct HeldType {
  HeldType(std::string with_format, std::string_view with_name, std::size_t child_count)
      : format(std::move(with_format)), name(with_name), children(child_count) {}

  std::string format;
  std::string name;
  Children<ArrowSchema> children;
};

void release_type(ArrowSchema* schema) {
  delete static_cast<HeldType*>(schema->private_data);
  schema->release = nullptr;
}

/// Give a held type away.
void hand_out(std::unique_ptr<HeldType> held, std::int64_t flags, ArrowSchema& out) noexcept {
  out = {.format = held->format.c_str(),
         .name = held->name.c_str(),
         .metadata = nullptr,
         .flags = flags,
         .n_children = held->children.count(),
         .children = held->children.pointers(),
         .dictionary = nullptr,
         .release = &release_type,
         .private_data = nullptr};
  out.private_data = held.release();
}

const char* format_of(NumberType number) noexcept {
  constexpr std::array<const char*, 11> formats = {"b", "c", "s", "i", "l", "C", "S", "I", "L", "f", "g"};
  return formats.at(static_cast<std::size_t>(number));
}

/// Of a variant: its number is that of the alternative, and 0 is null.
std::string union_format(std::size_t alternatives) {
  std::string format = "+ud:0";
  for (std::size_t number = 1; number <= alternatives; ++number) format += fmt::format(",{}", number);
  return format;
}

std::string format_of(const Type& type) {
  switch (type.kind) {
    case Kind::number:
      return format_of(type.number);
    case Kind::string:
      return "U";
    case Kind::list:
      return "+L";
    case Kind::regular:
      return "+w:" + std::to_string(type.size);
    case Kind::record:
      return "+s";
    case Kind::variant:
      return union_format(type.contents.size());
    case Kind::option:
      break;
  }
  return format_of(type.contents.at(0));
}

void export_null_type(ArrowSchema& out) { hand_out(std::make_unique<HeldType>("n", "", 0), ARROW_FLAG_NULLABLE, out); }

void export_type(const Type& type, std::string_view name, std::int64_t flags, ArrowSchema& out) {
  if (type.kind == Kind::option) return export_type(type.contents.at(0), name, ARROW_FLAG_NULLABLE, out);
  const bool has_null = type.kind == Kind::variant;
  auto held = std::make_unique<HeldType>(format_of(type), name, type.contents.size() + (has_null ? 1 : 0));
  std::size_t place = 0;
  if (has_null) export_null_type(held->children[place++]);
  for (std::size_t i = 0; i < type.contents.size(); ++i) {
    const std::string called = type.kind == Kind::record ? type.names[i]
                               : has_null                ? to_string(type.contents[i])
                                                         : std::string("item");
    export_type(type.contents[i], called, 0, held->children[place++]);
  }
  hand_out(std::move(held), has_null ? ARROW_FLAG_NULLABLE : flags, out);
}

// --- values ---------------------------------------------------------------------------------------------------------

constexpr std::size_t most_buffers = 3;

/// What an ArrowArray points into. No buffer is null: not all who read like those.
struct HeldValues {
  HeldValues(Array kept, std::size_t child_count) : values(std::move(kept)), children(child_count) {
    alignas(bytes::Buffer::alignment) static constexpr std::array<std::byte, bytes::Buffer::alignment> nothing{};
    buffers.fill(nothing.data());
  }

  void set(std::size_t number, const void* buffer) noexcept {
    if (buffer != nullptr) buffers.at(number) = buffer;
  }

  Array values;
  bytes::Buffer validity, places, bits;  // what is made for Arrow alone
  std::array<const void*, most_buffers> buffers{};
  Children<ArrowArray> children;
};

void release_values(ArrowArray* exported) {
  delete static_cast<HeldValues*>(exported->private_data);
  exported->release = nullptr;
}

HeldValues& held_by(const ArrowArray& exported) noexcept { return *static_cast<HeldValues*>(exported.private_data); }

void hand_out(std::unique_ptr<HeldValues> held, std::size_t length, std::size_t buffers, ArrowArray& out) noexcept {
  out = {.length = static_cast<std::int64_t>(length),
         .null_count = 0,
         .offset = 0,
         .n_buffers = static_cast<std::int64_t>(buffers),
         .n_children = held->children.count(),
         .buffers = held->buffers.data(),
         .children = held->children.pointers(),
         .dictionary = nullptr,
         .release = &release_values,
         .private_data = nullptr};
  out.private_data = held.release();
}

/// One bit for each value that `is_set`, the lowest first.
template <class IsSet>
bytes::Buffer packed_bits(std::size_t count, IsSet&& is_set) {
  constexpr std::size_t bits_of_byte = 8;
  bytes::Buffer bits((count + bits_of_byte - 1) / bits_of_byte);
  std::ranges::fill(bits.span(), std::byte{0});
  for (std::size_t i = 0; i < count; ++i)
    if (is_set(i)) bits.span()[i / bits_of_byte] |= std::byte{1} << (i % bits_of_byte);
  return bits;
}

[[noreturn]] void refuse_text(std::size_t number) {
  detail::fail(ErrorKind::unsupported, "string {} is no UTF-8, which Arrow's strings are", number);
}

/// The whole is looked at first: most texts are right, and each alone takes longer.
void require_utf8(const Array& strings) {
  const auto ends = strings.list_offsets();
  const auto characters = strings.values();
  const auto is_cut = [&](std::int64_t end) {  // between the bytes of one character
    constexpr std::byte mask{0xc0};
    constexpr std::byte continuation{0x80};
    const auto place = static_cast<std::size_t>(end);
    return place < characters.size() && (characters[place] & mask) == continuation;
  };
  const auto own = characters.subspan(static_cast<std::size_t>(ends.front()));
  if (is_utf8(own) && std::ranges::none_of(ends, is_cut)) return;
  for (std::size_t i = 0; i < strings.length(); ++i) {
    const auto begin = static_cast<std::size_t>(ends[i]);
    if (!is_utf8(characters.subspan(begin, static_cast<std::size_t>(ends[i + 1]) - begin))) refuse_text(i);
  }
}

/// The values of an option with zeros where there is none.
Array spread(const Array& options) {
  const Array& content = options.content(0);
  const auto ends = options.list_offsets();
  const auto has_value = [&](std::size_t i) { return ends[i + 1] != ends[i]; };
  ArrayBuilder all(content.type());
  for (std::size_t begin = 0, end = 0; begin < options.length(); begin = end) {
    while (end < options.length() && has_value(end) == has_value(begin)) ++end;
    if (has_value(begin)) {
      append(all, content, static_cast<std::size_t>(ends[begin]), static_cast<std::size_t>(ends[end]));
    } else {
      append_zeros(all, end - begin);
    }
  }
  return std::move(all).finish();
}

void export_option(const Array& options, ArrowArray& out) {
  const auto ends = options.list_offsets();
  const Kind kind = options.content(0).kind();
  bytes::Buffer validity = packed_bits(options.length(), [&](std::size_t i) { return ends[i + 1] != ends[i]; });
  export_values(spread(options), out);
  if (kind == Kind::option || kind == Kind::variant) return;  // in which zeros are no values by themselves
  HeldValues& held = held_by(out);
  held.validity = std::move(validity);
  held.set(0, held.validity.data());
  out.null_count = static_cast<std::int64_t>(options.length()) - (ends.back() - ends.front());
}

void export_null(std::size_t count, ArrowArray& out) {
  hand_out(std::make_unique<HeldValues>(Array(), 0), count, 0, out);
  out.null_count = out.length;
}

void export_variant(const Array& variants, ArrowArray& out) {
  auto held = std::make_unique<HeldValues>(variants, variants.contents().size() + 1);
  const auto tags = variants.tags();
  const auto places = variants.list_offsets();
  held->places.resize(variants.length() * sizeof(std::int32_t));
  auto* const made = reinterpret_cast<std::int32_t*>(held->places.data());
  std::size_t missing = 0;
  for (std::size_t i = 0; i < variants.length(); ++i) {
    const auto place = tags[i] == 0 ? static_cast<std::int64_t>(missing++) : places[i];
    if (place > std::numeric_limits<std::int32_t>::max())
      detail::fail(ErrorKind::unsupported,
                   "a variant has value {} of one alternative, Arrow's unions have fewer than {}", place,
                   std::numeric_limits<std::int32_t>::max());
    made[i] = static_cast<std::int32_t>(place);
  }
  export_null(missing, held->children[0]);
  for (std::size_t i = 0; i < variants.contents().size(); ++i)
    export_values(variants.content(i), held->children[i + 1]);
  held->set(0, variants.values().data());
  held->set(1, held->places.data());
  hand_out(std::move(held), variants.length(), 2, out);
}

/// The buffers of numbers, strings and lists behind that of validity, which nothing has here; how many there are.
std::size_t set_buffers(HeldValues& held, const Array& values) {
  if (values.kind() == Kind::number) {
    const bool is_packed = values.number() == NumberType::boolean;
    if (is_packed) {
      const auto flags = values.numbers<bool>();
      held.bits = packed_bits(values.length(), [&](std::size_t i) { return flags[i]; });
    }
    held.set(1, is_packed ? held.bits.data() : values.values().data());
    return 2;
  }
  if (values.kind() != Kind::string && values.kind() != Kind::list) return 1;
  held.set(1, values.list_offsets().data());
  if (values.kind() == Kind::list) return 2;
  require_utf8(values);
  held.set(2, values.values().data());
  return most_buffers;
}

}  // namespace

void export_type(const Type& type, std::string_view name, ArrowSchema& out) { export_type(type, name, 0, out); }

void export_values(const Array& values, ArrowArray& out) {
  if (values.kind() == Kind::option) return export_option(values, out);
  if (values.kind() == Kind::variant) return export_variant(values, out);
  auto held = std::make_unique<HeldValues>(values, values.contents().size());
  const std::size_t buffers = set_buffers(*held, values);
  held->buffers[0] = nullptr;  // no validity: all are there
  for (std::size_t i = 0; i < values.contents().size(); ++i) export_values(values.content(i), held->children[i]);
  hand_out(std::move(held), values.length(), buffers, out);
}

void export_record(std::size_t length, std::span<const std::string> names, std::span<const Array> columns,
                   ArrowArray& out) {
  auto held = std::make_unique<HeldValues>(Array(), columns.size());
  held->buffers[0] = nullptr;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].length() != length)
      detail::fail(ErrorKind::misuse, "column '{}' has {} values, the record has {}", names[i], columns[i].length(),
                   length);
    detail::while_doing([&] { return fmt::format("column '{}'", names[i]); },
                        [&] { export_values(columns[i], held->children[i]); });
  }
  hand_out(std::move(held), length, 1, out);
}

}  // namespace ramet::inline v1::array
