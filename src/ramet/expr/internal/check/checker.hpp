#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/expr/internal/check/builder.hpp"
#include "ramet/expr/internal/check/columns.hpp"
#include "ramet/expr/internal/check/operand.hpp"
#include "ramet/expr/internal/check/random_calls.hpp"
#include "ramet/expr/internal/text/syntax.hpp"

namespace ramet::inline v1::expr {

/// Says what names mean that are no variables of a text. Threads: one at a time.
class NameResolver {
 public:
  virtual ~NameResolver() = default;
  virtual std::optional<Operand> find(const std::string& name) = 0;
  /// The names that there are: for messages.
  virtual std::vector<std::string> known() = 0;
};

/// Makes nodes of what is written, and finds what is wrong with it. Statements become expressions: a variable stands
/// for its value, `if` for a choice between the values that it leaves, and loops for nodes of their own. Threads: one
/// at a time.
class Checker {
 public:
  Checker(Graph& graph, const Scope& scope);

  /// Have names looked up there before the scope; null: only in the scope. Returns what it was before.
  NameResolver* set_resolver(NameResolver* resolver) noexcept { return std::exchange(resolver_, resolver); }

  /// Names that messages about unknown ones may offer, too.
  void know(std::span<const std::string_view> names) noexcept { also_known_ = names; }

  /// The value of a text; random numbers in it are of the stream of this name, or else of that of the text. Throws
  /// Error(misuse) or Error(unsupported), with the place in it.
  Operand check_text(const std::string& text) { return check_text(text, text); }
  Operand check_text(const std::string& text, const std::string& stream);
  /// The same of a text that is met inside another one, whose variables it does not see.
  Operand check_apart(const std::string& text, const std::string& stream, Language language);
  /// The value of a text that another grammar has read.
  Operand check_syntax(const std::string& text, const std::string& stream, const Syntax& syntax,
                       Language language = Language::cpp);

  /// The truths of a cut: numbers and lists of them, which are true unless they are 0.
  Operand check_cut(const std::string& text);
  /// The elements of a result for which the lists of truths of a cut are true. Throws Error(misuse), naming both texts.
  Operand kept(const Operand& value, const Operand& truths, const std::string& cut, const std::string& text);

  /// The value at a place of lists that have `count` values, which a text gave. Throws Error(misuse) if it is known
  /// that they have others, and when it runs, if it is seen then.
  Operand element_of(const Operand& list, std::size_t place, std::size_t count, const std::string& text);

  Builder& build() noexcept { return build_; }
  const Columns& columns() const noexcept { return columns_; }
  /// The column of the scope.
  Operand column(std::size_t number) { return columns_.at(number); }

  // For functions:
  /// What the call of a random function, where the builder (also one of another grammar) stands, is known by; the
  /// distribution is to be set.
  RandomCall random_number(const Builder& at);
  /// The space of what is checked: of the entries, of a loop's runs, or of the elements that a lambda is called for.
  SpaceId space() const noexcept { return space_; }
  /// Call a lambda. Throws for other numbers of arguments.
  Operand call_lambda(const Operand& lambda, std::span<const Operand> arguments);
  /// Lists for whose elements a lambda is called, in a space in which it sees all that it uses: their own, or, if it
  /// uses what changes in a loop or lambda around, or draws random numbers, the space of what is checked.
  Operand seen_by(const Operand& lambda, const Operand& lists);
  /// The lambda's values for the elements of lists, as lists.
  Operand map(std::span<const Operand> lists, const Operand& lambda);
  /// While a lambda is called for each element, it changes no variables.
  bool enter_elements() noexcept { return std::exchange(in_elements_, true); }
  void leave_elements(bool outer) noexcept { in_elements_ = outer; }
  /// Elements of lists, as operands in the space of the elements.
  std::vector<Operand> items_of(std::span<const Operand> lists, NodeId& shape);
  /// Lists of these values for each element.
  Operand rebuild(NodeId shape, const Operand& values);
  /// A string's node; of C's characters, or of one character, the string. Throws Error(misuse) for what is none.
  NodeId text_node(const Operand& operand);
  /// The node of a list, or of the first member of lists of records.
  NodeId first_list(const Operand& operand);
  /// The characters of a string, as a list.
  Operand characters_of(const Operand& text);
  /// The values between two places of one list.
  Operand between(const Operand& first, const Operand& last);
  /// step(step(start, v[0]), v[1]) ...: what is there behind the last element. It keeps the type of `start`.
  using FoldStep = std::function<Operand(const Operand& before, const Operand& item)>;
  Operand fold(const Operand& list, const Operand& start, const FoldStep& step);
  /// Convert a value to the type of another.
  void make_like(Operand& value, const Operand& like);
  /// The sum, difference, comparison ... of two.
  Operand binary_of(std::string_view symbol, const Operand& one, const Operand& other);
  /// Let a variable, or an element of one, be the value.
  void set(const Syntax& target, Operand value);
  /// What is there now that was set.
  Operand variable_at(const Syntax& target) { return check(target); }
  /// A node of a value; throws Error(misuse) for what is none.
  NodeId number(const Operand& operand) { return value_node(operand); }
  NodeId list(const Operand& operand, std::string_view wanted = "a list");
  [[noreturn]] void fail_here(const std::string& what, ErrorKind kind = ErrorKind::misuse) const;
  std::string spelled(const Operand& operand) const;
  /// The values of one type that both become in a choice between them.
  void make_alike(Operand& one, Operand& other);
  Operand choose(NodeId condition, const Operand& one, const Operand& other);
  /// The operand as a value of a type that is written.
  Operand coerce(const Operand& operand, const Syntax& type);
  /// work(nodes) for each member of records; work(nodes) of values.
  template <class Work>
  Operand each_node(const Operand& operand, Work&& work);

 private:
  friend class LoopStatement;
  friend class PythonChecker;
  friend class Statements;

  /// Counts how deep the checker is in texts, definitions and lambdas; throws Error(misuse) when it is too deep.
  class Depth {
   public:
    explicit Depth(Checker& checker) : checker_(checker) {
      if (checker_.depth_ == deepest_check)
        checker_.fail_here(fmt::format("more than {} operations on one another", deepest_check));
      ++checker_.depth_;
    }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
    ~Depth() { --checker_.depth_; }

   private:
    static constexpr std::size_t deepest_check = 1200;
    Checker& checker_;
  };

  // checker.cpp
  Operand check(const Syntax& syntax);
  NodeId random_key();
  Operand check_any(const Syntax& syntax);
  Operand name(const Syntax& syntax);
  std::optional<Operand> function_named(const Syntax& syntax);
  std::vector<Operand> check_arguments(std::span<const Syntax> all);
  Operand literal(const Syntax& syntax);
  Operand integer(const Syntax& syntax);
  Operand real(const Syntax& syntax);
  Operand index(const Syntax& syntax);
  Operand member(const Syntax& syntax);
  Operand call(const Syntax& syntax);
  Operand call_function(const Syntax& syntax, const std::string& name, std::vector<Operand> arguments);
  Operand coordinate(const Operand& vector, const Operand& place);
  Operand construct(const Syntax& syntax);
  std::vector<Operand> check_all(std::span<const Syntax> all);
  std::optional<Operand> known_name(const std::string& name);
  std::optional<Operand> definition(std::string_view name);
  Operand undefined(const Syntax& syntax, std::string_view name, bool is_function, ErrorKind kind = ErrorKind::misuse);

  // lambdas.cpp
  Operand lambda(const Syntax& syntax);
  bool uses_from_below(const Operand& lambda, SpaceId space);

  // operators.cpp
  Operand unary(const Syntax& syntax);
  Operand size_of(const Operand& operand);
  Operand binary(const Syntax& syntax);
  Operand strings(std::string_view symbol, NodeId one, NodeId other);
  Operand vectors(std::string_view symbol, const Operand& one, const Operand& other);
  Operand ternary(const Syntax& syntax);
  Operand assign(const Syntax& syntax);
  Operand step(const Syntax& syntax);
  Operand compare_parts(std::string_view symbol, const Operand& one, const Operand& other);
  Operand equal_vectors(const Operand& one, const Operand& other, bool wanted);
  Operand list_element(const Operand& list);
  NodeId value_node(const Operand& operand);
  NodeId truth(const Operand& operand);

  // methods.cpp
  Operand method(const Syntax& syntax, const Operand& object, const Syntax& target, std::vector<Operand> arguments);
  Operand changed_by_method(const Syntax& target, const Operand& changed);
  Operand vector_call(const std::string& name, const Operand& object, const Syntax& target,
                      std::span<const Operand> arguments);
  Operand list_method(const std::string& name, const Operand& object, std::span<const Operand> arguments);

  // list_changes.cpp
  std::optional<Operand> changed_list(const std::string& name, const Operand& list, std::span<const Operand> arguments);
  Operand fitted_item(const Operand& list, std::span<const Operand> values);
  Operand appended(const Operand& list, const Operand& value);
  Operand repeated(const Operand& list, NodeId count, const Operand& value);
  Operand joined(const Operand& one, const Operand& other);
  Operand first_values(const Operand& list, NodeId count);
  Operand with_element(const Operand& list, NodeId place, const Operand& value);

  // string_methods.cpp
  Operand string_method(const std::string& name, NodeId text, std::span<const Operand> arguments);
  std::optional<Operand> string_search(const std::string& name, NodeId text, std::span<const Operand> arguments);
  std::optional<Operand> changed_string(const std::string& name, NodeId text, std::span<const Operand> arguments);
  NodeId part_of(NodeId text, NodeId first, NodeId count);
  NodeId joined_texts(NodeId one, NodeId other);

  // places.cpp
  static bool is_place_name(const std::string& name);
  Operand place_in(const Operand& list, const Syntax& target, const std::string& name);
  Operand places(std::string_view symbol, const Operand& one, const Operand& other);
  Operand at_place(const Operand& place);
  Operand place_of_data(const Operand& list, const Syntax& written);
  Operand list_of(const Operand& place) const;

  // types.cpp
  Operand coerce_braces(const Operand& braces, const ValueType& type);
  Operand list_in_braces(const Operand& braces);
  Operand make_list(const ValueType& type, const std::vector<Operand>& values, bool braces);
  std::optional<ValueType> value_type(const Syntax& type);
  Operand coerce_to_class(const Operand& operand, std::string_view name);
  Operand construct_string(const Syntax& syntax, const std::vector<Operand>& values);
  Operand construct_records(const Syntax& syntax, Operand made, const std::vector<Operand>& values);
  Operand construct_pair(const Syntax& type, const std::vector<Operand>& values);
  Operand construct_deduced(const Syntax& syntax, const std::vector<Operand>& values);
  Operand construct_list(const Syntax& syntax, const ValueType& type, const std::vector<Operand>& values);
  Operand coerce_vectors(const Operand& operand, const Syntax& type);
  void require_lists_alike(const ValueType& one, const ValueType& other);
  Operand construct_class(const Syntax& syntax, const std::vector<Operand>& values);
  Operand construct_vector(std::string_view name, const std::vector<Operand>& values);

  Builder build_;
  const Scope& scope_;
  Columns columns_;
  NameResolver* resolver_ = nullptr;
  std::span<const std::string_view> also_known_;
  RandomCalls random_calls_;
  Names names_;
  std::vector<std::pair<std::string, Operand>> defined_;
  std::size_t definitions_visible_ = ~std::size_t{0};
  std::uint32_t text_ = 0;
  SpaceId space_ = entries_space;
  std::size_t depth_ = 0;
  std::size_t lambda_depth_ = 0;
  std::size_t lambda_calls_ = 0;
  bool in_elements_ = false;     ///< inside a lambda that is called for each element
  std::size_t conditional_ = 0;  ///< inside what is evaluated only if something else says so
};

template <class Work>
Operand Checker::each_node(const Operand& operand, Work&& work) {
  if (operand.is_value()) return Operand::value(work(operand.node));
  Operand made = operand;
  for (Operand& member : made.members) member = each_node(member, work);
  return made;
}

}  // namespace ramet::inline v1::expr
