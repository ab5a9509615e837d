#pragma once

#include <string>
#include <vector>

#include "unit/expr/samples.hpp"

/// The same columns, and expressions in Python.
namespace sample::python {

inline expr::Program compiled(const std::string& text, const std::vector<expr::Scope::Definition>& definitions = {},
                              expr::Language language = expr::Language::python) {
  Columns columns;
  columns.scope.language = language;
  columns.scope.definitions = definitions;
  return expr::Program::compile(text, columns.scope);
}

inline std::string values(const std::string& text, const std::vector<expr::Scope::Definition>& definitions = {},
                          expr::Language language = expr::Language::python) {
  const Columns columns;
  const expr::Program program = compiled(text, definitions, language);
  std::vector<array::Array> read;
  for (const std::size_t column : program.columns()) read.push_back(columns.arrays[column]);
  const auto results = expr::Evaluator(program).run(read, 3, {});
  std::string all;
  for (std::size_t k = 0; k < 3; ++k) all += (k == 0 ? "" : " ") + spelled(results[0], k);
  return all;
}

inline std::string type(const std::string& text) { return array::to_string(compiled(text).type(0)); }

inline std::string error(const std::string& text, expr::Language language = expr::Language::python) {
  try {
    values(text, {}, language);
  } catch (const Error& found) {
    return found.what();
  }
  return {};
}

}  // namespace sample::python
