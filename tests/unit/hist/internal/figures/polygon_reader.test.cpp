#include "ramet/hist/internal/figures/polygon_reader.hpp"

#include "unit/hist/stored/group_payloads.hpp"
#include "unit/object/made_up_class.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::hist;
using namespace stored_payloads;
using ramet_test::array_element;
using ramet_test::base_element;
using ramet_test::counted_element;
using ramet_test::element;
using Numbers = std::vector<double>;

namespace {

/// TH2Poly version 3 and TH2PolyBin version 1, as ROOT 6.40 describes them.
const schema::StreamerInfos& polygon_layouts() {
  static const schema::StreamerInfos infos({
      ramet_test::layout(
          "TH2Poly", 3,
          {base_element("TH2", 5), array_element("fOverflow", 28, 9), element("fCellX", 3, "int"),
           element("fCellY", 3, "int"), element("fNCells", 6, "int"), counted_element("fCells", 501, "fNCells"),
           element("fStepX", 8, "double"), element("fStepY", 8, "double"), counted_element("fIsEmpty", 58, "fNCells"),
           counted_element("fCompletelyInside", 58, "fNCells"), element("fFloat", 18, "bool"),
           element("fBins", 64, "TList*")}),
      ramet_test::layout("TH2PolyBin", 1,
                         {base_element("TObject", 1), element("fChanged", 18, "bool"), element("fNumber", 3, "int"),
                          element("fPoly", 64, "TObject*"), element("fArea", 8, "double"),
                          element("fContent", 8, "double"), element("fXmin", 8, "double"),
                          element("fYmin", 8, "double"), element("fXmax", 8, "double"), element("fYmax", 8, "double")}),
  });
  return infos;
}

PolygonHistogram read_polygons(const Bytes& record) {
  FigureReader reader({.file = &polygon_layouts(), .catalogue = &catalogue()});
  return std::get<PolygonHistogram>(reader.read(record, polygons.key_length, polygons.class_name));
}

}  // namespace

TEST_CASE("bins that only the cells of the search list are found") {
  const PolygonHistogram histogram = read_polygons(record_of(polygons));
  CHECK(histogram.name == "poly");
  CHECK(histogram.axes[0].bins.high() == 10);
  REQUIRE(histogram.bins.size() == 2);
  CHECK(histogram.bins[0].content == 1);
  CHECK(histogram.bins[1].number == 2);
  CHECK(histogram.bins[1].content == 3);
  CHECK(histogram.bins[1].polygons == std::vector<Polygon>{{{4, 6, 8}, {1, 5, 1}}});
  CHECK(histogram.overflow == Numbers{1, 0, 0, 0, 1, 0, 0, 0, 0});
  CHECK(histogram.moments.entries == 2);  // what lies in a bin
}

TEST_CASE("a record with any byte changed is read, or an error that blames the file") {
  const Bytes whole = record_of(polygons);
  for (std::size_t place = polygons.key_length; place < whole.size(); ++place) {
    CAPTURE(place);
    Bytes damaged = whole;
    damaged[place] ^= std::byte{0xff};
    try {
      read_polygons(damaged);
    } catch (const Error& error) {
      CHECK((error.kind() == ErrorKind::corrupt || error.kind() == ErrorKind::unsupported));
    }
  }
}
