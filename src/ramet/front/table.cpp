#include "ramet/front/table.hpp"

#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/file/detail/nearest_names.hpp"

namespace ramet::inline v1::front {

Table::Table(std::shared_ptr<const dataset::Session> session, const std::shared_ptr<const dataset::Table>& table)
    : session_(std::move(session)) {
  using Owned = std::pair<std::shared_ptr<const dataset::Session>, std::shared_ptr<const dataset::Table>>;
  table_ = {std::make_shared<const Owned>(session_, table), table.get()};
}

Table Table::join(const Table& other, dataset::JoinOptions options) const {
  return {session_, dataset::join_tables(table_, other.table_, std::move(options), {session_->executor()})};
}

std::vector<std::string> Table::names() const {
  std::vector<std::string> names;
  for (dataset::Column& column : table_->columns()) names.push_back(std::move(column.name));
  return names;
}

dataset::Column Table::column(std::string_view name) const {
  if (auto found = table_->find(name)) return std::move(*found);
  // The branch of an object that is split has a '.' at its end.
  if (auto found = table_->find(std::string(name) + '.')) return std::move(*found);
  const std::vector<std::string> all = names();
  const std::vector<std::string_view> views(all.begin(), all.end());
  detail::fail(ErrorKind::not_found, "{} has no column '{}'{}", table_->name(), name, file::suggest_names(name, views));
}

EntryRange Table::range_of(std::optional<EntryRange> entries) const {
  if (!entries) return {{0}, {size()}};
  if (entries->last < entries->first || entries->last.number > size())
    detail::fail(ErrorKind::not_found, "{} has {} entries, not {}..{}", table_->name(), size(), entries->first.number,
                 entries->last.number);
  return *entries;
}

array::Array Table::read_objects(std::string_view name, std::optional<EntryRange> entries) const {
  const std::string wanted = column(name).name;
  return std::move(table_->read_objects(std::span(&wanted, 1), range_of(entries), {session_->executor()}).at(0));
}

Columns Table::read(std::span<const std::string> columns, std::optional<EntryRange> entries) const {
  std::vector<std::string> wanted;
  for (const std::string& name : columns) wanted.push_back(column(name).name);
  std::vector<array::Array> arrays = table_->read_objects(wanted, range_of(entries), {session_->executor()});
  std::vector<Column> named;
  named.reserve(arrays.size());
  for (std::size_t number = 0; number < arrays.size(); ++number)
    named.emplace_back(columns[number], std::move(arrays[number]));
  return Columns(std::move(named));
}

}  // namespace ramet::inline v1::front
