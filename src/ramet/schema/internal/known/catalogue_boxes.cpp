#include "ramet/schema/internal/catalogue_row.hpp"

// Made by tools/make_catalogue.py from ROOT 6.40.00: run it, do not edit.

namespace ramet::inline v1::schema::internal {
namespace {

// clang-format off
constexpr ElementRow elements[] = {
    // TPave
    {"Base", "TBox", "Box class", 0, 0, "BASE", 3, 0x65c15337},
    {"BasicType", "fX1NDC", "X1 point in NDC coordinates", 8, 8, "double"},
    {"BasicType", "fY1NDC", "Y1 point in NDC coordinates", 8, 8, "double"},
    {"BasicType", "fX2NDC", "X2 point in NDC coordinates", 8, 8, "double"},
    {"BasicType", "fY2NDC", "Y2 point in NDC coordinates", 8, 8, "double"},
    {"BasicType", "fBorderSize", "window box bordersize in pixels", 3, 4, "int"},
    {"BasicType", "fInit", "(=0 if transformation to NDC not yet done)", 3, 4, "int"},
    {"BasicType", "fShadowColor", "Color of the pave's shadow", 3, 4, "int"},
    {"BasicType", "fCornerRadius", "Corner radius in case of option arc", 8, 8, "double"},
    {"String", "fOption", "Pave style", 65, 24, "TString"},
    {"String", "fName", "Pave name", 65, 24, "TString"},
    // TPaveText
    {"Base", "TPave", "Pave. A box with shadowing", 0, 0, "BASE", 3, 0xb32728bf},
    {"Base", "TAttText", "Text attributes", 0, 0, "BASE", 2, 0x2c0902d2},
    {"String", "fLabel", "Label written at the top of the pavetext", 65, 24, "TString"},
    {"BasicType", "fLongest", "Length of the longest line", 3, 4, "int"},
    {"BasicType", "fMargin", "Text margin", 5, 4, "float"},
    {"ObjectPointer", "fLines", "List of labels", 64, 8, "TList*"},
    // TPaveLabel
    {"Base", "TPave", "Pave. A box with shadowing", 0, 0, "BASE", 3, 0xb32728bf},
    {"Base", "TAttText", "Text attributes", 0, 0, "BASE", 2, 0x2c0902d2},
    {"String", "fLabel", "Label written at the center of Pave", 65, 24, "TString"},
    // TPavesText
    {"Base", "TPaveText", "PaveText. A Pave with several lines of text.", 0, 0, "BASE", 2, 0x9cd2638d},
    {"BasicType", "fNpaves", "Number of stacked paves", 3, 4, "int"},
    // TPaveStats
    {"Base", "TPaveText", "PaveText. A Pave with several lines of text.", 0, 0, "BASE", 2, 0x9cd2638d},
    {"Base", "TVirtualPaveStats", "Abstract interface for TPaveStats", 0, 0, "BASE", 0, 0x4f46652c},
    {"BasicType", "fOptFit", "option Fit", 3, 4, "int"},
    {"BasicType", "fOptStat", "option Stat", 3, 4, "int"},
    {"String", "fFitFormat", "Printing format for fit parameters", 65, 24, "TString"},
    {"String", "fStatFormat", "Printing format for stats", 65, 24, "TString"},
    {"ObjectPointer", "fParent", "owner of this TPaveStats", 64, 8, "TObject*"},
    // TPaveClass
    {"Base", "TPaveLabel", "PaveLabel. A Pave with a label", 0, 0, "BASE", 1, 0x084581de},
    {"ObjectPointer", "fClassTree", "Pointer to the TClassTree referencing this object", 64, 8, "TClassTree*"},
    // TPaletteAxis
    {"Base", "TPave", "Pave. A box with shadowing", 0, 0, "BASE", 3, 0xb32728bf},
    {"Object", "fAxis", "Palette axis", 61, 296, "TGaxis"},
    {"BasicType", "fLog", "Log option: 0 use Logz, 1 is linear, 2 is log", 3, 4, "int"},
    // TLegend
    {"Base", "TPave", "Pave. A box with shadowing", 0, 0, "BASE", 3, 0xb32728bf},
    {"Base", "TAttText", "Text attributes", 0, 0, "BASE", 2, 0x2c0902d2},
    {"ObjectPointer", "fPrimitives", "List of TLegendEntries", 64, 8, "TList*"},
    {"BasicType", "fEntrySeparation", "Separation between entries, as a fraction of", 5, 4, "float"},
    {"BasicType", "fMargin", "Fraction of total width used for symbol", 5, 4, "float"},
    {"BasicType", "fNColumns", "Number of columns in the legend", 3, 4, "int"},
    {"BasicType", "fColumnSeparation", "Separation between columns, as a fraction of", 5, 4, "float"},
    // TLegendEntry
    {"Base", "TObject", "Basic ROOT object", 66, 0, "BASE", 1, 0x901bc02d},
    {"Base", "TAttText", "Text attributes", 0, 0, "BASE", 2, 0x2c0902d2},
    {"Base", "TAttLine", "Line attributes", 0, 0, "BASE", 2, 0x94074549},
    {"Base", "TAttFill", "Fill area attributes", 0, 0, "BASE", 2, 0xffd92a92},
    {"Base", "TAttMarker", "Marker attributes", 0, 0, "BASE", 3, 0x291d8bec},
    {"ObjectPointer", "fObject", "pointer to object being represented by this entry", 64, 8, "TObject*"},
    {"String", "fLabel", "Text associated with the entry, will become latex", 65, 24, "TString"},
    {"String", "fOption", "Options associated with this entry", 65, 24, "TString"},
    // TAnnotation
    {"Base", "TLatex", "The Latex-style text processor class", 0, 0, "BASE", 2, 0xef2c5136},
    {"BasicType", "fZ", "Z position of text", 8, 8, "double"},
    // TAxisModLab
    {"Base", "TObject", "Basic ROOT object", 66, 0, "BASE", 1, 0x901bc02d},
    {"Base", "TAttText", "Text attributes", 0, 0, "BASE", 2, 0x2c0902d2},
    {"BasicType", "fLabNum", "Label number.", 3, 4, "int"},
    {"BasicType", "fLabValue", "Label value, used when label number is 0", 8, 8, "double"},
    {"String", "fLabText", "Alternative label text", 65, 24, "TString"},
    // TAttPad
    {"BasicType", "fLeftMargin", "LeftMargin", 5, 4, "float"},
    {"BasicType", "fRightMargin", "RightMargin", 5, 4, "float"},
    {"BasicType", "fBottomMargin", "BottomMargin", 5, 4, "float"},
    {"BasicType", "fTopMargin", "TopMargin", 5, 4, "float"},
    {"BasicType", "fXfile", "X position where to draw the file name", 5, 4, "float"},
    {"BasicType", "fYfile", "Y position where to draw the file name", 5, 4, "float"},
    {"BasicType", "fAfile", "Alignment for the file name", 5, 4, "float"},
    {"BasicType", "fXstat", "X position where to draw the statistics", 5, 4, "float"},
    {"BasicType", "fYstat", "Y position where to draw the statistics", 5, 4, "float"},
    {"BasicType", "fAstat", "Alignment for the statistics", 5, 4, "float"},
    {"BasicType", "fFrameFillColor", "Pad frame fill color", 2, 2, "short"},
    {"BasicType", "fFrameLineColor", "Pad frame line color", 2, 2, "short"},
    {"BasicType", "fFrameFillStyle", "Pad frame fill style", 2, 2, "short"},
    {"BasicType", "fFrameLineStyle", "Pad frame line style", 2, 2, "short"},
    {"BasicType", "fFrameLineWidth", "Pad frame line width", 2, 2, "short"},
    {"BasicType", "fFrameBorderSize", "Pad frame border size", 2, 2, "short"},
    {"BasicType", "fFrameBorderMode", "Pad frame border mode", 3, 4, "int"},
};

constexpr ClassRow classes[] = {
    {"TPave", 3, 0xb32728bf, 11},
    {"TPaveText", 2, 0x9cd2638d, 6},
    {"TPaveLabel", 1, 0x084581de, 3},
    {"TPavesText", 1, 0xa62b06cc, 2},
    {"TVirtualPaveStats", 0, 0x4f46652c, 0},
    {"TPaveStats", 5, 0x5b80dacc, 7},
    {"TPaveClass", 1, 0xc20e19fa, 2},
    {"TPaletteAxis", 5, 0x1d88fb71, 3},
    {"TLegend", 3, 0x2a66ff20, 7},
    {"TLegendEntry", 1, 0x3ffbb1bf, 8},
    {"TAnnotation", 1, 0xf5faf3b2, 2},
    {"TAxisModLab", 4, 0x2a087040, 5},
    {"TAttPad", 4, 0xa715f011, 17},
};
// clang-format on

}  // namespace

CatalogueTable boxes_table() noexcept { return {classes, elements}; }

}  // namespace ramet::inline v1::schema::internal
