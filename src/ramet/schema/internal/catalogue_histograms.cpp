#include "ramet/schema/internal/catalogue_row.hpp"

// Made by tools/make_catalogue.py from ROOT 6.40.00: run it, do not edit.

namespace ramet::inline v1::schema::internal {
namespace {

// clang-format off
constexpr ElementRow elements[] = {
    // TAttAxis
    {"BasicType", "fNdivisions", "Number of divisions(10000*n3 + 100*n2 + n1)", 3, 4, "int"},
    {"BasicType", "fAxisColor", "Color of the line axis", 2, 2, "short"},
    {"BasicType", "fLabelColor", "Color of labels", 2, 2, "short"},
    {"BasicType", "fLabelFont", "Font for labels", 2, 2, "short"},
    {"BasicType", "fLabelOffset", "Offset of labels", 5, 4, "float"},
    {"BasicType", "fLabelSize", "Size of labels", 5, 4, "float"},
    {"BasicType", "fTickLength", "Length of tick marks", 5, 4, "float"},
    {"BasicType", "fTitleOffset", "Offset of axis title", 5, 4, "float"},
    {"BasicType", "fTitleSize", "Size of axis title", 5, 4, "float"},
    {"BasicType", "fTitleColor", "Color of axis title", 2, 2, "short"},
    {"BasicType", "fTitleFont", "Font for axis title", 2, 2, "short"},
    // TAxis
    {"Base", "TNamed", "The basis for a named object (name, title)", 67, 0, "BASE", 1, 0xdfb74a3c},
    {"Base", "TAttAxis", "Axis attributes", 0, 0, "BASE", 4, 0x5c6fff3e},
    {"BasicType", "fNbins", "Number of bins", 3, 4, "int"},
    {"BasicType", "fXmin", "Low edge of first bin", 8, 8, "double"},
    {"BasicType", "fXmax", "Upper edge of last bin", 8, 8, "double"},
    {"ObjectAny", "fXbins", "Bin edges array in X", 62, 24, "TArrayD"},
    {"BasicType", "fFirst", "First bin to display", 3, 4, "int"},
    {"BasicType", "fLast", "Last bin to display", 3, 4, "int"},
    {"BasicType", "fBits2", "Second bit status word", 12, 2, "unsigned short"},
    {"BasicType", "fTimeDisplay", "On/off displaying time values instead of numerics", 18, 1, "bool"},
    {"String", "fTimeFormat", "Date&time format, ex: 09/12/99 12:34:00", 65, 24, "TString"},
    {"ObjectPointer", "fLabels", "List of labels", 64, 8, "THashList*"},
    {"ObjectPointer", "fModLabs", "List of modified labels", 64, 8, "TList*"},
    // TArray
    {"BasicType", "fN", "Number of array elements", 6, 4, "int"},
    // TArrayC
    {"Base", "TArray", "Abstract array base class", 0, 0, "BASE", 1, 0x007021b2},
    {"BasicPointer", "fArray", "[fN] Array of fN chars", 41, 1, "char*", 1, 0, "fN", "TArray"},
    // TArrayS
    {"Base", "TArray", "Abstract array base class", 0, 0, "BASE", 1, 0x007021b2},
    {"BasicPointer", "fArray", "[fN] Array of fN shorts", 42, 2, "short*", 1, 0, "fN", "TArray"},
    // TArrayI
    {"Base", "TArray", "Abstract array base class", 0, 0, "BASE", 1, 0x007021b2},
    {"BasicPointer", "fArray", "[fN] Array of fN 32 bit integers", 43, 4, "int*", 1, 0, "fN", "TArray"},
    // TArrayL64
    {"Base", "TArray", "Abstract array base class", 0, 0, "BASE", 1, 0x007021b2},
    {"BasicPointer", "fArray", "[fN] Array of fN long64s", 56, 8, "Long64_t*", 1, 0, "fN", "TArray"},
    // TArrayF
    {"Base", "TArray", "Abstract array base class", 0, 0, "BASE", 1, 0x007021b2},
    {"BasicPointer", "fArray", "[fN] Array of fN floats", 45, 4, "float*", 1, 0, "fN", "TArray"},
    // TArrayD
    {"Base", "TArray", "Abstract array base class", 0, 0, "BASE", 1, 0x007021b2},
    {"BasicPointer", "fArray", "[fN] Array of fN doubles", 48, 8, "double*", 1, 0, "fN", "TArray"},
    // TH1
    {"Base", "TNamed", "The basis for a named object (name, title)", 67, 0, "BASE", 1, 0xdfb74a3c},
    {"Base", "TAttLine", "Line attributes", 0, 0, "BASE", 2, 0x94074549},
    {"Base", "TAttFill", "Fill area attributes", 0, 0, "BASE", 2, 0xffd92a92},
    {"Base", "TAttMarker", "Marker attributes", 0, 0, "BASE", 3, 0x291d8bec},
    {"BasicType", "fNcells", "Number of bins(1D), cells (2D) +U/Overflows", 3, 4, "int"},
    {"Object", "fXaxis", "X axis descriptor", 61, 216, "TAxis"},
    {"Object", "fYaxis", "Y axis descriptor", 61, 216, "TAxis"},
    {"Object", "fZaxis", "Z axis descriptor", 61, 216, "TAxis"},
    {"BasicType", "fBarOffset", "(1000*offset) for bar charts or legos", 2, 2, "short"},
    {"BasicType", "fBarWidth", "(1000*width) for bar charts or legos", 2, 2, "short"},
    {"BasicType", "fEntries", "Number of entries", 8, 8, "double"},
    {"BasicType", "fTsumw", "Total Sum of weights", 8, 8, "double"},
    {"BasicType", "fTsumw2", "Total Sum of squares of weights", 8, 8, "double"},
    {"BasicType", "fTsumwx", "Total Sum of weight*X", 8, 8, "double"},
    {"BasicType", "fTsumwx2", "Total Sum of weight*X*X", 8, 8, "double"},
    {"BasicType", "fMaximum", "Maximum value for plotting", 8, 8, "double"},
    {"BasicType", "fMinimum", "Minimum value for plotting", 8, 8, "double"},
    {"BasicType", "fNormFactor", "Normalization factor", 8, 8, "double"},
    {"ObjectAny", "fContour", "Array to display contour levels", 62, 24, "TArrayD"},
    {"ObjectAny", "fSumw2", "Array of sum of squares of weights", 62, 24, "TArrayD"},
    {"String", "fOption", "Histogram options", 65, 24, "TString"},
    {"ObjectPointer", "fFunctions", "->Pointer to list of functions (fits and user)", 63, 8, "TList*"},
    {"BasicType", "fBufferSize", "fBuffer size", 6, 4, "int"},
    {"BasicPointer", "fBuffer", "[fBufferSize] entry buffer", 48, 8, "double*", 8, 0, "fBufferSize", "TH1"},
    {"BasicType", "fBinStatErrOpt", "Option for bin statistical errors", 3, 4, "TH1::EBinErrorOpt"},
    {"BasicType", "fStatOverflows", "Per object flag to use under/overflows in statistics", 3, 4, "TH1::EStatOverflows"},
    // TH1C
    {"Base", "TH1", "1-Dim histogram base class", 0, 0, "BASE", 8, 0x1c3740c4},
    {"Base", "TArrayC", "Array of chars", 0, 0, "BASE", 1, 0xae879936},
    // TH1S
    {"Base", "TH1", "1-Dim histogram base class", 0, 0, "BASE", 8, 0x1c3740c4},
    {"Base", "TArrayS", "Array of shorts", 0, 0, "BASE", 1, 0x035c9314},
    // TH1I
    {"Base", "TH1", "1-Dim histogram base class", 0, 0, "BASE", 8, 0x1c3740c4},
    {"Base", "TArrayI", "Array of ints", 0, 0, "BASE", 1, 0xd9d571c7},
    // TH1L
    {"Base", "TH1", "1-Dim histogram base class", 0, 0, "BASE", 8, 0x1c3740c4},
    {"Base", "TArrayL64", "Array of long64s", 0, 0, "BASE", 1, 0x18e70794},
    // TH1F
    {"Base", "TH1", "1-Dim histogram base class", 0, 0, "BASE", 8, 0x1c3740c4},
    {"Base", "TArrayF", "Array of floats", 0, 0, "BASE", 1, 0x5a0bf6f1},
    // TH1D
    {"Base", "TH1", "1-Dim histogram base class", 0, 0, "BASE", 8, 0x1c3740c4},
    {"Base", "TArrayD", "Array of doubles", 0, 0, "BASE", 1, 0x7139ef34},
    // TH2
    {"Base", "TH1", "1-Dim histogram base class", 0, 0, "BASE", 8, 0x1c3740c4},
    {"BasicType", "fScalefactor", "Scale factor", 8, 8, "double"},
    {"BasicType", "fTsumwy", "Total Sum of weight*Y", 8, 8, "double"},
    {"BasicType", "fTsumwy2", "Total Sum of weight*Y*Y", 8, 8, "double"},
    {"BasicType", "fTsumwxy", "Total Sum of weight*X*Y", 8, 8, "double"},
    // TH2C
    {"Base", "TH2", "2-Dim histogram base class", 0, 0, "BASE", 5, 0x0182347f},
    {"Base", "TArrayC", "Array of chars", 0, 0, "BASE", 1, 0xae879936},
    // TH2S
    {"Base", "TH2", "2-Dim histogram base class", 0, 0, "BASE", 5, 0x0182347f},
    {"Base", "TArrayS", "Array of shorts", 0, 0, "BASE", 1, 0x035c9314},
    // TH2I
    {"Base", "TH2", "2-Dim histogram base class", 0, 0, "BASE", 5, 0x0182347f},
    {"Base", "TArrayI", "Array of ints", 0, 0, "BASE", 1, 0xd9d571c7},
    // TH2L
    {"Base", "TH2", "2-Dim histogram base class", 0, 0, "BASE", 5, 0x0182347f},
    {"Base", "TArrayL64", "Array of long64s", 0, 0, "BASE", 1, 0x18e70794},
    // TH2F
    {"Base", "TH2", "2-Dim histogram base class", 0, 0, "BASE", 5, 0x0182347f},
    {"Base", "TArrayF", "Array of floats", 0, 0, "BASE", 1, 0x5a0bf6f1},
    // TH2D
    {"Base", "TH2", "2-Dim histogram base class", 0, 0, "BASE", 5, 0x0182347f},
    {"Base", "TArrayD", "Array of doubles", 0, 0, "BASE", 1, 0x7139ef34},
    // TH3
    {"Base", "TH1", "1-Dim histogram base class", 0, 0, "BASE", 8, 0x1c3740c4},
    {"Base", "TAtt3D", "3D attributes", 0, 0, "BASE", 1, 0x0000757a},
    {"BasicType", "fTsumwy", "Total Sum of weight*Y", 8, 8, "double"},
    {"BasicType", "fTsumwy2", "Total Sum of weight*Y*Y", 8, 8, "double"},
    {"BasicType", "fTsumwxy", "Total Sum of weight*X*Y", 8, 8, "double"},
    {"BasicType", "fTsumwz", "Total Sum of weight*Z", 8, 8, "double"},
    {"BasicType", "fTsumwz2", "Total Sum of weight*Z*Z", 8, 8, "double"},
    {"BasicType", "fTsumwxz", "Total Sum of weight*X*Z", 8, 8, "double"},
    {"BasicType", "fTsumwyz", "Total Sum of weight*Y*Z", 8, 8, "double"},
    // TH3C
    {"Base", "TH3", "3-Dim histogram base class", 0, 0, "BASE", 6, 0x42d2445f},
    {"Base", "TArrayC", "Array of chars", 0, 0, "BASE", 1, 0xae879936},
    // TH3S
    {"Base", "TH3", "3-Dim histogram base class", 0, 0, "BASE", 6, 0x42d2445f},
    {"Base", "TArrayS", "Array of shorts", 0, 0, "BASE", 1, 0x035c9314},
    // TH3I
    {"Base", "TH3", "3-Dim histogram base class", 0, 0, "BASE", 6, 0x42d2445f},
    {"Base", "TArrayI", "Array of ints", 0, 0, "BASE", 1, 0xd9d571c7},
    // TH3L
    {"Base", "TH3", "3-Dim histogram base class", 0, 0, "BASE", 6, 0x42d2445f},
    {"Base", "TArrayL64", "Array of long64s", 0, 0, "BASE", 1, 0x18e70794},
    // TH3F
    {"Base", "TH3", "3-Dim histogram base class", 0, 0, "BASE", 6, 0x42d2445f},
    {"Base", "TArrayF", "Array of floats", 0, 0, "BASE", 1, 0x5a0bf6f1},
    // TH3D
    {"Base", "TH3", "3-Dim histogram base class", 0, 0, "BASE", 6, 0x42d2445f},
    {"Base", "TArrayD", "Array of doubles", 0, 0, "BASE", 1, 0x7139ef34},
    // TProfile
    {"Base", "TH1D", "1-Dim histograms (one double per channel)", 0, 0, "BASE", 3, 0xf9b1569f},
    {"ObjectAny", "fBinEntries", "number of entries per bin", 62, 24, "TArrayD"},
    {"BasicType", "fErrorMode", "Option to compute errors", 3, 4, "EErrorType"},
    {"BasicType", "fYmin", "Lower limit in Y (if set)", 8, 8, "double"},
    {"BasicType", "fYmax", "Upper limit in Y (if set)", 8, 8, "double"},
    {"BasicType", "fTsumwy", "Total Sum of weight*Y", 8, 8, "double"},
    {"BasicType", "fTsumwy2", "Total Sum of weight*Y*Y", 8, 8, "double"},
    {"ObjectAny", "fBinSumw2", "Array of sum of squares of weights per bin", 62, 24, "TArrayD"},
    // TProfile2D
    {"Base", "TH2D", "2-Dim histograms (one double per channel)", 0, 0, "BASE", 4, 0x7fba82f0},
    {"ObjectAny", "fBinEntries", "Number of entries per bin", 62, 24, "TArrayD"},
    {"BasicType", "fErrorMode", "Option to compute errors", 3, 4, "EErrorType"},
    {"BasicType", "fZmin", "Lower limit in Z (if set)", 8, 8, "double"},
    {"BasicType", "fZmax", "Upper limit in Z (if set)", 8, 8, "double"},
    {"BasicType", "fTsumwz", "Total Sum of weight*Z", 8, 8, "double"},
    {"BasicType", "fTsumwz2", "Total Sum of weight*Z*Z", 8, 8, "double"},
    {"ObjectAny", "fBinSumw2", "Array of sum of squares of weights per bin", 62, 24, "TArrayD"},
    // TProfile3D
    {"Base", "TH3D", "3-Dim histograms (one double per channel)", 0, 0, "BASE", 4, 0x64b9ff86},
    {"ObjectAny", "fBinEntries", "Number of entries per bin", 62, 24, "TArrayD"},
    {"BasicType", "fErrorMode", "Option to compute errors", 3, 4, "EErrorType"},
    {"BasicType", "fTmin", "Lower limit in T (if set)", 8, 8, "double"},
    {"BasicType", "fTmax", "Upper limit in T (if set)", 8, 8, "double"},
    {"BasicType", "fTsumwt", "Total Sum of weight*T", 8, 8, "double"},
    {"BasicType", "fTsumwt2", "Total Sum of weight*T*T", 8, 8, "double"},
    {"ObjectAny", "fBinSumw2", "Array of sum of squares of weights per bin", 62, 24, "TArrayD"},
    // TGraph
    {"Base", "TNamed", "The basis for a named object (name, title)", 67, 0, "BASE", 1, 0xdfb74a3c},
    {"Base", "TAttLine", "Line attributes", 0, 0, "BASE", 2, 0x94074549},
    {"Base", "TAttFill", "Fill area attributes", 0, 0, "BASE", 2, 0xffd92a92},
    {"Base", "TAttMarker", "Marker attributes", 0, 0, "BASE", 3, 0x291d8bec},
    {"BasicType", "fNpoints", "Number of points <= fMaxSize", 6, 4, "int"},
    {"BasicPointer", "fX", "[fNpoints] array of X points", 48, 8, "double*", 5, 0, "fNpoints", "TGraph"},
    {"BasicPointer", "fY", "[fNpoints] array of Y points", 48, 8, "double*", 5, 0, "fNpoints", "TGraph"},
    {"ObjectPointer", "fFunctions", "Pointer to list of functions (fits and user)", 64, 8, "TList*"},
    {"ObjectPointer", "fHistogram", "Pointer to histogram used for drawing axis", 64, 8, "TH1F*"},
    {"BasicType", "fMinimum", "Minimum value for plotting along y", 8, 8, "double"},
    {"BasicType", "fMaximum", "Maximum value for plotting along y", 8, 8, "double"},
    {"String", "fOption", "Options used for drawing the graph", 65, 24, "TString"},
    // TGraphErrors
    {"Base", "TGraph", "Graph graphics class", 0, 0, "BASE", 5, 0xb932984f},
    {"BasicPointer", "fEX", "[fNpoints] array of X errors", 48, 8, "double*", 5, 0, "fNpoints", "TGraph"},
    {"BasicPointer", "fEY", "[fNpoints] array of Y errors", 48, 8, "double*", 5, 0, "fNpoints", "TGraph"},
    // TGraphAsymmErrors
    {"Base", "TGraph", "Graph graphics class", 0, 0, "BASE", 5, 0xb932984f},
    {"BasicPointer", "fEXlow", "[fNpoints] array of X low errors", 48, 8, "double*", 5, 0, "fNpoints", "TGraph"},
    {"BasicPointer", "fEXhigh", "[fNpoints] array of X high errors", 48, 8, "double*", 5, 0, "fNpoints", "TGraph"},
    {"BasicPointer", "fEYlow", "[fNpoints] array of Y low errors", 48, 8, "double*", 5, 0, "fNpoints", "TGraph"},
    {"BasicPointer", "fEYhigh", "[fNpoints] array of Y high errors", 48, 8, "double*", 5, 0, "fNpoints", "TGraph"},
};

constexpr ClassRow classes[] = {
    {"TAttAxis", 4, 0x5c6fff3e, 11},
    {"TAtt3D", 1, 0x0000757a, 0},
    {"TAxis", 10, 0x5a496e70, 13},
    {"TArray", 1, 0x007021b2, 1},
    {"TArrayC", 1, 0xae879936, 2},
    {"TArrayS", 1, 0x035c9314, 2},
    {"TArrayI", 1, 0xd9d571c7, 2},
    {"TArrayL64", 1, 0x18e70794, 2},
    {"TArrayF", 1, 0x5a0bf6f1, 2},
    {"TArrayD", 1, 0x7139ef34, 2},
    {"TH1", 8, 0x1c3740c4, 26},
    {"TH1C", 3, 0x36f6e4ad, 2},
    {"TH1S", 3, 0x8c4d9dcb, 2},
    {"TH1I", 3, 0x627564f6, 2},
    {"TH1L", 0, 0xe7618979, 2},
    {"TH1F", 3, 0xe2939644, 2},
    {"TH1D", 3, 0xf9b1569f, 2},
    {"TH2", 5, 0x0182347f, 5},
    {"TH2C", 4, 0xbd0010fe, 2},
    {"TH2S", 4, 0x1256ca1c, 2},
    {"TH2I", 4, 0xe87e9147, 2},
    {"TH2L", 0, 0x9db41852, 2},
    {"TH2F", 4, 0x689cc295, 2},
    {"TH2D", 4, 0x7fba82f0, 2},
    {"TH3", 6, 0x42d2445f, 9},
    {"TH3C", 4, 0xa1ff8d94, 2},
    {"TH3S", 4, 0xf75646b2, 2},
    {"TH3I", 4, 0xcd7e0ddd, 2},
    {"TH3L", 0, 0xaaaf7998, 2},
    {"TH3F", 4, 0x4d9c3f2b, 2},
    {"TH3D", 4, 0x64b9ff86, 2},
    {"TProfile", 7, 0x4bedee54, 8},
    {"TProfile2D", 8, 0x36a142ac, 8},
    {"TProfile3D", 8, 0xf60c6814, 8},
    {"TGraph", 5, 0xb932984f, 12},
    {"TGraphErrors", 3, 0xbdadb119, 3},
    {"TGraphAsymmErrors", 3, 0x206d5315, 5},
};
// clang-format on

}  // namespace

CatalogueTable histograms_table() noexcept { return {classes, elements}; }

}  // namespace ramet::inline v1::schema::internal
