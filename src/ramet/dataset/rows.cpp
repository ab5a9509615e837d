#include "ramet/dataset/rows.hpp"

#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/dataset/internal/ntuple_rows.hpp"
#include "ramet/dataset/internal/tree_rows.hpp"

namespace ramet::inline v1::dataset {

bool has_rows(const file::Key& key) noexcept {
  return tree::is_tree_class(key.class_name) || ntuple::is_ntuple_class(key.class_name);
}

std::shared_ptr<const Rows> open_rows(std::shared_ptr<const File> file, std::string_view path) {
  const file::Key key = file->reader().key(path);
  if (!has_rows(key))
    detail::fail(ErrorKind::misuse, "'{}' in '{}' is a {}, which has no entries", path, file->name(), key.class_name);
  if (tree::is_tree_class(key.class_name)) {
    auto reader = file->tree(key);
    return rows_of(std::move(file), std::move(reader));
  }
  auto reader = file->ntuple(key);
  return rows_of(std::move(file), std::move(reader));
}

std::shared_ptr<const Rows> rows_of(std::shared_ptr<const File> file, std::shared_ptr<const tree::TreeReader> tree) {
  return tree_rows(std::move(file), std::move(tree));
}

std::shared_ptr<const Rows> rows_of(std::shared_ptr<const File> file,
                                    std::shared_ptr<const ntuple::NTupleReader> ntuple) {
  return ntuple_rows(std::move(file), std::move(ntuple));
}

}  // namespace ramet::inline v1::dataset
