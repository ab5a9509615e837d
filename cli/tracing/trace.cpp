// ramet trace: the recorded spans of a run as a page, as text, and for other programs.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/frames/source.hpp"
#include "cli/text/json.hpp"
#include "cli/text/number_format.hpp"
#include "cli/text/output_file.hpp"
#include "cli/text/table.hpp"
#include "cli/tracing/chrome_json.hpp"
#include "cli/tracing/io_trace.hpp"
#include "cli/tracing/stall_list.hpp"
#include "cli/tracing/stall_monitor.hpp"
#include "cli/tracing/stall_page.hpp"
#include "cli/tracing/trace_reader.hpp"
#include <fmt/format.h>

#include "ramet/dataset/session.hpp"
#include "ramet/dataset/table.hpp"
#include "ramet/io/detail/distant/counted_source.hpp"
#include "ramet/io/detail/url.hpp"
#include "ramet/remote/remote_files.hpp"

namespace ramet::cli {
namespace {

struct TraceOptions {
  std::string input;
  std::vector<std::string> outputs;
  std::string stall_monitor;
  std::optional<double> stall_seconds;
  bool is_json = false;
  bool is_of_io = false;
  std::vector<std::string> branches;
  EntriesOptions entries;
};

/// The time and number of the spans of a state. Threads: a value.
struct StateSum {
  std::uint64_t spans = 0;
  double time = 0;  // nanoseconds; those of all spans may be more than 64 bits have
};

std::array<StateSum, state_count> state_sums(const Trace& trace) {
  std::array<StateSum, state_count> sums;
  for (const Span& span : trace.spans) {
    StateSum& sum = sums.at(static_cast<std::size_t>(span.state));
    ++sum.spans;
    sum.time += static_cast<double>(span.duration);
  }
  return sums;
}

double seconds(double nanoseconds) { return nanoseconds / 1e9; }
double seconds(std::int64_t nanoseconds) { return seconds(static_cast<double>(nanoseconds)); }

std::string trace_text(const Trace& trace, const std::vector<ModuleStalls>& stalls, const Terminal& terminal) {
  std::string text = fmt::format("{} spans, {} streams, {} threads, {:.4g} s\n", format_count(trace.spans.size()),
                                 trace.streams.size(), trace.threads.size(), seconds(trace.duration));
  if (trace.dropped > 0)
    text += fmt::format("{} more spans were dropped when they were recorded: the trace was full\n",
                        format_count(trace.dropped));
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
  Json json = {{"program", trace.program},           {"spans", trace.spans.size()},
               {"streams", trace.streams.size()},    {"threads", trace.threads.size()},
               {"seconds", seconds(trace.duration)}, {"stall_seconds", trace.stall_seconds},
               {"dropped", trace.dropped},           {"left_out", trace.left_out},
               {"states", Json::object()},           {"stalls", Json::array()}};
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

/// Whether a file may be replaced: there is none, it is empty, or it begins as what is written does.
bool may_be_replaced(const std::string& path, char first) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return true;
  std::ifstream file(path, std::ios::binary);
  char begin = first;
  return !(file >> begin) || begin == first;
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
    const bool is_of_monitor = output == options.stall_monitor;
    const char first = is_of_monitor ? '#' : std::filesystem::path(output).extension() == ".html" ? '<' : '{';
    if (!may_be_replaced(output, first))
      throw UsageError(fmt::format("'{}': the file exists, and is no {}", output,
                                   is_of_monitor  ? "list of StallMonitor"
                                   : first == '<' ? "page"
                                                  : "JSON"));
  }
}

/// Reads files, and notes what each step fetched. Threads: one thread.
class IoTracer {
 public:
  IoTracer(const std::string& place, const Context& context)
      : context_(context), is_remote_(remote::is_remote(place)) {}

  template <class Work>
  auto step(std::string name, const Work& work) {
    const io::TrafficCounts before = counts();
    const auto begin = std::chrono::steady_clock::now();
    auto made = work();
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    steps_.push_back({std::move(name), counts() - before, time.count()});
    return made;
  }

  std::shared_ptr<const dataset::File> open(const std::string& path) const {
    if (is_remote_) return context_.open(path);
    auto source = context_.session().open_source(path);
    return context_.session().open(std::make_shared<const io::CountedSource>(std::move(source), local_));
  }

  const std::vector<IoStep>& steps() const noexcept { return steps_; }

 private:
  io::TrafficCounts counts() const { return is_remote_ ? context_.session().traffic() : local_->counts(); }

  const Context& context_;
  bool is_remote_;
  std::shared_ptr<io::Traffic> local_ = std::make_shared<io::Traffic>();
  std::vector<IoStep> steps_;
};

void trace_io(const TraceOptions& options, Context& context) {
  if (!options.outputs.empty() || !options.stall_monitor.empty() || options.stall_seconds)
    throw UsageError("--output, --stall-monitor and --stall are for a trace, not for --io");
  IoTracer tracer(options.input, context);
  const dataset::FileAndObject place = dataset::split_path(options.input);
  const auto file = tracer.step("open the file", [&] { return tracer.open(place.file); });
  if (!place.object.empty()) {
    const auto table = tracer.step("open the table", [&] { return dataset::open_table(file, place.object); });
    const std::uint64_t first = std::min(options.entries.first, table->entries());
    const std::uint64_t count = std::min(options.entries.count.value_or(table->entries()), table->entries() - first);
    const std::size_t columns = options.branches.size();
    if (columns > 0)
      tracer.step(fmt::format("read {} column{}", columns, columns == 1 ? "" : "s"), [&] {
        return table->read(options.branches, {{first}, {first + count}},
                           {.executor = context.session().executor(), .stop = context.stop()});
      });
  } else if (!options.branches.empty()) {
    throw UsageError(fmt::format("--branch: '{}' names no tree or ntuple, as FILE:TREE does", options.input));
  }
  context.print(options.is_json ? to_text(io_trace_json(file->name(), tracer.steps()))
                                : io_trace_text(file->name(), tracer.steps(), context.out()));
}

/// A trace is a file of this machine; of URLs and ROOT files, --io shows something.
void require_trace(const std::string& input) {
  constexpr std::string_view magic = "root";
  std::error_code ignored;
  const bool is_url = !io::url_scheme(input).empty() && !std::filesystem::exists(input, ignored);
  const std::string path = is_url ? std::string() : dataset::split_path(input).file;
  std::string begin(magic.size(), '\0');
  if (std::filesystem::is_regular_file(path, ignored))
    std::ifstream(path, std::ios::binary).read(begin.data(), static_cast<std::streamsize>(begin.size()));
  if (!is_url && begin != magic) return;
  throw UsageError(
      fmt::format("'{0}' is {1}, and a trace is a file of JSON: `ramet trace --io {0}` counts what reading it takes",
                  io::shown_url(input), is_url ? "a URL" : "a ROOT file"));
}

void trace(const TraceOptions& options, Context& context) {
  if (options.stall_seconds && std::isnan(*options.stall_seconds))
    throw UsageError("--stall: expected a number of seconds");
  if (options.is_of_io) return trace_io(options, context);
  if (!options.branches.empty()) throw UsageError("--branch is for --io");
  if (options.entries.first != 0 || options.entries.count) throw UsageError("--first and --entries are for --io");
  require_trace(options.input);
  require_outputs(options);
  Trace trace = read_trace(std::filesystem::path(options.input));
  if (options.stall_seconds) trace.stall_seconds = *options.stall_seconds;
  const std::vector<ModuleStalls> stalls = stalls_of(trace);
  unmark_others(trace, stalls);
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
  command
      ->add_option("input", options->input,
                   "The trace: JSON in the format of Chrome's, as ramet records it; with --io a file, or a tree in it")
      ->type_name("TRACE.json|FILE[:TREE]")
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
  command->add_flag("--json", options->is_json, "Print what is found as JSON");
  command->add_flag("--io", options->is_of_io,
                    "Open a file or URL, and count the requests, trips and bytes that this takes");
  command
      ->add_option("--branch", options->branches,
                   "With --io: read these columns, too, all at once; names with commas between them, may be repeated")
      ->type_name("NAME")
      ->delimiter(',')
      ->allow_extra_args(false);
  add_entries_options(*command, options->entries);
  command->footer(
      "Examples:\n"
      "  ramet trace run.json\n"
      "  ramet trace run.json -o stalls.html\n"
      "  ramet trace run.json -o run.perfetto.json --stall-monitor stalls.txt --stall 0.01\n"
      "  ramet trace --io https://host/run7.root:Events --branch pt,eta");
  command->callback([options, &action] { action = [options](Context& context) { trace(*options, context); }; });
}

}  // namespace ramet::cli
