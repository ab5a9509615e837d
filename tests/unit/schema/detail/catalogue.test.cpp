#include "ramet/schema/detail/catalogue.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet::schema;

namespace {

std::vector<std::string> names_for(std::vector<std::string_view> classes) {
  std::vector<std::string> names;
  for (const StreamerInfo& info : catalogue_infos_for(*make_catalogue(), classes)) names.push_back(info.class_name);
  std::ranges::sort(names);
  return names;
}

}  // namespace

TEST_CASE("the catalogue has the classes of trees and histograms in the versions of ROOT 6.40") {
  const auto catalogue = make_catalogue();
  const StreamerInfo* tree = catalogue->find("TTree", 20);
  REQUIRE(tree != nullptr);
  CHECK(tree->checksum == 0x7264e07f);
  REQUIRE(tree->elements.size() == 33);
  CHECK(tree->elements[0].element_class == "TStreamerBase");
  CHECK(tree->elements[0].base_version == 1);
  CHECK(tree->elements[0].base_checksum == 0xdfb74a3c);
  CHECK(tree->elements[4].name == "fEntries");
  CHECK(tree->elements[4].type == type_code::long64);
  CHECK(catalogue->find("TBranch", 13) != nullptr);
  CHECK(catalogue->find("TBranchElement", 10) != nullptr);
  CHECK(catalogue->find_latest("TH1D")->version == 3);
  CHECK(catalogue->find_by_checksum("TH1", 0x1c3740c4) != nullptr);
}

TEST_CASE("the catalogue has ROOT's other classes, too, which are read but never mentioned in what is written") {
  const auto catalogue = make_catalogue();
  const StreamerInfo* time = catalogue->find("TTime", 2);
  REQUIRE(time != nullptr);
  REQUIRE(time->elements.size() == 1);
  CHECK(time->elements[0].type == type_code::long64);
  const StreamerInfo* uuid = catalogue->find("TUUID", 1);
  REQUIRE(uuid != nullptr);
  CHECK(uuid->elements.back().name == "fNode");
  CHECK(uuid->elements.back().array_length == 6);
  CHECK(uuid->elements.back().dimensions[0] == 6);
  for (const char* name : {"TBranchObject", "TLeafObject", "TChain", "TLine", "TPaveText", "TMacro", "TParticle",
                           "TParameter<double>", "TH2Poly", "TSpline3", "TStyle", "TRandom3"}) {
    CAPTURE(name);
    CHECK(catalogue->find_latest(name) != nullptr);
    CHECK(names_for({name}).empty());
  }
}

TEST_CASE("every base in the catalogue has the version and checksum that its own info has") {
  const auto catalogue = make_catalogue();
  for (const StreamerInfo& info : catalogue->all()) {
    for (const StreamerElement& element : info.elements) {
      if (element.element_class != "TStreamerBase") continue;
      if (element.base_version == 0) continue;  // of which nothing is stored
      const bool has_version = element.base_version > 0;
      CAPTURE(info.class_name);
      CAPTURE(element.name);
      const StreamerInfo* base = has_version ? catalogue->find(element.name, element.base_version)
                                             : catalogue->find_by_checksum(element.name, element.base_checksum);
      REQUIRE(base != nullptr);
      CHECK(base->checksum == element.base_checksum);
      CHECK(static_cast<std::uint32_t>(element.dimensions[base_checksum_place]) == element.base_checksum);
    }
  }
}

TEST_CASE("every counted member in the catalogue comes after the member that counts it, which is marked so") {
  const auto catalogue = make_catalogue();
  for (const StreamerInfo& info : catalogue->all()) {
    for (const StreamerElement& element : info.elements) {
      if (element.element_class != "TStreamerBasicPointer") continue;
      CAPTURE(info.class_name);
      CAPTURE(element.name);
      const StreamerInfo* owner = catalogue->find_latest(element.count_class);
      REQUIRE(owner != nullptr);
      const auto counter = std::ranges::find(owner->elements, element.count_name, &StreamerElement::name);
      REQUIRE(counter != owner->elements.end());
      // TBits counts with a UInt_t; of sparse matrices' counter, ROOT only marks it when it has met one.
      const bool is_odd = info.class_name == "TBits" || info.class_name.starts_with("TMatrixTSparse");
      const bool is_marked = counter->type == type_code::counter || is_odd;
      CHECK(is_marked);
    }
  }
}

TEST_CASE("the infos for a tree of an int are those that ROOT 6.40 wrote into such a file") {
  CHECK(names_for({"TTree", "TBranch", "TLeafI"}) ==
        std::vector<std::string>{"ROOT::TIOFeatures", "TAttFill", "TAttLine", "TAttMarker", "TBranch", "TBranchRef",
                                 "TCollection", "TLeaf", "TLeafI", "TList", "TNamed", "TObjArray", "TObject",
                                 "TRefTable", "TSeqCollection", "TString", "TTree"});
}

TEST_CASE("the infos for a one-dimensional histogram are those that ROOT 6.40 wrote into such a file") {
  CHECK(names_for({"TH1D"}) == std::vector<std::string>{"TAttAxis", "TAttFill", "TAttLine", "TAttMarker", "TAxis",
                                                        "TCollection", "TH1", "TH1D", "THashList", "TList", "TNamed",
                                                        "TObject", "TSeqCollection", "TString"});
}

TEST_CASE("unknown and repeated classes add nothing") {
  CHECK(names_for({"NoSuchClass"}).empty());
  CHECK(names_for({"TNamed", "TNamed", "TObject"}).size() == names_for({"TNamed"}).size());
}
