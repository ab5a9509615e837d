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

/// The names that expressions may use, and their language. Threads: a value.
struct Scope {
  /// How the strings of a column appear: as strings, or as ROOT reads C strings of a TTree, as lists of characters that
  /// end with NUL.
  enum class Text : std::uint8_t { string, terminated_characters };
  struct Column {
    std::string name;
    array::Type type;
    Text text = Text::string;
  };
  /// A named expression, which may be just a column; it may use the definitions before it.
  struct Definition {
    std::string name;
    std::string text;
  };
  std::vector<Column> columns;
  std::vector<Definition> definitions;
  /// The language of all texts, including definitions.
  Language language = Language::cpp;
  /// Random numbers are functions of the seed, the stream (the name of the definition that draws them, or the text),
  /// the call in it, and the entry. The entry is its number in the dataset or, if columns such as run, luminosityBlock,
  /// event are named here, random::key_of of their values.
  std::uint64_t seed = 0;
  std::vector<std::string> random_key{};
};

/// Expressions compiled together: common parts are computed once. Threads: immutable.
class Program {
 public:
  /// Compile expressions. C++ expressions, and function bodies with `return`, follow the rules of C++ and of ROOT's
  /// RVec; Python expressions those of NumPy and awkward. Throws Error(misuse), with the place in the text, for
  /// mistakes, and Error(unsupported) for parts of the languages that ramet lacks.
  static Program compile(std::span<const std::string> texts, const Scope& scope);
  static Program compile(const std::string& text, const Scope& scope) { return compile({&text, 1}, scope); }
  /// Compile expressions and a cut. If the cut is one bool for each entry, it becomes an additional last result, and
  /// the caller leaves out entries. If it is a list of bool, all results keep the elements for which it is true. Throws
  /// as above, and Error(misuse) for results without such elements.
  static Program compile(std::span<const std::string> texts, const std::string& cut, const Scope& scope);

  std::size_t results() const noexcept;
  /// The type of an expression's values.
  const array::Type& type(std::size_t result) const;
  /// The columns to be read, as numbers in the scope.
  std::span<const std::size_t> columns() const noexcept;

 private:
  friend class Evaluator;
  friend class ProgramBuilder;
  struct Compiled;
  struct Compiler;
  explicit Program(std::shared_ptr<const Compiled> compiled) noexcept : compiled_(std::move(compiled)) {}

  std::shared_ptr<const Compiled> compiled_;
};

/// The place of a batch in its dataset. Threads: a value that borrows.
struct BatchPlace {
  std::uint64_t first_entry = 0;                ///< rdfentry_ of the first entry
  std::uint32_t slot = 0;                       ///< rdfslot_
  std::span<const std::uint64_t> numbers = {};  ///< rdfentry_ of each entry; empty if consecutive
};

/// Runs a program over batches of columns, and reuses its memory. Threads: one at a time; each thread has its own.
class Evaluator {
 public:
  explicit Evaluator(Program program);
  Evaluator(Evaluator&&) noexcept;
  Evaluator& operator=(Evaluator&&) noexcept;
  ~Evaluator();

  /// The values of all expressions for a batch of entries. `columns` are those of Program::columns(), in that order,
  /// with a value for each entry. The values do not depend on how entries are divided into batches. Throws
  /// Error(misuse), with the entry and the place in the text, where a function has no result, such as v[3] of a list of
  /// two.
  std::vector<array::Array> run(std::span<const array::Array> columns, std::size_t entries, const BatchPlace& place);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ramet::inline v1::expr
