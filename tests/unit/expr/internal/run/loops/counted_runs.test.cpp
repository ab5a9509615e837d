#include "ramet/expr/internal/run/loops/counted_runs.hpp"

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "unit/expr/loop_samples.hpp"
#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using List = const std::vector<double>&;

static_assert(!std::is_default_constructible_v<expr::CountedRuns>);  // it is found

namespace {

// Text that folds a list q such that the order of its values matters, and the same.
const char* const fold = "double sum = 0; for (std::size_t i = 0; i < q.size(); ++i) sum = sum / 2 + q[i]; return sum;";

double folded(List list) {
  double sum = 0;
  for (const double one : list) sum = sum / 2 + one;
  return sum;
}

template <class Plain>
void check_list(const std::string& text, const Plain& plain) {
  sample::check_loop("ROOT::RVec<double> q; " + text + fold, [&](int n, List v) {
    std::vector<double> q;
    plain(n, v, q);
    return folded(q);
  });
}

}  // namespace

TEST_CASE("a loop that counts has the runs of a plain loop, from anywhere to anywhere") {
  check_list("for (int i = 3; i <= n; ++i) q.push_back(i);", [](int n, List, auto& q) {
    for (int i = 3; i <= n; ++i) q.push_back(i);
  });
  check_list("for (int i = -n; i < 4 - n % 7; i++) q.push_back(i * n);", [](int n, List, auto& q) {
    for (int i = -n; i < 4 - n % 7; i++) q.push_back(i * n);
  });
  check_list(
      "for (std::size_t i = 0; i < v.size(); ++i) for (std::size_t j = i + 1; j < v.size(); j += 1)"
      "  if (v[i] < v[j]) q.push_back(v[i] + v[j]);",
      [](int, List v, auto& q) {
        for (std::size_t i = 0; i < v.size(); ++i)
          for (std::size_t j = i + 1; j < v.size(); j += 1)
            if (v[i] < v[j]) q.push_back(v[i] + v[j]);
      });
}

TEST_CASE("the counter is there behind the loop, also where it never ran") {
  check_list(
      "for (int k = 0; k < 3; ++k) { int i = 5 * k; for (; i < n; ++i) if (i % 2 == 0) q.push_back(i); q.push_back(i); "
      "}",
      [](int n, List, auto& q) {
        for (int k = 0; k < 3; ++k) {
          int i = 5 * k;
          for (; i < n; ++i)
            if (i % 2 == 0) q.push_back(i);
          q.push_back(i);
        }
      });
}

TEST_CASE("numbers of other types are compared as C++ compares them") {
  check_list("for (unsigned i = 0; i < v.size(); ++i) q.push_back(i);", [](int, List v, auto& q) {
    for (unsigned i = 0; i < v.size(); ++i) q.push_back(i);
  });
  check_list("for (long i = n; i < 20; ++i) q.push_back(i);", [](int n, List, auto& q) {
    for (long i = n; i < 20; ++i) q.push_back(static_cast<double>(i));
  });
  // A negative number is a very large one beside an unsigned.
  check_list("for (int i = n - 5; i < v.size(); ++i) q.push_back(i);", [](int n, List v, auto& q) {
    for (int i = n - 5; static_cast<std::size_t>(i) < v.size(); ++i) q.push_back(i);
  });
}

TEST_CASE("counters end at the largest number") {
  check_list("for (int i = 2147483617 + n; i < 2147483647; ++i) q.push_back(i % 1000);", [](int n, List, auto& q) {
    for (int i = 2147483617 + n; i < 2147483647; ++i) q.push_back(i % 1000);
  });
}

TEST_CASE("more runs than are computed together go round by round") {
  check_list("if (n == 7) for (int i = 0; i < 20000; ++i) if (i % 1999 == n) q.push_back(i);",
             [](int n, List, auto& q) {
               for (int i = 0; n == 7 && i < 20000; ++i)
                 if (i % 1999 == n) q.push_back(i);
             });
  // Many points, whose runs are taken in parts.
  check_list("for (int i = 0; i < 40 * n; ++i) if (i % 31 == n) q.push_back(i + v.size());",
             [](int n, List v, auto& q) {
               for (int i = 0; i < 40 * n; ++i)
                 if (i % 31 == n) q.push_back(static_cast<double>(i) + static_cast<double>(v.size()));
             });
}

TEST_CASE("what may throw is computed where the body is run, and names the entry") {
  check_list("for (int i = 0; i < n % 3; ++i) if (v.size() > 2) q.push_back(v[2] + v[i]);", [](int n, List v, auto& q) {
    for (int i = 0; i < n % 3; ++i)
      if (v.size() > 2) q.push_back(v[2] + v[static_cast<std::size_t>(i)]);
  });
  const sample::Entries entries(50);
  CHECK_THROWS_WITH_AS(sample::computed("ROOT::RVec<double> q; for (int i = 0; i < 3; ++i) q.push_back(v[i]);"
                                        "return double(q.size());",
                                        entries, 50),
                       doctest::Contains("index "), Error);
}
