#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "unit/dataset/sample_chain.hpp"

#include "ramet/dataset/table.hpp"
#include "ramet/table/described.hpp"
#include "ramet/write/entry_filler.hpp"

/// Events as structs, and tables of either format that have them.
namespace sample {

struct Hit {
  float x = 0;
  std::int16_t layer = 0;
  bool operator==(const Hit&) const = default;
};

struct Event {
  std::int32_t number = 0;
  std::vector<float> energies;
  std::string tag;
  std::vector<Hit> hits;
  bool operator==(const Event&) const = default;
};

/// The same a year later.
struct LaterEvent {
  std::int64_t id = 0;
  std::vector<double> energies;
  int quality = 5;
};

/// A member of each kind.
struct Kinds {
  Hit hit;
  std::pair<std::int32_t, float> pair;
  std::tuple<std::int32_t, double, float> tuple;
  std::array<float, 3> place = {};
  std::optional<std::int32_t> maybe;
  std::optional<std::string> text;
  std::optional<std::vector<float>> list;
  std::vector<std::optional<std::int32_t>> options;
  std::vector<std::pair<std::int32_t, float>> pairs;
  std::map<std::string, std::int32_t> map;
  std::vector<std::vector<std::string>> words;
  bool flag = false;
  bool operator==(const Kinds&) const = default;
};

struct Other {
  int nothing = 0;
};
struct WrongEvent {
  std::string number;
};

inline constexpr int entries = 25;
inline constexpr std::uint64_t cluster_entries = 10;

inline Event event_of(int number) {
  Event event{number, {}, std::string(static_cast<std::size_t>(number % 3), 't'), {}};
  for (int item = 0; item < number % 4; ++item) {
    event.energies.push_back(0.5F * static_cast<float>(item + number));
    event.hits.push_back({static_cast<float>(item), static_cast<std::int16_t>(number)});
  }
  return event;
}

}  // namespace sample

template <>
struct ramet::array::Description<sample::Hit> {
  static constexpr auto members = std::tuple(member("x", &sample::Hit::x), member("layer", &sample::Hit::layer));
  static constexpr std::array class_names = {"Hit"};
};
template <>
struct ramet::array::Description<sample::Event> {
  static constexpr auto members =
      std::tuple(member("number", &sample::Event::number), member("energies", &sample::Event::energies),
                 member("tag", &sample::Event::tag), member("hits", &sample::Event::hits));
};
template <>
struct ramet::array::Description<sample::LaterEvent> {
  static constexpr auto members =
      std::tuple(member("id", &sample::LaterEvent::id), member("energies", &sample::LaterEvent::energies),
                 member("quality", &sample::LaterEvent::quality));
  static constexpr std::array former_names = {std::pair{"id", "number"}};
};
template <>
struct ramet::array::Description<sample::Kinds> {
  static constexpr auto members = std::tuple(
      member("hit", &sample::Kinds::hit), member("pair", &sample::Kinds::pair), member("tuple", &sample::Kinds::tuple),
      member("place", &sample::Kinds::place), member("maybe", &sample::Kinds::maybe),
      member("text", &sample::Kinds::text), member("list", &sample::Kinds::list),
      member("options", &sample::Kinds::options), member("pairs", &sample::Kinds::pairs),
      member("map", &sample::Kinds::map), member("words", &sample::Kinds::words), member("flag", &sample::Kinds::flag));
};
template <>
struct ramet::array::Description<sample::Other> {
  static constexpr auto members = std::tuple(member("nothing", &sample::Other::nothing));
};
template <>
struct ramet::array::Description<sample::WrongEvent> {
  static constexpr auto members = std::tuple(member("number", &sample::WrongEvent::number));
};

namespace sample {

/// The events of a table of either format, in clusters of ten.
struct Written {
  explicit Written(write::Format format, int count = entries) {
    const auto writer = write::ParallelWriter::recreate(place.folder / "events.root");
    const write::TableOptions options{.format = format, .cluster_entries = cluster_entries};
    write::FillContext context = writer->add_table(table::schema_of<Event>("Events"), options).context();
    write::EntryFiller<Event> table(context);
    for (int number = 0; number < count; ++number) table.fill(event_of(number));
    context.close();
    writer->close();
    table_rows = dataset::open_table(place.session.open(place.folder / "events.root"), "Events");
  }

  Place place;
  std::shared_ptr<const dataset::Table> table_rows;
};

inline constexpr std::array formats = {write::Format::ttree, write::Format::rntuple};

}  // namespace sample
