#!/usr/bin/env python3
"""Write the tables of src/ramet/schema/internal/ from the streamer infos that ROOT itself writes.

Run it with a Python that has ROOT (the package `root` of PyPI): `python tools/make_catalogue.py`. The tables name
the version of ROOT; run the script again for a new version, and review the difference.
"""

import ctypes
import pathlib
import tempfile
from typing import Any

import ROOT

TABLES = {
    "trees": [
        "TTree", "TBranch", "TBranchElement", "TBranchRef", "TRefTable", "ROOT::TIOFeatures",
        "TLeaf", "TLeafO", "TLeafB", "TLeafS", "TLeafI", "TLeafG", "TLeafL", "TLeafF", "TLeafD", "TLeafF16", "TLeafD32",
        "TLeafC", "TLeafElement", "TNtuple", "TNtupleD", "TFriendElement", "TObject", "TNamed", "TObjString", "TString",
        "TCollection", "TSeqCollection", "TList", "THashList", "TObjArray", "TAttLine", "TAttFill", "TAttMarker",
    ],
    "histograms": [
        "TAttAxis", "TAtt3D", "TAxis", "TArray", "TArrayC", "TArrayS", "TArrayI", "TArrayL64", "TArrayF", "TArrayD",
        "TH1", "TH1C", "TH1S", "TH1I", "TH1L", "TH1F", "TH1D", "TH2", "TH2C", "TH2S", "TH2I", "TH2L", "TH2F", "TH2D",
        "TH3", "TH3C", "TH3S", "TH3I", "TH3L", "TH3F", "TH3D", "TProfile", "TProfile2D", "TProfile3D",
        "TGraph", "TGraphErrors", "TGraphAsymmErrors",
    ],
    "figures": [
        "THnBase", "THn", "TNDArray", "TNDArrayT<float>", "TNDArrayT<double>", "THnT<float>", "THnT<double>",
        "THnSparse", "THnSparseT<TArrayF>", "THnSparseT<TArrayD>", "THnSparseArrayChunk",
        "TF1", "TF2", "TF3", "TFormula", "TF1Parameters", "TEfficiency", "THStack", "TMultiGraph",
        "TGraphBentErrors", "TGraphMultiErrors", "TGraph2D", "TGraph2DErrors", "TGraph2DAsymmErrors",
    ],
    "values": [
        "TVector2", "TVector3", "TLorentzVector", "TRotation", "TLorentzRotation", "TQuaternion",
        "TBits", "TTimeStamp", "TProcessID", "ROOT::RNTuple",
        "TVectorT<float>", "TVectorT<double>", "TMatrixTBase<float>", "TMatrixTBase<double>",
        "TMatrixT<float>", "TMatrixT<double>", "TMatrixTSym<float>", "TMatrixTSym<double>",
        "ROOT::Math::Cartesian2D<double>", "ROOT::Math::Cartesian3D<double>", "ROOT::Math::Cartesian3D<float>",
        "ROOT::Math::Cylindrical3D<double>", "ROOT::Math::CylindricalEta3D<double>", "ROOT::Math::Polar3D<double>",
        "ROOT::Math::PxPyPzE4D<double>", "ROOT::Math::PxPyPzM4D<double>", "ROOT::Math::PtEtaPhiE4D<double>",
        "ROOT::Math::PtEtaPhiM4D<double>", "ROOT::Math::PtEtaPhiM4D<float>", "ROOT::Math::PxPyPzE4D<float>",
        "ROOT::Math::LorentzVector<ROOT::Math::PxPyPzE4D<double> >",
        "ROOT::Math::LorentzVector<ROOT::Math::PxPyPzM4D<double> >",
        "ROOT::Math::LorentzVector<ROOT::Math::PtEtaPhiE4D<double> >",
        "ROOT::Math::LorentzVector<ROOT::Math::PtEtaPhiM4D<double> >",
    ],
}  # fmt: skip

MATH = "ROOT::Math::"
NUMBERS = ("double", "float", "Double32_t")
PLANE = ("Cartesian2D", "Polar2D")
SPACE = ("Cartesian3D", "Cylindrical3D", "CylindricalEta3D", "Polar3D")
SPACETIME = ("PxPyPzE4D", "PxPyPzM4D", "PtEtaPhiE4D", "PtEtaPhiM4D")
DETECTOR = ("Cartesian3D<Double32_t>", "CylindricalEta3D<Double32_t>")  # there are local and global ones


def vector(kind: str, coordinates: str, tag: str = "Default") -> str:
    return f"{MATH}{kind}<{MATH}{coordinates},{MATH}{tag}CoordinateSystemTag>"


def matrix(number: str, rows: int, columns: int, form: str) -> str:
    return f"{MATH}SMatrix<{number},{rows},{columns},{MATH}{form} >"


# Small matrices for which ROOT has a dictionary.
SIZES = [(number, size) for number in ("double", "float") for size in range(2, 8)]
SIZES += [("Double32_t", size) for size in range(3, 7)]
OBLONG = [(number, *shape) for number in ("double", "float") for shape in ((3, 4), (4, 3), (9, 7))]
SQUARE = [(number, size, size) for number, size in SIZES]

# Classes that ramet does not write, but knows, as ROOT does, if a file does not describe them. Each is streamed by its
# layout: `require_streamed_as_described` checks an empty object of each (for a TTreeIndex, which is not listed, an
# empty object would not show the difference).
READ_TABLES = {
    "core": [
        "TTime", "TUUID", "TProcessUUID", "TMacro", "TFolder", "TTask", "TUrl", "TUri", "TMD5", "TStopwatch",
        "TStatistic", "TParameter<bool>", "TParameter<int>", "TParameter<long>", "TParameter<Long64_t>",
        "TParameter<float>", "TParameter<double>", "TFileInfo", "TFileInfoMeta", "TFileCollection", "TInetAddress",
        "ROOT::Math::TRandomEngine", "TRandom", "TRandom1", "TRandom2", "TRandom3", "TComplex", "TEnv", "TEnvRec",
        "TColor", "TCut", "TExec",
        "SysInfo_t", "CpuInfo_t", "MemInfo_t", "ProcInfo_t", "TAttText",
    ],
    "physics": [
        "TAttParticle", "TParticle", "TParticlePDG", "TParticleClassPDG", "TDecayChannel", "TDatabasePDG",
        "TFeldmanCousins", "TRolke", "TPrincipal", "TFoamVect", "TFoamCell", "TConfidenceLevel", "TLimitDataSource",
    ],
    "branches": [
        "TBranchObject", "TBranchSTL", "TLeafObject", "TVirtualIndex", "TChain", "TChainElement",
        "TChainIndex", "TEventList", "TEntryList", "TEntryListBlock", "TEntryListArray", "TEntryListFromFile",
        "TVirtualTreePlayer", "TVirtualPerfStats", "TTreePerfStats",
    ],
    "drawn": [
        "TAttBBox2D", "TLine", "TText", "TLatex", "TMathText", "TMarker", "TBox", "TWbox", "TFrame", "TArrow",
        "TEllipse", "TArc", "TCrown", "TDiamond", "TPolyLine", "TPolyMarker", "TCurlyLine", "TCurlyArc", "TCutG",
        "TPie", "TPieSlice", "TGaxis", "TGraphPolar", "TGraphPolargram", "TGraphQQ", "TScatter", "TScatter2D",
    ],
    "boxes": [
        "TPave", "TPaveText", "TPaveLabel", "TPavesText", "TVirtualPaveStats", "TPaveStats", "TPaveClass",
        "TPaletteAxis", "TLegend", "TLegendEntry",
        "TAnnotation", "TAxisModLab", "TAttPad",
    ],
    "style": ["TStyle", "TView", "TView3D", "TAxis3D", "TSliderBox", "TRatioPlot"],
    "functions": [
        "TSpline", "TSplinePoly", "TSplinePoly3", "TSplinePoly5", "TSpline3", "TSpline5", "TF12", "TF1AbsComposition",
        "TF1NormSum", "TF1Convolution", "ROOT::v5::TFormula", "ROOT::v5::TF1Data", "TKDE", "TVirtualFitter",
        "TLinearFitter",
        "TH2PolyBin", "TH2Poly", "TProfile2PolyBin", "TProfile2Poly",
    ],
    "arrays": [
        *(f"TNDArrayT<{number}>" for number in
          ("char", "short", "int", "long", "Long64_t", "unsigned short", "unsigned int", "unsigned long", "ULong64_t")),
        *(f"THnT<{number}>" for number in
          ("char", "short", "int", "long", "Long64_t", "unsigned short", "unsigned int", "unsigned long", "ULong64_t")),
        *(f"THnSparseT<TArray{letter}>" for letter in ("C", "S", "I", "L", "L64")),
        "TMatrixTSparse<float>", "TMatrixTSparse<double>", "TMatrixDEigen", "TMatrixDSymEigen",
        "TDecompLU", "TDecompChol", "TDecompSVD", "TDecompQRH", "TDecompBK", "TDecompBase",
    ],
    "vectors": [
        *(f"{MATH}{system}<{number}>" for system in (*PLANE, *SPACE, *SPACETIME) for number in NUMBERS),
        *(vector("DisplacementVector2D", f"{system}<{number}>") for system in PLANE for number in NUMBERS),
        *(vector("PositionVector2D", f"{system}<{number}>") for system in PLANE for number in ("double", "float")),
        *(vector(kind, f"{system}<{number}>")
          for kind in ("DisplacementVector3D", "PositionVector3D") for system in SPACE for number in NUMBERS),
        *(vector(kind, coordinates, tag) for kind in ("DisplacementVector3D", "PositionVector3D")
          for coordinates in DETECTOR for tag in ("Global", "Local")),
        *(f"{MATH}LorentzVector<{MATH}{system}<{number}> >" for system in SPACETIME for number in NUMBERS),
        *(f"{MATH}{name}" for name in (
            "AxisAngle", "Boost", "BoostX", "BoostY", "BoostZ", "EulerAngles", "Impl::Plane3D<double>",
            "Impl::Transform3D<double>", "Impl::Translation3D<double>", "LorentzRotation", "Quaternion", "Rotation3D",
            "RotationX", "RotationY", "RotationZ", "RotationZYX")),
    ],
    "matrices": [
        *(f"{MATH}SVector<{number},{size}>" for number, size in SIZES),
        *(f"{MATH}MatRepSym<{number},{size}>" for number, size in SIZES),
        *(f"{MATH}MatRepStd<{number},{rows},{columns}>" for number, rows, columns in SQUARE + OBLONG),
        *(matrix(number, size, size, f"MatRepSym<{number},{size}>") for number, size in SIZES),
        *(matrix(number, rows, columns, f"MatRepStd<{number},{rows},{columns}>")
          for number, rows, columns in SQUARE + OBLONG),
        "TDecompSparse",
    ],
    "geometry": [
        "TShape", "TBRIK", "TCONE", "TCONS", "TCTUB", "TELTU", "TGTRA", "THYPE", "TPARA", "TPCON", "TPGON", "TSPHE",
        "TTRAP", "TTRD1", "TTRD2", "TTUBE", "TTUBS", "TXTRU", "TRotMatrix", "TNode", "TNodeDiv", "TGeometry",
        "TMarker3DBox", "TAttBBox",
    ],
    "tools": [
        "TFitResult", "ROOT::Fit::FitResult", "TMultiDimFit", "TFoam", "TFoamIntegrand", "TFoamMaxwt",
        "TGenPhaseSpace", "TRobustEstimator", "TPrimary", "TGenerator", "TSelector", "TSelectorList",
        "TGraphSmooth", "TGraphTime", "TGraphDelaunay", "TGraphDelaunay2D", "TLimit", "TAttCanvas",
        "TColorGradient", "TColorGradient::Point", "TLinearGradient", "TRadialGradient", "TKDTreeBinning",
    ],
}  # fmt: skip

LIBRARIES = [
    "Hist",
    "Graf",
    "Graf3d",
    "Gpad",
    "Tree",
    "TreePlayer",
    "Physics",
    "Matrix",
    "MathCore",
    "EG",
    "Foam",
    "GenVector",
    "Minuit",
]

WRITTEN_BY_CLASS = 500  # TVirtualStreamerInfo::kStreamer

HEAD = """#include "ramet/schema/internal/catalogue_row.hpp"

// Made by tools/make_catalogue.py from ROOT {version}: run it, do not edit.

namespace ramet::inline v1::schema::internal {{
namespace {{

// clang-format off
constexpr ElementRow elements[] = {{
"""

FOOT = """}};
// clang-format on

}}  // namespace

CatalogueTable {name}_table() noexcept {{ return {{classes, elements}}; }}

}}  // namespace ramet::inline v1::schema::internal
"""


def quoted(text: Any) -> str:
    return '"' + str(text).replace("\\", "\\\\").replace('"', '\\"') + '"'


def infos_as_written(class_names: list[str]) -> dict[str, Any]:
    """The infos as stored in a file, because ROOT changes some of their elements in memory."""
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/infos.root"
        file = ROOT.TFile(path, "RECREATE")
        for name in class_names:
            ROOT.TClass.GetClass(name).GetStreamerInfo().ForceWriteInfo(file, True)
        file.Close()
        infos = ROOT.TFile(path).GetStreamerInfoList()
        infos.SetOwner(False)
        return {str(info.GetName()): info for info in infos if info.ClassName() == "TStreamerInfo"}


def stored_size(element: object) -> int:
    """The value of fSize: GetSize() of some elements returns something else."""
    offset = ROOT.TStreamerElement.Class().GetDataMemberOffset("fSize")
    return ctypes.c_int32.from_address(ROOT.addressof(element) + offset).value


def element_row(element: Any) -> str:
    kind = str(element.ClassName()).removeprefix("TStreamer")
    # TStreamerSTL::Streamer always writes the type of containers as kStreamer
    code = WRITTEN_BY_CLASS if kind in ("STL", "STLstring") else element.GetType()
    fields = [quoted(kind), quoted(element.GetName()), quoted(element.GetTitle()), code, stored_size(element)]
    fields.append(quoted(element.GetTypeName()))
    if kind == "Base":
        checksum = element.GetBaseCheckSum() & 0xFFFFFFFF
        fields += [element.GetBaseVersion(), f"0x{checksum:08x}"]
    elif kind in ("BasicPointer", "Loop"):
        fields += [element.GetCountVersion(), 0, quoted(element.GetCountName()), quoted(element.GetCountClass())]
    elif kind in ("STL", "STLstring"):
        fields += [0, 0, '""', '""', element.GetSTLtype(), element.GetCtype()]
    if kind != "Base" and element.GetArrayDim():
        if element.GetArrayDim() > 2:
            raise NotImplementedError(f"{element.GetName()} has more dimensions than the tables have columns for")
        fields += ["0", "0", '""', '""', "0", "0"][len(fields) - 6 :]
        fields.append("{" + ", ".join(str(element.GetMaxIndex(k)) for k in range(element.GetArrayDim())) + "}")
    return "    {" + ", ".join(str(field) for field in fields) + "},\n"


def write_table(name: str, class_names: list[str], infos: dict[str, Any], folder: pathlib.Path) -> None:
    elements = ""
    classes = "};\n\nconstexpr ClassRow classes[] = {\n"
    for class_name in class_names:
        info = infos[class_name]
        members = list(info.GetElements())
        if members:
            elements += f"    // {class_name}\n"
        elements += "".join(element_row(member) for member in members)
        checksum = info.GetCheckSum() & 0xFFFFFFFF
        classes += f"    {{{quoted(class_name)}, {info.GetClassVersion()}, 0x{checksum:08x}, {len(members)}}},\n"
    version = str(ROOT.gROOT.GetVersion())
    text = HEAD.format(version=version) + elements + classes + FOOT.format(name=name)
    (folder / f"catalogue_{name}.cpp").write_text(text)


LOOK = """
#include <cstring>
#include <TBufferFile.h>
#include <TClass.h>
bool streams_otherwise(const char* name) {
  TClass* known = TClass::GetClass(name);
  void* object = known->New();
  if (object == nullptr) return false;
  TBufferFile own(TBuffer::kWrite, 10000), described(TBuffer::kWrite, 10000);
  known->Streamer(object, own);
  described.WriteClassBuffer(known, object);
  return own.Length() != described.Length() || memcmp(own.Buffer(), described.Buffer(), own.Length()) != 0;
}
"""


def require_streamed_as_described(class_names: list[str]) -> None:
    """Fail for a class that is not streamed by its layout: it must not be in a table."""
    ROOT.gROOT.SetBatch(True)
    ROOT.gInterpreter.Declare(LOOK)
    need_more = {"TBranchObject"}  # an object needs a tree; it is streamed by its layout
    otherwise = [name for name in class_names if name not in need_more and ROOT.streams_otherwise(name)]
    if otherwise:
        raise SystemExit(f"these classes stream themselves: {', '.join(otherwise)}")


def main() -> None:
    for library in LIBRARIES:
        ROOT.gSystem.Load(f"lib{library}")
    folder = pathlib.Path(__file__).resolve().parent.parent / "src" / "ramet" / "schema" / "internal"
    # Written classes first: building the layouts of the others marks more counters in these.
    written = {name for names in TABLES.values() for name in names}
    for names in READ_TABLES.values():
        names[:] = [name for name in names if name not in written]
    for tables, place in ((TABLES, folder), (READ_TABLES, folder / "known")):
        all_names = [name for names in tables.values() for name in names]
        infos = infos_as_written(all_names)
        for name, class_names in tables.items():
            write_table(name, class_names, infos, place)
    require_streamed_as_described([name for names in READ_TABLES.values() for name in names])


if __name__ == "__main__":
    main()
