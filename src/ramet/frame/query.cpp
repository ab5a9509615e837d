#include "ramet/frame/query.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/dataset/detail/gather.hpp"

namespace ramet::inline v1::frame {
namespace {

std::vector<std::string> names_of(const expr::Program& program, std::span<const std::string> paths) {
  std::vector<std::string> names;
  for (const std::size_t column : program.columns()) names.push_back(paths[column]);
  return names;
}

/// Keep the rows whose number is not 0.
template <class Number>
void keep_true(std::span<const Number> numbers, bool has_all, std::vector<std::uint64_t>& rows) {
  std::size_t kept = 0;
  if (has_all) {
    rows.resize(numbers.size());
    for (std::size_t row = 0; row < numbers.size(); ++row) {
      rows[kept] = row;
      kept += static_cast<std::size_t>(numbers[row] != Number{});
    }
  } else {
    for (std::size_t row = 0; row < numbers.size(); ++row) {
      rows[kept] = rows[row];
      kept += static_cast<std::size_t>(numbers[row] != Number{});
    }
  }
  rows.resize(kept);
}

void keep_true(const array::Array& values, bool has_all, std::vector<std::uint64_t>& rows) {
  const auto keep = [&]<class Number>(Number) { keep_true(values.numbers<Number>(), has_all, rows); };
  switch (values.number()) {
    case array::NumberType::boolean:
      return keep(false);
    case array::NumberType::int8:
      return keep(std::int8_t{});
    case array::NumberType::int16:
      return keep(std::int16_t{});
    case array::NumberType::int32:
      return keep(std::int32_t{});
    case array::NumberType::int64:
      return keep(std::int64_t{});
    case array::NumberType::uint8:
      return keep(std::uint8_t{});
    case array::NumberType::uint16:
      return keep(std::uint16_t{});
    case array::NumberType::uint32:
      return keep(std::uint32_t{});
    case array::NumberType::uint64:
      return keep(std::uint64_t{});
    case array::NumberType::float32:
      return keep(float{});
    case array::NumberType::float64:
      return keep(double{});
  }
}

}  // namespace

Query Query::compile(const Source& source, std::span<const std::string> texts, const std::string& cut,
                     std::vector<expr::Scope::Definition> definitions) {
  SourceScope found = scope_of(source);
  found.scope.definitions = std::move(definitions);
  Query query{.paths = std::move(found.paths)};
  if (!cut.empty()) query.cut = expr::Program::compile(cut, found.scope);
  query.values = expr::Program::compile(texts, found.scope);
  return query;
}

std::vector<ColumnGroup> Query::groups() const {
  std::vector<ColumnGroup> groups(2);
  if (cut) groups[0] = names_of(*cut, paths);
  if (!values) return groups;
  for (std::string& name : names_of(*values, paths))
    if (std::ranges::find(groups[0], name) == groups[0].end()) groups[cut ? 1 : 0].push_back(std::move(name));
  return groups;
}

QueryEvaluator::QueryEvaluator(const Query& query) {
  const std::vector<ColumnGroup> groups = query.groups();
  const auto places = [&](const expr::Program& program) {
    std::vector<Place> found;
    for (const std::string& name : names_of(program, query.paths)) {
      const std::size_t group = std::ranges::find(groups[0], name) == groups[0].end() ? 1 : 0;
      found.push_back(
          {group, static_cast<std::size_t>(std::ranges::find(groups[group], name) - groups[group].begin())});
    }
    return found;
  };
  if (query.cut) {
    if (query.cut->results() != 1 || query.cut->type(0).kind != array::Kind::number)
      detail::fail(ErrorKind::misuse, "the cut is not true or false, but a {}", array::to_string(query.cut->type(0)));
    cut_.emplace(*query.cut);
    of_cut_ = places(*query.cut);
  }
  if (!query.values) return;
  values_.emplace(*query.values);
  of_values_ = places(*query.values);
}

void QueryEvaluator::keep_listed(EntryRange entries, std::span<const std::uint64_t> listed) {
  const auto first = std::ranges::lower_bound(listed, entries.first.number);
  const auto last = std::ranges::lower_bound(listed, entries.last.number);
  has_all_ = static_cast<std::uint64_t>(last - first) == entries.size();
  for (auto entry = first; entry != last && !has_all_; ++entry) rows_.push_back(*entry - entries.first.number);
}

expr::BatchPlace QueryEvaluator::place_of(const TaskBatches& batches) {
  const std::uint64_t first = batches.entries().first.number;
  expr::BatchPlace place{.first_entry = first, .slot = static_cast<std::uint32_t>(batches.slot().number)};
  if (has_all_) return place;
  numbers_.clear();
  for (const std::uint64_t row : rows_) numbers_.push_back(first + row);
  place.numbers = numbers_;
  return place;
}

std::vector<array::Array> QueryEvaluator::inputs(TaskBatches& batches, std::span<const Place> places) const {
  std::vector<array::Array> columns;
  for (const Place& place : places) {
    const array::Array& column = batches.columns(place.group)[place.column];
    columns.push_back(has_all_ ? column : dataset::gather(column, rows_));
  }
  return columns;
}

void QueryEvaluator::keep_passing(TaskBatches& batches) {
  const std::size_t entries = has_all_ ? batches.entries().size() : rows_.size();
  const array::Array passes = cut_->run(inputs(batches, of_cut_), entries, place_of(batches)).front();
  keep_true(passes, has_all_, rows_);
  has_all_ = rows_.size() == batches.entries().size();
}

QueryEvaluator::Kept QueryEvaluator::run(TaskBatches& batches, std::optional<std::span<const std::uint64_t>> listed) {
  const std::size_t entries = batches.entries().size();
  has_all_ = true;
  rows_.clear();
  if (listed) keep_listed(batches.entries(), *listed);
  if (cut_ && (has_all_ || !rows_.empty())) keep_passing(batches);
  if (has_all_) {
    rows_.resize(entries);
    std::iota(rows_.begin(), rows_.end(), std::uint64_t{0});
  }
  Kept kept{rows_, {}};
  if (values_ && !rows_.empty())
    kept.values = values_->run(inputs(batches, of_values_), rows_.size(), place_of(batches));
  return kept;
}

}  // namespace ramet::inline v1::frame
