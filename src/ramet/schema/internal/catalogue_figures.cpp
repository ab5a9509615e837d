#include "ramet/schema/internal/catalogue_row.hpp"

// Made by tools/make_catalogue.py from ROOT 6.40.00: run it, do not edit.

namespace ramet::inline v1::schema::internal {
namespace {

// clang-format off
constexpr ElementRow elements[] = {
    // THnBase
    {"Base", "TNamed", "The basis for a named object (name, title)", 67, 0, "BASE", 1, 0xdfb74a3c},
    {"BasicType", "fNdimensions", "Number of dimensions", 3, 4, "int"},
    {"Object", "fAxes", "Axes of the histogram", 61, 64, "TObjArray"},
    {"BasicType", "fEntries", "Number of entries, spread over chunks", 8, 8, "double"},
    {"BasicType", "fTsumw", "Total sum of weights", 8, 8, "double"},
    {"BasicType", "fTsumw2", "Total sum of weights squared; -1 if no errors are calculated", 8, 8, "double"},
    {"ObjectAny", "fTsumwx", "Total sum of weight*X for each dimension", 62, 24, "TArrayD"},
    {"ObjectAny", "fTsumwx2", "Total sum of weight*X*X for each dimension", 62, 24, "TArrayD"},
    // THn
    {"Base", "THnBase", "Common base for n-dimensional histogram", 0, 0, "BASE", 1, 0x0b6a074c},
    {"Object", "fSumw2", "bin error, lazy allocation happens in TNDArrayT", 61, 64, "TNDArrayT<double>"},
    // TNDArray
    {"Base", "TObject", "Basic ROOT object", 66, 0, "BASE", 1, 0x901bc02d},
    {"STL", "fSizes", "bin count", 500, 24, "vector<Long64_t>", 0, 0, "", "", 1, 16},
    // TNDArrayT<float>
    {"Base", "TNDArray", "Base for n-dimensional array", 0, 0, "BASE", 2, 0x8c8e74d3},
    {"STL", "fData", "data", 500, 24, "vector<float>", 0, 0, "", "", 1, 5},
    // TNDArrayT<double>
    {"Base", "TNDArray", "Base for n-dimensional array", 0, 0, "BASE", 2, 0x8c8e74d3},
    {"STL", "fData", "data", 500, 24, "vector<double>", 0, 0, "", "", 1, 8},
    // THnT<float>
    {"Base", "THn", "Base class for multi-dimensional histogram", 0, 0, "BASE", 1, 0xbdc95b4f},
    {"Object", "fArray", "Bin content", 61, 64, "TNDArrayT<float>"},
    // THnT<double>
    {"Base", "THn", "Base class for multi-dimensional histogram", 0, 0, "BASE", 1, 0xbdc95b4f},
    {"Object", "fArray", "Bin content", 61, 64, "TNDArrayT<double>"},
    // THnSparse
    {"Base", "THnBase", "Common base for n-dimensional histogram", 0, 0, "BASE", 1, 0x0b6a074c},
    {"BasicType", "fChunkSize", "Number of entries for each chunk", 3, 4, "int"},
    {"BasicType", "fFilledBins", "Number of filled bins", 16, 8, "Long64_t"},
    {"Object", "fBinContent", "Array of THnSparseArrayChunk", 61, 64, "TObjArray"},
    // THnSparseT<TArrayF>
    {"Base", "THnSparse", "Interfaces of sparse n-dimensional histogram", 0, 0, "BASE", 3, 0x8f213c85},
    // THnSparseT<TArrayD>
    {"Base", "THnSparse", "Interfaces of sparse n-dimensional histogram", 0, 0, "BASE", 3, 0x8f213c85},
    // THnSparseArrayChunk
    {"Base", "TObject", "Basic ROOT object", 66, 0, "BASE", 1, 0x901bc02d},
    {"BasicType", "fSingleCoordinateSize", "Size of a single bin coordinate", 3, 4, "int"},
    {"BasicType", "fCoordinatesSize", "Size of the bin coordinate buffer", 6, 4, "int"},
    {"BasicPointer", "fCoordinates", "[fCoordinatesSize] compact bin coordinate buffer", 41, 1, "char*", 1, 0, "fCoordinatesSize", "THnSparseArrayChunk"},
    {"ObjectAnyPointer", "fContent", "Bin content", 69, 8, "TArray*"},
    {"ObjectAnyPointer", "fSumw2", "Bin errors", 69, 8, "TArrayD*"},
    // TF1
    {"Base", "TNamed", "The basis for a named object (name, title)", 67, 0, "BASE", 1, 0xdfb74a3c},
    {"Base", "TAttLine", "Line attributes", 0, 0, "BASE", 2, 0x94074549},
    {"Base", "TAttFill", "Fill area attributes", 0, 0, "BASE", 2, 0xffd92a92},
    {"Base", "TAttMarker", "Marker attributes", 0, 0, "BASE", 3, 0x291d8bec},
    {"BasicType", "fXmin", "Lower bounds for the range", 8, 8, "double"},
    {"BasicType", "fXmax", "Upper bounds for the range", 8, 8, "double"},
    {"BasicType", "fNpar", "Number of parameters", 3, 4, "int"},
    {"BasicType", "fNdim", "Function dimension", 3, 4, "int"},
    {"BasicType", "fNpx", "Number of points used for the graphical representation", 3, 4, "int"},
    {"BasicType", "fType", "", 3, 4, "TF1::EFType"},
    {"BasicType", "fNpfits", "Number of points used in the fit", 3, 4, "int"},
    {"BasicType", "fNDF", "Number of degrees of freedom in the fit", 3, 4, "int"},
    {"BasicType", "fChisquare", "Function fit chisquare", 8, 8, "double"},
    {"BasicType", "fMinimum", "Minimum value for plotting", 8, 8, "double"},
    {"BasicType", "fMaximum", "Maximum value for plotting", 8, 8, "double"},
    {"STL", "fParErrors", "Array of errors of the fNpar parameters", 500, 24, "vector<double>", 0, 0, "", "", 1, 8},
    {"STL", "fParMin", "Array of lower limits of the fNpar parameters", 500, 24, "vector<double>", 0, 0, "", "", 1, 8},
    {"STL", "fParMax", "Array of upper limits of the fNpar parameters", 500, 24, "vector<double>", 0, 0, "", "", 1, 8},
    {"STL", "fSave", "Array of fNsave function values", 500, 24, "vector<double>", 0, 0, "", "", 1, 8},
    {"BasicType", "fNormalized", "Normalization option (false by default)", 18, 1, "bool"},
    {"BasicType", "fNormIntegral", "Integral of the function before being normalized", 8, 8, "double"},
    {"ObjectPointer", "fFormula", "Pointer to TFormula in case when user define formula", 64, 8, "TFormula*"},
    {"ObjectAnyPointer", "fParams", "Pointer to Function parameters object (exists only for not-formula functions)", 69, 8, "TF1Parameters*"},
    {"ObjectPointer", "fComposition", "Pointer to composition (NSUM or CONV)", 64, 8, "TF1AbsComposition*"},
    // TF2
    {"Base", "TF1", "The Parametric 1-D function", 0, 0, "BASE", 12, 0x7223ffd8},
    {"BasicType", "fYmin", "Lower bound for the range in y", 8, 8, "double"},
    {"BasicType", "fYmax", "Upper bound for the range in y", 8, 8, "double"},
    {"BasicType", "fNpy", "Number of points along y used for the graphical representation", 3, 4, "int"},
    {"ObjectAny", "fContour", "Array to display contour levels", 62, 24, "TArrayD"},
    // TF3
    {"Base", "TF2", "The Parametric 2-D function", 0, 0, "BASE", 4, 0xb9b46e98},
    {"BasicType", "fZmin", "Lower bound for the range in z", 8, 8, "double"},
    {"BasicType", "fZmax", "Upper bound for the range in z", 8, 8, "double"},
    {"BasicType", "fNpz", "Number of points along z used for the graphical representation", 3, 4, "int"},
    // TFormula
    {"Base", "TNamed", "The basis for a named object (name, title)", 67, 0, "BASE", 1, 0xdfb74a3c},
    {"STL", "fClingParameters", "Parameter values", 500, 24, "vector<double>", 0, 0, "", "", 1, 8},
    {"BasicType", "fAllParametersSetted", "Flag to control if all parameters are setted", 18, 1, "bool"},
    {"STL", "fParams", "|| List of  parameter names", 500, 48, "map<TString,int,TFormulaParamOrder>", 0, 0, "", "", 4, 61},
    {"String", "fFormula", "String representing the formula expression", 65, 24, "TString"},
    {"BasicType", "fNdim", "Dimension - needed for lambda expressions", 3, 4, "int"},
    {"BasicType", "fNumber", "Number used to identify pre-defined functions (gaus, expo,..)", 3, 4, "int"},
    {"STL", "fLinearParts", "Vector of linear functions", 500, 24, "vector<TObject*>", 0, 0, "", "", 1, 63},
    {"BasicType", "fVectorized", "Whether we should use vectorized or regular variables", 18, 1, "bool"},
    // TF1Parameters
    {"STL", "fParameters", "parameter values", 500, 24, "vector<double>", 0, 0, "", "", 1, 8},
    {"STL", "fParNames", "parameter names", 500, 24, "vector<string>", 0, 0, "", "", 1, 61},
    // TEfficiency
    {"Base", "TNamed", "The basis for a named object (name, title)", 67, 0, "BASE", 1, 0xdfb74a3c},
    {"Base", "TAttLine", "Line attributes", 0, 0, "BASE", 2, 0x94074549},
    {"Base", "TAttFill", "Fill area attributes", 0, 0, "BASE", 2, 0xffd92a92},
    {"Base", "TAttMarker", "Marker attributes", 0, 0, "BASE", 3, 0x291d8bec},
    {"BasicType", "fBeta_alpha", "Global parameter for prior beta distribution (default = 1)", 8, 8, "double"},
    {"BasicType", "fBeta_beta", "Global parameter for prior beta distribution (default = 1)", 8, 8, "double"},
    {"STL", "fBeta_bin_params", "Parameter for prior beta distribution different bin by bin", 500, 24, "vector<pair<double,double> >", 0, 0, "", "", 1, 61},
    {"BasicType", "fConfLevel", "Confidence level (default = 0.683, 1 sigma)", 8, 8, "double"},
    {"ObjectPointer", "fFunctions", "->Pointer to list of functions", 63, 8, "TList*"},
    {"ObjectPointer", "fPassedHistogram", "Histogram for events which passed certain criteria", 64, 8, "TH1*"},
    {"BasicType", "fStatisticOption", "Defines how the confidence intervals are determined", 3, 4, "TEfficiency::EStatOption"},
    {"ObjectPointer", "fTotalHistogram", "Histogram for total number of events", 64, 8, "TH1*"},
    {"BasicType", "fWeight", "Weight for all events (default = 1)", 8, 8, "double"},
    // THStack
    {"Base", "TNamed", "The basis for a named object (name, title)", 67, 0, "BASE", 1, 0xdfb74a3c},
    {"ObjectPointer", "fHists", "Pointer to array of TH1", 64, 8, "TList*"},
    {"ObjectPointer", "fHistogram", "Pointer to histogram used for drawing axis", 64, 8, "TH1*"},
    {"BasicType", "fMaximum", "Maximum value for plotting along y", 8, 8, "double"},
    {"BasicType", "fMinimum", "Minimum value for plotting along y", 8, 8, "double"},
    // TMultiGraph
    {"Base", "TNamed", "The basis for a named object (name, title)", 67, 0, "BASE", 1, 0xdfb74a3c},
    {"ObjectPointer", "fGraphs", "Pointer to list of TGraphs", 64, 8, "TList*"},
    {"ObjectPointer", "fFunctions", "Pointer to list of functions (fits and user)", 64, 8, "TList*"},
    {"ObjectPointer", "fHistogram", "Pointer to histogram used for drawing axis", 64, 8, "TH1F*"},
    {"BasicType", "fMaximum", "Maximum value for plotting along y", 8, 8, "double"},
    {"BasicType", "fMinimum", "Minimum value for plotting along y", 8, 8, "double"},
    // TGraphBentErrors
    {"Base", "TGraph", "Graph graphics class", 0, 0, "BASE", 5, 0xb932984f},
    {"BasicPointer", "fEXlow", "[fNpoints] array of X low errors", 48, 8, "double*", 5, 0, "fNpoints", "TGraph"},
    {"BasicPointer", "fEXhigh", "[fNpoints] array of X high errors", 48, 8, "double*", 5, 0, "fNpoints", "TGraph"},
    {"BasicPointer", "fEYlow", "[fNpoints] array of Y low errors", 48, 8, "double*", 5, 0, "fNpoints", "TGraph"},
    {"BasicPointer", "fEYhigh", "[fNpoints] array of Y high errors", 48, 8, "double*", 5, 0, "fNpoints", "TGraph"},
    {"BasicPointer", "fEXlowd", "[fNpoints] array of X low displacements", 48, 8, "double*", 5, 0, "fNpoints", "TGraph"},
    {"BasicPointer", "fEXhighd", "[fNpoints] array of X high displacements", 48, 8, "double*", 5, 0, "fNpoints", "TGraph"},
    {"BasicPointer", "fEYlowd", "[fNpoints] array of Y low displacements", 48, 8, "double*", 5, 0, "fNpoints", "TGraph"},
    {"BasicPointer", "fEYhighd", "[fNpoints] array of Y high displacements", 48, 8, "double*", 5, 0, "fNpoints", "TGraph"},
    // TGraphMultiErrors
    {"Base", "TGraph", "Graph graphics class", 0, 0, "BASE", 5, 0xb932984f},
    {"BasicType", "fNYErrors", "The amount of different y-errors", 3, 4, "int"},
    {"BasicType", "fSumErrorsMode", "How y errors are summed: kOnlyFirst = Only First; kSquareSum = Squared Sum; kSum =", 3, 4, "int"},
    {"BasicPointer", "fExL", "[fNpoints] array of X low errors", 48, 8, "double*", 5, 0, "fNpoints", "TGraph"},
    {"BasicPointer", "fExH", "[fNpoints] array of X high errors", 48, 8, "double*", 5, 0, "fNpoints", "TGraph"},
    {"STL", "fEyL", "Two dimensional array of Y low errors", 500, 24, "vector<TArrayD>", 0, 0, "", "", 1, 61},
    {"STL", "fEyH", "Two dimensional array of Y high errors", 500, 24, "vector<TArrayD>", 0, 0, "", "", 1, 61},
    {"STL", "fAttFill", "The AttFill attributes of the different errors", 500, 24, "vector<TAttFill>", 0, 0, "", "", 1, 61},
    {"STL", "fAttLine", "The AttLine attributes of the different errors", 500, 24, "vector<TAttLine>", 0, 0, "", "", 1, 61},
    // TGraph2D
    {"Base", "TNamed", "The basis for a named object (name, title)", 67, 0, "BASE", 1, 0xdfb74a3c},
    {"Base", "TAttLine", "Line attributes", 0, 0, "BASE", 2, 0x94074549},
    {"Base", "TAttFill", "Fill area attributes", 0, 0, "BASE", 2, 0xffd92a92},
    {"Base", "TAttMarker", "Marker attributes", 0, 0, "BASE", 3, 0x291d8bec},
    {"BasicType", "fNpoints", "Number of points in the data set", 6, 4, "int"},
    {"BasicType", "fNpx", "Number of bins along X in fHistogram", 3, 4, "int"},
    {"BasicType", "fNpy", "Number of bins along Y in fHistogram", 3, 4, "int"},
    {"BasicType", "fMaxIter", "Maximum number of iterations to find Delaunay triangles", 3, 4, "int"},
    {"BasicPointer", "fX", "[fNpoints]", 48, 8, "double*", 1, 0, "fNpoints", "TGraph2D"},
    {"BasicPointer", "fY", "[fNpoints] Data set to be plotted", 48, 8, "double*", 1, 0, "fNpoints", "TGraph2D"},
    {"BasicPointer", "fZ", "[fNpoints]", 48, 8, "double*", 1, 0, "fNpoints", "TGraph2D"},
    {"BasicType", "fMinimum", "Minimum value for plotting along z", 8, 8, "double"},
    {"BasicType", "fMaximum", "Maximum value for plotting along z", 8, 8, "double"},
    {"BasicType", "fMargin", "Extra space (in %) around interpolated area for fHistogram", 8, 8, "double"},
    {"BasicType", "fZout", "fHistogram bin height for points lying outside the interpolated area", 8, 8, "double"},
    {"ObjectPointer", "fFunctions", "Pointer to list of functions (fits and user)", 64, 8, "TList*"},
    {"BasicType", "fUserHisto", "True when SetHistogram has been called", 18, 1, "bool"},
    // TGraph2DErrors
    {"Base", "TGraph2D", "Set of n x[n],y[n],z[n] points with 3-d graphics including Delaunay triangulation", 0, 0, "BASE", 1, 0x84746450},
    {"BasicPointer", "fEX", "[fNpoints] array of X errors", 48, 8, "double*", 1, 0, "fNpoints", "TGraph2D"},
    {"BasicPointer", "fEY", "[fNpoints] array of Y errors", 48, 8, "double*", 1, 0, "fNpoints", "TGraph2D"},
    {"BasicPointer", "fEZ", "[fNpoints] array of Z errors", 48, 8, "double*", 1, 0, "fNpoints", "TGraph2D"},
    // TGraph2DAsymmErrors
    {"Base", "TGraph2D", "Set of n x[n],y[n],z[n] points with 3-d graphics including Delaunay triangulation", 0, 0, "BASE", 1, 0x84746450},
    {"BasicPointer", "fEXlow", "[fNpoints] array of X low errors", 48, 8, "double*", 1, 0, "fNpoints", "TGraph2D"},
    {"BasicPointer", "fEXhigh", "[fNpoints] array of X high errors", 48, 8, "double*", 1, 0, "fNpoints", "TGraph2D"},
    {"BasicPointer", "fEYlow", "[fNpoints] array of Y low errors", 48, 8, "double*", 1, 0, "fNpoints", "TGraph2D"},
    {"BasicPointer", "fEYhigh", "[fNpoints] array of Y high errors", 48, 8, "double*", 1, 0, "fNpoints", "TGraph2D"},
    {"BasicPointer", "fEZlow", "[fNpoints] array of Z low errors", 48, 8, "double*", 1, 0, "fNpoints", "TGraph2D"},
    {"BasicPointer", "fEZhigh", "[fNpoints] array of Z high errors", 48, 8, "double*", 1, 0, "fNpoints", "TGraph2D"},
};

constexpr ClassRow classes[] = {
    {"THnBase", 1, 0x0b6a074c, 8},
    {"THn", 1, 0xbdc95b4f, 2},
    {"TNDArray", 2, 0x8c8e74d3, 2},
    {"TNDArrayT<float>", 2, 0xc7ad385a, 2},
    {"TNDArrayT<double>", 2, 0x24903f36, 2},
    {"THnT<float>", 1, 0x107296ed, 2},
    {"THnT<double>", 1, 0xc86b5b2b, 2},
    {"THnSparse", 3, 0x8f213c85, 4},
    {"THnSparseT<TArrayF>", 1, 0x37025046, 1},
    {"THnSparseT<TArrayD>", 1, 0x36fce850, 1},
    {"THnSparseArrayChunk", 1, 0xebfcfc89, 6},
    {"TF1", 12, 0x7223ffd8, 24},
    {"TF2", 4, 0xb9b46e98, 5},
    {"TF3", 3, 0xd1effa8a, 4},
    {"TFormula", 14, 0xc741b47d, 9},
    {"TF1Parameters", 1, 0xd703028e, 2},
    {"TEfficiency", 2, 0x52931aeb, 13},
    {"THStack", 2, 0x725e8515, 5},
    {"TMultiGraph", 2, 0xe0893cd5, 6},
    {"TGraphBentErrors", 1, 0xfea98f09, 9},
    {"TGraphMultiErrors", 1, 0xb3a16708, 9},
    {"TGraph2D", 1, 0x84746450, 17},
    {"TGraph2DErrors", 1, 0xca21f9c3, 4},
    {"TGraph2DAsymmErrors", 1, 0xedac4de8, 7},
};
// clang-format on

}  // namespace

CatalogueTable figures_table() noexcept { return {classes, elements}; }

}  // namespace ramet::inline v1::schema::internal
