#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "ramet/object/object_reader.hpp"

// How to fill a struct from streamed objects:
//
//   struct LeafFields {
//     std::string name;
//     std::int32_t length = 0;
//     ObjectIdentity count;
//     void read_something(ObjectReader& reader);  // reader stands at the member's first byte
//   };
//   using Leaf = Member<LeafFields>;
//   MemberPlans<LeafFields> leaves({Leaf::at<&LeafFields::name>("fName"), Leaf::at<&LeafFields::length>("fLen"),
//                                   Leaf::at<&LeafFields::count>("fLeafCount"), ...});
//   LeafFields leaf;
//   leaves.read(reader, tag.class_name, leaf);     // reader stands at the object's version head
//
// What a data member may be, and from which members of the file it can be filled:
//   bool, integers, float, double    any number; one that does not fit is an Error(corrupt)
//   std::string                      TString, std::string, char*
//   std::vector<number>              fixed arrays, counted arrays (int* fX; //[fN]), TArrayI, TArrayD, ...
//   ObjectIdentity                   a pointer: the object is skipped, revisit() finds it
//   ObjectBits                       the base TObject (ask for "TObject")
//   void (Fields::*)(ObjectReader&)  anything; called at the member's first byte (an embedded object's version head, a
//                                    pointer's tag). A member of known size is left behind however much was read of it.
// Names are those of the file, members of base classes included. A base or an embedded object as a whole can be asked
// for by its name ("TAttFill", "fXaxis").

namespace ramet::inline v1::object {

namespace internal {

enum class TargetKind : std::uint8_t {
  bool_,
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  float_,
  double_,  // numbers, and vectors of them
  string,
  identity,
  object_bits,
  call,
};

/// A wanted member, with the struct's type erased. Threads: a value.
struct Target {
  std::string_view name;
  TargetKind kind = TargetKind::call;
  bool is_vector = false;
  void* (*address)(void* fields) = nullptr;  // of the data member
  void (*call)(void* fields, ObjectReader& reader) = nullptr;
};

template <class Value>
consteval TargetKind target_kind() {
  if constexpr (std::same_as<Value, bool>)
    return TargetKind::bool_;
  else if constexpr (std::same_as<Value, float>)
    return TargetKind::float_;
  else if constexpr (std::same_as<Value, double>)
    return TargetKind::double_;
  else if constexpr (std::same_as<Value, std::string>)
    return TargetKind::string;
  else if constexpr (std::same_as<Value, ObjectIdentity>)
    return TargetKind::identity;
  else if constexpr (std::same_as<Value, ObjectBits>)
    return TargetKind::object_bits;
  else {
    static_assert(std::integral<Value>, "a member of this type cannot be filled from a file");
    constexpr bool is_signed = std::is_signed_v<Value>;
    if constexpr (sizeof(Value) == 1) return is_signed ? TargetKind::int8 : TargetKind::uint8;
    if constexpr (sizeof(Value) == 2) return is_signed ? TargetKind::int16 : TargetKind::uint16;
    if constexpr (sizeof(Value) == 4) return is_signed ? TargetKind::int32 : TargetKind::uint32;
    return is_signed ? TargetKind::int64 : TargetKind::uint64;
  }
}

template <class Value>
inline constexpr bool is_number_vector = false;
template <class Number>
  requires(std::is_arithmetic_v<Number> && !std::same_as<Number, bool>)
inline constexpr bool is_number_vector<std::vector<Number>> = true;

/// The class of a member function.
template <class Function>
struct MemberFunction;
template <class Owner>
struct MemberFunction<void (Owner::*)(ObjectReader&)> {
  using Class = Owner;
};
template <class Function>
using OwnerOf = typename MemberFunction<Function>::Class;

struct CompiledPlan;

}  // namespace internal

/// A member of `Fields`, and the name of the stored member that fills it. Threads: a value.
template <class Fields>
class Member {
 public:
  /// `Pointer` points to a data member, or to a member function that reads the value.
  template <auto Pointer>
  static constexpr Member at(std::string_view name) {
    Member member;
    member.target_.name = name;
    if constexpr (std::is_member_function_pointer_v<decltype(Pointer)>) {
      member.target_.call = [](void* fields, ObjectReader& reader) {
        using Owner = internal::OwnerOf<decltype(Pointer)>;  // maybe a base, which g++ does not see through
        (static_cast<Owner*>(static_cast<Fields*>(fields))->*Pointer)(reader);
      };
    } else {
      using Value = std::remove_cvref_t<decltype(std::declval<Fields&>().*Pointer)>;
      member.target_.address = [](void* fields) -> void* { return &(static_cast<Fields*>(fields)->*Pointer); };
      if constexpr (internal::is_number_vector<Value>) {
        member.target_.is_vector = true;
        member.target_.kind = internal::target_kind<typename Value::value_type>();
      } else {
        member.target_.kind = internal::target_kind<Value>();
      }
    }
    return member;
  }

  const internal::Target& target() const noexcept { return target_; }

 private:
  constexpr Member() = default;
  internal::Target target_;
};

/// How to read the members of one version of a class, with the struct's type erased: base of MemberPlan. Threads:
/// immutable.
class UntypedPlan {
 public:
  /// Throws Error(unsupported) when the layout is unknown or cannot fill a wanted member.
  UntypedPlan(const Layouts& layouts, std::string_view class_name, int version, std::uint32_t checksum,
              std::span<const internal::Target> targets);
  ~UntypedPlan();
  UntypedPlan(UntypedPlan&&) noexcept;
  UntypedPlan& operator=(UntypedPlan&&) noexcept;

  const std::string& class_name() const noexcept { return class_name_; }
  int version() const noexcept { return version_; }
  /// Whether this version of the class has the wanted member.
  bool has(std::string_view member) const noexcept;

  /// The reader must be at the first member (after the version head); afterwards it is after the last.
  void read_untyped(ObjectReader& reader, void* fields) const;

 private:
  std::string class_name_;
  int version_;
  std::vector<std::string> found_;
  std::unique_ptr<const internal::CompiledPlan> compiled_;
};

/// Fills `Fields` from objects of one version of a class; compiled once for any number of objects. Threads: immutable.
template <class Fields>
class MemberPlan : private UntypedPlan {
 public:
  static MemberPlan compile(const Layouts& layouts, std::string_view class_name, int version,
                            std::span<const Member<Fields>> members, std::uint32_t checksum = 0) {
    std::vector<internal::Target> targets;
    for (const Member<Fields>& member : members) targets.push_back(member.target());
    return MemberPlan(UntypedPlan(layouts, class_name, version, checksum, targets));
  }

  using UntypedPlan::class_name;
  using UntypedPlan::has;
  using UntypedPlan::version;

  /// Read the members of one object; the reader must be after its version head. Throws Error(corrupt).
  void read(ObjectReader& reader, Fields& fields) const { read_untyped(reader, &fields); }

 private:
  explicit MemberPlan(UntypedPlan&& plan) : UntypedPlan(std::move(plan)) {}
};

/// The plans that fill `Fields` from objects of any class and version, each compiled on first use. Threads: one thread.
template <class Fields>
class MemberPlans {
 public:
  explicit MemberPlans(std::vector<Member<Fields>> members) : members_(std::move(members)) {}

  /// Read an object; the reader must be at its version head, and is after the object afterwards. All objects of one
  /// MemberPlans must be read with the same layouts. Throws Error(corrupt), and Error(unsupported) as UntypedPlan.
  void read(ObjectReader& reader, std::string_view class_name, Fields& fields) {
    const ObjectReader::Nesting nesting(reader);
    const VersionHeader header = reader.read_version();
    {
      const ObjectReader::Within within(reader, header);
      const std::uint32_t checksum = reader.read_checksum(header, class_name);
      at(reader.layouts(), class_name, header.version, checksum).read(reader, fields);
    }
    reader.finish(header);
  }

  /// The plan for a class and version.
  const MemberPlan<Fields>& at(const Layouts& layouts, std::string_view class_name, int version,
                               std::uint32_t checksum = 0) {
    for (const Entry& entry : plans_)
      if (entry.plan->version() == version && entry.checksum == checksum && entry.plan->class_name() == class_name)
        return *entry.plan;
    plans_.push_back({std::make_unique<const MemberPlan<Fields>>(
                          MemberPlan<Fields>::compile(layouts, class_name, version, members_, checksum)),
                      checksum});
    return *plans_.back().plan;
  }

 private:
  struct Entry {
    std::unique_ptr<const MemberPlan<Fields>> plan;
    std::uint32_t checksum;
  };
  std::vector<Member<Fields>> members_;
  std::vector<Entry> plans_;
};

}  // namespace ramet::inline v1::object
