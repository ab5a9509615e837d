#include "cli/tracing/io_trace.hpp"

#include "cli/text/number_format.hpp"
#include "cli/text/table.hpp"
#include <fmt/format.h>

namespace ramet::cli {
namespace {

IoStep sum_of(const std::vector<IoStep>& steps) {
  IoStep sum{.name = "all", .counts = {}, .seconds = 0};
  for (const IoStep& step : steps) {
    sum.counts.requests += step.counts.requests;
    sum.counts.retries += step.counts.retries;
    sum.counts.hedges += step.counts.hedges;
    sum.counts.bytes += step.counts.bytes;
    sum.counts.gap_bytes += step.counts.gap_bytes;
    sum.counts.depth += step.counts.depth;
    sum.counts.round_trip = step.counts.round_trip;  // of the session until then
    sum.counts.transfer_seconds += step.counts.transfer_seconds;
    sum.seconds += step.seconds;
  }
  return sum;
}

void add_row(Table& table, const IoStep& step) {
  table.add_row({{step.name},
                 {format_count(step.counts.requests)},
                 {format_count(step.counts.depth)},
                 {format_bytes(step.counts.bytes)},
                 {format_bytes(step.counts.gap_bytes)},
                 {fmt::format("{:.3f}", step.seconds)}});
}

Json json_of(const IoStep& step) {
  return {{"step", step.name},
          {"requests", step.counts.requests},
          {"retries", step.counts.retries},
          {"hedges", step.counts.hedges},
          {"depth", step.counts.depth},
          {"bytes", step.counts.bytes},
          {"gap_bytes", step.counts.gap_bytes},
          {"seconds", step.seconds}};
}

Json known(double number) { return number > 0 ? Json(number) : Json(nullptr); }

}  // namespace

std::string io_trace_text(std::string_view name, const std::vector<IoStep>& steps, const Terminal& terminal) {
  Table table({{"step"},
               {"requests", Align::right},
               {"trips", Align::right},
               {"bytes", Align::right},
               {"in gaps", Align::right},
               {"time, s", Align::right}});
  for (const IoStep& step : steps) add_row(table, step);
  const IoStep all = sum_of(steps);
  table.add_rule();
  add_row(table, all);
  const double bandwidth = all.counts.bandwidth();
  const std::string trip = all.counts.round_trip > 0 ? fmt::format("{:.3g} ms", all.counts.round_trip * 1e3) : "-";
  const std::string rate = bandwidth > 0 ? fmt::format("{:.3g} MB/s", bandwidth / 1e6) : "-";
  return fmt::format("{}\n\n{}\none trip: {}; bandwidth: {}; retries: {}; hedges: {}\n", name, table.render(terminal),
                     trip, rate, all.counts.retries, all.counts.hedges);
}

Json io_trace_json(std::string_view name, const std::vector<IoStep>& steps) {
  const IoStep all = sum_of(steps);
  Json json = {{"file", std::string(name)}, {"steps", Json::array()}, {"all", json_of(all)}};
  for (const IoStep& step : steps) json["steps"].push_back(json_of(step));
  json["all"].erase("step");
  json["round_trip_seconds"] = known(all.counts.round_trip);
  json["bytes_per_second"] = known(all.counts.bandwidth());
  return json;
}

}  // namespace ramet::cli
