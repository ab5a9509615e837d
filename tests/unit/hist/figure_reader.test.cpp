#include "ramet/hist/figure_reader.hpp"

#include <array>

#include "unit/hist/stored/figure_payloads.hpp"
#include "unit/hist/stored/group_payloads.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::hist;
using namespace stored_payloads;

namespace {

constexpr std::array<const Payload*, 16> all = {
    &th2,    &th3,          &tprofile,   &tprofile2,          &fitted,   &buffered,    &tf2,   &thn,
    &sparse, &graph_errors, &graph_bent, &graph_multi_errors, &graph_2d, &multi_graph, &stack, &efficiency};

}  // namespace

TEST_CASE("one reader reads figures of all classes, alone or in other objects") {
  FigureReader reader(layouts());
  for (const Payload* payload : all) {
    CAPTURE(payload->class_name);
    CHECK(is_figure(payload->class_name, layouts()));
    const Bytes record = record_of(*payload);
    const Figure figure = reader.read(record, payload->key_length, payload->class_name);
    object::ObjectReader at(record, payload->key_length, layouts());
    CHECK(reader.read(at, payload->class_name) == figure);
    CHECK(at.cursor().at_end());
    CHECK(reader.read_at(payload->key_length, record, payload->key_length, payload->class_name) == figure);
  }
  FigureReader moved = std::move(reader);
  CHECK(std::holds_alternative<Histogram>(moved.read(record_of(th2), th2.key_length, th2.class_name)));
}

TEST_CASE("objects of other classes are not figures") {
  CHECK_FALSE(is_figure("TTree", layouts()));
  CHECK_THROWS_WITH_AS(FigureReader(layouts()).read(record_of(th2), th2.key_length, "TTree"),
                       "an object of class 'TTree' is not a histogram, graph or function", Error);
}

TEST_CASE("a figure that is cut anywhere is an error that blames the file") {
  for (const Payload* payload : all) {
    CAPTURE(payload->class_name);
    const Bytes whole = record_of(*payload);
    for (std::size_t size = payload->key_length; size < whole.size(); ++size) {
      CAPTURE(size);
      const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
      try {
        read(cut, *payload);
        FAIL("no error");
      } catch (const Error& error) {
        CHECK((error.kind() == ErrorKind::corrupt || error.kind() == ErrorKind::unsupported));
      }
    }
  }
}

TEST_CASE("a figure with any byte changed is read, or an error that blames the file") {
  for (const Payload* payload : all) {
    CAPTURE(payload->class_name);
    const Bytes whole = record_of(*payload);
    for (std::size_t place = payload->key_length; place < whole.size(); ++place) {
      for (const unsigned change : {0x01U, 0x40U, 0x80U, 0xffU}) {
        CAPTURE(place);
        CAPTURE(change);
        Bytes damaged = whole;
        damaged[place] ^= static_cast<std::byte>(change);
        try {
          read(damaged, *payload);
        } catch (const Error& error) {
          CHECK((error.kind() == ErrorKind::corrupt || error.kind() == ErrorKind::unsupported));
        }
      }
    }
  }
}
