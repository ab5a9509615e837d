#include "ramet/object/internal/columns/bulk.hpp"

#include <algorithm>
#include <cstring>

#include "ramet/bytes/byte_swap.hpp"
#include "ramet/core/error.hpp"

namespace ramet::inline v1::object::internal {
namespace {

using array::ArrayBuilder;

constexpr std::byte is_referenced{1U << 4};  // TObject::kIsReferenced, in the last byte of the bits
constexpr std::size_t most_parts = 256;      // copies for each object: with more, bulk copies gain nothing
constexpr std::size_t group_size = 16384;    // bytes of objects that are processed together, once for each member

ArrayBuilder& at_path(ArrayBuilder& array, const std::vector<std::uint32_t>& path) noexcept {
  ArrayBuilder* at = &array;
  for (const std::uint32_t index : path) at = &at->contents[index];
  return *at;
}

}  // namespace

/// Learns the layout of one object. Threads: one thread.
class Bulk::Learner {
 public:
  explicit Learner(bytes::ByteCursor at)
      : cursor_(at), begin_(at.position()), start_(at.all().data() + offset_of(at)) {}

  /// Whether the object has only numbers; `bulk` then has the result.
  bool whole(const ColumnPlan& plan) {
    if (!value(plan, {}, 1)) return false;
    if (offset() == 0) return false;
    bulk.pattern_.close(offset());
    for (Numbers& numbers : bulk.numbers_) numbers.per_object = growth(numbers.path).per_object;
    return true;
  }

  Bulk bulk;

 private:
  static std::size_t offset_of(const bytes::ByteCursor& cursor) noexcept {
    return cursor.all().size() - cursor.remaining();
  }
  std::size_t offset() const noexcept { return static_cast<std::size_t>(cursor_.position() - begin_); }

  Growth& growth(const Path& path) {
    const auto found = std::ranges::find(bulk.growths_, path, &Growth::path);
    return found != bulk.growths_.end() ? *found : bulk.growths_.emplace_back(Growth{path, 0});
  }

  /// Learn `count` adjacent values.
  bool value(const ColumnPlan& plan, const Path& path, std::size_t count) {
    switch (plan.kind) {
      case FormKind::number:
        return numbers(plan, path, count);
      case FormKind::fixed_array:
        if (plan.head != Head::none || plan.to != array::Kind::regular) return false;
        growth(path).per_object += count;
        return plan.size <= most_numbers && value(plan.contents[0], child(path, 0), count * plan.size);
      case FormKind::object:
        return repeat(count, path, [&] { return object(plan, path); });
      case FormKind::pair:
        return repeat(count, path, [&] {
          return value(plan.contents[0], child(path, 0), 1) && value(plan.contents[1], child(path, 1), 1);
        });
      case FormKind::tobject:
        return repeat(count, path, [&] { return tobject(); });
      default:
        return false;
    }
  }

  static Path child(const Path& path, std::size_t index) {
    Path longer = path;
    longer.push_back(static_cast<std::uint32_t>(index));
    return longer;
  }

  template <class Once>
  bool repeat(std::size_t count, const Path& path, const Once& once) {
    if (count > most_parts) return false;
    for (std::size_t i = 0; i < count; ++i)
      if (!once()) return false;
    growth(path).per_object += count;
    return true;
  }

  bool numbers(const ColumnPlan& plan, const Path& path, std::size_t count) {
    if (plan.sets_counter != no_counter || bulk.numbers_.size() >= most_parts || count > most_numbers) return false;
    Growth& of_array = growth(path);
    bulk.numbers_.push_back({offset(), count, plan.number, path, of_array.per_object});
    of_array.per_object += count;
    cursor_.skip(count * plan.number.size);
    return true;
  }

  bool object(const ColumnPlan& plan, const Path& path) {
    if (plan.head == Head::none) return members(plan.layouts.front(), path);
    const std::size_t begin = offset();
    const LayoutHead head = read_layout_head(cursor_, *plan.of_class);
    if (!head.header.has_end()) return false;
    bulk.pattern_.add(begin, {start_ + begin, offset() - begin});
    const auto layout = static_cast<std::size_t>(head.layout - plan.of_class->layouts.data());
    return members(plan.layouts[layout], path) && cursor_.position() == head.header.end;
  }

  bool members(const LayoutPlan& layout, const Path& path) {
    if (layout.may_lack || !layout.reason.empty()) return false;
    return std::ranges::all_of(layout.members, [&](const MemberPlan& member) { return this->member(member, path); });
  }

  bool member(const MemberPlan& member, const Path& path) {
    if (member.to == Destination::member) return value(member.plan, child(path, member.place), 1);
    if (member.plan.kind == FormKind::tobject) return tobject();
    return member.to == Destination::base && object(member.plan, path);
  }

  bool tobject() {
    constexpr std::size_t version = 2, unique_id = 4, bits = 4;
    const auto head = cursor_.take(version);
    bulk.pattern_.add(offset() - version, head);
    cursor_.skip(unique_id + bits);
    bulk.pattern_.add(offset() - 1, {start_ + offset() - 1, 1}, is_referenced);
    return (start_[offset() - 1] & is_referenced) == std::byte{0};
  }

  static constexpr std::size_t most_numbers = 1U << 20;

  bytes::ByteCursor cursor_;
  std::uint64_t begin_;
  const std::byte* start_;
};

std::optional<Bulk> Bulk::learn(const ColumnPlan& plan, bytes::ByteCursor at) {
  try {
    Learner learner(at);
    if (learner.whole(plan)) return std::move(learner.bulk);
    return std::nullopt;
  } catch (const Error&) {
    return std::nullopt;  // reading the object normally will report the error
  }
}

void Bulk::copy(const Numbers& numbers, const std::byte* from, std::size_t stride, std::size_t count, std::byte* to) {
  const std::size_t size = array::size_of(numbers.coding.type);
  from += numbers.offset;
  to += numbers.place * size;
  if (numbers.count == 1) return decode_numbers(numbers.coding, from, stride, count, to, numbers.per_object * size);
  if (numbers.coding.is_plain)
    return bytes::copy_swapped({to, numbers.per_object * size, from, stride, numbers.count * size, count}, size);
  for (std::size_t i = 0; i < count; ++i)
    decode_numbers(numbers.coding, from + i * stride, numbers.coding.size, numbers.count,
                   to + i * numbers.per_object * size, size);
}

std::size_t Bulk::read(bytes::ByteCursor& cursor, std::size_t count, ArrayBuilder& to) const {
  const std::size_t size = pattern_.size();
  const std::size_t group = std::max<std::size_t>(group_size / size, 1);
  std::size_t done = 0;
  while (done < count) {
    const auto rest = cursor.all().last(cursor.remaining());
    const std::size_t wanted = std::min(group, count - done);
    const std::size_t alike = pattern_.matching(rest, wanted);
    if (alike == 0) break;
    for (const Numbers& numbers : numbers_) {
      ArrayBuilder& array = at_path(to, numbers.path);
      const std::size_t bytes_per_object = numbers.per_object * array::size_of(numbers.coding.type);
      const std::size_t begin = array.length * array::size_of(numbers.coding.type);
      if (numbers.place == 0) array.values.extend(alike * bytes_per_object);
      copy(numbers, rest.data(), size, alike, array.values.data() + begin);
    }
    for (const Growth& growth : growths_) at_path(to, growth.path).length += alike * growth.per_object;
    cursor.skip(alike * size);
    done += alike;
    if (alike < wanted) break;
  }
  return done;
}

}  // namespace ramet::inline v1::object::internal
