// The loop of the dimuon analysis over columns that are unpacked already, as one writes it by hand, on one thread.
// usage: dimuon_floor FILE TIMES
#include <array>

#include "../measure.hpp"
#include "texts.hpp"

#include "ramet/dataset/session.hpp"
#include "ramet/dataset/table.hpp"

using namespace ramet;

namespace {

/// Of two muons, as InvariantMass computes it.
float mass_of(const float* pt, const float* eta, const float* phi, const float* mass) {
  float x = 0, y = 0, z = 0, e = 0;
  for (int k = 0; k < 2; ++k) {
    const float px = pt[k] * std::cos(phi[k]), py = pt[k] * std::sin(phi[k]), pz = pt[k] * std::sinh(eta[k]);
    x += px;
    y += py;
    z += pz;
    e += std::sqrt(px * px + py * py + pz * pz + mass[k] * mass[k]);
  }
  return std::sqrt(e * e - x * x - y * y - z * z);
}

double loop(std::span<const array::Array> columns) {
  constexpr std::size_t bins = 300;
  const auto of = [&](std::size_t column) { return columns[column].content(0).numbers<float>().data(); };
  const float *pt = of(0), *eta = of(1), *phi = of(2), *mass = of(3), *jets = of(5);
  const std::int32_t* charge = columns[4].content(0).numbers<std::int32_t>().data();
  const auto muon = columns[0].list_offsets(), jet = columns[5].list_offsets();
  std::array<double, bins + 2> contents{};
  double ht = 0, entries = 0, inside = 0, sum = 0, squares = 0;
  const std::size_t events = columns[0].length();
  for (std::size_t event = 0; event < events; ++event) {
    float of_event = 0;
    for (auto k = jet[event]; k < jet[event + 1]; ++k)
      if (jets[k] > 30) of_event += jets[k];
    ht += of_event;
    const auto at = muon[event];
    if (muon[event + 1] - at != 2 || charge[at] == charge[at + 1]) continue;
    const double m = mass_of(pt + at, eta + at, phi + at, mass + at);
    const std::size_t cell = m < 300 ? static_cast<std::size_t>(m) + 1 : bins + 1;
    ++contents[cell];
    ++entries;
    if (cell > bins) continue;
    ++inside;
    sum += m;
    squares += m * m;
  }
  return scenario::check_of(entries, sum / inside, ht / static_cast<double>(events)) + 0 * squares + 0 * contents[1];
}

}  // namespace

int main(int count, char** values) {
  const dataset::Session session({.threads = 1});
  const auto rows = dataset::open_table(session.open(values[1]), "Events");
  const std::array<std::string, 6> names = {"Muon_pt", "Muon_eta", "Muon_phi", "Muon_mass", "Muon_charge", "Jet_pt"};
  const schedule::ReadOptions options{.executor = session.executor()};
  const auto columns = rows->read(names, {{0}, {rows->entries()}}, options);
  scenario::repeat("loop", "dimuon", 1, static_cast<int>(scenario::argument(count, values, 2, 4)), 0,
                   [&] { return loop(columns); });
}
