// Expressions of the NanoAOD-like tree's columns, which are in memory, on one thread. usage: expressions VARIANT FILE
// ENTRIES ROUNDS TIMES: the first ENTRIES, ROUNDS times; of the variant "compile", the text's compiling, ROUNDS times
#include <algorithm>
#include <string>
#include <vector>

#include "../measure.hpp"
#include "floors.hpp"
#include "sums.hpp"
#include "texts.hpp"

#include "ramet/expression.hpp"
#include "ramet/file.hpp"

using namespace ramet;

namespace {

constexpr std::size_t batch_entries = 4096;

// Columns of consecutive entries.
struct Batch {
  std::vector<array::Array> columns;
  std::size_t entries;
};

std::vector<Batch> batches_of(const front::Columns& columns, std::size_t entries) {
  std::vector<Batch> batches;
  for (std::size_t first = 0; first < entries; first += batch_entries) {
    const std::size_t last = std::min(entries, first + batch_entries);
    batches.push_back({{}, last - first});
    for (const front::Column& column : columns) batches.back().columns.push_back(column.array().slice(first, last));
  }
  return batches;
}

void compile_only(const std::string& text, const expr::Scope& scope, int rounds, int times) {
  scenario::repeat("ramet", "compile", 1, times, 0, [&] {
    double sum = 0;
    for (int round = 0; round < rounds; ++round)
      sum += static_cast<double>(expr::Program::compile(text, scope).results());
    return sum;
  });
}

}  // namespace

int main(int count, char** values) {
  const std::string variant = values[1];
  const auto entries = static_cast<std::size_t>(scenario::argument(count, values, 3, 32768));
  const auto rounds = static_cast<int>(scenario::argument(count, values, 4, 32));
  const auto times = static_cast<int>(scenario::argument(count, values, 5, 4));
  const std::string text = scenario::text_of(variant);
  const File file(values[2]);
  const Table table = file.table("Events");

  expr::Scope scope;
  for (const std::string& name : table.names())
    if (const auto column = table.column(name); column.is_readable()) scope.columns.push_back({name, *column.type});
  if (variant == "compile") {
    compile_only(text, scope, rounds, times);
    return 0;
  }
  const expr::Program program = expr::Program::compile(text, scope);
  std::vector<std::string> names;
  for (const std::size_t column : program.columns()) names.push_back(scope.columns[column].name);
  const auto columns = table.read(names, EntryRange{{0}, {entries}});
  const std::vector<Batch> batches = batches_of(columns, entries);
  // What is measured is a pass over columns; the results of the last one are summed.
  expr::Evaluator evaluator(program);
  const auto measured = [&](const auto& pass) {
    double sum = 0;
    const auto begin = std::chrono::steady_clock::now();
    for (int round = 1; round < rounds; ++round) pass(nullptr);
    const double seconds = scenario::seconds_since(begin);
    pass(&sum);
    scenario::Outcome outcome(sum);
    outcome.measured = seconds * rounds / (rounds - 1);
    return outcome;
  };
  scenario::repeat("ramet", variant, 1, times, 0, [&] {
    return measured([&](double* sum) {
      for (const Batch& batch : batches) {
        const auto results = evaluator.run(batch.columns, batch.entries, {});
        if (sum != nullptr) *sum += scenario::sum_of(results.front());
      }
    });
  });
  scenario::Floor floor(variant);
  scenario::repeat("floor", variant, 1, times, 0, [&] {
    return measured([&](double* sum) {
      for (const Batch& batch : batches) {
        floor.run({names, batch.columns, batch.entries});
        if (sum != nullptr) *sum += floor.sum();
      }
    });
  });
}
