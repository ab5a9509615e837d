#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ramet/expr/internal/graph/node.hpp"
#include "ramet/expr/internal/text/syntax.hpp"

namespace ramet::inline v1::expr {

class Names;

/// What a part of an expression stands for while it is checked: a value, which is a node; a record or lists of records,
/// whose members are operands; a lambda, which is called later; or a place in a list. Threads: a value.
struct Operand {
  enum class Form : std::uint8_t { nothing, value, record, lambda, list, place };
  Form form = Form::nothing;
  NodeId node = 0;                    ///< of a value; of a place, how many elements are before it
  std::string class_name;             ///< of a record: without namespaces; may be empty
  std::vector<std::string> names;     ///< of a record's members
  std::vector<Operand> members;       ///< of a record; of lists of records, lists; of a list in braces, its values;
                                      ///< of a place, the list
  std::uint8_t depth = 0;             ///< of a record: levels of lists around it
  bool is_written = false;            ///< of a value: a number of a Python text, which takes the type of what it meets
  bool is_reversed = false;           ///< of a place: from v.rbegin() on, in the list's reverse
  const Syntax* syntax = nullptr;     ///< of a lambda; of a place, where the list is written
  std::shared_ptr<const Names> seen;  ///< of a lambda: the names around it

  bool is_value() const noexcept { return form == Form::value; }
  bool is_record() const noexcept { return form == Form::record; }

  const Operand* member(std::string_view name) const noexcept {
    for (std::size_t k = 0; k < names.size(); ++k)
      if (names[k] == name) return &members[k];
    return nullptr;
  }

  /// Whether it stands for the same nodes.
  bool is_same(const Operand& other) const noexcept {
    if (form != other.form || node != other.node || members.size() != other.members.size()) return false;
    for (std::size_t k = 0; k < members.size(); ++k)
      if (!members[k].is_same(other.members[k])) return false;
    return true;
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

/// A pair, with members first and second, or a tuple, whose members have numbers for names.
inline Operand tuple_of(std::vector<Operand> parts, bool is_pair) {
  if (is_pair) return Operand::record("pair", {"first", "second"}, std::move(parts));
  std::vector<std::string> names;
  for (std::size_t k = 0; k < parts.size(); ++k) names.push_back(std::to_string(k));
  return Operand::record("tuple", std::move(names), std::move(parts));
}

/// Local variables: names, and what each stands for at a place in the text. Inner ones hide outer ones.
/// Threads: const-safe.
class Names {
 public:
  struct Variable {
    std::string name;
    Operand value;
    /// Of a reference to another variable, its name.
    std::string refers_to = {};
    /// It is a reference to something that is no variable.
    bool refers_to_part = false;
  };

  const Operand* find(std::string_view name) const noexcept {
    const std::size_t found = index_of(name);
    return found == variables.size() ? nullptr : &variables[found].value;
  }
  Operand* find(std::string_view name) noexcept {
    const std::size_t found = index_of(name);
    return found == variables.size() ? nullptr : &variables[found].value;
  }

  /// Which variable has the name, or is what it refers to; variables.size() if there is none.
  std::size_t index_of(std::string_view name) const noexcept {
    for (std::size_t k = variables.size(); k-- > 0;) {
      if (variables[k].name != name) continue;
      if (variables[k].refers_to.empty()) return k;
      name = variables[k].refers_to;
    }
    return variables.size();
  }

  std::vector<Variable> variables;
};

}  // namespace ramet::inline v1::expr
