// Uses the installed library as anybody would: public headers and the one target.
#include <cstdio>
#include <numeric>
#include <vector>

#include "ramet/compression/codec.hpp"
#include "ramet/core/error.hpp"
#include "ramet/schedule/executor.hpp"

int main() {
  using namespace ramet;
  const auto executor = schedule::make_tbb_executor(2);
  std::vector<int> squares(100);
  executor->for_each_index(squares.size(), [&](std::size_t index) { squares[index] = static_cast<int>(index * index); });
  const int sum = std::accumulate(squares.begin(), squares.end(), 0);
  const bool is_right = sum == 328350 && compression::Settings::parse("zstd:5").code() == 505;
  std::puts(is_right ? "installed ramet works" : "installed ramet does not work");
  return is_right ? 0 : 1;
}
