#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "ramet/object/object_reader.hpp"
#include "ramet/object/typed/target_type.hpp"

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

/// A wanted member, with the struct's type erased. Threads: a value.
struct WantedMember {
  std::string_view name;
  const TargetType& (*type)(TargetTypes& types) = nullptr;  ///< of the data member; adds it
  void* (*address)(void* fields) = nullptr;                 ///< of the data member
  void (*call)(void* fields, ObjectReader& reader) = nullptr;
};

/// The class of a member function.
template <class Function>
struct MemberFunction;
template <class Owner>
struct MemberFunction<void (Owner::*)(ObjectReader&)> {
  using Class = Owner;
};
template <class Function>
using OwnerOf = typename MemberFunction<Function>::Class;

}  // namespace internal

/// A member of `Fields`, and the name of the stored member that fills it. Threads: a value.
template <class Fields>
class Member {
 public:
  /// `Pointer` points to a data member, or to a member function that reads the value.
  template <auto Pointer>
  static constexpr Member at(std::string_view name) {
    Member member;
    member.wanted_.name = name;
    if constexpr (std::is_member_function_pointer_v<decltype(Pointer)>) {
      member.wanted_.call = [](void* fields, ObjectReader& reader) {
        using Owner = internal::OwnerOf<decltype(Pointer)>;  // maybe a base, which g++ does not see through
        (static_cast<Owner*>(static_cast<Fields*>(fields))->*Pointer)(reader);
      };
    } else {
      using Value = std::remove_cvref_t<decltype(std::declval<Fields&>().*Pointer)>;
      member.wanted_.type = [](TargetTypes& types) -> const TargetType& { return types.add<Value>(); };
      member.wanted_.address = [](void* fields) -> void* { return &(static_cast<Fields*>(fields)->*Pointer); };
    }
    return member;
  }

  const internal::WantedMember& wanted() const noexcept { return wanted_; }

 private:
  constexpr Member() = default;
  internal::WantedMember wanted_;
};

/// MemberPlans with the struct's type erased. Threads: one thread.
class UntypedMemberPlans {
 public:
  /// `type` identifies the struct's type.
  UntypedMemberPlans(const void* type, std::vector<internal::WantedMember> members);
  ~UntypedMemberPlans();
  UntypedMemberPlans(UntypedMemberPlans&&) noexcept;
  UntypedMemberPlans& operator=(UntypedMemberPlans&&) noexcept;

  void read(ObjectReader& reader, std::string_view class_name, void* fields);
  void read_members(ObjectReader& reader, std::string_view class_name, int version, std::uint32_t checksum,
                    void* fields);

 private:
  struct Record;
  struct Origin;
  struct Plan;
  struct Known {
    std::string class_name;
    int version;
    std::uint32_t checksum;
    std::shared_ptr<const Plan> plan;
  };

  std::shared_ptr<const Plan> find_or_make(const Layouts& layouts, std::string_view class_name, int version,
                                           std::uint32_t checksum, void* fields);

  const void* type_;
  std::vector<internal::WantedMember> members_;
  std::shared_ptr<Origin> origin_;  // from the first plan that is compiled here on
  std::vector<Known> known_;        // the plans that were needed
};

/// Fills `Fields` from objects of any class and version; the plan of each is compiled when the first such object is
/// read, and kept in the layouts' cache, if they have one. All objects must be read with the same layouts. Threads: one
/// thread.
template <class Fields>
class MemberPlans {
 public:
  explicit MemberPlans(const std::vector<Member<Fields>>& members) : plans_(&type_tag<Fields>, wanted(members)) {}

  /// Read an object; the reader must be at its version head, and is after the object afterwards. Throws Error(corrupt),
  /// and Error(unsupported) when the layout is unknown or cannot fill a wanted member.
  void read(ObjectReader& reader, std::string_view class_name, Fields& fields) {
    plans_.read(reader, class_name, &fields);
  }

  /// Read the members of an object of this version; the reader must be after its version head. Throws as `read`.
  void read_members(ObjectReader& reader, std::string_view class_name, int version, Fields& fields) {
    plans_.read_members(reader, class_name, version, 0, &fields);
  }

 private:
  static std::vector<internal::WantedMember> wanted(const std::vector<Member<Fields>>& members) {
    std::vector<internal::WantedMember> wanted;
    for (const Member<Fields>& member : members) wanted.push_back(member.wanted());
    return wanted;
  }

  UntypedMemberPlans plans_;
};

}  // namespace ramet::inline v1::object
