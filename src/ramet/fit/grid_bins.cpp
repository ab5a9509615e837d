#include "ramet/fit/grid_bins.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ramet/core/error.hpp"
#include "ramet/core/object_pool.hpp"
#include "ramet/fit/internal/bin_terms.hpp"
#include "ramet/fit/internal/block_sums.hpp"
#include "ramet/fit/internal/exact_sum.hpp"
#include "ramet/fit/internal/joint.hpp"
#include "ramet/fit/internal/mixture.hpp"

namespace ramet::inline v1::fit {
namespace {

using internal::BinTerms;
using internal::Component;
using internal::ExactSum;
using internal::Joint;
using internal::JointPoint;
using internal::Mixture;
using internal::Tally;

constexpr std::size_t cells_per_block = 1024;
constexpr std::size_t most_long_rows = 8, enough_blocks = 64;

/// How cells are walked: a row has those of the last axis, a block some rows. Threads: immutable.
class Grid {
 public:
  explicit Grid(std::vector<std::vector<double>> edges) : edges_(std::move(edges)) {
    for (std::size_t axis = 0; axis + 1 < edges_.size(); ++axis) rows_ *= bins(axis);
  }

  std::size_t axes() const noexcept { return edges_.size(); }
  std::size_t bins(std::size_t axis) const noexcept { return edges_[axis].size() - 1; }
  Interval bin(std::size_t axis, std::size_t place) const noexcept {
    return {.low = edges_[axis][place], .high = edges_[axis][place + 1]};
  }
  std::size_t cells_of_row() const noexcept { return bins(axes() - 1); }
  std::size_t rows() const noexcept { return rows_; }
  /// Of long rows there are several, too, if that leaves enough blocks: a block has work for each cell of a row.
  std::size_t rows_of_block() const noexcept {
    return std::max(
        {std::size_t{1}, cells_per_block / cells_of_row(), std::min(most_long_rows, rows_ / enough_blocks)});
  }
  std::size_t blocks() const noexcept { return (rows_ + rows_of_block() - 1) / rows_of_block(); }

  /// The bin of each axis but the last one.
  void write_places(std::size_t row, std::vector<std::size_t>& places) const {
    places.resize(axes() - 1);
    for (std::size_t axis = axes() - 1; axis-- > 0; row /= bins(axis)) places[axis] = row % bins(axis);
  }

 private:
  std::vector<std::vector<double>> edges_;
  std::size_t rows_ = 1;
};

/// The integrals of a part of the model over the bins of its axis. Threads: one thread.
struct PartIntegrals {
  std::vector<double> probabilities;        ///< of each bin
  std::vector<std::vector<double>> shapes;  ///< of each shape and bin: its integral, then the derivatives
};

/// Of an evaluation. Threads: one thread.
struct Memory {
  std::vector<PartIntegrals> parts;  ///< of all terms, one behind the other
  internal::RowsOfBlocks rows;
  std::vector<double> sums;
};

/// Of a block. Threads: one thread.
struct BlockMemory {
  std::vector<double> expected;     ///< of each cell, then the derivatives by these
  std::vector<double> outer;        ///< of each row and term: the product of the probabilities of all axes but the last
  std::vector<double> margins;      ///< of each term and bin of the last axis: the derivatives by its probability
  std::vector<double> sums;         ///< as Joint::add_gradient takes them
  std::vector<std::size_t> places;  ///< of a row
};

double dot(const double* first, const double* second, std::size_t count) noexcept {
  double sums[internal::strands] = {};
  std::size_t i = 0;
  for (; i + internal::strands <= count; i += internal::strands)
    for (std::size_t strand = 0; strand < internal::strands; ++strand)
      sums[strand] += first[i + strand] * second[i + strand];
  for (; i < count; ++i) sums[i % internal::strands] += first[i] * second[i];
  return internal::sum_of(sums).value();
}

/// What a block of cells gives for values of the parameters. Borrows what it is made of. Threads: immutable.
class CellSums {
 public:
  CellSums(const Grid& grid, const Joint& joint, const JointPoint& point, const std::vector<PartIntegrals>& parts,
           ObjectPool<BlockMemory>& memory) noexcept
      : grid_(grid), joint_(joint), point_(point), parts_(parts), memory_(memory) {}

  const Grid& grid() const noexcept { return grid_; }
  std::size_t sums() const { return joint_.sums(); }

  /// Memory in which is what the cells of a block expect.
  ObjectPool<BlockMemory>::Lease expect(std::size_t block) const {
    auto at = memory_.lend();
    const std::size_t first = first_row(block), cells = grid_.cells_of_row(), terms = joint_.terms().size();
    at->expected.assign((end_of_rows(block) - first) * cells, 0.0);
    at->outer.resize((end_of_rows(block) - first) * terms);
    for (std::size_t row = first; row < end_of_rows(block); ++row) {
      grid_.write_places(row, at->places);
      double* const expected = at->expected.data() + (row - first) * cells;
      for (std::size_t k = 0; k < terms; ++k) {
        const double outer = product_without(k, grid_.axes(), at->places);
        const double factor = point_.weights[k] * outer;
        const double* const inner = probabilities(k, grid_.axes() - 1);
        at->outer[(row - first) * terms + k] = outer;
        for (std::size_t i = 0; i < cells; ++i) expected[i] += factor * inner[i];
      }
    }
    return at;
  }

  std::size_t first_cell(std::size_t block) const noexcept { return first_row(block) * grid_.cells_of_row(); }

  /// Write the sums of the gradient; `at.expected` has the derivatives by what cells expect.
  void add_slopes(std::size_t block, BlockMemory& at) const {
    const std::size_t first = first_row(block), cells = grid_.cells_of_row(), terms = joint_.terms().size();
    at.sums.assign(joint_.sums(), 0.0);
    at.margins.assign(terms * cells, 0.0);
    for (std::size_t row = first; row < end_of_rows(block); ++row) {
      grid_.write_places(row, at.places);
      const double* const slopes = at.expected.data() + (row - first) * cells;
      double* sums = at.sums.data() + terms;
      for (std::size_t k = 0; k < terms; ++k) {
        const double outer = at.outer[(row - first) * terms + k], weight = point_.weights[k];
        const double inner = dot(slopes, probabilities(k, grid_.axes() - 1), cells);
        at.sums[k] += outer * inner;
        double* const margins = at.margins.data() + k * cells;
        for (std::size_t i = 0; i < cells; ++i) margins[i] += weight * outer * slopes[i];
        for (std::size_t axis = 0; axis + 1 < grid_.axes(); ++axis) {
          const double factor = weight * inner * product_without(k, axis, at.places);
          sums = add_part(k, axis, at.places[axis], {&factor, 1}, sums);
        }
        sums = behind_part(k, grid_.axes() - 1, sums);
      }
    }
    double* sums = at.sums.data() + terms;
    for (std::size_t k = 0; k < terms; ++k) {
      for (std::size_t axis = 0; axis + 1 < grid_.axes(); ++axis) sums = behind_part(k, axis, sums);
      sums = add_part(k, grid_.axes() - 1, 0, {at.margins.data() + k * cells, cells}, sums);
    }
  }

 private:
  std::size_t first_row(std::size_t block) const noexcept { return block * grid_.rows_of_block(); }
  std::size_t end_of_rows(std::size_t block) const noexcept {
    return std::min(grid_.rows(), (block + 1) * grid_.rows_of_block());
  }
  const PartIntegrals& part(std::size_t term, std::size_t axis) const noexcept {
    return parts_[term * grid_.axes() + axis];
  }
  const double* probabilities(std::size_t term, std::size_t axis) const noexcept {
    return part(term, axis).probabilities.data();
  }

  /// The product of a term's probabilities in the bins of all axes but the last one, and another one.
  double product_without(std::size_t term, std::size_t left_out,
                         const std::vector<std::size_t>& places) const noexcept {
    double product = 1;
    for (std::size_t axis = 0; axis < places.size(); ++axis)
      if (axis != left_out) product *= probabilities(term, axis)[places[axis]];
    return product;
  }

  /// Add the integrals of a part's shapes over some bins, times their factors, to their sums; where those of the next
  /// part are.
  double* add_part(std::size_t term, std::size_t axis, std::size_t first, std::span<const double> factors,
                   double* sums) const noexcept {
    for (const std::vector<double>& shape : part(term, axis).shapes) {
      const std::size_t width = shape.size() / grid_.bins(axis);
      const double* at = shape.data() + first * width;
      for (const double factor : factors)
        for (std::size_t i = 0; i < width; ++i) sums[i] += factor * *at++;
      sums += width;
    }
    return sums;
  }
  double* behind_part(std::size_t term, std::size_t axis, double* sums) const noexcept {
    for (const std::vector<double>& shape : part(term, axis).shapes) sums += shape.size() / grid_.bins(axis);
    return sums;
  }

  const Grid& grid_;
  const Joint& joint_;
  const JointPoint& point_;
  const std::vector<PartIntegrals>& parts_;
  ObjectPool<BlockMemory>& memory_;
};

/// What a multinomial likelihood expects, block by block. Borrows. Threads: immutable.
struct TotalsOfBlocks {
  const CellSums& cells;
  const BinTerms& terms;

  std::size_t count() const noexcept { return cells.grid().blocks(); }
  static std::size_t width() noexcept { return 1; }
  Tally compute(std::size_t block, std::span<ExactSum> row) const {
    const auto at = cells.expect(block);
    row[0] = ExactSum(terms.total(at->expected, cells.first_cell(block)));
    return {};
  }
};

/// The values of blocks, then the sums of the gradient. Borrows. Threads: immutable.
struct CostsOfBlocks {
  const CellSums& cells;
  const BinTerms& terms;
  double total;
  bool is_only_value;

  std::size_t count() const noexcept { return cells.grid().blocks(); }
  std::size_t width() const { return is_only_value ? 1 : 1 + cells.sums(); }
  Tally compute(std::size_t block, std::span<ExactSum> row) const {
    const auto at = cells.expect(block);
    const std::size_t first = cells.first_cell(block);
    const Evaluation found = terms.evaluate(at->expected, {}, total, first);
    row[0] = ExactSum(found.value);
    if (!is_only_value) {
      terms.write_slopes(at->expected, {}, total, first);
      cells.add_slopes(block, *at);
      for (std::size_t i = 0; i < at->sums.size(); ++i) row[i + 1] = ExactSum(at->sums[i]);
    }
    return {.exponents = 0, .absent = found.absent};
  }
};

/// Threads: immutable; memory of evaluations is lent to each.
class CostOfCells final : public Cost {
 public:
  CostOfCells(JointModel model, Grid grid, BinTerms terms)
      : Cost(model.parameters(), terms.counted()),
        model_(std::move(model)),
        grid_(std::move(grid)),
        terms_(std::move(terms)) {}

 private:
  Evaluation compute(std::span<const double> parameters, std::span<double> gradient,
                     schedule::Executor& executor) const override {
    const Joint& joint = model_.joint();
    const JointPoint point = joint.prepare(parameters);
    if (!point.is_defined) return {.value = std::numeric_limits<double>::infinity(), .absent = points()};
    const auto memory = memory_.lend();
    integrate(point, !gradient.empty(), memory->parts);
    const CellSums cells(grid_, joint, point, memory->parts, of_blocks_);
    internal::RowsOfBlocks& rows = memory->rows;
    double total = 0;
    if (terms_.is_of_shape()) {
      internal::sum_blocks(TotalsOfBlocks{.cells = cells, .terms = terms_}, rows, executor);
      total = rows.rows[0].value();
    }
    internal::sum_blocks(
        CostsOfBlocks{.cells = cells, .terms = terms_, .total = total, .is_only_value = gradient.empty()}, rows,
        executor);
    if (!gradient.empty()) {
      memory->sums.clear();
      for (std::size_t i = 0; i < joint.sums(); ++i) memory->sums.push_back(rows.rows[i + 1].value());
      joint.add_gradient(parameters, point, memory->sums, gradient);
    }
    return {.value = internal::value_of_terms(rows.rows[0]), .absent = rows.tally().absent};
  }

  void integrate(const JointPoint& point, bool with_slopes, std::vector<PartIntegrals>& parts) const {
    parts.resize(point.parts.size());
    for (std::size_t p = 0; p < parts.size(); ++p) {
      const std::size_t axis = p % grid_.axes();
      const Mixture& mixture = model_.joint().mixture(p);
      parts[p].probabilities.assign(grid_.bins(axis), 0.0);
      parts[p].shapes.resize(mixture.components().size());
      for (std::size_t k = 0; k < mixture.components().size(); ++k) {
        const auto& at = point.parts[p].mixture.components[k];
        const std::size_t width = mixture.components()[k].arguments.size() + 1;
        parts[p].shapes[k].resize(width * grid_.bins(axis));
        double* integral = parts[p].shapes[k].data();
        for (std::size_t bin = 0; bin < grid_.bins(axis); ++bin, integral += width) {
          *integral = mixture.integral(at, k, grid_.bin(axis, bin), with_slopes ? integral + 1 : nullptr);
          parts[p].probabilities[bin] += at.scale() * *integral;
        }
      }
    }
  }

  JointModel model_;
  Grid grid_;
  BinTerms terms_;
  mutable ObjectPool<Memory> memory_;
  mutable ObjectPool<BlockMemory> of_blocks_;
};

/// The bins of each axis.
std::vector<std::size_t> checked_sizes(const GridBins& bins, const JointModel& model) {
  if (bins.edges.size() != model.variables())
    detail::fail(ErrorKind::misuse, "the number of axes is {}, that of the model's variables {}", bins.edges.size(),
                 model.variables());
  std::vector<std::size_t> sizes;
  for (std::size_t axis = 0; axis < bins.edges.size(); ++axis) {
    internal::check_edges(bins.edges[axis], model.range(axis), fmt::format(" of axis {}", axis));
    sizes.push_back(bins.edges[axis].size() - 1);
  }
  std::size_t left = bins.contents.size();  // divided by the sizes: their product may be too large for a number
  bool is_product = true;
  for (const std::size_t size : sizes) {
    is_product = is_product && left % size == 0;
    left /= size;
  }
  if (!is_product || left != 1)
    detail::fail(ErrorKind::misuse, "there are {} contents of {} cells", bins.contents.size(), fmt::join(sizes, " x "));
  return sizes;
}

void check_shapes(const Grid& grid, const Joint& joint) {
  for (std::size_t p = 0; p < joint.terms().size() * joint.variables(); ++p)
    for (const Component& component : joint.mixture(p).components())
      for (std::size_t axis = p % grid.axes(), bin = 0; component.general && bin < grid.bins(axis); ++bin)
        if (component.general->variance(grid.bin(axis, bin)) > 0)
          detail::fail(ErrorKind::unsupported,
                       "a template with errors, of axis {}, is a part of a product: errors of templates are those of "
                       "histograms with one axis",
                       axis);
}

}  // namespace

std::shared_ptr<const Cost> binned(const GridBins& bins, const JointModel& model, BinnedCost kind) {
  const std::vector<std::size_t> sizes = checked_sizes(bins, model);
  if (kind == BinnedCost::chi_square && !model.is_extended())
    detail::fail(ErrorKind::misuse, "chi square compares numbers of events: the model needs yields");
  std::vector<std::vector<double>> edges;
  for (const std::span<const double> axis : bins.edges) edges.emplace_back(axis.begin(), axis.end());
  Grid grid(std::move(edges));
  check_shapes(grid, model.joint());
  const Bins cells{.edges = {}, .contents = bins.contents, .variances = bins.variances};
  return std::make_shared<CostOfCells>(model, std::move(grid), BinTerms(cells, kind, model.is_extended(), sizes));
}

}  // namespace ramet::inline v1::fit
