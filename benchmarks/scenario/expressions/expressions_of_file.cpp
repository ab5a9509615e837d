// Expressions of the NanoAOD-like tree, read from its file. usage: expressions_of_file VARIANT FILE THREADS TIMES
#include <memory>
#include <string>

#include "../measure.hpp"
#include "sums.hpp"
#include "texts.hpp"

#include "ramet/dataset/session.hpp"
#include "ramet/frame/select.hpp"

using namespace ramet;

int main(int count, char** values) {
  const std::string variant = values[1];
  const auto threads = static_cast<std::size_t>(scenario::argument(count, values, 3, 1));
  const auto times = static_cast<int>(scenario::argument(count, values, 4, 4));
  const std::string text = scenario::text_of(variant);
  const dataset::Session session({.threads = threads});
  scenario::repeat("ramet-file", variant, static_cast<int>(threads), times, 0, [&] {
    const frame::Source source(dataset::open_table(session.open(values[2]), "Events"));
    const dataset::ReadOptions options{.executor = session.executor()};
    const frame::Query query = frame::Query::compile(source, {&text, 1});
    double sum = 0;
    frame::select_in_parts(source, query, {{0}, {source.entries(options)}}, options, [&](const auto& parts) {
      sum += scenario::sum_of(parts.front());
      return true;
    });
    return sum;
  });
}
