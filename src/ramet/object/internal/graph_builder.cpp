#include "ramet/object/internal/graph_builder.hpp"

#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/object/internal/columns/number_column.hpp"
#include "ramet/object/internal/number_visit.hpp"
#include "ramet/object/internal/stored_parts.hpp"

namespace ramet::inline v1::object {
namespace {

constexpr std::uint64_t whole_record = 1;  // the identity of a key's own object (TBufferFile, MapObject)
// Members may take no bytes, so the record's size alone does not limit the number of values.
constexpr std::size_t values_per_byte = 4;
constexpr std::size_t least_values = 100'000;

Value unread(const Error& error) { return Value(Unread{error.kind(), error.what()}); }

}  // namespace

GraphBuilder::GraphBuilder(std::span<const std::byte> record, std::size_t key_length, const FormCache& forms)
    : reader_(record, key_length, forms.layouts()),
      forms_(forms),
      values_left_(least_values + values_per_byte * record.size()) {}

ObjectGraph GraphBuilder::build(std::string_view class_name) {
  graph_.root_ = read_whole(class_name, {whole_record});
  return std::move(graph_);
}

/// Read the object of a key, or one that others point to.
Value GraphBuilder::read_whole(std::string_view class_name, ObjectIdentity identity) {
  if (class_name == "TCanvas") return read_canvas(identity);
  if (class_name.starts_with("TMatrixTSym<")) return read_symmetric_matrix(class_name, identity);
  const StoredForm& form = form_of(class_name);
  switch (form.kind) {
    case FormKind::object:
      return read_object(*form.of_class, form.head, identity);
    case FormKind::objects:
      return read_list(class_name, identity);
    case FormKind::clones:
      return read_clones(identity);
    default:
      return read(form, nullptr);
  }
}

// --- values by their form ----------------------------------------------------------------------------------------

Value GraphBuilder::read(const StoredForm& form, const Object* owner) {
  switch (form.kind) {
    case FormKind::nothing:
      return {};
    case FormKind::bytes:
      reader_.cursor().skip(static_cast<std::size_t>(form.size));
      return {};
    case FormKind::number:
      return read_number(form);
    case FormKind::bits:
      return Value(std::uint64_t{bytes::load_big_endian<std::uint32_t>(internal::read_bits(reader_.cursor()))});
    case FormKind::text:
    case FormKind::characters:
      return read_text(form);
    case FormKind::fixed_array:
    case FormKind::counted_array:
    case FormKind::counted_objects:
    case FormKind::triangle:
    case FormKind::sized_array:
    case FormKind::collection:
      return read_headed(form, owner);
    case FormKind::object:
      return read_object(*form.of_class, form.head, {});
    case FormKind::pointer:
      return read_pointer();
    case FormKind::tobject:
      return read_tobject();
    case FormKind::clones:
      return read_clones({});
    case FormKind::objects:
      return read_list(form.of_class == nullptr ? "TList" : form.of_class->name, {});
    case FormKind::pair:
    case FormKind::reference:
    case FormKind::references:
      return read_columnar(form);
    case FormKind::unsupported:
      break;
  }
  detail::fail(ErrorKind::unsupported, "{}", form.reason);
}

Value GraphBuilder::read_text(const StoredForm& form) {
  const VersionHeader header = form.head == Head::none ? VersionHeader{} : reader_.read_version();
  std::string text;
  if (form.kind == FormKind::text) {
    text = reader_.cursor().string();
  } else {
    const auto characters = reader_.cursor().take(reader_.cursor().count(1, "length of a char*"));
    text.assign(reinterpret_cast<const char*>(characters.data()), characters.size());
  }
  reader_.finish(header);
  return Value(std::move(text));
}

/// Read arrays and collections, with their head if they have one.
Value GraphBuilder::read_headed(const StoredForm& form, const Object* owner) {
  if (form.kind == FormKind::collection && column_reader(form) != nullptr) return read_columnar(form);
  const ObjectReader::Nesting nesting(reader_);
  const VersionHeader header = form.head == Head::none ? VersionHeader{} : reader_.read_version();
  Value value;
  {
    const ObjectReader::Within within(reader_, header);
    if (form.kind == FormKind::collection) {
      value = read_collection(form, header);
    } else {
      const bool is_there = form.kind != FormKind::counted_array || reader_.cursor().read<std::uint8_t>() != 0;
      const std::uint64_t count = is_there ? count_of(form, owner) : 0;
      value = form.kind == FormKind::counted_array && form.size > 0 ? read_arrays(form, count, owner)
                                                                    : read_items(form.contents[0], count, owner);
    }
  }
  reader_.finish(header);
  return value;
}

std::uint64_t GraphBuilder::count_of(const StoredForm& form, const Object* owner) {
  if (form.kind == FormKind::fixed_array) return form.size;
  if (form.kind == FormKind::sized_array) return reader_.cursor().count(1, "size of a TArray");
  const Value* counter = owner == nullptr ? nullptr : owner->find(form.counter);
  const auto count = counter == nullptr ? std::nullopt : counter->integer();
  if (!count)
    detail::fail(ErrorKind::unsupported, "an array is counted by '{}', which is not an earlier member", form.counter);
  if (*count < 0) detail::fail(ErrorKind::corrupt, "an array has {} values by its counter '{}'", *count, form.counter);
  const auto stated = static_cast<std::uint64_t>(*count);
  constexpr std::uint64_t most_rows = 1'000'000;
  if (form.kind != FormKind::triangle) return stated;
  if (stated > most_rows) detail::fail(ErrorKind::corrupt, "a matrix has {} rows", stated);
  return stated * (stated + 1) / 2;
}

/// Read `count` values: numbers as an array, everything else as a list.
Value GraphBuilder::read_items(const StoredForm& content, std::uint64_t count, const Object* owner) {
  if (content.kind == FormKind::number) return read_numbers(content, count);
  if (count > values_left_) detail::fail(ErrorKind::corrupt, "an array of {} values has too few bytes", count);
  pay_for_values(count);
  Value::List list;
  list.reserve(count);
  for (std::uint64_t i = 0; i < count; ++i) list.push_back(read(content, owner));
  return Value(std::move(list));
}

/// Read `T* x[2]; //[n]`: several arrays of one length.
Value GraphBuilder::read_arrays(const StoredForm& form, std::uint64_t count, const Object* owner) {
  if (form.size > values_left_) detail::fail(ErrorKind::corrupt, "an array of {} arrays has too few bytes", form.size);
  pay_for_values(form.size);
  Value::List arrays;
  for (std::uint64_t i = 0; i < form.size; ++i) arrays.push_back(read_items(form.contents[0], count, owner));
  return Value(std::move(arrays));
}

/// Read a collection that a column cannot hold: of pointers, or of objects with pointers.
Value GraphBuilder::read_collection(const StoredForm& form, const VersionHeader& header) {
  if (header.memberwise)
    detail::fail(ErrorKind::unsupported, "a collection at byte {} is stored member-wise", header.begin);
  const std::size_t count = reader_.cursor().count(0, "number of values in a collection");
  return read_items(form.contents[0], count, nullptr);
}

/// Read a number as the widest type of its kind.
Value GraphBuilder::read_number(const StoredForm& form) {
  const std::byte* const from = reader_.cursor().take(stored_size(form.number, form.range)).data();
  if (form.number == schema::Fundamental::bool_) return Value(*from != std::byte{0});
  Value value;
  internal::with_number(form.number, form.range, from, [&](auto number) { value = Value(number); });
  return value;
}

/// Read `count` numbers as one value: a list in an array.
Value GraphBuilder::read_numbers(const StoredForm& form, std::uint64_t count) {
  bytes::ByteCursor& cursor = reader_.cursor();
  const std::size_t size = stored_size(form.number, form.range);
  if (count > cursor.remaining() / size)
    detail::fail(ErrorKind::corrupt, "an array of {} numbers has {} bytes", count, cursor.remaining());
  const array::NumberType type = internal::natural_type(form.number);
  array::ArrayBuilder list(array::Type::list_of(array::Type::of(type)));
  array::ArrayBuilder& content = list.contents[0];
  content.length = static_cast<std::size_t>(count);
  const std::span<std::byte> to = content.values.extend(content.length * array::size_of(type));
  internal::decode_numbers({.stored = form.number, .type = type, .range = form.range, .size = size},
                           cursor.take(content.length * size).data(), size, content.length, to.data());
  array::append_offset(list, static_cast<std::int64_t>(count));
  list.length = 1;
  return Value(std::make_shared<const array::Array>(std::move(list).finish()));
}

// --- objects -----------------------------------------------------------------------------------------------------

Value GraphBuilder::read_object(const ClassForm& of_class, Head head, ObjectIdentity identity) {
  const ObjectReader::Nesting nesting(reader_);
  if (head == Head::none) {  // an item of a collection, or a class whose own streamer follows its layout
    if (of_class.layouts.empty()) detail::fail(ErrorKind::unsupported, "class '{}' has no known layout", of_class.name);
    Object& object = add_object(shape_of(of_class, of_class.layouts[0]), identity);
    read_members(of_class.layouts[0], object, {});
    return Value(static_cast<const Object*>(&object));
  }
  const LayoutHead found = read_layout_head(reader_.cursor(), of_class);
  Object& object = add_object(shape_of(of_class, *found.layout), identity);
  if (identity) object.place_ = found.header.begin;
  {
    const ObjectReader::Within within(reader_, found.header);
    read_members(*found.layout, object, found.header);
  }
  reader_.finish(found.header);
  return Value(static_cast<const Object*>(&object));
}

void GraphBuilder::read_members(const ClassLayout& layout, Object& object, const VersionHeader& header) {
  pay_for_values(layout.members.size());
  object.values_.reserve(layout.members.size());
  try {
    for (const MemberForm& member : layout.members)
      detail::while_doing([&] { return fmt::format("{}.{}", object.class_name(), member.name); },
                          [&] { object.values_.push_back(read_member(member.form, object)); });
    if (header.has_end() && reader_.cursor().position() != header.end)
      detail::fail(ErrorKind::unsupported, "class '{}' is not streamed as its layout says: {} bytes are left over",
                   object.class_name(), header.end - reader_.cursor().position());
  } catch (const Error& error) {
    if (!header.has_end()) throw;
    // The members cannot be told apart, so none of them is used; bases have a byte count and are kept.
    for (std::size_t i = 0; i < layout.members.size(); ++i) {
      if (i == object.values_.size()) object.values_.push_back(unread(error));
      const bool is_whole = layout.members[i].is_base && object.values_[i].object() != nullptr;
      if (!is_whole) object.values_[i] = unread(error);
    }
    reader_.cursor().seek(header.end);
  }
}

/// Read a member. One that cannot be read but has a byte count is skipped.
Value GraphBuilder::read_member(const StoredForm& form, const Object& owner) {
  const bool has_head = form.head == Head::each || form.head == Head::column;
  const std::uint64_t begin = reader_.cursor().position();
  try {
    return read(form, &owner);
  } catch (const Error& error) {
    if (!has_head || error.kind() != ErrorKind::unsupported) throw;
    reader_.cursor().seek(begin);
    const VersionHeader header = reader_.read_version();
    if (!header.has_end()) throw;
    reader_.cursor().seek(header.end);
    return unread(error);
  }
}

Value GraphBuilder::read_pointer() {
  const ObjectTag tag = reader_.read_tag();
  if (tag.kind == ObjectTag::Kind::null) return {};
  if (tag.kind == ObjectTag::Kind::object) {
    const ObjectReader::Nesting nesting(reader_);
    const ObjectReader::Within within(reader_, tag.end);
    Value value = read_pointed(tag);
    reader_.cursor().seek(tag.end);
    return value;
  }
  if (const auto known = seen_.find(tag.identity.offset); known != seen_.end()) return known->second;
  Value value;
  reader_.revisit(tag.identity, [&](const ObjectTag& elsewhere) { value = read_pointed(elsewhere); });
  return value;
}

/// Read the object after a tag, unless a pointer to it was followed before.
Value GraphBuilder::read_pointed(const ObjectTag& tag) {
  if (const auto known = seen_.find(tag.identity.offset); known != seen_.end()) return known->second;
  Value value;
  try {
    value = read_whole(tag.class_name, tag.identity);
  } catch (const Error& error) {
    value = unread(error);
  }
  seen_.insert_or_assign(tag.identity.offset, value);
  return value;
}

// --- columns -----------------------------------------------------------------------------------------------------

/// The reader of this form into a column; null when a column cannot hold it.
const ColumnReader* GraphBuilder::column_reader(const StoredForm& form) {
  const auto [known, is_new] = columns_.try_emplace(&form);
  if (is_new && is_free_of_pointers(form)) {
    try {
      known->second = std::make_unique<const ColumnReader>(
          std::make_shared<const StoredType>(form, StoredType::Classes{}));  // types_ keeps the classes
    } catch (const Error&) {
      known->second = nullptr;  // a column cannot hold it
    }
  }
  return known->second.get();
}

Value GraphBuilder::read_columnar(const StoredForm& form) {
  const ColumnReader* reader = column_reader(form);
  if (reader == nullptr) detail::fail(ErrorKind::unsupported, "a value that cannot be a column");
  array::ArrayBuilder builder(reader->type());
  reader->append(reader_.cursor(), 1, builder);
  return Value(std::make_shared<const array::Array>(std::move(builder).finish()));
}

// --- what is known of classes ------------------------------------------------------------------------------------

const StoredForm& GraphBuilder::form_of(std::string_view class_name) {
  return types_.emplace_back(forms_.stored(class_name, Place::whole))->form();
}

const GraphBuilder::Shape& GraphBuilder::shape_of(const ClassForm& of_class, const ClassLayout& layout) {
  Shape& shape = shapes_[&layout];
  if (shape == nullptr) {
    auto made = std::make_shared<ObjectShape>();
    made->class_name = of_class.name;
    made->version = layout.version;
    for (const MemberForm& member : layout.members) {
      if (member.is_base && member.form.kind == FormKind::sized_array)  // the TArrayD of a TH1D
        made->members.push_back({.name = "fArray", .is_base = false});
      else
        made->members.push_back({.name = member.name, .is_base = member.is_base});
    }
    shape = std::move(made);
  }
  return shape;
}

Object& GraphBuilder::add_object(Shape shape, ObjectIdentity identity) {
  Object& object = *graph_.objects_.emplace_back(std::make_unique<Object>());
  object.shape_ = std::move(shape);
  if (identity) seen_.insert_or_assign(identity.offset, Value(static_cast<const Object*>(&object)));
  return object;
}

void GraphBuilder::pay_for_values(std::size_t count) {
  if (count > values_left_)
    detail::fail(ErrorKind::corrupt, "objects of a record have more than {} values for each byte", values_per_byte);
  values_left_ -= count;
}

}  // namespace ramet::inline v1::object
