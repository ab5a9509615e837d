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

/// What objects of one class and version have in common. Threads: const-safe.
struct ObjectShape {
  std::string class_name;
  std::int32_t version = 0;
  std::vector<MemberName> members;
};

/// An object: one value for each base and member of its class, in the order in which they were streamed. A base is an
/// object of its own. Threads: const-safe.
class Object {
 public:
  const std::string& class_name() const noexcept { return shape_->class_name; }
  std::int32_t version() const noexcept { return shape_->version; }
  /// Names, in the order of `values`.
  std::span<const MemberName> members() const noexcept { return shape_->members; }
  std::span<const Value> values() const noexcept { return values_; }
  /// What a TList, TObjArray or TClonesArray (a List, or an Array of one list) or a TMap (Associations) holds; null for
  /// all other classes.
  const Value& items() const noexcept { return items_; }

  /// The member of that name: its own, or else that of the first base that has one. Null when there is none.
  const Value* find(std::string_view name) const noexcept;
  /// The base of that class, however deep; null when there is none.
  const Object* find_base(std::string_view class_name) const noexcept;

 private:
  friend class GraphBuilder;
  std::shared_ptr<const ObjectShape> shape_;
  std::vector<Value> values_;
  Value items_;
};

/// A value and all objects that it reaches, which live as long as the graph. Threads: immutable.
class ObjectGraph {
 public:
  const Value& root() const noexcept { return root_; }
  /// Bases are counted, too.
  std::size_t object_count() const noexcept { return objects_.size(); }

 private:
  friend class GraphBuilder;
  std::vector<std::unique_ptr<Object>> objects_;  // each on its own: pointers to it stay when more are added
  Value root_;
};

/// Read the record (head included, of `key_length` bytes) of an object of the class, and all that it points to. Members
/// that cannot be read are Unread; the rest is there. Throws Error(unsupported) when nothing is known of the class
/// itself, and Error(corrupt) when the record contradicts itself where nothing can be passed over.
ObjectGraph read_graph(std::span<const std::byte> record, std::size_t key_length, std::string_view class_name,
                       const FormCache& forms);

}  // namespace ramet::inline v1::object
