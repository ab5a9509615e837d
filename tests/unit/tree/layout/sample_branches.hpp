#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ramet/tree/column_layout.hpp"
#include "ramet/tree/tree.hpp"

/// Descriptions of branches that no file has.
namespace sample {

using ramet::tree::Branch;
using ramet::tree::ColumnLayout;
using ramet::tree::Leaf;

inline Leaf leaf(std::string class_name, std::string title, std::int32_t length = 1) {
  Leaf made;
  made.class_name = std::move(class_name);
  made.name = title.substr(0, title.find('['));
  made.title = std::move(title);
  made.length = length;
  return made;
}

inline Branch branch(std::vector<Leaf> leaves) {
  Branch made;
  made.class_name = "TBranch";
  made.leaves = std::move(leaves);
  return made;
}

/// A branch of a class's member, or of a whole object where the streamer type is -1.
inline Branch element(std::string class_name, int streamer_type, int kind = 0, std::int32_t length = 1, int id = 0) {
  Branch made = branch({leaf("TLeafElement", "x", length)});
  made.class_name = "TBranchElement";
  made.name = "x";
  made.element_class = std::move(class_name);
  made.element_id = streamer_type == -1 ? -1 : id;
  made.element_kind = kind;
  made.streamer_type = streamer_type;
  return made;
}

/// The type of its values, or why there is none.
inline std::string type_of(const Branch& branch) {
  const ColumnLayout layout = layout_of(branch);
  return layout.is_readable() ? to_string(layout.type) : layout.reason;
}

}  // namespace sample
