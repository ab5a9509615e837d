#pragma once

#include <sstream>
#include <string>

#include "cli/tracing/trace_reader.hpp"

namespace ramet::cli::sample {

inline Trace trace_of(const std::string& json) {
  std::istringstream in(json);
  return read_trace(in);
}

/// Two streams: 7 reads, waits and writes; 9 has only work outside of a module.
inline const std::string two_streams = R"({"displayTimeUnit":"ms",
  "otherData":{"program":"ramet 1","streams":1,"threads":2,"stall_seconds":0.05,"dropped":12345,"more":{"streams":[4]}},
  "traceEvents":[
    {"ph":"M","pid":1,"name":"process_name","args":{"name":"job <1>"}},
    {"ph":"M","pid":1,"tid":7,"name":"thread_name","args":{"name":"reco \"7\""}},
    {"ph":"M","pid":2,"tid":9,"name":"thread_name","args":{"name":"of another process"}},
    {"ph":"X","pid":1,"tid":7,"ts":1000.5,"dur":100,"name":"source","cat":"read","args":{"event":3,"thread":12}},
    {"ph":"X","pid":1,"tid":7,"ts":1100.5,"dur":60000,"name":"RECO","cat":"wait:order","args":{"event":3,"thread":12}},
    {"ph":"X","pid":1,"tid":7,"ts":61100.5,"dur":500,"name":"RECO","cat":"module","args":{"event":3,"thread":4}},
    {"ph":"X","pid":1,"tid":7,"ts":61100.5,"dur":20.25,"name":"RECO","cat":"fill",
     "args":{"event":3,"bytes":77,"tier":"AOD","thread":4}},
    {"ph":"X","pid":1,"tid":9,"ts":2000.5,"dur":10,"name":"gpu","cat":"external","args":{}},
    {"ph":"X","pid":2,"tid":9,"ts":0,"dur":10,"name":"gpu","cat":"external","args":{}},
    {"ph":"C","pid":1,"ts":1200.5,"name":"queue depth","args":{"value":2.5}},
    {"ph":"C","pid":1,"ts":1100.5,"name":"queue depth","args":{"value":1}},
    {"ph":"s","pid":1,"tid":7,"ts":61100.5,"id":"a"},
    {"ph":"f","pid":1,"tid":9,"ts":61200.5,"id":"a"},
    {"ph":"i","pid":1,"tid":9,"ts":61200.5,"name":"unknown"}]})";

}  // namespace ramet::cli::sample
