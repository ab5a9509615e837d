#include <array>
#include <charconv>
#include <string>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/object/internal/graph_builder.hpp"

// ROOT's own classes that stream themselves (root-project/root: core/base/src/TObject.cxx; core/cont/src/TList.cxx,
// TObjArray.cxx, TMap.cxx, TCollection.cxx, TClonesArray.cxx: Streamer).
//
//   TObject       | version 2 | unique id 4 | bits 4 | process number 2, if it is referenced |
//   TList         | head | TObject | name | count 4 | pointer, option | ...
//   TObjArray     | head | TObject | name | count 4 | lower bound 4 | pointer | ...
//   TMap          | head | TObject | name | count 4 | pointer to a key, pointer to its value | ...
//   TClonesArray  | head | TObject | name | "class;version" | count 4 | lower bound 4 | 1, object or 0 | ...
//   others        | head | TObject | name | count 4 | pointer | ...
//   TCanvas       | head | TPad | display, ... |                     (graf2d/gpad/src/TCanvas.cxx)
//   TMatrixTSym   | TMatrixTBase | upper triangle, row after row |     (math/matrix/src/TMatrixTSym.cxx)

namespace ramet::inline v1::object {
namespace {

constexpr std::size_t smallest_reference = 4;
constexpr std::uint64_t bypasses_streamer = 1U << 12;  // TClonesArray::kBypassStreamer, in fBits

bool has_lower_bound(std::string_view class_name) noexcept {
  return class_name == "TObjArray" || class_name == "TClonesArray";
}

bool has_options(std::string_view class_name) noexcept {
  return class_name == "TList" || class_name == "THashList" || class_name == "TSortedList";
}

}  // namespace

Value GraphBuilder::read_tobject() {
  if (tobject_shape_ == nullptr)
    tobject_shape_ = std::make_shared<const ObjectShape>(
        ObjectShape{.class_name = "TObject", .version = 1, .members = {{.name = "fUniqueID"}, {.name = "fBits"}}});
  const ObjectBits bits = reader_.read_tobject();
  Object& object = add_object(tobject_shape_, {});
  object.values_.emplace_back(std::uint64_t{bits.unique_id});
  object.values_.emplace_back(std::uint64_t{bits.bits});
  return Value(static_cast<const Object*>(&object));
}

/// Read the beginning of any collection after its head, and for a TClonesArray the name of its class.
GraphBuilder::Collection GraphBuilder::begin_collection(std::string_view class_name, const VersionHeader& header,
                                                        ObjectIdentity identity) {
  const auto shape = std::make_shared<ObjectShape>();
  shape->class_name = class_name;
  shape->version = header.version;
  Collection made{.object = add_object(shape, identity), .content = {}, .count = 0};
  const auto add = [&](const char* name, Value value) {
    shape->members.push_back({.name = name, .is_base = value.object() != nullptr});
    made.object.values_.push_back(std::move(value));
  };
  if (header.version > 2) add("TObject", read_tobject());
  add("fName", Value(header.version > 1 ? std::string(reader_.cursor().string()) : std::string()));
  if (class_name == "TClonesArray") made.content = reader_.cursor().string();
  const std::int64_t count = reader_.cursor().read<std::int32_t>();
  made.count = static_cast<std::uint64_t>(class_name == "TClonesArray" && count < 0 ? -count : count);
  add("fSize", Value(static_cast<std::int64_t>(made.count)));
  if (has_lower_bound(class_name)) add("fLowerBound", Value(std::int64_t{reader_.cursor().read<std::int32_t>()}));
  return made;
}

/// Read an object of a class that the file describes.
Value GraphBuilder::read_described(std::string_view class_name) {
  const StoredForm& form = form_of(class_name);
  if (form.kind != FormKind::object)
    detail::fail(ErrorKind::unsupported, "class '{}', which the file does not describe", class_name);
  return read_object(*form.of_class, form.head, {});
}

/// Read a TCanvas of versions 3 to 8, without the screen settings that follow its attributes.
Value GraphBuilder::read_canvas(ObjectIdentity identity) {
  using schema::Fundamental;
  constexpr std::array<std::pair<const char*, Fundamental>, 12> numbers = {{{"fDoubleBuffer", Fundamental::int32},
                                                                            {"fRetained", Fundamental::bool_},
                                                                            {"fXsizeUser", Fundamental::float_},
                                                                            {"fYsizeUser", Fundamental::float_},
                                                                            {"fXsizeReal", Fundamental::float_},
                                                                            {"fYsizeReal", Fundamental::float_},
                                                                            {"fWindowTopX", Fundamental::int32},
                                                                            {"fWindowTopY", Fundamental::int32},
                                                                            {"fWindowWidth", Fundamental::uint32},
                                                                            {"fWindowHeight", Fundamental::uint32},
                                                                            {"fCw", Fundamental::uint32},
                                                                            {"fCh", Fundamental::uint32}}};
  const ObjectReader::Nesting nesting(reader_);
  const VersionHeader header = reader_.read_version();
  if (header.version < 3 || !header.has_end())
    detail::fail(ErrorKind::unsupported, "a TCanvas of version {} at byte {}", header.version, header.begin);
  const auto shape =
      std::make_shared<ObjectShape>(ObjectShape{.class_name = "TCanvas", .version = header.version, .members = {}});
  Object& object = add_object(shape, identity);
  {
    const ObjectReader::Within within(reader_, header);
    const auto add = [&](const char* name, bool is_base, Value value) {
      shape->members.push_back({.name = name, .is_base = is_base});
      object.values_.push_back(std::move(value));
    };
    add("TPad", true, read_described("TPad"));
    add("fDISPLAY", false, Value(std::string(reader_.cursor().string())));
    for (const auto& [name, type] : numbers) add(name, false, read_number({.kind = FormKind::number, .number = type}));
    reader_.cursor().seek(header.end);
  }
  return Value(static_cast<const Object*>(&object));
}

Value GraphBuilder::read_symmetric_matrix(std::string_view class_name, ObjectIdentity identity) {
  const std::string_view arguments = class_name.substr(class_name.find('<'));
  const Value base = read_described(fmt::format("TMatrixTBase{}", arguments));
  const Value* const rows = base.object()->find("fNrows");
  const std::int64_t count = rows == nullptr ? 0 : rows->integer().value_or(0);
  constexpr std::int64_t most_rows = 1'000'000;
  if (count < 0 || count > most_rows) detail::fail(ErrorKind::corrupt, "a matrix has {} rows", count);
  const bool is_double = arguments == "<double>";
  const StoredForm element{.kind = FormKind::number,
                           .number = is_double ? schema::Fundamental::double_ : schema::Fundamental::float_};
  Object& object =
      add_object(std::make_shared<const ObjectShape>(ObjectShape{
                     .class_name = std::string(class_name),
                     .version = base.object()->version(),
                     .members = {{.name = base.object()->class_name(), .is_base = true}, {.name = "fElements"}}}),
                 identity);
  object.values_.push_back(base);
  object.values_.push_back(read_numbers(element, static_cast<std::uint64_t>(count * (count + 1) / 2)));
  return Value(static_cast<const Object*>(&object));
}

Value GraphBuilder::read_list(std::string_view class_name, ObjectIdentity identity) {
  const ObjectReader::Nesting nesting(reader_);
  const VersionHeader header = reader_.read_version();
  const Object* object = nullptr;
  {
    const ObjectReader::Within within(reader_, header);
    const Collection collection = begin_collection(class_name, header, identity);
    object = &collection.object;
    if (collection.count > reader_.cursor().remaining() / smallest_reference)
      detail::fail(ErrorKind::corrupt, "a {} at byte {} has {} objects in {} bytes", class_name, header.begin,
                   collection.count, reader_.cursor().remaining());
    collection.object.items_ = class_name == "TMap"
                                   ? read_associations(collection.count)
                                   : read_listed(collection.count, has_options(class_name) ? header.version : 0);
  }
  reader_.finish(header);
  return Value(object);
}

/// Read the objects of a list. In a TList, from version 4 on, each is followed by a drawing option.
Value GraphBuilder::read_listed(std::uint64_t count, int list_version) {
  Value::List list;
  list.reserve(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    list.push_back(read_pointer());
    if (list_version > 4)
      reader_.cursor().string();
    else if (list_version == 4)
      reader_.cursor().skip(reader_.cursor().read<std::uint8_t>());
  }
  return Value(std::move(list));
}

Value GraphBuilder::read_associations(std::uint64_t count) {
  Value::Associations associations;
  associations.reserve(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    Value key = read_pointer();
    associations.push_back({.key = std::move(key), .value = read_pointer()});
  }
  return Value(std::move(associations));
}

Value GraphBuilder::read_clones(ObjectIdentity identity) {
  const ObjectReader::Nesting nesting(reader_);
  const VersionHeader header = reader_.read_version();
  const Object* object = nullptr;
  {
    const ObjectReader::Within within(reader_, header);
    const Collection collection = begin_collection("TClonesArray", header, identity);
    object = &collection.object;
    const Value* bits = object->find("fBits");
    const bool is_memberwise = bits != nullptr && (*bits->get_if<std::uint64_t>() & bypasses_streamer) != 0;
    try {
      collection.object.items_ = read_cloned(collection, is_memberwise);
    } catch (const Error& error) {
      if (!header.has_end()) throw;
      collection.object.items_ = Value(Unread{error.kind(), error.what()});
      reader_.cursor().seek(header.end);
    }
  }
  reader_.finish(header);
  return Value(object);
}

/// Read member-wise stored objects: a column for each member, if columns can hold them.
Value GraphBuilder::read_cloned_members(const Collection& collection, std::string_view class_name) {
  const StoredForm& form = form_of(class_name);
  if (form.kind != FormKind::object) detail::fail(ErrorKind::unsupported, "a TClonesArray of '{}'", class_name);
  StoredForm members = form;
  members.head = Head::base;  // members without a head, as those of a base stored member-wise
  const std::string version = collection.content.substr(collection.content.find(';') + 1);
  std::from_chars(version.data(), version.data() + version.size(), members.base_version);
  const ColumnReader columns(std::make_shared<const StoredType>(std::move(members), StoredType::Classes{}));
  array::ArrayBuilder list(array::Type::list_of(columns.type()));
  columns.append_member_wise(reader_.cursor(), static_cast<std::size_t>(collection.count), list.contents[0]);
  array::append_offset(list, static_cast<std::int64_t>(collection.count));
  list.length = 1;
  return Value(std::make_shared<const array::Array>(std::move(list).finish()));
}

Value GraphBuilder::read_cloned(const Collection& collection, bool is_memberwise) {
  const std::string class_name = collection.content.substr(0, collection.content.find(';'));
  if (is_memberwise) return read_cloned_members(collection, class_name);
  const StoredForm& form = form_of(class_name);
  if (collection.count > reader_.cursor().remaining())
    detail::fail(ErrorKind::corrupt, "a TClonesArray has {} objects in {} bytes", collection.count,
                 reader_.cursor().remaining());
  Value::List list;
  list.reserve(collection.count);
  for (std::uint64_t i = 0; i < collection.count; ++i)
    list.push_back(reader_.cursor().read<std::uint8_t>() == 0 ? Value() : read(form, nullptr));
  return Value(std::move(list));
}

}  // namespace ramet::inline v1::object
