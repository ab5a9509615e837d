#include "ramet/fit/internal/general/tabulated_shape.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <utility>

#include "ramet/fit/internal/general/kept_tables.hpp"
#include "ramet/fit/internal/mixture.hpp"

namespace ramet::inline v1::fit::internal {
namespace {

using Arguments = std::span<const double>;

constexpr std::size_t fewest_events = 1 << 14;  ///< a table takes as long as some thousand densities
constexpr std::size_t parts_of_range = 8, most_bounds = 64;

/// Threads: any.
class Tabulated final : public GeneralShape {
 public:
  explicit Tabulated(std::shared_ptr<const GeneralShape> shape) : shape_(std::move(shape)) {}

  std::string_view name() const noexcept override { return shape_->name(); }
  std::span<const ShapeParameter> parameters() const noexcept override { return shape_->parameters(); }
  void check_range(const Interval& range) const override { shape_->check_range(range); }

  bool is_defined(Arguments arguments, const Interval& range) const noexcept override {
    return shape_->is_defined(arguments, range);
  }

  void densities(Arguments arguments, const Interval& range, std::span<const double> x,
                 double* densities) const noexcept override {
    if (const auto table = table_or_null(arguments, range))
      table->values(0, 1, x, &densities);
    else
      std::fill_n(densities, x.size(), std::numeric_limits<double>::quiet_NaN());
  }

  void slopes(Arguments arguments, const Interval& range, std::span<const double> x,
              double* const* rows) const noexcept override {
    if (const auto table = table_or_null(arguments, range))
      table->values(1, parameters().size(), x, rows);
    else
      for (std::size_t k = 0; k < parameters().size(); ++k)
        std::fill_n(rows[k], x.size(), std::numeric_limits<double>::quiet_NaN());
  }

  double integral(Arguments arguments, const Interval& range, const Interval& part,
                  double* slopes) const noexcept override {
    return shape_->integral(arguments, range, part, slopes);
  }

  std::vector<double> bounds(Arguments arguments, const Interval& range) const override {
    return shape_->bounds(arguments, range);
  }

  double integral_error(Arguments arguments, const Interval& range) const override {
    return shape_->integral_error(arguments, range);
  }

 private:
  KeptTables::Table table_or_null(Arguments arguments, const Interval& range) const noexcept {
    const auto functions = [&](std::span<const double> x, double* const* rows) {
      shape_->densities(arguments, range, x, rows[0]);
      shape_->slopes(arguments, range, x, rows + 1);
    };
    try {
      return tables_.of(arguments, range, [&] {
        return std::make_shared<const Interpolant>(functions, parameters().size() + 1,
                                                   bounds_of_table(shape_->bounds(arguments, range), range));
      });
    } catch (const std::exception&) {
      return nullptr;
    }
  }

  std::shared_ptr<const GeneralShape> shape_;
  KeptTables tables_;
};

}  // namespace

std::vector<double> bounds_of_table(std::vector<double> of_shape, const Interval& range) {
  if (of_shape.size() > most_bounds) of_shape.clear();
  for (std::size_t i = 0; i < parts_of_range; ++i)
    of_shape.push_back(range.low +
                       (range.high - range.low) * static_cast<double>(i) / static_cast<double>(parts_of_range));
  of_shape.push_back(range.high);
  std::erase_if(of_shape, [&](double one) { return !(one >= range.low && one <= range.high); });
  std::ranges::sort(of_shape);
  of_shape.erase(std::ranges::unique(of_shape).begin(), of_shape.end());
  return of_shape;
}

std::shared_ptr<const GeneralShape> tabulated_shape(std::shared_ptr<const GeneralShape> shape) {
  return std::make_shared<const Tabulated>(std::move(shape));
}

Model for_events(const Model& model, std::size_t events) {
  const Mixture& mixture = model.mixture();
  const auto is_slow = [](const Component& one) { return one.general && one.general->is_slow(); };
  const bool is_finite = std::isfinite(mixture.range().low) && std::isfinite(mixture.range().high);
  if (events < fewest_events || !is_finite || std::ranges::none_of(mixture.components(), is_slow)) return model;
  std::vector<Component> components = mixture.components();
  for (Component& one : components)
    if (is_slow(one)) one.general = tabulated_shape(one.general);
  return Model(std::make_shared<const Mixture>(mixture.parameters(), std::move(components), mixture.range(),
                                               mixture.is_extended()));
}

}  // namespace ramet::inline v1::fit::internal
