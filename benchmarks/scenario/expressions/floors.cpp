#include "floors.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace scenario {

namespace {

// RVec's functions, in the type of the columns.
struct Muons {
  const float* pt;
  const float* eta;
  const float* phi;
  const float* mass;
};

float mass_of_all(const Muons& of, std::int64_t first, std::int64_t last) {
  float x = 0, y = 0, z = 0, e = 0;
  for (std::int64_t k = first; k < last; ++k) {
    const float px = of.pt[k] * std::cos(of.phi[k]), py = of.pt[k] * std::sin(of.phi[k]);
    const float pz = of.pt[k] * std::sinh(of.eta[k]);
    x += px, y += py, z += pz;
    e += std::sqrt(px * px + py * py + pz * pz + of.mass[k] * of.mass[k]);
  }
  return std::sqrt(e * e - x * x - y * y - z * z);
}

float mass_of_two(const Muons& of, std::int64_t one, std::int64_t other) {
  const auto x = [&](std::int64_t k) { return of.pt[k] * std::cos(of.phi[k]); };
  const auto y = [&](std::int64_t k) { return of.pt[k] * std::sin(of.phi[k]); };
  const auto z = [&](std::int64_t k) { return of.pt[k] * std::sinh(of.eta[k]); };
  const auto energy = [&](std::int64_t k) {
    return std::sqrt(x(k) * x(k) + y(k) * y(k) + z(k) * z(k) + of.mass[k] * of.mass[k]);
  };
  const float e = energy(one) + energy(other), px = x(one) + x(other), py = y(one) + y(other), pz = z(one) + z(other);
  return std::sqrt(e * e - px * px - py * py - pz * pz);
}

template <class Result, class Compute>
void fill(std::vector<Result>& results, std::size_t count, const Compute& compute) {
  results.resize(count);
  Result* const to = results.data();
  for (std::size_t k = 0; k < count; ++k) to[k] = static_cast<Result>(compute(k));
}

}  // namespace

void Floor::numbers(const Named& columns) {
  const std::size_t n = columns.entries;
  const auto column = [&](const char* name) { return columns.numbers<float>(name); };
  if (variant_ == "flat") {
    const float *const a = column("f10"), *const b = column("f11"), *const c = column("f12"), *const d = column("f13");
    fill(doubles_, n, [=](std::size_t k) {
      return static_cast<double>(a[k] * b[k] + c[k] * d[k]) * 0.5 - static_cast<double>(a[k] / (b[k] + 2)) +
             static_cast<double>(std::sqrt(c[k] * c[k] + d[k] * d[k]) * (a[k] - b[k])) +
             static_cast<double>(c[k] + d[k]) * (a[k] + 1.5) - a[k] * c[k] * 0.25;
    });
    return;
  }
  const float* const of = column(variant_ == "sin" ? "f0" : "f10");
  if (variant_ == "sqrt") fill(doubles_, n, [=](std::size_t k) { return std::sqrt(of[k] * 2.); });
  if (variant_ == "exp") fill(doubles_, n, [=](std::size_t k) { return std::exp(-of[k] / 10.); });
  if (variant_ == "log") fill(doubles_, n, [=](std::size_t k) { return std::log(of[k] + 1.); });
  if (variant_ == "sin") fill(doubles_, n, [=](std::size_t k) { return std::sin(of[k] * 2.); });
}

void Floor::jagged(const Named& columns) {
  const auto items = [&](const char* name) { return columns.items<float>(name); };
  const float *const a = items("Jet_pt"), *const b = items("Jet_area"), *const c = items("Jet_eta"),
                     *const d = items("Jet_btag"), *const e = columns.numbers<float>("f10");
  const std::int64_t* const offsets = columns.offsets("Jet_pt");
  const std::int64_t before = offsets[0];
  doubles_.resize(static_cast<std::size_t>(offsets[columns.entries] - before));
  double* const to = doubles_.data() - before;
  for (std::size_t entry = 0; entry < columns.entries; ++entry)
    for (std::int64_t k = offsets[entry]; k < offsets[entry + 1]; ++k)
      to[k] = static_cast<double>(a[k] * b[k] + c[k] * d[k]) * 0.5 - static_cast<double>(a[k] / (b[k] + 2)) +
              static_cast<double>(std::sqrt(c[k] * c[k] + d[k] * d[k]) * (a[k] - e[entry])) +
              static_cast<double>(c[k] + d[k]) * (a[k] + 1.5) - a[k] * c[k] * 0.25;
}

void Floor::pairs(const Named& columns) {
  const auto items = [&](const char* name) { return columns.items<float>(name); };
  const Muons muons{items("Muon_pt"), items("Muon_eta"), items("Muon_phi"), items("Muon_mass")};
  const auto* const charge = columns.items<std::int32_t>("Muon_charge");
  const std::int64_t* const offsets = columns.offsets("Muon_pt");
  floats_.clear();
  for (std::size_t entry = 0; entry < columns.entries; ++entry)
    for (std::int64_t one = offsets[entry]; one < offsets[entry + 1]; ++one)
      for (std::int64_t other = one + 1; other < offsets[entry + 1]; ++other)
        if (charge[one] != charge[other]) floats_.push_back(mass_of_two(muons, one, other));
}

bool Floor::selection_of_numbers(const Named& columns) {
  const auto column = [&](const char* name) { return columns.numbers<float>(name); };
  const auto whole = [&](const char* name) { return columns.numbers<std::int32_t>(name); };
  const auto is = [&](const auto& test) { fill(truths_, columns.entries, test); };
  if (variant_ == "two numbers") {
    const float *const a = column("f10"), *const b = column("f0");
    is([=](std::size_t k) { return a[k] > 20 && std::fabs(b[k]) < 1.5; });
  } else if (variant_ == "a trigger") {
    const std::int32_t *const a = whole("i6"), *const b = whole("i7"), *const c = whole("i8");
    const float* const d = column("f12");
    is([=](std::size_t k) { return (a[k] || b[k] || c[k]) && d[k] > 30; });
  } else if (variant_ == "a distance") {
    const float *const a = column("f10"), *const b = column("f11"), *const c = column("f1"), *const d = column("f2");
    is([=](std::size_t k) { return std::sqrt(a[k] * a[k] + b[k] * b[k]) > 25 && std::fabs(c[k] - d[k]) < 0.5; });
  } else {
    return false;
  }
  return true;
}

bool Floor::selection_of_muons(const Named& columns) {
  const auto whole = [&](const char* name) { return columns.numbers<std::int32_t>(name); };
  const auto items = [&](const char* name) { return columns.items<float>(name); };
  const auto is = [&](const auto& test) { fill(truths_, columns.entries, test); };
  if (variant_ == "two muons") {
    const std::int32_t* const count = whole("nMuon");
    const float* const pt = items("Muon_pt");
    const std::int64_t* const at = columns.offsets("Muon_pt");
    is([=](std::size_t k) { return count[k] >= 2 && pt[at[k]] > 20 && pt[at[k] + 1] > 10; });
  } else if (variant_ == "charges") {
    const std::int32_t *const count = whole("nMuon"), *const charge = columns.items<std::int32_t>("Muon_charge");
    const std::int64_t* const at = columns.offsets("Muon_charge");
    is([=](std::size_t k) { return count[k] == 2 && charge[at[k]] != charge[at[k] + 1]; });
  } else if (variant_ == "any muon") {
    const std::int32_t* const tight = columns.items<std::int32_t>("Muon_tightId");
    const float* const pt = items("Muon_pt");
    const std::int64_t* const at = columns.offsets("Muon_pt");
    is([=](std::size_t k) {
      bool found = false;
      for (std::int64_t i = at[k]; i < at[k + 1]; ++i) found = found || (tight[i] == 1 && pt[i] > 25);
      return found;
    });
  } else if (variant_ == "mass") {
    const std::int32_t* const count = whole("nMuon");
    const Muons muons{items("Muon_pt"), items("Muon_eta"), items("Muon_phi"), items("Muon_mass")};
    const std::int64_t* const at = columns.offsets("Muon_pt");
    is([=](std::size_t k) { return count[k] == 2 && mass_of_all(muons, at[k], at[k + 1]) > 60; });
  } else {
    return false;
  }
  return true;
}

bool Floor::selection_of_jets(const Named& columns) {
  const auto items = [&](const char* name) { return columns.items<float>(name); };
  const auto is = [&](const auto& test) { fill(truths_, columns.entries, test); };
  if (variant_ == "count of jets") {
    const float *const pt = items("Jet_pt"), *const eta = items("Jet_eta");
    const std::int64_t* const at = columns.offsets("Jet_pt");
    is([=](std::size_t k) {
      int count = 0;
      for (std::int64_t i = at[k]; i < at[k + 1]; ++i) count += pt[i] > 30 && std::fabs(eta[i]) < 2.4 ? 1 : 0;
      return count >= 2;
    });
  } else if (variant_ == "sum of jets") {
    const float* const pt = items("Jet_pt");
    const std::int64_t* const at = columns.offsets("Jet_pt");
    is([=](std::size_t k) {
      float sum = 0;
      for (std::int64_t i = at[k]; i < at[k + 1]; ++i)
        if (pt[i] > 30) sum += pt[i];
      return sum > 100;
    });
  } else if (variant_ == "first jet") {
    const float* const pt = items("Jet_pt");
    const std::int64_t* const at = columns.offsets("Jet_pt");
    is([=](std::size_t k) { return at[k + 1] > at[k] && *std::max_element(pt + at[k], pt + at[k + 1]) > 50; });
  } else {
    return false;
  }
  return true;
}

void Floor::run(const Named& columns) {
  if (selection_of_numbers(columns) || selection_of_muons(columns) || selection_of_jets(columns)) return;
  if (variant_ == "jagged") return jagged(columns);
  if (variant_ == "pairs") return pairs(columns);
  numbers(columns);
}

double Floor::sum() const {
  double sum = 0;
  for (const double value : doubles_) sum += value;
  for (const float value : floats_) sum += value;
  for (const unsigned char value : truths_) sum += value;
  return sum;
}

}  // namespace scenario
