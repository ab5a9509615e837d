#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/expr/expression.hpp"
#include "ramet/frame/pass.hpp"
#include "ramet/frame/source.hpp"

namespace ramet::inline v1::frame {

/// Expressions on a source, and which entries they are wanted of. Threads: immutable.
struct Query {
  std::vector<std::string> paths;            ///< in the source, of the columns of the scope that both were compiled for
  std::optional<expr::Program> cut = {};     ///< one expression, a number: entries where it is not 0 are kept; or none
  std::optional<expr::Program> values = {};  ///< the expressions

  /// Compile C++ expressions for the columns of a source; an empty cut keeps all entries. Throws as Program::compile.
  static Query compile(const Source& source, std::span<const std::string> texts, const std::string& cut = {},
                       std::vector<expr::Scope::Definition> definitions = {});

  /// The columns to read for the cut, and those that only the expressions need: what a pass is made for.
  std::vector<ColumnGroup> groups() const;
};

/// Runs a query over batches of a pass that was made for its groups: the cut first, then, where entries passed, the
/// expressions for these. Threads: one at a time; each slot has its own.
class QueryEvaluator {
 public:
  /// Throws Error(misuse) when the cut is no single number.
  explicit QueryEvaluator(const Query& query);

  /// Rows of a batch: the entries that were kept, as numbers from 0 within the batch, and the values of the expressions
  /// for these. Threads: a view, valid until the next call.
  struct Kept {
    std::span<const std::uint64_t> rows;
    std::vector<array::Array> values;
  };

  /// The entries of the batch at which the pass is. `listed` has the entries of the source that may be kept, if not
  /// all. Throws as Evaluator::run and TaskBatches::columns.
  Kept run(TaskBatches& batches, std::optional<std::span<const std::uint64_t>> listed = {});

 private:
  void keep_listed(EntryRange entries, std::span<const std::uint64_t> listed);
  void keep_passing(TaskBatches& batches);

  /// Where a column is: its group, and its place in it.
  struct Place {
    std::size_t group;
    std::size_t column;
  };
  std::vector<array::Array> inputs(TaskBatches& batches, std::span<const Place> places) const;
  expr::BatchPlace place_of(const TaskBatches& batches);

  std::optional<expr::Evaluator> cut_;
  std::optional<expr::Evaluator> values_;
  std::vector<Place> of_cut_;
  std::vector<Place> of_values_;
  bool has_all_ = true;              // of the batch are kept so far
  std::vector<std::uint64_t> rows_;  // that are kept
  std::vector<std::uint64_t> numbers_;
};

}  // namespace ramet::inline v1::frame
