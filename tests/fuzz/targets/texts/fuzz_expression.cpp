// Expressions. Input: the text. It is compiled, and run if it has no loops, which may take their time.

#include <string>
#include <string_view>
#include <vector>

#include "expression_sample.hpp"
#include "fuzz_target.hpp"

using namespace ramet;

namespace {

constexpr std::size_t longest_text = 2000;

}  // namespace

void fuzz::try_on(std::span<const std::byte> input) {
  if (input.size() > longest_text) return;
  const std::string text(reinterpret_cast<const char*>(input.data()), input.size());
  const fuzz::Sample sample = fuzz::make_sample();
  try {
    const expr::Program program = expr::Program::compile(text, sample.scope);
    for (const std::string_view loop : {"for", "while", "do"})
      if (text.find(loop) != std::string::npos) return;
    std::vector<array::Array> columns;
    for (const std::size_t column : program.columns()) columns.push_back(sample.arrays[column]);
    const auto results = expr::Evaluator(program).run(columns, fuzz::Sample::entries, {});
    fuzz::require(results.size() == 1 && results[0].length() == fuzz::Sample::entries,
                  "there is a value for each entry");
    array::validate(results[0]);
  } catch (const Error& error) {
    fuzz::require(error.kind() == ErrorKind::misuse || error.kind() == ErrorKind::unsupported, "the text is refused");
  }
}

std::vector<fuzz::Bytes> fuzz::seeds() {
  std::vector<fuzz::Bytes> all;
  for (const std::string_view text :
       {"v[v > 1 && w != 2] * 2.5f", "i > 0 ? v[0] : -1.f", "Sum(Map(v, [&](float e) { return e * x; }))",
        "Sort(v, [](float a, float b) { return a > b; })", "s + \"a\" == \"b\"", "Combinations(v, w)[0]",
        "(ROOT::Math::PtEtaPhiMVector(x, 1, 2, 3) + ROOT::Math::XYZTVector(1, 2, 3, d)).M()",
        "if (i > 1) return x; float t = 0; for (auto e : v) { if (e > 2) break; t += e; } return t;",
        "float k = 0; for (int j = 0; j < i; ++j) k += Sum(Map(v, [&](float e) { return e * w[j] + k; })); return k;",
        "Map(v, [&](float e) { return Sum(Filter(w, [&](int q) { return q > e; })); })",
        "float d = 9; int k = 0; for (int a = 0; a < int(v.size()); ++a) for (int b = 0; b < a; ++b) if (v[a] != v[b]) "
        "{"
        "  const auto m = sin(v[a] - v[b]); if (m < d) { d = m; k = a; } } return k;",
        "switch (i) { case 0: return 1; default: return 2; }", "ROOT::RVec<ROOT::RVecF>{v, v}[i % 2]",
        "std::max({i, 3}) + 0x1fu + 1'000 + 1e3", "Take(v, -2, 0.f)", "int(d) << 3 | ~i", "not (i and true)"}) {
    const auto bytes = std::as_bytes(std::span(text));
    all.emplace_back(bytes.begin(), bytes.end());
  }
  return all;
}
