#include "ramet/object/detail/stream_copy.hpp"

#include <algorithm>
#include <optional>

#include "ramet/core/error.hpp"
#include "ramet/schema/detail/branch_clones.hpp"

namespace ramet::inline v1::object {
namespace {

namespace code = schema::type_code;
using schema::StreamerElement;
using schema::StreamerInfo;

/// The size of a stored number; nothing for other members and for packed numbers.
std::optional<std::size_t> number_size(const StreamerElement& element, int type) noexcept {
  switch (type) {
    case code::char_:
    case code::unsigned_char:
    case code::legacy_char:
    case code::bool_:
      return 1;
    case code::short_:
    case code::unsigned_short:
      return 2;
    case code::int_:
    case code::unsigned_int:
    case code::counter:
    case code::bits:
    case code::float_:
      return 4;
    case code::long_:
    case code::unsigned_long:
    case code::long64:
    case code::unsigned_long64:
    case code::double_:
      return 8;
    case code::double32:
      return element.range.factor != 0 || element.range.bits == 0 ? 4 : 3;
    case code::float16:
      return element.range.factor != 0 ? 4 : 3;
    default:
      return std::nullopt;
  }
}

/// The size of a number in a TArray class; nothing for other classes. These stream count and numbers without a head.
std::optional<std::size_t> array_number_size(std::string_view class_name) noexcept {
  if (class_name == "TArrayC") return 1;
  if (class_name == "TArrayS") return 2;
  if (class_name == "TArrayI" || class_name == "TArrayF") return 4;
  if (class_name == "TArrayD" || class_name == "TArrayL" || class_name == "TArrayL64") return 8;
  return std::nullopt;
}

/// The class of a base or of an embedded object.
std::string_view class_of(const StreamerElement& element) noexcept {
  if (element.element_class == "TStreamerBase") return element.name;
  return std::string_view(element.type_name).substr(0, element.type_name.find('*'));
}

/// Whether a class has its own streamer that writes a byte count and no pointers to objects.
bool is_copied_whole(std::string_view class_name) noexcept {
  return class_name == "TNamed" || class_name == "TTreeIndex" || class_name == "ROOT::TIOFeatures" ||
         class_name.starts_with("TAtt");
}

/// Bits of a TObject (TObject.h): whether a TRef points to it, and of a TRef, whether it names a UUID.
constexpr std::uint32_t is_referenced = 1U << 4;
constexpr std::uint32_t has_uuid_bit = 1U << 5;

bool is_collection(std::string_view class_name) noexcept {
  return class_name == "TObjArray" || class_name == "TList" || class_name == "THashList";
}

}  // namespace

StreamCopy::StreamCopy(std::span<const std::byte> record, std::size_t key_length, std::size_t new_key_length,
                       Layouts layouts)
    : reader_(record, key_length, layouts), writer_(new_key_length) {}

bytes::Buffer StreamCopy::copy(std::string_view class_name, const StreamEdits& edits) {
  edits_ = &edits;
  Counters counters;
  edits.begin(class_name, reader_.cursor());
  copy_object(class_name, counters);
  edits.end(class_name);
  bytes::Buffer payload;
  payload.append(writer_.out().span());
  return payload;
}

bool StreamCopy::is_known(std::string_view class_name) const noexcept {
  const bool is_plain = class_name == "TObject" || class_name == "TRef" || class_name == "TRefArray";
  if (is_plain || is_copied_whole(class_name) || is_collection(class_name)) return true;
  for (const schema::StreamerInfos* infos : {reader_.layouts().file, reader_.layouts().catalogue})
    if (infos != nullptr && infos->find_latest(class_name) != nullptr) return true;
  return false;
}

void StreamCopy::copy_bytes(std::uint64_t count) {
  writer_.out().append(reader_.cursor().take(static_cast<std::size_t>(count)));
}

void StreamCopy::copy_string() {
  const std::uint64_t begin = reader_.cursor().position();
  reader_.cursor().string();
  const std::uint64_t end = reader_.cursor().position();
  reader_.cursor().seek(begin);
  copy_bytes(end - begin);
}

void StreamCopy::copy_as_is() {
  const VersionHeader header = reader_.read_version();
  if (!header.has_end())
    detail::fail(ErrorKind::unsupported, "object at byte {} cannot be copied: it has no byte count", header.begin);
  reader_.cursor().seek(header.begin);
  copy_bytes(header.end - header.begin);
}

void StreamCopy::copy_tobject() {
  const std::uint64_t begin = reader_.cursor().position();
  const ObjectBits bits = reader_.read_tobject();
  const std::uint64_t end = reader_.cursor().position();
  reader_.cursor().seek(begin);
  const bool has_process = (bits.bits & is_referenced) != 0;
  copy_bytes(end - begin - (has_process ? sizeof(std::uint16_t) : 0));
  if (has_process) copy_process();
}

void StreamCopy::copy_process() {
  writer_.out().write(static_cast<std::uint16_t>(reader_.cursor().read<std::uint16_t>() + raised_));
}

void StreamCopy::copy_tnamed() {
  const VersionHeader header = reader_.read_version();
  writer_.versioned(static_cast<std::uint16_t>(header.version), [&] {
    copy_tobject();
    copy_string();
    copy_string();
  });
  reader_.finish(header);
}

/// TRef: | TObject | number of the process 2 |, or a UUID as text (TRef.cxx, TRef::Streamer).
void StreamCopy::copy_reference() {
  bytes::ByteCursor ahead = reader_.cursor();
  ahead.skip(sizeof(std::uint16_t) + sizeof(std::uint32_t));
  const bool has_uuid = (ahead.read<std::uint32_t>() & has_uuid_bit) != 0;
  copy_tobject();
  has_uuid ? copy_string() : copy_process();
}

/// TRefArray: | version head | TObject | name | count 4 | lower bound 4 | number of the process 2 | numbers 4 ... |.
void StreamCopy::copy_references() {
  const VersionHeader header = reader_.read_version();
  if (!header.has_end()) detail::fail(ErrorKind::unsupported, "a TRefArray has no byte count");
  writer_.versioned(static_cast<std::uint16_t>(header.version), [&] {
    copy_tobject();
    copy_string();
    copy_bytes(2 * sizeof(std::uint32_t));
    copy_process();
    copy_bytes(header.end - reader_.cursor().position());
  });
}

void StreamCopy::copy_object(std::string_view class_name, Counters& counters) {
  const ObjectReader::Nesting nesting(reader_);
  if (class_name == "TObject") return copy_tobject();
  if (class_name == "TRef") return copy_reference();
  if (class_name == "TRefArray") return copy_references();
  if (class_name == "TNamed" && raised_ != 0) return copy_tnamed();
  if (class_name == "TObjArray") return copy_array();
  if (class_name == "TList" || class_name == "THashList") return copy_list();
  bytes::ByteCursor ahead = reader_.cursor();
  const bool is_counted = schema::read_version(ahead).has_end();
  if (is_copied_whole(class_name) && is_counted) return copy_as_is();
  const VersionHeader header = reader_.read_version();
  const ObjectReader::Within within(reader_, header);
  if (!is_counted) return copy_uncounted(header, class_name, counters);
  writer_.versioned(static_cast<std::uint16_t>(header.version), [&] {
    const std::uint64_t members = reader_.cursor().position();
    const std::uint32_t checksum = reader_.read_checksum(header, class_name);
    if (const std::uint64_t now = reader_.cursor().position(); now != members) writer_.out().write(checksum);
    const int version =
        class_name == "TBranchClones" ? schema::clones_layout_version(header, reader_.cursor()) : header.version;
    const StreamerInfo* info = reader_.layouts().find(class_name, version, checksum);
    if (info == nullptr)
      detail::fail(ErrorKind::unsupported, "the layout of version {} of class '{}' is unknown", header.version,
                   class_name);
    copy_members(*info, counters);
    copy_bytes(header.end - reader_.cursor().position());  // bytes that the layout does not describe
  });
}

/// An object without a byte count, as Geant4 writes histograms: it ends where its members end.
void StreamCopy::copy_uncounted(const VersionHeader& header, std::string_view class_name, Counters& counters) {
  const StreamerInfo* info = reader_.layouts().find(class_name, header.version, 0);
  if (info == nullptr)
    detail::fail(ErrorKind::unsupported, "the layout of version {} of class '{}' is unknown", header.version,
                 class_name);
  writer_.out().write(static_cast<std::uint16_t>(header.version));
  copy_members(*info, counters);
}

void StreamCopy::copy_members(const StreamerInfo& info, Counters& counters) {
  for (const StreamerElement& element : info.elements) {
    const bytes::ByteCursor there = reader_.cursor();
    const bool is_replaced = edits_->replace(element, there, writer_.out());
    if (const auto size = plain_size(element, counters)) {
      is_replaced ? reader_.cursor().skip(*size) : copy_bytes(*size);
    } else if (is_replaced && element.type == code::tstring) {
      reader_.cursor().string();
    } else if (const auto number = is_replaced ? array_number_size(class_of(element)) : std::nullopt) {
      reader_.cursor().skip(*number * reader_.cursor().count(*number, "numbers of an array"));
    } else if (is_replaced && (element.type == code::object_pointer || element.type == code::any_pointer)) {
      reader_.skip_pointer();
    } else if (is_replaced) {
      reader_.skip_object();
    } else {
      copy_member(element, counters);
    }
  }
}

/// The size of a member that is one or several numbers; nothing for others. Records counts.
std::optional<std::size_t> StreamCopy::plain_size(const StreamerElement& element, Counters& counters) {
  const auto values = static_cast<std::size_t>(std::max(element.array_length, 1));
  if (element.element_class == "TStreamerBase") return std::nullopt;
  bytes::ByteCursor ahead = reader_.cursor();
  if (element.type == code::counter) counters[element.name] = ahead.read<std::int32_t>();
  if (const auto size = number_size(element, element.type)) return *size * values;
  if (element.type > code::fixed_array && element.type < code::counted_array) {
    const auto size = number_size(element, element.type - code::fixed_array);
    return size ? std::optional(*size * values) : std::nullopt;
  }
  if (element.type <= code::counted_array || element.type >= code::object) return std::nullopt;
  const auto size = number_size(element, element.type - code::counted_array);
  const auto count = counters.find(element.count_name);
  if (!size || count == counters.end())
    detail::fail(ErrorKind::unsupported, "member '{}' of type {} cannot be copied", element.name, element.type);
  if (ahead.read<std::uint8_t>() == 0) return 1;
  if (count->second < 0 || static_cast<std::uint64_t>(count->second) > ahead.remaining() / (*size * values))
    detail::fail(ErrorKind::corrupt, "member '{}' has {} values in {} bytes", element.name, count->second,
                 ahead.remaining());
  return 1 + *size * values * static_cast<std::size_t>(count->second);
}

void StreamCopy::copy_member(const StreamerElement& element, Counters& counters) {
  if (element.element_class == "TStreamerBase") {
    if (array_number_size(element.name)) return copy_embedded(element.name);
    return copy_object(element.name, counters);
  }
  switch (element.type) {
    case code::tstring:
      return copy_string();
    case code::tobject:
      return copy_tobject();
    case code::char_star: {
      const auto size = reader_.cursor().read<std::uint32_t>();
      writer_.out().write(size);
      return copy_bytes(size);
    }
    case code::object_pointer:
    case code::any_pointer:
      return copy_pointer();
    case code::tnamed:
    case code::object:
    case code::any:
    case code::object_inplace:
    case code::any_inplace:
      return copy_embedded(class_of(element));
    case code::stl_string:
    case code::stl:
    case code::streamer:
      if (raised_ != 0 && element.type_name.find("TRef") != std::string::npos)
        detail::fail(ErrorKind::unsupported, "references in member '{}' ({}) cannot get other numbers", element.name,
                     element.type_name);
      return copy_as_is();
    case code::streamer_loop:
      if (class_of(element) == "TString") return copy_as_is();  // others may have objects that are referred to
      [[fallthrough]];
    default:
      detail::fail(ErrorKind::unsupported, "member '{}' of type {} cannot be copied", element.name, element.type);
  }
}

void StreamCopy::copy_embedded(std::string_view class_name) {
  if (const auto size = array_number_size(class_name)) {
    const std::size_t count = reader_.cursor().count(*size, "numbers of an array");
    writer_.out().write(static_cast<std::uint32_t>(count));
    return copy_bytes(*size * count);
  }
  if (class_name == "TString") return copy_string();
  if (class_name == "TDatime") return copy_bytes(4);
  if (!is_known(class_name)) return copy_as_is();
  Counters counters;
  copy_object(class_name, counters);
}

void StreamCopy::copy_pointer() {
  const ObjectTag tag = reader_.read_tag();
  if (tag.kind == ObjectTag::Kind::null) return writer_.null();
  if (tag.kind == ObjectTag::Kind::reference) {
    const auto place = places_.find(tag.identity);
    if (place == places_.end())
      detail::fail(ErrorKind::unsupported, "an object at byte {} is referenced, but was not copied",
                   tag.identity.offset);
    return writer_.reference(place->second);
  }
  const ObjectReader::Within within(reader_, tag.end);
  if (tag.class_name == "TBasket") {  // it begins with a key and has no byte count
    places_[tag.identity] = writer_.next_identity();
    writer_.object(tag.class_name, [&] { copy_bytes(tag.end - reader_.cursor().position()); });
  } else if (is_known(tag.class_name)) {
    places_[tag.identity] = writer_.next_identity();
    writer_.object(tag.class_name, [&] {
      edits_->begin(tag.class_name, reader_.cursor());
      Counters counters;
      copy_object(tag.class_name, counters);
      edits_->end(tag.class_name);
    });
  } else {
    left_out_.emplace_back(tag.class_name);
    writer_.null();
  }
  reader_.cursor().seek(tag.end);
}

void StreamCopy::copy_array() {
  const VersionHeader header = reader_.read_version();
  writer_.versioned(static_cast<std::uint16_t>(header.version), [&] {
    if (header.version > 2) copy_tobject();
    if (header.version > 1) copy_string();
    const std::size_t count = reader_.cursor().count(4, "number of objects in a TObjArray");
    writer_.out().write(static_cast<std::uint32_t>(count));
    copy_bytes(4);  // lower bound
    for (std::size_t item = 0; item < count; ++item) copy_pointer();
  });
  reader_.finish(header);
}

/// The option of an object in a TList of version 4: | length 1 | characters |.
void StreamCopy::copy_option() {
  const auto length = reader_.cursor().read<std::uint8_t>();
  writer_.out().write(length);
  copy_bytes(length);
}

void StreamCopy::copy_list() {
  const VersionHeader header = reader_.read_version();
  writer_.versioned(static_cast<std::uint16_t>(header.version), [&] {
    if (header.version > 2) copy_tobject();
    if (header.version > 1) copy_string();
    const std::size_t count = reader_.cursor().count(4, "number of objects in a TList");
    writer_.out().write(static_cast<std::uint32_t>(count));
    for (std::size_t item = 0; item < count; ++item) {
      copy_pointer();
      if (header.version > 4) copy_string();  // the option
      if (header.version == 4) copy_option();
    }
  });
  reader_.finish(header);
}

}  // namespace ramet::inline v1::object
