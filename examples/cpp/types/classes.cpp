// Objects of a user's classes, in a tree and under a key. docs/guides/writing.md shows this.
// Says: 3 entries, 2 tracks in the first
// Says: calibrated 2 channels
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "ramet/session.hpp"
#include "ramet/writer.hpp"

using namespace ramet;

// docs: begin describe
struct Hit {
  float x = 0, y = 0;
};
struct Track : Hit {  // a base's members are a track's, too
  double pt = 0;
  std::vector<Hit> hits;
};
struct Event {
  int run = 0;
  std::vector<Track> tracks;             // branches tracks, tracks.x, tracks.pt, tracks.hits, ...
  std::map<std::string, float> weights;  // branches weights, weights.first, weights.second
};
struct Calibration {
  std::map<int, double> gains;
};

template <>
struct ramet::array::Description<Hit> {
  static constexpr auto members = std::tuple(member("x", &Hit::x), member("y", &Hit::y));
  static constexpr std::array class_names = {"Hit"};  // what the class is called in files
};
template <>
struct ramet::array::Description<Track> {
  using bases = std::tuple<Hit>;
  static constexpr auto members = std::tuple(member("pt", &Track::pt), member("hits", &Track::hits));
  static constexpr std::array class_names = {"Track"};
};
template <>
struct ramet::array::Description<Event> {
  static constexpr auto members =
      std::tuple(member("run", &Event::run), member("tracks", &Event::tracks), member("weights", &Event::weights));
};
template <>
struct ramet::array::Description<Calibration> {
  static constexpr auto members = std::tuple(member("gains", &Calibration::gains));
  static constexpr std::array class_names = {"Calibration"};
};
// docs: end describe

int main() {
  Track track;
  track.pt = 45;
  track.hits = {{1, 2}, {3, 4}};
  // docs: begin write
  const auto writer = write::ParallelWriter::recreate("tracks.root");
  auto tree = writer->add_table(table::schema_of<Event>("Events"));
  auto context = tree.context();
  write::EntryFiller<Event> events(context);
  for (int run = 0; run < 3; ++run) events.fill({run, {track, track}, {{"up", 1.5F}}});
  context.close();
  writer->put("calibration", Calibration{{{1, 0.5}, {2, 0.75}}});
  writer->close();
  // docs: end write

  const ramet::dataset::Session session;
  const auto file = session.open("tracks.root");
  const auto reader = file->tree("Events");
  const auto counts =
      reader->read(reader->tree().at("tracks/tracks.pt"), reader->tree().all_entries(), {session.executor()});
  fmt::print("{} entries, {} tracks in the first\n", reader->tree().entries, counts.list_offsets()[1]);
  fmt::print("calibrated {} channels\n", file->read<Calibration>("calibration").gains.size());
}
