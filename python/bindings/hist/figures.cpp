#include "figures.hpp"

#include <memory>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/file/detail/out_of_memory.hpp"
#include "ramet/file/file_reader.hpp"

namespace ramet::bindings {
namespace {

/// A capsule that owns the numbers, and a pointer to them.
std::pair<nb::capsule, double*> owned(std::vector<double> numbers) {
  auto held = std::make_unique<std::vector<double>>(std::move(numbers));
  nb::capsule owner(held.get(), [](void* vector) noexcept { delete static_cast<std::vector<double>*>(vector); });
  return {std::move(owner), held.release()->data()};
}

/// Call `read` with a reader of the file's figures; errors name the key.
template <class Read>
hist::Figure read_naming(const OpenFile& open, const file::Key& key, const Read& read) try {
  return detail::while_doing(
      [&] {
        return fmt::format("'{}': key '{};{}' at byte {}", open.file->reader().name(), key.name, key.cycle, key.seek);
      },
      [&] {
        hist::FigureReader figures(layouts_of(open));
        return read(figures);
      });
} catch (...) {
  rethrow_naming([&] { return fmt::format("'{}': '{};{}'", open.file->name(), key.name, key.cycle); });
}

}  // namespace

object::Layouts layouts_of(const OpenFile& open) { return {&open.file->streamer_infos(), &open.file->catalogue()}; }

NumpyDoubles copy_of(std::span<const double> numbers) {
  auto [owner, data] = owned({numbers.begin(), numbers.end()});
  return {data, {numbers.size()}, owner};
}

NumpyDoubles cells_of(const hist::Histogram& histogram, std::vector<double> numbers) {
  std::vector<std::size_t> shape;
  std::vector<std::int64_t> strides;
  std::int64_t stride = 1;  // x changes fastest
  for (const hist::NamedAxis& axis : histogram.parts().axes) {
    shape.push_back(axis.bins.cells());
    strides.push_back(stride);
    stride *= static_cast<std::int64_t>(axis.bins.cells());
  }
  auto [owner, data] = owned(std::move(numbers));
  return {data, shape.size(), shape.data(), owner, strides.data()};
}

bool is_figure(const OpenFile& open, const file::Key& key) { return hist::is_figure(key.class_name, layouts_of(open)); }

hist::Figure read_figure(const OpenFile& open, const file::Key& key) {
  return read_naming(open, key, [&](hist::FigureReader& figures) {
    const file::Record record = open.file->reader().read_record(key);
    return figures.read(record.bytes.span(), record.key_length, key.class_name);
  });
}

hist::Figure read_figure_inside(const OpenGraph& graph, const object::Object& figure) {
  return read_naming(graph.open, graph.key, [&](hist::FigureReader& figures) {
    const file::Record& record = graph.record.get(graph.open, graph.key);
    return figures.read_at(figure.place(), record.bytes.span(), record.key_length, figure.class_name());
  });
}

}  // namespace ramet::bindings
