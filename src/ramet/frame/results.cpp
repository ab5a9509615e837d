#include <utility>

#include "ramet/frame/actions/histograms.hpp"
#include "ramet/frame/actions/numbers.hpp"
#include "ramet/frame/actions/snapshot.hpp"
#include "ramet/frame/actions/take.hpp"
#include "ramet/frame/frame.hpp"

namespace ramet::inline v1::frame {
namespace {

const NumberSums& sums_of(const Action& action) { return static_cast<const NumbersAction&>(action).sums(); }

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

Result<write::TableReport> Frame::snapshot(SnapshotPlace place, table::Schema schema,
                                           const std::vector<std::string>& columns) const {
  return {book(std::make_shared<SnapshotAction>(std::move(place), std::move(schema), columns)),
          [](const Action& action) { return static_cast<const SnapshotAction&>(action).report(); }};
}

}  // namespace ramet::inline v1::frame
