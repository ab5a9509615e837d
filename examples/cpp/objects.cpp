// Ways to read an object: into a struct of one's own, as a graph of whatever the file says, as an array.
// Says: 4 bins from 0 to 4, 3 entries, cells 0 0 1 2 0 0
// Says: 1 value that the struct gave itself
// Says: TH1D from TH1: axis of 4 bins, 0 functions
// Says: TH1.fXaxis: an object cannot be read as a number
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "ramet/histogram.hpp"
#include "ramet/session.hpp"
#include "ramet/writer.hpp"

using namespace ramet;

// docs: begin describe
struct Bins {
  std::int32_t count = 0;
  double low = 0, high = 0;
  std::vector<double> edges;
};

struct Spectrum {
  std::int64_t entries = 0;        // a double in the file
  Bins axis;                       // an object of class TAxis
  std::vector<float> cells;        // a TArrayD
  std::vector<int> missing = {7};  // not in the file: stays what it is
};

template <>
struct array::Description<Bins> {
  static constexpr auto members = std::tuple(member("fNbins", &Bins::count), member("fXmin", &Bins::low),
                                             member("fXmax", &Bins::high), member("fXbins", &Bins::edges));
};
template <>
struct array::Description<Spectrum> {
  static constexpr auto members =
      std::tuple(member("fEntries", &Spectrum::entries), member("fXaxis", &Spectrum::axis),
                 member("fArray", &Spectrum::cells), member("fMissing", &Spectrum::missing));
};
// docs: end describe

struct Wrong {
  int axis = 0;
};
template <>
struct array::Description<Wrong> {
  static constexpr auto members = std::tuple(member("fXaxis", &Wrong::axis));
};

void write_some() {
  hist::Histogram1D spectrum({.name = "spectrum"}, hist::RegularAxis{4, 0, 4});
  for (const double value : {1.5, 2.5, 2.5}) spectrum.fill(value);
  const auto output = write::ParallelWriter::recreate("objects.root");
  output->put("spectrum", spectrum);
  output->close();
}

// docs: begin struct
void read_struct(const dataset::File& file) {
  const auto spectrum = file.read<Spectrum>("spectrum");
  fmt::print("{} bins from {} to {}, {} entries, cells {}\n", spectrum.axis.count, spectrum.axis.low,
             spectrum.axis.high, spectrum.entries, fmt::join(spectrum.cells, " "));
  fmt::print("{} value that the struct gave itself\n", spectrum.missing.size());
}
// docs: end struct

// docs: begin graph
void read_graph(const dataset::File& file) {
  const object::ObjectGraph graph = file.object("spectrum");
  const object::Object& histogram = *graph.root().object();
  const object::Object& axis = *histogram.find("fXaxis")->object();
  const object::Object& functions = *histogram.find("fFunctions")->object();
  fmt::print("{} from {}: axis of {} bins, {} functions\n", histogram.class_name(), histogram.members()[0].name,
             axis.find("fNbins")->integer().value(), functions.items().get_if<object::Value::List>()->size());
}
// docs: end graph

int main() {
  write_some();
  const dataset::Session session;
  const auto file = session.open("objects.root");
  read_struct(*file);
  read_graph(*file);
  try {
    file->read<Wrong>("spectrum");
  } catch (const Error& error) {
    const std::string text = error.what();
    fmt::print("{}\n", text.substr(text.rfind("TH1.fXaxis")));
  }
}
