#include "cli/text/html.hpp"

#include <doctest/doctest.h>

using namespace ramet::cli;

TEST_CASE("html: tags, quotes and control characters of a text have no effect") {
  CHECK(html_text("a<b> & \"c\"\x1b[2J") == "a&lt;b&gt; &amp; &quot;c&quot;?[2J");
  const std::string page = html_page("x<y", "p {}\n", "<p>body</p>\n");
  CHECK(page.starts_with("<!DOCTYPE html>\n"));
  CHECK(page.find("<title>x&lt;y</title>\n<style>\np {}\n</style>") != std::string::npos);
  CHECK(page.ends_with("<p>body</p>\n</body>\n</html>\n"));
}
