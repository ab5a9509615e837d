#include "ramet/core/trace/span.hpp"

#include <set>
#include <string_view>

#include <doctest/doctest.h>

using namespace ramet;

TEST_CASE("trace span: every state has a name of its own") {
  std::set<std::string_view> names;
  for (std::size_t state = 0; state < trace_state_count; ++state)
    names.insert(to_string(static_cast<TraceState>(state)));
  CHECK(names.size() == trace_state_count);
  CHECK_FALSE(names.contains(""));
  CHECK(to_string(TraceState::module) == "module");
  CHECK(to_string(TraceState::wait_memory) == "wait:memory");
  CHECK(to_string(TraceState::counter) == "counter");
}
