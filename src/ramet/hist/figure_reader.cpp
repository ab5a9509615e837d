#include "ramet/hist/figure_reader.hpp"

#include "ramet/core/error.hpp"
#include "ramet/hist/internal/figures/efficiency_reader.hpp"
#include "ramet/hist/internal/figures/graph_reader.hpp"
#include "ramet/hist/internal/figures/polygon_reader.hpp"
#include "ramet/hist/internal/stored/binned_reader.hpp"
#include "ramet/hist/internal/stored/class_family.hpp"
#include "ramet/hist/internal/stored/many_axes_reader.hpp"

namespace ramet::inline v1::hist {

using internal::Family;
using object::ObjectReader;

bool is_figure(std::string_view class_name, const object::Layouts& layouts) {
  return internal::family_of(layouts, class_name) != Family::none;
}

struct FigureReader::Readers {
  internal::BinnedReader binned;
  internal::ManyAxesReader many_axes;
  internal::FunctionReader functions;
  internal::GraphReader graphs{binned, functions};
  internal::EfficiencyReader efficiencies{binned, functions};
  internal::PolygonReader polygons{graphs};
};

FigureReader::FigureReader(object::Layouts layouts) : layouts_(layouts), readers_(std::make_unique<Readers>()) {}
FigureReader::~FigureReader() = default;
FigureReader::FigureReader(FigureReader&&) noexcept = default;
FigureReader& FigureReader::operator=(FigureReader&&) noexcept = default;

Figure FigureReader::read(std::span<const std::byte> record, std::size_t key_length, std::string_view class_name) {
  ObjectReader reader(record, key_length, layouts_);
  return read(reader, class_name);
}

Figure FigureReader::read_at(std::uint64_t place, std::span<const std::byte> record, std::size_t key_length,
                             std::string_view class_name) {
  ObjectReader reader(record, key_length, layouts_);
  reader.cursor().seek(place);
  return read(reader, class_name);
}

Figure FigureReader::read(ObjectReader& reader, std::string_view class_name) {
  switch (internal::family_of(layouts_, class_name)) {
    case Family::binned:
      return readers_->binned.read(reader, class_name);
    case Family::dense:
      return readers_->many_axes.read_dense(reader, class_name);
    case Family::sparse:
      return readers_->many_axes.read_sparse(reader, class_name);
    case Family::polygons:
      return readers_->polygons.read(reader, class_name);
    case Family::stack:
      return readers_->graphs.read_stack(reader, class_name);
    case Family::efficiency:
      return readers_->efficiencies.read(reader, class_name);
    case Family::function:
      return readers_->functions.read(reader, class_name);
    case Family::graph:
      return readers_->graphs.read(reader, class_name);
    case Family::multi_graph:
      return readers_->graphs.read_multi_graph(reader, class_name);
    case Family::none:
      break;
  }
  detail::fail(ErrorKind::misuse, "an object of class '{}' is not a histogram, graph or function", class_name);
}

}  // namespace ramet::inline v1::hist
