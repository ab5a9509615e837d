#include "ramet/merge/plan_page.hpp"

#include <doctest/doctest.h>

using namespace ramet::merge;

TEST_CASE("plan page: has tables, other objects, differences and files, with all names escaped") {
  MergePlan plan;
  plan.inputs = {"a.root", "b<script>.root"};
  plan.input_bytes = 1234567;
  plan.objects.push_back({.path = "d/t&\"u\"", .class_name = "TTree", .way = Way::move, .inputs = 2, .entries = 1000});
  plan.objects.push_back({.path = "g", .class_name = "TH1D", .way = Way::sum, .inputs = 2, .bytes = 7});
  plan.objects.push_back({.path = "h", .class_name = "TH1D", .way = Way::sum, .inputs = 2, .bytes = 8});
  plan.objects[0].runs.push_back(
      {.way = Way::gather, .reason = "<small>", .input = 1, .inputs = 1, .entries = 4, .clusters = 2, .bytes = 20});
  plan.files.push_back({.path = "", .inputs = 2, .bytes = 9, .tables = {{"d/t&\"u\"", 1000}}});
  std::string page = to_html(plan);
  const auto has = [&](std::string_view text) { return page.find(text) != std::string::npos; };
  CHECK(page.starts_with("<!DOCTYPE html>"));
  CHECK(page.ends_with("</html>\n"));
  CHECK(has("2 inputs, 1&#8239;234&#8239;567 bytes. Nothing was written: this is the plan."));
  CHECK(has("<tr><td>d/t&amp;&quot;u&quot;</td><td>TTree</td><td>move</td>"));
  CHECK(has("<td>TH1D</td><td>sum</td><td class=\"number\">2</td><td class=\"number\">15</td>"));
  CHECK(has("<td>gather</td><td>&lt;small&gt;</td><td>b&lt;script&gt;.root</td><td class=\"number\">1</td>"));
  CHECK(has("<td>file 1</td>"));
  CHECK_FALSE(has("Differences"));
  plan.files[0].path = "all.root";
  page = to_html(plan);
  CHECK(has("The merge is done."));
  plan.differences.push_back({.kind = DifferenceKind::column_type,
                              .path = "t",
                              .part = "x\n\xff",
                              .message = "is 'µ' instead of 'a'",
                              .input = 1,
                              .inputs = 3,
                              .entries = 5});
  page = to_html(plan);
  CHECK(has("nothing was written.</span>"));
  CHECK(
      has("<td class=\"loss\">loss</td><td>type</td><td>t</td><td>x?"
          "?</td><td>is 'µ' instead of 'a'</td>"
          "<td>b&lt;script&gt;.root</td><td class=\"number\">3</td><td class=\"number\">5</td>"));
  CHECK_FALSE(has("Output"));
  CHECK_FALSE(has("<script"));
}
