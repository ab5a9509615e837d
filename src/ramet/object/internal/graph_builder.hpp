#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ramet/object/column_reader.hpp"
#include "ramet/object/object_graph.hpp"
#include "ramet/object/stored_form.hpp"

namespace ramet::inline v1::object {

/// Reads one record into a graph: follows the forms of its classes and the pointers, and keeps the object of each
/// pointer. After an error inside an object with a known end, the rest of that object is Unread. Threads: one thread;
/// borrows the record and the forms.
class GraphBuilder {
 public:
  GraphBuilder(std::span<const std::byte> record, std::size_t key_length, const FormCache& forms);

  /// Do the work of read_graph. Call it once.
  ObjectGraph build(std::string_view class_name);

 private:
  using Shape = std::shared_ptr<const ObjectShape>;

  /// A collection whose beginning was read. Threads: a value that borrows the object.
  struct Collection {
    Object& object;
    std::string content;  ///< of a TClonesArray: "class;version"
    std::uint64_t count;
  };

  // graph_builder.cpp: values by their form, objects of described classes
  Value read_whole(std::string_view class_name, ObjectIdentity identity);
  Value read(const StoredForm& form, const Object* owner);
  Value read_headed(const StoredForm& form, const Object* owner);
  Value read_text(const StoredForm& form);
  Value read_number(const StoredForm& form);
  Value read_numbers(const StoredForm& form, std::uint64_t count);
  Value read_items(const StoredForm& content, std::uint64_t count, const Object* owner);
  Value read_arrays(const StoredForm& form, std::uint64_t count, const Object* owner);
  Value read_collection(const StoredForm& form, const VersionHeader& header);
  Value read_object(const ClassForm& of_class, Head head, ObjectIdentity identity);
  void read_members(const ClassLayout& layout, Object& object, const VersionHeader& header);
  Value read_member(const StoredForm& form, const Object& owner);
  Value read_pointer();
  Value read_pointed(const ObjectTag& tag);
  std::uint64_t count_of(const StoredForm& form, const Object* owner);
  const ColumnReader* column_reader(const StoredForm& form);
  Value read_columnar(const StoredForm& form);

  // rooted_classes.cpp: ROOT's own classes that stream themselves
  Value read_tobject();
  Value read_list(std::string_view class_name, ObjectIdentity identity);
  Value read_canvas(ObjectIdentity identity);
  Value read_symmetric_matrix(std::string_view class_name, ObjectIdentity identity);
  Value read_described(std::string_view class_name);
  Value read_listed(std::uint64_t count, int list_version);
  Value read_associations(std::uint64_t count);
  Value read_clones(ObjectIdentity identity);
  Value read_cloned(const Collection& collection, bool is_memberwise);
  Value read_cloned_members(const Collection& collection, std::string_view class_name);
  Collection begin_collection(std::string_view class_name, const VersionHeader& header, ObjectIdentity identity);

  const StoredForm& form_of(std::string_view class_name);
  Object& add_object(Shape shape, ObjectIdentity identity);
  const Shape& shape_of(const ClassForm& of_class, const ClassLayout& layout);
  void pay_for_values(std::size_t count);

  ObjectReader reader_;
  const FormCache& forms_;
  ObjectGraph graph_;
  std::vector<std::shared_ptr<const StoredType>> types_;  // owns the forms in use
  std::unordered_map<const StoredForm*, std::unique_ptr<const ColumnReader>> columns_;
  std::unordered_map<const ClassLayout*, Shape> shapes_;
  Shape tobject_shape_;
  std::unordered_map<std::uint64_t, Value> seen_;  // the value of a reference, by identity
  std::size_t values_left_;
};

}  // namespace ramet::inline v1::object
