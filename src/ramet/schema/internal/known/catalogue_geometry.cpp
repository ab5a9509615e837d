#include "ramet/schema/internal/catalogue_row.hpp"

// Made by tools/make_catalogue.py from ROOT 6.40.00: run it, do not edit.

namespace ramet::inline v1::schema::internal {
namespace {

// clang-format off
constexpr ElementRow elements[] = {
    // TShape
    {"Base", "TNamed", "The basis for a named object (name, title)", 67, 0, "BASE", 1, 0xdfb74a3c},
    {"Base", "TAttLine", "Line attributes", 0, 0, "BASE", 2, 0x94074549},
    {"Base", "TAttFill", "Fill area attributes", 0, 0, "BASE", 2, 0xffd92a92},
    {"Base", "TAtt3D", "3D attributes", 0, 0, "BASE", 1, 0x0000757a},
    {"BasicType", "fNumber", "Shape number", 3, 4, "int"},
    {"BasicType", "fVisibility", "Visibility flag", 3, 4, "int"},
    {"ObjectPointer", "fMaterial", "Pointer to material", 64, 8, "TMaterial*"},
    // TBRIK
    {"Base", "TShape", "Basic shape", 0, 0, "BASE", 2, 0x801e937d},
    {"BasicType", "fDx", "half length in x", 5, 4, "float"},
    {"BasicType", "fDy", "half length in y", 5, 4, "float"},
    {"BasicType", "fDz", "half length in z", 5, 4, "float"},
    // TCONE
    {"Base", "TTUBE", "TUBE shape", 0, 0, "BASE", 3, 0x9e346f37},
    {"BasicType", "fRmin2", "inside radius at the high z limit", 5, 4, "float"},
    {"BasicType", "fRmax2", "outside radius at the high z limit", 5, 4, "float"},
    // TCONS
    {"Base", "TTUBS", "TUBS shape", 0, 0, "BASE", 1, 0x137b6ab4},
    {"BasicType", "fRmin2", "inside radius at the high z limit", 5, 4, "float"},
    {"BasicType", "fRmax2", "outside radius at the high z limit", 5, 4, "float"},
    // TCTUB
    {"Base", "TTUBS", "TUBS shape", 0, 0, "BASE", 1, 0x137b6ab4},
    {"BasicType", "fCosLow", "dir cosinus of surface cutting tube at low z", 25, 12, "float", 0, 0, "", "", 0, 0, {3}},
    {"BasicType", "fCosHigh", "dir cosinus of surface cutting tube at high z", 25, 12, "float", 0, 0, "", "", 0, 0, {3}},
    // TELTU
    {"Base", "TTUBE", "TUBE shape", 0, 0, "BASE", 3, 0x9e346f37},
    // TGTRA
    {"Base", "TBRIK", "TBRIK shape", 0, 0, "BASE", 1, 0x88c156fd},
    {"BasicType", "fTwist", "twisting parameter", 5, 4, "float"},
    {"BasicType", "fH1", "half length in y at low z", 5, 4, "float"},
    {"BasicType", "fBl1", "half length in x at low z and y low edge", 5, 4, "float"},
    {"BasicType", "fTl1", "half length in x at low z and y high edge", 5, 4, "float"},
    {"BasicType", "fAlpha1", "angle w.r.t. the y axis", 5, 4, "float"},
    {"BasicType", "fH2", "half length in y at high z", 5, 4, "float"},
    {"BasicType", "fBl2", "half length in x at high z and y low edge", 5, 4, "float"},
    {"BasicType", "fTl2", "half length in x at high z and y high edge", 5, 4, "float"},
    {"BasicType", "fAlpha2", "angle w.r.t. the y axis", 5, 4, "float"},
    // THYPE
    {"Base", "TTUBE", "TUBE shape", 0, 0, "BASE", 3, 0x9e346f37},
    {"BasicType", "fPhi", "stereo angle", 5, 4, "float"},
    // TPARA
    {"Base", "TBRIK", "TBRIK shape", 0, 0, "BASE", 1, 0x88c156fd},
    {"BasicType", "fAlpha", "angle w.r.t. the y axis from the centre of the low y to the high y", 5, 4, "float"},
    {"BasicType", "fTheta", "polar angle from the centre of the low z to the high z", 5, 4, "float"},
    {"BasicType", "fPhi", "polar angle from the centre of the low z to the high z", 5, 4, "float"},
    // TPCON
    {"Base", "TShape", "Basic shape", 0, 0, "BASE", 2, 0x801e937d},
    {"BasicType", "fPhi1", "lower phi limit", 5, 4, "float"},
    {"BasicType", "fDphi1", "range in phi", 5, 4, "float"},
    {"BasicType", "fNdiv", "number of divisions", 3, 4, "int"},
    {"BasicType", "fNz", "number of z segments", 6, 4, "int"},
    {"BasicPointer", "fRmin", "[fNz] pointer to array of inside radiuses", 45, 4, "float*", 2, 0, "fNz", "TPCON"},
    {"BasicPointer", "fRmax", "[fNz] pointer to array of outside radiuses", 45, 4, "float*", 2, 0, "fNz", "TPCON"},
    {"BasicPointer", "fDz", "[fNz] pointer to array of half lengths in z", 45, 4, "float*", 2, 0, "fNz", "TPCON"},
    // TPGON
    {"Base", "TPCON", "PCON shape", 0, 0, "BASE", 2, 0xba77d53f},
    // TSPHE
    {"Base", "TShape", "Basic shape", 0, 0, "BASE", 2, 0x801e937d},
    {"BasicType", "fNdiv", "number of divisions", 3, 4, "int"},
    {"BasicType", "fAspectRatio", "Relation between asumth and grid size (by default 1.0)", 5, 4, "float"},
    {"BasicType", "fRmin", "minimum radius", 5, 4, "float"},
    {"BasicType", "fRmax", "maximum radius", 5, 4, "float"},
    {"BasicType", "fThemin", "minimum theta", 5, 4, "float"},
    {"BasicType", "fThemax", "maximum theta", 5, 4, "float"},
    {"BasicType", "fPhimin", "minimum phi", 5, 4, "float"},
    {"BasicType", "fPhimax", "maximum phi", 5, 4, "float"},
    {"BasicType", "faX", "Coeff along Ox", 5, 4, "float"},
    {"BasicType", "faY", "Coeff along Oy", 5, 4, "float"},
    {"BasicType", "faZ", "Coeff along Oz", 5, 4, "float"},
    // TTRAP
    {"Base", "TBRIK", "TBRIK shape", 0, 0, "BASE", 1, 0x88c156fd},
    {"BasicType", "fH1", "half length in y at low z", 5, 4, "float"},
    {"BasicType", "fBl1", "half length in x at low z and y low edge", 5, 4, "float"},
    {"BasicType", "fTl1", "half length in x at low z and y high edge", 5, 4, "float"},
    {"BasicType", "fAlpha1", "angle w.r.t. the y axis", 5, 4, "float"},
    {"BasicType", "fH2", "half length in y at high z", 5, 4, "float"},
    {"BasicType", "fBl2", "half length in x at high z and y low edge", 5, 4, "float"},
    {"BasicType", "fTl2", "half length in x at high z and y high edge", 5, 4, "float"},
    {"BasicType", "fAlpha2", "angle w.r.t. the y axis", 5, 4, "float"},
    // TTRD1
    {"Base", "TBRIK", "TBRIK shape", 0, 0, "BASE", 1, 0x88c156fd},
    {"BasicType", "fDx2", "half length in x at the high z surface", 5, 4, "float"},
    // TTRD2
    {"Base", "TBRIK", "TBRIK shape", 0, 0, "BASE", 1, 0x88c156fd},
    {"BasicType", "fDx2", "half length in x at the high z surface", 5, 4, "float"},
    {"BasicType", "fDy2", "half length in y at the high z surface", 5, 4, "float"},
    // TTUBE
    {"Base", "TShape", "Basic shape", 0, 0, "BASE", 2, 0x801e937d},
    {"BasicType", "fRmin", "ellipse  semi-axis   in  X inside", 5, 4, "float"},
    {"BasicType", "fRmax", "ellipse  semi-axis   in  X outside", 5, 4, "float"},
    {"BasicType", "fDz", "half length in z", 5, 4, "float"},
    {"BasicType", "fNdiv", "number of segments (precision)", 3, 4, "int"},
    {"BasicType", "fAspectRatio", "defines  (the ellipse semi-axis in Y)/(the ellipse semi-axis in X)", 5, 4, "float"},
    // TTUBS
    {"Base", "TTUBE", "TUBE shape", 0, 0, "BASE", 3, 0x9e346f37},
    {"BasicType", "fPhi1", "first phi limit", 5, 4, "float"},
    {"BasicType", "fPhi2", "second phi limit", 5, 4, "float"},
    // TXTRU
    {"Base", "TShape", "Basic shape", 0, 0, "BASE", 2, 0x801e937d},
    {"BasicType", "fNxy", "number of x-y points in the cross section", 3, 4, "int"},
    {"BasicType", "fNxyAlloc", "number of x-y points allocated", 6, 4, "int"},
    {"BasicType", "fNz", "number of z planes", 3, 4, "int"},
    {"BasicType", "fNzAlloc", "number of z planes allocated", 6, 4, "int"},
    {"BasicPointer", "fXvtx", "[fNxyAlloc] array of x positions", 45, 4, "float*", 1, 0, "fNxyAlloc", "TXTRU"},
    {"BasicPointer", "fYvtx", "[fNxyAlloc] array of y positions", 45, 4, "float*", 1, 0, "fNxyAlloc", "TXTRU"},
    {"BasicPointer", "fZ", "[fNzAlloc] array of z planes", 45, 4, "float*", 1, 0, "fNzAlloc", "TXTRU"},
    {"BasicPointer", "fScale", "[fNzAlloc] array of scale factors (for each z)", 45, 4, "float*", 1, 0, "fNzAlloc", "TXTRU"},
    {"BasicPointer", "fX0", "[fNzAlloc] array of x offsets (for each z)", 45, 4, "float*", 1, 0, "fNzAlloc", "TXTRU"},
    {"BasicPointer", "fY0", "[fNzAlloc] array of y offsets (for each z)", 45, 4, "float*", 1, 0, "fNzAlloc", "TXTRU"},
    {"BasicType", "fPolygonShape", "CCW vs. CW, convex vs. concave", 3, 4, "TXTRU::EXYChecked"},
    {"BasicType", "fZOrdering", "increasing or decreasing", 3, 4, "TXTRU::EZChecked"},
    {"BasicType", "fSplitConcave", "", 18, 1, "bool"},
    // TRotMatrix
    {"Base", "TNamed", "The basis for a named object (name, title)", 67, 0, "BASE", 1, 0xdfb74a3c},
    {"BasicType", "fNumber", "Rotation matrix number", 3, 4, "int"},
    {"BasicType", "fType", "Type of matrix (0=identity, 1=reflexion, 2=otherwise)", 3, 4, "int"},
    {"BasicType", "fTheta", "theta angle", 8, 8, "double"},
    {"BasicType", "fPhi", "phi angle", 8, 8, "double"},
    {"BasicType", "fPsi", "psi angle", 8, 8, "double"},
    {"BasicType", "fMatrix", "Rotation matrix", 28, 72, "double", 0, 0, "", "", 0, 0, {9}},
    // TNode
    {"Base", "TNamed", "The basis for a named object (name, title)", 67, 0, "BASE", 1, 0xdfb74a3c},
    {"Base", "TAttLine", "Line attributes", 0, 0, "BASE", 2, 0x94074549},
    {"Base", "TAttFill", "Fill area attributes", 0, 0, "BASE", 2, 0xffd92a92},
    {"Base", "TAtt3D", "3D attributes", 0, 0, "BASE", 1, 0x0000757a},
    {"BasicType", "fX", "X offset with respect to parent object", 8, 8, "double"},
    {"BasicType", "fY", "Y offset with respect to parent object", 8, 8, "double"},
    {"BasicType", "fZ", "Z offset with respect to parent object", 8, 8, "double"},
    {"ObjectPointer", "fMatrix", "Pointer to rotation matrix", 64, 8, "TRotMatrix*"},
    {"ObjectPointer", "fShape", "Pointer to shape definition", 64, 8, "TShape*"},
    {"ObjectPointer", "fParent", "Pointer to parent positioned volume", 64, 8, "TNode*"},
    {"ObjectPointer", "fNodes", "List of son nodes (if any)", 64, 8, "TList*"},
    {"String", "fOption", "List of options if any", 65, 24, "TString"},
    {"BasicType", "fVisibility", "Visibility flag", 3, 4, "int"},
    // TNodeDiv
    {"Base", "TNode", "Description of parameters to position a 3-D geometry object", 0, 0, "BASE", 3, 0x38b9742e},
    {"BasicType", "fNdiv", "Number of divisions", 3, 4, "int"},
    {"BasicType", "fAxis", "Axis number where object is divided", 3, 4, "int"},
    // TGeometry
    {"Base", "TNamed", "The basis for a named object (name, title)", 67, 0, "BASE", 1, 0xdfb74a3c},
    {"ObjectPointer", "fMaterials", "->Collection of materials", 63, 8, "THashList*"},
    {"ObjectPointer", "fMatrices", "->Collection of rotation matrices", 63, 8, "THashList*"},
    {"ObjectPointer", "fShapes", "->Collection of shapes", 63, 8, "THashList*"},
    {"ObjectPointer", "fNodes", "->Collection of nodes", 63, 8, "TList*"},
    {"BasicType", "fBomb", "Bomb factor for exploded geometry", 5, 4, "float"},
    // TMarker3DBox
    {"Base", "TObject", "Basic ROOT object", 66, 0, "BASE", 1, 0x901bc02d},
    {"Base", "TAttLine", "Line attributes", 0, 0, "BASE", 2, 0x94074549},
    {"Base", "TAttFill", "Fill area attributes", 0, 0, "BASE", 2, 0xffd92a92},
    {"Base", "TAtt3D", "3D attributes", 0, 0, "BASE", 1, 0x0000757a},
    {"BasicType", "fX", "X coordinate of center of box", 5, 4, "float"},
    {"BasicType", "fY", "Y coordinate of center of box", 5, 4, "float"},
    {"BasicType", "fZ", "Z coordinate of center of box", 5, 4, "float"},
    {"BasicType", "fDx", "half length in x", 5, 4, "float"},
    {"BasicType", "fDy", "half length in y", 5, 4, "float"},
    {"BasicType", "fDz", "half length in z", 5, 4, "float"},
    {"BasicType", "fTheta", "Angle of box z axis with respect to main Z axis", 5, 4, "float"},
    {"BasicType", "fPhi", "Angle of box x axis with respect to main Xaxis", 5, 4, "float"},
    {"ObjectPointer", "fRefObject", "Pointer to an object", 64, 8, "TObject*"},
};

constexpr ClassRow classes[] = {
    {"TShape", 2, 0x801e937d, 7},
    {"TBRIK", 1, 0x88c156fd, 4},
    {"TCONE", 1, 0x904b9274, 3},
    {"TCONS", 1, 0x8ceae271, 3},
    {"TCTUB", 2, 0x6d64d558, 3},
    {"TELTU", 1, 0x9ea0a9b7, 1},
    {"TGTRA", 1, 0xad03ec3e, 10},
    {"THYPE", 1, 0xec4c6ae4, 2},
    {"TPARA", 1, 0x989dca66, 4},
    {"TPCON", 2, 0xba77d53f, 8},
    {"TPGON", 1, 0xbae69c1b, 1},
    {"TSPHE", 3, 0x4f7d5913, 12},
    {"TTRAP", 1, 0x30f142ee, 9},
    {"TTRD1", 1, 0x69aa8526, 2},
    {"TTRD2", 1, 0x13e645d4, 3},
    {"TTUBE", 3, 0x9e346f37, 6},
    {"TTUBS", 1, 0x137b6ab4, 3},
    {"TXTRU", 1, 0x46607d38, 14},
    {"TRotMatrix", 2, 0x8b718a31, 7},
    {"TNode", 3, 0x38b9742e, 13},
    {"TNodeDiv", 1, 0x4f0e7211, 3},
    {"TGeometry", 2, 0x77ff7ce8, 6},
    {"TMarker3DBox", 2, 0xc1765f60, 13},
    {"TAttBBox", 1, 0x00042492, 0},
};
// clang-format on

}  // namespace

CatalogueTable geometry_table() noexcept { return {classes, elements}; }

}  // namespace ramet::inline v1::schema::internal
