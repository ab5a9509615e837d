#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/expr/internal/check/checker.hpp"

namespace ramet::inline v1::expr {

/// Checks the statements of a function or of a loop's body. There is no order of execution: the names of a Checker say
/// what each variable is at a place; behind an `if`, that is a choice between what the two ways leave. A way that ends
/// early, by return, break or continue, is checked to its end for itself. Threads: one at a time.
class Statements {
 public:
  /// Of a lambda whose result's type is written, which each return is converted to, or of one without.
  explicit Statements(Checker& checker, const Syntax* written = nullptr) : checker_(checker), written_type_(written) {}

  /// What a function with this body (a block) returns; nothing if it ends without.
  Operand function(const Syntax& body);

 private:
  using List = std::vector<const Syntax*>;

  /// How a list of statements ended: with a value, early (a loop's body), or behind the last one.
  struct Ending {
    std::optional<Operand> value;
    bool early = false;
  };
  using Way = std::function<Ending()>;

  Ending run(const List& statements);
  Ending run_branch(const Syntax& branch, const List& rest);
  Ending run_choice(const Syntax& choice, const List& rest);
  Ending run_loop(const Syntax& loop, const List& rest);
  Ending end_with(const Syntax& result);
  Ending choose_way(NodeId condition, const Way& one, const Way& other);
  void declare(const Syntax& syntax);
  void require_one_type(const Operand& one, const Operand& other);

  Names& names() { return checker_.names_; }
  Builder& build() { return checker_.build_; }
  Operand truth_constant(bool value) { return Operand::value(build().graph().constant(value)); }

  friend class LoopStatement;

  Checker& checker_;
  const Syntax* written_type_;
  bool in_loop_ = false;
  /// Of a loop that is checked to learn it: what its body returns.
  std::optional<Operand>* returned_type_ = nullptr;
  std::size_t ways_ = 0;
};

/// Whether a part ends its function, or (if asked for) the run of a loop around it.
bool jumps(const Syntax& syntax, bool also_leaves);

/// The names of variables that a part assigns to; behind a '*', those of iterators through which it does.
void find_assigned(const Syntax& syntax, std::vector<std::string>& names);

/// The list of which an iterator is made where it is declared, in v.begin() + 1: v. Null if it is not declared there.
const Syntax* declared_list(const Syntax& syntax, std::string_view iterator);

}  // namespace ramet::inline v1::expr
