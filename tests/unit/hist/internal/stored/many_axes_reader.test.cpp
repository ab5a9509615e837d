#include "ramet/hist/internal/stored/many_axes_reader.hpp"

#include <array>

#include "unit/hist/stored/figure_payloads.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::hist;
using namespace stored_payloads;
using Numbers = std::vector<double>;

TEST_CASE("a THn is turned so that x runs fastest") {
  const Histogram histogram = std::get<Histogram>(read(thn));
  CHECK(histogram.parts().class_name == "THnT<float>");
  CHECK(histogram.parts().axes[1].bins == Axis(RegularAxis{2, 0, 2}));
  CHECK(histogram.values() == Numbers{0, 2});
  CHECK(histogram.variances() == Numbers{0, 4});
  CHECK(histogram.parts().contents[histogram.cell(std::array{2U, 1U})] == 3);
  CHECK(histogram.parts().moments.entries == 2);
}

TEST_CASE("a THnSparse has its filled cells, unpacked from several blocks") {
  const SparseHistogram histogram = std::get<SparseHistogram>(read(sparse));
  const SparseHistogramParts& parts = histogram.parts();
  CHECK(parts.class_name == "THnSparseT<TArrayD>");
  CHECK(parts.bins == std::vector<std::uint32_t>{1, 2, 3, 299, 4, 10});
  CHECK(parts.contents == Numbers{3, 1, 0.5});
  CHECK(parts.squares == Numbers{5, 1, 0.25});
  CHECK(parts.moments.entries == 4);
  CHECK(histogram.dense(10'000).values()[(299 - 1) * 3 + 2] == 1);
}

TEST_CASE("bin numbers of another size than the axes need are corrupt") {
  Bytes record = record_of(sparse);
  const Bytes size = {std::byte{0}, std::byte{0}, std::byte{0}, std::byte{2},   // bytes of one cell's bin numbers
                      std::byte{0}, std::byte{0}, std::byte{0}, std::byte{4}};  // of all in the block
  const auto place = std::ranges::search(record, size);
  REQUIRE(!place.empty());
  place[3] = std::byte{3};
  try {
    read(record, sparse);
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::corrupt);
    CHECK(std::string(error.what()) == "histogram 'sparse': bin numbers have 3 bytes, the axes need 2");
  }
}
