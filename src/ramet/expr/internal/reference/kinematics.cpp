#include <array>

#include "ramet/expr/internal/reference/tables.hpp"

namespace ramet::inline v1::expr {

namespace {

constexpr auto kinematics = std::to_array<DescriptionRow>({
    {"DeltaPhi", "DeltaPhi(a, b), DeltaPhi(a, b, c)", "b - a between -pi and pi, or between -c and c.",
     "ROOT::VecOps::DeltaPhi(3., -3.)"},
    {"DeltaR", "DeltaR(eta1, eta2, phi1, phi2)", "The distance in eta and phi.",
     "ROOT::VecOps::DeltaR(0., 3., 0., 4.)"},
    {"DeltaR2", "DeltaR2(eta1, eta2, phi1, phi2)", "Its square.", "ROOT::VecOps::DeltaR2(0., 3., 0., 1.)"},
    {"InvariantMass", "InvariantMass(pt, eta, phi, mass)", "The mass of all particles of a list together.",
     "InvariantMass(RVec<double>{5, 5}, RVec<double>{0, 0}, RVec<double>{0, 3.14159265358979}, RVec<double>{0, 0})"},
    {"InvariantMasses", "InvariantMasses(pt1, eta1, phi1, mass1, pt2, eta2, phi2, mass2)", "The mass of each pair.",
     "InvariantMasses(RVec<double>{5}, RVec<double>{0}, RVec<double>{0}, RVec<double>{0}, RVec<double>{5}, "
     "RVec<double>{0}, RVec<double>{1}, RVec<double>{0})"},
    {"InvariantMasses_PxPyPzM", "InvariantMasses_PxPyPzM(x1, y1, z1, mass1, x2, y2, z2, mass2)",
     "The mass of each pair.",
     "InvariantMasses_PxPyPzM(RVec<double>{3}, RVec<double>{0}, RVec<double>{0}, RVec<double>{4}, RVec<double>{-3}, "
     "RVec<double>{0}, RVec<double>{0}, RVec<double>{4})"},
    {"Angle", "Angle(v, w), Angle(x1, y1, z1, x2, y2, z2)", "The angle between two vectors.",
     "ROOT::VecOps::Angle(1., 0., 0., 0., 1., 0.)"},
    {"Construct", "Construct<V>(a, b, c, d)", "Lists of vectors of lists of their coordinates.",
     "Construct<ROOT::Math::PtEtaPhiMVector>(RVec<float>{3}, RVec<float>{0}, RVec<float>{0}, RVec<float>{4})[0].E()"},
    {"TVector2::Phi_mpi_pi", "TVector2::Phi_mpi_pi(phi)", "The angle between -pi and pi.", "TVector2::Phi_mpi_pi(4)"},
    {"TVector2::Phi_0_2pi", "TVector2::Phi_0_2pi(phi)", "The angle between 0 and 2 pi.", "TVector2::Phi_0_2pi(-1)"},
    {"VectorUtil::Phi_mpi_pi", "VectorUtil::Phi_mpi_pi(phi)", "The angle between -pi and pi.",
     "ROOT::Math::VectorUtil::Phi_mpi_pi(4)"},
    {"VectorUtil::Phi_0_2pi", "VectorUtil::Phi_0_2pi(phi)", "The angle between 0 and 2 pi.",
     "ROOT::Math::VectorUtil::Phi_0_2pi(-1)"},
    {"VectorUtil::DeltaR", "VectorUtil::DeltaR(v, w)", "The distance in eta and phi.",
     "ROOT::Math::VectorUtil::DeltaR(ROOT::Math::RhoEtaPhiVector(1, 0, 0), ROOT::Math::RhoEtaPhiVector(1, 3, 0))"},
    {"VectorUtil::DeltaR2", "VectorUtil::DeltaR2(v, w)", "Its square.",
     "ROOT::Math::VectorUtil::DeltaR2(ROOT::Math::RhoEtaPhiVector(1, 0, 0), ROOT::Math::RhoEtaPhiVector(1, 3, 0))"},
    {"VectorUtil::DeltaPhi", "VectorUtil::DeltaPhi(v, w)", "The second one's phi minus the first one's.",
     "ROOT::Math::VectorUtil::DeltaPhi(ROOT::Math::RhoEtaPhiVector(1, 0, 0), ROOT::Math::RhoEtaPhiVector(1, 0, 2))"},
    {"VectorUtil::DeltaRapidityPhi", "VectorUtil::DeltaRapidityPhi(v, w)", "The distance in rapidity and phi.",
     "ROOT::Math::VectorUtil::DeltaRapidityPhi(ROOT::Math::PtEtaPhiMVector(1, 0, 0, 1), ROOT::Math::PtEtaPhiMVector(1, "
     "0, 2, 1))"},
    {"VectorUtil::DeltaR2RapidityPhi", "VectorUtil::DeltaR2RapidityPhi(v, w)", "Its square.",
     "ROOT::Math::VectorUtil::DeltaR2RapidityPhi(ROOT::Math::PtEtaPhiMVector(1, 0, 0, 1), "
     "ROOT::Math::PtEtaPhiMVector(1, 0, 2, 1))"},
    {"VectorUtil::Angle", "VectorUtil::Angle(v, w)", "The angle between two vectors.",
     "ROOT::Math::VectorUtil::Angle(TVector3(1, 0, 0), TVector3(0, 0, 1))"},
    {"VectorUtil::CosTheta", "VectorUtil::CosTheta(v, w)", "Its cosine.",
     "ROOT::Math::VectorUtil::CosTheta(TVector3(1, 0, 0), TVector3(1, 0, 0))"},
    {"VectorUtil::InvariantMass", "VectorUtil::InvariantMass(v, w)", "The mass of both together.",
     "ROOT::Math::VectorUtil::InvariantMass(TLorentzVector(3, 0, 0, 5), TLorentzVector(-3, 0, 0, 5))"},
    {"VectorUtil::InvariantMass2", "VectorUtil::InvariantMass2(v, w)", "Its square.",
     "ROOT::Math::VectorUtil::InvariantMass2(TLorentzVector(3, 0, 0, 5), TLorentzVector(-3, 0, 0, 5))"},
    {"VectorUtil::ProjVector", "VectorUtil::ProjVector(v, w)", "The part of v along w.",
     "ROOT::Math::VectorUtil::ProjVector(TVector3(3, 4, 5), TVector3(0, 0, 2)).Z()"},
    {"VectorUtil::PerpVector", "VectorUtil::PerpVector(v, w)", "The rest of v.",
     "ROOT::Math::VectorUtil::PerpVector(TVector3(3, 4, 5), TVector3(0, 0, 2)).Mag()"},
    {"VectorUtil::Perp", "VectorUtil::Perp(v, w)", "The length of the part of v across w.",
     "ROOT::Math::VectorUtil::Perp(TVector3(3, 4, 5), TVector3(0, 0, 2))"},
    {"VectorUtil::Perp2", "VectorUtil::Perp2(v, w)", "Its square.",
     "ROOT::Math::VectorUtil::Perp2(TVector3(3, 4, 5), TVector3(0, 0, 2))"},
    {"VectorUtil::RotateX", "VectorUtil::RotateX(v, angle)", "v, turned around the x axis.",
     "ROOT::Math::VectorUtil::RotateX(TVector3(0, 1, 0), 1).Z()"},
    {"VectorUtil::RotateY", "VectorUtil::RotateY(v, angle)", "v, turned around the y axis.",
     "ROOT::Math::VectorUtil::RotateY(TVector3(0, 0, 1), 1).X()"},
    {"VectorUtil::RotateZ", "VectorUtil::RotateZ(v, angle)", "v, turned around the z axis.",
     "ROOT::Math::VectorUtil::RotateZ(TVector3(1, 0, 0), 1).Y()"},
    {"VectorUtil::boost", "VectorUtil::boost(v, velocity)", "v, moved with the velocity.",
     "ROOT::Math::VectorUtil::boost(TLorentzVector(0, 0, 0, 4), TVector3(0, 0, 0.6)).E()"},
    {"VectorUtil::boostX", "VectorUtil::boostX(v, beta)", "v, moved along x.",
     "ROOT::Math::VectorUtil::boostX(TLorentzVector(0, 0, 0, 4), 0.6).Px()"},
    {"VectorUtil::boostY", "VectorUtil::boostY(v, beta)", "v, moved along y.",
     "ROOT::Math::VectorUtil::boostY(TLorentzVector(0, 0, 0, 4), 0.6).Py()"},
    {"VectorUtil::boostZ", "VectorUtil::boostZ(v, beta)", "v, moved along z.",
     "ROOT::Math::VectorUtil::boostZ(TLorentzVector(0, 0, 0, 4), 0.6).Pz()"},
});

}  // namespace

std::span<const DescriptionRow> described_kinematics() noexcept { return kinematics; }

}  // namespace ramet::inline v1::expr
