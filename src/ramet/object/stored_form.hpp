#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ramet/array/type.hpp"
#include "ramet/object/object_reader.hpp"
#include "ramet/schema/type_name.hpp"
#include "ramet/schema/value_range.hpp"

// What the bytes of a value mean, said once for each type and then used by whoever reads values of it: into columns
// (ColumnReader), into a user's structs, or into dynamic records. Sources: root-project/root, io/io/src/
// TStreamerInfoReadBuffer.cxx, TGenCollectionStreamer.cxx, TBufferFile.cxx; core/cont/src/TClonesArray.cxx,
// TRefArray.cxx.
//
//   object        | head | base: head, members | member | member | ...
//   collection    | head | count 4 | item | item | ...                      items one after the other, or, with bit 14
//   of
//                 | head | version 2 [checksum 4] | count 4 | first member of all items | second member of all | ...
//   text          | length 1, or 255 and 4 | characters |
//   counted array | 0 |  or  | 1 | as many numbers as another member says |
//   pointer       | object tag | object |

namespace ramet::inline v1::object {

struct ClassForm;

/// The kinds of stored values.
enum class FormKind : std::uint8_t {
  nothing,        ///< no bytes: a member that a rule computes on reading
  bytes,          ///< `size` bytes that nobody wants: members of a form that was made for others (PartialForms)
  number,         ///< one number
  bits,           ///< TObject::fBits: 4 bytes, and 2 more if bit 4 says that the object is referenced
  text,           ///< TString or std::string
  characters,     ///< char*: a 4-byte length and the characters
  fixed_array,    ///< `size` times contents[0]
  counted_array,  ///< a byte; unless it is 0, contents[0] as often as the member `counter` says; contents[1], if there
                  ///< is one, when the byte is 2. With `size` arrays (`T* x[2]; //[n]`; 0 for one), the byte occurs
                  ///< once
  counted_objects,  ///< contents[0] as often as the member `counter` says (TStreamerLoop)
  triangle,         ///< a symmetric matrix with as many rows as the member `counter` says: contents[0] on and above the
                    ///< diagonal
  sized_array,      ///< a TArrayI or similar: a 4-byte count and that many numbers, contents[0]
  collection,       ///< a standard container: a 4-byte count and that many contents[0]; of a map, its pairs
  pair,             ///< in a map: a key and a value, contents[0] and [1]; member-wise, the two members of its class
  object,           ///< an object: the members of the layout that its head names
  pointer,          ///< an object tag and, if it is new, the object: contents[0], or an object of a derived class
  tobject,          ///< a TObject: version, unique id, bits, and 2 more bytes if it is referenced
  reference,        ///< a TRef: a TObject whose unique id names another object, and 2 bytes
  references,       ///< a TRefArray: TObject, name, count 4, lower bound 4, 2 bytes, unique ids of 4 bytes
  clones,           ///< a TClonesArray, which stores the name of its class
  objects,          ///< a TObjArray, TList, THashList, TMap, ...: pointers to objects of any class
  unsupported,      ///< cannot be read: `reason` says why; with Head::each it can be skipped
};

/// Whether a version head (byte count, version) comes before it.
enum class Head : std::uint8_t {
  none,    ///< no
  each,    ///< before each: objects
  column,  ///< before each; in member-wise storage before the first only: collections, std::string, arrays of them
  base,    ///< before each; in member-wise storage none, and the members of the base are stored like the object's own
};

/// How values of one type are stored. Threads: a value that borrows the classes of its StoredType.
struct StoredForm {
  FormKind kind = FormKind::nothing;
  Head head = Head::none;
  schema::Fundamental number = schema::Fundamental::int8;  ///< of number and bits
  schema::Container container = schema::Container::none;   ///< of collection
  bool is_counter = false;                                 ///< number: counts other members of the object
  schema::ValueRange range = {};                           ///< of number
  std::uint64_t size = 0;                                  ///< of fixed_array, a bitset, counted arrays, bytes
  std::string counter = {};                                ///< name of the counting member
  std::int32_t base_version = 0;                           ///< with Head::base: the version if there is no head
  const ClassForm* of_class = nullptr;                     ///< of object, pointer (as declared), pair and objects
  std::vector<StoredForm> contents = {};                   ///< one for arrays, collections and pointers, two for a pair
  std::string reason = {};                                 ///< of unsupported
};

/// A base or member of a class. Threads: as StoredForm.
struct MemberForm {
  std::string name;
  bool is_base = false;  ///< its members count as the object's own
  StoredForm form;
};

/// The bases and members of one version of a class, in stored order. Threads: as StoredForm.
struct ClassLayout {
  std::int32_t version = 0;
  std::uint32_t checksum = 0;
  std::vector<MemberForm> members;
};

/// All versions of a class that the file describes, latest first, then those that the catalogue adds. Threads:
/// immutable.
struct ClassForm {
  std::string name;
  std::vector<ClassLayout> layouts;
  bool is_made_up = false;  ///< a pair that the file does not describe: any head matches

  /// The layout of a head: by checksum, if it has one. Null if it is unknown.
  const ClassLayout* find(std::int32_t version, std::uint32_t checksum) const noexcept;
};

/// Where a value is stored, which decides about its head.
enum class Place : std::uint8_t {
  whole,   ///< the payload of a key
  member,  ///< a member of a class, or an entry of a member's branch
  item,    ///< in a collection
};

/// The form of a type, and of all classes that it needs. Threads: immutable.
class StoredType {
 public:
  using Classes = std::map<std::string, std::unique_ptr<ClassForm>, std::less<>>;

  /// Owns a form and the classes that it borrows.
  StoredType(StoredForm form, Classes classes) : form_(std::move(form)), classes_(std::move(classes)) {}

  /// Compile a type as a file spells it: "vector<Track>", "int", "TLorentzVector". Unknown types become
  /// FormKind::unsupported. Throws Error(corrupt) when the text is not a type, or types are nested too deep.
  static std::shared_ptr<const StoredType> compile(const Layouts& layouts, std::string_view type, Place place);
  /// Compile one member or base of a class, as in a split branch.
  static std::shared_ptr<const StoredType> of_member(const Layouts& layouts, const schema::StreamerInfo& info,
                                                     std::size_t element);

  /// Compile an object without a head, as in a branch of whole objects: with the layout of this checksum, else of this
  /// version, else the latest.
  static std::shared_ptr<const StoredType> without_head(const Layouts& layouts, std::string_view class_name,
                                                        std::int32_t version, std::uint32_t checksum);

  const StoredForm& form() const noexcept { return form_; }
  /// A class that the type needs; null if it is not one of them.
  const ClassForm* find_class(std::string_view name) const noexcept;

 private:
  StoredForm form_;
  Classes classes_;
};

/// The type of a column of such values: numbers, strings, lists, arrays of fixed size, and records with the names of
/// their classes, in which members of bases are members of the object (a repeated name gets a "'" each time). A
/// TObject's own members are left out; a TList or similar has only name and size. Throws Error(unsupported), naming the
/// member, for values that have no such type.
array::Type column_type(const StoredForm& form);

/// Whether values of the form contain no pointers and no lists of objects, which a column represents incompletely.
bool is_free_of_pointers(const StoredForm& form);

/// The only member of a std::array, whose values are those of the array; files may describe it as a class when it is an
/// item of a collection. Null for other classes.
const MemberForm* array_member(const ClassForm& of_class) noexcept;

/// The size of a number in the file.
std::size_t stored_size(schema::Fundamental type, const schema::ValueRange& range) noexcept;

/// The head of an object, and its layout. Threads: a value that borrows.
struct LayoutHead {
  VersionHeader header;
  const ClassLayout* layout = nullptr;
};

/// Read the version head of an object and, if the class has no version, the checksum after it. Throws
/// Error(unsupported) when the layout is unknown.
LayoutHead read_layout_head(bytes::ByteCursor& cursor, const ClassForm& of_class);
/// The same after the version head was read.
const ClassLayout& read_layout_after(bytes::ByteCursor& cursor, const VersionHeader& header, const ClassForm& of_class);
/// The same for the class of a collection's items, which have no byte count.
const ClassLayout& read_item_layout(bytes::ByteCursor& cursor, const ClassForm& of_class);

}  // namespace ramet::inline v1::object
