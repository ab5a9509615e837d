#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/object/form_cache.hpp"
#include "ramet/object/value.hpp"

// Objects of classes that only the file knows:
//
//   ObjectGraph ── root ─► Object TCanvas ── base ─► Object TPad ── fPrimitives ─► Object TList ── items ─► Object
//   TFrame
//                                                        ▲                                                     │
//                                                        └──────── a pointer back: the same Object ────────────┘

namespace ramet::inline v1::object {

/// The name of a member, or of a base class. Threads: a value.
struct MemberName {
  std::string name;
  bool is_base = false;
};

/// The class, version and members that several objects share. Threads: const-safe.
struct ObjectShape {
  std::string class_name;
  std::int32_t version = 0;
  std::vector<MemberName> members;
};

/// An object: a value for each base and member of its class, in stored order. A base is an object of its own. Threads:
/// const-safe.
class Object {
 public:
  const std::string& class_name() const noexcept { return shape_->class_name; }
  std::int32_t version() const noexcept { return shape_->version; }
  /// The names, in the order of `values`.
  std::span<const MemberName> members() const noexcept { return shape_->members; }
  std::span<const Value> values() const noexcept { return values_; }
  /// The contents of a TList, TObjArray or TClonesArray (a List, or an Array of one list) or of a TMap (Associations);
  /// null for all other classes.
  const Value& items() const noexcept { return items_; }

  /// Where in the record the object begins, with its version head, if a pointer or a list leads to it; else 0.
  std::uint64_t place() const noexcept { return place_; }

  /// The member with this name: its own, or else that of the first base that has one. Null when there is none.
  const Value* find(std::string_view name) const noexcept;
  /// The direct or indirect base of this class; null when there is none.
  const Object* find_base(std::string_view class_name) const noexcept;

 private:
  friend class GraphBuilder;
  std::shared_ptr<const ObjectShape> shape_;
  std::vector<Value> values_;
  Value items_;
  std::uint64_t place_ = 0;
};

/// A value and all objects reachable from it, which live as long as the graph. Threads: immutable.
class ObjectGraph {
 public:
  const Value& root() const noexcept { return root_; }
  /// The number of objects, including bases.
  std::size_t object_count() const noexcept { return objects_.size(); }

 private:
  friend class GraphBuilder;
  std::vector<std::unique_ptr<Object>>
      objects_;  // allocated separately, so that pointers stay valid when more are added
  Value root_;
};

/// Read the record of an object (with its head of `key_length` bytes), and everything that it points to. Members that
/// cannot be read are Unread. Throws Error(unsupported) when the class is unknown, and Error(corrupt) when the record
/// contradicts itself where nothing can be skipped.
ObjectGraph read_graph(std::span<const std::byte> record, std::size_t key_length, std::string_view class_name,
                       const FormCache& forms);

}  // namespace ramet::inline v1::object
