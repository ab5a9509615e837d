#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/expr/internal/graph/node.hpp"
#include "ramet/expr/internal/text/syntax.hpp"

namespace ramet::inline v1::expr {

class Names;

/// What a part of an expression stands for while it is checked: a value, which is a node; a record or lists of records,
/// whose members are operands; or a lambda, which is called later. Threads: a value.
struct Operand {
  enum class Form : std::uint8_t { nothing, value, record, lambda, list };
  Form form = Form::nothing;
  NodeId node = 0;                    ///< of a value
  std::string class_name;             ///< of a record: without namespaces; may be empty
  std::vector<std::string> names;     ///< of a record's members
  std::vector<Operand> members;       ///< of a record; of lists of records, lists; of a list in braces, its values
  std::uint8_t depth = 0;             ///< of a record: levels of lists around it
  bool is_written = false;            ///< of a value: a number of a Python text, which takes the type of what it meets
  const Syntax* syntax = nullptr;     ///< of a lambda
  std::shared_ptr<const Names> seen;  ///< of a lambda: the names around it

  bool is_value() const noexcept { return form == Form::value; }
  bool is_record() const noexcept { return form == Form::record; }

  const Operand* member(std::string_view name) const noexcept {
    for (std::size_t k = 0; k < names.size(); ++k)
      if (names[k] == name) return &members[k];
    return nullptr;
  }

  static Operand value(NodeId node) {
    Operand made;
    made.form = Form::value;
    made.node = node;
    return made;
  }
  static Operand record(std::string class_name, std::vector<std::string> names, std::vector<Operand> members,
                        std::uint8_t depth = 0) {
    Operand made;
    made.form = Form::record;
    made.class_name = std::move(class_name);
    made.names = std::move(names);
    made.members = std::move(members);
    made.depth = depth;
    return made;
  }
};

/// Local variables: names, and what each stands for at a place in the text. Inner ones hide outer ones.
/// Threads: const-safe.
class Names {
 public:
  struct Variable {
    std::string name;
    Operand value;
  };

  const Operand* find(std::string_view name) const noexcept {
    for (auto variable = variables.rbegin(); variable != variables.rend(); ++variable)
      if (variable->name == name) return &variable->value;
    return nullptr;
  }
  Operand* find(std::string_view name) noexcept {
    for (auto variable = variables.rbegin(); variable != variables.rend(); ++variable)
      if (variable->name == name) return &variable->value;
    return nullptr;
  }

  std::vector<Variable> variables;
};

}  // namespace ramet::inline v1::expr
