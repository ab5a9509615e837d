#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "ramet/expr/expression.hpp"
#include "ramet/frame/internal/graph/booking.hpp"
#include "ramet/frame/internal/graph/node.hpp"
#include "ramet/frame/pass.hpp"
#include "ramet/hist/axis.hpp"

namespace ramet::inline v1::frame::internal {

/// A place for the values of a column in a stage.
using Slot = std::size_t;
inline constexpr std::size_t none = ~std::size_t{0};

/// A definition under a variation; nominal if that is empty. Threads: a value.
struct Version {
  const Definition* definition;
  std::string variation;

  auto operator<=>(const Version&) const = default;
};

/// A definition under a variation, if it has other values then; else the nominal one.
Version version_of(const DefinitionPointer& definition, const std::string& variation);
/// What the values of a version are computed from.
std::vector<Version> needs_of(const Version& one);

/// A column of the source in a stage. Threads: a value.
struct ColumnInput {
  const Definition* definition;
  std::size_t group;  ///< of the pass
  std::size_t place;  ///< in the group
  Slot slot;
  /// If only fills of values with known cells use it: the fewest results that share these cells; otherwise 0.
  std::size_t sharing = 0;
};

/// A value for each sample. Threads: a value.
struct SampleInput {
  const Definition* definition;
  std::size_t values;  ///< in Plan::sample_values
  Slot slot;
};

/// Values that the stage above has. Threads: a value.
struct CarriedInput {
  Slot above;
  Slot slot;
  std::size_t sharing = 0;  ///< as of ColumnInput
};

/// A call of a function of the user's. Threads: a value.
struct FunctionCall {
  const Definition* definition;
  std::vector<Slot> arguments;
  Slot slot;
};

/// A program, then functions of what is known by then. Threads: immutable.
struct Level {
  std::optional<expr::Program> program = {};
  std::vector<Slot> inputs = {};   ///< of the program's columns
  std::vector<Slot> outputs = {};  ///< of its results
  std::vector<FunctionCall> calls = {};
};

/// The columns of an action in a stage. Threads: a value.
struct ActionUse {
  std::size_t action;  ///< in Plan::actions
  std::vector<Slot> columns;
  std::size_t binned = none;  ///< in Plan::binned: the first column with its cells
};

/// A column whose cells of an axis several histograms are filled with. Threads: a value.
struct BinnedColumn {
  /// A column of the source, or what a stage has in a slot.
  struct Column {
    std::size_t group;
    std::size_t place;
  };
  struct Stored {
    std::size_t stage;
    Slot slot;
  };
  std::variant<Column, Stored> of;
  hist::Axis axis;
  bool is_list = false;
  std::size_t uses = 0;
};

/// What is computed for the entries that certain filters keep. Threads: immutable.
struct Stage {
  const Node* node = nullptr;  ///< the filter or range that chooses its entries among those of the stage above
  std::string variation = {};
  std::size_t above = none;
  Slot passes = none;                   ///< of a filter, in the stage above
  std::vector<std::size_t> below = {};  ///< stages
  std::size_t slots = 0;
  std::vector<ColumnInput> columns = {};
  std::vector<SampleInput> samples = {};
  std::vector<CarriedInput> carried = {};
  std::vector<Level> levels = {};
  std::vector<Version> computed = {};  ///< by the levels, in no order
  std::vector<ActionUse> uses = {};
  /// The counts of filters that lead here are asked for.
  bool counts_filters = false;
  /// Its entries depend on how many came before, and these on a filter.
  bool is_counted = false;
  /// It, or a stage below, is counted.
  bool leads_to_counted = false;

  bool is_range() const noexcept { return node->kind == Node::Kind::range; }
};

/// How all waiting bookings of a root are computed in one pass. Threads: immutable.
struct Plan {
  /// An action of a booking that is to be computed.
  struct Planned {
    std::shared_ptr<Booking> booking;
    std::size_t stage = 0;
  };

  std::shared_ptr<const Root> root;
  std::vector<Stage> stages;  ///< the first has all entries; each comes behind the one above
  std::vector<ColumnGroup> groups;
  std::vector<std::vector<array::Array>> sample_values;  ///< of each definition, for each sample
  std::vector<std::uint64_t> sample_starts;
  std::vector<Planned> actions;
  std::vector<BinnedColumn> binned;
  std::map<const Node*, std::size_t> filter_stages;  ///< nominal ones
  std::vector<std::shared_ptr<const Node>> filters;  ///< that are counted and might go meanwhile

  bool has_counted() const noexcept { return stages.front().leads_to_counted; }
};

/// Plan bookings of a root. Throws as ProgramBuilder, for what is only seen now: lists of variations of a wrong length.
Plan make_plan(const Root& root, std::span<const std::shared_ptr<Booking>> bookings, const ReadOptions& options);

}  // namespace ramet::inline v1::frame::internal
