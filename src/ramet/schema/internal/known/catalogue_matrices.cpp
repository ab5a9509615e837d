#include "ramet/schema/internal/catalogue_row.hpp"

// Made by tools/make_catalogue.py from ROOT 6.40.00: run it, do not edit.

namespace ramet::inline v1::schema::internal {
namespace {

// clang-format off
constexpr ElementRow elements[] = {
    // ROOT::Math::SVector<double,2>
    {"BasicType", "fArray", "", 28, 16, "double", 0, 0, "", "", 0, 0, {2}},
    // ROOT::Math::SVector<double,3>
    {"BasicType", "fArray", "", 28, 24, "double", 0, 0, "", "", 0, 0, {3}},
    // ROOT::Math::SVector<double,4>
    {"BasicType", "fArray", "", 28, 32, "double", 0, 0, "", "", 0, 0, {4}},
    // ROOT::Math::SVector<double,5>
    {"BasicType", "fArray", "", 28, 40, "double", 0, 0, "", "", 0, 0, {5}},
    // ROOT::Math::SVector<double,6>
    {"BasicType", "fArray", "", 28, 48, "double", 0, 0, "", "", 0, 0, {6}},
    // ROOT::Math::SVector<double,7>
    {"BasicType", "fArray", "", 28, 56, "double", 0, 0, "", "", 0, 0, {7}},
    // ROOT::Math::SVector<float,2>
    {"BasicType", "fArray", "", 25, 8, "float", 0, 0, "", "", 0, 0, {2}},
    // ROOT::Math::SVector<float,3>
    {"BasicType", "fArray", "", 25, 12, "float", 0, 0, "", "", 0, 0, {3}},
    // ROOT::Math::SVector<float,4>
    {"BasicType", "fArray", "", 25, 16, "float", 0, 0, "", "", 0, 0, {4}},
    // ROOT::Math::SVector<float,5>
    {"BasicType", "fArray", "", 25, 20, "float", 0, 0, "", "", 0, 0, {5}},
    // ROOT::Math::SVector<float,6>
    {"BasicType", "fArray", "", 25, 24, "float", 0, 0, "", "", 0, 0, {6}},
    // ROOT::Math::SVector<float,7>
    {"BasicType", "fArray", "", 25, 28, "float", 0, 0, "", "", 0, 0, {7}},
    // ROOT::Math::SVector<Double32_t,3>
    {"BasicType", "fArray", "", 29, 24, "Double32_t", 0, 0, "", "", 0, 0, {3}},
    // ROOT::Math::SVector<Double32_t,4>
    {"BasicType", "fArray", "", 29, 32, "Double32_t", 0, 0, "", "", 0, 0, {4}},
    // ROOT::Math::SVector<Double32_t,5>
    {"BasicType", "fArray", "", 29, 40, "Double32_t", 0, 0, "", "", 0, 0, {5}},
    // ROOT::Math::SVector<Double32_t,6>
    {"BasicType", "fArray", "", 29, 48, "Double32_t", 0, 0, "", "", 0, 0, {6}},
    // ROOT::Math::MatRepSym<double,2>
    {"BasicType", "fArray", "", 28, 24, "double", 0, 0, "", "", 0, 0, {3}},
    // ROOT::Math::MatRepSym<double,3>
    {"BasicType", "fArray", "", 28, 48, "double", 0, 0, "", "", 0, 0, {6}},
    // ROOT::Math::MatRepSym<double,4>
    {"BasicType", "fArray", "", 28, 80, "double", 0, 0, "", "", 0, 0, {10}},
    // ROOT::Math::MatRepSym<double,5>
    {"BasicType", "fArray", "", 28, 120, "double", 0, 0, "", "", 0, 0, {15}},
    // ROOT::Math::MatRepSym<double,6>
    {"BasicType", "fArray", "", 28, 168, "double", 0, 0, "", "", 0, 0, {21}},
    // ROOT::Math::MatRepSym<double,7>
    {"BasicType", "fArray", "", 28, 224, "double", 0, 0, "", "", 0, 0, {28}},
    // ROOT::Math::MatRepSym<float,2>
    {"BasicType", "fArray", "", 25, 12, "float", 0, 0, "", "", 0, 0, {3}},
    // ROOT::Math::MatRepSym<float,3>
    {"BasicType", "fArray", "", 25, 24, "float", 0, 0, "", "", 0, 0, {6}},
    // ROOT::Math::MatRepSym<float,4>
    {"BasicType", "fArray", "", 25, 40, "float", 0, 0, "", "", 0, 0, {10}},
    // ROOT::Math::MatRepSym<float,5>
    {"BasicType", "fArray", "", 25, 60, "float", 0, 0, "", "", 0, 0, {15}},
    // ROOT::Math::MatRepSym<float,6>
    {"BasicType", "fArray", "", 25, 84, "float", 0, 0, "", "", 0, 0, {21}},
    // ROOT::Math::MatRepSym<float,7>
    {"BasicType", "fArray", "", 25, 112, "float", 0, 0, "", "", 0, 0, {28}},
    // ROOT::Math::MatRepSym<Double32_t,3>
    {"BasicType", "fArray", "", 29, 48, "Double32_t", 0, 0, "", "", 0, 0, {6}},
    // ROOT::Math::MatRepSym<Double32_t,4>
    {"BasicType", "fArray", "", 29, 80, "Double32_t", 0, 0, "", "", 0, 0, {10}},
    // ROOT::Math::MatRepSym<Double32_t,5>
    {"BasicType", "fArray", "", 29, 120, "Double32_t", 0, 0, "", "", 0, 0, {15}},
    // ROOT::Math::MatRepSym<Double32_t,6>
    {"BasicType", "fArray", "", 29, 168, "Double32_t", 0, 0, "", "", 0, 0, {21}},
    // ROOT::Math::MatRepStd<double,2,2>
    {"BasicType", "fArray", "", 28, 32, "double", 0, 0, "", "", 0, 0, {4}},
    // ROOT::Math::MatRepStd<double,3,3>
    {"BasicType", "fArray", "", 28, 72, "double", 0, 0, "", "", 0, 0, {9}},
    // ROOT::Math::MatRepStd<double,4,4>
    {"BasicType", "fArray", "", 28, 128, "double", 0, 0, "", "", 0, 0, {16}},
    // ROOT::Math::MatRepStd<double,5,5>
    {"BasicType", "fArray", "", 28, 200, "double", 0, 0, "", "", 0, 0, {25}},
    // ROOT::Math::MatRepStd<double,6,6>
    {"BasicType", "fArray", "", 28, 288, "double", 0, 0, "", "", 0, 0, {36}},
    // ROOT::Math::MatRepStd<double,7,7>
    {"BasicType", "fArray", "", 28, 392, "double", 0, 0, "", "", 0, 0, {49}},
    // ROOT::Math::MatRepStd<float,2,2>
    {"BasicType", "fArray", "", 25, 16, "float", 0, 0, "", "", 0, 0, {4}},
    // ROOT::Math::MatRepStd<float,3,3>
    {"BasicType", "fArray", "", 25, 36, "float", 0, 0, "", "", 0, 0, {9}},
    // ROOT::Math::MatRepStd<float,4,4>
    {"BasicType", "fArray", "", 25, 64, "float", 0, 0, "", "", 0, 0, {16}},
    // ROOT::Math::MatRepStd<float,5,5>
    {"BasicType", "fArray", "", 25, 100, "float", 0, 0, "", "", 0, 0, {25}},
    // ROOT::Math::MatRepStd<float,6,6>
    {"BasicType", "fArray", "", 25, 144, "float", 0, 0, "", "", 0, 0, {36}},
    // ROOT::Math::MatRepStd<float,7,7>
    {"BasicType", "fArray", "", 25, 196, "float", 0, 0, "", "", 0, 0, {49}},
    // ROOT::Math::MatRepStd<Double32_t,3,3>
    {"BasicType", "fArray", "", 29, 72, "Double32_t", 0, 0, "", "", 0, 0, {9}},
    // ROOT::Math::MatRepStd<Double32_t,4,4>
    {"BasicType", "fArray", "", 29, 128, "Double32_t", 0, 0, "", "", 0, 0, {16}},
    // ROOT::Math::MatRepStd<Double32_t,5,5>
    {"BasicType", "fArray", "", 29, 200, "Double32_t", 0, 0, "", "", 0, 0, {25}},
    // ROOT::Math::MatRepStd<Double32_t,6,6>
    {"BasicType", "fArray", "", 29, 288, "Double32_t", 0, 0, "", "", 0, 0, {36}},
    // ROOT::Math::MatRepStd<double,3,4>
    {"BasicType", "fArray", "", 28, 96, "double", 0, 0, "", "", 0, 0, {12}},
    // ROOT::Math::MatRepStd<double,4,3>
    {"BasicType", "fArray", "", 28, 96, "double", 0, 0, "", "", 0, 0, {12}},
    // ROOT::Math::MatRepStd<double,9,7>
    {"BasicType", "fArray", "", 28, 504, "double", 0, 0, "", "", 0, 0, {63}},
    // ROOT::Math::MatRepStd<float,3,4>
    {"BasicType", "fArray", "", 25, 48, "float", 0, 0, "", "", 0, 0, {12}},
    // ROOT::Math::MatRepStd<float,4,3>
    {"BasicType", "fArray", "", 25, 48, "float", 0, 0, "", "", 0, 0, {12}},
    // ROOT::Math::MatRepStd<float,9,7>
    {"BasicType", "fArray", "", 25, 252, "float", 0, 0, "", "", 0, 0, {63}},
    // ROOT::Math::SMatrix<double,2,2,ROOT::Math::MatRepSym<double,2> >
    {"ObjectAny", "fRep", "", 62, 24, "ROOT::Math::MatRepSym<double,2>"},
    // ROOT::Math::SMatrix<double,3,3,ROOT::Math::MatRepSym<double,3> >
    {"ObjectAny", "fRep", "", 62, 48, "ROOT::Math::MatRepSym<double,3>"},
    // ROOT::Math::SMatrix<double,4,4,ROOT::Math::MatRepSym<double,4> >
    {"ObjectAny", "fRep", "", 62, 80, "ROOT::Math::MatRepSym<double,4>"},
    // ROOT::Math::SMatrix<double,5,5,ROOT::Math::MatRepSym<double,5> >
    {"ObjectAny", "fRep", "", 62, 120, "ROOT::Math::MatRepSym<double,5>"},
    // ROOT::Math::SMatrix<double,6,6,ROOT::Math::MatRepSym<double,6> >
    {"ObjectAny", "fRep", "", 62, 168, "ROOT::Math::MatRepSym<double,6>"},
    // ROOT::Math::SMatrix<double,7,7,ROOT::Math::MatRepSym<double,7> >
    {"ObjectAny", "fRep", "", 62, 224, "ROOT::Math::MatRepSym<double,7>"},
    // ROOT::Math::SMatrix<float,2,2,ROOT::Math::MatRepSym<float,2> >
    {"ObjectAny", "fRep", "", 62, 12, "ROOT::Math::MatRepSym<float,2>"},
    // ROOT::Math::SMatrix<float,3,3,ROOT::Math::MatRepSym<float,3> >
    {"ObjectAny", "fRep", "", 62, 24, "ROOT::Math::MatRepSym<float,3>"},
    // ROOT::Math::SMatrix<float,4,4,ROOT::Math::MatRepSym<float,4> >
    {"ObjectAny", "fRep", "", 62, 40, "ROOT::Math::MatRepSym<float,4>"},
    // ROOT::Math::SMatrix<float,5,5,ROOT::Math::MatRepSym<float,5> >
    {"ObjectAny", "fRep", "", 62, 60, "ROOT::Math::MatRepSym<float,5>"},
    // ROOT::Math::SMatrix<float,6,6,ROOT::Math::MatRepSym<float,6> >
    {"ObjectAny", "fRep", "", 62, 84, "ROOT::Math::MatRepSym<float,6>"},
    // ROOT::Math::SMatrix<float,7,7,ROOT::Math::MatRepSym<float,7> >
    {"ObjectAny", "fRep", "", 62, 112, "ROOT::Math::MatRepSym<float,7>"},
    // ROOT::Math::SMatrix<Double32_t,3,3,ROOT::Math::MatRepSym<Double32_t,3> >
    {"ObjectAny", "fRep", "", 62, 48, "ROOT::Math::MatRepSym<Double32_t,3>"},
    // ROOT::Math::SMatrix<Double32_t,4,4,ROOT::Math::MatRepSym<Double32_t,4> >
    {"ObjectAny", "fRep", "", 62, 80, "ROOT::Math::MatRepSym<Double32_t,4>"},
    // ROOT::Math::SMatrix<Double32_t,5,5,ROOT::Math::MatRepSym<Double32_t,5> >
    {"ObjectAny", "fRep", "", 62, 120, "ROOT::Math::MatRepSym<Double32_t,5>"},
    // ROOT::Math::SMatrix<Double32_t,6,6,ROOT::Math::MatRepSym<Double32_t,6> >
    {"ObjectAny", "fRep", "", 62, 168, "ROOT::Math::MatRepSym<Double32_t,6>"},
    // ROOT::Math::SMatrix<double,2,2,ROOT::Math::MatRepStd<double,2,2> >
    {"ObjectAny", "fRep", "", 62, 32, "ROOT::Math::MatRepStd<double,2,2>"},
    // ROOT::Math::SMatrix<double,3,3,ROOT::Math::MatRepStd<double,3,3> >
    {"ObjectAny", "fRep", "", 62, 72, "ROOT::Math::MatRepStd<double,3,3>"},
    // ROOT::Math::SMatrix<double,4,4,ROOT::Math::MatRepStd<double,4,4> >
    {"ObjectAny", "fRep", "", 62, 128, "ROOT::Math::MatRepStd<double,4,4>"},
    // ROOT::Math::SMatrix<double,5,5,ROOT::Math::MatRepStd<double,5,5> >
    {"ObjectAny", "fRep", "", 62, 200, "ROOT::Math::MatRepStd<double,5,5>"},
    // ROOT::Math::SMatrix<double,6,6,ROOT::Math::MatRepStd<double,6,6> >
    {"ObjectAny", "fRep", "", 62, 288, "ROOT::Math::MatRepStd<double,6,6>"},
    // ROOT::Math::SMatrix<double,7,7,ROOT::Math::MatRepStd<double,7,7> >
    {"ObjectAny", "fRep", "", 62, 392, "ROOT::Math::MatRepStd<double,7,7>"},
    // ROOT::Math::SMatrix<float,2,2,ROOT::Math::MatRepStd<float,2,2> >
    {"ObjectAny", "fRep", "", 62, 16, "ROOT::Math::MatRepStd<float,2,2>"},
    // ROOT::Math::SMatrix<float,3,3,ROOT::Math::MatRepStd<float,3,3> >
    {"ObjectAny", "fRep", "", 62, 36, "ROOT::Math::MatRepStd<float,3,3>"},
    // ROOT::Math::SMatrix<float,4,4,ROOT::Math::MatRepStd<float,4,4> >
    {"ObjectAny", "fRep", "", 62, 64, "ROOT::Math::MatRepStd<float,4,4>"},
    // ROOT::Math::SMatrix<float,5,5,ROOT::Math::MatRepStd<float,5,5> >
    {"ObjectAny", "fRep", "", 62, 100, "ROOT::Math::MatRepStd<float,5,5>"},
    // ROOT::Math::SMatrix<float,6,6,ROOT::Math::MatRepStd<float,6,6> >
    {"ObjectAny", "fRep", "", 62, 144, "ROOT::Math::MatRepStd<float,6,6>"},
    // ROOT::Math::SMatrix<float,7,7,ROOT::Math::MatRepStd<float,7,7> >
    {"ObjectAny", "fRep", "", 62, 196, "ROOT::Math::MatRepStd<float,7,7>"},
    // ROOT::Math::SMatrix<Double32_t,3,3,ROOT::Math::MatRepStd<Double32_t,3,3> >
    {"ObjectAny", "fRep", "", 62, 72, "ROOT::Math::MatRepStd<Double32_t,3,3>"},
    // ROOT::Math::SMatrix<Double32_t,4,4,ROOT::Math::MatRepStd<Double32_t,4,4> >
    {"ObjectAny", "fRep", "", 62, 128, "ROOT::Math::MatRepStd<Double32_t,4,4>"},
    // ROOT::Math::SMatrix<Double32_t,5,5,ROOT::Math::MatRepStd<Double32_t,5,5> >
    {"ObjectAny", "fRep", "", 62, 200, "ROOT::Math::MatRepStd<Double32_t,5,5>"},
    // ROOT::Math::SMatrix<Double32_t,6,6,ROOT::Math::MatRepStd<Double32_t,6,6> >
    {"ObjectAny", "fRep", "", 62, 288, "ROOT::Math::MatRepStd<Double32_t,6,6>"},
    // ROOT::Math::SMatrix<double,3,4,ROOT::Math::MatRepStd<double,3,4> >
    {"ObjectAny", "fRep", "", 62, 96, "ROOT::Math::MatRepStd<double,3,4>"},
    // ROOT::Math::SMatrix<double,4,3,ROOT::Math::MatRepStd<double,4,3> >
    {"ObjectAny", "fRep", "", 62, 96, "ROOT::Math::MatRepStd<double,4,3>"},
    // ROOT::Math::SMatrix<double,9,7,ROOT::Math::MatRepStd<double,9,7> >
    {"ObjectAny", "fRep", "", 62, 504, "ROOT::Math::MatRepStd<double,9,7>"},
    // ROOT::Math::SMatrix<float,3,4,ROOT::Math::MatRepStd<float,3,4> >
    {"ObjectAny", "fRep", "", 62, 48, "ROOT::Math::MatRepStd<float,3,4>"},
    // ROOT::Math::SMatrix<float,4,3,ROOT::Math::MatRepStd<float,4,3> >
    {"ObjectAny", "fRep", "", 62, 48, "ROOT::Math::MatRepStd<float,4,3>"},
    // ROOT::Math::SMatrix<float,9,7,ROOT::Math::MatRepStd<float,9,7> >
    {"ObjectAny", "fRep", "", 62, 252, "ROOT::Math::MatRepStd<float,9,7>"},
    // TDecompSparse
    {"Base", "TDecompBase", "Matrix Decomposition Base", 0, 0, "BASE", 2, 0x276891e0},
    {"BasicType", "fVerbose", "", 3, 4, "int"},
    {"BasicType", "fIcntl", "integer control numbers", 23, 124, "int", 0, 0, "", "", 0, 0, {31}},
    {"BasicType", "fCntl", "float control numbers", 28, 48, "double", 0, 0, "", "", 0, 0, {6}},
    {"BasicType", "fInfo", "array used for communication between programs", 23, 84, "int", 0, 0, "", "", 0, 0, {21}},
    {"BasicType", "fPrecision", "precision we demand from the linear system solver. If it isn't", 8, 8, "double"},
    {"ObjectAny", "fIkeep", "pivot sequence and temporary storage information", 62, 24, "TArrayI"},
    {"ObjectAny", "fIw", "", 62, 24, "TArrayI"},
    {"ObjectAny", "fIw1", "", 62, 24, "TArrayI"},
    {"ObjectAny", "fIw2", "", 62, 24, "TArrayI"},
    {"BasicType", "fNsteps", "", 3, 4, "int"},
    {"BasicType", "fMaxfrt", "", 3, 4, "int"},
    {"ObjectAny", "fW", "temporary storage for the factorization", 62, 24, "TArrayD"},
    {"BasicType", "fIPessimism", "amounts by which to increase allocated factorization space when", 8, 8, "double"},
    {"BasicType", "fRPessimism", "inadequate space is detected. fIPessimism is for array \"fIw\",", 8, 8, "double"},
    {"Object", "fA", "original matrix; needed for the iterative solving procedure", 61, 80, "TMatrixTSparse<double>"},
    {"BasicType", "fNrows", "", 3, 4, "int"},
    {"BasicType", "fNnonZeros", "", 3, 4, "int"},
    {"ObjectAny", "fFact", "size of fFact array; may be increased during the numerical factorization", 62, 24, "TArrayD"},
    {"ObjectAny", "fRowFact", "", 62, 24, "TArrayI"},
    {"ObjectAny", "fColFact", "", 62, 24, "TArrayI"},
};

constexpr ClassRow classes[] = {
    {"ROOT::Math::SVector<double,2>", 1, 0x3f8734ab, 1},
    {"ROOT::Math::SVector<double,3>", 1, 0x3fd03025, 1},
    {"ROOT::Math::SVector<double,4>", 1, 0x40192b9f, 1},
    {"ROOT::Math::SVector<double,5>", 1, 0x40622719, 1},
    {"ROOT::Math::SVector<double,6>", 1, 0x40ab2293, 1},
    {"ROOT::Math::SVector<double,7>", 1, 0x40f41e0d, 1},
    {"ROOT::Math::SVector<float,2>", 1, 0x8540dac9, 1},
    {"ROOT::Math::SVector<float,3>", 1, 0x85592e9d, 1},
    {"ROOT::Math::SVector<float,4>", 1, 0x85718271, 1},
    {"ROOT::Math::SVector<float,5>", 1, 0x8589d645, 1},
    {"ROOT::Math::SVector<float,6>", 1, 0x85a22a19, 1},
    {"ROOT::Math::SVector<float,7>", 1, 0x85ba7ded, 1},
    {"ROOT::Math::SVector<Double32_t,3>", 1, 0x1eda49e5, 1},
    {"ROOT::Math::SVector<Double32_t,4>", 1, 0x35f1db2f, 1},
    {"ROOT::Math::SVector<Double32_t,5>", 1, 0x4d096c79, 1},
    {"ROOT::Math::SVector<Double32_t,6>", 1, 0x6420fdc3, 1},
    {"ROOT::Math::MatRepSym<double,2>", 1, 0x558d3ad8, 1},
    {"ROOT::Math::MatRepSym<double,3>", 1, 0x55d63654, 1},
    {"ROOT::Math::MatRepSym<double,4>", 1, 0x561f31d1, 1},
    {"ROOT::Math::MatRepSym<double,5>", 1, 0x56682d4f, 1},
    {"ROOT::Math::MatRepSym<double,6>", 1, 0x56b128ce, 1},
    {"ROOT::Math::MatRepSym<double,7>", 1, 0x56fa244e, 1},
    {"ROOT::Math::MatRepSym<float,2>", 1, 0xdd08a296, 1},
    {"ROOT::Math::MatRepSym<float,3>", 1, 0xdd20f66c, 1},
    {"ROOT::Math::MatRepSym<float,4>", 1, 0xdd394a43, 1},
    {"ROOT::Math::MatRepSym<float,5>", 1, 0xdd519e1b, 1},
    {"ROOT::Math::MatRepSym<float,6>", 1, 0xdd69f1f4, 1},
    {"ROOT::Math::MatRepSym<float,7>", 1, 0xdd8245ce, 1},
    {"ROOT::Math::MatRepSym<Double32_t,3>", 1, 0x8f3e7794, 1},
    {"ROOT::Math::MatRepSym<Double32_t,4>", 1, 0xa65608e1, 1},
    {"ROOT::Math::MatRepSym<Double32_t,5>", 1, 0xbd6d9a2f, 1},
    {"ROOT::Math::MatRepSym<Double32_t,6>", 1, 0xd4852b7e, 1},
    {"ROOT::Math::MatRepStd<double,2,2>", 1, 0x4a89574f, 1},
    {"ROOT::Math::MatRepStd<double,3,3>", 1, 0x4d632a0e, 1},
    {"ROOT::Math::MatRepStd<double,4,4>", 1, 0x503cfccf, 1},
    {"ROOT::Math::MatRepStd<double,5,5>", 1, 0x5316cf92, 1},
    {"ROOT::Math::MatRepStd<double,6,6>", 1, 0x55f0a257, 1},
    {"ROOT::Math::MatRepStd<double,7,7>", 1, 0x58ca751e, 1},
    {"ROOT::Math::MatRepStd<float,2,2>", 1, 0xa9f4b201, 1},
    {"ROOT::Math::MatRepStd<float,3,3>", 1, 0xaae7f844, 1},
    {"ROOT::Math::MatRepStd<float,4,4>", 1, 0xabdb3e89, 1},
    {"ROOT::Math::MatRepStd<float,5,5>", 1, 0xacce84d0, 1},
    {"ROOT::Math::MatRepStd<float,6,6>", 1, 0xadc1cb19, 1},
    {"ROOT::Math::MatRepStd<float,7,7>", 1, 0xaeb51164, 1},
    {"ROOT::Math::MatRepStd<Double32_t,3,3>", 1, 0x9d49e51e, 1},
    {"ROOT::Math::MatRepStd<Double32_t,4,4>", 1, 0x843591ff, 1},
    {"ROOT::Math::MatRepStd<Double32_t,5,5>", 1, 0x6b213ee2, 1},
    {"ROOT::Math::MatRepStd<Double32_t,6,6>", 1, 0x520cebc7, 1},
    {"ROOT::Math::MatRepStd<double,3,4>", 1, 0x4dac258a, 1},
    {"ROOT::Math::MatRepStd<double,4,3>", 1, 0x4ff40152, 1},
    {"ROOT::Math::MatRepStd<double,9,7>", 1, 0x5dec23ae, 1},
    {"ROOT::Math::MatRepStd<float,3,4>", 1, 0xab004c1a, 1},
    {"ROOT::Math::MatRepStd<float,4,3>", 1, 0xabc2eab2, 1},
    {"ROOT::Math::MatRepStd<float,9,7>", 1, 0xb06af648, 1},
    {"ROOT::Math::SMatrix<double,2,2,ROOT::Math::MatRepSym<double,2> >", 1, 0x54956b34, 1},
    {"ROOT::Math::SMatrix<double,3,3,ROOT::Math::MatRepSym<double,3> >", 1, 0x7dbb780e, 1},
    {"ROOT::Math::SMatrix<double,4,4,ROOT::Math::MatRepSym<double,4> >", 1, 0xa6e184e8, 1},
    {"ROOT::Math::SMatrix<double,5,5,ROOT::Math::MatRepSym<double,5> >", 1, 0xd00791c2, 1},
    {"ROOT::Math::SMatrix<double,6,6,ROOT::Math::MatRepSym<double,6> >", 1, 0xf92d9e9c, 1},
    {"ROOT::Math::SMatrix<double,7,7,ROOT::Math::MatRepSym<double,7> >", 1, 0x2253ab76, 1},
    {"ROOT::Math::SMatrix<float,2,2,ROOT::Math::MatRepSym<float,2> >", 1, 0x70125f0b, 1},
    {"ROOT::Math::SMatrix<float,3,3,ROOT::Math::MatRepSym<float,3> >", 1, 0x36730a8f, 1},
    {"ROOT::Math::SMatrix<float,4,4,ROOT::Math::MatRepSym<float,4> >", 1, 0xfcd3b613, 1},
    {"ROOT::Math::SMatrix<float,5,5,ROOT::Math::MatRepSym<float,5> >", 1, 0xc3346197, 1},
    {"ROOT::Math::SMatrix<float,6,6,ROOT::Math::MatRepSym<float,6> >", 1, 0x89950d1b, 1},
    {"ROOT::Math::SMatrix<float,7,7,ROOT::Math::MatRepSym<float,7> >", 1, 0x4ff5b89f, 1},
    {"ROOT::Math::SMatrix<Double32_t,3,3,ROOT::Math::MatRepSym<Double32_t,3> >", 1, 0xe0e7663a, 1},
    {"ROOT::Math::SMatrix<Double32_t,4,4,ROOT::Math::MatRepSym<Double32_t,4> >", 1, 0xcf599ba4, 1},
    {"ROOT::Math::SMatrix<Double32_t,5,5,ROOT::Math::MatRepSym<Double32_t,5> >", 1, 0xbdcbd10e, 1},
    {"ROOT::Math::SMatrix<Double32_t,6,6,ROOT::Math::MatRepSym<Double32_t,6> >", 1, 0xac3e0678, 1},
    {"ROOT::Math::SMatrix<double,2,2,ROOT::Math::MatRepStd<double,2,2> >", 1, 0x90b2ad7c, 1},
    {"ROOT::Math::SMatrix<double,3,3,ROOT::Math::MatRepStd<double,3,3> >", 1, 0xbedca5c2, 1},
    {"ROOT::Math::SMatrix<double,4,4,ROOT::Math::MatRepStd<double,4,4> >", 1, 0xed069e08, 1},
    {"ROOT::Math::SMatrix<double,5,5,ROOT::Math::MatRepStd<double,5,5> >", 1, 0x1b30964e, 1},
    {"ROOT::Math::SMatrix<double,6,6,ROOT::Math::MatRepStd<double,6,6> >", 1, 0x495a8e94, 1},
    {"ROOT::Math::SMatrix<double,7,7,ROOT::Math::MatRepStd<double,7,7> >", 1, 0x778486da, 1},
    {"ROOT::Math::SMatrix<float,2,2,ROOT::Math::MatRepStd<float,2,2> >", 1, 0x197c7fd7, 1},
    {"ROOT::Math::SMatrix<float,3,3,ROOT::Math::MatRepStd<float,3,3> >", 1, 0x9672bbd1, 1},
    {"ROOT::Math::SMatrix<float,4,4,ROOT::Math::MatRepStd<float,4,4> >", 1, 0x1368f7cb, 1},
    {"ROOT::Math::SMatrix<float,5,5,ROOT::Math::MatRepStd<float,5,5> >", 1, 0x905f33c5, 1},
    {"ROOT::Math::SMatrix<float,6,6,ROOT::Math::MatRepStd<float,6,6> >", 1, 0x0d556fbf, 1},
    {"ROOT::Math::SMatrix<float,7,7,ROOT::Math::MatRepStd<float,7,7> >", 1, 0x8a4babb9, 1},
    {"ROOT::Math::SMatrix<Double32_t,3,3,ROOT::Math::MatRepStd<Double32_t,3,3> >", 1, 0x6a347e7e, 1},
    {"ROOT::Math::SMatrix<Double32_t,4,4,ROOT::Math::MatRepStd<Double32_t,4,4> >", 1, 0xdf6fd6a4, 1},
    {"ROOT::Math::SMatrix<Double32_t,5,5,ROOT::Math::MatRepStd<Double32_t,5,5> >", 1, 0x54ab2eca, 1},
    {"ROOT::Math::SMatrix<Double32_t,6,6,ROOT::Math::MatRepStd<Double32_t,6,6> >", 1, 0xc9e686f0, 1},
    {"ROOT::Math::SMatrix<double,3,4,ROOT::Math::MatRepStd<double,3,4> >", 1, 0x437a71c9, 1},
    {"ROOT::Math::SMatrix<double,4,3,ROOT::Math::MatRepStd<double,4,3> >", 1, 0x6868d201, 1},
    {"ROOT::Math::SMatrix<double,9,7,ROOT::Math::MatRepStd<double,9,7> >", 1, 0xca9cdf58, 1},
    {"ROOT::Math::SMatrix<float,3,4,ROOT::Math::MatRepStd<float,3,4> >", 1, 0x3c8b5b6a, 1},
    {"ROOT::Math::SMatrix<float,4,3,ROOT::Math::MatRepStd<float,4,3> >", 1, 0x6d505832, 1},
    {"ROOT::Math::SMatrix<float,9,7,ROOT::Math::MatRepStd<float,9,7> >", 1, 0x3806e47b, 1},
    {"TDecompSparse", 1, 0xdf5feb4f, 21},
};
// clang-format on

}  // namespace

CatalogueTable matrices_table() noexcept { return {classes, elements}; }

}  // namespace ramet::inline v1::schema::internal
