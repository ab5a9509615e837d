#include "ramet/schema/internal/catalogue_row.hpp"

// Made by tools/make_catalogue.py from ROOT 6.40.00: run it, do not edit.

namespace ramet::inline v1::schema::internal {
namespace {

// clang-format off
constexpr ElementRow elements[] = {
    // TTree
    {"Base", "TNamed", "The basis for a named object (name, title)", 67, 0, "BASE", 1, 0xdfb74a3c},
    {"Base", "TAttLine", "Line attributes", 0, 0, "BASE", 2, 0x94074549},
    {"Base", "TAttFill", "Fill area attributes", 0, 0, "BASE", 2, 0xffd92a92},
    {"Base", "TAttMarker", "Marker attributes", 0, 0, "BASE", 3, 0x291d8bec},
    {"BasicType", "fEntries", "Number of entries", 16, 8, "Long64_t"},
    {"BasicType", "fTotBytes", "Total number of bytes in all branches before compression", 16, 8, "Long64_t"},
    {"BasicType", "fZipBytes", "Total number of bytes in all branches after compression", 16, 8, "Long64_t"},
    {"BasicType", "fSavedBytes", "Number of autosaved bytes", 16, 8, "Long64_t"},
    {"BasicType", "fFlushedBytes", "Number of auto-flushed bytes", 16, 8, "Long64_t"},
    {"BasicType", "fWeight", "Tree weight (see TTree::SetWeight)", 8, 8, "double"},
    {"BasicType", "fTimerInterval", "Timer interval in milliseconds", 3, 4, "int"},
    {"BasicType", "fScanField", "Number of runs before prompting in Scan", 3, 4, "int"},
    {"BasicType", "fUpdate", "Update frequency for EntryLoop", 3, 4, "int"},
    {"BasicType", "fDefaultEntryOffsetLen", "Initial Length of fEntryOffset table in the basket buffers", 3, 4, "int"},
    {"BasicType", "fNClusterRange", "Number of Cluster range in addition to the one defined by 'AutoFlush'", 6, 4, "int"},
    {"BasicType", "fMaxEntries", "Maximum number of entries in case of circular buffers", 16, 8, "Long64_t"},
    {"BasicType", "fMaxEntryLoop", "Maximum number of entries to process", 16, 8, "Long64_t"},
    {"BasicType", "fMaxVirtualSize", "Maximum total size of buffers kept in memory", 16, 8, "Long64_t"},
    {"BasicType", "fAutoSave", "Autosave tree when fAutoSave entries written or -fAutoSave (compressed) bytes produced", 16, 8, "Long64_t"},
    {"BasicType", "fAutoFlush", "Auto-flush tree when fAutoFlush entries written or -fAutoFlush (compressed) bytes produced", 16, 8, "Long64_t"},
    {"BasicType", "fEstimate", "Number of entries to estimate histogram limits", 16, 8, "Long64_t"},
    {"BasicPointer", "fClusterRangeEnd", "[fNClusterRange] Last entry of a cluster range.", 56, 8, "Long64_t*", 20, 0, "fNClusterRange", "TTree"},
    {"BasicPointer", "fClusterSize", "[fNClusterRange] Number of entries in each cluster for a given range.", 56, 8, "Long64_t*", 20, 0, "fNClusterRange", "TTree"},
    {"ObjectAny", "fIOFeatures", "IO features to define for newly-written baskets and branches.", 62, 1, "ROOT::TIOFeatures"},
    {"Object", "fBranches", "List of Branches", 61, 64, "TObjArray"},
    {"Object", "fLeaves", "Direct pointers to individual branch leaves", 61, 64, "TObjArray"},
    {"ObjectPointer", "fAliases", "List of aliases for expressions based on the tree branches.", 64, 8, "TList*"},
    {"ObjectAny", "fIndexValues", "Sorted index values", 62, 24, "TArrayD"},
    {"ObjectAny", "fIndex", "Index of sorted values", 62, 24, "TArrayI"},
    {"ObjectPointer", "fTreeIndex", "Pointer to the tree Index (if any)", 64, 8, "TVirtualIndex*"},
    {"ObjectPointer", "fFriends", "pointer to list of friend elements", 64, 8, "TList*"},
    {"ObjectPointer", "fUserInfo", "pointer to a list of user objects associated to this Tree", 64, 8, "TList*"},
    {"ObjectPointer", "fBranchRef", "Branch supporting the TRefTable (if any)", 64, 8, "TBranchRef*"},
    // TBranch
    {"Base", "TNamed", "The basis for a named object (name, title)", 67, 0, "BASE", 1, 0xdfb74a3c},
    {"Base", "TAttFill", "Fill area attributes", 0, 0, "BASE", 2, 0xffd92a92},
    {"BasicType", "fCompress", "Compression level and algorithm", 3, 4, "int"},
    {"BasicType", "fBasketSize", "Initial Size of  Basket Buffer", 3, 4, "int"},
    {"BasicType", "fEntryOffsetLen", "Initial Length of fEntryOffset table in the basket buffers", 3, 4, "int"},
    {"BasicType", "fWriteBasket", "Last basket number written", 3, 4, "int"},
    {"BasicType", "fEntryNumber", "Current entry number (last one filled in this branch)", 16, 8, "Long64_t"},
    {"ObjectAny", "fIOFeatures", "IO features for newly-created baskets.", 62, 1, "ROOT::TIOFeatures"},
    {"BasicType", "fOffset", "Offset of this branch", 3, 4, "int"},
    {"BasicType", "fMaxBaskets", "Maximum number of Baskets so far", 6, 4, "int"},
    {"BasicType", "fSplitLevel", "Branch split level", 3, 4, "int"},
    {"BasicType", "fEntries", "Number of entries", 16, 8, "Long64_t"},
    {"BasicType", "fFirstEntry", "Number of the first entry in this branch", 16, 8, "Long64_t"},
    {"BasicType", "fTotBytes", "Total number of bytes in all leaves before compression", 16, 8, "Long64_t"},
    {"BasicType", "fZipBytes", "Total number of bytes in all leaves after compression", 16, 8, "Long64_t"},
    {"Object", "fBranches", "-> List of Branches of this branch", 61, 64, "TObjArray"},
    {"Object", "fLeaves", "-> List of leaves of this branch", 61, 64, "TObjArray"},
    {"Object", "fBaskets", "-> List of baskets of this branch", 61, 64, "TObjArray"},
    {"BasicPointer", "fBasketBytes", "[fMaxBaskets] Length of baskets on file", 43, 4, "int*", 13, 0, "fMaxBaskets", "TBranch"},
    {"BasicPointer", "fBasketEntry", "[fMaxBaskets] Table of first entry in each basket", 56, 8, "Long64_t*", 13, 0, "fMaxBaskets", "TBranch"},
    {"BasicPointer", "fBasketSeek", "[fMaxBaskets] Addresses of baskets on file", 56, 8, "Long64_t*", 13, 0, "fMaxBaskets", "TBranch"},
    {"String", "fFileName", "Name of file where buffers are stored (\"\" if in same file as Tree header)", 65, 24, "TString"},
    // TBranchElement
    {"Base", "TBranch", "Branch descriptor", 0, 0, "BASE", 13, 0x10978aac},
    {"String", "fClassName", "Class name of referenced object", 65, 24, "TString"},
    {"String", "fParentName", "Name of parent class", 65, 24, "TString"},
    {"String", "fClonesName", "Name of class in TClonesArray or (STL) collection (if any)", 65, 24, "TString"},
    {"BasicType", "fCheckSum", "CheckSum of class", 13, 4, "unsigned int"},
    {"BasicType", "fClassVersion", "Version number of class", 2, 2, "short"},
    {"BasicType", "fID", "element serial number in fInfo", 3, 4, "int"},
    {"BasicType", "fType", "Branch type", 3, 4, "int"},
    {"BasicType", "fStreamerType", "branch streamer type", 3, 4, "int"},
    {"BasicType", "fMaximum", "Maximum entries for a TClonesArray or variable array", 3, 4, "int"},
    {"ObjectPointer", "fBranchCount", "pointer to primary branchcount branch", 64, 8, "TBranchElement*"},
    {"ObjectPointer", "fBranchCount2", "pointer to secondary branchcount branch", 64, 8, "TBranchElement*"},
    // TBranchRef
    {"Base", "TBranch", "Branch descriptor", 0, 0, "BASE", 13, 0x10978aac},
    {"ObjectPointer", "fRefTable", "pointer to the TRefTable", 64, 8, "TRefTable*"},
    // TRefTable
    {"Base", "TObject", "Basic ROOT object", 66, 0, "BASE", 1, 0x901bc02d},
    {"BasicType", "fSize", "dummy for backward compatibility", 3, 4, "int"},
    {"ObjectPointer", "fParents", "array of Parent objects  (eg TTree branch) holding the referenced objects", 64, 8, "TObjArray*"},
    {"ObjectPointer", "fOwner", "Object owning this TRefTable", 64, 8, "TObject*"},
    {"STL", "fProcessGUIDs", "UUIDs of TProcessIDs used in fParentIDs", 500, 24, "vector<string>", 0, 0, "", "", 1, 61},
    // ROOT::TIOFeatures
    {"BasicType", "fIOBits", "", 11, 1, "unsigned char"},
    // TLeaf
    {"Base", "TNamed", "The basis for a named object (name, title)", 67, 0, "BASE", 1, 0xdfb74a3c},
    {"BasicType", "fLen", "Number of fixed length elements in the leaf's data.", 3, 4, "int"},
    {"BasicType", "fLenType", "Number of bytes for this data type", 3, 4, "int"},
    {"BasicType", "fOffset", "Offset in ClonesArray object (if one)", 3, 4, "int"},
    {"BasicType", "fIsRange", "(=true if leaf has a range, false otherwise).  This is equivalent to being a 'leafcount'.  For a TLeafElement the range information is actually store in the TBranchElement.", 18, 1, "bool"},
    {"BasicType", "fIsUnsigned", "(=true if unsigned, false otherwise)", 18, 1, "bool"},
    {"ObjectPointer", "fLeafCount", "Pointer to Leaf count if variable length (we do not own the counter)", 64, 8, "TLeaf*"},
    // TLeafO
    {"Base", "TLeaf", "Leaf: description of a Branch data type", 0, 0, "BASE", 2, 0x6d1e8152},
    {"BasicType", "fMinimum", "Minimum value if leaf range is specified", 18, 1, "bool"},
    {"BasicType", "fMaximum", "Maximum value if leaf range is specified", 18, 1, "bool"},
    // TLeafB
    {"Base", "TLeaf", "Leaf: description of a Branch data type", 0, 0, "BASE", 2, 0x6d1e8152},
    {"BasicType", "fMinimum", "Minimum value if leaf range is specified", 1, 1, "char"},
    {"BasicType", "fMaximum", "Maximum value if leaf range is specified", 1, 1, "char"},
    // TLeafS
    {"Base", "TLeaf", "Leaf: description of a Branch data type", 0, 0, "BASE", 2, 0x6d1e8152},
    {"BasicType", "fMinimum", "Minimum value if leaf range is specified", 2, 2, "short"},
    {"BasicType", "fMaximum", "Maximum value if leaf range is specified", 2, 2, "short"},
    // TLeafI
    {"Base", "TLeaf", "Leaf: description of a Branch data type", 0, 0, "BASE", 2, 0x6d1e8152},
    {"BasicType", "fMinimum", "Minimum value if leaf range is specified", 3, 4, "int"},
    {"BasicType", "fMaximum", "Maximum value if leaf range is specified", 3, 4, "int"},
    // TLeafG
    {"Base", "TLeaf", "Leaf: description of a Branch data type", 0, 0, "BASE", 2, 0x6d1e8152},
    {"BasicType", "fMinimum", "Minimum value if leaf range is specified", 4, 8, "long"},
    {"BasicType", "fMaximum", "Maximum value if leaf range is specified", 4, 8, "long"},
    // TLeafL
    {"Base", "TLeaf", "Leaf: description of a Branch data type", 0, 0, "BASE", 2, 0x6d1e8152},
    {"BasicType", "fMinimum", "Minimum value if leaf range is specified", 16, 8, "Long64_t"},
    {"BasicType", "fMaximum", "Maximum value if leaf range is specified", 16, 8, "Long64_t"},
    // TLeafF
    {"Base", "TLeaf", "Leaf: description of a Branch data type", 0, 0, "BASE", 2, 0x6d1e8152},
    {"BasicType", "fMinimum", "Minimum value if leaf range is specified", 5, 4, "float"},
    {"BasicType", "fMaximum", "Maximum value if leaf range is specified", 5, 4, "float"},
    // TLeafD
    {"Base", "TLeaf", "Leaf: description of a Branch data type", 0, 0, "BASE", 2, 0x6d1e8152},
    {"BasicType", "fMinimum", "Minimum value if leaf range is specified", 8, 8, "double"},
    {"BasicType", "fMaximum", "Maximum value if leaf range is specified", 8, 8, "double"},
    // TLeafF16
    {"Base", "TLeaf", "Leaf: description of a Branch data type", 0, 0, "BASE", 2, 0x6d1e8152},
    {"BasicType", "fMinimum", "Minimum value if leaf range is specified", 19, 4, "Float16_t"},
    {"BasicType", "fMaximum", "Maximum value if leaf range is specified", 19, 4, "Float16_t"},
    // TLeafD32
    {"Base", "TLeaf", "Leaf: description of a Branch data type", 0, 0, "BASE", 2, 0x6d1e8152},
    {"BasicType", "fMinimum", "Minimum value if leaf range is specified", 9, 8, "Double32_t"},
    {"BasicType", "fMaximum", "Maximum value if leaf range is specified", 9, 8, "Double32_t"},
    // TLeafC
    {"Base", "TLeaf", "Leaf: description of a Branch data type", 0, 0, "BASE", 2, 0x6d1e8152},
    {"BasicType", "fMinimum", "Minimum value if leaf range is specified", 3, 4, "int"},
    {"BasicType", "fMaximum", "Maximum value if leaf range is specified", 3, 4, "int"},
    // TLeafElement
    {"Base", "TLeaf", "Leaf: description of a Branch data type", 0, 0, "BASE", 2, 0x6d1e8152},
    {"BasicType", "fID", "element serial number in fInfo", 3, 4, "int"},
    {"BasicType", "fType", "leaf type", 3, 4, "int"},
    // TNtuple
    {"Base", "TTree", "Tree descriptor (the main ROOT I/O class)", 0, 0, "BASE", 20, 0x7264e07f},
    {"BasicType", "fNvar", "Number of columns", 3, 4, "int"},
    // TNtupleD
    {"Base", "TTree", "Tree descriptor (the main ROOT I/O class)", 0, 0, "BASE", 20, 0x7264e07f},
    {"BasicType", "fNvar", "Number of columns", 3, 4, "int"},
    // TFriendElement
    {"Base", "TNamed", "The basis for a named object (name, title)", 67, 0, "BASE", 1, 0xdfb74a3c},
    {"String", "fTreeName", "name of the friend TTree", 65, 24, "TString"},
    {"BasicType", "fOwnFile", "true if file is managed by this class", 18, 1, "bool"},
    // TObject
    {"BasicType", "fUniqueID", "object unique identifier", 13, 4, "unsigned int"},
    {"BasicType", "fBits", "bit field status word", 15, 4, "unsigned int"},
    // TNamed
    {"Base", "TObject", "Basic ROOT object", 66, 0, "BASE", 1, 0x901bc02d},
    {"String", "fName", "object identifier", 65, 24, "TString"},
    {"String", "fTitle", "object title", 65, 24, "TString"},
    // TObjString
    {"Base", "TObject", "Basic ROOT object", 66, 0, "BASE", 1, 0x901bc02d},
    {"String", "fString", "wrapped TString", 65, 24, "TString"},
    // TCollection
    {"Base", "TObject", "Basic ROOT object", 66, 0, "BASE", 1, 0x901bc02d},
    {"String", "fName", "name of the collection", 65, 24, "TString"},
    {"BasicType", "fSize", "number of elements in collection", 3, 4, "int"},
    // TSeqCollection
    {"Base", "TCollection", "Collection abstract base class", 0, 0, "BASE", 3, 0x57e3cb9c},
    // TList
    {"Base", "TSeqCollection", "Sequenceable collection ABC", 0, 0, "BASE", 0, 0xfc6c3bc6},
    // THashList
    {"Base", "TList", "Doubly linked list", 0, 0, "BASE", 5, 0x69c5c3bb},
    // TObjArray
    {"Base", "TSeqCollection", "Sequenceable collection ABC", 0, 0, "BASE", 0, 0xfc6c3bc6},
    {"BasicType", "fLowerBound", "Lower bound of the array", 3, 4, "int"},
    {"BasicType", "fLast", "Last element in array containing an object", 3, 4, "int"},
    // TAttLine
    {"BasicType", "fLineColor", "Line color", 2, 2, "short"},
    {"BasicType", "fLineStyle", "Line style", 2, 2, "short"},
    {"BasicType", "fLineWidth", "Line width", 2, 2, "short"},
    // TAttFill
    {"BasicType", "fFillColor", "Fill area color", 2, 2, "short"},
    {"BasicType", "fFillStyle", "Fill area style", 2, 2, "short"},
    // TAttMarker
    {"BasicType", "fMarkerColor", "Marker color", 2, 2, "short"},
    {"BasicType", "fMarkerStyle", "Marker style", 2, 2, "short"},
    {"BasicType", "fMarkerSize", "Marker size", 5, 4, "float"},
};

constexpr ClassRow classes[] = {
    {"TTree", 20, 0x7264e07f, 33},
    {"TBranch", 13, 0x10978aac, 22},
    {"TBranchElement", 10, 0xe74f5e63, 12},
    {"TBranchRef", 1, 0x2360b3fd, 2},
    {"TRefTable", 3, 0x8c895b85, 5},
    {"ROOT::TIOFeatures", 1, 0x1aa12f10, 1},
    {"TLeaf", 2, 0x6d1e8152, 7},
    {"TLeafO", 1, 0x02ae48d3, 3},
    {"TLeafB", 1, 0x0f1e4b5e, 3},
    {"TLeafS", 1, 0x150ceecf, 3},
    {"TLeafI", 1, 0x7e6aae19, 3},
    {"TLeafG", 1, 0xeca71cb7, 3},
    {"TLeafL", 1, 0xde320862, 3},
    {"TLeafF", 1, 0x3add9d72, 3},
    {"TLeafD", 1, 0x118e8776, 3},
    {"TLeafF16", 2, 0xeb35f883, 3},
    {"TLeafD32", 2, 0xe1dc6401, 3},
    {"TLeafC", 1, 0xfbe3b2f3, 3},
    {"TLeafElement", 1, 0xa04f8893, 3},
    {"TNtuple", 2, 0xb8a51cab, 2},
    {"TNtupleD", 1, 0x8de8d873, 2},
    {"TFriendElement", 2, 0x2771167d, 3},
    {"TObject", 1, 0x901bc02d, 2},
    {"TNamed", 1, 0xdfb74a3c, 3},
    {"TObjString", 1, 0x9c8e4800, 2},
    {"TString", 2, 0x00017419, 0},
    {"TCollection", 3, 0x57e3cb9c, 3},
    {"TSeqCollection", 0, 0xfc6c3bc6, 1},
    {"TList", 5, 0x69c5c3bb, 1},
    {"THashList", 0, 0xcc7e49c1, 1},
    {"TObjArray", 3, 0xa99e6552, 3},
    {"TAttLine", 2, 0x94074549, 3},
    {"TAttFill", 2, 0xffd92a92, 2},
    {"TAttMarker", 3, 0x291d8bec, 3},
};
// clang-format on

}  // namespace

CatalogueTable trees_table() noexcept { return {classes, elements}; }

}  // namespace ramet::inline v1::schema::internal
