#include "ramet/expr/internal/run/loops/loop_plan.hpp"

#include <string>
#include <vector>

#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

#include "ramet/expr/internal/check/checker.hpp"

using namespace ramet;

namespace {

// The last loop of a text of the sample columns: how many counters it has, then for each set of conditions how many
// nodes are computed ahead: "1 counters, 2 under 0, 1 under 1".
std::string planned(const std::string& text) {
  const sample::Columns columns;
  expr::Graph graph;
  expr::Checker checker(graph, columns.scope);
  checker.check_text(text);
  const expr::LoopPlan plan = expr::plan_loops(graph).back();
  std::string all = fmt::format("{} counters", std::count(plan.is_counter.begin(), plan.is_counter.end(), true));
  for (const auto& ahead : plan.ahead) all += fmt::format(", {} under {}", ahead.nodes.size(), ahead.where.size());
  return all;
}

}  // namespace

TEST_CASE("what depends on counters alone is computed ahead") {
  CHECK(planned("float k = 0; for (int j = 0; j < i; ++j) k += sqrt(j * 2.f); return k;") == "1 counters, 1 under 0");
  CHECK(planned("float k = 0; for (auto q : v) k += q; return k;") == "1 counters, 1 under 0");
  CHECK(planned("int a = i, b = 0; while (a > 0) { a /= 2; b += a; } return b;") == "1 counters, 1 under 0");
}

TEST_CASE("what is wanted under a condition is computed where it is true") {
  // v[j] may throw: it is wanted where the condition is true, which is known ahead.
  CHECK(planned("float k = 0; for (int j = 0; j < i; ++j) if (j < 2) k += v[j]; return k;") ==
        "1 counters, 1 under 0, 1 under 1");
  // Here the condition is not known, but without an error nothing is lost.
  CHECK(planned("double k = 0; for (int j = 0; j < i; ++j) if (k < 2) k += sin(j * d); return k;") ==
        "1 counters, 1 under 0");
  // The index alone, as int64.
  CHECK(planned("float k = 0; for (int j = 0; j < i; ++j) if (k < 2) k += v[j]; return k;") == "1 counters, 1 under 0");
}

TEST_CASE("loops that count with all or none of their variables have nothing ahead") {
  CHECK(planned("int j = 0; while (j < i) j += 2; return j;") == "1 counters");
  CHECK(planned("double k = d; while (k < 10) k = k * k + 1; return k;") == "1 counters");
  CHECK(planned("ROOT::RVecI o; int k = 0; while (o.size() < 2) { o.push_back(i); ++k; } return k;") == "0 counters");
  CHECK(planned("double k = 0; for (int j = 0; j < i; ++j) k += uniform(); return k;") == "1 counters");
}

namespace {

// Whether each loop of a text only writes to lists, outer ones first: "yes no".
std::string writing(const std::string& text) {
  const sample::Columns columns;
  expr::Graph graph;
  expr::Checker checker(graph, columns.scope);
  checker.check_text(text);
  std::string all;
  for (const expr::LoopPlan& plan : expr::plan_loops(graph))
    all += std::string(all.empty() ? "" : " ") + (plan.only_writes ? "yes" : "no");
  return all;
}

}  // namespace

TEST_CASE("loops that only write to lists are known") {
  CHECK(writing("ROOT::RVecF q; for (auto x : v) if (x > 1) q.push_back(x); return q;") == "yes");
  CHECK(writing("ROOT::RVecI q(9, 0); for (int j = 0; j < i; ++j) for (int k = 0; k < j; ++k) q[k] = j; return q;") ==
        "yes yes");
  // What is written depends on what was written before, on another variable, or on random numbers.
  CHECK(writing("ROOT::RVecI q(9, 0); for (int j = 0; j < i; ++j) q[j] = q[0] + 1; return q;") == "no");
  CHECK(writing("ROOT::RVecI q(9, 0); for (int j = 0; j < i; ++j) if (q[j] == 0) q[0] = 1; return q;") == "no");
  CHECK(writing("ROOT::RVecI q; int a = 0; for (int j = 0; j < i; ++j) { a += j; q.push_back(a); } return q;") == "no");
  CHECK(writing("ROOT::RVecI q; for (int j = 0; j < i; ++j) { q.push_back(j); q.push_back(q.size()); } return q;") ==
        "no");
  CHECK(writing("ROOT::RVecD q; for (int j = 0; j < i; ++j) q.push_back(uniform()); return q;") == "no");
  // An inner loop reads what the outer one writes: the outer one goes run by run.
  CHECK(
      writing("ROOT::RVecI q, p; for (int j = 0; j < i; ++j) { q.push_back(j); for (int k = 0; k < int(q.size()); ++k)"
              "  p.push_back(k); } return p;") == "no yes");
}

namespace {

bool counts(const std::string& text) {
  const sample::Columns columns;
  expr::Graph graph;
  expr::Checker checker(graph, columns.scope);
  checker.check_text(text);
  return expr::plan_loops(graph).front().counted.has_value();
}

}  // namespace

TEST_CASE("a loop counts that adds 1 to its counter up to a bound that stays") {
  CHECK(counts("float k = 0; for (int j = 0; j < i; ++j) k += v[j]; return k;"));
  CHECK(counts("float k = 0; for (auto q : v) k += q; return k;"));
  CHECK(counts("float k = 0; for (std::size_t j = 2; j <= v.size(); j += 1) k += j; return k;"));
  CHECK(counts("float k = 0; int j = i; while (v.size() > j) { k += j; j++; } return k;"));
  CHECK_FALSE(counts("float k = 0; for (int j = 0; j < i; j += 2) k += j; return k;"));
  CHECK_FALSE(counts("float k = 0; for (int j = i; j > 0; --j) k += j; return k;"));
  CHECK_FALSE(counts("int n = i; float k = 0; for (int j = 0; j < n; ++j) { if (j > 2) n = 3; k += j; } return k;"));
  CHECK_FALSE(counts("float k = 0; for (int j = 0; j < i; ++j) { if (v[j] > 2) break; k += j; } return k;"));
  CHECK_FALSE(counts("float k = 0; for (int j = 0; j < i && k < 5; ++j) k += j; return k;"));
  CHECK_FALSE(counts("float k = 0; for (int j = 0; j < d; ++j) k += j; return k;"));  // it is compared as double
}
