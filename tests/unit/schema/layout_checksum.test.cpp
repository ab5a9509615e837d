#include <algorithm>
#include <string_view>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/schema/detail/catalogue.hpp"
#include "ramet/schema/streamer_info.hpp"

using namespace ramet::schema;

TEST_CASE("the checksums of ROOT's own classes follow from their layouts") {
  const auto catalogue = make_catalogue();
  for (const StreamerInfo& info : catalogue->all()) {
    CAPTURE(info.class_name);
    if (info.checksum == 0) continue;  // older than checksums
    // the first four have a member that no layout shows, the other two unique_ptrs, which it shows as pointers
    constexpr std::string_view hiding[] = {"TSeqCollection", "THashList",      "TF1",
                                           "TVirtualFitter", "TF1Convolution", "TF1NormSum"};
    const bool is_hidden = std::ranges::find(hiding, info.class_name) != std::end(hiding);
    CHECK((layout_checksum(info) == info.checksum) == !is_hidden);
  }
}

TEST_CASE("a checksum changes with names, types, dimensions and counters, not with comments") {
  const auto catalogue = make_catalogue();
  const StreamerInfo original = *catalogue->find_latest("TBranch");
  const auto differs = [&](auto change) {
    StreamerInfo changed = original;
    change(changed);
    return layout_checksum(changed) != original.checksum;
  };
  CHECK(differs([](StreamerInfo& info) { info.class_name += "x"; }));
  CHECK(differs([](StreamerInfo& info) { info.elements[0].base_checksum += 1; }));
  CHECK(differs([](StreamerInfo& info) { info.elements[3].name += "x"; }));
  CHECK(differs([](StreamerInfo& info) { info.elements[3].type_name = "short"; }));
  CHECK(differs([](StreamerInfo& info) { info.elements[3].array_dimensions = 1; }));
  CHECK(differs([](StreamerInfo& info) { info.elements[3].title = " [fN] counted"; }));
  CHECK_FALSE(differs([](StreamerInfo& info) { info.elements[3].title = "another comment [fN]"; }));
}

TEST_CASE("a member whose type's name cannot be parsed has no checksum") {
  StreamerInfo info;
  StreamerElement element;
  element.type = type_code::int_;
  element.type_name = "vector<";
  info.elements = {element};
  CHECK_THROWS_AS(layout_checksum(info), ramet::Error);
}
