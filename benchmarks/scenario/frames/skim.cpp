// A skim of the NanoAOD-like tree: events with muons, their muons and jets, zstd. usage: skim FILE OUTPUT THREADS TIMES
#include <filesystem>

#include "../measure.hpp"
#include "steps.hpp"

#include "ramet/frame/actions/snapshot.hpp"

using namespace ramet;

namespace {

bool is_kept(const std::string& name) { return name.starts_with("Muon_") || name.starts_with("Jet_"); }

double skim(const dataset::Session& session, const std::string& path, const std::string& output) {
  const frame::Frame kept = scenario::frame_of(session, path).filter("nMuon >= 2");
  table::Schema schema{.name = "Events", .title = "", .columns = {}};
  std::vector<std::string> names;
  for (const frame::FrameColumn& column : kept.columns()) {
    if (!is_kept(column.name)) continue;
    schema.columns.push_back({.name = column.name, .type = column.type, .counter = column.counter});
    names.push_back(column.name);
  }
  frame::SnapshotPlace place{.path = output};
  place.writer.compression = compression::Settings{compression::Algorithm::zstd, 5};
  const auto action = std::make_shared<frame::SnapshotAction>(place, std::move(schema), std::move(names));
  kept.book(action).run();
  return static_cast<double>(action->report().entries);
}

}  // namespace

int main(int count, char** values) {
  const auto threads = static_cast<std::size_t>(scenario::argument(count, values, 3, 1));
  const auto times = static_cast<int>(scenario::argument(count, values, 4, 3));
  const std::string output = values[2];
  const dataset::Session session({.threads = threads});
  scenario::repeat(
      "ramet", "skim", static_cast<int>(threads), times, 0, [&] { return skim(session, values[1], output); },
      [&] { std::filesystem::remove(output); });
}
