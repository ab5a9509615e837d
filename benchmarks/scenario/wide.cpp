// Open a tree of many branches, sum one of them, and close it. usage: wide FILE TIMES
#include <numeric>

#include "measure.hpp"

#include "ramet/dataset/session.hpp"

using namespace ramet;

int main(int count, char** values) {
  const auto times = static_cast<int>(scenario::argument(count, values, 2, 4));
  const auto executor = schedule::make_serial_executor();
  scenario::repeat("ramet", "wide", 1, times, 0, [&] {
    const dataset::Session session(*executor);
    const auto reader = session.open(values[1])->tree("t");
    const auto column = reader->read(reader->tree().at("branch2500"), reader->tree().all_entries(), {*executor});
    const auto numbers = column.numbers<float>();
    return std::accumulate(numbers.begin(), numbers.end(), 0.0);
  });
}
