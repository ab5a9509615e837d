#include "ramet/schema/internal/catalogue_row.hpp"

// Trees of ROOT 2 and the first ROOT 3: their classes streamed themselves, and files did not describe them
// (root-project/root, tree/tree/src/TTree.cxx, TBranch.cxx and TLeafObject.cxx: Streamer, "process old versions"), as a
// TBranchClones still does. Written by hand. Anything after the members that are listed here is not read.

namespace ramet::inline v1::schema::internal {
namespace {

// clang-format off
constexpr ElementRow elements[] = {
    // TTree, version 4
    {"Base", "TNamed", "", 67, 0, "BASE", 1, 0xdfb74a3c},
    {"BasicType", "TAttLine.version", "", 2, 2, "short"},  // bases without byte counts: their versions and members
    {"BasicType", "fLineColor", "", 2, 2, "short"},
    {"BasicType", "fLineStyle", "", 2, 2, "short"},
    {"BasicType", "fLineWidth", "", 2, 2, "short"},
    {"BasicType", "TAttFill.version", "", 2, 2, "short"},
    {"BasicType", "fFillColor", "", 2, 2, "short"},
    {"BasicType", "fFillStyle", "", 2, 2, "short"},
    {"BasicType", "TAttMarker.version", "", 2, 2, "short"},
    {"BasicType", "fMarkerColor", "", 2, 2, "short"},
    {"BasicType", "fMarkerStyle", "", 2, 2, "short"},
    {"BasicType", "fMarkerSize", "", 5, 4, "float"},
    {"BasicType", "fScanField", "", 3, 4, "int"},
    {"BasicType", "fMaxEntryLoop", "", 3, 4, "int"},
    {"BasicType", "fMaxVirtualSize", "", 3, 4, "int"},
    {"BasicType", "fEntries", "", 8, 8, "double"},
    {"BasicType", "fTotBytes", "", 8, 8, "double"},
    {"BasicType", "fZipBytes", "", 8, 8, "double"},
    {"BasicType", "fAutoSave", "", 3, 4, "int"},
    {"BasicType", "fEstimate", "", 3, 4, "int"},
    {"Object", "fBranches", "", 61, 64, "TObjArray"},
    // TBranch, version 5
    {"Base", "TNamed", "", 67, 0, "BASE", 1, 0xdfb74a3c},
    {"BasicType", "fCompress", "", 3, 4, "int"},
    {"BasicType", "fBasketSize", "", 3, 4, "int"},
    {"BasicType", "fEntryOffsetLen", "", 3, 4, "int"},
    {"BasicType", "fMaxBaskets", "", 3, 4, "int"},
    {"BasicType", "fWriteBasket", "", 3, 4, "int"},
    {"BasicType", "fEntryNumber", "", 3, 4, "int"},
    {"BasicType", "fEntries", "", 8, 8, "double"},
    {"BasicType", "fTotBytes", "", 8, 8, "double"},
    {"BasicType", "fZipBytes", "", 8, 8, "double"},
    {"BasicType", "fOffset", "", 3, 4, "int"},
    {"Object", "fBranches", "", 61, 64, "TObjArray"},
    {"Object", "fLeaves", "", 61, 64, "TObjArray"},
    {"Object", "fBaskets", "", 61, 64, "TObjArray"},
    {"ObjectAny", "fBasketEntry", "", 62, 24, "TArrayI"},
    {"ObjectAny", "fBasketBytes", "", 62, 24, "TArrayI"},
    {"ObjectAny", "fBasketSeek", "", 62, 24, "TArrayI"},
    {"String", "fFileName", "", 65, 24, "TString"},
    // TLeaf, version 1
    {"Base", "TNamed", "", 67, 0, "BASE", 1, 0xdfb74a3c},
    {"BasicType", "fLen", "", 3, 4, "int"},
    {"BasicType", "fLenType", "", 3, 4, "int"},
    {"BasicType", "fOffset", "", 3, 4, "int"},
    {"BasicType", "fIsRange", "", 18, 1, "bool"},
    {"BasicType", "fIsUnsigned", "", 18, 1, "bool"},
    {"ObjectPointer", "fLeafCount", "", 64, 8, "TLeaf*"},
    // TNtuple, version 1
    {"Base", "TTree", "", 0, 0, "BASE", 4},
    {"BasicType", "fNvar", "", 3, 4, "int"},
    // TBranchClones, version 2 since ROOT 5
    {"Base", "TNamed", "", 67, 0, "BASE", 1, 0xdfb74a3c},
    {"BasicType", "fCompress", "", 3, 4, "int"},
    {"BasicType", "fBasketSize", "", 3, 4, "int"},
    {"BasicType", "fEntryOffsetLen", "", 3, 4, "int"},
    {"BasicType", "fMaxBaskets", "", 3, 4, "int"},
    {"BasicType", "fWriteBasket", "", 3, 4, "int"},
    {"BasicType", "fEntryNumber", "", 16, 8, "Long64_t"},
    {"BasicType", "fEntries", "", 16, 8, "Long64_t"},
    {"BasicType", "fTotBytes", "", 16, 8, "Long64_t"},
    {"BasicType", "fZipBytes", "", 16, 8, "Long64_t"},
    {"BasicType", "fOffset", "", 3, 4, "int"},
    {"ObjectPointer", "fBranchCount", "", 64, 8, "TBranch*"},
    {"String", "fClassName", "", 65, 24, "TString"},
    {"Object", "fBranches", "", 61, 64, "TObjArray"},
    // TBranchClones, version 2 of ROOT 4 and older (clones_layout_version)
    {"Base", "TNamed", "", 67, 0, "BASE", 1, 0xdfb74a3c},
    {"BasicType", "fCompress", "", 3, 4, "int"},
    {"BasicType", "fBasketSize", "", 3, 4, "int"},
    {"BasicType", "fEntryOffsetLen", "", 3, 4, "int"},
    {"BasicType", "fMaxBaskets", "", 3, 4, "int"},
    {"BasicType", "fWriteBasket", "", 3, 4, "int"},
    {"BasicType", "fEntryNumber", "", 3, 4, "int"},
    {"BasicType", "fEntries", "", 8, 8, "double"},
    {"BasicType", "fTotBytes", "", 8, 8, "double"},
    {"BasicType", "fZipBytes", "", 8, 8, "double"},
    {"BasicType", "fOffset", "", 3, 4, "int"},
    {"ObjectPointer", "fBranchCount", "", 64, 8, "TBranch*"},
    {"String", "fClassName", "", 65, 24, "TString"},
    {"Object", "fBranches", "", 61, 64, "TObjArray"},
    // TLeafObject, versions 1 and 3
    {"Base", "TLeaf", "", 0, 0, "BASE", 1},
    {"Base", "TLeaf", "", 0, 0, "BASE", 1},
    {"BasicType", "fVirtual", "", 18, 1, "bool"},
};

constexpr ClassRow classes[] = {
    {"TTree", 4, 0, 21},
    {"TBranch", 5, 0, 18},
    {"TLeaf", 1, 0, 7},
    {"TNtuple", 1, 0, 2},
    {"TBranchClones", 2, 0, 14},
    {"TBranchClones", 1, 0, 14},
    {"TLeafObject", 1, 0, 1},
    {"TLeafObject", 3, 0, 2},
};
// clang-format on

}  // namespace

CatalogueTable old_trees_table() noexcept { return {classes, elements}; }

}  // namespace ramet::inline v1::schema::internal
