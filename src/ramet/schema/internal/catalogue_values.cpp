#include "ramet/schema/internal/catalogue_row.hpp"

// Made by tools/make_catalogue.py from ROOT 6.40.00: run it, do not edit.

namespace ramet::inline v1::schema::internal {
namespace {

// clang-format off
constexpr ElementRow elements[] = {
    // TVector2
    {"Base", "TObject", "Basic ROOT object", 66, 0, "BASE", 1, 0x901bc02d},
    {"BasicType", "fX", "components of the vector", 8, 8, "double"},
    {"BasicType", "fY", "", 8, 8, "double"},
    // TVector3
    {"Base", "TObject", "Basic ROOT object", 66, 0, "BASE", 1, 0x901bc02d},
    {"BasicType", "fX", "", 8, 8, "double"},
    {"BasicType", "fY", "", 8, 8, "double"},
    {"BasicType", "fZ", "", 8, 8, "double"},
    // TLorentzVector
    {"Base", "TObject", "Basic ROOT object", 66, 0, "BASE", 1, 0x901bc02d},
    {"Object", "fP", "3 vector component", 61, 40, "TVector3"},
    {"BasicType", "fE", "time or energy of (x,y,z,t) or (px,py,pz,e)", 8, 8, "double"},
    // TRotation
    {"Base", "TObject", "Basic ROOT object", 66, 0, "BASE", 1, 0x901bc02d},
    {"BasicType", "fxx", "", 8, 8, "double"},
    {"BasicType", "fxy", "", 8, 8, "double"},
    {"BasicType", "fxz", "", 8, 8, "double"},
    {"BasicType", "fyx", "", 8, 8, "double"},
    {"BasicType", "fyy", "", 8, 8, "double"},
    {"BasicType", "fyz", "", 8, 8, "double"},
    {"BasicType", "fzx", "", 8, 8, "double"},
    {"BasicType", "fzy", "", 8, 8, "double"},
    {"BasicType", "fzz", "", 8, 8, "double"},
    // TLorentzRotation
    {"Base", "TObject", "Basic ROOT object", 66, 0, "BASE", 1, 0x901bc02d},
    {"BasicType", "fxx", "", 8, 8, "double"},
    {"BasicType", "fxy", "", 8, 8, "double"},
    {"BasicType", "fxz", "", 8, 8, "double"},
    {"BasicType", "fxt", "", 8, 8, "double"},
    {"BasicType", "fyx", "", 8, 8, "double"},
    {"BasicType", "fyy", "", 8, 8, "double"},
    {"BasicType", "fyz", "", 8, 8, "double"},
    {"BasicType", "fyt", "", 8, 8, "double"},
    {"BasicType", "fzx", "", 8, 8, "double"},
    {"BasicType", "fzy", "", 8, 8, "double"},
    {"BasicType", "fzz", "", 8, 8, "double"},
    {"BasicType", "fzt", "", 8, 8, "double"},
    {"BasicType", "ftx", "", 8, 8, "double"},
    {"BasicType", "fty", "", 8, 8, "double"},
    {"BasicType", "ftz", "", 8, 8, "double"},
    {"BasicType", "ftt", "", 8, 8, "double"},
    // TQuaternion
    {"Base", "TObject", "Basic ROOT object", 66, 0, "BASE", 1, 0x901bc02d},
    {"BasicType", "fRealPart", "Real part", 8, 8, "double"},
    {"Object", "fVectorPart", "vector part", 61, 40, "TVector3"},
    // TBits
    {"Base", "TObject", "Basic ROOT object", 66, 0, "BASE", 1, 0x901bc02d},
    {"BasicType", "fNbits", "Highest bit set + 1", 13, 4, "unsigned int"},
    {"BasicType", "fNbytes", "Number of UChars in fAllBits", 13, 4, "unsigned int"},
    {"BasicPointer", "fAllBits", "[fNbytes] array of UChars", 51, 1, "unsigned char*", 1, 0, "fNbytes", "TBits"},
    // TTimeStamp
    {"BasicType", "fSec", "seconds", 3, 4, "int"},
    {"BasicType", "fNanoSec", "nanoseconds", 3, 4, "int"},
    // TProcessID
    {"Base", "TNamed", "The basis for a named object (name, title)", 67, 0, "BASE", 1, 0xdfb74a3c},
    // ROOT::RNTuple
    {"BasicType", "fVersionEpoch", "", 12, 2, "unsigned short"},
    {"BasicType", "fVersionMajor", "", 12, 2, "unsigned short"},
    {"BasicType", "fVersionMinor", "", 12, 2, "unsigned short"},
    {"BasicType", "fVersionPatch", "", 12, 2, "unsigned short"},
    {"BasicType", "fSeekHeader", "", 14, 8, "unsigned long"},
    {"BasicType", "fNBytesHeader", "", 14, 8, "unsigned long"},
    {"BasicType", "fLenHeader", "", 14, 8, "unsigned long"},
    {"BasicType", "fSeekFooter", "", 14, 8, "unsigned long"},
    {"BasicType", "fNBytesFooter", "", 14, 8, "unsigned long"},
    {"BasicType", "fLenFooter", "", 14, 8, "unsigned long"},
    {"BasicType", "fMaxKeySize", "", 14, 8, "unsigned long"},
    // TVectorT<float>
    {"Base", "TObject", "Basic ROOT object", 66, 0, "BASE", 1, 0x901bc02d},
    {"BasicType", "fNrows", "number of rows", 6, 4, "int"},
    {"BasicType", "fRowLwb", "lower bound of the row index", 3, 4, "int"},
    {"BasicPointer", "fElements", "[fNrows] elements themselves", 45, 4, "float*", 4, 0, "fNrows", "TVectorT<float>"},
    // TVectorT<double>
    {"Base", "TObject", "Basic ROOT object", 66, 0, "BASE", 1, 0x901bc02d},
    {"BasicType", "fNrows", "number of rows", 6, 4, "int"},
    {"BasicType", "fRowLwb", "lower bound of the row index", 3, 4, "int"},
    {"BasicPointer", "fElements", "[fNrows] elements themselves", 48, 8, "double*", 4, 0, "fNrows", "TVectorT<double>"},
    // TMatrixTBase<float>
    {"Base", "TObject", "Basic ROOT object", 66, 0, "BASE", 1, 0x901bc02d},
    {"BasicType", "fNrows", "number of rows", 3, 4, "int"},
    {"BasicType", "fNcols", "number of columns", 3, 4, "int"},
    {"BasicType", "fRowLwb", "lower bound of the row index", 3, 4, "int"},
    {"BasicType", "fColLwb", "lower bound of the col index", 3, 4, "int"},
    {"BasicType", "fNelems", "number of elements in matrix", 6, 4, "int"},
    {"BasicType", "fNrowIndex", "length of row index array (= fNrows+1), which is only used for sparse matrices", 3, 4, "int"},
    {"BasicType", "fTol", "sqrt(epsilon); epsilon is smallest number number so that  1+epsilon > 1", 5, 4, "float"},
    // TMatrixTBase<double>
    {"Base", "TObject", "Basic ROOT object", 66, 0, "BASE", 1, 0x901bc02d},
    {"BasicType", "fNrows", "number of rows", 3, 4, "int"},
    {"BasicType", "fNcols", "number of columns", 3, 4, "int"},
    {"BasicType", "fRowLwb", "lower bound of the row index", 3, 4, "int"},
    {"BasicType", "fColLwb", "lower bound of the col index", 3, 4, "int"},
    {"BasicType", "fNelems", "number of elements in matrix", 6, 4, "int"},
    {"BasicType", "fNrowIndex", "length of row index array (= fNrows+1), which is only used for sparse matrices", 3, 4, "int"},
    {"BasicType", "fTol", "sqrt(epsilon); epsilon is smallest number number so that  1+epsilon > 1", 8, 8, "double"},
    // TMatrixT<float>
    {"Base", "TMatrixTBase<float>", "", 0, 0, "BASE", 5, 0x7fb24945},
    {"BasicPointer", "fElements", "[fNelems] elements themselves", 45, 4, "float*", 5, 0, "fNelems", "TMatrixTBase<float>"},
    // TMatrixT<double>
    {"Base", "TMatrixTBase<double>", "", 0, 0, "BASE", 5, 0x8b1ac221},
    {"BasicPointer", "fElements", "[fNelems] elements themselves", 48, 8, "double*", 5, 0, "fNelems", "TMatrixTBase<double>"},
    // TMatrixTSym<float>
    {"Base", "TMatrixTBase<float>", "", 0, 0, "BASE", 5, 0x7fb24945},
    {"BasicPointer", "fElements", "[fNelems] elements themselves", 45, 4, "float*", 5, 0, "fNelems", "TMatrixTBase<float>"},
    // TMatrixTSym<double>
    {"Base", "TMatrixTBase<double>", "", 0, 0, "BASE", 5, 0x8b1ac221},
    {"BasicPointer", "fElements", "[fNelems] elements themselves", 48, 8, "double*", 5, 0, "fNelems", "TMatrixTBase<double>"},
    // ROOT::Math::Cartesian2D<double>
    {"BasicType", "fX", "", 8, 8, "double"},
    {"BasicType", "fY", "", 8, 8, "double"},
    // ROOT::Math::Cartesian3D<double>
    {"BasicType", "fX", "x coordinate", 8, 8, "double"},
    {"BasicType", "fY", "y coordinate", 8, 8, "double"},
    {"BasicType", "fZ", "z coordinate", 8, 8, "double"},
    // ROOT::Math::Cartesian3D<float>
    {"BasicType", "fX", "x coordinate", 5, 4, "float"},
    {"BasicType", "fY", "y coordinate", 5, 4, "float"},
    {"BasicType", "fZ", "z coordinate", 5, 4, "float"},
    // ROOT::Math::Cylindrical3D<double>
    {"BasicType", "fRho", "", 8, 8, "double"},
    {"BasicType", "fZ", "", 8, 8, "double"},
    {"BasicType", "fPhi", "", 8, 8, "double"},
    // ROOT::Math::CylindricalEta3D<double>
    {"BasicType", "fRho", "", 8, 8, "double"},
    {"BasicType", "fEta", "", 8, 8, "double"},
    {"BasicType", "fPhi", "", 8, 8, "double"},
    // ROOT::Math::Polar3D<double>
    {"BasicType", "fR", "", 8, 8, "double"},
    {"BasicType", "fTheta", "", 8, 8, "double"},
    {"BasicType", "fPhi", "", 8, 8, "double"},
    // ROOT::Math::PxPyPzE4D<double>
    {"BasicType", "fX", "", 8, 8, "double"},
    {"BasicType", "fY", "", 8, 8, "double"},
    {"BasicType", "fZ", "", 8, 8, "double"},
    {"BasicType", "fT", "", 8, 8, "double"},
    // ROOT::Math::PxPyPzM4D<double>
    {"BasicType", "fX", "", 8, 8, "double"},
    {"BasicType", "fY", "", 8, 8, "double"},
    {"BasicType", "fZ", "", 8, 8, "double"},
    {"BasicType", "fM", "", 8, 8, "double"},
    // ROOT::Math::PtEtaPhiE4D<double>
    {"BasicType", "fPt", "", 8, 8, "double"},
    {"BasicType", "fEta", "", 8, 8, "double"},
    {"BasicType", "fPhi", "", 8, 8, "double"},
    {"BasicType", "fE", "", 8, 8, "double"},
    // ROOT::Math::PtEtaPhiM4D<double>
    {"BasicType", "fPt", "", 8, 8, "double"},
    {"BasicType", "fEta", "", 8, 8, "double"},
    {"BasicType", "fPhi", "", 8, 8, "double"},
    {"BasicType", "fM", "", 8, 8, "double"},
    // ROOT::Math::PtEtaPhiM4D<float>
    {"BasicType", "fPt", "", 5, 4, "float"},
    {"BasicType", "fEta", "", 5, 4, "float"},
    {"BasicType", "fPhi", "", 5, 4, "float"},
    {"BasicType", "fM", "", 5, 4, "float"},
    // ROOT::Math::PxPyPzE4D<float>
    {"BasicType", "fX", "", 5, 4, "float"},
    {"BasicType", "fY", "", 5, 4, "float"},
    {"BasicType", "fZ", "", 5, 4, "float"},
    {"BasicType", "fT", "", 5, 4, "float"},
    // ROOT::Math::LorentzVector<ROOT::Math::PxPyPzE4D<double> >
    {"ObjectAny", "fCoordinates", "internal coordinate system", 62, 32, "ROOT::Math::PxPyPzE4D<double>"},
    // ROOT::Math::LorentzVector<ROOT::Math::PxPyPzM4D<double> >
    {"ObjectAny", "fCoordinates", "internal coordinate system", 62, 32, "ROOT::Math::PxPyPzM4D<double>"},
    // ROOT::Math::LorentzVector<ROOT::Math::PtEtaPhiE4D<double> >
    {"ObjectAny", "fCoordinates", "internal coordinate system", 62, 32, "ROOT::Math::PtEtaPhiE4D<double>"},
    // ROOT::Math::LorentzVector<ROOT::Math::PtEtaPhiM4D<double> >
    {"ObjectAny", "fCoordinates", "internal coordinate system", 62, 32, "ROOT::Math::PtEtaPhiM4D<double>"},
};

constexpr ClassRow classes[] = {
    {"TVector2", 3, 0x0089b7f4, 3},
    {"TVector3", 3, 0xabb6be1e, 4},
    {"TLorentzVector", 4, 0xe3dec1a1, 3},
    {"TRotation", 1, 0x6e37c443, 10},
    {"TLorentzRotation", 1, 0x963864c6, 17},
    {"TQuaternion", 1, 0xfb0bca54, 3},
    {"TBits", 1, 0x0e763c48, 4},
    {"TTimeStamp", 1, 0x043a96f2, 2},
    {"TProcessID", 1, 0x2b7ef579, 1},
    {"ROOT::RNTuple", 2, 0x28e632ec, 11},
    {"TVectorT<float>", 4, 0xe9c89d05, 4},
    {"TVectorT<double>", 4, 0x6a0d4caf, 4},
    {"TMatrixTBase<float>", 5, 0x7fb24945, 8},
    {"TMatrixTBase<double>", 5, 0x8b1ac221, 8},
    {"TMatrixT<float>", 4, 0xc315ce4f, 2},
    {"TMatrixT<double>", 4, 0x080d139c, 2},
    {"TMatrixTSym<float>", 2, 0x1f8b6012, 2},
    {"TMatrixTSym<double>", 2, 0xc873732d, 2},
    {"ROOT::Math::Cartesian2D<double>", 1, 0x96c324bc, 2},
    {"ROOT::Math::Cartesian3D<double>", 1, 0x85b02ce8, 3},
    {"ROOT::Math::Cartesian3D<float>", 1, 0xeafba00a, 3},
    {"ROOT::Math::Cylindrical3D<double>", 1, 0x9dda68db, 3},
    {"ROOT::Math::CylindricalEta3D<double>", 1, 0xfcf13dcd, 3},
    {"ROOT::Math::Polar3D<double>", 1, 0xfa92d038, 3},
    {"ROOT::Math::PxPyPzE4D<double>", 1, 0x568bb968, 4},
    {"ROOT::Math::PxPyPzM4D<double>", 1, 0xe784eec1, 4},
    {"ROOT::Math::PtEtaPhiE4D<double>", 1, 0x12bb5beb, 4},
    {"ROOT::Math::PtEtaPhiM4D<double>", 1, 0xaf5c020b, 4},
    {"ROOT::Math::PtEtaPhiM4D<float>", 1, 0x1b73e968, 4},
    {"ROOT::Math::PxPyPzE4D<float>", 1, 0xa0fddce7, 4},
    {"ROOT::Math::LorentzVector<ROOT::Math::PxPyPzE4D<double> >", 1, 0x5251e516, 1},
    {"ROOT::Math::LorentzVector<ROOT::Math::PxPyPzM4D<double> >", 1, 0x57914bf6, 1},
    {"ROOT::Math::LorentzVector<ROOT::Math::PtEtaPhiE4D<double> >", 1, 0x96230fe6, 1},
    {"ROOT::Math::LorentzVector<ROOT::Math::PtEtaPhiM4D<double> >", 1, 0xc5240386, 1},
};
// clang-format on

}  // namespace

CatalogueTable values_table() noexcept { return {classes, elements}; }

}  // namespace ramet::inline v1::schema::internal
