#include "ramet/merge/internal/objects/record_sum.hpp"

#include <limits>

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::merge;
using namespace ramet::merge::internal;

namespace {

/// The record of the sum.
bytes::Buffer bytes_of(const RecordSum& sum) {
  bytes::Buffer bytes(sum.record().key_length);
  bytes.append(sum.payload(sum.record().key_length).span());
  return bytes;
}

/// What adding histograms of one class refuses, and the sum.
struct Added {
  std::optional<Refusal> refusal;
  hist::Histogram sum;
  bool has_rounded = false;
};

Added added(const std::vector<hist::Histogram>& histograms) {
  sample::Inputs files;
  files.add([&](write::ParallelWriter& writer) {
    for (std::size_t number = 0; number < histograms.size(); ++number)
      writer.put("h" + std::to_string(number), histograms[number]);
  });
  const auto file = files.session().open(std::filesystem::path(files.paths()[0]));
  const std::string class_name = file->reader().key("h0").class_name;
  RecordSum sum(class_name);
  std::optional<Refusal> refusal;
  for (std::size_t number = 0; number < histograms.size() && !refusal; ++number)
    refusal =
        sum.add(file->reader().read_record(file->reader().key("h" + std::to_string(number))), file->forms().layouts());
  hist::FigureReader reader(file->forms().layouts());
  const bytes::Buffer bytes = bytes_of(sum);
  return {std::move(refusal), std::get<hist::Histogram>(reader.read(bytes.span(), sum.record().key_length, class_name)),
          sum.has_rounded()};
}

}  // namespace

TEST_CASE("record sum: contents, entries and sums are those of all records") {
  const Added sum = added({sample::histogram_of({0.5}), sample::histogram_of({0.5, 3.5, 9}), sample::histogram_of({})});
  CHECK_FALSE(sum.refusal);
  CHECK(sum.sum.parts().contents == std::vector<double>{0, 2, 0, 0, 1, 1});
  CHECK(sum.sum.parts().moments.entries == 4);
}

TEST_CASE("record sum: statistics are those of the bins where contents were set, as ROOT has them") {
  const auto set = [](const hist::Histogram& empty, std::vector<std::pair<std::size_t, double>> cells) {
    hist::HistogramParts parts = empty.parts();
    for (const auto& [cell, content] : cells) parts.contents[cell] = content;
    parts.moments.entries = static_cast<double>(cells.size());  // and no sums
    return hist::Histogram(std::move(parts));
  };
  const hist::Histogram by_hand = set(sample::histogram_of({}), {{3, 10}, {4, 10}}),
                        filled = sample::histogram_of({1, 1});
  for (const auto& histograms :
       {std::vector{by_hand, filled}, {filled, by_hand}, {filled, sample::histogram_of({}), by_hand}}) {
    const hist::Moments moments = added(histograms).sum.parts().moments;
    CHECK(moments.entries == 4);
    CHECK(moments.weights == 22);
    CHECK(moments.squared_weights == 22);
    CHECK(moments.weighted_values == std::vector<double>{2 + 10 * 2.5 + 10 * 3.5});
    CHECK(moments.weighted_squares == std::vector<double>{2 + 10 * 6.25 + 10 * 12.25});
  }
  // Sums whose weights cancel stay as they are: what follows is added to them, not to bins.
  const auto weighted = [](double value, double weight) {
    hist::Histogram histogram = sample::histogram_of({});
    histogram.fill(std::vector{value}, weight);
    return histogram;
  };
  const hist::Moments of_all =
      added({weighted(0.25, 1), weighted(3.75, -1), weighted(0.25, 1), weighted(3.75, 1)}).sum.parts().moments;
  CHECK(of_all.weights == 2);
  CHECK(of_all.squared_weights == 4);
  CHECK(of_all.weighted_values == std::vector<double>{0.5});
  // Of two that were set there are none, which readers compute.
  CHECK(added({by_hand, by_hand}).sum.parts().moments.weights == 0);
}

TEST_CASE("record sum: histograms without byte counts, as Geant4 writes them, are added") {
  sample::Inputs files;
  const std::vector<double> values = {0.5, 3.5, 9};
  files.add([&](write::ParallelWriter& writer) { writer.put("h", sample::histogram_of(values)); });
  const auto file = files.session().open(std::filesystem::path(files.paths()[0]));
  const file::Record counted = file->reader().read_record(file->reader().key("h"));
  // | key | count 4 | version of TH1D 2 | count 4 | version of TH1 2 | ...
  const auto uncounted = [&] {
    file::Record record{.bytes = {}, .key_length = counted.key_length};
    const std::span<const std::byte> all = counted.bytes.span();
    record.bytes.append(all.first(counted.key_length));
    record.bytes.append(all.subspan(counted.key_length + 4, 2));
    record.bytes.append(all.subspan(counted.key_length + 10));
    return record;
  };
  const auto copy = [&] {
    file::Record record{.bytes = {}, .key_length = counted.key_length};
    record.bytes.append(counted.bytes.span());
    return record;
  };
  const auto contents_of = [&](const RecordSum& sum) {
    hist::FigureReader reader(file->forms().layouts());
    const bytes::Buffer bytes = bytes_of(sum);
    return std::get<hist::Histogram>(reader.read(bytes.span(), sum.record().key_length, "TH1D")).parts().contents;
  };
  RecordSum sum("TH1D");
  CHECK_FALSE(sum.add(uncounted(), file->forms().layouts()));
  CHECK_FALSE(sum.add(copy(), file->forms().layouts()));
  CHECK_FALSE(sum.add(uncounted(), file->forms().layouts()));
  CHECK(contents_of(sum) == std::vector<double>{0, 3, 0, 0, 3, 3});
  RecordSum other("TH1D");
  CHECK_FALSE(other.add(copy(), file->forms().layouts()));
  CHECK_FALSE(other.add(uncounted(), file->forms().layouts()));
  CHECK(contents_of(other) == std::vector<double>{0, 2, 0, 0, 2, 2});
}

TEST_CASE("record sum: other bins are refused") {
  for (const hist::Axis& axis : {hist::Axis(hist::RegularAxis{4, 0, 3.7}), hist::Axis(hist::RegularAxis{5, 0, 4}),
                                 hist::Axis(hist::VariableAxis{{0, 1, 2, 3.5, 4}})}) {
    const Added sum = added({sample::histogram_of({0.5}), sample::histogram_of({0.5}, axis)});
    REQUIRE(sum.refusal);
    CHECK(sum.refusal->kind == DifferenceKind::axes);
  }
}

TEST_CASE("record sum: edges of the same bins are added, as in ROOT") {
  const Added sum = added(
      {sample::histogram_of({0.5}), sample::histogram_of({0.5, 2.5}, hist::Axis(hist::VariableAxis{{0, 1, 2, 3, 4}}))});
  REQUIRE_FALSE(sum.refusal);
  CHECK(sum.sum.parts().contents == std::vector<double>{0, 2, 0, 1, 0, 0});
  CHECK(sum.sum.parts().axes[0].bins.is_regular());
}

TEST_CASE("record sum: a sum that is too large for its class is refused") {
  const std::vector<double> many(100, 0.5);
  const auto small = sample::histogram_of(many, hist::RegularAxis{4, 0, 4}, "TH1C");
  REQUIRE(hist::stored_class(small) == "TH1C");
  const Added sum = added({small, small});
  REQUIRE(sum.refusal);
  CHECK(sum.refusal->kind == DifferenceKind::overflow);
}

TEST_CASE("record sum: counts beyond 2^24 that a float rounds are told, others not") {
  const auto with = [](double content, std::string class_name, std::uint32_t bins = 4) {
    hist::HistogramParts parts = sample::histogram_of({}, hist::RegularAxis{bins, 0, 4}, std::move(class_name)).parts();
    parts.contents[1] = content;
    return hist::Histogram(std::move(parts));
  };
  constexpr double most = 16'777'216;
  CHECK(added({with(most, "TH1F"), with(1, "TH1F")}).has_rounded);
  CHECK(added({with(most, "TH1F"), with(1, "TH1F", 8)}).has_rounded);  // bins are joined
  CHECK_FALSE(added({with(most - 1, "TH1F"), with(1, "TH1F")}).has_rounded);
  CHECK_FALSE(added({with(most, "TH1F"), with(2, "TH1F")}).has_rounded);
  CHECK_FALSE(added({with(3e30, "TH1F"), with(0.1, "TH1F")}).has_rounded);  // weighted
  CHECK_FALSE(added({with(most, "TH1D"), with(1, "TH1D")}).has_rounded);
}

TEST_CASE("record sum: floats of many bins are added one by one, whatever they are, and each that is rounded is told") {
  constexpr std::uint32_t bins = 198;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto with = [](std::vector<double> contents) {
    hist::HistogramParts parts = sample::histogram_of({}, hist::RegularAxis{bins, 0, 4}, "TH1F").parts();
    contents.resize(parts.contents.size());
    parts.contents = std::move(contents);
    return hist::Histogram(std::move(parts));
  };
  std::vector<double> one;
  std::vector<double> other;
  for (std::uint32_t cell = 0; cell < bins + 2; ++cell) {
    one.push_back(static_cast<float>(0.1 * cell));
    other.push_back(static_cast<float>(cell % 3 == 0 ? -7e9 / (cell + 1) : 1e-3 * cell));
  }
  one[70] = infinity;
  std::vector<double> wanted;
  for (std::uint32_t cell = 0; cell < bins + 2; ++cell)
    wanted.push_back(static_cast<float>(one[cell]) + static_cast<float>(other[cell]));
  const Added sum = added({with(one), with(other)});
  CHECK(sum.sum.parts().contents == wanted);
  CHECK(sum.has_rounded);  // 3 - 7e9 / 31
  for (const std::uint32_t cell : {0U, 63U, 64U, 150U, bins + 1}) {
    std::vector<double> count(bins + 2);
    count[cell] = -16'777'216;
    std::vector<double> more(bins + 2);
    more[cell] = -1;
    CHECK(added({with(count), with(more)}).has_rounded);
    more[cell] = -2;
    CHECK_FALSE(added({with(count), with(more)}).has_rounded);
  }
}

TEST_CASE("record sum: histograms whose bins fit are added, also after others and with squared weights") {
  hist::Histogram weighted = sample::histogram_of({0.5});
  weighted.keep_squared_weights();
  const Added sum = added({sample::histogram_of({0.5}), sample::histogram_of({0.5, 1.5}, hist::RegularAxis{2, 0, 4}),
                           weighted, sample::histogram_of({3.5})});
  CHECK_FALSE(sum.refusal);
  CHECK(sum.sum.parts().contents == std::vector<double>{0, 4, 1, 0});
  CHECK(sum.sum.parts().squares == std::vector<double>{0, 4, 1, 0});
  CHECK(sum.sum.parts().moments.entries == 5);
}
