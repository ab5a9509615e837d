#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ramet/expr/internal/check/statements.hpp"

namespace ramet::inline v1::expr {

/// Checks one loop: the variables that its body assigns to become variables of a Loop. Threads: one at a time.
class LoopStatement {
 public:
  LoopStatement(Statements& statements, const Syntax& loop);

  /// Check the loop; `returned`: a value of the type that it returns, or null if it returns none. Behind it the names
  /// are those of the loop, with "#returned" and "#value".
  void run(const Operand* returned);
  /// Check it to learn what it returns.
  void learn(std::optional<Operand>& type);

 private:
  void declare_hidden(const Operand* returned);
  void find_variables();
  void add_list_of(const std::string& iterator, std::vector<std::string>& assigned) const;
  NodeId condition();
  void body();
  void step();
  bool unroll();
  std::vector<NodeId> variable_nodes();
  void set_variables(const std::vector<NodeId>& nodes);

  Statements& statements_;
  Checker& checker_;
  const Syntax& loop_;
  const Syntax* condition_ = nullptr;
  const Syntax* step_ = nullptr;
  const Syntax* body_ = nullptr;
  const Syntax* each_ = nullptr;
  const Syntax* range_ = nullptr;
  bool changes_elements_ = false;  ///< through a reference
  bool has_leave_ = false;
  std::vector<std::string> variables_;
};

}  // namespace ramet::inline v1::expr
