#include <array>

#include "ramet/expr/internal/reference/tables.hpp"

namespace ramet::inline v1::expr {

namespace {

constexpr auto strings = std::to_array<DescriptionRow>({
    {"to_string", "std::to_string(x)", "The number as text.", "std::to_string(2.5)"},
    {"stoi", "std::stoi(s)", "The whole number at the beginning of a text, as int.", "std::stoi(\"12 jets\")"},
    {"stol", "std::stol(s)", "The same as long.", "std::stol(\"12\")"},
    {"stoll", "std::stoll(s)", "The same as long.", "std::stoll(\"12\")"},
    {"stoul", "std::stoul(s)", "The same as unsigned long.", "std::stoul(\"12\")"},
    {"stoull", "std::stoull(s)", "The same as unsigned long.", "std::stoull(\"12\")"},
    {"stof", "std::stof(s)", "The number at the beginning of a text, as float.", "std::stof(\"2.5\")"},
    {"stod", "std::stod(s)", "The same as double.", "std::stod(\"2.5\")"},
    {"atoi", "atoi(s)", "The whole number at the beginning of a text; 0 if there is none.", "atoi(\"x\")"},
    {"atol", "atol(s)", "The same as long.", "atol(\"12\")"},
    {"atof", "atof(s)", "The number at the beginning of a text; 0 if there is none.", "atof(\"2.5\")"},
    {"strstr", "strstr(s, t)", "Whether t is in s.", "strstr(\"ttbar\", \"bar\")"},
    {"strcmp", "strcmp(s, t)", "0 if both are equal, otherwise below or above 0.", "strcmp(\"ab\", \"ab\")"},
    {"strncmp", "strncmp(s, t, n)", "The same of the first n characters.", "strncmp(\"abc\", \"abd\", 2)"},
    {"strlen", "strlen(s)", "How many characters there are.", "strlen(\"abc\")"},
    {"Form", "Form(format, ...)", "A text with values in it, as printf writes them.",
     "Form(\"%d jets, %.2f\", 3, 2.5)"},
    {"TString::Format", "TString::Format(format, ...)", "The same.", "TString::Format(\"%03d\", 7)"},
    {"toupper", "toupper(c)", "The capital letter, as int.", "toupper('a')"},
    {"tolower", "tolower(c)", "The small letter, as int.", "tolower('A')"},
    {"isalnum", "isalnum(c)", "Not 0 for a letter or a digit; int.", "isalnum('_')"},
    {"isalpha", "isalpha(c)", "Not 0 for a letter.", "isalpha('a') != 0"},
    {"isdigit", "isdigit(c)", "Not 0 for a digit.", "isdigit('7') != 0"},
    {"islower", "islower(c)", "Not 0 for a small letter.", "islower('A')"},
    {"ispunct", "ispunct(c)", "Not 0 for what is neither a letter nor a digit and can be seen.", "ispunct('_') != 0"},
    {"isspace", "isspace(c)", "Not 0 for a space or an end of line.", "isspace(' ') != 0"},
    {"isupper", "isupper(c)", "Not 0 for a capital letter.", "isupper('A') != 0"},
    {"isxdigit", "isxdigit(c)", "Not 0 for a hexadecimal digit.", "isxdigit('g')"},
});

constexpr auto others = std::to_array<DescriptionRow>({
    {"make_pair", "std::make_pair(a, b)", "A pair, with members first and second.", "std::make_pair(1, 2.5).second"},
    {"make_tuple", "std::make_tuple(a, b, ...)", "A tuple, whose parts std::get and [a, b, c] name.",
     "auto [a, b, c] = std::make_tuple(1, 2, 3); return a + b * c;"},
    {"get", "std::get<k>(x)", "A part of a pair or a tuple, or an element of an array.",
     "std::get<1>(std::make_pair(1, 2.5))"},
    {"move", "std::move(x)", "x.", "std::move(3)"},
});

constexpr auto operators = std::to_array<DescriptionRow>({
    {"+", "a + b, a - b, a * b",
     "Arithmetic in C++'s common type; of lists element by element; of strings, + joins them.",
     "RVec<int>{1, 2} + 0.5f"},
    {"/", "a / b", "The quotient; of whole numbers without what is behind the point.", "7 / 2"},
    {"%", "a % b", "What is left of a / b, of whole numbers.", "-7 % 3"},
    {"&", "a & b, a | b, a ^ b, ~a", "The bits of whole numbers.", "6 & 3"},
    {"<<", "a << b, a >> b", "The bits moved, of whole numbers.", "1 << 4"},
    {"==", "a == b, a != b, a < b, a > b, a <= b, a >= b", "A comparison: bool; of lists, lists of int.",
     "RVec<int>{1, 2} > 1"},
    {"&&", "a && b, a || b, !a", "Logic; of numbers, b is computed only where a leaves it open.", "true && !false"},
    {"? :", "c ? a : b", "a where c is true, otherwise b, in their common type; only what is wanted is computed.",
     "true ? 1 : 2.5"},
    {"v[i]", "v[i], v[mask]", "An element; the elements for which a mask is true.",
     "RVec<int>{3, 1, 2}[RVec<int>{1, 0, 1}]"},
    {"(T) x", "(T) x, T(x), static_cast<T>(x)", "The value as another type.", "(int) 2.9"},
    {"f(x)", "[](T x) { return ...; }(x)", "A function that is made in place.", "[](double x) { return x * x; }(3)"},
    {"=", "x = y, x += y, ..., ++x, x++", "Change a variable, or an element of one.",
     "int x = 3; x *= 2; return x++ + x;"},
});

}  // namespace

std::span<const DescriptionRow> described_strings() noexcept { return strings; }
std::span<const DescriptionRow> described_others() noexcept { return others; }
std::span<const DescriptionRow> described_operators() noexcept { return operators; }

}  // namespace ramet::inline v1::expr
