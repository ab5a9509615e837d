#include "ramet/object/object_graph.hpp"

#include "ramet/object/internal/graph_builder.hpp"

namespace ramet::inline v1::object {

const Value* Object::find(std::string_view name) const noexcept {
  const std::span<const MemberName> names = members();
  for (std::size_t i = 0; i < values_.size(); ++i)
    if (!names[i].is_base && names[i].name == name) return &values_[i];
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const Object* base = names[i].is_base ? values_[i].object() : nullptr;
    const Value* found = base == nullptr ? nullptr : base->find(name);
    if (found != nullptr) return found;
  }
  return nullptr;
}

const Object* Object::find_base(std::string_view class_name) const noexcept {
  const std::span<const MemberName> names = members();
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const Object* base = names[i].is_base ? values_[i].object() : nullptr;
    if (base == nullptr) continue;
    if (base->class_name() == class_name) return base;
    if (const Object* deeper = base->find_base(class_name)) return deeper;
  }
  return nullptr;
}

ObjectGraph read_graph(std::span<const std::byte> record, std::size_t key_length, std::string_view class_name,
                       const FormCache& forms) {
  return GraphBuilder(record, key_length, forms).build(class_name);
}

}  // namespace ramet::inline v1::object
