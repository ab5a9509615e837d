#include "ramet/merge/internal/objects/list_sum.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "ramet/core/error.hpp"
#include "ramet/merge/internal/keys/renamed_record.hpp"
#include "ramet/object/detail/object_writer.hpp"
#include "ramet/object/detail/stream_copy.hpp"

//   TList:      | version | TObject | name s | count 4 | pointer, option s | pointer, option s | ...
//   TObjArray:  | version | TObject | name s | count 4 | lower bound 4 | pointer | pointer | ...
//   THStack:    | version | TNamed | pointer to a TList of histograms | pointer to a histogram | maximum | minimum |

namespace ramet::inline v1::merge::internal {
namespace {

using bytes::ByteCursor;
using bytes::ByteWriter;
using schema::StreamerElement;

/// The length of the key in front of a member that has become a record of its own: any will do.
constexpr std::size_t item_key_length = 64;
constexpr std::string_view stack_class = "THStack";
constexpr std::string_view stack_member = "fHists";

bool is_array_class(std::string_view class_name) noexcept { return class_name == "TObjArray"; }

/// Finds the name of the object that is copied: that of its TNamed, or its own (TParameter). Threads: one thread.
class NameFinder {
 public:
  void begin() { ++depth_; }
  void end() { --depth_; }
  void visit(const StreamerElement& member, ByteCursor there) {
    if (depth_ != 1 || found_) return;
    if (member.element_class == "TStreamerBase" && member.name == "TNamed") found_ = name_in(there);
    if (member.name == "fName" && member.type == schema::type_code::tstring) found_ = std::string(there.string());
  }
  std::string take() { return found_.value_or(std::string()); }

  static std::string name_in(ByteCursor there) {
    schema::read_version(there);
    there.skip(sizeof(std::uint16_t) + sizeof(std::uint32_t));  // of the TObject: version, unique number
    const auto bits = there.read<std::uint32_t>();
    constexpr std::uint32_t is_referenced = 1U << 4;
    if ((bits & is_referenced) != 0) there.skip(sizeof(std::uint16_t));
    return std::string(there.string());
  }

 private:
  int depth_ = 0;
  std::optional<std::string> found_;
};

/// Where the list of a stack begins in its record; 0 if it has none.
std::size_t list_of_stack(const file::Record& record, object::Layouts layouts) {
  std::size_t begin = 0;
  object::StreamCopy walk(record.bytes.span(), record.key_length, record.key_length, layouts);
  walk.copy(stack_class, {[](std::string_view, ByteCursor) {}, [](std::string_view) {},
                          [&](const StreamerElement& member, ByteCursor there, ByteWriter&) {
                            if (member.name != stack_member || begin != 0) return false;
                            const schema::ObjectTag tag = schema::read_tag(there);
                            if (tag.kind == schema::ObjectTag::Kind::object && is_list_class(tag.class_name))
                              begin = static_cast<std::size_t>(tag.begin);
                            return false;
                          }});
  return begin;
}

}  // namespace

bool is_list_class(std::string_view class_name) noexcept {
  return class_name == "TList" || class_name == "THashList" || class_name == "TObjArray" || class_name == stack_class;
}

ListSum::Member::Member(Item one) : item(std::move(one)), sum(item.class_name), points(item.class_name) {
  if (is_list_class(item.class_name)) list = std::make_unique<ListSum>(item.class_name);
}

bool ListSum::Member::is_joined() const noexcept {
  return list != nullptr || is_summed_class(item.class_name) || is_graph_class(item.class_name);
}

std::optional<Refusal> ListSum::Member::add(Item other) {
  if (list) return list->add(std::move(other.record), other.layouts);
  if (is_summed_class(item.class_name)) return sum.add(std::move(other.record), other.layouts);
  points.add(std::move(other.record), other.layouts);
  return std::nullopt;
}

bytes::Buffer ListSum::Member::payload(std::size_t key_length) const {
  if (list) return list->payload(key_length);
  if (is_graph_class(item.class_name)) return points.payload(key_length);
  if (sum.is_union()) return sum.payload(key_length);
  const file::Record& record = is_summed_class(item.class_name) ? sum.record() : item.record;
  return moved_payload(record, item.class_name, item.layouts, key_length, std::nullopt);
}

ListSum::Item ListSum::item_at(const file::Record& record, std::size_t begin, std::string class_name,
                               object::Layouts layouts, std::uint16_t raised) {
  NameFinder finder;
  object::StreamCopy copy(record.bytes.span(), begin, item_key_length, layouts);
  copy.raise_process_numbers(raised);
  const bytes::Buffer payload = copy.copy(
      class_name, {[&](std::string_view, ByteCursor) { finder.begin(); }, [&](std::string_view) { finder.end(); },
                   [&](const StreamerElement& member, ByteCursor there, ByteWriter&) {
                     finder.visit(member, there);
                     return false;
                   }});
  if (!copy.left_out().empty())
    detail::fail(ErrorKind::unsupported, "it has an object of class '{}', whose layout is unknown",
                 copy.left_out().front());
  Item item{std::move(class_name), finder.take(), {}, {}, layouts};
  item.record.key_length = item_key_length;
  item.record.bytes.resize(item_key_length);
  item.record.bytes.append(payload.span());
  const bool is_list = is_list_class(item.class_name) && item.class_name != stack_class;
  if (item.class_name == "TNamed" || is_list) item.name = NameFinder::name_in(ByteCursor(payload.span()));
  if (is_list && item.name.empty()) item.name = item.class_name;  // as TCollection::GetName
  return item;
}

std::vector<ListSum::Item> ListSum::read_items(const file::Record& record, std::size_t begin, bool is_array,
                                               object::Layouts layouts, std::uint16_t raised, Head& head) {
  constexpr int least_list_version = 5;
  constexpr int least_array_version = 3;
  object::ObjectReader reader(record.bytes.span(), begin, layouts);
  const schema::VersionHeader version = reader.read_version();
  if (!version.has_end() || version.version < (is_array ? least_array_version : least_list_version))
    detail::fail(ErrorKind::unsupported, "a list of version {} cannot be joined", version.version);
  head.bits = reader.read_tobject();
  bytes::ByteCursor& cursor = reader.cursor();
  head.name = cursor.string();
  const std::size_t count = cursor.count(4, "number of objects in a list");
  if (is_array) head.lower_bound = cursor.read<std::int32_t>();
  std::vector<Item> items;
  for (std::size_t number = 0; number < count; ++number) {
    const schema::ObjectTag tag = reader.read_tag();
    if (tag.kind == schema::ObjectTag::Kind::reference)
      detail::fail(ErrorKind::unsupported, "a list that has the same object twice cannot be joined");
    std::optional<Item> item;
    if (tag.kind == schema::ObjectTag::Kind::object) {
      item = item_at(record, static_cast<std::size_t>(tag.begin), std::string(tag.class_name), layouts, raised);
      cursor.seek(tag.end);
    }
    std::string option;
    if (!is_array) option = cursor.string();
    if (!item) continue;
    item->option = std::move(option);
    items.push_back(std::move(*item));
  }
  return items;
}

std::optional<Refusal> ListSum::add(file::Record record, object::Layouts layouts, std::uint16_t raised) {
  const bool is_stack = class_name_ == stack_class;
  const std::size_t begin = is_stack ? list_of_stack(record, layouts) : record.key_length;
  Head head;
  std::vector<Item> items;
  if (begin != 0) items = read_items(record, begin, is_array_class(class_name_), layouts, raised, head);
  if (first_.bytes.empty()) {
    first_ = std::move(record);
    layouts_ = layouts;
    head_ = std::move(head);
  }
  return add_items(std::move(items), layouts);
}

std::optional<Refusal> ListSum::add_list(const file::Record& record, std::size_t begin, object::Layouts layouts,
                                         std::uint16_t raised) {
  Head head;
  std::vector<Item> items = read_items(record, begin, is_array_class(class_name_), layouts, raised, head);
  if (members_.empty()) head_ = std::move(head);
  return add_items(std::move(items), layouts);
}

bool ListSum::is_repeated(const Item& item) const {
  return repeats_ == Repeats::once && std::ranges::any_of(members_, [&](const Member& one) {
           return !one.is_joined() && one.item.class_name == item.class_name &&
                  std::ranges::equal(one.item.record.payload(), item.record.payload());
         });
}

std::optional<Refusal> ListSum::add_items(std::vector<Item> items, object::Layouts layouts) {
  std::vector<const Member*> taken;  // by members of this record: those of one name stay apart
  for (Item& item : items) {
    if (is_repeated(item)) continue;
    const auto member = std::ranges::find_if(members_, [&](const Member& one) {
      return one.is_joined() && !item.name.empty() && one.item.name == item.name &&
             one.item.class_name == item.class_name && std::ranges::find(taken, &one) == taken.end();
    });
    Member& to = member == members_.end()
                     ? members_.emplace_back(Item{item.class_name, item.name, item.option, {}, layouts})
                     : *member;
    taken.push_back(&to);
    if (!to.is_joined()) {
      to.item = std::move(item);
      continue;
    }
    const std::string name = item.name;
    if (auto refusal = to.add(std::move(item))) {
      refusal->part = refusal->part.empty() ? name : fmt::format("{}.{}", name, refusal->part);
      return refusal;
    }
  }
  return std::nullopt;
}

bytes::Buffer ListSum::list_payload(std::size_t key_length, bool is_array) const {
  constexpr std::uint16_t list_version = 5;
  constexpr std::uint16_t array_version = 3;
  object::ObjectWriter writer(key_length);
  writer.versioned(is_array ? array_version : list_version, [&] {
    writer.tobject(head_.bits.bits, head_.bits.unique_id);
    writer.string(head_.name);
    writer.write(static_cast<std::int32_t>(members_.size()));
    if (is_array) writer.write(head_.lower_bound);
    for (const Member& member : members_) {
      writer.object(member.item.class_name,
                    [&] { writer.append(member.payload(key_length + writer.payload().size()).span()); });
      if (!is_array) writer.string(member.item.option);
    }
  });
  return std::move(writer).take_payload();
}

bytes::Buffer ListSum::payload(std::size_t key_length) const {
  if (class_name_ != stack_class) return list_payload(key_length, is_array_class(class_name_));
  bool is_done = false;
  object::StreamCopy copy(first_.bytes.span(), first_.key_length, key_length, layouts_);
  bytes::Buffer payload = copy.copy(
      class_name_, {[](std::string_view, ByteCursor) {}, [](std::string_view) {},
                    [&](const StreamerElement& member, ByteCursor, ByteWriter& to) {
                      if (member.name != stack_member || is_done || members_.empty()) return false;
                      is_done = true;
                      // | byte count 4 | class tag 4 | "TList" 0 |, then the list
                      const std::size_t place = key_length + to.size();
                      object::ObjectWriter writer(place);
                      writer.object(
                          "TList", [&] { writer.append(list_payload(place + writer.payload().size(), false).span()); });
                      to.append(writer.payload());
                      return true;
                    }});
  if (!copy.left_out().empty())
    detail::fail(ErrorKind::unsupported, "it has an object of class '{}', whose layout is unknown",
                 copy.left_out().front());
  return payload;
}

}  // namespace ramet::inline v1::merge::internal
