#include "ramet/object/copy/object_copier.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/object/internal/structs/value_skipper.hpp"

namespace ramet::inline v1::object {
namespace {

using schema::Fundamental;

/// A number that counts others is a whole one, of any size.
std::uint32_t counter_of(std::span<const std::byte> stored) {
  std::uint64_t value = 0;
  for (const std::byte byte : stored) value = value << 8 | std::to_integer<std::uint64_t>(byte);
  if (value > std::numeric_limits<std::int32_t>::max()) fail(ErrorKind::corrupt, "a counter of {}", value);
  return static_cast<std::uint32_t>(value);
}

/// Whether what nobody knows is in a form, of which pointers may be a part.
bool has_unknown(const StoredForm& form) {
  std::vector<const StoredForm*> waiting{&form};
  std::set<const ClassForm*> met;
  while (!waiting.empty()) {
    const StoredForm& next = *waiting.back();
    waiting.pop_back();
    if (next.kind == FormKind::unsupported) return true;
    for (const StoredForm& content : next.contents) waiting.push_back(&content);
    if (next.of_class == nullptr || !met.insert(next.of_class).second) continue;
    for (const ClassLayout& layout : next.of_class->layouts)
      for (const MemberForm& member : layout.members) waiting.push_back(&member.form);
  }
  return false;
}

template <class Number>
void write_as(ObjectWriter& to, std::int64_t number) {
  if (!std::in_range<Number>(number))
    fail(ErrorKind::unsupported, "{} does not fit into the {} bytes that an old version of the class has for it",
         number, sizeof(Number));
  to.write(static_cast<Number>(number));
}

}  // namespace

void write_number(ObjectWriter& to, const StoredForm& form, std::int64_t number) {
  switch (form.number) {
    case Fundamental::bool_:
    case Fundamental::int8:
      return write_as<std::int8_t>(to, number);
    case Fundamental::uint8:
      return write_as<std::uint8_t>(to, number);
    case Fundamental::int16:
      return write_as<std::int16_t>(to, number);
    case Fundamental::uint16:
      return write_as<std::uint16_t>(to, number);
    case Fundamental::int32:
      return write_as<std::int32_t>(to, number);
    case Fundamental::uint32:
      return write_as<std::uint32_t>(to, number);
    case Fundamental::int64:
      return to.write(number);
    case Fundamental::uint64:
      return write_as<std::uint64_t>(to, number);
    case Fundamental::float_:
      return to.write(static_cast<float>(number));
    case Fundamental::double_:
      return to.write(static_cast<double>(number));
    default:
      fail(ErrorKind::unsupported, "a whole number that is stored as a Double32_t");
  }
}

void ObjectCopier::append_since(std::uint64_t begin) {
  to_.append(
      record_.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(from_.cursor().position() - begin)));
}

const StoredForm& ObjectCopier::form_of(std::string_view class_name) {
  auto known = types_.find(class_name);
  if (known == types_.end())
    known = types_.emplace(class_name, StoredType::compile(from_.layouts(), class_name, Place::whole)).first;
  return known->second->form();
}

bool ObjectCopier::is_plain(const StoredForm& form) {
  const auto [known, is_new] = plain_.try_emplace(&form);
  if (is_new) known->second = is_free_of_pointers(form) && !has_unknown(form);
  return known->second;
}

void ObjectCopier::copy(std::string_view class_name) {
  const StoredForm& form = form_of(class_name);
  Counters counters;
  if (form.kind == FormKind::objects) return copy_list(class_name);
  if (form.kind == FormKind::object && !form.of_class->layouts.empty()) return copy_object(*form.of_class, counters);
  if (form.kind == FormKind::object)
    fail(ErrorKind::unsupported, "class '{}' is not described, and cannot be copied", class_name);
  copy_value(form, counters);
}

void ObjectCopier::skip(const StoredForm& form, const Counters& counters) {
  const auto counter = counters.find(form.counter);
  const bool is_counted = form.kind == FormKind::counted_array || form.kind == FormKind::counted_objects;
  if (is_counted && counter == counters.end())
    fail(ErrorKind::unsupported, "an array is counted by '{}', which does not come before it", form.counter);
  if (is_counted && form.size > 0) fail(ErrorKind::unsupported, "arrays of pointers to arrays");
  internal::skip_value(form, is_counted ? counter->second : 0, from_.cursor());
}

void ObjectCopier::copy_value(const StoredForm& form, Counters& counters) {
  if (form.kind == FormKind::nothing) return;
  if (is_plain(form)) {
    const std::uint64_t begin = from_.cursor().position();
    skip(form, counters);
    return append_since(begin);
  }
  switch (form.kind) {
    case FormKind::pointer:
      return copy_pointer();
    case FormKind::objects:
      return copy_list(form.of_class->name);
    case FormKind::object:
      return copy_object(*form.of_class, counters);
    case FormKind::fixed_array:
      if (form.head != Head::none) break;
      for (std::uint64_t item = 0; item < form.size; ++item) copy_value(form.contents[0], counters);
      return;
    default:
      break;
  }
  fail(ErrorKind::unsupported, "a value that may have pointers in it cannot be copied{}{}",
       form.reason.empty() ? "" : ": ", form.reason);
}

void ObjectCopier::copy_object(const ClassForm& of_class, Counters& counters) {
  const ObjectReader::Nesting nesting(from_);
  const std::uint64_t begin = from_.cursor().position();
  const LayoutHead head = read_layout_head(from_.cursor(), of_class);
  const auto members = [&] {
    const ObjectReader::Within within(from_, head.header);
    copy_members(of_class, *head.layout, counters);
    if (head.header.has_end() && from_.cursor().position() != head.header.end)
      fail(ErrorKind::unsupported, "class '{}' is not streamed as its layout says: it has {} bytes more", of_class.name,
           head.header.end - from_.cursor().position());
  };
  if (!head.header.has_end()) {
    append_since(begin);
    return members();
  }
  // The head as it is, without its byte count: the version, and the checksum of a class without one.
  constexpr std::size_t count_size = 4;
  constexpr std::size_t version_size = 2;
  if (from_.cursor().position() == begin + count_size + version_size)
    to_.versioned(static_cast<std::uint16_t>(head.header.version), members);
  else
    to_.checksummed(head.layout->checksum, members);
}

void ObjectCopier::copy_members(const ClassForm& of_class, const ClassLayout& layout, Counters& counters) {
  for (const MemberForm& member : layout.members)
    while_doing([&] { return fmt::format("{}.{}", of_class.name, member.name); },
                [&] {
                  const std::uint64_t begin = from_.cursor().position();
                  if (!member.is_base && replace_({of_class.name, member})) {
                    skip(member.form, counters);
                  } else if (member.is_base && member.form.kind == FormKind::object) {
                    copy_object(*member.form.of_class, counters);
                  } else {
                    copy_value(member.form, counters);
                  }
                  if (member.form.is_counter)
                    counters[member.name] = counter_of(record_.subspan(
                        static_cast<std::size_t>(begin), static_cast<std::size_t>(from_.cursor().position() - begin)));
                });
}

void ObjectCopier::copy_pointer() {
  const ObjectTag tag = from_.read_tag();
  if (tag.kind == ObjectTag::Kind::null) return to_.null();
  if (tag.kind == ObjectTag::Kind::reference) {
    const auto known = identities_.find(tag.identity);
    if (known == identities_.end())
      fail(ErrorKind::unsupported, "a pointer to an object that comes later or was left out");
    return to_.reference(known->second);
  }
  const ObjectReader::Nesting nesting(from_);
  const ObjectReader::Within within(from_, tag.end);
  identities_[tag.identity] = to_.next_identity();
  meet_(tag.class_name, from_);
  from_.cursor().seek(tag.begin);
  to_.object(tag.class_name, [&] { copy(tag.class_name); });
  from_.cursor().seek(tag.end);
}

/// A TObjArray or a TList: what comes before its items as it is, then the items, in a list each with its option.
void ObjectCopier::copy_list(std::string_view class_name) {
  const bool is_array = class_name == "TObjArray";
  if (!is_array && class_name != "TList" && class_name != "THashList")
    fail(ErrorKind::unsupported, "a {} cannot be copied", class_name);
  bytes::ByteCursor& cursor = from_.cursor();
  const VersionHeader header = from_.read_version();
  constexpr std::int32_t first_modern = 3;
  if (!header.has_end() || header.version < first_modern)
    fail(ErrorKind::unsupported, "a {} of version {}", class_name, header.version);
  to_.versioned(static_cast<std::uint16_t>(header.version), [&] {
    const ObjectReader::Within within(from_, header);
    const std::uint64_t begin = cursor.position();
    from_.read_tobject();
    cursor.string();
    const std::size_t count = cursor.count(sizeof(std::uint32_t), "number of objects in a collection");
    if (is_array) cursor.skip(sizeof(std::int32_t));  // lower bound
    append_since(begin);
    for (std::size_t item = 0; item < count; ++item) {
      copy_pointer();
      if (is_array) continue;
      const std::uint64_t option = cursor.position();
      cursor.string();
      append_since(option);
    }
  });
  from_.finish(header);
}

}  // namespace ramet::inline v1::object
