#include "ramet/expr/internal/run/loops/loop_run.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <type_traits>
#include <vector>

#include "unit/expr/loop_samples.hpp"
#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

using namespace ramet;

static_assert(!std::is_copy_constructible_v<expr::LoopRun>);  // it is of one evaluation

TEST_CASE("each entry runs as often as it wants") {
  CHECK(sample::values("int k = 0; for (int j = 0; j < i; ++j) k += j; return k;") == "1 0 10");
  CHECK(sample::values("ROOT::RVec<ROOT::RVecF> o; for (int j = 0; j < i; ++j) o.push_back(v); return o.size();") ==
        "2 0 5");
  CHECK(sample::values("ROOT::RVec<std::string> o; for (int j = 0; j < i; ++j) o.push_back(s); return o;") ==
        "[\"ab\",\"ab\"] [] [\"xyz\",\"xyz\",\"xyz\",\"xyz\",\"xyz\"]");
  CHECK(sample::values("return Map(w, [](int q) { int k = 0; while (k < q) ++k; return k; });") == "[1,0,3] [] [0]");
}

TEST_CASE("what a loop does not change is computed for the entries that run it") {
  CHECK(sample::values("if (w.size() < 2) return 0; auto c = Combinations(w, 2); int k = 0;"
                       "for (std::size_t j = 0; j < c[0].size(); ++j) k += w[c[0][j]] + 10 * w[c[1][j]]; return k;") ==
        sample::values("int k = 0; for (std::size_t a = 0; a < w.size(); ++a)"
                       "  for (std::size_t b = a + 1; b < w.size(); ++b) k += w[a] + 10 * w[b]; return k;"));
  CHECK(sample::values("float first = v[0]; float sum = 0;"
                       "for (std::size_t j = 0; j < v.size(); ++j) sum += first; return sum;") == "9 0 4");
  CHECK(sample::error("int k = 0; for (int j = 0; j < i; ++j) if (j == 4) k += v.at(7); return k;") != "");
}

TEST_CASE("entries leave a loop at different times, with all of its variables") {
  CHECK(sample::values("ROOT::RVecI o; int k = 7; for (int j = 0; j < i; ++j) { k = j; o.push_back(k); }"
                       "o.push_back(k); return o;") == "[0,1,1] [7] [0,1,2,3,4,4]");
  CHECK(sample::values("ROOT::RVec<ROOT::RVecI> o; for (int j = 0; j < i; ++j) { ROOT::RVecI q; for (int l = 0; l < j; "
                       "++l) q.push_back(l); o.push_back(q); } return o;") ==
        "[[],[0]] [] [[],[0],[0,1],[0,1,2],[0,1,2,3]]");
}

TEST_CASE("what is computed ahead is what a plain loop computes") {
  using List = const std::vector<double>&;
  sample::check_loop(
      "double best = 1e9; int a = -1; for (std::size_t i = 0; i < v.size(); ++i)"
      "  for (std::size_t j = i + 1; j < v.size(); ++j) {"
      "    if (v[i] * v[j] < 0) { const double away = std::abs(v[i] + v[j] - 10);"
      "      if (away < best) { best = away; a = int(100 * i + j); } } }"
      "return best + a;",
      [](int, List v) {
        double best = 1e9;
        int a = -1;
        for (std::size_t i = 0; i < v.size(); ++i)
          for (std::size_t j = i + 1; j < v.size(); ++j)
            if (v[i] * v[j] < 0 && std::abs(v[i] + v[j] - 10) < best) {
              best = std::abs(v[i] + v[j] - 10);
              a = static_cast<int>(100 * i + j);
            }
        return best + a;
      });
  sample::check_loop(
      "double sum = 0; int k = 0; while (k < n) { k += 3; if (k < int(v.size())) sum += v[k]; else sum -= 1;"
      "  if (sum > 60) sum /= 2; } return sum + k;",
      [](int n, List v) {
        double sum = 0;
        int k = 0;
        while (k < n) {
          k += 3;
          sum += k < static_cast<int>(v.size()) ? v[static_cast<std::size_t>(k)] : -1;
          if (sum > 60) sum /= 2;
        }
        return sum + k;
      });
}

TEST_CASE("loops that are left early, and lists that grow, are those of a plain loop") {
  using List = const std::vector<double>&;
  sample::check_loop(
      "ROOT::RVec<double> kept; for (auto q : v) { if (q < -45) break; if (q > 0) kept.push_back(q * n); }"
      "double sum = 0; for (std::size_t i = 0; i < kept.size(); ++i) sum = sum / 2 + kept[i]; return sum;",
      [](int n, List v) {
        double sum = 0;
        for (const double q : v) {
          if (q < -45) break;
          if (q > 0) sum = sum / 2 + q * n;
        }
        return sum;
      });
  sample::check_loop(
      "double found = 0; for (int i = 0; i < n; ++i) { double inner = 1;"
      "  for (int j = 0; j < i % 5; ++j) inner += j * i; if (inner > found) found += inner / 3; } return found;",
      [](int n, List) {
        double found = 0;
        for (int i = 0; i < n; ++i) {
          double inner = 1;
          for (int j = 0; j < i % 5; ++j) inner += j * i;
          if (inner > found) found += inner / 3;
        }
        return found;
      });
}

TEST_CASE("what only elements of a list want is not computed where there are none") {
  // w[j] may throw: in the second entry there are no elements of v that want it, and no w[j]. It is known ahead, and
  // what is made of it is not.
  CHECK(sample::values("float k = 0; for (int j = 0; j < 1; ++j) { k = Sum(Map(v, [&](float e) { return e * w[j] + k; "
                       "})); } return k;") == "6 0 0");
  CHECK(sample::values("float k = 1; for (int j = 0; j < 3; ++j) { k = k / 2 + Sum(Map(v, [&](float e) { return e * "
                       "w[j - j] * k; })); } return k;") == "274.625 0.125 0.125");
  CHECK(
      sample::values("float k = 1; for (int j = 0; j < 3; ++j) { k = k / 2 + Sum(Map(v, [&](float e) { return e > 1 && "
                     "w.size() > 1 ? e * w[j] + k : 0.f; })); } return k;") == "36.875 0.125 0.125");
}

TEST_CASE("random numbers of a loop are those of its runs, in any batches") {
  const sample::Entries entries(300);
  const std::string text =
      "double sum = 0; for (int i = 0; i < n; ++i) if (uniform() < 0.5) sum += v.size(); return sum;";
  CHECK(sample::computed(text, entries, 300) == sample::computed(text, entries, 1));
}

TEST_CASE("an element that a loop wants and a list does not have is an error of its entry") {
  CHECK(sample::error("float k = 0; for (int j = 0; j < i; ++j) if (j > 2) k += v[j]; return k;")
            .find("entry 2: index 3 of a list of 1 values") != std::string::npos);
  CHECK(sample::error("double k = 0; for (int j = 0; j < 2 + i; ++j) if (j < i) k += sin(v[j]); return k;")
            .find("entry 2: index 1 of a list of 1 values") != std::string::npos);
  CHECK(sample::error("int k = 0; for (int j = 0; j < 2; j += 0) k += 1; return k;").find("has not ended") !=
        std::string::npos);
}

TEST_CASE("lists whose values change in a loop are those of a plain loop") {
  using List = const std::vector<double>&;
  sample::check_loop(
      "auto q = v; for (std::size_t i = 0; i + 1 < q.size(); ++i) for (std::size_t j = 0; j + 1 < q.size(); ++j)"
      "  if (q[j] > q[j + 1]) { const double last = q[j]; q[j] = q[j + 1]; q[j + 1] = last; }"
      "double sum = 0; for (std::size_t i = 0; i < q.size(); ++i) sum = sum / 2 + q[i]; return sum;",
      [](int, List v) {
        std::vector<double> q = v;
        std::ranges::sort(q);
        double sum = 0;
        for (const double one : q) sum = sum / 2 + one;
        return sum;
      });
  sample::check_loop(
      "ROOT::RVec<double> p(3, 1.); auto q = p; for (int i = 0; i < n; ++i) {"
      "  if (i % 3 == 0) p.push_back(i); else if (i % 3 == 1) { if (i < int(p.size())) { p[i] = p[0] + i; p[0] = p[i]; "
      "} } else q = p;"
      "  if (p.size() > 6) p.push_back(q[0]); }"
      "return Sum(p) + 1000 * Sum(q) + 1e6 * p.size();",
      [](int n, List) {
        std::vector<double> p(3, 1);
        std::vector<double> q = p;
        for (int i = 0; i < n; ++i) {
          if (i % 3 == 0) p.push_back(i);
          if (i % 3 == 1) {
            const auto place = static_cast<std::size_t>(i);
            if (place < p.size()) p[place] = p[0] + i;
            p[0] = place < p.size() ? p[place] : p[0];
          }
          if (i % 3 == 2) q = p;
          if (p.size() > 6) p.push_back(q[0]);
        }
        const auto sum = [](const std::vector<double>& list) { return std::accumulate(list.begin(), list.end(), 0.); };
        return sum(p) + 1000 * sum(q) + 1e6 * static_cast<double>(p.size());
      });
}
