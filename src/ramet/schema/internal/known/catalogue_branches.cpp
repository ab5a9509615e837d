#include "ramet/schema/internal/catalogue_row.hpp"

// Made by tools/make_catalogue.py from ROOT 6.40.00: run it, do not edit.

namespace ramet::inline v1::schema::internal {
namespace {

// clang-format off
constexpr ElementRow elements[] = {
    // TBranchObject
    {"Base", "TBranch", "Branch descriptor", 0, 0, "BASE", 13, 0x10978aac},
    {"String", "fClassName", "Class name of referenced object", 65, 24, "TString"},
    // TBranchSTL
    {"Base", "TBranch", "Branch descriptor", 0, 0, "BASE", 13, 0x10978aac},
    {"String", "fContName", "Class name of referenced object", 65, 24, "TString"},
    {"String", "fClassName", "Name of the parent class, if we're the data member", 65, 24, "TString"},
    {"BasicType", "fClassVersion", "Version number of the class", 3, 4, "int"},
    {"BasicType", "fClCheckSum", "Class checksum", 13, 4, "unsigned int"},
    {"BasicType", "fID", "Element serial number in the streamer info", 3, 4, "int"},
    // TLeafObject
    {"Base", "TLeaf", "Leaf: description of a Branch data type", 0, 0, "BASE", 2, 0x6d1e8152},
    {"BasicType", "fVirtual", "Support for polymorphism, when set classname is written with object.", 18, 1, "bool"},
    // TVirtualIndex
    {"Base", "TNamed", "The basis for a named object (name, title)", 67, 0, "BASE", 1, 0xdfb74a3c},
    // TChain
    {"Base", "TTree", "Tree descriptor (the main ROOT I/O class)", 0, 0, "BASE", 20, 0x7264e07f},
    {"BasicType", "fTreeOffsetLen", "Current size of fTreeOffset array", 6, 4, "int"},
    {"BasicType", "fNtrees", "Number of trees", 3, 4, "int"},
    {"BasicPointer", "fTreeOffset", "[fTreeOffsetLen] Array of variables", 56, 8, "Long64_t*", 5, 0, "fTreeOffsetLen", "TChain"},
    {"ObjectPointer", "fFiles", "-> List of file names containing the trees (TChainElement, owned)", 63, 8, "TObjArray*"},
    {"ObjectPointer", "fStatus", "-> List of active/inactive branches (TChainElement, owned)", 63, 8, "TList*"},
    // TChainElement
    {"Base", "TNamed", "The basis for a named object (name, title)", 67, 0, "BASE", 1, 0xdfb74a3c},
    {"BasicType", "fEntries", "Number of entries in the tree of this chain element", 16, 8, "Long64_t"},
    {"BasicType", "fNPackets", "Number of packets", 3, 4, "int"},
    {"BasicType", "fPacketSize", "Number of events in one packet for parallel root", 3, 4, "int"},
    {"BasicType", "fStatus", "branch status when used as a branch", 3, 4, "int"},
    // TChainIndex
    {"Base", "TVirtualIndex", "Abstract interface for Tree Index", 0, 0, "BASE", 1, 0x3c1825a4},
    {"String", "fMajorName", "Index major name", 65, 24, "TString"},
    {"String", "fMinorName", "Index minor name", 65, 24, "TString"},
    {"STL", "fEntries", "descriptions of indices of trees in the chain.", 500, 24, "vector<TChainIndex::TChainIndexEntry>", 0, 0, "", "", 1, 61},
    // TEventList
    {"Base", "TNamed", "The basis for a named object (name, title)", 67, 0, "BASE", 1, 0xdfb74a3c},
    {"BasicType", "fN", "Number of elements in the list", 6, 4, "int"},
    {"BasicType", "fSize", "Size of array", 3, 4, "int"},
    {"BasicType", "fDelta", "Increment size", 3, 4, "int"},
    {"BasicType", "fReapply", "If true, TTree::Draw will 'reapply' the original cut", 18, 1, "bool"},
    {"BasicPointer", "fList", "[fN]Array of elements", 56, 8, "Long64_t*", 4, 0, "fN", "TEventList"},
    // TEntryList
    {"Base", "TNamed", "The basis for a named object (name, title)", 67, 0, "BASE", 1, 0xdfb74a3c},
    {"ObjectPointer", "fLists", "a list of underlying entry lists for each tree of a chain", 64, 8, "TList*"},
    {"BasicType", "fNBlocks", "number of TEntryListBlocks", 3, 4, "int"},
    {"ObjectPointer", "fBlocks", "blocks with indices of passing events (TEntryListBlocks)", 64, 8, "TObjArray*"},
    {"BasicType", "fN", "number of entries in the list", 16, 8, "Long64_t"},
    {"BasicType", "fEntriesToProcess", "used on proof to set the number of entries to process in a packet", 16, 8, "Long64_t"},
    {"String", "fTreeName", "name of the tree", 65, 24, "TString"},
    {"String", "fFileName", "name of the file, where the tree is", 65, 24, "TString"},
    {"BasicType", "fReapply", "If true, TTree::Draw will 'reapply' the original cut", 18, 1, "bool"},
    // TEntryListBlock
    {"Base", "TObject", "Basic ROOT object", 66, 0, "BASE", 1, 0x901bc02d},
    {"BasicType", "fNPassed", "number of entries in the entry list (if fPassing=0 - number of entries", 3, 4, "int"},
    {"BasicType", "fN", "size of fIndices for I/O  =fNPassed for list, fBlockSize for bits", 6, 4, "int"},
    {"BasicPointer", "fIndices", "[fN]", 52, 2, "unsigned short*", 1, 0, "fN", "TEntryListBlock"},
    {"BasicType", "fType", "0 - bits, 1 - list", 3, 4, "int"},
    {"BasicType", "fPassing", "1 - stores entries that belong to the list", 18, 1, "bool"},
    // TEntryListArray
    {"Base", "TEntryList", "A list of entries in a TTree", 0, 0, "BASE", 2, 0x56a6120e},
    {"ObjectPointer", "fSubLists", "a list of underlying entry lists for each event of a TEntryList", 64, 8, "TList*"},
    {"BasicType", "fEntry", "the entry number, when the list is used for subentries", 16, 8, "Long64_t"},
    // TEntryListFromFile
    {"Base", "TEntryList", "A list of entries in a TTree", 0, 0, "BASE", 2, 0x56a6120e},
    {"String", "fListFileName", "from this string names of all files can be found", 65, 24, "TString"},
    {"String", "fListName", "name of the list", 65, 24, "TString"},
    {"BasicType", "fNFiles", "total number of files", 6, 4, "int"},
    {"BasicPointer", "fListOffset", "[fNFiles] numbers of entries in ind. lists", 56, 8, "Long64_t*", 1, 0, "fNFiles", "TEntryListFromFile"},
    {"ObjectPointer", "fFile", "currently open file", 64, 8, "TFile*"},
    // TVirtualTreePlayer
    {"Base", "TObject", "Basic ROOT object", 66, 0, "BASE", 1, 0x901bc02d},
    // TVirtualPerfStats
    {"Base", "TObject", "Basic ROOT object", 66, 0, "BASE", 1, 0x901bc02d},
    // TTreePerfStats
    {"Base", "TVirtualPerfStats", "", 0, 0, "BASE", 0, 0x4da71915},
    {"BasicType", "fTreeCacheSize", "TTreeCache buffer size", 3, 4, "int"},
    {"BasicType", "fNleaves", "Number of leaves in the tree", 3, 4, "int"},
    {"BasicType", "fReadCalls", "Number of read calls", 3, 4, "int"},
    {"BasicType", "fReadaheadSize", "Read-ahead cache size", 3, 4, "int"},
    {"BasicType", "fBytesRead", "Number of bytes read", 16, 8, "Long64_t"},
    {"BasicType", "fBytesReadExtra", "Number of bytes (overhead) of the read-ahead cache", 16, 8, "Long64_t"},
    {"BasicType", "fRealNorm", "Real time scale factor for fGraphTime", 8, 8, "double"},
    {"BasicType", "fRealTime", "Real time", 8, 8, "double"},
    {"BasicType", "fCpuTime", "Cpu time", 8, 8, "double"},
    {"BasicType", "fDiskTime", "Time spent in pure raw disk IO", 8, 8, "double"},
    {"BasicType", "fUnzipTime", "Time spent uncompressing the data.", 8, 8, "double"},
    {"BasicType", "fUnzipInputSize", "Compressed bytes seen by the decompressor.", 16, 8, "Long64_t"},
    {"BasicType", "fUnzipObjSize", "Uncompressed bytes produced by the decompressor.", 16, 8, "Long64_t"},
    {"BasicType", "fCompress", "Tree compression factor", 8, 8, "double"},
    {"String", "fName", "Name of this TTreePerfStats", 65, 24, "TString"},
    {"String", "fHostInfo", "Name of the host system, ROOT version and date", 65, 24, "TString"},
    {"ObjectPointer", "fGraphIO", "Pointer to the graph with IO data", 64, 8, "TGraphErrors*"},
    {"ObjectPointer", "fGraphTime", "Pointer to the graph with timestamp info", 64, 8, "TGraphErrors*"},
    {"ObjectPointer", "fPave", "Pointer to annotation pavetext", 64, 8, "TPaveText*"},
    {"ObjectPointer", "fWatch", "TStopwatch pointer", 64, 8, "TStopwatch*"},
    {"ObjectPointer", "fRealTimeAxis", "Pointer to TGaxis object showing real-time", 64, 8, "TGaxis*"},
    {"ObjectPointer", "fHostInfoText", "Graphics Text object with the fHostInfo data", 64, 8, "TText*"},
    {"STL", "fBranchIndexCache", "Cache the index of the branch in the cache's array.", 500, 56, "unordered_map<TBranch*,unsigned long>", 0, 0, "", "", 12, 61},
    {"STL", "fBasketsInfo", "Details on which baskets was used, cached, 'miss-cached' or read uncached.Browse", 500, 24, "vector<vector<TTreePerfStats::BasketInfo> >", 0, 0, "", "", 1, 61},
};

constexpr ClassRow classes[] = {
    {"TBranchObject", 1, 0xa4720f49, 2},
    {"TBranchSTL", 1, 0x542e19f0, 6},
    {"TLeafObject", 4, 0x26ba7c4c, 2},
    {"TVirtualIndex", 1, 0x3c1825a4, 1},
    {"TChain", 5, 0x3a9ec568, 6},
    {"TChainElement", 2, 0x3a877170, 5},
    {"TChainIndex", 1, 0xee769a81, 4},
    {"TEventList", 4, 0x96b39a7b, 6},
    {"TEntryList", 2, 0x56a6120e, 9},
    {"TEntryListBlock", 1, 0xc72399a9, 6},
    {"TEntryListArray", 1, 0xe3327455, 3},
    {"TEntryListFromFile", 1, 0x9b094b75, 6},
    {"TVirtualTreePlayer", 0, 0xfcf4e7a8, 1},
    {"TVirtualPerfStats", 0, 0x4da71915, 1},
    {"TTreePerfStats", 8, 0xb1440eda, 25},
};
// clang-format on

}  // namespace

CatalogueTable branches_table() noexcept { return {classes, elements}; }

}  // namespace ramet::inline v1::schema::internal
