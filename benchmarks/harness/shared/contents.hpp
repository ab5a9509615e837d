#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "harness/shared/options.hpp"
#include "rivals/harness/harness_classes.hpp"
#include "scenario/measure.hpp"

// What the outputs hold: events as CMS's tiers have them, from the numbers that its public tracker and code state
// (../README.md names them). All writers get the same values.

namespace harness {

/// A tier at full size. Threads: a value.
struct Tier {
  const char* name;
  int columns;
  double event_bytes;  ///< compressed
  int compression;     ///< ROOT's number: algorithm * 100 + level
  int flush_events;    ///< that make a cluster
  int split_level;
};

inline const std::vector<Tier>& tiers() {
  static const std::vector<Tier> all{
      {"RECO", 1500, 2.3e6, 107, 50, 0},       {"AOD", 2300, 0.29e6, 204, 105, 99},
      {"MINIAOD", 500, 0.09e6, 204, 200, 99},  {"GENSIM", 60, 0.6e6, 204, 33, 99},
      {"NANOAOD", 800, 1.45e3, 209, 1000, 99}, {"WIDE", 800, 0.38e6, 204, 50, 99},  // 800 branches of floats
  };
  return all;
}

inline const Tier& tier_of(const std::string& name) {
  for (const Tier& tier : tiers())
    if (name == tier.name) return tier;
  refuse("no tier '" + name + "'");
}

/// How many columns there are of each kind: 60 % vectors of float, 15 % of objects, 15 % numbers, 5 % texts, 5 %
/// vectors of vectors. Threads: a value.
struct ColumnCounts {
  explicit ColumnCounts(const Tier& tier, double share) {
    const int all = std::max(static_cast<int>(tier.columns * share), 5);
    if (std::string(tier.name) == "WIDE") {
      floats = all;
      return;
    }
    tracks = all * 15 / 100;
    numbers = all * 15 / 100;
    texts = all * 5 / 100;
    nested = all * 5 / 100;
    floats = all - tracks - numbers - texts - nested;
  }
  int floats = 0;
  int tracks = 0;
  int numbers = 0;
  int texts = 0;
  int nested = 0;
};

/// The values of one event. Threads: immutable.
struct EventData {
  std::vector<std::vector<float>> floats;
  std::vector<std::vector<Track>> tracks;
  std::vector<int> numbers;
  std::vector<std::string> texts;
  std::vector<std::vector<std::vector<float>>> nested;
};

/// The events of one tier: 32 in memory, again and again, so that input costs nothing. Threads: immutable.
class Contents {
 public:
  static constexpr std::size_t kept = 32;

  Contents(const Tier& of, const Options& options) : tier(of), columns(of, options.branches) {
    scenario::Numbers draw(options.seed * 1000 + static_cast<std::uint64_t>(of.columns));
    const double raw = of.event_bytes * 2.5 / options.scale * options.branches;
    const double fixed = 4.0 * columns.numbers + 12.0 * columns.texts;
    const double mean = std::max((raw - fixed) / (4.0 * (columns.floats + columns.tracks + columns.nested)), 0.05);
    for (std::size_t event = 0; event < kept; ++event) events_.push_back(make_event(draw, mean));
  }

  const EventData& event(std::uint64_t number) const { return events_[number % kept]; }

  const Tier& tier;
  const ColumnCounts columns;

 private:
  static std::size_t count(scenario::Numbers& draw, double mean) {
    if (mean > 30) return static_cast<std::size_t>(std::max(mean + std::sqrt(mean) * draw.normal(), 0.0));
    std::size_t drawn = 0;  // Poisson
    for (double sum = draw.exponential(1); sum < mean; sum += draw.exponential(1)) ++drawn;
    return drawn;
  }
  /// A float with 12 random bits, which a codec packs to about 1 / 2.5.
  static float value(scenario::Numbers& draw) {
    const auto bits = 0x40000000U | static_cast<std::uint32_t>(draw.bits() & 0xfffU) << 13;
    float number = 0;
    std::memcpy(&number, &bits, sizeof number);
    return number;
  }
  static std::vector<float> values(scenario::Numbers& draw, std::size_t size) {
    std::vector<float> made(size);
    for (float& number : made) number = value(draw);
    return made;
  }

  EventData make_event(scenario::Numbers& draw, double mean) const {
    EventData event;
    for (int column = 0; column < columns.floats; ++column) event.floats.push_back(values(draw, count(draw, mean)));
    for (int column = 0; column < columns.tracks; ++column) {
      auto& tracks = event.tracks.emplace_back(count(draw, mean / 8));
      for (Track& track : tracks) {
        const auto bits = draw.bits();
        track = {value(draw),
                 value(draw),
                 value(draw),
                 value(draw),
                 value(draw),
                 bits % 2 == 0 ? 1 : -1,
                 static_cast<int>(bits >> 8 & 15),
                 static_cast<int>(bits >> 16 & 7)};
      }
    }
    for (int column = 0; column < columns.numbers; ++column)
      event.numbers.push_back(static_cast<int>(draw.bits() & 0x3ff));
    for (int column = 0; column < columns.texts; ++column)
      event.texts.push_back("path_" + std::to_string(draw.bits() % 100));
    for (int column = 0; column < columns.nested; ++column) {
      auto& lists = event.nested.emplace_back(2);
      for (auto& list : lists) list = values(draw, count(draw, mean / 2));
    }
    return event;
  }

  std::vector<EventData> events_;
};

}  // namespace harness
