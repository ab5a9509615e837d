#include "cli/tracing/io_trace.hpp"

#include <vector>

#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::cli;

namespace {

std::vector<IoStep> two_steps() {
  IoStep open{.name = "open the file", .counts = {}, .seconds = 0.1};
  open.counts = {.requests = 2, .bytes = 320 << 10, .depth = 1, .round_trip = 0.05, .transfer_seconds = 0.01};
  IoStep read{.name = "read 1 column", .counts = {}, .seconds = 0.2};
  read.counts = {.requests = 3,
                 .retries = 1,
                 .hedges = 1,
                 .bytes = 1 << 20,
                 .gap_bytes = 2048,
                 .depth = 2,
                 .round_trip = 0.04,
                 .transfer_seconds = 0.03};
  return {open, read};
}

}  // namespace

TEST_CASE("io trace: the text has a row for each step, their sum, and what was measured") {
  CHECK(io_trace_text("a.root", two_steps(), {}) ==
        "a.root\n\n"
        "step           requests  trips     bytes   in gaps  time, s\n"
        "open the file         2      1   320 KiB       0 B    0.100\n"
        "read 1 column         3      2  1.00 MiB  2.00 KiB    0.200\n"
        "───────────────────────────────────────────────────────────\n"
        "all                   5      3  1.31 MiB  2.00 KiB    0.300\n"
        "\none trip: 40 ms; bandwidth: 34.4 MB/s; retries: 1; hedges: 1\n");
}

TEST_CASE("io trace: programs get the same numbers, and null for what was not measured") {
  const Json json = io_trace_json("a.root", two_steps());
  CHECK(json["steps"][1]["step"] == "read 1 column");
  CHECK(json["all"]["requests"] == 5);
  CHECK(json["all"]["depth"] == 3);
  CHECK(!json["all"].contains("step"));
  CHECK(json["round_trip_seconds"] == 0.04);
  const Json nothing = io_trace_json("a.root", {});
  CHECK(nothing["round_trip_seconds"].is_null());
  CHECK(nothing["bytes_per_second"].is_null());
}
