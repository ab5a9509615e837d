#include "ramet/expr/internal/run/loops/writing_loop.hpp"

#include <cmath>
#include <type_traits>
#include <vector>

#include "unit/expr/loop_samples.hpp"
#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using List = const std::vector<double>&;

static_assert(!std::is_copy_constructible_v<expr::WritingLoop>);  // it is of one evaluation

namespace {

// Such that the order of a list's values matters.
double folded(List list) {
  double sum = 0;
  for (const double one : list) sum = sum / 2 + one;
  return sum;
}

const char* const fold = "double sum = 0; for (std::size_t i = 0; i < q.size(); ++i) sum = sum / 2 + q[i]; return sum;";

}  // namespace

TEST_CASE("lists that a loop only writes to are those of a plain loop") {
  sample::check_loop(std::string("ROOT::RVec<double> q; for (auto x : v) if (x > n) q.push_back(x - n);") + fold,
                     [](int n, List v) {
                       std::vector<double> q;
                       for (const double x : v)
                         if (x > n) q.push_back(x - n);
                       return folded(q);
                     });
  sample::check_loop(std::string("ROOT::RVec<double> q(v.size(), 1.); for (int i = 0; i < n; ++i) {"
                                 "  if (i < int(v.size())) q[i] = v[i] + i; else q.push_back(i);"
                                 "  if (i % 3 == 1) q[0] = i; }") +
                         fold,
                     [](int n, List v) {
                       std::vector<double> q(v.size(), 1);
                       for (int i = 0; i < n; ++i) {
                         const auto at = static_cast<std::size_t>(i);
                         if (at < v.size())
                           q[at] = v[at] + i;
                         else
                           q.push_back(i);
                         if (i % 3 == 1 && !q.empty()) q[0] = i;
                       }
                       return folded(q);
                     });
}

TEST_CASE("loops in loops write in the order of the runs") {
  sample::check_loop(
      std::string("ROOT::RVec<double> q(v.size(), 0.); for (std::size_t j = 0; j < v.size(); ++j) {"
                  "  if (j > 0) q[j - 1] = 7;"
                  "  for (std::size_t l = 0; l < v.size(); ++l) if (std::abs(v[j] - v[l]) < 20) q[l] = v[j];"
                  "  for (int l = 0; l < n; ++l) if (l == int(j)) q.push_back(l); }") +
          fold,
      [](int n, List v) {
        std::vector<double> q(v.size(), 0);
        for (std::size_t j = 0; j < v.size(); ++j) {
          if (j > 0) q[j - 1] = 7;
          for (std::size_t l = 0; l < v.size(); ++l)
            if (std::abs(v[j] - v[l]) < 20) q[l] = v[j];
          for (int l = 0; l < n; ++l)
            if (l == static_cast<int>(j)) q.push_back(l);
        }
        return folded(q);
      });
  // Three levels, two lists, and a counter that is read behind the inner loop.
  sample::check_loop(
      std::string("ROOT::RVec<double> q, p(3, 0.); for (int a = 0; a < n % 5; ++a) { int b = 0;"
                  "  for (; b < int(v.size()) && b < 4; ++b) { p[b % 3] = v[b] * a; for (int c = 0; c < b; ++c)"
                  "    if ((a + c) % 2 == 0) q.push_back(100 * a + 10 * b + c); }"
                  "  q.push_back(b); }"
                  "for (auto x : p) q.push_back(x);") +
          fold,
      [](int n, List v) {
        std::vector<double> q, p(3, 0.);
        for (int a = 0; a < n % 5; ++a) {
          int b = 0;
          for (; b < static_cast<int>(v.size()) && b < 4; ++b) {
            p[static_cast<std::size_t>(b % 3)] = v[static_cast<std::size_t>(b)] * a;
            for (int c = 0; c < b; ++c)
              if ((a + c) % 2 == 0) q.push_back(100 * a + 10 * b + c);
          }
          q.push_back(b);
        }
        q.insert(q.end(), p.begin(), p.end());
        return folded(q);
      });
}

TEST_CASE("a list in a loop's body that is filled and read beside the one that is only written to") {
  sample::check_loop(std::string("ROOT::RVec<double> q; for (int a = 0; a < n; ++a) { ROOT::RVec<double> t;"
                                 "  for (auto x : v) if (x > a) t.push_back(x);"
                                 "  if (t.size() > 0) q.push_back(Sum(t) + t[0]); }") +
                         fold,
                     [](int n, List v) {
                       std::vector<double> q;
                       for (int a = 0; a < n; ++a) {
                         double sum = 0;
                         std::vector<double> t;
                         for (const double x : v)
                           if (x > a) t.push_back(x);
                         for (const double x : t) sum += x;
                         if (!t.empty()) q.push_back(sum + t[0]);
                       }
                       return folded(q);
                     });
}

TEST_CASE("what a run wants and a list does not have is an error of its entry; no end is one, too") {
  CHECK(sample::error("ROOT::RVecF q; for (int j = 0; j < i; ++j) if (j > 2) q.push_back(v[j]); return q;")
            .find("entry 2: index 3 of a list of 1 values") != std::string::npos);
  CHECK(
      sample::error("ROOT::RVecI q; for (int j = 0; j < 2; j += 0) q.push_back(j); return q;").find("has not ended") !=
      std::string::npos);
  CHECK(sample::values(
            "ROOT::RVecF q; for (int j = 0; j < i; ++j) if (j < int(v.size())) q.push_back(v[j]); return q;") ==
        sample::values("return Take(v, std::min(i, int(v.size())));"));
}

#ifndef RAMET_SANITIZED  // 100 million changes
TEST_CASE("long loops over many entries need little memory; what needs too much is refused") {
  const sample::Entries entries(3000);
  // 48 million changes, more than a log may have.
  const std::string text =
      "ROOT::RVec<double> q(3, 0.); for (int i = 0; i < 16000; ++i) q[i % 3] = i + n; return q[0];";
  const std::vector<double> found = sample::computed(text, entries, 3000);
  for (std::size_t k = 0; k < found.size(); ++k) REQUIRE(found[k] == 15999 + entries.numbers[k]);
  CHECK_THROWS_WITH_AS(sample::computed("ROOT::RVecI q; for (int i = 0; i < 200; ++i) for (int j = 0; j < 8000; ++j)"
                                        "  q.push_back(j); return q.size() * 1.;",
                                        entries, 3000),
                       "an expression needs more than 1024 MiB for a batch of entries", ramet::Error);
}
#endif
