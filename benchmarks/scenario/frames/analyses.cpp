// Analyses of the NanoAOD-like tree with frames. usage: analyses ANALYSIS FILE THREADS TIMES
#include "../measure.hpp"
#include "steps.hpp"

using namespace ramet;

namespace {

double run(const dataset::Session& session, const std::string& path, const scenario::Analysis& analysis) {
  frame::Frame at = scenario::frame_of(session, path);
  const auto count = std::make_shared<frame::CountAction>();
  std::vector<frame::Booked> booked = {at.book(count)};
  std::vector<std::shared_ptr<frame::NumbersAction>> sums;
  for (const scenario::Step& step : analysis.steps) switch (step.verb) {
      case scenario::Step::Verb::define:
        at = at.define(step.name, step.text);
        break;
      case scenario::Step::Verb::filter:
        at = at.filter(step.text);
        break;
      case scenario::Step::Verb::sum:
        sums.push_back(std::make_shared<frame::NumbersAction>(step.name));
        booked.push_back(at.book(sums.back()));
    }
  const hist::RegularAxis axis{static_cast<std::uint32_t>(analysis.bins), analysis.low, analysis.high};
  const scenario::BookedHistogram histogram(at, analysis.column, axis);
  histogram.booked.run();
  double sum = 0;
  for (const auto& action : sums) sum += action->sums().sum / static_cast<double>(count->count());
  return scenario::check_of(histogram.entries(), histogram.mean(), sum);
}

}  // namespace

int main(int count, char** values) {
  const auto threads = static_cast<std::size_t>(scenario::argument(count, values, 3, 1));
  const auto times = static_cast<int>(scenario::argument(count, values, 4, 4));
  const scenario::Analysis analysis = scenario::analysis_of(values[1]);
  const dataset::Session session({.threads = threads});
  scenario::repeat("ramet", analysis.name, static_cast<int>(threads), times, 0,
                   [&] { return run(session, values[2], analysis); });
}
