#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/object/stored_form.hpp"
#include "ramet/schema/type_name.hpp"

namespace ramet::inline v1::object::internal {

/// Whether an element is a base.
bool is_base(const schema::StreamerElement& element) noexcept;

/// Whether an object of a class begins with a head, as nearly all do.
bool has_head(std::string_view class_name) noexcept;

/// All layouts of a class: those of the file, latest first, then those of other versions in the catalogue.
std::vector<const schema::StreamerInfo*> infos_of_class(const Layouts& layouts, std::string_view class_name);

/// Makes forms from type names and streamer elements, and keeps the classes that they need. Threads: one thread.
class FormCompiler {
 public:
  explicit FormCompiler(const Layouts& layouts) : layouts_(layouts) {}

  StoredForm of_type(const schema::TypeName& type, Place place);
  /// The form of a member or base.
  StoredForm of_element(const schema::StreamerInfo& info, const schema::StreamerElement& element);
  StoredType::Classes take_classes() && { return std::move(classes_); }

 private:
  StoredForm of_collection(const schema::TypeName& type, Place place);
  StoredForm of_class_name(std::string_view name);
  StoredForm of_code(const schema::StreamerInfo& info, const schema::StreamerElement& element, int code);
  StoredForm of_array(const schema::StreamerInfo& info, const schema::StreamerElement& element, int content);
  StoredForm of_object_code(const schema::StreamerInfo& info, const schema::StreamerElement& element, int code);
  StoredForm of_standard(const schema::StreamerElement& element);
  StoredForm of_loop(const schema::StreamerElement& element);
  void as_described_array(const schema::TypeName& array, StoredForm& item);
  StoredForm of_pair(const schema::TypeName& map);
  StoredForm pointer_to(std::string_view class_name);
  const ClassForm& class_form(const std::string& name);
  std::string described_name(const std::string& name) const;
  void add_layouts(ClassForm& form);
  void add_symmetric_matrix(ClassForm& form);
  void make_up_pair(ClassForm& form);
  ClassLayout layout_of(const schema::StreamerInfo& info);

  Layouts layouts_;
  StoredType::Classes classes_;
  int depth_ = 0;
  std::size_t members_ = 0;
};

}  // namespace ramet::inline v1::object::internal
