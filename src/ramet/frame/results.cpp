#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ramet/frame/actions/graph.hpp"
#include "ramet/frame/actions/histograms.hpp"
#include "ramet/frame/actions/numbers.hpp"
#include "ramet/frame/actions/snapshot.hpp"
#include "ramet/frame/actions/stored_columns.hpp"
#include "ramet/frame/actions/take.hpp"
#include "ramet/frame/frame.hpp"
#include "ramet/frame/internal/graph/node.hpp"
#include "ramet/frame/internal/varied_rows.hpp"
#include "ramet/frame/sources/array_table.hpp"

namespace ramet::inline v1::frame {
namespace {

const NumberSums& sums_of(const Action& action) { return static_cast<const NumbersAction&>(action).sums(); }

/// What a snapshot needs of a variation: columns that vary, and the nominal values of all if other entries pass.
internal::VariedVersion version_of(const internal::Node& node, const std::vector<std::string>& columns,
                                   const std::string& variation) {
  const bool has_other_entries = node.varies_with.contains(variation);
  internal::VariedVersion version{.name = variation, .columns = {}};
  for (std::size_t column = 0; column < columns.size(); ++column) {
    const internal::DefinitionPointer found = internal::find_name(node, columns[column]);
    const bool is_varied = found != nullptr && found->varies_with.contains(variation);
    if (has_other_entries) version.columns.push_back({column, false});
    if (is_varied) version.columns.push_back({column, true});
  }
  return version;
}

}  // namespace

Result<std::uint64_t> Frame::count() const {
  return {book(std::make_shared<CountAction>()),
          [](const Action& action) { return static_cast<const CountAction&>(action).count(); }};
}

Result<double> Frame::sum(const std::string& column) const {
  return {book(std::make_shared<NumbersAction>(column)), [](const Action& action) { return sums_of(action).sum; }};
}

Result<double> Frame::mean(const std::string& column) const {
  return {book(std::make_shared<NumbersAction>(column)), [](const Action& action) { return sums_of(action).mean; }};
}

Result<double> Frame::standard_deviation(const std::string& column) const {
  return {book(std::make_shared<NumbersAction>(column)),
          [](const Action& action) { return sums_of(action).standard_deviation(); }};
}

Result<double> Frame::min(const std::string& column) const {
  return {book(std::make_shared<NumbersAction>(column)), [](const Action& action) { return sums_of(action).minimum; }};
}

Result<double> Frame::max(const std::string& column) const {
  return {book(std::make_shared<NumbersAction>(column)), [](const Action& action) { return sums_of(action).maximum; }};
}

Result<NumberSums> Frame::stats(const std::string& column, std::optional<std::string> weight) const {
  return {book(std::make_shared<NumbersAction>(column, std::move(weight))),
          [](const Action& action) { return sums_of(action); }};
}

Result<std::vector<array::Array>> Frame::take(const std::vector<std::string>& columns) const {
  return {book(std::make_shared<TakeAction>(columns)),
          [](const Action& action) { return static_cast<const TakeAction&>(action).values(); }};
}

Result<hist::Histogram> Frame::histogram(hist::Histogram model, const std::vector<std::string>& columns,
                                         std::optional<std::string> weight) const {
  return {book(std::make_shared<HistogramAction>(std::move(model), columns, std::move(weight))),
          [](const Action& action) { return static_cast<const HistogramAction&>(action).histogram(); }};
}

Result<hist::Histogram> Frame::histogram(const std::string& column, const hist::RegularAxis& axis,
                                         std::optional<std::string> weight) const {
  hist::HistogramParts parts;
  parts.name = column;
  parts.axes.push_back({.bins = axis, .title = column});
  return histogram(hist::Histogram::empty(std::move(parts)), {column}, std::move(weight));
}

Result<hist::Graph> Frame::graph(const std::string& x, const std::string& y, const GraphErrors& errors) const {
  return {book(std::make_shared<GraphAction>(x, y, errors)),
          [](const Action& action) { return static_cast<const GraphAction&>(action).graph(); }};
}

Result<hist::SparseHistogram> Frame::sparse_histogram(hist::SparseHistogramParts model,
                                                      const std::vector<std::string>& columns,
                                                      std::optional<std::string> weight) const {
  return {book(std::make_shared<SparseHistogramAction>(std::move(model), columns, std::move(weight))),
          [](const Action& action) { return static_cast<const SparseHistogramAction&>(action).histogram(); }};
}

Frame Frame::cache(const std::vector<std::string>& columns) const {
  const auto taken = std::make_shared<TakeAction>(columns);
  book(taken).run();
  std::vector<std::pair<std::string, array::Array>> kept;
  std::vector<array::Type> types;
  for (std::size_t column = 0; column < columns.size(); ++column) {
    kept.emplace_back(columns[column], taken->values()[column]);
    types.push_back(type(columns[column]));
  }
  const internal::Root& root = *node_->root;
  return Frame(Source(table_of_arrays(std::move(kept), taken->entries(), std::move(types))), root.executor(),
               {.language = root.language(), .seed = root.seed(), .owner = root.owner()});
}

Booked Frame::varied_snapshot(SnapshotPlace place, table::Schema schema,
                              const std::vector<std::string>& columns) const {
  std::vector<internal::VariedVersion> versions(1);
  for (std::size_t column = 0; column < columns.size(); ++column) versions[0].columns.push_back({column, false});
  for (const std::string& variation : variations())
    if (auto version = version_of(*node_, columns, variation); !version.columns.empty())
      versions.push_back(std::move(version));
  std::vector<array::Type> types;
  for (const table::Column& column : schema.columns) types.push_back(column.type);
  const auto rows = std::make_shared<internal::VariedRows>(std::move(types), versions);
  const auto snapshot = std::make_shared<SnapshotAction>(std::move(place), std::move(schema), columns, rows);
  Booked booked = book(snapshot);
  for (std::size_t version = 1; version < versions.size(); ++version) {
    std::vector<std::string> names;
    std::vector<std::uint8_t> is_nominal;
    for (const internal::VariedColumn& column : versions[version].columns) {
      names.push_back(columns[column.number]);
      is_nominal.push_back(column.is_varied ? 0 : 1);
    }
    booked.keep(book(snapshot->under(version, std::move(names)), versions[version].name, std::move(is_nominal)));
  }
  return booked;
}

Result<write::TableReport> Frame::snapshot(SnapshotPlace place, table::Schema schema,
                                           const std::vector<std::string>& columns) const {
  const auto read = [](const Action& action) { return static_cast<const SnapshotAction&>(action).report(); };
  if (place.variations == SnapshotVariations::included)
    return {varied_snapshot(std::move(place), std::move(schema), columns), read};
  return {book(std::make_shared<SnapshotAction>(std::move(place), std::move(schema), columns)), read};
}

Result<write::TableReport> Frame::snapshot(SnapshotPlace place, std::string name,
                                           std::vector<std::string> columns) const {
  if (columns.empty()) columns = columns_to_store(*this);
  const CountedLists lists =
      place.variations == SnapshotVariations::included ? CountedLists::as_vectors : CountedLists::as_counted;
  StoredColumns stored = stored_columns(*this, columns, place.table.format, lists);
  if (const std::size_t slash = name.rfind('/'); slash != std::string::npos) {
    place.directory += (place.directory.empty() ? "" : "/") + name.substr(0, slash);
    name.erase(0, slash + 1);
  }
  stored.schema.name = std::move(name);
  return snapshot(std::move(place), std::move(stored.schema), stored.columns);
}

}  // namespace ramet::inline v1::frame
