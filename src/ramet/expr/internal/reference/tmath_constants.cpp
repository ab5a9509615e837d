#include <array>

#include "ramet/expr/internal/reference/tables.hpp"

namespace ramet::inline v1::expr {

namespace {

constexpr auto constants = std::to_array<DescriptionRow>({
    {"TMath::Pi", "TMath::Pi()", "pi.", "TMath::Pi()"},
    {"TMath::TwoPi", "TMath::TwoPi()", "2 pi.", "TMath::TwoPi()"},
    {"TMath::PiOver2", "TMath::PiOver2()", "pi / 2.", "TMath::PiOver2()"},
    {"TMath::PiOver4", "TMath::PiOver4()", "pi / 4.", "TMath::PiOver4()"},
    {"TMath::InvPi", "TMath::InvPi()", "1 / pi.", "TMath::InvPi()"},
    {"TMath::E", "TMath::E()", "e.", "TMath::E()"},
    {"TMath::Sqrt2", "TMath::Sqrt2()", "The square root of 2.", "TMath::Sqrt2()"},
    {"TMath::Ln10", "TMath::Ln10()", "The natural logarithm of 10.", "TMath::Ln10()"},
    {"TMath::LogE", "TMath::LogE()", "The logarithm of base 10 of e.", "TMath::LogE()"},
    {"TMath::EulerGamma", "TMath::EulerGamma()", "The Euler-Mascheroni constant.", "TMath::EulerGamma()"},
    {"TMath::DegToRad", "TMath::DegToRad()", "Radians in a degree.", "TMath::DegToRad()"},
    {"TMath::RadToDeg", "TMath::RadToDeg()", "Degrees in a radian.", "TMath::RadToDeg()"},
    {"TMath::Infinity", "TMath::Infinity()", "Infinity.", "TMath::Infinity()"},
    {"TMath::QuietNaN", "TMath::QuietNaN()", "Not a number.", "TMath::QuietNaN()"},
    {"TMath::SignalingNaN", "TMath::SignalingNaN()", "Not a number.", "TMath::SignalingNaN()"},
    {"TMath::C", "TMath::C()", "The speed of light in m/s.", "TMath::C()"},
    {"TMath::Ccgs", "TMath::Ccgs()", "The speed of light in cm/s.", "TMath::Ccgs()"},
    {"TMath::CUncertainty", "TMath::CUncertainty()", "Its uncertainty.", "TMath::CUncertainty()"},
    {"TMath::G", "TMath::G()", "The gravitational constant in m^3/(kg s^2).", "TMath::G()"},
    {"TMath::Gcgs", "TMath::Gcgs()", "The gravitational constant in cm^3/(g s^2).", "TMath::Gcgs()"},
    {"TMath::GUncertainty", "TMath::GUncertainty()", "Its uncertainty.", "TMath::GUncertainty()"},
    {"TMath::GhbarC", "TMath::GhbarC()", "G / (hbar c) in (GeV/c^2)^-2.", "TMath::GhbarC()"},
    {"TMath::GhbarCUncertainty", "TMath::GhbarCUncertainty()", "Its uncertainty.", "TMath::GhbarCUncertainty()"},
    {"TMath::Gn", "TMath::Gn()", "The standard acceleration of gravity in m/s^2.", "TMath::Gn()"},
    {"TMath::GnUncertainty", "TMath::GnUncertainty()", "Its uncertainty.", "TMath::GnUncertainty()"},
    {"TMath::H", "TMath::H()", "Planck's constant in J s.", "TMath::H()"},
    {"TMath::Hcgs", "TMath::Hcgs()", "Planck's constant in erg s.", "TMath::Hcgs()"},
    {"TMath::HUncertainty", "TMath::HUncertainty()", "Its uncertainty.", "TMath::HUncertainty()"},
    {"TMath::Hbar", "TMath::Hbar()", "Planck's constant over 2 pi in J s.", "TMath::Hbar()"},
    {"TMath::Hbarcgs", "TMath::Hbarcgs()", "Planck's constant over 2 pi in erg s.", "TMath::Hbarcgs()"},
    {"TMath::HbarUncertainty", "TMath::HbarUncertainty()", "Its uncertainty.", "TMath::HbarUncertainty()"},
    {"TMath::HC", "TMath::HC()", "h c in J m.", "TMath::HC()"},
    {"TMath::HCcgs", "TMath::HCcgs()", "h c in erg cm.", "TMath::HCcgs()"},
    {"TMath::K", "TMath::K()", "Boltzmann's constant in J/K.", "TMath::K()"},
    {"TMath::Kcgs", "TMath::Kcgs()", "Boltzmann's constant in erg/K.", "TMath::Kcgs()"},
    {"TMath::KUncertainty", "TMath::KUncertainty()", "Its uncertainty.", "TMath::KUncertainty()"},
    {"TMath::Sigma", "TMath::Sigma()", "The Stefan-Boltzmann constant in W/(m^2 K^4).", "TMath::Sigma()"},
    {"TMath::SigmaUncertainty", "TMath::SigmaUncertainty()", "Its uncertainty.", "TMath::SigmaUncertainty()"},
    {"TMath::Na", "TMath::Na()", "Avogadro's number in 1/mol.", "TMath::Na()"},
    {"TMath::NaUncertainty", "TMath::NaUncertainty()", "Its uncertainty.", "TMath::NaUncertainty()"},
    {"TMath::R", "TMath::R()", "The gas constant in J/(K mol).", "TMath::R()"},
    {"TMath::RUncertainty", "TMath::RUncertainty()", "Its uncertainty.", "TMath::RUncertainty()"},
    {"TMath::MWair", "TMath::MWair()", "The molecular weight of dry air in kg/kmol.", "TMath::MWair()"},
    {"TMath::Rgair", "TMath::Rgair()", "The gas constant of dry air in J/(kg K).", "TMath::Rgair()"},
    {"TMath::Qe", "TMath::Qe()", "The elementary charge in C.", "TMath::Qe()"},
    {"TMath::QeUncertainty", "TMath::QeUncertainty()", "Its uncertainty.", "TMath::QeUncertainty()"},
    {"Pi", "ROOT::Math::Pi()", "pi.", "ROOT::Math::Pi()"},
});

}  // namespace

std::span<const DescriptionRow> described_constants() noexcept { return constants; }

}  // namespace ramet::inline v1::expr
