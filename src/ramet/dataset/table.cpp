#include "ramet/dataset/table.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/ranges.h>

#include "ramet/core/error.hpp"
#include "ramet/dataset/internal/ntuple_table.hpp"
#include "ramet/dataset/internal/tree_table.hpp"

namespace ramet::inline v1::dataset {

bool Table::will_read(std::span<const std::string> /*names*/, EntryRange /*entries*/) const { return true; }

bool is_table(const file::Key& key) noexcept {
  return tree::is_tree_class(key.class_name) || ntuple::is_ntuple_class(key.class_name);
}

std::vector<std::string> table_names(const File& file) {
  std::set<std::string> names;
  for (const file::PlacedKey& placed : file.reader().keys_below(""))
    if (is_table(placed.key)) names.insert(placed.path);
  return {names.begin(), names.end()};
}

std::string only_table(const File& file) {
  constexpr std::size_t most_named = 5;
  std::vector<std::string> names = table_names(file);
  const std::string& shown = file.name();
  if (names.empty()) detail::fail(ErrorKind::misuse, "'{}' has no tree or ntuple", shown);
  if (names.size() == 1) return std::move(names.front());
  const std::size_t count = names.size();
  names.resize(std::min(count, most_named));
  detail::fail(ErrorKind::misuse, "'{}' has {} trees and ntuples ({}{}): name one, as '{}:{}'", shown, count,
               fmt::join(names, ", "), count > most_named ? ", ..." : "", shown, names.front());
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
