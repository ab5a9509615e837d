#include "ramet/hist/internal/stored/binned_reader.hpp"

#include <array>

#include "unit/hist/stored/binned_payloads.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::hist;
using namespace stored_payloads;
using Numbers = std::vector<double>;

namespace {

Histogram histogram_of(const Payload& payload) { return std::get<Histogram>(read(payload)); }

}  // namespace

TEST_CASE("a TH2 has two axes, with labels and edges, and weights") {
  const Histogram histogram = histogram_of(th2);
  const HistogramParts& parts = histogram.parts();
  CHECK(parts.class_name == "TH2F");
  CHECK(parts.name == "plane");
  CHECK(parts.title == "a plane");
  CHECK(parts.value_title == "counts");
  REQUIRE(parts.axes.size() == 2);
  CHECK(parts.axes[0].bins == Axis(RegularAxis{2, 0, 2}));
  CHECK(parts.axes[0].title == "x");
  CHECK(parts.axes[0].bin_labels == std::map<std::uint32_t, std::string>{{1, "left"}, {2, "right"}});
  CHECK(parts.axes[1].bins == Axis(VariableAxis{{0, 1, 3, 7}}));
  CHECK(parts.axes[1].first_shown == 1);
  CHECK(parts.axes[1].last_shown == 2);
  CHECK(histogram.values() == Numbers{2, 0, 1, 0, 0, 0.5});
  CHECK(histogram.variances() == Numbers{4, 0, 1, 0, 0, 0.25});
  CHECK(parts.contents[histogram.cell(std::array{2U, 0U})] == 3);
  CHECK(parts.moments.entries == 4);
  CHECK(parts.moments.weights == 3.5);
  CHECK(parts.moments.weighted_products == Numbers{0.5 + 0.5 * 1.5 * 5 + 1});
}

TEST_CASE("a TH3 has three axes") {
  const Histogram histogram = histogram_of(th3);
  CHECK(histogram.dimensions() == 3);
  CHECK(histogram.values() == Numbers{1, 2});
  CHECK(histogram.parts().contents.back() == 1);
  CHECK_FALSE(histogram.is_weighted());
  CHECK(histogram.parts().axes[2].title == "z");
  CHECK(histogram.parts().moments.weighted_products.size() == 3);
}

TEST_CASE("a profile has means, errors by its option and the range of heights") {
  const Histogram histogram = histogram_of(tprofile);
  REQUIRE(histogram.is_profile());
  const ProfileSums& sums = *histogram.parts().profile;
  CHECK(sums.errors == ProfileErrors::spread);
  CHECK(sums.lowest_height == -10);
  CHECK(sums.highest_height == 10);
  CHECK(sums.weights == Numbers{1, 2, 3, 0});
  CHECK(sums.squared_weights == Numbers{1, 2, 5, 0});
  CHECK(histogram.values(Flow::included) == Numbers{2, 2, 13.0 / 3, 0});
  CHECK(histogram.variances()[0] == 1);
  CHECK(histogram.parts().value_title == "height");
  CHECK(histogram.parts().moments.weighted_heights == 17);
  CHECK(histogram.parts().moments.weighted_values == Numbers{5.5});
}

TEST_CASE("a profile of two axes keeps its heights apart from its y axis, and one axis shows times") {
  const Histogram histogram = histogram_of(tprofile2);
  CHECK(histogram.values() == Numbers{2, 4});
  CHECK(histogram.parts().moments.weighted_values == Numbers{1.5, 2.5});
  CHECK(histogram.parts().moments.weighted_heights == 8);
  CHECK(histogram.parts().axes[0].time_format.value_or("").starts_with("%H:%M%F"));  // and since when they count
  CHECK_FALSE(histogram.parts().axes[1].time_format.has_value());
}

TEST_CASE("functions that were fitted come along, other decoration does not") {
  const Histogram histogram = histogram_of(fitted);
  REQUIRE(histogram.parts().functions.size() == 1);
  CHECK(histogram.parts().functions[0].name == "line");
}

TEST_CASE("values in the buffer are filled, each with its weight in front") {
  const Histogram histogram = histogram_of(buffered);
  CHECK(histogram.values() == Numbers{0, 3, 1, 0});
  CHECK(histogram.parts().moments.entries == 2);
  CHECK(histogram.variances() == Numbers{0, 9, 1, 0});
}

TEST_CASE("a histogram of another class than these is refused") {
  object::ObjectReader reader({}, 0, layouts());
  internal::BinnedReader binned;
  CHECK_THROWS_AS(binned.read(reader, "TTree"), Error);
}
