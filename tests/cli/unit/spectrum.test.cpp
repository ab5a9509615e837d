#include "cli/spectrum/spectrum.hpp"

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "cli/spectrum/column_values.hpp"
#include "temporary_folder.hpp"
#include <doctest/doctest.h>

#include "ramet/array/describe.hpp"
#include "ramet/core/error.hpp"
#include "ramet/dataset/session.hpp"
#include "ramet/schedule/executor.hpp"
#include "ramet/write/parallel_writer.hpp"
#include "ramet/write/row_filler.hpp"

using namespace ramet;

namespace {

struct Entry {
  std::int32_t number = 0;
  double energy = 0;
  std::vector<float> pt;
  std::string name;
};

}  // namespace

template <>
struct ramet::array::Description<Entry> {
  static constexpr auto members = std::tuple(member("number", &Entry::number), member("energy", &Entry::energy),
                                             member("pt", &Entry::pt), member("name", &Entry::name));
};

namespace {

constexpr int entries = 3000;

/// A tree of many clusters, in a folder that lives as long as it.
class SmallTree {
 public:
  SmallTree() {
    auto writer = write::ParallelWriter::recreate(folder_ / "small.root");
    write::TableWriter tree = writer->add_table(table::schema_of<Entry>("Events"), {.cluster_entries = 70});
    auto context = tree.context();
    write::RowFiller<Entry> filler(context);
    for (int number = 0; number < entries; ++number) filler.fill(entry_of(number));
    context.close();
    writer->close();
    reader_ = session_.open(folder_ / "small.root")->tree("Events");
  }

  const tree::TreeReader& reader() const noexcept { return *reader_; }

  static Entry entry_of(int number) {
    Entry entry{number, std::sin(number) * 50, {}, "n"};
    for (int value = 0; value < number % 4; ++value) entry.pt.push_back(static_cast<float>(number % 97 + value));
    if (number == 1234) entry.energy = std::numeric_limits<double>::quiet_NaN();
    return entry;
  }

 private:
  TemporaryFolder folder_;
  dataset::Session session_;
  std::shared_ptr<const tree::TreeReader> reader_;
};

}  // namespace

TEST_CASE("spectrum: it has what filling every value by hand gives") {
  const SmallTree small;
  const auto executor = schedule::make_serial_executor();
  const auto column = cli::find_column(small.reader().tree(), "pt");
  const hist::Axis axis(hist::RegularAxis{20, 0, 80});
  const cli::Spectrum spectrum = cli::fill_spectrum(small.reader(), column, axis, {.executor = *executor});
  hist::Histogram1D expected({}, axis);
  for (int number = 0; number < entries; ++number)
    for (const float pt : SmallTree::entry_of(number).pt) expected.fill(pt);
  CHECK(spectrum.histogram.values(hist::Flow::included) == expected.values(hist::Flow::included));
  CHECK(spectrum.histogram.statistics().entries == expected.statistics().entries);
  CHECK(spectrum.histogram.mean() == doctest::Approx(expected.mean()));
}

TEST_CASE("spectrum: it is the same, bit by bit, on any number of threads") {
  const SmallTree small;
  const auto column = cli::find_column(small.reader().tree(), "energy");
  const hist::Axis axis(hist::RegularAxis{50, -50, 50});
  const auto serial = schedule::make_serial_executor();
  const cli::Spectrum expected = cli::fill_spectrum(small.reader(), column, axis, {.executor = *serial});
  const cli::ValueSurvey survey = cli::survey_values(small.reader(), column, {.executor = *serial});
  for (const std::size_t threads : {2, 3, 8}) {
    CAPTURE(threads);
    const auto executor = schedule::make_thread_executor(threads);
    const cli::Spectrum spectrum = cli::fill_spectrum(small.reader(), column, axis, {.executor = *executor});
    CHECK(spectrum.histogram == expected.histogram);
    CHECK(spectrum.nans == 1);
    const cli::ValueSurvey other = cli::survey_values(small.reader(), column, {.executor = *executor});
    CHECK(other.count() == survey.count());
    CHECK(other.minimum() == survey.minimum());
    CHECK(other.maximum() == survey.maximum());
    CHECK(other.quantile(0.3).lower == survey.quantile(0.3).lower);
  }
}

TEST_CASE("spectrum: a column without numbers, and one that is not there, are refused by name") {
  const SmallTree small;
  CHECK_THROWS_WITH_AS(cli::find_column(small.reader().tree(), "name"), "'name' holds strings, not numbers", Error);
  CHECK_THROWS_WITH_AS(cli::find_column(small.reader().tree(), "enregy"), doctest::Contains("did you mean 'energy'"),
                       Error);
}

TEST_CASE("spectrum: integers are whole numbers, reals in lists are not") {
  const SmallTree small;
  CHECK(cli::find_column(small.reader().tree(), "number").are_whole_numbers());
  CHECK_FALSE(cli::find_column(small.reader().tree(), "pt").are_whole_numbers());
}

TEST_CASE("spectrum: a stop ends it") {
  const SmallTree small;
  const auto executor = schedule::make_serial_executor();
  StopSource stop;
  stop.request_stop();
  const auto column = cli::find_column(small.reader().tree(), "energy");
  CHECK_THROWS_AS(cli::survey_values(small.reader(), column, {.executor = *executor, .stop = stop.get_token()}), Error);
}
