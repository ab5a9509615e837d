#include "ramet/hist/internal/stored/axis_reader.hpp"

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

// What a TAxis looks like in a file is in the tests of binned_reader.

using namespace ramet;
using namespace ramet::hist;
using namespace ramet::hist::internal;

namespace {

AxisFields fields_of(std::int32_t bins, double low, double high) {
  AxisFields fields;
  fields.bins = bins;
  fields.low = low;
  fields.high = high;
  return fields;
}

ErrorKind kind_of_error(AxisFields fields) {
  try {
    make_axis(std::move(fields));
  } catch (const Error& error) {
    return error.kind();
  }
  return ErrorKind::io;
}

}  // namespace

TEST_CASE("an axis is regular, variable, or has no range yet") {
  CHECK(make_axis(fields_of(3, 0, 3)).bins == Axis(RegularAxis{3, 0, 3}));
  CHECK_FALSE(make_axis(fields_of(3, 1, 1)).bins.has_range());
  AxisFields variable = fields_of(2, 0, 5);
  variable.edges = {0, 1, 5};
  CHECK(make_axis(variable).bins == Axis(VariableAxis{{0, 1, 5}}));
}

TEST_CASE("labels of bins that are not there are left out") {
  AxisFields fields = fields_of(2, 0, 2);
  fields.labels = {{0, "under"}, {1, "one"}, {2, "two"}, {3, "over"}, {0xffffffff, "far"}};
  fields.bits = 1;
  const NamedAxis axis = make_axis(fields);
  CHECK(axis.bin_labels == std::map<std::uint32_t, std::string>{{1, "one"}, {2, "two"}});
  CHECK(axis.is_alphanumeric);
}

TEST_CASE("a time format counts only where times are shown") {
  AxisFields fields = fields_of(2, 0, 2);
  fields.time_format = "%H";
  CHECK_FALSE(make_axis(fields).time_format.has_value());
  fields.shows_times = true;
  CHECK(make_axis(fields).time_format == "%H");
}

TEST_CASE("bins that contradict each other are corrupt, those that no program could ask for unsupported") {
  CHECK(kind_of_error(fields_of(0, 0, 1)) == ErrorKind::corrupt);
  CHECK(kind_of_error(fields_of(-1, 0, 1)) == ErrorKind::corrupt);
  AxisFields variable = fields_of(2, 0, 5);
  variable.edges = {0, 5};
  CHECK(kind_of_error(variable) == ErrorKind::corrupt);
  variable.edges = {0, 5, 1};
  CHECK(kind_of_error(variable) == ErrorKind::unsupported);
  CHECK(kind_of_error(fields_of(2, 1, 0)) == ErrorKind::unsupported);
}
