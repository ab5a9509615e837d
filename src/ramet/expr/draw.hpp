#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/expr/expression.hpp"

namespace ramet::inline v1::expr {

/// One of the expressions of a DrawProgram. Threads: a value.
struct DrawDimension {
  std::string text;
  /// The text with the blanks around it: ROOT's title of an axis.
  std::string title = {};
  /// Whether its values are strings.
  bool is_text = false;
  /// Whether TTree::Draw would center bins on whole numbers: for a column of whole numbers, an element of one, or
  /// Entry$ and the like, but not for sums of these.
  bool is_whole = false;
};

/// Expressions and a cut in the language of TTree::Draw, compiled together. All numbers are double. Arrays and lists
/// are looped over implicitly and give a row for each element. Threads: immutable.
class DrawProgram {
 public:
  /// Compile "z:y:x" and a cut, whose value is the weight of a row; an empty cut keeps all rows. Definitions of the
  /// scope are aliases. Throws Error(misuse), with the place in the text, for mistakes, and Error(unsupported) for
  /// parts of the language that ramet lacks.
  static DrawProgram compile(const std::string& expressions, const std::string& cut, const Scope& scope) {
    return compile(std::span(&expressions, 1), cut, scope);
  }
  /// The same for several texts, each of which may have several expressions.
  static DrawProgram compile(std::span<const std::string> expressions, const std::string& cut, const Scope& scope);

  /// The expressions, in the order of the text.
  std::span<const DrawDimension> dimensions() const noexcept;
  bool has_cut() const noexcept;
  /// Whether an entry may have several rows or none, before the cut.
  bool has_loops() const noexcept;
  /// The columns to be read, as numbers in the scope.
  std::span<const std::size_t> columns() const noexcept;

 private:
  friend class DrawCompiler;
  friend class DrawEvaluator;
  struct Compiled;
  explicit DrawProgram(std::shared_ptr<const Compiled> compiled) noexcept : compiled_(std::move(compiled)) {}

  std::shared_ptr<const Compiled> compiled_;
};

/// The place of a batch in its files. Threads: a value.
struct DrawPlace {
  std::uint64_t first_entry = 0;        ///< Entry$ of the first entry
  std::uint64_t entries = 0;            ///< Entries$: of all
  std::uint64_t first_local_entry = 0;  ///< LocalEntry$ of the first entry: its number in its file
  std::uint64_t local_entries = 0;      ///< LocalEntries$: of the file
};

/// The rows of a batch whose cut is not 0. Threads: a value.
struct DrawRows {
  /// The numbers of each expression, one for each row; empty for strings.
  std::vector<std::vector<double>> values;
  /// The strings of each expression, one for each row; empty for numbers.
  std::vector<std::vector<std::string>> texts;
  /// The values of the cut; 1 without a cut.
  std::vector<double> weights;
  /// The entry of each row.
  std::vector<std::uint64_t> entries;

  std::size_t count() const noexcept { return weights.size(); }
};

/// Runs a program over batches of columns, and reuses its memory. Threads: one at a time; each thread has its own.
class DrawEvaluator {
 public:
  explicit DrawEvaluator(DrawProgram program);
  DrawEvaluator(DrawEvaluator&&) noexcept;
  DrawEvaluator& operator=(DrawEvaluator&&) noexcept;
  ~DrawEvaluator();

  /// The rows of a batch of entries, valid until the next batch. `columns` are those of DrawProgram::columns(), in that
  /// order, with a value for each entry. The rows do not depend on how entries are divided into batches. Throws
  /// Error(misuse) for other columns.
  const DrawRows& run(std::span<const array::Array> columns, std::size_t entries, const DrawPlace& place);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ramet::inline v1::expr
