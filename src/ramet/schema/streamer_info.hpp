#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/schema/value_range.hpp"

// The layouts of classes when a file was written (root-project/root, io/doc/TFile/StreamerInfo.md;
// io/io/src/TStreamerInfo.cxx, core/meta/src/TStreamerElement.cxx).

namespace ramet::inline v1::schema {

/// The types of elements (TVirtualStreamerInfo::EReadWrite).
namespace type_code {
// clang-format off
inline constexpr int
    base = 0,                   ///< a base class: its own version head and members
    char_ = 1, short_ = 2, int_ = 3, long_ = 4, float_ = 5,
    counter = 6,                ///< an Int_t with the length of counted arrays
    char_star = 7,              ///< a 4-byte length and characters
    double_ = 8, double32 = 9, legacy_char = 10,
    unsigned_char = 11, unsigned_short = 12, unsigned_int = 13, unsigned_long = 14,
    bits = 15,                  ///< TObject::fBits
    long64 = 16, unsigned_long64 = 17, bool_ = 18, float16 = 19,
    fixed_array = 20,           ///< added to the type of elements: T x[n]
    counted_array = 40,         ///< added to the type of elements: T* x; //[n]
    object = 61,                ///< an embedded TObject: its version head and members
    any = 62,                   ///< an embedded object of another class
    object_inplace = 63,        ///< a pointer that is never null ("//->"), streamed as if embedded
    object_pointer = 64,        ///< a pointer: object tag
    tstring = 65, tobject = 66, tnamed = 67,
    any_inplace = 68, any_pointer = 69,  ///< as 63 and 64, for classes without the base TObject
    any_pointer_unvirtual = 70, stl_pointer = 71,
    skip = 100, convert = 200,  ///< added by ROOT in memory
    stl = 300, stl_string = 365,
    streamer = 500,             ///< written by the class' own function
    streamer_loop = 501,        ///< a counted array of objects
    artificial = 1000;          ///< computed by a rule on reading: not stored
// clang-format on
}  // namespace type_code

/// TStreamerBase keeps its class' checksum in fMaxIndex[1] (TStreamerElement.cxx).
inline constexpr std::size_t base_checksum_place = 1;

/// One member or base of a class. Threads: a value.
struct StreamerElement {
  std::string element_class;  ///< TStreamerBase, TStreamerBasicType, TStreamerString, TStreamerObject, ...
  std::string name;
  std::string title;              ///< the member's comment; carries ranges and counters as text
  std::int32_t type = 0;          ///< one of type_code
  std::int32_t size = 0;          ///< bytes in memory
  std::int32_t array_length = 0;  ///< elements of a fixed-size array, 0 for a scalar
  std::int32_t array_dimensions = 0;
  std::array<std::int32_t, 5> dimensions{};
  std::string type_name;            ///< as declared, for example "vector<float>" or "Int_t*"
  std::int32_t base_version = 0;    ///< TStreamerBase
  std::uint32_t base_checksum = 0;  ///< TStreamerBase: stored in dimensions[base_checksum_place]
  std::int32_t count_version = 0;   ///< counted arrays and loops: the version of the class with the counter, ...
  std::string count_name;           ///< ... the counting member
  std::string count_class;          ///< ... and the class
  std::int32_t stl_type = 0;        ///< TStreamerSTL: the container
  std::int32_t content_type = 0;    ///< TStreamerSTL: type code of its content
  ValueRange range;                 ///< Double32_t and Float16_t
};

/// The layout of one version of a class. Threads: a value.
struct StreamerInfo {
  std::string class_name;
  std::string title;
  std::uint32_t checksum = 0;
  std::int32_t version = 0;
  std::vector<StreamerElement> elements;
};

/// The checksum that ROOT 6 gives a class with this layout. For classes with their own streamers, ROOT also includes
/// transient members, which are not in the layout. Throws Error(corrupt) when a type's name cannot be parsed.
std::uint32_t layout_checksum(const StreamerInfo& info);

/// Parse the payload of a file's streamer-info record. `record` is the whole record, head included, because references
/// count from its start; `key_length` is the size of the head. Rule lists ("listOfRules") are skipped.
/// Throws Error(corrupt).
std::vector<StreamerInfo> read_streamer_infos(std::span<const std::byte> record, std::size_t key_length);

/// The payload of a streamer-info record with these infos, in order. `key_length` is the length of the key before the
/// payload.
bytes::Buffer write_streamer_infos(std::span<const StreamerInfo> infos, std::size_t key_length);

/// The payload of a streamer-info record with `more` appended to the infos of `record`, which includes its head. If the
/// new key has the same length as the old, only byte and item counts change, and rule lists are kept. Otherwise
/// references change, and the infos are rewritten without the rules. Throws Error(corrupt).
bytes::Buffer append_streamer_infos(std::span<const std::byte> record, std::size_t key_length,
                                    std::span<const StreamerInfo> more, std::size_t new_key_length);

/// All infos of one file (or of the catalogue), found by class and version or checksum. Threads: immutable.
class StreamerInfos {
 public:
  explicit StreamerInfos(std::vector<StreamerInfo> infos);

  /// Null if the class does not exist in this version.
  const StreamerInfo* find(std::string_view class_name, int version) const noexcept;
  const StreamerInfo* find_by_checksum(std::string_view class_name, std::uint32_t checksum) const noexcept;
  /// The highest version of the class.
  const StreamerInfo* find_latest(std::string_view class_name) const noexcept;
  /// All versions of the class, lowest first.
  std::span<const StreamerInfo> of_class(std::string_view class_name) const noexcept;
  /// Sorted by class name, then version.
  std::span<const StreamerInfo> all() const noexcept { return infos_; }

 private:
  std::vector<StreamerInfo> infos_;
};

}  // namespace ramet::inline v1::schema
