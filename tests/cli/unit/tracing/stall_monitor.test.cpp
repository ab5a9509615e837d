#include "cli/tracing/stall_monitor.hpp"

#include <string>
#include <vector>

#include "cli/unit/tracing/sample_trace.hpp"
#include <doctest/doctest.h>
#include <fmt/format.h>

using namespace ramet::cli;

namespace {

/// The lines that are no comment, and those that name modules, each with an end of line.
std::string lines_of(const Trace& trace) {
  const std::string text = stall_monitor_lines(trace);
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at) + 1;
    if (text[at] != '#' || text[at + 1] == 'M') result += text.substr(at, end - at);
    at = end;
  }
  return result;
}

std::string span(std::int64_t begin, std::int64_t duration, std::string_view name, std::string_view state, int event) {
  return fmt::format(R"({{"ph":"X","pid":1,"tid":0,"ts":{},"dur":{},"name":"{}","cat":"{}","args":{{"event":{}}}}})",
                     begin, duration, name, state, event);
}

Trace trace_with(const std::vector<std::string>& spans) {
  std::string json = "[";
  for (const std::string& one : spans) json += (json.size() > 1 ? "," : "") + one;
  return sample::trace_of(json + "]");
}

}  // namespace

TEST_CASE("stall monitor: a wait is between the prefetching and the start of its module") {
  CHECK(stall_monitor_lines(Trace{}).starts_with("# Transition"));
  CHECK(lines_of(sample::trace_of(sample::two_streams)) ==
        "#M 1 RECO\n#M 2 gpu\n"
        "S 0 0\n"  // the source's span makes the event
        "s 0 100\nE 0 1 1 3 100\np 0 1 100\n"
        "A 1 2 1000\na 1 2 1000\nM 1 2 0 1010\nm 1 2 0 1010\nS 1 1010\ns 1 1010\n"  // without a module that takes it
        "M 0 1 0 60100\nm 0 1 0 60600\ne 0 1 1 3 60600\n");
}

TEST_CASE("stall monitor: a wait within a module is a module of its own, which does not run") {
  const Trace trace = trace_with({span(0, 100, "RECO out", "module", 1), span(20, 30, "RECO out", "wait:memory", 1)});
  CHECK(lines_of(trace) ==
        "#M 1 RECO_out\n#M 2 RECO_out:wait:memory\n"
        "S 0 0\ns 0 0\nE 0 1 1 1 0\nM 0 1 0 0\np 0 2 20\nM 0 2 0 50\nm 0 2 0 50\nm 0 1 0 100\ne 0 1 1 1 100\n");
}

TEST_CASE("stall monitor: a wait that no module follows does not belong to the next event's") {
  const Trace trace = trace_with({span(0, 10, "out", "wait:order", 1), span(500, 10, "out", "module", 2)});
  CHECK(lines_of(trace) ==
        "#M 2 out\n#M 1 out:wait:order\n"
        "S 0 0\ns 0 0\nE 0 1 1 1 0\np 0 1 0\nM 0 1 0 10\nm 0 1 0 10\ne 0 1 1 1 10\n"
        "S 0 500\ns 0 500\nE 0 1 1 2 500\nM 0 2 0 500\nm 0 2 0 510\ne 0 1 1 2 510\n");
}

TEST_CASE("stall monitor: waits that are far apart, or end long before their module, are no stall of it") {
  const std::string first = span(0, 10, "out", "wait:order", 1);
  CHECK(lines_of(trace_with({first, span(5000, 10, "out", "wait:order", 1), span(5010, 10, "out", "module", 1)})) ==
        "#M 2 out\n#M 1 out:wait:order\n"
        "S 0 0\ns 0 0\nE 0 1 1 1 0\np 0 1 0\nM 0 1 0 10\nm 0 1 0 10\n"
        "p 0 2 5000\nM 0 2 0 5010\nm 0 2 0 5020\ne 0 1 1 1 5020\n");
  CHECK(lines_of(trace_with({first, span(5000, 10, "out", "module", 1)})) ==
        "#M 2 out\n#M 1 out:wait:order\n"
        "S 0 0\ns 0 0\nE 0 1 1 1 0\np 0 1 0\nM 0 1 0 10\nm 0 1 0 10\nM 0 2 0 5000\nm 0 2 0 5010\ne 0 1 1 1 5010\n");
  CHECK(lines_of(trace_with({first, span(20, 10, "out", "wait:memory", 1), span(30, 10, "out", "module", 1)})) ==
        "#M 1 out\n"
        "S 0 0\ns 0 0\nE 0 1 1 1 0\np 0 1 0\nM 0 1 0 30\nm 0 1 0 40\ne 0 1 1 1 40\n");
}

TEST_CASE("stall monitor: a name is one word for Python, whose white space is Unicode's") {
  const Trace trace = trace_with({span(0, 10, R"(a\u00a0b\u2003c\u0085d\u3000e\u2028f\tg \u200bh)", "module", 1)});
  CHECK(lines_of(trace).starts_with("#M 1 a_b_c_d_e_f_g_\xe2\x80\x8bh\n"));
}

TEST_CASE("stall monitor: a module that runs twice at once has another name, since the grapher knows one of each") {
  const Trace trace = trace_with({span(0, 10, "a", "module", 1), span(5, 10, "a", "other", 1)});
  CHECK(lines_of(trace) ==
        "#M 1 a\n#M 2 a#2\n"
        "S 0 0\ns 0 0\nE 0 1 1 1 0\nM 0 1 0 0\nM 0 2 1 5\nm 0 1 0 10\nm 0 2 1 15\ne 0 1 1 1 15\n");
}

TEST_CASE("stall monitor: steps of an output without modules are shown, those within a module are not") {
  const Trace trace = trace_with({span(0, 10, "a", "module", 1), span(2, 3, "a", "fill", 1),
                                  span(20, 5, "a", "write", 1), span(30, 5, "late", "read", 1)});
  CHECK(lines_of(trace) ==
        "#M 1 a\n#M 2 a:write\n#M 3 late\n"
        "S 0 0\ns 0 0\nE 0 1 1 1 0\nM 0 1 0 0\nm 0 1 0 10\nM 0 2 0 20\nm 0 2 0 25\nR 0 3 30\nr 0 3 35\ne 0 1 1 1 35\n");
}
