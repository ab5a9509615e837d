#include "cli/tracing/stall_page.hpp"

#include "cli/unit/tracing/sample_trace.hpp"
#include <doctest/doctest.h>

using namespace ramet::cli;

// What the page shows is tested in a browser: tests/browser.
TEST_CASE("stall page: names cannot end a script or become tags, and nothing is loaded") {
  Trace trace = sample::trace_of(sample::two_streams);
  trace.names[trace.spans[1].name] = "</script><b>";
  const std::string page = stall_page(trace, stalls_of(trace), "<i>");
  CHECK(page.find("</script><b>") == std::string::npos);
  CHECK(page.find("<td>&lt;/script&gt;&lt;b&gt;</td>") != std::string::npos);
  CHECK(page.find("&lt;i&gt;: 5 spans of 2 streams and 2 threads in 0.0606 s, recorded by ramet 1, in process job "
                  "&lt;1&gt;; 12,345 more spans were dropped when they were recorded; 2 events") != std::string::npos);
  CHECK(page.find(R"("streams":["reco \"7\"","stream 9"])") != std::string::npos);
  for (const char* word : {"http:", "https:", "src=", "@import", "@summary@", "@stalls@", "@limit@"})
    CHECK(page.find(word) == std::string::npos);
}
