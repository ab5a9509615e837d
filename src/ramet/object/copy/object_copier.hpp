#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "ramet/core/function_ref.hpp"
#include "ramet/object/object_reader.hpp"
#include "ramet/object/object_writer.hpp"
#include "ramet/object/stored_form.hpp"

// References inside a record count from its start, so that what stands behind a change has to be written with others.
// All else of an object is copied as it is: members that hold no pointers byte by byte, in the version they have.

namespace ramet::inline v1::object {

/// Copies streamed objects from one record into another, and lets the caller replace members on the way.
/// Threads: one thread.
class ObjectCopier {
 public:
  /// A member that is about to be copied. Threads: a value that borrows.
  struct Member {
    std::string_view class_name;  ///< which has it, be it a base of the object's class
    const MemberForm& form;
  };
  /// Write a member in place of the old one, which is skipped; or return false, and it is copied. Asked for members
  /// of classes in which pointers or lists of objects are, or that have them in their bases.
  using Replace = FunctionRef<bool(const Member& member)>;
  /// Told of every object behind a pointer before it is copied; `from` is at its version head, and may be moved.
  using Meet = FunctionRef<void(std::string_view class_name, ObjectReader& from)>;

  /// `record` is that of the objects, its head of `key_length` bytes included; all is borrowed.
  ObjectCopier(std::span<const std::byte> record, std::size_t key_length, Layouts layouts, ObjectWriter& to,
               Replace replace, Meet meet)
      : record_(record), from_(record, key_length, layouts), to_(to), replace_(replace), meet_(meet) {}

  /// Copy the next object, which begins with its version head. Throws Error(corrupt), and Error(unsupported), naming
  /// the class, for what cannot be copied: a class that is not described, or that streams itself.
  void copy(std::string_view class_name);

 private:
  /// Numbers that count others, by their names, of one object and its bases.
  using Counters = std::map<std::string, std::uint32_t, std::less<>>;

  void copy_value(const StoredForm& form, Counters& counters);
  void copy_members(const ClassForm& of_class, const ClassLayout& layout, Counters& counters);
  void copy_object(const ClassForm& of_class, Counters& counters);
  void copy_pointer();
  void copy_list(std::string_view class_name);
  void skip(const StoredForm& form, const Counters& counters);
  /// What was read since `begin`, as it is.
  void append_since(std::uint64_t begin);
  const StoredForm& form_of(std::string_view class_name);
  bool is_plain(const StoredForm& form);

  std::span<const std::byte> record_;
  ObjectReader from_;
  ObjectWriter& to_;
  Replace replace_;
  Meet meet_;
  std::map<std::string, std::shared_ptr<const StoredType>, std::less<>> types_;
  std::map<const StoredForm*, bool> plain_;              // whether a form holds no pointers
  std::map<ObjectIdentity, ObjectIdentity> identities_;  // old and new
};

/// Write a whole number in the way a member of that form has its numbers. Throws Error(unsupported) when it does not
/// fit.
void write_number(ObjectWriter& to, const StoredForm& form, std::int64_t number);

}  // namespace ramet::inline v1::object
