#include <array>

#include "ramet/expr/internal/reference/tables.hpp"

namespace ramet::inline v1::expr {

namespace {

constexpr auto lists = std::to_array<DescriptionRow>({
    {"Sum", "Sum(v), Sum(v, start)", "The sum, in the type of the elements, which a start has, too.",
     "Sum(RVec<int>{1, 2, 3})"},
    {"Product", "Product(v), Product(v, start)", "The product, in the type of the elements.",
     "Product(RVec<int>{2, 3, 4})"},
    {"Mean", "Mean(v)", "The mean, as double; 0 of none.", "Mean(RVec<int>{1, 2, 4})"},
    {"Var", "Var(v)", "The variance of a sample; 0 of fewer than two.", "Var(RVec<int>{1, 2, 4})"},
    {"StdDev", "StdDev(v)", "The square root of the variance.", "StdDev(RVec<int>{1, 2, 4})"},
    {"Min", "Min(v)", "The least element.", "Min(RVec<int>{2, 1, 3})"},
    {"Max", "Max(v)", "The greatest element.", "Max(RVec<int>{2, 1, 3})"},
    {"ArgMin", "ArgMin(v)", "Where the first least element is.", "ArgMin(RVec<int>{2, 1, 3})"},
    {"ArgMax", "ArgMax(v)", "Where the first greatest element is.", "ArgMax(RVec<int>{2, 1, 3})"},
    {"Any", "Any(v), Any(v, f)", "Whether any element is true.", "Any(RVec<int>{0, 1})"},
    {"All", "All(v), All(v, f)", "Whether all elements are true; of none, true.", "All(RVec<int>{0, 1})"},
    {"Nonzero", "Nonzero(v)", "Where the elements are not 0.", "Nonzero(RVec<int>{0, 5, 0, 7})"},
    {"Argsort", "Argsort(v), Argsort(v, before)",
     "The places of the elements in rising order, or in that of a comparison; equal ones keep their order.",
     "Argsort(RVec<int>{3, 1, 2})"},
    {"StableArgsort", "StableArgsort(v), StableArgsort(v, before)", "The same as Argsort.",
     "StableArgsort(RVec<int>{3, 1, 2})"},
    {"Sort", "Sort(v), Sort(v, before)", "The elements in order.",
     "Sort(RVec<int>{3, 1, 2}, [](int a, int b) { return a > b; })"},
    {"StableSort", "StableSort(v), StableSort(v, before)", "The same as Sort.", "StableSort(RVec<int>{3, 1, 2})"},
    {"Reverse", "Reverse(v)", "The elements from the last to the first.", "Reverse(RVec<int>{1, 2, 3})"},
    {"Take", "Take(v, places), Take(v, n), with a default for what is not there",
     "The elements at places; the first n, or for negative n the last ones.", "Take(RVec<int>{1, 2, 3}, -2)"},
    {"Drop", "Drop(v, places)", "The elements that are not at the places.", "Drop(RVec<int>{1, 2, 3}, RVec<int>{0})"},
    {"Where", "Where(mask, x, y)", "Of each element x or y.", "Where(RVec<int>{1, 0}, 5, RVec<int>{7, 8})"},
    {"Concatenate", "Concatenate(v, w)", "The elements of both.", "Concatenate(RVec<int>{1}, RVec<float>{2.5f})"},
    {"Intersect", "Intersect(v, w)", "The elements of the first that the second has, too.",
     "Intersect(RVec<int>{1, 2, 3}, RVec<int>{3, 1})"},
    {"Map", "Map(v, f), Map(v, w, f)", "A function's value for each element, or for the elements of several lists.",
     "Map(RVec<int>{1, 2}, [](int a) { return a * 0.5; })"},
    {"Filter", "Filter(v, f)", "The elements for which a function is true.",
     "Filter(RVec<int>{1, 2, 3}, [](int a) { return a > 1; })"},
    {"Combinations", "Combinations(v, w), Combinations(n, m), Combinations(v, k)",
     "The places of all pairs, or of all subsets of k, as one list for each member.",
     "Combinations(RVec<int>{7, 8, 9}, 2)"},
    {"Enumerate", "Enumerate(v)", "0, 1, ... for each element.", "Enumerate(RVec<int>{7, 8})"},
    {"Range", "Range(n), Range(a, b), Range(a, b, step)", "The whole numbers from 0 or a to before n or b.",
     "ROOT::VecOps::Range(2, 5)"},
    {"TSeqI", "ROOT::TSeqI(n), (a, b), (a, b, step)", "The same as int, for loops.", "ROOT::TSeqI(3)"},
    {"TSeqU", "ROOT::TSeqU(n), (a, b), (a, b, step)", "The same as unsigned int.", "ROOT::TSeqU(3)"},
    {"TSeqL", "ROOT::TSeqL(n), (a, b), (a, b, step)", "The same as long.", "ROOT::TSeqL(3)"},
    {"Linspace", "Linspace(a, b, n = 128, with_end = true)", "n numbers at equal distances.",
     "ROOT::VecOps::Linspace(0, 1, 5)"},
    {"Logspace", "Logspace(a, b, n = 128, with_end = true, base = 10)",
     "The base to the power of each number of Linspace.", "ROOT::VecOps::Logspace(0, 2, 3)"},
    {"Arange", "Arange(a, b, step)", "a, a + step, ... before b.", "ROOT::VecOps::Arange(0, 1, 0.25)"},
    {"Dot", "Dot(v, w)", "The sum of the products.", "Dot(RVec<int>{1, 2}, RVec<int>{3, 4})"},
    {"size", "size(v)", "How many elements there are.", "std::size(RVec<int>{1, 2})"},
});

}  // namespace

std::span<const DescriptionRow> described_lists() noexcept { return lists; }

}  // namespace ramet::inline v1::expr
