#include "ramet/expr/program_builder.hpp"

#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using expr::ProgramBuilder;

namespace {

/// Looks names up in a table. Threads: one at a time.
struct Names {
  std::map<std::string, ProgramBuilder::Value, std::less<>> values;

  ProgramBuilder::Value in(ProgramBuilder& builder, const std::string& text,
                           expr::Language language = expr::Language::cpp) const {
    return builder.expression(
        {text, text, language},
        [&](std::string_view name) {
          const auto found = values.find(name);
          return found == values.end() ? std::nullopt : std::optional(found->second);
        },
        [] { return std::vector<std::string>{"energy"}; });
  }
};

}  // namespace

TEST_CASE("a name may mean different things in texts of one program") {
  const sample::Columns columns;
  ProgramBuilder builder;
  const auto x = builder.column(columns.scope.columns[3]), d = builder.column(columns.scope.columns[4]);
  const auto first = Names{{{"a", x}}}.in(builder, "2 * a");
  const auto second = Names{{{"a", first}, {"b", d}}}.in(builder, "a + b");
  const auto python = Names{{{"a", second}}}.in(builder, "a ** 2", expr::Language::python);
  CHECK(builder.type(first) == array::parse_type("float32"));
  const ProgramBuilder::Value results[] = {first, second, python};
  const expr::Program program = std::move(builder).finish(results);
  expr::Evaluator evaluator(program);
  std::vector<array::Array> inputs;
  for (const std::size_t column : program.columns()) inputs.push_back(columns.arrays[3 + column]);
  const auto values = evaluator.run(inputs, 3, {});
  CHECK(values[0].numbers<float>()[1] == -4);
  CHECK(values[1].numbers<double>()[2] == 0);
  CHECK(values[2].numbers<double>()[0] == 3.25 * 3.25);
}

TEST_CASE("elements of lists are at fixed places, and other lists are refused if that is known") {
  const sample::Columns columns;
  ProgramBuilder builder;
  const Names names{{{"d", builder.column(columns.scope.columns[4])}}};
  const auto list = names.in(builder, "RVecD{d, 2 * d}");
  CHECK(builder.type(builder.element(list, 1, 2, "list")) == array::parse_type("float64"));
  ProgramBuilder other;
  const auto three = Names{{{"d", other.column(columns.scope.columns[4])}}}.in(other, "RVecD{d, d, d}");
  CHECK_THROWS_WITH_AS(other.element(three, 0, 2, "list"), doctest::Contains("a list of 2 values is wanted"), Error);
}

TEST_CASE("unknown names are errors with similar ones") {
  ProgramBuilder builder;
  CHECK_THROWS_WITH_AS(Names().in(builder, "enrgy + 1"), doctest::Contains("energy"), Error);
}
