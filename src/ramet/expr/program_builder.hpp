#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/array/type.hpp"
#include "ramet/core/function_ref.hpp"
#include "ramet/core/strong_id.hpp"
#include "ramet/expr/expression.hpp"

namespace ramet::inline v1::expr {

/// Makes one program of many texts. The caller says what the names in a text mean, so that equal names may mean
/// different things in different texts; what several texts need is computed once. After an error it is only good for
/// being destroyed. Threads: one at a time.
class ProgramBuilder {
 public:
  /// A value that the program has.
  using Value = StrongId<struct ProgramValueTag>;

  /// What a name means; nothing if the text cannot use it.
  using FindName = FunctionRef<std::optional<Value>(std::string_view)>;
  /// The names that there are: for messages.
  using KnownNames = FunctionRef<std::vector<std::string>()>;

  /// Random numbers are as in Scope; the names of the key are looked up as others.
  explicit ProgramBuilder(std::uint64_t seed = 0, std::vector<std::string> random_key = {});
  ~ProgramBuilder();
  ProgramBuilder(const ProgramBuilder&) = delete;
  ProgramBuilder& operator=(const ProgramBuilder&) = delete;

  /// A column, which is an input of the program if something needs it. Throws Error(unsupported) for values that may be
  /// missing.
  Value column(Scope::Column column);
  /// A text, its language, and the name of the stream that its random numbers are of. Threads: a value that borrows.
  struct Text {
    const std::string& text;
    const std::string& stream;
    Language language = Language::cpp;
  };
  /// The value of a text. `find` may add values. Throws as Program::compile.
  Value expression(const Text& text, FindName find, KnownNames known);
  /// The value at a fixed place of a list, which `text` gave. Throws Error(misuse) for what is no list of `count`
  /// values, if that is known; otherwise a list without the place is an error of its entry.
  Value element(Value list, std::size_t place, std::size_t count, const std::string& text);

  /// The type of the values that the program would give.
  array::Type type(Value value) const;

  /// The program whose results are these. Program::columns() are numbers of columns, in the order in which they were
  /// added.
  Program finish(std::span<const Value> results) &&;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ramet::inline v1::expr
