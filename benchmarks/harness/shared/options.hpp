#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

// What a run of the harness does: the same words for ramet's program and for the one that links ROOT (C++17).

namespace harness {

enum class Work { spin, sleep, mixed };

/// One output: which contents, who writes them, and how many streams may be inside at once; 0 for any number. Threads:
/// a value.
struct OutputOptions {
  std::string tier;
  std::string writer;
  int concurrency = 0;
};

/// Options of a run. Threads: a value.
struct Options {
  int streams = 2;
  int threads = 2;
  long events = 400;
  double scale = 100;   ///< divides work and bytes together
  double event_ms = 0;  ///< mean time of an event's modules; 0: 5400 / scale
  double branches = 1;  ///< share of the tiers' columns
  Work work = Work::spin;
  bool long_task = false;  ///< every 100 events one that takes eight times as long
  bool by_event = true;    ///< order of entries, for writers that have one
  bool no_write = false;   ///< encode and compress, but keep nothing
  bool no_fill = false;    ///< do not even fill
  double stall_ms = 0;     ///< 0: 100 ms / scale, at least 1 ms
  double budget_mb = 1024;
  std::uint64_t seed = 1;
  std::string folder = ".";
  std::string trace;  ///< a path, or nothing
  std::string name;   ///< of the row; by default the outputs
  bool json = false;
  std::vector<OutputOptions> outputs;

  double mean_seconds() const { return (event_ms > 0 ? event_ms : 5400 / scale) * 1e-3; }
  double stall_seconds() const {
    const double wanted = (stall_ms > 0 ? stall_ms : 100 / scale) * 1e-3;
    return wanted < 1e-3 ? 1e-3 : wanted;
  }
  std::string row() const {
    if (!name.empty()) return name;
    if (no_fill) return "NoFill";
    std::string text;
    for (const OutputOptions& output : outputs)
      text += (text.empty() ? "" : " ") + output.tier + ":" + output.writer + ":" + std::to_string(output.concurrency);
    return no_write ? "NoWrite, " + text : text;
  }
};

inline const char* usage =
    "usage: [--streams N] [--threads N] [--events N] [--scale K] [--event-ms MS] [--work spin|sleep|mixed]\n"
    "       [--output TIER:WRITER:CONCURRENCY]... [--order event|arrival] [--long-task] [--no-write] [--no-fill]\n"
    "       [--branches SHARE] [--stall-ms MS] [--budget-mb MB] [--seed N] [--folder PATH] [--trace PATH]\n"
    "       [--name TEXT] [--json]\n"
    "TIER is RECO, AOD, MINIAOD, GENSIM, NANOAOD or WIDE; CONCURRENCY 1 is a module of one call at a time, 0 one\n"
    "without limit\n";

[[noreturn]] inline void refuse(const std::string& what) {
  std::fprintf(stderr, "%s\n%s", what.c_str(), usage);
  std::exit(2);
}

inline double number_of(const std::string& option, const std::string& text, double least) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !(value >= least))
    refuse(option + " '" + text + "' is not a number from here on");
  return value;
}

inline OutputOptions output_of(const std::string& text) {
  const std::size_t first = text.find(':');
  const std::size_t last = text.rfind(':');
  if (first == std::string::npos || first == last) refuse("--output '" + text + "' is not TIER:WRITER:CONCURRENCY");
  return {text.substr(0, first), text.substr(first + 1, last - first - 1),
          static_cast<int>(number_of("--output", text.substr(last + 1), 0))};
}

/// The options of a command line. Ends the program with 2 if they are wrong.
inline Options parse(int count, char** values) {
  Options options;
  for (int at = 1; at < count; ++at) {
    const std::string option = values[at];
    const auto is = [&](const char* name) { return option == name; };
    if (is("--long-task"))
      options.long_task = true;
    else if (is("--no-write"))
      options.no_write = true;
    else if (is("--no-fill"))
      options.no_fill = true;
    else if (is("--json"))
      options.json = true;
    else if (at + 1 == count)
      refuse("'" + option + "' is no option, or lacks its value");
    else {
      const std::string value = values[++at];
      const auto number = [&](double least) { return number_of(option, value, least); };
      const auto choose = [&](const char* name, bool& to, const char* yes, const char* no) {
        if (!is(name)) return false;
        if (value != yes && value != no) refuse(option + " '" + value + "'");
        to = value == yes;
        return true;
      };
      if (is("--streams"))
        options.streams = static_cast<int>(number(1));
      else if (is("--threads"))
        options.threads = static_cast<int>(number(1));
      else if (is("--events"))
        options.events = static_cast<long>(number(1));
      else if (is("--scale"))
        options.scale = number(1e-3);
      else if (is("--event-ms"))
        options.event_ms = number(0);
      else if (is("--branches"))
        options.branches = number(1e-4);
      else if (is("--stall-ms"))
        options.stall_ms = number(0);
      else if (is("--budget-mb"))
        options.budget_mb = number(1);
      else if (is("--seed"))
        options.seed = static_cast<std::uint64_t>(number(0));
      else if (is("--folder"))
        options.folder = value;
      else if (is("--trace"))
        options.trace = value;
      else if (is("--name"))
        options.name = value;
      else if (is("--output"))
        options.outputs.push_back(output_of(value));
      else if (is("--work")) {
        if (value != "spin" && value != "sleep" && value != "mixed") refuse(option + " '" + value + "'");
        options.work = value == "spin" ? Work::spin : value == "sleep" ? Work::sleep : Work::mixed;
      } else if (!choose("--order", options.by_event, "event", "arrival"))
        refuse("no option '" + option + "'");
    }
  }
  return options;
}

}  // namespace harness
