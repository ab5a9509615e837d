#include <algorithm>
#include <cstring>

#include "ramet/bytes/endian.hpp"
#include "ramet/core/error.hpp"
#include "ramet/object/internal/storing/write_plan.hpp"
#include "ramet/schema/object_tag.hpp"

namespace ramet::inline v1::object::internal {
namespace {

using array::Array;
using array::Kind;

constexpr std::size_t largest_object = schema::byte_count_mask - 1;
// The version of TStreamerInfo, which ROOT puts before a collection.
constexpr ObjectHead collection_head{.version = 10};

/// The items of lists: the begin and size of each. Threads: a value that borrows.
struct Items {
  std::size_t first;
  std::size_t count;
};

Items items_of(const Array& lists, std::size_t index) noexcept {
  if (lists.kind() == Kind::regular) return {index * lists.size(), lists.size()};
  const auto offsets = lists.list_offsets();
  const auto first = static_cast<std::size_t>(offsets[index]);
  return {first, static_cast<std::size_t>(offsets[index + 1]) - first};
}

/// Runs a plan over arrays. Threads: one thread.
class WriteRun {
 public:
  explicit WriteRun(bytes::Buffer& to) : to_(to) {}

  /// Append consecutive values, each with its head.
  void each(const WritePlan& plan, const Array& from, std::size_t first, std::size_t count) {
    if (plan.head != Head::column) return bare(plan, from, first, count);
    for (std::size_t i = first; i < first + count; ++i) headed(collection_head, [&] { bare(plan, from, i, 1); });
  }

  /// Append one member of `count` objects stored member-wise; with Head::column there is one head for all, even for no
  /// objects.
  void column(const WritePlan& plan, const Array& from, std::size_t first, std::size_t count) {
    if (plan.head == Head::base) detail::fail(ErrorKind::misuse, "a base is not a member");
    if (plan.head != Head::column) return bare(plan, from, first, count);
    headed(collection_head, [&] { bare(plan, from, first, count); });
  }

 private:
  /// Append values after their common head, if there is one.
  void bare(const WritePlan& plan, const Array& from, std::size_t first, std::size_t count) {
    if (!plan.image.bytes.empty()) return images(plan.image, from, first, count);
    switch (plan.kind) {
      case FormKind::number:
        return numbers(plan.number, from, first, count);
      case FormKind::text:
        return texts(from, first, count);
      case FormKind::fixed_array:
        return bare(plan.contents[0], from.content(0), first * plan.size, count * plan.size);
      case FormKind::collection:
        return collections(plan.contents[0], from, first, count);
      case FormKind::pair:
        for (std::size_t i = first; i < first + count; ++i)
          for (std::size_t item = 0; item < 2; ++item) bare(plan.contents[item], from.content(item), i, 1);
        return;
      default:
        return objects(plan, from, first, count);
    }
  }

  void numbers(const NumberStore& store, const Array& from, std::size_t first, std::size_t count) {
    store_numbers(store, from.values().data() + first * store.width, count, to_.extend(count * store.size).data());
  }

  void texts(const Array& from, std::size_t first, std::size_t count) {
    constexpr std::size_t shortest_long = 255;
    const auto offsets = from.list_offsets();
    for (std::size_t i = first; i < first + count; ++i) {
      const auto begin = static_cast<std::size_t>(offsets[i]);
      const std::size_t size = static_cast<std::size_t>(offsets[i + 1]) - begin;
      check_size(size);
      if (size < shortest_long) {
        to_.extend(1)[0] = static_cast<std::byte>(size);
      } else {
        const auto head = to_.extend(5);
        head[0] = std::byte{255};
        bytes::store_big_endian(head.data() + 1, static_cast<std::uint32_t>(size));
      }
      to_.append(from.values().subspan(begin, size));
    }
  }

  /// Append consecutive collections: | count 4 | items |.
  void collections(const WritePlan& content, const Array& from, std::size_t first, std::size_t count) {
    const Array& all = from.content(0);
    for (std::size_t i = first; i < first + count; ++i) {
      const Items items = items_of(from, i);
      check_size(items.count);
      bytes::store_big_endian(to_.extend(sizeof(std::uint32_t)).data(), static_cast<std::uint32_t>(items.count));
      bare(content, all, items.first, items.count);
    }
  }

  void objects(const WritePlan& plan, const Array& from, std::size_t first, std::size_t count) {
    for (std::size_t i = first; i < first + count; ++i) {
      if (plan.head == Head::none)
        members(plan, from, i);
      else
        headed(plan.object, [&] { members(plan, from, i); });
    }
  }

  void members(const WritePlan& plan, const Array& from, std::size_t index) {
    for (const WritePart& part : plan.parts) {
      if (!part.image.bytes.empty())
        images(part.image, from, index, 1);
      else if (part.is_of_self)
        each(part.plan, from, index, 1);
      else
        each(part.plan, from.content(part.place), index, 1);
    }
  }

  /// Append the image once for each value, then store the numbers, column by column.
  void images(const Image& image, const Array& from, std::size_t first, std::size_t count) {
    if (count == 0) return;
    const std::size_t size = image.bytes.size();
    std::byte* const begin = to_.extend(count * size).data();
    std::memcpy(begin, image.bytes.data(), size);
    for (std::size_t done = 1; done < count;) {
      const std::size_t more = std::min(done, count - done);
      std::memcpy(begin + done * size, begin, more * size);
      done += more;
    }
    for (const ImageNumbers& numbers : image.numbers) {
      const Array* column = &from;
      for (const std::uint32_t content : numbers.path) column = &column->content(content);
      const std::size_t place = first * numbers.per_value + numbers.first;
      store_strided(numbers.store, {.from = column->values().data() + place * numbers.store.width,
                                    .from_step = numbers.per_value,
                                    .run = numbers.count,
                                    .runs = count,
                                    .to = begin + numbers.offset,
                                    .stride = size});
    }
  }

  template <class Write>
  void headed(const ObjectHead& head, Write&& write) {
    const std::size_t begin = to_.size();
    const std::size_t size = sizeof(std::uint32_t) + sizeof head.version;
    std::byte* const place = to_.extend(size + (head.checksum != 0 ? sizeof head.checksum : 0)).data();
    bytes::store_big_endian(place + sizeof(std::uint32_t), head.version);
    if (head.checksum != 0) bytes::store_big_endian(place + size, head.checksum);
    write();
    const std::size_t written = to_.size() - begin - sizeof(std::uint32_t);
    check_size(written);
    bytes::store_big_endian(to_.data() + begin, schema::byte_count_mask | static_cast<std::uint32_t>(written));
  }

  static void check_size(std::size_t size) {
    if (size > largest_object)
      detail::fail(ErrorKind::misuse, "an object, text or collection of {} exceeds the limit of {}", size,
                   largest_object);
  }

  bytes::Buffer& to_;
};

}  // namespace

void write_each(const WritePlan& plan, const Array& from, std::size_t first, std::size_t count, bytes::Buffer& to) {
  WriteRun(to).each(plan, from, first, count);
}

void write_column(const WritePlan& plan, const Array& from, std::size_t first, std::size_t count, bytes::Buffer& to) {
  WriteRun(to).column(plan, from, first, count);
}

}  // namespace ramet::inline v1::object::internal
