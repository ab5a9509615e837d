#include "ramet/expr/internal/formula/predefined.hpp"

#include <charconv>
#include <limits>
#include <numbers>
#include <utility>

#include <fmt/format.h>

namespace ramet::inline v1::expr {

namespace {

constexpr std::size_t highest_degree = 50;  // of pol

struct Row {
  std::string_view name;
  std::string_view variables;
  std::size_t parameters;
  std::string_view body;
  std::array<std::string_view, 6> names;
};

constexpr std::string_view gauss = "[0]*exp(-0.5*((x-[1])/[2])*((x-[1])/[2]))";

constexpr auto rows = std::to_array<Row>({
    {"gaus", "x", 3, gauss, {"Constant", "Mean", "Sigma"}},
    {"gausn", "x", 3, "[0]*exp(-0.5*((x-[1])/[2])*((x-[1])/[2]))/(sqrt(2*pi)*[2])", {"Constant", "Mean", "Sigma"}},
    {"expo", "x", 2, "exp([0]+[1]*x)", {"Constant", "Slope"}},
    {"landau", "x", 3, "[0]*TMath::Landau(x,[1],[2],false)", {"Constant", "MPV", "Sigma"}},
    {"landaun", "x", 3, "[0]*TMath::Landau(x,[1],[2],true)", {"Constant", "MPV", "Sigma"}},
    {"breitwigner", "x", 3, "[0]*ROOT::Math::breitwigner_pdf(x,[2],[1])", {}},
    {"crystalball",
     "x",
     5,
     "[0]*ROOT::Math::crystalball_function(x,[3],[4],[2],[1])",
     {"Constant", "Mean", "Sigma", "Alpha", "N"}},
    {"crystalballn",
     "x",
     5,
     "[0]*ROOT::Math::crystalball_pdf(x,[3],[4],[2],[1])",
     {"Constant", "Mean", "Sigma", "Alpha", "N"}},
    {"xygaus",
     "xy",
     5,
     "[0]*exp(-0.5*sq((x-[1])/[2])-0.5*sq((y-[3])/[4]))",
     {"Constant", "MeanX", "SigmaX", "MeanY", "SigmaY"}},
    {"bigaus",
     "xy",
     6,
     "[0]*ROOT::Math::bigaussian_pdf(x,y,[2],[4],[5],[1],[3])",
     {"Constant", "MeanX", "SigmaX", "MeanY", "SigmaY", "Rho"}},
    {"xyexpo", "xy", 3, "exp([0]+[1]*x+[2]*y)", {}},
    {"xylandau", "xy", 5, "[0]*TMath::Landau(x,[1],[2],false)*TMath::Landau(y,[3],[4],false)", {}},
});

// Functions of ROOT::Math and TMath, all of whose arguments are numbers; missing ones at the end are those behind.
struct Composed {
  std::string_view name;
  std::size_t least;
  std::string_view body;
  std::array<std::string_view, 7> defaults;
};

// x, alpha, n, sigma, mean: a Gaussian with a tail of a power law below mean - alpha sigma, or above for negative
// alpha.
constexpr std::string_view crystal_ball =
    "[3]<0 ? 0. : ([1]<0 ? -([0]-[4])/[3] : ([0]-[4])/[3]) > -abs([1])"
    " ? exp(-0.5*sq(([0]-[4])/[3]))"
    " : exp(-0.5*sq([1]))*pow([2]/abs([1])/([2]/abs([1])-abs([1])-([1]<0 ? -([0]-[4])/[3] : ([0]-[4])/[3])),[2])";

constexpr auto composed = std::to_array<Composed>({
    {"ROOT::Math::crystalball_function", 4, crystal_ball, {"", "", "", "", "0."}},
    {"ROOT::Math::crystalball_pdf",
     4,
     "[3]<0 ? 0. : [2]<=1 ? NAN : ROOT::Math::crystalball_function([0],[1],[2],[3],[4])/([3]*("
     "[2]/abs([1])/([2]-1)*exp(-0.5*sq([1]))+sqrt(pi/2)*(1+erf(abs([1])/sqrt(2.)))))",
     {"", "", "", "", "0."}},
    {"ROOT::Math::breitwigner_pdf", 2, "[1]/(2*pi*(sq([0]-[2])+0.25*sq([1])))", {"", "", "0."}},
    {"TMath::BreitWigner", 1, "[2]/(2*pi*(sq([0]-[1])+0.25*sq([2])))", {"", "0.", "1."}},
    {"ROOT::Math::bigaussian_pdf",
     2,
     "exp(-(sq(([0]-[5])/[2])+sq(([1]-[6])/[3])-2*[4]*(([0]-[5])/[2])*(([1]-[6])/[3]))/(2*(1-sq([4]))))"
     "/(2*pi*[2]*[3]*sqrt(1-sq([4])))",
     {"", "", "1.", "1.", "0.", "0.", "0."}},
    {"ROOT::Math::gaussian_pdf", 1, "exp(-0.5*sq(([0]-[2])/[1]))/(sqrt(2*pi)*abs([1]))", {"", "1.", "0."}},
    {"ROOT::Math::normal_pdf", 1, "exp(-0.5*sq(([0]-[2])/[1]))/(sqrt(2*pi)*abs([1]))", {"", "1.", "0."}},
    {"ROOT::Math::cauchy_pdf", 1, "[1]/(pi*(sq([1])+sq([0]-[2])))", {"", "1.", "0."}},
    {"ROOT::Math::landau_pdf", 1, "[1]<=0 ? 0. : TMath::Landau([0],[2],[1],true)", {"", "1.", "0."}},
    {"ROOT::Math::exponential_pdf", 2, "[0]-[2]<0 ? 0. : [1]*exp(-[1]*([0]-[2]))", {"", "", "0."}},
    {"ROOT::Math::uniform_pdf", 3, "([0]-[3])>=[1] && ([0]-[3])<[2] ? 1/([2]-[1]) : 0.", {"", "", "", "0."}},
    {"ROOT::Math::lognormal_pdf",
     2,
     "[0]-[3]<=0 ? 0. : exp(-0.5*sq((log([0]-[3])-[1])/[2]))/(([0]-[3])*abs([2])*sqrt(2*pi))",
     {"", "", "1.", "0."}},
});

constexpr std::array<std::string_view, 11> chebyshev = {
    "1",
    "[0]",
    "2*sq([0])-1",
    "[0]*(4*sq([0])-3)",
    "sq([0])*(8*sq([0])-8)+1",
    "[0]*(sq([0])*(16*sq([0])-20)+5)",
    "sq([0])*(sq([0])*(32*sq([0])-48)+18)-1",
    "[0]*(sq([0])*(sq([0])*(64*sq([0])-112)+56)-7)",
    "sq([0])*(sq([0])*(sq([0])*(128*sq([0])-256)+160)-32)+1",
    "[0]*(sq([0])*(sq([0])*(sq([0])*(256*sq([0])-576)+432)-120)+9)",
    "sq([0])*(sq([0])*(sq([0])*(sq([0])*(512*sq([0])-1280)+1120)-400)+50)-1"};

// The number at the end of a name that begins like this.
std::optional<std::size_t> number_behind(std::string_view name, std::string_view begin) {
  if (!name.starts_with(begin)) return std::nullopt;
  name.remove_prefix(begin.size());
  std::size_t number = 0;
  const auto parsed = std::from_chars(name.data(), name.data() + name.size(), number);
  if (name.empty() || parsed.ec != std::errc() || parsed.ptr != name.data() + name.size()) return std::nullopt;
  return number;
}

Predefined polynomial(std::string_view name, std::size_t degree) {
  std::string body = fmt::format("[{}]", degree);
  for (std::size_t k = degree; k-- > 0;) body = fmt::format("[{}]+x*({})", k, body);
  return {std::string(name), "x", degree + 1, body, {}};
}

// Sum of c_k T_k(x), of arguments x, c_0, c_1, ...
Predefined chebyshev_sum(std::string_view name, std::size_t degree) {
  std::string body = "[1]";
  for (std::size_t k = 1; k <= degree; ++k) body += fmt::format("+[{}]*({})", k + 1, chebyshev[k]);
  return {std::string(name), "", degree + 2, body, {}};
}

}  // namespace

std::optional<Predefined> predefined_function(std::string_view name) {
  for (const Row& row : rows) {
    if (row.name != name) continue;
    Predefined found{std::string(name), std::string(row.variables), row.parameters, std::string(row.body), {}};
    for (const std::string_view one : row.names)
      if (!one.empty()) found.names.emplace_back(one);
    return found;
  }
  if (const auto degree = number_behind(name, "pol"); degree && *degree <= highest_degree)
    return polynomial(name, *degree);
  if (const auto degree = number_behind(name, "cheb"); degree && *degree < chebyshev.size()) {
    std::string body = fmt::format("ROOT::Math::Chebyshev{}(x", *degree);
    for (std::size_t k = 0; k <= *degree; ++k) body += fmt::format(",[{}]", k);
    return Predefined{std::string(name), "x", *degree + 1, body + ")", {}};
  }
  // Of another variable: ygaus.
  if (name.size() < 2 || (name[0] != 'x' && name[0] != 'y' && name[0] != 'z')) return std::nullopt;
  auto found = predefined_function(name.substr(1));
  if (!found || found->variables != "x") return std::nullopt;
  found->variables = name[0];
  return found;
}

std::span<const std::string_view> predefined_names() noexcept {
  static constexpr auto names = [] {
    std::array<std::string_view, rows.size() + 6> found{"pol0", "pol1", "pol2", "pol3", "cheb1", "cheb2"};
    for (std::size_t k = 0; k < rows.size(); ++k) found[6 + k] = rows[k].name;
    return found;
  }();
  return names;
}

std::optional<Predefined> function_of_arguments(std::string_view name, std::size_t arguments) {
  for (const Composed& one : composed) {
    if (one.name != name) continue;
    std::size_t most = one.least;
    while (most < one.defaults.size() && !one.defaults[most].empty()) ++most;
    if (arguments < one.least || arguments > most) return std::nullopt;
    std::string body(one.body);
    for (std::size_t k = arguments; k < most; ++k) {
      const std::string missing = fmt::format("[{}]", k);
      for (std::size_t at = body.find(missing); at != std::string::npos; at = body.find(missing))
        body.replace(at, missing.size(), one.defaults[k]);
    }
    return Predefined{std::string(name), "", arguments, body, {}};
  }
  if (const auto degree = number_behind(name, "ROOT::Math::Chebyshev");
      degree && *degree < chebyshev.size() && arguments == *degree + 2)
    return chebyshev_sum(name, *degree);
  return std::nullopt;
}

std::optional<double> formula_constant(std::string_view name) noexcept {
  // Of nature: CODATA 2018, in SI units.
  constexpr auto constants = std::to_array<std::pair<std::string_view, double>>({
      {"pi", std::numbers::pi},
      {"e", std::numbers::e},
      {"sqrt2", std::numbers::sqrt2},
      {"ln10", std::numbers::ln10},
      {"loge", std::numbers::log10e},
      {"eg", std::numbers::egamma},
      {"infinity", std::numeric_limits<double>::infinity()},
      {"c", 299792458.},
      {"g", 6.6743e-11},
      {"h", 6.62607015e-34},
      {"k", 1.380649e-23},
      {"sigma", 5.670373e-08},
      {"r", 8.31446261815324},
  });
  for (const auto& [known, value] : constants)
    if (known == name) return value;
  return std::nullopt;
}

}  // namespace ramet::inline v1::expr
