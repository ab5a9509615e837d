#include "ramet/schema/internal/catalogue_row.hpp"

// Made by tools/make_catalogue.py from ROOT 6.40.00: run it, do not edit.

namespace ramet::inline v1::schema::internal {
namespace {

// clang-format off
constexpr ElementRow elements[] = {
    // TNDArrayT<char>
    {"Base", "TNDArray", "Base for n-dimensional array", 0, 0, "BASE", 2, 0x8c8e74d3},
    {"STL", "fData", "data", 500, 24, "vector<char>", 0, 0, "", "", 1, 1},
    // TNDArrayT<short>
    {"Base", "TNDArray", "Base for n-dimensional array", 0, 0, "BASE", 2, 0x8c8e74d3},
    {"STL", "fData", "data", 500, 24, "vector<short>", 0, 0, "", "", 1, 2},
    // TNDArrayT<int>
    {"Base", "TNDArray", "Base for n-dimensional array", 0, 0, "BASE", 2, 0x8c8e74d3},
    {"STL", "fData", "data", 500, 24, "vector<int>", 0, 0, "", "", 1, 3},
    // TNDArrayT<long>
    {"Base", "TNDArray", "Base for n-dimensional array", 0, 0, "BASE", 2, 0x8c8e74d3},
    {"STL", "fData", "data", 500, 24, "vector<long>", 0, 0, "", "", 1, 4},
    // TNDArrayT<Long64_t>
    {"Base", "TNDArray", "Base for n-dimensional array", 0, 0, "BASE", 2, 0x8c8e74d3},
    {"STL", "fData", "data", 500, 24, "vector<Long64_t>", 0, 0, "", "", 1, 16},
    // TNDArrayT<unsigned short>
    {"Base", "TNDArray", "Base for n-dimensional array", 0, 0, "BASE", 2, 0x8c8e74d3},
    {"STL", "fData", "data", 500, 24, "vector<unsigned short>", 0, 0, "", "", 1, 12},
    // TNDArrayT<unsigned int>
    {"Base", "TNDArray", "Base for n-dimensional array", 0, 0, "BASE", 2, 0x8c8e74d3},
    {"STL", "fData", "data", 500, 24, "vector<unsigned int>", 0, 0, "", "", 1, 13},
    // TNDArrayT<unsigned long>
    {"Base", "TNDArray", "Base for n-dimensional array", 0, 0, "BASE", 2, 0x8c8e74d3},
    {"STL", "fData", "data", 500, 24, "vector<unsigned long>", 0, 0, "", "", 1, 14},
    // TNDArrayT<ULong64_t>
    {"Base", "TNDArray", "Base for n-dimensional array", 0, 0, "BASE", 2, 0x8c8e74d3},
    {"STL", "fData", "data", 500, 24, "vector<ULong64_t>", 0, 0, "", "", 1, 17},
    // THnT<char>
    {"Base", "THn", "Base class for multi-dimensional histogram", 0, 0, "BASE", 1, 0xbdc95b4f},
    {"Object", "fArray", "Bin content", 61, 64, "TNDArrayT<char>"},
    // THnT<short>
    {"Base", "THn", "Base class for multi-dimensional histogram", 0, 0, "BASE", 1, 0xbdc95b4f},
    {"Object", "fArray", "Bin content", 61, 64, "TNDArrayT<short>"},
    // THnT<int>
    {"Base", "THn", "Base class for multi-dimensional histogram", 0, 0, "BASE", 1, 0xbdc95b4f},
    {"Object", "fArray", "Bin content", 61, 64, "TNDArrayT<int>"},
    // THnT<long>
    {"Base", "THn", "Base class for multi-dimensional histogram", 0, 0, "BASE", 1, 0xbdc95b4f},
    {"Object", "fArray", "Bin content", 61, 64, "TNDArrayT<long>"},
    // THnT<Long64_t>
    {"Base", "THn", "Base class for multi-dimensional histogram", 0, 0, "BASE", 1, 0xbdc95b4f},
    {"Object", "fArray", "Bin content", 61, 64, "TNDArrayT<Long64_t>"},
    // THnT<unsigned short>
    {"Base", "THn", "Base class for multi-dimensional histogram", 0, 0, "BASE", 1, 0xbdc95b4f},
    {"Object", "fArray", "Bin content", 61, 64, "TNDArrayT<unsigned short>"},
    // THnT<unsigned int>
    {"Base", "THn", "Base class for multi-dimensional histogram", 0, 0, "BASE", 1, 0xbdc95b4f},
    {"Object", "fArray", "Bin content", 61, 64, "TNDArrayT<unsigned int>"},
    // THnT<unsigned long>
    {"Base", "THn", "Base class for multi-dimensional histogram", 0, 0, "BASE", 1, 0xbdc95b4f},
    {"Object", "fArray", "Bin content", 61, 64, "TNDArrayT<unsigned long>"},
    // THnT<ULong64_t>
    {"Base", "THn", "Base class for multi-dimensional histogram", 0, 0, "BASE", 1, 0xbdc95b4f},
    {"Object", "fArray", "Bin content", 61, 64, "TNDArrayT<ULong64_t>"},
    // THnSparseT<TArrayC>
    {"Base", "THnSparse", "Interfaces of sparse n-dimensional histogram", 0, 0, "BASE", 3, 0x8f213c85},
    // THnSparseT<TArrayS>
    {"Base", "THnSparse", "Interfaces of sparse n-dimensional histogram", 0, 0, "BASE", 3, 0x8f213c85},
    // THnSparseT<TArrayI>
    {"Base", "THnSparse", "Interfaces of sparse n-dimensional histogram", 0, 0, "BASE", 3, 0x8f213c85},
    // THnSparseT<TArrayL>
    {"Base", "THnSparse", "Interfaces of sparse n-dimensional histogram", 0, 0, "BASE", 3, 0x8f213c85},
    // THnSparseT<TArrayL64>
    {"Base", "THnSparse", "Interfaces of sparse n-dimensional histogram", 0, 0, "BASE", 3, 0x8f213c85},
    // TMatrixTSparse<float>
    {"Base", "TMatrixTBase<float>", "", 0, 0, "BASE", 5, 0x7fb24945},
    {"BasicPointer", "fRowIndex", "[fNrowIndex] row index", 43, 4, "int*", 5, 0, "fNrowIndex", "TMatrixTBase<float>"},
    {"BasicPointer", "fColIndex", "[fNelems]    column index", 43, 4, "int*", 5, 0, "fNelems", "TMatrixTBase<float>"},
    {"BasicPointer", "fElements", "[fNelems]", 45, 4, "float*", 5, 0, "fNelems", "TMatrixTBase<float>"},
    // TMatrixTSparse<double>
    {"Base", "TMatrixTBase<double>", "", 0, 0, "BASE", 5, 0x8b1ac221},
    {"BasicPointer", "fRowIndex", "[fNrowIndex] row index", 43, 4, "int*", 5, 0, "fNrowIndex", "TMatrixTBase<double>"},
    {"BasicPointer", "fColIndex", "[fNelems]    column index", 43, 4, "int*", 5, 0, "fNelems", "TMatrixTBase<double>"},
    {"BasicPointer", "fElements", "[fNelems]", 48, 8, "double*", 5, 0, "fNelems", "TMatrixTBase<double>"},
    // TMatrixDEigen
    {"Object", "fEigenVectors", "Eigen-vectors of matrix", 61, 264, "TMatrixT<double>"},
    {"Object", "fEigenValuesRe", "Eigen-values", 61, 80, "TVectorT<double>"},
    {"Object", "fEigenValuesIm", "Eigen-values", 61, 80, "TVectorT<double>"},
    // TMatrixDSymEigen
    {"Object", "fEigenVectors", "Eigen-vectors of matrix", 61, 264, "TMatrixT<double>"},
    {"Object", "fEigenValues", "Eigen-values", 61, 80, "TVectorT<double>"},
    // TDecompLU
    {"Base", "TDecompBase", "Matrix Decomposition Base", 0, 0, "BASE", 2, 0x276891e0},
    {"BasicType", "fImplicitPivot", "control to determine implicit row scale before", 3, 4, "int"},
    {"BasicType", "fNIndex", "size of row permutation index", 6, 4, "int"},
    {"BasicPointer", "fIndex", "[fNIndex] row permutation index", 43, 4, "int*", 1, 0, "fNIndex", "TDecompLU"},
    {"BasicType", "fSign", "= +/- 1 reflecting even/odd row permutations, resp.", 8, 8, "double"},
    {"Object", "fLU", "decomposed matrix so that a = l u where", 61, 264, "TMatrixT<double>"},
    // TDecompChol
    {"Base", "TDecompBase", "Matrix Decomposition Base", 0, 0, "BASE", 2, 0x276891e0},
    {"Object", "fU", "decomposed matrix fU so that a = fU^T fU", 61, 264, "TMatrixT<double>"},
    // TDecompSVD
    {"Base", "TDecompBase", "Matrix Decomposition Base", 0, 0, "BASE", 2, 0x276891e0},
    {"Object", "fU", "orthogonal matrix", 61, 264, "TMatrixT<double>"},
    {"Object", "fV", "orthogonal matrix", 61, 264, "TMatrixT<double>"},
    {"Object", "fSig", "diagonal of diagonal matrix", 61, 80, "TVectorT<double>"},
    // TDecompQRH
    {"Base", "TDecompBase", "Matrix Decomposition Base", 0, 0, "BASE", 2, 0x276891e0},
    {"Object", "fQ", "(m x n) - orthogonal matrix", 61, 264, "TMatrixT<double>"},
    {"Object", "fR", "(n x n) - upper triangular matrix", 61, 264, "TMatrixT<double>"},
    {"Object", "fUp", "(n) - vector with Householder up's", 61, 80, "TVectorT<double>"},
    {"Object", "fW", "(n) - vector with Householder beta's", 61, 80, "TVectorT<double>"},
    // TDecompBK
    {"Base", "TDecompBase", "Matrix Decomposition Base", 0, 0, "BASE", 2, 0x276891e0},
    {"BasicType", "fNIpiv", "size of row permutation index", 6, 4, "int"},
    {"BasicPointer", "fIpiv", "[fNIpiv] row permutation index", 43, 4, "int*", 1, 0, "fNIpiv", "TDecompBK"},
    {"Object", "fU", "decomposed matrix so that a = u d u^T", 61, 264, "TMatrixT<double>"},
    // TDecompBase
    {"Base", "TObject", "Basic ROOT object", 66, 0, "BASE", 1, 0x901bc02d},
    {"BasicType", "fTol", "sqrt(epsilon); epsilon is smallest number number so that  1+epsilon > 1", 8, 8, "double"},
    {"BasicType", "fDet1", "determinant mantissa", 8, 8, "double"},
    {"BasicType", "fDet2", "determinant exponent for powers of 2", 8, 8, "double"},
    {"BasicType", "fCondition", "matrix condition number", 8, 8, "double"},
    {"BasicType", "fRowLwb", "Row    lower bound of decomposed matrix", 3, 4, "int"},
    {"BasicType", "fColLwb", "Column lower bound of decomposed matrix", 3, 4, "int"},
};

constexpr ClassRow classes[] = {
    {"TNDArrayT<char>", 2, 0x6b4bb204, 2},
    {"TNDArrayT<short>", 2, 0x6b341eaa, 2},
    {"TNDArrayT<int>", 2, 0x34048026, 2},
    {"TNDArrayT<long>", 2, 0x53145be8, 2},
    {"TNDArrayT<Long64_t>", 2, 0xb8de70fa, 2},
    {"TNDArrayT<unsigned short>", 2, 0x42f07c5e, 2},
    {"TNDArrayT<unsigned int>", 2, 0x26a37798, 2},
    {"TNDArrayT<unsigned long>", 2, 0xe85f80f6, 2},
    {"TNDArrayT<ULong64_t>", 2, 0x64fc01ea, 2},
    {"THnT<char>", 1, 0xd3f43f97, 2},
    {"THnT<short>", 1, 0xf19f9625, 2},
    {"THnT<int>", 1, 0x32180bef, 2},
    {"THnT<long>", 1, 0x2137257f, 2},
    {"THnT<Long64_t>", 1, 0x5b6c5e93, 2},
    {"THnT<unsigned short>", 1, 0xb6ad775b, 2},
    {"THnT<unsigned int>", 1, 0xee6b5dff, 2},
    {"THnT<unsigned long>", 1, 0x2b9e9667, 2},
    {"THnT<ULong64_t>", 1, 0x9931313d, 2},
    {"THnSparseT<TArrayC>", 1, 0x36fa3455, 1},
    {"THnSparseT<TArrayS>", 1, 0x37257405, 1},
    {"THnSparseT<TArrayI>", 1, 0x370a6c37, 1},
    {"THnSparseT<TArrayL>", 1, 0x37128828, 1},
    {"THnSparseT<TArrayL64>", 1, 0x75f360d2, 1},
    {"TMatrixTSparse<float>", 3, 0x8d171059, 4},
    {"TMatrixTSparse<double>", 3, 0xe90601f6, 4},
    {"TMatrixDEigen", 1, 0x4b173ac0, 3},
    {"TMatrixDSymEigen", 1, 0x3f0cd318, 2},
    {"TDecompLU", 1, 0xa792a1f5, 6},
    {"TDecompChol", 2, 0x84590fec, 2},
    {"TDecompSVD", 1, 0x5c5065a8, 4},
    {"TDecompQRH", 1, 0x129be3c1, 5},
    {"TDecompBK", 1, 0x5ee9c319, 4},
    {"TDecompBase", 2, 0x276891e0, 7},
};
// clang-format on

}  // namespace

CatalogueTable arrays_table() noexcept { return {classes, elements}; }

}  // namespace ramet::inline v1::schema::internal
