#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "../internal/batch_arrays.hpp"
#include "../internal/dtypes.hpp"
#include "../internal/signal_watch.hpp"
#include "figures.hpp"
#include "internal/file_text.hpp"
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "ramet/hist/binned/selection.hpp"
#include "ramet/hist/binned/sparse_histogram.hpp"
#include "ramet/hist/parallel_fill.hpp"

namespace ramet::bindings {
namespace {

using hist::Histogram;
using hist::Moments;
using hist::NamedAxis;
using hist::ProfileSums;
using hist::SparseHistogram;
using Numbers = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

std::vector<double> vector_of(const Numbers& numbers) { return {numbers.data(), numbers.data() + numbers.size()}; }

hist::Axis regular_axis(std::uint32_t bins, double low, double high) {
  return hist::RegularAxis{.bins = bins, .low = low, .high = high};
}

template <class Number>
hist::NumberView numbers_of(const InputBuffer& buffer) {
  return std::span(static_cast<const Number*>(buffer.data()), buffer.size());
}

/// The numbers of a NumPy array, whatever their type.
hist::NumberView view_of(const InputBuffer& buffer) {
  using array::NumberType;
  const auto type = number_type_of(buffer.dtype());
  if (!type)
    detail::fail(ErrorKind::misuse, "numbers with {} bits of kind {} are not supported", buffer.dtype().bits,
                 buffer.dtype().code);
  switch (*type) {
    case NumberType::boolean:
      return numbers_of<bool>(buffer);
    case NumberType::int8:
      return numbers_of<std::int8_t>(buffer);
    case NumberType::int16:
      return numbers_of<std::int16_t>(buffer);
    case NumberType::int32:
      return numbers_of<std::int32_t>(buffer);
    case NumberType::int64:
      return numbers_of<std::int64_t>(buffer);
    case NumberType::uint8:
      return numbers_of<std::uint8_t>(buffer);
    case NumberType::uint16:
      return numbers_of<std::uint16_t>(buffer);
    case NumberType::uint32:
      return numbers_of<std::uint32_t>(buffer);
    case NumberType::uint64:
      return numbers_of<std::uint64_t>(buffer);
    case NumberType::float32:
      return numbers_of<float>(buffer);
    case NumberType::float64:
      break;
  }
  return numbers_of<double>(buffer);
}

/// Fill with a column for each axis, for profiles also the heights, using all threads.
void fill(Histogram& histogram, const dataset::Session& session, const std::vector<InputBuffer>& columns,
          const std::optional<InputBuffer>& weights) {
  std::vector<hist::NumberView> views;
  for (const InputBuffer& column : columns) views.push_back(view_of(column));
  const hist::NumberView weight_view = weights ? view_of(*weights) : hist::NumberView();
  run_unlocked([&](SignalWatch& watch) {
    hist::parallel_fill(histogram, views,
                        {.executor = session.executor(), .weights = weight_view, .stop = watch.stop()});
  });
}

/// The selection of one axis: the first cell, one past the last, whether cells are summed, and how many are merged.
using Selection = std::tuple<std::uint32_t, std::uint32_t, bool, std::uint32_t>;

std::vector<hist::AxisSelection> selections_of(const std::vector<Selection>& all) {
  std::vector<hist::AxisSelection> selections;
  for (const auto& [first, end, is_summed, merged] : all)
    selections.push_back({.first = first, .end = end, .is_summed = is_summed, .merged = merged});
  return selections;
}

/// Make a histogram of parts. Its class and the names of its axes are ROOT's.
Histogram histogram_of(hist::HistogramParts parts) {
  hist::name_axes(parts.axes);
  parts.class_name = hist::stored_class(Histogram(parts));
  return Histogram(std::move(parts));
}

Histogram empty(std::vector<NamedAxis> axes, bool is_profile) {
  hist::HistogramParts parts{.axes = std::move(axes)};
  if (is_profile) parts.profile = ProfileSums{};
  return Histogram::empty(std::move(parts));
}

Histogram of_parts(std::vector<NamedAxis> axes, const Numbers& contents, const Numbers& squares, Moments moments,
                   std::optional<ProfileSums> profile) {
  return histogram_of({.axes = std::move(axes),
                       .contents = vector_of(contents),
                       .squares = vector_of(squares),
                       .profile = std::move(profile),
                       .moments = std::move(moments)});
}

Histogram named(const Histogram& histogram, std::string name, std::string title, std::string value_title) {
  hist::HistogramParts parts = histogram.parts();
  parts.name = std::move(name);
  parts.title = std::move(title);
  parts.value_title = std::move(value_title);
  return Histogram(std::move(parts));
}

Histogram with_functions(const Histogram& histogram, std::vector<hist::Function> functions) {
  hist::HistogramParts parts = histogram.parts();
  parts.functions = std::move(functions);
  return Histogram(std::move(parts));
}

Histogram with_axes(const Histogram& histogram, std::vector<NamedAxis> axes) {
  hist::HistogramParts parts = histogram.parts();
  parts.axes = std::move(axes);
  return Histogram(std::move(parts));
}

void bind_axis(nb::module_& module) {
  nb::class_<hist::Axis>(module, "Axis", "The bins of a histogram.")
      .def_static("regular", &regular_axis, nb::arg("bins"), nb::arg("low"), nb::arg("high"))
      .def_static(
          "variable", [](const Numbers& edges) { return hist::Axis(hist::VariableAxis{vector_of(edges)}); },
          nb::arg("edges"), nb::sig("def variable(edges: numpy.typing.NDArray[numpy.float64]) -> Axis"))
      .def_prop_ro("bins", &hist::Axis::bins)
      .def_prop_ro("low", &hist::Axis::low)
      .def_prop_ro("high", &hist::Axis::high)
      .def_prop_ro("is_regular", &hist::Axis::is_regular)
      .def("index", &hist::Axis::index, nb::arg("value"))
      .def_prop_ro(
          "edges", [](const hist::Axis& axis) { return copy_of(axis.edges()); }, nb::rv_policy::reference,
          nb::sig("def edges(self) -> numpy.typing.NDArray[numpy.float64]"));
}

void bind_sums(nb::module_& module) {
  nb::enum_<hist::ProfileErrors>(module, "ProfileErrors", "The kind of errors of a profile's bins.")
      .value("of_mean", hist::ProfileErrors::of_mean)
      .value("spread", hist::ProfileErrors::spread)
      .value("of_whole_numbers", hist::ProfileErrors::of_whole_numbers)
      .value("from_weights", hist::ProfileErrors::from_weights);
  nb::class_<Moments>(module, "Moments", "Sums over the fills inside the range, which give means and deviations.")
      .def(nb::init<>())
      .def_rw("entries", &Moments::entries)
      .def_rw("weights", &Moments::weights)
      .def_rw("squared_weights", &Moments::squared_weights)
      .def_rw("weighted_values", &Moments::weighted_values)
      .def_rw("weighted_squares", &Moments::weighted_squares)
      .def_rw("weighted_products", &Moments::weighted_products)
      .def_rw("weighted_heights", &Moments::weighted_heights)
      .def_rw("weighted_squared_heights", &Moments::weighted_squared_heights);
  nb::class_<ProfileSums>(module, "ProfileSums", "The sums of a profile's cells, except sums of heights.")
      .def(
          "__init__",
          [](ProfileSums* self, const Numbers& weights, const Numbers& squared_weights) {
            new (self) ProfileSums{.weights = vector_of(weights), .squared_weights = vector_of(squared_weights)};
          },
          nb::arg("weights"), nb::arg("squared_weights"),
          nb::sig("def __init__(self, weights: numpy.typing.NDArray[numpy.float64], squared_weights: "
                  "numpy.typing.NDArray[numpy.float64]) -> None"));
}

const hist::ProfileSums& profile_of(const Histogram& histogram) {
  if (!histogram.is_profile())
    detail::fail(ErrorKind::misuse, "histogram '{}' is not a profile", histogram.parts().name);
  return *histogram.parts().profile;
}

/// The bin numbers of the filled cells, of shape (cells, axes).
nb::ndarray<nb::numpy, std::uint32_t> bins_of(const SparseHistogram& histogram) {
  auto held = std::make_unique<std::vector<std::uint32_t>>(histogram.parts().bins);
  const nb::capsule owner(held.get(),
                          [](void* bins) noexcept { delete static_cast<std::vector<std::uint32_t>*>(bins); });
  return {held.release()->data(), {histogram.filled_cells(), histogram.dimensions()}, owner};
}

void bind_named_axis(nb::module_& module) {
  nb::class_<NamedAxis>(module, "NamedAxis", "An axis of a stored histogram, with its labels.")
      .def(
          "__init__",
          [](NamedAxis* self, const hist::Axis& bins, std::string title, std::map<std::uint32_t, std::string> labels) {
            const bool is_alphanumeric = !labels.empty();  // as in ROOT for labelled bins
            new (self) NamedAxis{.bins = bins,
                                 .title = std::move(title),
                                 .bin_labels = std::move(labels),
                                 .is_alphanumeric = is_alphanumeric};
          },
          nb::arg("bins"), nb::arg("title"), nb::arg("bin_labels"))
      .def_ro("bins", &NamedAxis::bins)
      .def_ro("name", &NamedAxis::name)
      .def_ro("title", &NamedAxis::title)
      .def_ro("bin_labels", &NamedAxis::bin_labels)
      .def_ro("is_alphanumeric", &NamedAxis::is_alphanumeric)
      .def_ro("time_format", &NamedAxis::time_format)
      .def_prop_ro("shown", [](const NamedAxis& axis) { return std::pair(axis.first_shown, axis.last_shown); });
}

/// Define a property that is an array of all cells.
template <class Get>
void def_cells(nb::class_<Histogram>& bound, const char* name, const char* signature, Get get) {
  bound.def_prop_ro(
      name, [get](const Histogram& histogram) { return cells_of(histogram, get(histogram)); }, nb::rv_policy::reference,
      nb::sig(signature));
}

void bind_cells(nb::class_<Histogram>& bound) {
  using hist::Flow;
  def_cells(bound, "contents", "def contents(self) -> numpy.typing.NDArray[numpy.float64]",
            [](const Histogram& histogram) { return histogram.parts().contents; });
  def_cells(bound, "values", "def values(self) -> numpy.typing.NDArray[numpy.float64]",
            [](const Histogram& histogram) { return histogram.values(Flow::included); });
  def_cells(bound, "variances", "def variances(self) -> numpy.typing.NDArray[numpy.float64]",
            [](const Histogram& histogram) { return histogram.variances(Flow::included); });
  def_cells(bound, "counts", "def counts(self) -> numpy.typing.NDArray[numpy.float64]",
            [](const Histogram& histogram) { return histogram.counts(Flow::included); });
  def_cells(bound, "squares", "def squares(self) -> numpy.typing.NDArray[numpy.float64]",
            [](const Histogram& histogram) {
              const auto& squares = histogram.parts().squares;
              return squares.empty() ? histogram.variances(Flow::included) : squares;
            });
  def_cells(bound, "profile_weights", "def profile_weights(self) -> numpy.typing.NDArray[numpy.float64]",
            [](const Histogram& histogram) { return profile_of(histogram).weights; });
  def_cells(bound, "profile_squared_weights",
            "def profile_squared_weights(self) -> numpy.typing.NDArray[numpy.float64]", [](const Histogram& histogram) {
              const hist::ProfileSums& sums = profile_of(histogram);
              return sums.squared_weights.empty() ? sums.weights : sums.squared_weights;
            });
}

void bind_statistics(nb::class_<Histogram>& bound) {
  bound.def_prop_ro("is_weighted", &Histogram::is_weighted)
      .def_prop_ro("is_profile", &Histogram::is_profile)
      .def_prop_ro("profile_errors", [](const Histogram& histogram) { return profile_of(histogram).errors; })
      .def_prop_ro("profile_heights",
                   [](const Histogram& histogram) {
                     const hist::ProfileSums& sums = profile_of(histogram);
                     return std::pair(sums.lowest_height, sums.highest_height);
                   })
      .def_prop_ro("entries", [](const Histogram& histogram) { return histogram.parts().moments.entries; })
      .def("mean", &Histogram::mean, nb::arg("axis"))
      .def("standard_deviation", &Histogram::standard_deviation, nb::arg("axis"));
}

void bind_histogram(nb::module_& module) {
  nb::class_<Histogram> bound(module, "Histogram", "A histogram or profile of any number of axes.");
  bound
      .def(
          "__init__",
          [](Histogram* self, std::vector<NamedAxis> axes, bool is_profile) {
            new (self) Histogram(empty(std::move(axes), is_profile));
          },
          nb::arg("axes"), nb::arg("is_profile"))
      .def_static("of_parts", &of_parts, nb::arg("axes"), nb::arg("contents"), nb::arg("squares"), nb::arg("moments"),
                  nb::arg("profile").none(),
                  nb::sig("def of_parts(axes: collections.abc.Sequence[NamedAxis], contents: "
                          "numpy.typing.NDArray[numpy.float64], squares: numpy.typing.NDArray[numpy.float64], moments: "
                          "Moments, profile: ProfileSums | None) -> Histogram"))
      .def("named", &named, nb::arg("name"), nb::arg("title"), nb::arg("value_title"))
      .def("with_functions", &with_functions, nb::arg("functions"))
      .def("with_axes", &with_axes, nb::arg("axes"))
      .def_prop_ro("class_name", [](const Histogram& histogram) { return histogram.parts().class_name; })
      .def_prop_ro("name", [](const Histogram& histogram) { return histogram.parts().name; })
      .def_prop_ro("title", [](const Histogram& histogram) { return histogram.parts().title; })
      .def_prop_ro("value_title", [](const Histogram& histogram) { return histogram.parts().value_title; })
      .def_prop_ro("axes", [](const Histogram& histogram) { return histogram.parts().axes; })
      .def_prop_ro("functions", [](const Histogram& histogram) { return histogram.parts().functions; })
      .def_prop_ro("moments", [](const Histogram& histogram) { return histogram.parts().moments; })
      .def("fill", &fill, nb::arg("session"), nb::arg("columns"), nb::arg("weights").none(),
           nb::sig("def fill(self, session: Session, "
                   "columns: collections.abc.Sequence[numpy.typing.NDArray[typing.Any]], weights: "
                   "numpy.typing.NDArray[typing.Any] | None) -> None"))
      .def(
          "scale", [](Histogram& histogram, double factor) { histogram *= factor; }, nb::arg("factor"))
      .def(
          "select",
          [](const Histogram& histogram, const std::vector<Selection>& selections) {
            return hist::select(histogram, selections_of(selections));
          },
          nb::arg("selections"))
      .def(
          "sum_over",
          [](const Histogram& histogram, const std::vector<Selection>& selections) {
            const hist::CellSum sum = hist::sum_over(histogram, selections_of(selections));
            return std::pair(sum.value, sum.variance);
          },
          nb::arg("selections"))
      .def(
          "project",
          [](const Histogram& histogram, const std::vector<std::size_t>& axes) {
            return hist::project(histogram, axes);
          },
          nb::arg("axes"))
      .def(
          "add", [](Histogram& histogram, const Histogram& other) { histogram += other; }, nb::arg("other"))
      .def("copy", [](const Histogram& histogram) { return histogram; })
      .def(
          "__eq__", [](const Histogram& left, const Histogram& right) { return left == right; }, nb::is_operator(),
          nb::sig("def __eq__(self, other: object, /) -> bool"));
  bind_cells(bound);
  bind_statistics(bound);
}

void bind_sparse_histogram(nb::module_& module) {
  nb::class_<SparseHistogram>(module, "SparseHistogram", "A histogram that stores only filled cells.")
      .def_prop_ro("class_name", [](const SparseHistogram& histogram) { return histogram.parts().class_name; })
      .def_prop_ro("name", [](const SparseHistogram& histogram) { return histogram.parts().name; })
      .def_prop_ro("title", [](const SparseHistogram& histogram) { return histogram.parts().title; })
      .def_prop_ro("axes", [](const SparseHistogram& histogram) { return histogram.parts().axes; })
      .def_prop_ro("entries", [](const SparseHistogram& histogram) { return histogram.parts().moments.entries; })
      .def_prop_ro("is_weighted", &SparseHistogram::is_weighted)
      .def_prop_ro("filled_cells", &SparseHistogram::filled_cells)
      .def_prop_ro("bins", &bins_of, nb::rv_policy::reference,
                   nb::sig("def bins(self) -> numpy.typing.NDArray[numpy.uint32]"))
      .def_prop_ro(
          "contents", [](const SparseHistogram& histogram) { return copy_of(histogram.parts().contents); },
          nb::rv_policy::reference, nb::sig("def contents(self) -> numpy.typing.NDArray[numpy.float64]"))
      .def_prop_ro(
          "squares", [](const SparseHistogram& histogram) { return copy_of(histogram.parts().squares); },
          nb::rv_policy::reference, nb::sig("def squares(self) -> numpy.typing.NDArray[numpy.float64]"))
      .def("dense", &SparseHistogram::dense, nb::arg("most_cells"));
}

}  // namespace

void bind_hist(nb::module_& module) {
  bind_axis(module);
  bind_named_axis(module);
  bind_sums(module);
  bind_histogram(module);
  bind_sparse_histogram(module);
}

}  // namespace ramet::bindings
