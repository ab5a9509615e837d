#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ramet/core/function_ref.hpp"
#include "ramet/core/strong_id.hpp"
#include "ramet/expr/draw.hpp"
#include "ramet/frame/pass.hpp"
#include "ramet/frame/source.hpp"

namespace ramet::inline v1::frame {

/// Expressions and a cut in the language of TTree::Draw on a source, and which of its rows are wanted. Threads: a value
/// that shares.
struct RowsQuery {
  Source source;
  expr::DrawProgram program;
  std::vector<std::string> columns;                           ///< that the program reads, by path
  EntryRange range;                                           ///< of the source
  std::optional<std::span<const std::uint64_t>> listed = {};  ///< the only entries to look at, in increasing order
  double weight = 1;                                          ///< of the tree: weights are multiplied by it

  /// Compile for a source. Definitions are aliases; random numbers are functions of the seed and of the entries. Throws
  /// as DrawProgram::compile.
  static RowsQuery compile(const Source& source, std::span<const std::string> expressions, const std::string& cut,
                           EntryRange range, std::vector<expr::Scope::Definition> aliases = {}, std::uint64_t seed = 0);
};

/// The rows of some entries, column by column. Threads: a value.
struct DrawnRows {
  /// A column for each expression: the values, or of texts the numbers of `labels`.
  std::vector<std::vector<double>> values;
  /// The different values of each expression that is a text, in the order in which they first came.
  std::vector<std::vector<std::string>> labels;
  std::vector<double> weights;         ///< empty while all are 1
  std::vector<std::uint64_t> entries;  ///< that each row is of; only if asked for
  std::size_t count = 0;

  /// The memory that they need.
  std::size_t byte_count() const noexcept;
};

/// Whether rows say which entry they are of.
enum class RowEntries : std::uint8_t { left_out, kept };

/// Runs a query's program over the batches of a task. Threads: one at a time; each slot has its own.
class RowsEvaluator {
 public:
  /// The pass has one group: the columns of the query. It must outlive this.
  RowsEvaluator(const RowsQuery& query, std::span<const std::uint64_t> file_starts)
      : query_(query), file_starts_(file_starts), evaluator_(query.program) {}

  /// Call `body` with the rows of each batch of a task. Throws as DrawEvaluator::run and TaskBatches::columns.
  void for_each_batch(TaskBatches& batches, FunctionRef<void(const expr::DrawRows&)> body);

 private:
  void run_part(TaskBatches& batches, EntryRange part, FunctionRef<void(const expr::DrawRows&)> body);

  const RowsQuery& query_;
  std::span<const std::uint64_t> file_starts_;
  expr::DrawEvaluator evaluator_;
  std::vector<array::Array> slices_;
};

/// The first entry of each file of a source, then the number of entries.
std::vector<std::uint64_t> file_starts_of(const Source& source, const ReadOptions& options);

/// Puts the rows of batches together. Threads: one thread.
class RowsCollector {
 public:
  RowsCollector(const expr::DrawProgram& program, double weight, RowEntries keeps);

  /// Memory for the numbers of so many rows.
  void reserve(std::size_t rows);
  void add(const expr::DrawRows& batch);
  DrawnRows take() && { return std::move(rows_); }
  const DrawnRows& rows() const noexcept { return rows_; }

 private:
  DrawnRows rows_;
  double weight_;
  RowEntries keeps_;
  std::vector<std::map<std::string, std::size_t, std::less<>>> numbers_;  // of the labels
};

/// All rows, in order of entries: labels are those of all, numbered from 0 in the order in which they first come. The
/// same bits for any number of threads. Throws as RowsEvaluator, and Error(cancelled).
DrawnRows collect_rows(const RowsQuery& query, RowEntries keeps, const ReadOptions& options);

/// Call `body` with rows, part by part in order of entries, on the thread of the caller, until it returns false: only
/// what the threads work on is in memory. Labels are those of each part.
void for_rows_in_parts(const RowsQuery& query, RowEntries keeps, const ReadOptions& options,
                       FunctionRef<bool(const DrawnRows&)> body);

/// Number the labels of parts together, in the order in which they first come: the values of their rows become these
/// numbers. Returns the labels.
std::vector<std::vector<std::string>> number_labels(std::span<DrawnRows> parts, std::size_t dimensions);

}  // namespace ramet::inline v1::frame
