#include <array>
#include <limits>
#include <numbers>
#include <utility>

#include "ramet/expr/internal/check/functions/functions.hpp"

namespace ramet::inline v1::expr {

namespace {

using Named = std::pair<std::string_view, double>;

constexpr double pi = std::numbers::pi;
constexpr double infinity = std::numeric_limits<double>::infinity();

constexpr auto reals = std::to_array<Named>({
    {"M_PI", pi},
    {"M_PI_2", pi / 2},
    {"M_PI_4", pi / 4},
    {"M_1_PI", std::numbers::inv_pi},
    {"M_2_PI", 2 * std::numbers::inv_pi},
    {"M_E", std::numbers::e},
    {"M_SQRT2", std::numbers::sqrt2},
    {"M_SQRT1_2", std::numbers::sqrt2 / 2},
    {"M_LN2", std::numbers::ln2},
    {"M_LN10", std::numbers::ln10},
    {"M_LOG2E", std::numbers::log2e},
    {"M_LOG10E", std::numbers::log10e},
    {"numbers::pi", pi},
    {"numbers::e", std::numbers::e},
    {"numbers::sqrt2", std::numbers::sqrt2},
    {"numbers::ln2", std::numbers::ln2},
    {"numbers::ln10", std::numbers::ln10},
    {"DBL_MAX", std::numeric_limits<double>::max()},
    {"DBL_MIN", std::numeric_limits<double>::min()},
    {"DBL_EPSILON", std::numeric_limits<double>::epsilon()},
    {"HUGE_VAL", infinity},
});

constexpr auto floats = std::to_array<std::pair<std::string_view, float>>({
    {"INFINITY", std::numeric_limits<float>::infinity()},
    {"NAN", std::numeric_limits<float>::quiet_NaN()},
    {"FLT_MAX", std::numeric_limits<float>::max()},
    {"FLT_MIN", std::numeric_limits<float>::min()},
    {"FLT_EPSILON", std::numeric_limits<float>::epsilon()},
});

constexpr auto ints = std::to_array<std::pair<std::string_view, std::int32_t>>({
    {"INT_MAX", std::numeric_limits<std::int32_t>::max()},
    {"INT_MIN", std::numeric_limits<std::int32_t>::min()},
    {"SHRT_MAX", std::numeric_limits<std::int16_t>::max()},
    {"SHRT_MIN", std::numeric_limits<std::int16_t>::min()},
    {"USHRT_MAX", std::numeric_limits<std::uint16_t>::max()},
    {"CHAR_MAX", std::numeric_limits<std::int8_t>::max()},
    {"CHAR_MIN", std::numeric_limits<std::int8_t>::min()},
    {"UCHAR_MAX", std::numeric_limits<std::uint8_t>::max()},
    {"nullptr", 0},
    {"NULL", 0},
});

constexpr double light = 299792458.;
constexpr double planck = 6.62607015e-34;
constexpr double boltzmann = 1.380649e-23;
constexpr double avogadro = 6.02214076e+23;
constexpr double gas = boltzmann * avogadro;
constexpr double gravitation = 6.67430e-11;

// CODATA 2018, as ROOT has them.
constexpr auto of_tmath = std::to_array<Named>({
    {"TMath::Pi", pi},
    {"Pi", pi},
    {"TMath::TwoPi", 2 * pi},
    {"TMath::PiOver2", pi / 2},
    {"TMath::PiOver4", pi / 4},
    {"TMath::InvPi", std::numbers::inv_pi},
    {"TMath::E", std::numbers::e},
    {"TMath::Sqrt2", std::numbers::sqrt2},
    {"TMath::Ln10", std::numbers::ln10},
    {"TMath::LogE", std::numbers::log10e},
    {"TMath::EulerGamma", std::numbers::egamma},
    {"TMath::DegToRad", pi / 180},
    {"TMath::RadToDeg", 180 / pi},
    {"TMath::Infinity", infinity},
    {"TMath::QuietNaN", std::numeric_limits<double>::quiet_NaN()},
    {"TMath::SignalingNaN", std::numeric_limits<double>::quiet_NaN()},
    {"TMath::C", light},
    {"TMath::Ccgs", 100 * light},
    {"TMath::CUncertainty", 0},
    {"TMath::G", gravitation},
    {"TMath::Gcgs", gravitation * 1000},
    {"TMath::GUncertainty", 0.00015e-11},
    {"TMath::GhbarC", 6.70883e-39},
    {"TMath::GhbarCUncertainty", 0.00015e-39},
    {"TMath::Gn", 9.80665},
    {"TMath::GnUncertainty", 0},
    {"TMath::H", planck},
    {"TMath::Hcgs", 1.0e7 * planck},
    {"TMath::HUncertainty", 0},
    {"TMath::Hbar", 1.054571817e-34},
    {"TMath::Hbarcgs", 1.0e7 * 1.054571817e-34},
    {"TMath::HbarUncertainty", 0},
    {"TMath::HC", planck * light},
    {"TMath::HCcgs", 1.0e7 * planck * (100 * light)},
    {"TMath::K", boltzmann},
    {"TMath::Kcgs", 1.0e7 * boltzmann},
    {"TMath::KUncertainty", 0},
    {"TMath::Sigma", 5.670373e-8},
    {"TMath::SigmaUncertainty", 0},
    {"TMath::Na", avogadro},
    {"TMath::NaUncertainty", 0},
    {"TMath::R", gas},
    {"TMath::RUncertainty", 0},
    {"TMath::MWair", 28.9644},
    {"TMath::Rgair", 1000 * gas / 28.9644},
    {"TMath::Qe", 1.602176634e-19},
    {"TMath::QeUncertainty", 0},
});

Operand constant(const CallSite& call) {
  for (const auto& [known, value] : of_tmath)
    if (known == call.function.name) return Operand::value(call.build.graph().constant(value));
  call.checker.fail_here(fmt::format("no constant {}", call.name));
}

constexpr auto constant_table = [] {
  std::array<FunctionEntry, of_tmath.size()> all{};
  for (std::size_t k = 0; k < all.size(); ++k) {
    all[k].name = of_tmath[k].first;
    all[k].least = 0;
    all[k].most = 0;
    all[k].make = constant;
  }
  return all;
}();

template <class Table>
std::optional<Operand> found_in(const Table& named, Graph& graph, std::string_view name) {
  for (const auto& [known, value] : named)
    if (known == name) return Operand::value(graph.constant(value));
  return std::nullopt;
}

}  // namespace

std::span<const FunctionEntry> constant_functions() noexcept { return constant_table; }

std::optional<Operand> constant_named(Builder& build, std::string_view name) {
  const std::string_view plain = without_namespaces(name);
  Graph& graph = build.graph();
  if (auto found = found_in(reals, graph, plain)) return found;
  if (auto found = found_in(floats, graph, plain)) return found;
  if (auto found = found_in(ints, graph, plain)) return found;
  if (plain == "string::npos") return Operand::value(graph.constant(~std::uint64_t{0}));
  if (plain == "kTRUE") return Operand::value(graph.constant(true));
  if (plain == "kFALSE") return Operand::value(graph.constant(false));
  if (plain == "UINT_MAX") return Operand::value(graph.constant(std::numeric_limits<std::uint32_t>::max()));
  if (plain == "LONG_MAX" || plain == "LLONG_MAX")
    return Operand::value(graph.constant(std::numeric_limits<std::int64_t>::max()));
  if (plain == "LONG_MIN" || plain == "LLONG_MIN")
    return Operand::value(graph.constant(std::numeric_limits<std::int64_t>::min()));
  if (plain == "ULONG_MAX" || plain == "ULLONG_MAX")
    return Operand::value(graph.constant(std::numeric_limits<std::uint64_t>::max()));
  return std::nullopt;
}

}  // namespace ramet::inline v1::expr
