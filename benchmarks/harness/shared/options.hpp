#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
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
  int repetition = 0;  ///< of equal tiers and writers: how many come before it

  /// Of its file: each output has one of its own.
  std::string file_name() const {
    std::string name = tier;
    name.append("_").append(writer);
    if (repetition > 0) name.append("_").append(std::to_string(repetition));
    return name.append(".root");
  }
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
  bool keep = false;  ///< the files
  std::vector<OutputOptions> outputs;

  double mean_seconds() const { return (event_ms > 0 ? event_ms : 5400 / scale) * 1e-3; }
  double stall_seconds() const {
    const double wanted = (stall_ms > 0 ? stall_ms : 100 / scale) * 1e-3;
    return wanted < 1e-3 ? 1e-3 : wanted;
  }
  std::string row() const {
    if (!name.empty()) return name;
    if (no_fill || outputs.empty()) return "NoFill";
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
    "       [--name TEXT] [--json] [--keep] [--help]\n"
    "TIER is RECO, AOD, MINIAOD, GENSIM, NANOAOD or WIDE; CONCURRENCY 1 is a module of one call at a time, 0 one\n"
    "without limit. WRITER is tree or ntuple of ramet-harness; ttree, tbuffermerger or rntuple, each also with -imt,\n"
    "rntuple-parallel or rntuple-async of root_harness\n";

[[noreturn]] inline void refuse(const std::string& what) {
  std::fprintf(stderr, "%s\n%s", what.c_str(), usage);
  std::exit(2);
}

[[noreturn]] inline void help() {
  std::fputs(usage, stdout);
  std::exit(0);
}

constexpr double most_streams = 65536;
constexpr double most_threads = 4096;
constexpr double most_whole = 9007199254740992.0;  // 2^53

/// The number that a text is; nothing if it is none, or out of range.
inline std::optional<double> number_in(const std::string& text, double least, double most) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !(value >= least) || !(value <= most)) return std::nullopt;
  return value;
}

/// The same for whole numbers. Doubles have all of them up to `most`.
inline std::optional<long> whole_in(const std::string& text, double least, double most) {
  const std::optional<double> value = number_in(text, least, most);
  if (!value || std::floor(*value) != *value) return std::nullopt;
  return static_cast<long>(*value);
}

[[noreturn]] inline void refuse_number(const std::string& option, const std::string& text, const char* what,
                                       double least, double most) {
  char range[64];
  std::snprintf(range, sizeof range, "%.15g to %.15g", least, most);
  refuse(option + " '" + text + "' is not a " + what + " from " + range);
}

inline double number_of(const std::string& option, const std::string& text, double least, double most = 1e9) {
  const std::optional<double> value = number_in(text, least, most);
  if (!value) refuse_number(option, text, "number", least, most);
  return *value;
}

inline long whole_of(const std::string& option, const std::string& text, double least, double most) {
  const std::optional<long> value = whole_in(text, least, most);
  if (!value) refuse_number(option, text, "whole number", least, most);
  return *value;
}

/// Text as JSON has it, in quotes.
inline std::string json_text(const std::string& text) {
  std::string json = "\"";
  for (const char letter : text) {
    char escaped[8];
    if (letter == '"' || letter == '\\')
      json += {'\\', letter};
    else if (static_cast<unsigned char>(letter) < 0x20 &&
             std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(letter)) > 0)
      json += escaped;
    else
      json += letter;
  }
  return json + '"';
}

/// What a run writes can be written when it ends.
inline void require_folders(const Options& options) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(options.folder, ignored)) refuse("there is no folder '" + options.folder + "'");
  const std::filesystem::path trace = options.trace;
  const std::filesystem::path folder = trace.parent_path();
  if (!folder.empty() && !std::filesystem::is_directory(folder, ignored))
    refuse("--trace '" + options.trace + "': there is no folder '" + folder.string() + "'");
  if (!trace.empty() && std::filesystem::is_directory(trace, ignored))
    refuse("--trace '" + options.trace + "' is a folder");
  if (trace.extension() == ".root") refuse("--trace '" + options.trace + "' is JSON, not a .root file");
}

inline OutputOptions output_of(const std::string& text) {
  const std::size_t first = text.find(':');
  const std::size_t last = text.rfind(':');
  if (first == std::string::npos || first == last) refuse("--output '" + text + "' is not TIER:WRITER:CONCURRENCY");
  return {text.substr(0, first), text.substr(first + 1, last - first - 1),
          static_cast<int>(whole_of("--output " + text + ":", text.substr(last + 1), 0, most_streams)), 0};
}

inline Work work_of(const std::string& text) {
  if (text != "spin" && text != "sleep" && text != "mixed") refuse("--work '" + text + "'");
  return text == "spin" ? Work::spin : text == "sleep" ? Work::sleep : Work::mixed;
}

inline bool is_by_event(const std::string& text) {
  if (text != "event" && text != "arrival") refuse("--order '" + text + "'");
  return text == "event";
}

inline void add_output(Options& options, OutputOptions output) {
  for (const OutputOptions& other : options.outputs)
    if (other.tier == output.tier && other.writer == output.writer) ++output.repetition;
  options.outputs.push_back(std::move(output));
}

/// The options of a command line. Ends the program with 2 if they are wrong, with 0 after it has given help.
inline Options parse(int count, char** values) {
  Options options;
  for (int at = 1; at < count; ++at) {
    const std::string option = values[at];
    const auto is = [&](const char* name) { return option == name; };
    if (is("--help") || is("-h")) help();
    if (is("--long-task"))
      options.long_task = true;
    else if (is("--no-write"))
      options.no_write = true;
    else if (is("--no-fill"))
      options.no_fill = true;
    else if (is("--json"))
      options.json = true;
    else if (is("--keep"))
      options.keep = true;
    else if (at + 1 == count)
      refuse("'" + option + "' is no option, or lacks its value");
    else {
      const std::string value = values[++at];
      const auto number = [&](double least) { return number_of(option, value, least); };
      const auto whole = [&](double least, double most) { return whole_of(option, value, least, most); };
      if (is("--streams"))
        options.streams = static_cast<int>(whole(1, most_streams));
      else if (is("--threads"))
        options.threads = static_cast<int>(whole(1, most_threads));
      else if (is("--events"))
        options.events = whole(1, 1e12);
      else if (is("--scale"))
        options.scale = number(1e-3);
      else if (is("--event-ms"))
        options.event_ms = number(0);
      else if (is("--branches"))
        options.branches = number_of(option, value, 1e-4, 100);
      else if (is("--stall-ms"))
        options.stall_ms = number(0);
      else if (is("--budget-mb"))
        options.budget_mb = number(1);
      else if (is("--seed"))
        options.seed = static_cast<std::uint64_t>(whole(0, most_whole));
      else if (is("--folder"))
        options.folder = value;
      else if (is("--trace"))
        options.trace = value;
      else if (is("--name"))
        options.name = value;
      else if (is("--output"))
        add_output(options, output_of(value));
      else if (is("--work"))
        options.work = work_of(value);
      else if (is("--order"))
        options.by_event = is_by_event(value);
      else
        refuse("no option '" + option + "'");
    }
  }
  require_folders(options);
  return options;
}

}  // namespace harness
