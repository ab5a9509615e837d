// ROOT draws numbers of one distribution into arrays of 4,096. usage: root_random NAME GENERATOR TIMES
#include <memory>
#include <string>
#include <vector>

#include "../../scenario/measure.hpp"
#include <TRandom3.h>
#include <TRandomGen.h>

namespace {

constexpr int batch = 4096, batches = 1024;

template <class Draw>
void run(const std::string& contender, const std::string& name, int times, const Draw& draw) {
  std::vector<double> numbers(batch);
  double kept = 0;
  scenario::repeat(contender.c_str(), name, 1, times, 0, [&] {
    for (int i = 0; i < batches; ++i) {
      draw(numbers);
      kept += numbers[i];
    }
    return static_cast<double>(batch) * batches + 0 * kept;
  });
}

template <class Draw>
void each(const std::string& contender, const std::string& name, int times, const Draw& draw) {
  run(contender, name, times, [&](std::vector<double>& numbers) {
    for (double& number : numbers) number = draw();
  });
}

}  // namespace

int main(int count, char** values) {
  const std::string name = count > 1 ? values[1] : "uniform", generator = count > 2 ? values[2] : "TRandom3";
  const auto times = static_cast<int>(scenario::argument(count, values, 3, 4));
  std::unique_ptr<TRandom> random;
  if (generator == "TRandom3") random = std::make_unique<TRandom3>(1);
  if (generator == "TRandomMixMax") random = std::make_unique<TRandomMixMax>(1);
  const std::string contender = "root-" + generator;
  if (name == "uniform")
    run(contender, name, times, [&](std::vector<double>& numbers) { random->RndmArray(batch, numbers.data()); });
  if (name == "normal") each(contender, name, times, [&] { return random->Gaus(0, 1); });
  if (name == "exponential") each(contender, name, times, [&] { return random->Exp(1); });
  if (name == "landau") each(contender, name, times, [&] { return random->Landau(0, 1); });
  if (name == "poisson(3)") each(contender, name, times, [&] { return random->PoissonD(3); });
  if (name == "poisson(100)") each(contender, name, times, [&] { return random->PoissonD(100); });
}
