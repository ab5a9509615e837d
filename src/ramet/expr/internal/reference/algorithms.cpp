#include <array>

#include "ramet/expr/internal/reference/tables.hpp"

namespace ramet::inline v1::expr {

namespace {

constexpr auto algorithms = std::to_array<DescriptionRow>({
    {"accumulate", "std::accumulate(first, last, start), with a lambda for the steps",
     "The sum from start on, in its type.", "RVec<int> v{3, 1, 2}; return std::accumulate(v.begin(), v.end(), 0.5);"},
    {"inner_product", "std::inner_product(first, last, other, start)", "The sum of the products.",
     "RVec<int> v{3, 1, 2}; return std::inner_product(v.begin(), v.end(), v.begin(), 0);"},
    {"count", "std::count(first, last, x)", "How many are equal to x.",
     "RVec<int> v{3, 1, 2}; return std::count(v.begin(), v.end(), 2);"},
    {"count_if", "std::count_if(first, last, f)", "For how many f is true.",
     "RVec<int> v{3, 1, 2}; return std::count_if(v.begin(), v.end(), [](int a) { return a > 1; });"},
    {"any_of", "std::any_of(first, last, f)", "Whether f is true for any.",
     "RVec<int> v{3, 1, 2}; return std::any_of(v.begin(), v.end(), [](int a) { return a > 2; });"},
    {"all_of", "std::all_of(first, last, f)", "Whether f is true for all.",
     "RVec<int> v{3, 1, 2}; return std::all_of(v.begin(), v.end(), [](int a) { return a > 2; });"},
    {"none_of", "std::none_of(first, last, f)", "Whether f is true for none.",
     "RVec<int> v{3, 1, 2}; return std::none_of(v.begin(), v.end(), [](int a) { return a > 3; });"},
    {"find", "std::find(first, last, x)", "The place of the first that is equal, or last.",
     "RVec<int> v{3, 1, 2}; return std::find(v.begin(), v.end(), 2) - v.begin();"},
    {"find_if", "std::find_if(first, last, f)", "The place of the first for which f is true, or last.",
     "RVec<int> v{3, 1, 2}; return *std::find_if(v.begin(), v.end(), [](int a) { return a < 3; });"},
    {"max_element", "std::max_element(first, last)", "The place of the greatest.",
     "RVec<int> v{3, 1, 2}; return *std::max_element(v.begin(), v.end());"},
    {"min_element", "std::min_element(first, last)", "The place of the least.",
     "RVec<int> v{3, 1, 2}; return *std::min_element(v.begin(), v.end());"},
    {"distance", "std::distance(first, last)", "How many are between two places.",
     "RVec<int> v{3, 1, 2}; return std::distance(v.begin(), v.end());"},
    {"next", "std::next(place), std::next(place, n)", "A place behind.",
     "RVec<int> v{3, 1, 2}; return *std::next(v.begin());"},
    {"prev", "std::prev(place), std::prev(place, n)", "A place before.",
     "RVec<int> v{3, 1, 2}; return *std::prev(v.end());"},
    {"sort", "std::sort(first, last), with a comparison", "Sort a variable.",
     "RVec<int> v{3, 1, 2}; std::sort(v.begin(), v.end()); return v;"},
    {"stable_sort", "std::stable_sort(first, last), with a comparison", "The same.",
     "RVec<int> v{3, 1, 2}; std::stable_sort(v.begin(), v.end(), std::greater<int>()); return v;"},
    {"reverse", "std::reverse(first, last)", "Turn a variable around.",
     "RVec<int> v{3, 1, 2}; std::reverse(v.begin(), v.end()); return v;"},
    {"iota", "std::iota(first, last, x)", "Let the elements be x, x + 1, ...",
     "RVec<int> v{3, 1, 2}; std::iota(v.begin(), v.end(), 5); return v;"},
    {"fill", "std::fill(first, last, x)", "Let all elements be x.",
     "RVec<int> v{3, 1, 2}; std::fill(v.begin(), v.end(), 5); return v;"},
    {"swap", "std::swap(a, b)", "Exchange two variables, or elements.",
     "RVec<int> v{3, 1, 2}; std::swap(v[0], v[1]); return v;"},
    {"greater", "std::greater<T>()", "The comparison a > b, for sort.",
     "Sort(RVec<int>{3, 1, 2}, std::greater<int>())"},
    {"less", "std::less<T>()", "The comparison a < b.", "Sort(RVec<int>{3, 1, 2}, std::less<int>())"},
});

}  // namespace

std::span<const DescriptionRow> described_algorithms() noexcept { return algorithms; }

}  // namespace ramet::inline v1::expr
