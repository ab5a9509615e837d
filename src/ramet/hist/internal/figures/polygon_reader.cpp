#include "ramet/hist/internal/figures/polygon_reader.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/hist/internal/stored/class_family.hpp"
#include "ramet/hist/internal/stored/containers.hpp"

// Member names are those of TH2Poly.h.

namespace ramet::inline v1::hist::internal {

using object::ObjectReader;
using object::ObjectTag;

/// The fields that are read of a TH2PolyBin. Threads: a value; it borrows the reader.
struct PolygonBinFields {
  GraphReader* graph_reader = nullptr;
  std::int32_t number = 0;
  double content = 0, area = 0;
  std::vector<Polygon> polygons;

  /// A TGraph, or a TMultiGraph of several.
  void read_polygons(ObjectReader& reader) {
    read_pointed_to(reader, [&](const ObjectTag& tag) {
      if (is_a(reader.layouts(), tag.class_name, "TMultiGraph")) {
        for (const Graph& graph : graph_reader->read_multi_graph(reader, tag.class_name).graphs) add(graph);
      } else {
        add(graph_reader->read(reader, tag.class_name));
      }
    });
  }

  void add(const Graph& graph) { polygons.push_back({graph.coordinates[0], graph.coordinates[1]}); }
};

/// The fields that are read of a TH2Poly. Threads: a value; it borrows the readers.
struct PolygonFields {
  AxisReader* axis_reader = nullptr;
  GraphReader* graph_reader = nullptr;
  object::MemberPlans<PolygonBinFields>* bin_plans = nullptr;
  std::string name;
  std::string title;
  AxisFields x_axis, y_axis, z_axis;
  double entries = 0, weights = 0, squared_weights = 0;
  double x = 0, xx = 0, y = 0, yy = 0, xy = 0;
  std::vector<double> squares, overflow;
  std::vector<PolygonBin> bins;

  void read_x_axis(ObjectReader& reader) { x_axis = axis_reader->read(reader); }
  void read_y_axis(ObjectReader& reader) { y_axis = axis_reader->read(reader); }
  void read_z_axis(ObjectReader& reader) { z_axis = axis_reader->read(reader); }

  /// Bins in a cell of the search grid were written in its list, and are only referenced here.
  void read_bins(ObjectReader& reader) {
    for_each_listed(reader, [&](const ObjectTag& listed) {
      read_tagged(reader, listed, [&](const ObjectTag& tag) { read_bin(reader, tag); });
    });
  }

  void read_bin(ObjectReader& reader, const ObjectTag& tag) {
    PolygonBinFields fields;
    fields.graph_reader = graph_reader;
    bin_plans->read(reader, tag.class_name, fields);
    bins.push_back({.number = fields.number,
                    .content = fields.content,
                    .area = fields.area,
                    .polygons = std::move(fields.polygons)});
  }
};

namespace {

using PolygonPlans = object::MemberPlans<PolygonFields>;
using PolygonBinPlans = object::MemberPlans<PolygonBinFields>;

PolygonPlans polygon_plans() {
  using Fields = PolygonFields;
  using Field = object::Member<Fields>;
  return PolygonPlans({Field::at<&Fields::name>("fName"), Field::at<&Fields::title>("fTitle"),
                       Field::at<&Fields::read_x_axis>("fXaxis"), Field::at<&Fields::read_y_axis>("fYaxis"),
                       Field::at<&Fields::read_z_axis>("fZaxis"), Field::at<&Fields::entries>("fEntries"),
                       Field::at<&Fields::weights>("fTsumw"), Field::at<&Fields::squared_weights>("fTsumw2"),
                       Field::at<&Fields::x>("fTsumwx"), Field::at<&Fields::xx>("fTsumwx2"),
                       Field::at<&Fields::y>("fTsumwy"), Field::at<&Fields::yy>("fTsumwy2"),
                       Field::at<&Fields::xy>("fTsumwxy"), Field::at<&Fields::squares>("fSumw2"),
                       Field::at<&Fields::overflow>("fOverflow"), Field::at<&Fields::read_bins>("fBins")});
}

PolygonBinPlans polygon_bin_plans() {
  using Fields = PolygonBinFields;
  using Field = object::Member<Fields>;
  return PolygonBinPlans({Field::at<&Fields::number>("fNumber"), Field::at<&Fields::content>("fContent"),
                          Field::at<&Fields::area>("fArea"), Field::at<&Fields::read_polygons>("fPoly")});
}

PolygonHistogram make_histogram(PolygonFields fields, std::string_view class_name) {
  PolygonHistogram histogram{.class_name = std::string(class_name),
                             .name = std::move(fields.name),
                             .title = std::move(fields.title),
                             .value_title = std::move(fields.z_axis.title)};
  histogram.axes.push_back(make_axis(std::move(fields.x_axis)));
  histogram.axes.push_back(make_axis(std::move(fields.y_axis)));
  histogram.bins = std::move(fields.bins);
  histogram.overflow = std::move(fields.overflow);
  const std::size_t cells = histogram.bins.size() + histogram.overflow.size();
  if (fields.squares.size() == cells) histogram.squares = std::move(fields.squares);  // ROOT writes only these
  histogram.moments = {.entries = fields.entries,
                       .weights = fields.weights,
                       .squared_weights = fields.squared_weights,
                       .weighted_values = {fields.x, fields.y},
                       .weighted_squares = {fields.xx, fields.yy},
                       .weighted_products = {fields.xy}};
  return histogram;
}

}  // namespace

PolygonReader::PolygonReader(GraphReader& graphs)
    : graphs_(graphs),
      plans_(std::make_unique<PolygonPlans>(polygon_plans())),
      bin_plans_(std::make_unique<PolygonBinPlans>(polygon_bin_plans())) {}

PolygonReader::~PolygonReader() = default;

PolygonHistogram PolygonReader::read(ObjectReader& reader, std::string_view class_name) {
  PolygonFields fields;
  fields.axis_reader = &axes_;
  fields.graph_reader = &graphs_;
  fields.bin_plans = bin_plans_.get();
  plans_->read(reader, class_name, fields);
  return detail::while_doing([name = fields.name] { return fmt::format("histogram '{}'", name); },
                             [&] { return make_histogram(std::move(fields), class_name); });
}

}  // namespace ramet::inline v1::hist::internal
