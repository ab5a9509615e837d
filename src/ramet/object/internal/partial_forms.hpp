#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/object/internal/form_compiler.hpp"

namespace ramet::inline v1::object::internal {

/// A member or base that is wanted. Threads: a value.
struct WantedPart {
  std::string name;      ///< "fArray" also means a TArray as base
  bool is_read = false;  ///< else only its place and size are wanted
};

/// Makes forms of objects of which few members are read: the forms of all others say only how they are skipped, so that
/// they cost little. Threads: one thread.
class PartialForms {
 public:
  PartialForms(const Layouts& layouts, std::vector<WantedPart> wanted)
      : layouts_(layouts), wanted_(std::move(wanted)), forms_(layouts) {}

  /// A class with one layout. Bases have all layouts of the file, or of the catalogue if the file does not describe
  /// them, but only if one of these has wanted members.
  const ClassForm& of_layout(const schema::StreamerInfo& info);

 private:
  ClassLayout layout_of(const schema::StreamerInfo& info, bool& is_wanted);
  StoredForm base(const schema::StreamerInfo& info, const schema::StreamerElement& element, const WantedPart* part);
  /// All layouts of a base.
  struct Base {
    ClassForm form;
    bool is_wanted = false;  ///< it has wanted members, or such that may count them
  };
  const Base& base_class(const std::string& name);
  const WantedPart* wanted(const schema::StreamerElement& element) const noexcept;
  StoredForm skipped(const schema::StreamerInfo& info, const schema::StreamerElement& element);

  Layouts layouts_;
  std::vector<WantedPart> wanted_;
  FormCompiler forms_;
  std::deque<ClassForm> classes_;
  std::map<std::string, Base, std::less<>> bases_;
  int depth_ = 0;
};

}  // namespace ramet::inline v1::object::internal
