#include "ramet/schema/internal/catalogue_row.hpp"

// Made by tools/make_catalogue.py from ROOT 6.40.00: run it, do not edit.

namespace ramet::inline v1::schema::internal {
namespace {

// clang-format off
constexpr ElementRow elements[] = {
    // ROOT::Math::Cartesian2D<float>
    {"BasicType", "fX", "", 5, 4, "float"},
    {"BasicType", "fY", "", 5, 4, "float"},
    // ROOT::Math::Cartesian2D<Double32_t>
    {"BasicType", "fX", "", 9, 8, "Double32_t"},
    {"BasicType", "fY", "", 9, 8, "Double32_t"},
    // ROOT::Math::Polar2D<double>
    {"BasicType", "fR", "", 8, 8, "double"},
    {"BasicType", "fPhi", "", 8, 8, "double"},
    // ROOT::Math::Polar2D<float>
    {"BasicType", "fR", "", 5, 4, "float"},
    {"BasicType", "fPhi", "", 5, 4, "float"},
    // ROOT::Math::Polar2D<Double32_t>
    {"BasicType", "fR", "", 9, 8, "Double32_t"},
    {"BasicType", "fPhi", "", 9, 8, "Double32_t"},
    // ROOT::Math::Cartesian3D<Double32_t>
    {"BasicType", "fX", "x coordinate", 9, 8, "Double32_t"},
    {"BasicType", "fY", "y coordinate", 9, 8, "Double32_t"},
    {"BasicType", "fZ", "z coordinate", 9, 8, "Double32_t"},
    // ROOT::Math::Cylindrical3D<float>
    {"BasicType", "fRho", "", 5, 4, "float"},
    {"BasicType", "fZ", "", 5, 4, "float"},
    {"BasicType", "fPhi", "", 5, 4, "float"},
    // ROOT::Math::Cylindrical3D<Double32_t>
    {"BasicType", "fRho", "", 9, 8, "Double32_t"},
    {"BasicType", "fZ", "", 9, 8, "Double32_t"},
    {"BasicType", "fPhi", "", 9, 8, "Double32_t"},
    // ROOT::Math::CylindricalEta3D<float>
    {"BasicType", "fRho", "", 5, 4, "float"},
    {"BasicType", "fEta", "", 5, 4, "float"},
    {"BasicType", "fPhi", "", 5, 4, "float"},
    // ROOT::Math::CylindricalEta3D<Double32_t>
    {"BasicType", "fRho", "", 9, 8, "Double32_t"},
    {"BasicType", "fEta", "", 9, 8, "Double32_t"},
    {"BasicType", "fPhi", "", 9, 8, "Double32_t"},
    // ROOT::Math::Polar3D<float>
    {"BasicType", "fR", "", 5, 4, "float"},
    {"BasicType", "fTheta", "", 5, 4, "float"},
    {"BasicType", "fPhi", "", 5, 4, "float"},
    // ROOT::Math::Polar3D<Double32_t>
    {"BasicType", "fR", "", 9, 8, "Double32_t"},
    {"BasicType", "fTheta", "", 9, 8, "Double32_t"},
    {"BasicType", "fPhi", "", 9, 8, "Double32_t"},
    // ROOT::Math::PxPyPzE4D<Double32_t>
    {"BasicType", "fX", "", 9, 8, "Double32_t"},
    {"BasicType", "fY", "", 9, 8, "Double32_t"},
    {"BasicType", "fZ", "", 9, 8, "Double32_t"},
    {"BasicType", "fT", "", 9, 8, "Double32_t"},
    // ROOT::Math::PxPyPzM4D<float>
    {"BasicType", "fX", "", 5, 4, "float"},
    {"BasicType", "fY", "", 5, 4, "float"},
    {"BasicType", "fZ", "", 5, 4, "float"},
    {"BasicType", "fM", "", 5, 4, "float"},
    // ROOT::Math::PxPyPzM4D<Double32_t>
    {"BasicType", "fX", "", 9, 8, "Double32_t"},
    {"BasicType", "fY", "", 9, 8, "Double32_t"},
    {"BasicType", "fZ", "", 9, 8, "Double32_t"},
    {"BasicType", "fM", "", 9, 8, "Double32_t"},
    // ROOT::Math::PtEtaPhiE4D<float>
    {"BasicType", "fPt", "", 5, 4, "float"},
    {"BasicType", "fEta", "", 5, 4, "float"},
    {"BasicType", "fPhi", "", 5, 4, "float"},
    {"BasicType", "fE", "", 5, 4, "float"},
    // ROOT::Math::PtEtaPhiE4D<Double32_t>
    {"BasicType", "fPt", "", 9, 8, "Double32_t"},
    {"BasicType", "fEta", "", 9, 8, "Double32_t"},
    {"BasicType", "fPhi", "", 9, 8, "Double32_t"},
    {"BasicType", "fE", "", 9, 8, "Double32_t"},
    // ROOT::Math::PtEtaPhiM4D<Double32_t>
    {"BasicType", "fPt", "", 9, 8, "Double32_t"},
    {"BasicType", "fEta", "", 9, 8, "Double32_t"},
    {"BasicType", "fPhi", "", 9, 8, "Double32_t"},
    {"BasicType", "fM", "", 9, 8, "Double32_t"},
    // ROOT::Math::DisplacementVector2D<ROOT::Math::Cartesian2D<double>,ROOT::Math::DefaultCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "internal coordinate system", 62, 16, "ROOT::Math::Cartesian2D<double>"},
    // ROOT::Math::DisplacementVector2D<ROOT::Math::Cartesian2D<float>,ROOT::Math::DefaultCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "internal coordinate system", 62, 8, "ROOT::Math::Cartesian2D<float>"},
    // ROOT::Math::DisplacementVector2D<ROOT::Math::Cartesian2D<Double32_t>,ROOT::Math::DefaultCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "internal coordinate system", 62, 16, "ROOT::Math::Cartesian2D<Double32_t>"},
    // ROOT::Math::DisplacementVector2D<ROOT::Math::Polar2D<double>,ROOT::Math::DefaultCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "internal coordinate system", 62, 16, "ROOT::Math::Polar2D<double>"},
    // ROOT::Math::DisplacementVector2D<ROOT::Math::Polar2D<float>,ROOT::Math::DefaultCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "internal coordinate system", 62, 8, "ROOT::Math::Polar2D<float>"},
    // ROOT::Math::DisplacementVector2D<ROOT::Math::Polar2D<Double32_t>,ROOT::Math::DefaultCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "internal coordinate system", 62, 16, "ROOT::Math::Polar2D<Double32_t>"},
    // ROOT::Math::PositionVector2D<ROOT::Math::Cartesian2D<double>,ROOT::Math::DefaultCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "", 62, 16, "ROOT::Math::Cartesian2D<double>"},
    // ROOT::Math::PositionVector2D<ROOT::Math::Cartesian2D<float>,ROOT::Math::DefaultCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "", 62, 8, "ROOT::Math::Cartesian2D<float>"},
    // ROOT::Math::PositionVector2D<ROOT::Math::Polar2D<double>,ROOT::Math::DefaultCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "", 62, 16, "ROOT::Math::Polar2D<double>"},
    // ROOT::Math::PositionVector2D<ROOT::Math::Polar2D<float>,ROOT::Math::DefaultCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "", 62, 8, "ROOT::Math::Polar2D<float>"},
    // ROOT::Math::DisplacementVector3D<ROOT::Math::Cartesian3D<double>,ROOT::Math::DefaultCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "internal coordinate system", 62, 24, "ROOT::Math::Cartesian3D<double>"},
    // ROOT::Math::DisplacementVector3D<ROOT::Math::Cartesian3D<float>,ROOT::Math::DefaultCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "internal coordinate system", 62, 12, "ROOT::Math::Cartesian3D<float>"},
    // ROOT::Math::DisplacementVector3D<ROOT::Math::Cartesian3D<Double32_t>,ROOT::Math::DefaultCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "internal coordinate system", 62, 24, "ROOT::Math::Cartesian3D<Double32_t>"},
    // ROOT::Math::DisplacementVector3D<ROOT::Math::Cylindrical3D<double>,ROOT::Math::DefaultCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "internal coordinate system", 62, 24, "ROOT::Math::Cylindrical3D<double>"},
    // ROOT::Math::DisplacementVector3D<ROOT::Math::Cylindrical3D<float>,ROOT::Math::DefaultCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "internal coordinate system", 62, 12, "ROOT::Math::Cylindrical3D<float>"},
    // ROOT::Math::DisplacementVector3D<ROOT::Math::Cylindrical3D<Double32_t>,ROOT::Math::DefaultCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "internal coordinate system", 62, 24, "ROOT::Math::Cylindrical3D<Double32_t>"},
    // ROOT::Math::DisplacementVector3D<ROOT::Math::CylindricalEta3D<double>,ROOT::Math::DefaultCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "internal coordinate system", 62, 24, "ROOT::Math::CylindricalEta3D<double>"},
    // ROOT::Math::DisplacementVector3D<ROOT::Math::CylindricalEta3D<float>,ROOT::Math::DefaultCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "internal coordinate system", 62, 12, "ROOT::Math::CylindricalEta3D<float>"},
    // ROOT::Math::DisplacementVector3D<ROOT::Math::CylindricalEta3D<Double32_t>,ROOT::Math::DefaultCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "internal coordinate system", 62, 24, "ROOT::Math::CylindricalEta3D<Double32_t>"},
    // ROOT::Math::DisplacementVector3D<ROOT::Math::Polar3D<double>,ROOT::Math::DefaultCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "internal coordinate system", 62, 24, "ROOT::Math::Polar3D<double>"},
    // ROOT::Math::DisplacementVector3D<ROOT::Math::Polar3D<float>,ROOT::Math::DefaultCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "internal coordinate system", 62, 12, "ROOT::Math::Polar3D<float>"},
    // ROOT::Math::DisplacementVector3D<ROOT::Math::Polar3D<Double32_t>,ROOT::Math::DefaultCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "internal coordinate system", 62, 24, "ROOT::Math::Polar3D<Double32_t>"},
    // ROOT::Math::PositionVector3D<ROOT::Math::Cartesian3D<double>,ROOT::Math::DefaultCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "", 62, 24, "ROOT::Math::Cartesian3D<double>"},
    // ROOT::Math::PositionVector3D<ROOT::Math::Cartesian3D<float>,ROOT::Math::DefaultCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "", 62, 12, "ROOT::Math::Cartesian3D<float>"},
    // ROOT::Math::PositionVector3D<ROOT::Math::Cartesian3D<Double32_t>,ROOT::Math::DefaultCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "", 62, 24, "ROOT::Math::Cartesian3D<Double32_t>"},
    // ROOT::Math::PositionVector3D<ROOT::Math::Cylindrical3D<double>,ROOT::Math::DefaultCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "", 62, 24, "ROOT::Math::Cylindrical3D<double>"},
    // ROOT::Math::PositionVector3D<ROOT::Math::Cylindrical3D<float>,ROOT::Math::DefaultCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "", 62, 12, "ROOT::Math::Cylindrical3D<float>"},
    // ROOT::Math::PositionVector3D<ROOT::Math::Cylindrical3D<Double32_t>,ROOT::Math::DefaultCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "", 62, 24, "ROOT::Math::Cylindrical3D<Double32_t>"},
    // ROOT::Math::PositionVector3D<ROOT::Math::CylindricalEta3D<double>,ROOT::Math::DefaultCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "", 62, 24, "ROOT::Math::CylindricalEta3D<double>"},
    // ROOT::Math::PositionVector3D<ROOT::Math::CylindricalEta3D<float>,ROOT::Math::DefaultCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "", 62, 12, "ROOT::Math::CylindricalEta3D<float>"},
    // ROOT::Math::PositionVector3D<ROOT::Math::CylindricalEta3D<Double32_t>,ROOT::Math::DefaultCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "", 62, 24, "ROOT::Math::CylindricalEta3D<Double32_t>"},
    // ROOT::Math::PositionVector3D<ROOT::Math::Polar3D<double>,ROOT::Math::DefaultCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "", 62, 24, "ROOT::Math::Polar3D<double>"},
    // ROOT::Math::PositionVector3D<ROOT::Math::Polar3D<float>,ROOT::Math::DefaultCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "", 62, 12, "ROOT::Math::Polar3D<float>"},
    // ROOT::Math::PositionVector3D<ROOT::Math::Polar3D<Double32_t>,ROOT::Math::DefaultCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "", 62, 24, "ROOT::Math::Polar3D<Double32_t>"},
    // ROOT::Math::DisplacementVector3D<ROOT::Math::Cartesian3D<Double32_t>,ROOT::Math::GlobalCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "", 62, 24, "ROOT::Math::Cartesian3D<Double32_t>"},
    // ROOT::Math::DisplacementVector3D<ROOT::Math::Cartesian3D<Double32_t>,ROOT::Math::LocalCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "", 62, 24, "ROOT::Math::Cartesian3D<Double32_t>"},
    // ROOT::Math::DisplacementVector3D<ROOT::Math::CylindricalEta3D<Double32_t>,ROOT::Math::GlobalCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "", 62, 24, "ROOT::Math::CylindricalEta3D<Double32_t>"},
    // ROOT::Math::DisplacementVector3D<ROOT::Math::CylindricalEta3D<Double32_t>,ROOT::Math::LocalCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "", 62, 24, "ROOT::Math::CylindricalEta3D<Double32_t>"},
    // ROOT::Math::PositionVector3D<ROOT::Math::Cartesian3D<Double32_t>,ROOT::Math::GlobalCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "", 62, 24, "ROOT::Math::Cartesian3D<Double32_t>"},
    // ROOT::Math::PositionVector3D<ROOT::Math::Cartesian3D<Double32_t>,ROOT::Math::LocalCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "", 62, 24, "ROOT::Math::Cartesian3D<Double32_t>"},
    // ROOT::Math::PositionVector3D<ROOT::Math::CylindricalEta3D<Double32_t>,ROOT::Math::GlobalCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "", 62, 24, "ROOT::Math::CylindricalEta3D<Double32_t>"},
    // ROOT::Math::PositionVector3D<ROOT::Math::CylindricalEta3D<Double32_t>,ROOT::Math::LocalCoordinateSystemTag>
    {"ObjectAny", "fCoordinates", "", 62, 24, "ROOT::Math::CylindricalEta3D<Double32_t>"},
    // ROOT::Math::LorentzVector<ROOT::Math::PxPyPzE4D<float> >
    {"ObjectAny", "fCoordinates", "internal coordinate system", 62, 16, "ROOT::Math::PxPyPzE4D<float>"},
    // ROOT::Math::LorentzVector<ROOT::Math::PxPyPzE4D<Double32_t> >
    {"ObjectAny", "fCoordinates", "internal coordinate system", 62, 32, "ROOT::Math::PxPyPzE4D<Double32_t>"},
    // ROOT::Math::LorentzVector<ROOT::Math::PxPyPzM4D<float> >
    {"ObjectAny", "fCoordinates", "internal coordinate system", 62, 16, "ROOT::Math::PxPyPzM4D<float>"},
    // ROOT::Math::LorentzVector<ROOT::Math::PxPyPzM4D<Double32_t> >
    {"ObjectAny", "fCoordinates", "internal coordinate system", 62, 32, "ROOT::Math::PxPyPzM4D<Double32_t>"},
    // ROOT::Math::LorentzVector<ROOT::Math::PtEtaPhiE4D<float> >
    {"ObjectAny", "fCoordinates", "internal coordinate system", 62, 16, "ROOT::Math::PtEtaPhiE4D<float>"},
    // ROOT::Math::LorentzVector<ROOT::Math::PtEtaPhiE4D<Double32_t> >
    {"ObjectAny", "fCoordinates", "internal coordinate system", 62, 32, "ROOT::Math::PtEtaPhiE4D<Double32_t>"},
    // ROOT::Math::LorentzVector<ROOT::Math::PtEtaPhiM4D<float> >
    {"ObjectAny", "fCoordinates", "internal coordinate system", 62, 16, "ROOT::Math::PtEtaPhiM4D<float>"},
    // ROOT::Math::LorentzVector<ROOT::Math::PtEtaPhiM4D<Double32_t> >
    {"ObjectAny", "fCoordinates", "internal coordinate system", 62, 32, "ROOT::Math::PtEtaPhiM4D<Double32_t>"},
    // ROOT::Math::AxisAngle
    {"ObjectAny", "fAxis", "rotation axis (3D vector)", 62, 24, "ROOT::Math::DisplacementVector3D<ROOT::Math::Cartesian3D<double>,ROOT::Math::DefaultCoordinateSystemTag>"},
    {"BasicType", "fAngle", "rotation angle", 8, 8, "double"},
    // ROOT::Math::Boost
    {"BasicType", "fM", "", 28, 80, "double", 0, 0, "", "", 0, 0, {10}},
    // ROOT::Math::BoostX
    {"BasicType", "fBeta", "boost beta X", 8, 8, "double"},
    {"BasicType", "fGamma", "boost gamma", 8, 8, "double"},
    // ROOT::Math::BoostY
    {"BasicType", "fBeta", "beta Y of the Boost", 8, 8, "double"},
    {"BasicType", "fGamma", "gamma of the Boost", 8, 8, "double"},
    // ROOT::Math::BoostZ
    {"BasicType", "fBeta", "boost beta z", 8, 8, "double"},
    {"BasicType", "fGamma", "boost gamma", 8, 8, "double"},
    // ROOT::Math::EulerAngles
    {"BasicType", "fPhi", "Z rotation angle (first)  defined in [-PI,PI]", 8, 8, "double"},
    {"BasicType", "fTheta", "X rotation angle (second) defined only [0,PI]", 8, 8, "double"},
    {"BasicType", "fPsi", "Z rotation angle (third)  defined in [-PI,PI]", 8, 8, "double"},
    // ROOT::Math::Impl::Plane3D<double>
    {"BasicType", "fA", "", 8, 8, "double"},
    {"BasicType", "fB", "", 8, 8, "double"},
    {"BasicType", "fC", "", 8, 8, "double"},
    {"BasicType", "fD", "", 8, 8, "double"},
    // ROOT::Math::Impl::Transform3D<double>
    {"BasicType", "fM", "transformation elements (3x4 matrix)", 28, 96, "double", 0, 0, "", "", 0, 0, {12}},
    // ROOT::Math::Impl::Translation3D<double>
    {"ObjectAny", "fVect", "internal 3D vector representing the translation", 62, 24, "ROOT::Math::DisplacementVector3D<ROOT::Math::Cartesian3D<double>,ROOT::Math::DefaultCoordinateSystemTag>"},
    // ROOT::Math::LorentzRotation
    {"BasicType", "fM", "", 28, 128, "double", 0, 0, "", "", 0, 0, {16}},
    // ROOT::Math::Quaternion
    {"BasicType", "fU", "", 8, 8, "double"},
    {"BasicType", "fI", "", 8, 8, "double"},
    {"BasicType", "fJ", "", 8, 8, "double"},
    {"BasicType", "fK", "", 8, 8, "double"},
    // ROOT::Math::Rotation3D
    {"BasicType", "fM", "9 elements (3x3 matrix) representing the rotation", 28, 72, "double", 0, 0, "", "", 0, 0, {9}},
    // ROOT::Math::RotationX
    {"BasicType", "fAngle", "rotation angle", 8, 8, "double"},
    {"BasicType", "fSin", "sine of the rotation angle", 8, 8, "double"},
    {"BasicType", "fCos", "cosine of the rotation angle", 8, 8, "double"},
    // ROOT::Math::RotationY
    {"BasicType", "fAngle", "rotation angle", 8, 8, "double"},
    {"BasicType", "fSin", "sine of the rotation angle", 8, 8, "double"},
    {"BasicType", "fCos", "cosine of the rotation angle", 8, 8, "double"},
    // ROOT::Math::RotationZ
    {"BasicType", "fAngle", "rotation angle", 8, 8, "double"},
    {"BasicType", "fSin", "sine of the rotation angle", 8, 8, "double"},
    {"BasicType", "fCos", "cosine of the rotation angle", 8, 8, "double"},
    // ROOT::Math::RotationZYX
    {"BasicType", "fPhi", "Z rotation angle (yaw)    defined in (-PI,PI]", 8, 8, "double"},
    {"BasicType", "fTheta", "Y' rotation angle (pitch) defined in [-PI/2,PI/2]", 8, 8, "double"},
    {"BasicType", "fPsi", "X'' rotation angle (roll) defined in (-PI,PI]", 8, 8, "double"},
};

constexpr ClassRow classes[] = {
    {"ROOT::Math::Cartesian2D<float>", 1, 0x195c8ea1, 2},
    {"ROOT::Math::Cartesian2D<Double32_t>", 1, 0xaf2a7350, 2},
    {"ROOT::Math::Polar2D<double>", 1, 0x1845bb80, 2},
    {"ROOT::Math::Polar2D<float>", 1, 0x52f15329, 2},
    {"ROOT::Math::Polar2D<Double32_t>", 1, 0x53c39ab4, 2},
    {"ROOT::Math::Cartesian3D<Double32_t>", 1, 0xed5e83e0, 3},
    {"ROOT::Math::Cylindrical3D<float>", 1, 0x1addf47d, 3},
    {"ROOT::Math::Cylindrical3D<Double32_t>", 1, 0xcd151113, 3},
    {"ROOT::Math::CylindricalEta3D<float>", 1, 0xc128517f, 3},
    {"ROOT::Math::CylindricalEta3D<Double32_t>", 1, 0x32588905, 3},
    {"ROOT::Math::Polar3D<float>", 1, 0xea2fc014, 3},
    {"ROOT::Math::Polar3D<Double32_t>", 1, 0xe6d79e80, 3},
    {"ROOT::Math::PxPyPzE4D<Double32_t>", 1, 0x6514f7f4, 4},
    {"ROOT::Math::PxPyPzM4D<float>", 1, 0xb6a879da, 4},
    {"ROOT::Math::PxPyPzM4D<Double32_t>", 1, 0xb49bc31d, 4},
    {"ROOT::Math::PtEtaPhiE4D<float>", 1, 0x8a7a9888, 4},
    {"ROOT::Math::PtEtaPhiE4D<Double32_t>", 1, 0xc25e938f, 4},
    {"ROOT::Math::PtEtaPhiM4D<Double32_t>", 1, 0x455541af, 4},
    {"ROOT::Math::DisplacementVector2D<ROOT::Math::Cartesian2D<double>,ROOT::Math::DefaultCoordinateSystemTag>", 1, 0xf6b28017, 1},
    {"ROOT::Math::DisplacementVector2D<ROOT::Math::Cartesian2D<float>,ROOT::Math::DefaultCoordinateSystemTag>", 1, 0x137f3e11, 1},
    {"ROOT::Math::DisplacementVector2D<ROOT::Math::Cartesian2D<Double32_t>,ROOT::Math::DefaultCoordinateSystemTag>", 1, 0xa1578e67, 1},
    {"ROOT::Math::DisplacementVector2D<ROOT::Math::Polar2D<double>,ROOT::Math::DefaultCoordinateSystemTag>", 1, 0x658a98ef, 1},
    {"ROOT::Math::DisplacementVector2D<ROOT::Math::Polar2D<float>,ROOT::Math::DefaultCoordinateSystemTag>", 1, 0x0e502d1d, 1},
    {"ROOT::Math::DisplacementVector2D<ROOT::Math::Polar2D<Double32_t>,ROOT::Math::DefaultCoordinateSystemTag>", 1, 0x8e8a8d5f, 1},
    {"ROOT::Math::PositionVector2D<ROOT::Math::Cartesian2D<double>,ROOT::Math::DefaultCoordinateSystemTag>", 1, 0x9dd95149, 1},
    {"ROOT::Math::PositionVector2D<ROOT::Math::Cartesian2D<float>,ROOT::Math::DefaultCoordinateSystemTag>", 1, 0x42838e33, 1},
    {"ROOT::Math::PositionVector2D<ROOT::Math::Polar2D<double>,ROOT::Math::DefaultCoordinateSystemTag>", 1, 0x1df7d0e1, 1},
    {"ROOT::Math::PositionVector2D<ROOT::Math::Polar2D<float>,ROOT::Math::DefaultCoordinateSystemTag>", 1, 0x3f3fddff, 1},
    {"ROOT::Math::DisplacementVector3D<ROOT::Math::Cartesian3D<double>,ROOT::Math::DefaultCoordinateSystemTag>", 1, 0x3e40083c, 1},
    {"ROOT::Math::DisplacementVector3D<ROOT::Math::Cartesian3D<float>,ROOT::Math::DefaultCoordinateSystemTag>", 1, 0x54562564, 1},
    {"ROOT::Math::DisplacementVector3D<ROOT::Math::Cartesian3D<Double32_t>,ROOT::Math::DefaultCoordinateSystemTag>", 1, 0x6c0b98bc, 1},
    {"ROOT::Math::DisplacementVector3D<ROOT::Math::Cylindrical3D<double>,ROOT::Math::DefaultCoordinateSystemTag>", 1, 0x87090b3c, 1},
    {"ROOT::Math::DisplacementVector3D<ROOT::Math::Cylindrical3D<float>,ROOT::Math::DefaultCoordinateSystemTag>", 1, 0x0ab99ce0, 1},
    {"ROOT::Math::DisplacementVector3D<ROOT::Math::Cylindrical3D<Double32_t>,ROOT::Math::DefaultCoordinateSystemTag>", 1, 0xcb6d7fbc, 1},
    {"ROOT::Math::DisplacementVector3D<ROOT::Math::CylindricalEta3D<double>,ROOT::Math::DefaultCoordinateSystemTag>", 1, 0xb5a3dd3e, 1},
    {"ROOT::Math::DisplacementVector3D<ROOT::Math::CylindricalEta3D<float>,ROOT::Math::DefaultCoordinateSystemTag>", 1, 0x84755210, 1},
    {"ROOT::Math::DisplacementVector3D<ROOT::Math::CylindricalEta3D<Double32_t>,ROOT::Math::DefaultCoordinateSystemTag>", 1, 0x658b29c6, 1},
    {"ROOT::Math::DisplacementVector3D<ROOT::Math::Polar3D<double>,ROOT::Math::DefaultCoordinateSystemTag>", 1, 0x80179b24, 1},
    {"ROOT::Math::DisplacementVector3D<ROOT::Math::Polar3D<float>,ROOT::Math::DefaultCoordinateSystemTag>", 1, 0xbbee2200, 1},
    {"ROOT::Math::DisplacementVector3D<ROOT::Math::Polar3D<Double32_t>,ROOT::Math::DefaultCoordinateSystemTag>", 1, 0xfed5ebc4, 1},
    {"ROOT::Math::PositionVector3D<ROOT::Math::Cartesian3D<double>,ROOT::Math::DefaultCoordinateSystemTag>", 1, 0xe566d96e, 1},
    {"ROOT::Math::PositionVector3D<ROOT::Math::Cartesian3D<float>,ROOT::Math::DefaultCoordinateSystemTag>", 1, 0x835a7586, 1},
    {"ROOT::Math::PositionVector3D<ROOT::Math::Cartesian3D<Double32_t>,ROOT::Math::DefaultCoordinateSystemTag>", 1, 0x55e30b2e, 1},
    {"ROOT::Math::PositionVector3D<ROOT::Math::Cylindrical3D<double>,ROOT::Math::DefaultCoordinateSystemTag>", 1, 0x6a513c0e, 1},
    {"ROOT::Math::PositionVector3D<ROOT::Math::Cylindrical3D<float>,ROOT::Math::DefaultCoordinateSystemTag>", 1, 0xeb16f7a2, 1},
    {"ROOT::Math::PositionVector3D<ROOT::Math::Cylindrical3D<Double32_t>,ROOT::Math::DefaultCoordinateSystemTag>", 1, 0xc898b5ce, 1},
    {"ROOT::Math::PositionVector3D<ROOT::Math::CylindricalEta3D<double>,ROOT::Math::DefaultCoordinateSystemTag>", 1, 0xee36e340, 1},
    {"ROOT::Math::PositionVector3D<ROOT::Math::CylindricalEta3D<float>,ROOT::Math::DefaultCoordinateSystemTag>", 1, 0x6e4cc482, 1},
    {"ROOT::Math::PositionVector3D<ROOT::Math::CylindricalEta3D<Double32_t>,ROOT::Math::DefaultCoordinateSystemTag>", 1, 0x55982308, 1},
    {"ROOT::Math::PositionVector3D<ROOT::Math::Polar3D<double>,ROOT::Math::DefaultCoordinateSystemTag>", 1, 0x3884d316, 1},
    {"ROOT::Math::PositionVector3D<ROOT::Math::Polar3D<float>,ROOT::Math::DefaultCoordinateSystemTag>", 1, 0xecddd2e2, 1},
    {"ROOT::Math::PositionVector3D<ROOT::Math::Polar3D<Double32_t>,ROOT::Math::DefaultCoordinateSystemTag>", 1, 0xa5fcbcf6, 1},
    {"ROOT::Math::DisplacementVector3D<ROOT::Math::Cartesian3D<Double32_t>,ROOT::Math::GlobalCoordinateSystemTag>", 1, 0xcede5008, 1},
    {"ROOT::Math::DisplacementVector3D<ROOT::Math::Cartesian3D<Double32_t>,ROOT::Math::LocalCoordinateSystemTag>", 1, 0x271919da, 1},
    {"ROOT::Math::DisplacementVector3D<ROOT::Math::CylindricalEta3D<Double32_t>,ROOT::Math::GlobalCoordinateSystemTag>", 1, 0x492cc596, 1},
    {"ROOT::Math::DisplacementVector3D<ROOT::Math::CylindricalEta3D<Double32_t>,ROOT::Math::LocalCoordinateSystemTag>", 1, 0xbad98cd0, 1},
    {"ROOT::Math::PositionVector3D<ROOT::Math::Cartesian3D<Double32_t>,ROOT::Math::GlobalCoordinateSystemTag>", 1, 0xc77b762e, 1},
    {"ROOT::Math::PositionVector3D<ROOT::Math::Cartesian3D<Double32_t>,ROOT::Math::LocalCoordinateSystemTag>", 1, 0x24a2d13c, 1},
    {"ROOT::Math::PositionVector3D<ROOT::Math::CylindricalEta3D<Double32_t>,ROOT::Math::GlobalCoordinateSystemTag>", 1, 0x993118ac, 1},
    {"ROOT::Math::PositionVector3D<ROOT::Math::CylindricalEta3D<Double32_t>,ROOT::Math::LocalCoordinateSystemTag>", 1, 0xd585a882, 1},
    {"ROOT::Math::LorentzVector<ROOT::Math::PxPyPzE4D<float> >", 1, 0x29463ee8, 1},
    {"ROOT::Math::LorentzVector<ROOT::Math::PxPyPzE4D<Double32_t> >", 1, 0xe7bc99c6, 1},
    {"ROOT::Math::LorentzVector<ROOT::Math::PxPyPzM4D<float> >", 1, 0xb81600d8, 1},
    {"ROOT::Math::LorentzVector<ROOT::Math::PxPyPzM4D<Double32_t> >", 1, 0xaf337e26, 1},
    {"ROOT::Math::LorentzVector<ROOT::Math::PtEtaPhiE4D<float> >", 1, 0x40c44da0, 1},
    {"ROOT::Math::LorentzVector<ROOT::Math::PtEtaPhiE4D<Double32_t> >", 1, 0xdad8a4b6, 1},
    {"ROOT::Math::LorentzVector<ROOT::Math::PtEtaPhiM4D<float> >", 1, 0x45fee650, 1},
    {"ROOT::Math::LorentzVector<ROOT::Math::PtEtaPhiM4D<Double32_t> >", 1, 0xcbc7cdd6, 1},
    {"ROOT::Math::AxisAngle", 1, 0xa7ecc29c, 2},
    {"ROOT::Math::Boost", 1, 0x92fb9d51, 1},
    {"ROOT::Math::BoostX", 1, 0x246bbe8a, 2},
    {"ROOT::Math::BoostY", 1, 0x0fcaa6d5, 2},
    {"ROOT::Math::BoostZ", 1, 0xfb298f20, 2},
    {"ROOT::Math::EulerAngles", 1, 0x05434b81, 3},
    {"ROOT::Math::Impl::Plane3D<double>", 1, 0xdd80ad0a, 4},
    {"ROOT::Math::Impl::Transform3D<double>", 1, 0xa0b988b4, 1},
    {"ROOT::Math::Impl::Translation3D<double>", 1, 0x8e1310f8, 1},
    {"ROOT::Math::LorentzRotation", 1, 0x0a4b31fe, 1},
    {"ROOT::Math::Quaternion", 1, 0xe7f3b76f, 4},
    {"ROOT::Math::Rotation3D", 1, 0xf4f17280, 1},
    {"ROOT::Math::RotationX", 1, 0xde10c813, 3},
    {"ROOT::Math::RotationY", 1, 0xc02f0694, 3},
    {"ROOT::Math::RotationZ", 1, 0xa24d4515, 3},
    {"ROOT::Math::RotationZYX", 1, 0x4fff9a77, 3},
};
// clang-format on

}  // namespace

CatalogueTable vectors_table() noexcept { return {classes, elements}; }

}  // namespace ramet::inline v1::schema::internal
