// Histograms with ROOT. usage:
//   root_histograms fill|filln|frame THREADS TIMES [NUMBERS]                  numbers in memory into one of 100 bins
//   root_histograms text|typed HISTOGRAMS FILTERS BINS FILE THREADS TIMES     many in one pass:
//   scenario/frames/many.hpp;
//                                                      from text everything, or with functions and types of C++
#include <memory>
#include <string>
#include <vector>

#include "scenario/frames/many.hpp"
#include "scenario/frames/numbers.hpp"
#include "scenario/frames/texts.hpp"
#include "scenario/measure.hpp"
#include <ROOT/RDataFrame.hxx>
#include <TH1D.h>
#include <TROOT.h>

namespace {

double check_of(const TH1D& histogram) { return scenario::check_of(histogram.GetBinContent(50), histogram.GetMean()); }

double fill(const std::string& how, const std::vector<double>& numbers) {
  if (how == "frame") {
    ROOT::RDataFrame all(numbers.size());
    auto filled = all.Define("x", [&](ULong64_t entry) { return numbers[entry]; }, {"rdfentry_"})
                      .Histo1D<double>({"h", "", 100, 0, 1}, "x");
    return check_of(*filled);
  }
  TH1D histogram("h", "", 100, 0, 1);
  histogram.SetDirectory(nullptr);
  if (how == "filln") {
    histogram.FillN(static_cast<int>(numbers.size()), numbers.data(), nullptr);
  } else {
    for (const double x : numbers) histogram.Fill(x);
  }
  return check_of(histogram);
}

double fill_many(bool is_text, const scenario::ManyHistograms& many) {
  ROOT::RDataFrame all("Events", many.path);
  std::vector<ROOT::RDF::RNode> filtered;
  for (int number = 0; number < many.filters; ++number) {
    const double least = many.least(number);
    filtered.push_back(
        is_text ? ROOT::RDF::RNode(all.Filter(many.filter(number)))
                : ROOT::RDF::RNode(all.Filter([least](float x) { return x > least; }, {many.filter_column(number)})));
  }
  if (filtered.empty()) filtered.emplace_back(all);
  std::vector<ROOT::RDF::RResultPtr<TH1D>> booked;
  for (int k = 0; k < many.histograms; ++k) {
    ROOT::RDF::RNode& at = filtered[static_cast<std::size_t>(k) % filtered.size()];
    const ROOT::RDF::TH1DModel model(("h" + std::to_string(k)).c_str(), "", many.bins, 0, 100);
    booked.push_back(is_text ? at.Histo1D(model, many.column(k)) : at.Histo1D<float>(model, many.column(k)));
  }
  double entries = 0;
  for (auto& one : booked) entries += one->GetEntries();
  return entries / many.histograms;
}

}  // namespace

int main(int count, char** values) {
  const std::string how = values[1];
  if (how == "text" || how == "typed") {
    const scenario::ManyHistograms many(count - 1, values + 1);
    if (many.threads > 1) ROOT::EnableImplicitMT(static_cast<unsigned>(many.threads));
    scenario::repeat(("root-" + how).c_str(), many.name(), many.threads, many.times, 0,
                     [&] { return fill_many(how == "text", many); });
    return 0;
  }
  const auto threads = static_cast<int>(scenario::argument(count, values, 2, 1));
  if (threads > 1) ROOT::EnableImplicitMT(static_cast<unsigned>(threads));
  const std::vector<double> numbers =
      scenario::numbers_to_fill(static_cast<std::size_t>(scenario::argument(count, values, 4, 100'000'000)));
  scenario::repeat(("root-" + how).c_str(), "fills", threads, static_cast<int>(scenario::argument(count, values, 3, 3)),
                   0, [&] { return fill(how, numbers); });
}
