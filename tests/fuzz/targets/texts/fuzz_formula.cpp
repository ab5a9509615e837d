// Formulas of TF1 and TFormula. Input: the text. It is compiled and evaluated at two points.

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz_target.hpp"

#include "ramet/core/error.hpp"
#include "ramet/expr/formula.hpp"

using namespace ramet;

namespace {

constexpr std::size_t points = 2;
constexpr std::size_t longest_text = 2000;

}  // namespace

void fuzz::try_on(std::span<const std::byte> input) {
  if (input.size() > longest_text) return;
  const std::string text(reinterpret_cast<const char*>(input.data()), input.size());
  try {
    const expr::Formula formula = expr::Formula::compile(text);
    const std::vector<double> coordinates{1.5, -2};
    const std::vector<std::span<const double>> columns(formula.variables(), coordinates);
    const std::vector<double> parameters(formula.parameters().size(), 0.7);
    std::vector<double> values(points), again(1);
    formula.evaluate(columns, parameters, values);
    const std::vector<std::span<const double>> last(formula.variables(), std::span(coordinates).last(1));
    formula.evaluate(last, parameters, again);
    fuzz::require(std::memcmp(&again[0], &values[1], sizeof(double)) == 0, "a point has one value");
  } catch (const Error& error) {
    fuzz::require(error.kind() == ErrorKind::misuse || error.kind() == ErrorKind::unsupported, "the text is refused");
  }
}

std::vector<fuzz::Bytes> fuzz::seeds() {
  std::vector<fuzz::Bytes> all;
  for (const std::string_view text :
       {"gaus(0)+pol2(3)", "[A]*exp(-x/[tau])", "gaus(x-[3],[0..2])", "crystalball", "cheb5*(x>1 && y<2)",
        "-x^2^[p1] + x[4]*sq(pi)", "x>1 ? TMath::Sin(x) : expo(y,[a],[b])", "[#m_{0}]*1e-3--x", "bigaus+xyexpo(6)",
        "ROOT::Math::breitwigner_pdf(x,2.5,[M])/int(y)"}) {
    const auto bytes = std::as_bytes(std::span(text));
    all.emplace_back(bytes.begin(), bytes.end());
  }
  return all;
}
