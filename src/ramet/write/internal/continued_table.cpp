#include "ramet/write/internal/continued_table.hpp"

#include "ramet/core/error.hpp"
#include "ramet/ntuple/ntuple_reader.hpp"
#include "ramet/tree/tree_reader.hpp"

namespace ramet::inline v1::write::internal {

table::Schema ContinuedTable::schema() const { return tree ? tree->schema() : ntuple->plan().table; }

ContinuedTable continue_table(const FileBefore& before, const file::Key& key) {
  const file::FileReader& file = *before.reader();
  const bool is_tree = tree::is_tree_class(key.class_name);
  if ((!is_tree && !ntuple::is_ntuple_class(key.class_name)) || !before.has(key))
    detail::fail(ErrorKind::misuse, "'{}' in '{}' is a {}, not a tree or ntuple that existed before the update",
                 key.name, file.name(), key.class_name);
  const auto& classes = before.classes();
  if (is_tree) return {.tree = std::make_shared<const tree::ContinuedTree>(before.reader(), key, classes)};
  auto forms = std::make_shared<const object::FormCache>(classes->file, classes->catalogue);
  return {.ntuple = std::make_shared<const ntuple::ContinuedNTuple>(file, key, std::move(forms))};
}

}  // namespace ramet::inline v1::write::internal
