#include "ramet/dataset/table.hpp"

#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/dataset/internal/ntuple_table.hpp"
#include "ramet/dataset/internal/tree_table.hpp"

namespace ramet::inline v1::dataset {

bool Table::will_read(std::span<const std::string> /*names*/, EntryRange /*entries*/) const { return true; }

bool is_table(const file::Key& key) noexcept {
  return tree::is_tree_class(key.class_name) || ntuple::is_ntuple_class(key.class_name);
}

std::shared_ptr<const Table> open_table(std::shared_ptr<const File> file, std::string_view path) {
  const file::Key key = file->reader().key(path);
  if (!is_table(key))
    detail::fail(ErrorKind::misuse, "'{}' in '{}' is a {}, which has no entries", path, file->name(), key.class_name);
  if (tree::is_tree_class(key.class_name)) {
    auto reader = file->tree(key);
    return table_of(std::move(file), std::move(reader));
  }
  auto reader = file->ntuple(key);
  return table_of(std::move(file), std::move(reader));
}

std::shared_ptr<const Table> table_of(std::shared_ptr<const File> file, std::shared_ptr<const tree::TreeReader> tree) {
  return tree_table(std::move(file), std::move(tree));
}

std::shared_ptr<const Table> table_of(std::shared_ptr<const File> file,
                                      std::shared_ptr<const ntuple::NTupleReader> ntuple) {
  return ntuple_table(std::move(file), std::move(ntuple));
}

}  // namespace ramet::inline v1::dataset
