#include "ramet/object/stored_form.hpp"

#include <algorithm>
#include <set>

#include "ramet/bytes/endian.hpp"
#include "ramet/core/error.hpp"
#include "ramet/object/internal/columns/number_column.hpp"
#include "ramet/object/internal/form_compiler.hpp"
#include "ramet/schema/detail/unique_name.hpp"

namespace ramet::inline v1::object {
namespace {

using array::NumberType;
using array::Type;
using schema::Fundamental;

constexpr int deepest_column = 50;
constexpr std::size_t most_type_members = 200'000;   // of a type and its members
constexpr std::size_t most_record_members = 10'000;  // their names are compared with each other
constexpr std::size_t checksum_size = 4;

/// Whether a collection is streamed like a TList.
bool is_list(const ClassForm& of_class) noexcept {
  return of_class.name == "TList" || of_class.name == "THashList" || of_class.name == "TObjArray";
}

/// Makes the type of a column. Threads: one thread.
class ColumnTypeMaker {
 public:
  Type type_of(const StoredForm& form, int depth);

 private:
  void add_members(const ClassForm& of_class, Type& record, int depth);
  Type object_type(const ClassForm& of_class, int depth);
  bool has_shape(const StoredForm& pointee) const noexcept;

  std::vector<const ClassForm*> open_;  // the classes around the current one
  std::size_t members_ = 0;
};

/// Add the members of a layout to a record, with those of bases in place.
void ColumnTypeMaker::add_members(const ClassForm& of_class, Type& record, int depth) {
  const ClassLayout& layout = of_class.layouts.front();
  if (depth >= deepest_column)
    detail::fail(ErrorKind::unsupported, "class '{}' has too many levels of bases", of_class.name);
  for (const MemberForm& member : layout.members) {
    if (++members_ > most_type_members || record.names.size() > most_record_members)
      detail::fail(ErrorKind::unsupported, "class '{}' with more than {} members in a column", of_class.name,
                   record.names.size());
    if (member.form.kind == FormKind::nothing || (member.is_base && member.form.kind == FormKind::tobject)) continue;
    if (member.is_base && member.form.kind == FormKind::object) {
      if (depth >= deepest_column)
        detail::fail(ErrorKind::unsupported, "class '{}' has too many levels of bases", of_class.name);
      add_members(*member.form.of_class, record, depth + 1);
      continue;
    }
    Type type = detail::while_doing([&] { return fmt::format("{}.{}", of_class.name, member.name); },
                                    [&] { return type_of(member.form, depth + 1); });
    std::string name = member.is_base && member.form.kind == FormKind::sized_array ? "fArray" : member.name;
    record.names.push_back(schema::unique_name(record.names, std::move(name)));
    record.contents.push_back(std::move(type));
  }
}

Type ColumnTypeMaker::object_type(const ClassForm& of_class, int depth) {
  if (of_class.layouts.empty())
    detail::fail(ErrorKind::unsupported, "class '{}', which the file does not describe", of_class.name);
  Type record = Type::record_of({}, {});
  record.class_name = of_class.name;
  open_.push_back(&of_class);
  add_members(of_class, record, depth);
  open_.pop_back();
  return record;
}

bool ColumnTypeMaker::has_shape(const StoredForm& pointee) const noexcept {
  if (pointee.kind == FormKind::object) return std::ranges::find(open_, pointee.of_class) == open_.end();
  return (pointee.kind == FormKind::objects && is_list(*pointee.of_class)) || pointee.kind == FormKind::sized_array;
}

/// Throw the error for a form that cannot be a column.
[[noreturn]] void no_column(const StoredForm& form) {
  switch (form.kind) {
    case FormKind::clones:
      detail::fail(ErrorKind::unsupported, "the class of its objects is known only when it is read");
    case FormKind::unsupported:
      detail::fail(ErrorKind::unsupported, "{}", form.reason);
    default:
      detail::fail(ErrorKind::unsupported, "a member without bytes in a column");
  }
}

/// Whether a form has a class that the file does not describe. Files need not describe classes of which they contain no
/// object, in collections that are all empty.
bool is_undescribed(const StoredForm& form) noexcept {
  return form.kind == FormKind::unsupported && form.of_class != nullptr;
}

Type ColumnTypeMaker::type_of(const StoredForm& form, int depth) {
  if (depth >= deepest_column) detail::fail(ErrorKind::unsupported, "a type that contains itself in a column");
  switch (form.kind) {
    case FormKind::number:
      return Type::of(internal::natural_type(form.number));
    case FormKind::bits:
      return Type::of(NumberType::uint32);
    case FormKind::text:
    case FormKind::characters:
      return Type::string();
    case FormKind::fixed_array:
      return Type::regular_of(form.size, type_of(form.contents[0], depth + 1));
    case FormKind::counted_array:
      if (form.size > 0) return Type::regular_of(form.size, Type::list_of(type_of(form.contents[0], depth + 1)));
      return Type::list_of(type_of(form.contents[0], depth + 1));
    case FormKind::counted_objects:
    case FormKind::triangle:
    case FormKind::sized_array:
      return Type::list_of(type_of(form.contents[0], depth + 1));
    case FormKind::collection:
      if (form.container == schema::Container::bitset)
        return Type::regular_of(form.size, type_of(form.contents[0], depth + 1));
      return Type::list_of(is_undescribed(form.contents[0]) ? Type::record_of({}, {})
                                                            : type_of(form.contents[0], depth + 1));
    case FormKind::pair:
      return Type::record_of({"first", "second"},
                             {type_of(form.contents[0], depth + 1), type_of(form.contents[1], depth + 1)});
    case FormKind::object:
      if (const MemberForm* values = array_member(*form.of_class)) return type_of(values->form, depth + 1);
      return object_type(*form.of_class, depth + 1);
    case FormKind::pointer:
      return Type::option_of(has_shape(form.contents[0]) ? type_of(form.contents[0], depth + 1)
                                                         : Type::record_of({}, {}));
    case FormKind::tobject:
      return Type::record_of({}, {});
    case FormKind::reference:
      return Type::record_of({"ref"}, {Type::of(NumberType::uint32)});
    case FormKind::objects:
      if (!is_list(*form.of_class))
        detail::fail(ErrorKind::unsupported, "a collection of class '{}' in a column", form.of_class->name);
      return Type::record_of({"fName", "fSize"}, {Type::string(), Type::of(NumberType::int32)});
    case FormKind::references:
      return Type::record_of({"fName", "fSize", "refs"}, {Type::string(), Type::of(NumberType::int32),
                                                          Type::list_of(Type::of(NumberType::uint32))});
    default:
      no_column(form);
  }
}

}  // namespace

const ClassLayout* ClassForm::find(std::int32_t version, std::uint32_t checksum) const noexcept {
  if (is_made_up) return &layouts.front();
  for (const ClassLayout& layout : layouts)
    if (checksum != 0 ? layout.checksum == checksum : layout.version == version) return &layout;
  return nullptr;
}

std::shared_ptr<const StoredType> StoredType::compile(const Layouts& layouts, std::string_view type, Place place) {
  internal::FormCompiler compiler(layouts);
  StoredForm form = compiler.of_type(schema::TypeName::parse(type), place);
  return std::make_shared<const StoredType>(std::move(form), std::move(compiler).take_classes());
}

std::shared_ptr<const StoredType> StoredType::of_member(const Layouts& layouts, const schema::StreamerInfo& info,
                                                        std::size_t element) {
  internal::FormCompiler compiler(layouts);
  if (element >= info.elements.size())
    detail::fail(ErrorKind::corrupt, "class '{}' has {} members, but no member {}", info.class_name,
                 info.elements.size(), element);
  StoredForm form = compiler.of_element(info, info.elements[element]);
  return std::make_shared<const StoredType>(std::move(form), std::move(compiler).take_classes());
}

std::shared_ptr<const StoredType> StoredType::without_head(const Layouts& layouts, std::string_view class_name,
                                                           std::int32_t version, std::uint32_t checksum) {
  internal::FormCompiler compiler(layouts);
  StoredForm form = compiler.of_type(schema::TypeName::parse(class_name), Place::whole);
  Classes classes = std::move(compiler).take_classes();
  if (form.kind == FormKind::object) {
    form.head = Head::none;
    auto& stored = classes.find(form.of_class->name)->second->layouts;  // without a head, the first layout is used
    auto found = checksum == 0 ? stored.end() : std::ranges::find(stored, checksum, &ClassLayout::checksum);
    if (found == stored.end()) found = std::ranges::find(stored, version, &ClassLayout::version);
    if (found != stored.end()) std::rotate(stored.begin(), found, found + 1);
  }
  return std::make_shared<const StoredType>(std::move(form), std::move(classes));
}

const ClassForm* StoredType::find_class(std::string_view name) const noexcept {
  const auto found = classes_.find(name);
  return found == classes_.end() ? nullptr : found->second.get();
}

const MemberForm* array_member(const ClassForm& of_class) noexcept {
  const bool is_array = of_class.name.starts_with("array<") && !of_class.layouts.empty();
  if (!is_array || of_class.layouts.front().members.size() != 1) return nullptr;
  return &of_class.layouts.front().members.front();
}

bool is_free_of_pointers(const StoredForm& form) {
  std::vector<const StoredForm*> waiting{&form};
  std::set<const ClassForm*> met;
  while (!waiting.empty()) {
    const StoredForm& next = *waiting.back();
    waiting.pop_back();
    if (next.kind == FormKind::pointer || next.kind == FormKind::objects || next.kind == FormKind::clones) return false;
    for (const StoredForm& content : next.contents) waiting.push_back(&content);
    if (next.of_class == nullptr || !met.insert(next.of_class).second) continue;
    for (const ClassLayout& layout : next.of_class->layouts)
      for (const MemberForm& member : layout.members) waiting.push_back(&member.form);
  }
  return true;
}

array::Type column_type(const StoredForm& form) { return ColumnTypeMaker().type_of(form, 0); }

std::size_t stored_size(Fundamental type, const schema::ValueRange& range) noexcept {
  if (type == Fundamental::double32) return range.factor == 0 && range.bits != 0 ? 3 : 4;
  if (type == Fundamental::float16) return range.factor == 0 ? 3 : 4;
  return schema::memory_size(type);
}

namespace {

/// The layout for a version of a class; without version (0), for the checksum that follows, if the class has it. Throws
/// Error(unsupported) when it is unknown.
const ClassLayout& layout_at(bytes::ByteCursor& cursor, const ClassForm& of_class, std::int32_t version,
                             std::uint64_t end) {
  if (version <= 0 && end - cursor.position() >= checksum_size && cursor.remaining() >= checksum_size) {
    const std::byte* const next = cursor.all().data() + (cursor.all().size() - cursor.remaining());
    const auto checksum = bytes::load_big_endian<std::uint32_t>(next);
    const ClassLayout* layout = checksum == 0 ? nullptr : of_class.find(0, checksum);
    if (layout != nullptr) {
      cursor.skip(checksum_size);
      return *layout;
    }
  }
  if (const ClassLayout* layout = of_class.find(version, 0)) return *layout;
  detail::fail(ErrorKind::unsupported,
               "class '{}' at byte {} has version {}, whose layout the file does not describe (if there is no such "
               "version, the class has its own streamer)",
               of_class.name, cursor.position(), version);
}

}  // namespace

LayoutHead read_layout_head(bytes::ByteCursor& cursor, const ClassForm& of_class) {
  const VersionHeader header = schema::read_version(cursor);
  return {.header = header, .layout = &read_layout_after(cursor, header, of_class)};
}

const ClassLayout& read_layout_after(bytes::ByteCursor& cursor, const VersionHeader& header,
                                     const ClassForm& of_class) {
  return layout_at(cursor, of_class, header.version, header.has_end() ? header.end : cursor.position());
}

const ClassLayout& read_item_layout(bytes::ByteCursor& cursor, const ClassForm& of_class) {
  const auto version = cursor.read<std::int16_t>();
  return layout_at(cursor, of_class, version, cursor.position() + cursor.remaining());
}

}  // namespace ramet::inline v1::object
