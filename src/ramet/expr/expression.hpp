#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/array/type.hpp"
#include "ramet/expr/language.hpp"

namespace ramet::inline v1::expr {

/// What an expression may use. Threads: a value.
struct Scope {
  /// What the strings of a column are: strings, or what ROOT makes of C strings in a TTree, lists of characters with a
  /// NUL at the end.
  enum class Text : std::uint8_t { string, terminated_characters };
  struct Column {
    std::string name;
    array::Type type;
    Text text = Text::string;
  };
  /// Another name of a column, or an expression that has a name; it may use those before it.
  struct Definition {
    std::string name;
    std::string text;
  };
  std::vector<Column> columns;
  std::vector<Definition> definitions;
  /// The language of all texts, also those of definitions.
  Language language = Language::cpp;
  /// Random numbers are functions of the seed, the stream (the name of the definition in which they are drawn, or else
  /// the text), the call in it, and the entry. The entry is its number in the dataset, or, if columns are named here,
  /// whole numbers as run, luminosityBlock, event, what random::key_of makes of them.
  std::uint64_t seed = 0;
  std::vector<std::string> random_key{};
};

/// Expressions that were compiled together: what several of them need is computed once. Threads: immutable.
class Program {
 public:
  /// Compile expressions: of C++, also bodies of functions (with `return`), by the rules of C++ and of ROOT's RVec; of
  /// Python, by those of NumPy and awkward. Throws Error(misuse), with the place in the text, for what is wrong, and
  /// Error(unsupported) for what is left out.
  static Program compile(std::span<const std::string> texts, const Scope& scope);
  static Program compile(const std::string& text, const Scope& scope) { return compile({&text, 1}, scope); }
  /// The same, of what a cut selects. A cut that is one truth for an entry is one more result, a column of bool behind
  /// the others: it is for the caller to leave out entries. With one that is a list of truths, all results keep the
  /// elements for which it is true. Throws Error(misuse) also for results that have no such elements.
  static Program compile(std::span<const std::string> texts, const std::string& cut, const Scope& scope);

  std::size_t results() const noexcept;
  /// The type of the values of an expression.
  const array::Type& type(std::size_t result) const;
  /// The columns, by their number in the scope, that have to be read.
  std::span<const std::size_t> columns() const noexcept;

 private:
  friend class Evaluator;
  friend class ProgramBuilder;
  struct Compiled;
  struct Compiler;
  explicit Program(std::shared_ptr<const Compiled> compiled) noexcept : compiled_(std::move(compiled)) {}

  std::shared_ptr<const Compiled> compiled_;
};

/// Where a batch lies. Threads: a value that borrows.
struct BatchPlace {
  std::uint64_t first_entry = 0;                ///< rdfentry_ of the first entry
  std::uint32_t slot = 0;                       ///< rdfslot_
  std::span<const std::uint64_t> numbers = {};  ///< rdfentry_ of each entry, unless they follow the first
};

/// Runs a program over batches of columns, and keeps its memory from one to the next. Threads: one at a time; each
/// thread has its own.
class Evaluator {
 public:
  explicit Evaluator(Program program);
  Evaluator(Evaluator&&) noexcept;
  Evaluator& operator=(Evaluator&&) noexcept;
  ~Evaluator();

  /// The values of all expressions for a batch of entries. `columns` are those of Program::columns(), in that order,
  /// with a value for each entry. The same values come out however entries are divided into batches. Throws
  /// Error(misuse), with the entry and the place in the text, where a function has no result, as v[3] of a list of two.
  std::vector<array::Array> run(std::span<const array::Array> columns, std::size_t entries, const BatchPlace& place);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ramet::inline v1::expr
