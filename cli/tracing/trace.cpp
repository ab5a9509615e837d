// ramet trace: the recorded spans of a run as a page, as text, and for other programs.
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/text/json.hpp"
#include "cli/text/number_format.hpp"
#include "cli/text/table.hpp"
#include "cli/tracing/chrome_json.hpp"
#include "cli/tracing/stall_list.hpp"
#include "cli/tracing/stall_monitor.hpp"
#include "cli/tracing/stall_page.hpp"
#include "cli/tracing/trace_reader.hpp"
#include <fmt/format.h>

#include "ramet/core/error.hpp"

namespace ramet::cli {
namespace {

struct TraceOptions {
  std::string input;
  std::vector<std::string> outputs;
  std::string stall_monitor;
  std::optional<double> stall_seconds;
  bool is_json = false;
};

/// The time and number of the spans of a state. Threads: a value.
struct StateSum {
  std::uint64_t spans = 0;
  std::int64_t time = 0;
};

std::array<StateSum, state_count> state_sums(const Trace& trace) {
  std::array<StateSum, state_count> sums;
  for (const Span& span : trace.spans) {
    StateSum& sum = sums.at(static_cast<std::size_t>(span.state));
    ++sum.spans;
    sum.time += span.duration;
  }
  return sums;
}

double seconds(std::int64_t nanoseconds) { return static_cast<double>(nanoseconds) / 1e9; }

std::string trace_text(const Trace& trace, const std::vector<ModuleStalls>& stalls, const Terminal& terminal) {
  std::string text = fmt::format("{} spans, {} streams, {} threads, {:.4g} s\n", format_count(trace.spans.size()),
                                 trace.streams.size(), trace.threads.size(), seconds(trace.duration));
  if (trace.left_out > 0) text += fmt::format("{} events of other kinds are left out\n", format_count(trace.left_out));
  Table table({{"state"}, {"spans", Align::right}, {"time, s", Align::right}, {"what happens"}});
  const auto sums = state_sums(trace);
  for (std::size_t number = 0; number < state_count; ++number)
    if (sums.at(number).spans > 0)
      table.add_row({{std::string(state_looks.at(number).name)},
                     {format_count(sums.at(number).spans)},
                     {fmt::format("{:.3f}", seconds(sums.at(number).time))},
                     {std::string(state_looks.at(number).meaning)}});
  text += "\n" + table.render(terminal) + "\n";
  return text + (stalls.empty() ? fmt::format("nothing waited longer than {} s\n", trace.stall_seconds)
                                : stall_text(trace, stalls));
}

Json trace_json(const Trace& trace, const std::vector<ModuleStalls>& stalls) {
  Json json = {
      {"program", trace.program},        {"spans", trace.spans.size()},        {"streams", trace.streams.size()},
      {"threads", trace.threads.size()}, {"seconds", seconds(trace.duration)}, {"stall_seconds", trace.stall_seconds},
      {"left_out", trace.left_out},      {"states", Json::object()},           {"stalls", Json::array()}};
  const auto sums = state_sums(trace);
  for (std::size_t number = 0; number < state_count; ++number)
    json["states"][std::string(state_looks.at(number).name)] = {{"spans", sums.at(number).spans},
                                                                {"seconds", seconds(sums.at(number).time)}};
  for (const ModuleStalls& one : stalls) {
    Json times = Json::array();
    for (std::size_t number = 0; number < std::min(most_stall_times, one.spans.size()); ++number)
      times.push_back(seconds(trace.spans[one.spans[number]].duration));
    json["stalls"].push_back({{"name", trace.names[one.name]},
                              {"count", one.spans.size()},
                              {"seconds", seconds(one.total)},
                              {"longest", std::move(times)}});
  }
  return json;
}

void write_output(const std::string& path, const std::function<void(std::ostream&)>& write) {
  std::ofstream file(path, std::ios::binary);
  if (file) write(file);
  if (!file.flush()) detail::fail(ErrorKind::io, "cannot write '{}'", path);
}

void require_outputs(const TraceOptions& options) {
  std::vector<std::string> outputs = options.outputs;
  for (const std::string& output : outputs) {
    const std::filesystem::path extension = std::filesystem::path(output).extension();
    if (extension != ".html" && extension != ".json")
      throw UsageError(fmt::format("--output '{}': expected a name that ends with .html or .json", output));
  }
  if (!options.stall_monitor.empty()) outputs.push_back(options.stall_monitor);
  std::error_code ignored;
  for (const std::string& output : outputs) {
    if (std::filesystem::equivalent(output, options.input, ignored))
      throw UsageError(fmt::format("the output '{}' is the input", output));
    const std::filesystem::path folder = std::filesystem::path(output).parent_path();
    if (!folder.empty() && !std::filesystem::is_directory(folder, ignored))
      throw UsageError(fmt::format("'{}': there is no folder '{}'", output, folder.string()));
  }
}

void trace(const TraceOptions& options, Context& context) {
  require_outputs(options);
  Trace trace = read_trace(std::filesystem::path(options.input));
  if (options.stall_seconds) trace.stall_seconds = *options.stall_seconds;
  const std::vector<ModuleStalls> stalls = stalls_of(trace);
  for (const std::string& output : options.outputs)
    write_output(output, [&](std::ostream& out) {
      if (std::filesystem::path(output).extension() == ".html")
        out << stall_page(trace, stalls, std::filesystem::path(options.input).filename().string());
      else
        write_chrome_json(trace, out);
    });
  if (!options.stall_monitor.empty())
    write_output(options.stall_monitor, [&](std::ostream& out) { out << stall_monitor_lines(trace); });
  context.print(options.is_json ? to_text(trace_json(trace, stalls)) : trace_text(trace, stalls, context.out()));
}

}  // namespace

void add_trace(CLI::App& program, Action& action) {
  const auto options = std::make_shared<TraceOptions>();
  CLI::App* command = program.add_subcommand("trace", "Show where a recorded run spent its time, and where it waited");
  command->add_option("input", options->input, "The trace: JSON in the format of Chrome's, as ramet records it")
      ->type_name("TRACE.json")
      ->required();
  command
      ->add_option(
          "-o,--output", options->outputs,
          "A page (.html), or the trace with a row for each stream and thread for Perfetto (.json); may be repeated")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command
      ->add_option("--stall-monitor", options->stall_monitor,
                   "Write lines as CMS's StallMonitor does, for edmStreamStallGrapher.py")
      ->type_name("FILE");
  command
      ->add_option("--stall", options->stall_seconds,
                   "Waits longer than this are stalls (default: as the trace says, else 0.1)")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.0, 1e6));
  command->add_flag("--json", options->is_json, "Print the states and stalls as JSON");
  command->footer(
      "Examples:\n"
      "  ramet trace run.json\n"
      "  ramet trace run.json -o stalls.html\n"
      "  ramet trace run.json -o run.perfetto.json --stall-monitor stalls.txt --stall 0.01");
  command->callback([options, &action] { action = [options](Context& context) { trace(*options, context); }; });
}

}  // namespace ramet::cli
