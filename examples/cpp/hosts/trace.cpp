// What the streams of a framework and their writer do, recorded for `ramet trace`, Perfetto and Chrome.
// Says: 1000 events; 2 rows of streams, and the writer's close, are in run.json
#include "ramet/trace.hpp"

#include <memory>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "ramet/writer.hpp"

using namespace ramet;

struct Event {
  int number;
  std::vector<float> energies;
};

template <>
struct ramet::array::Description<Event> {
  static constexpr auto members = std::tuple(member("number", &Event::number), member("energy", &Event::energies));
};

// docs: begin stream
void run_stream(write::TableWriter& tree, const std::shared_ptr<TraceRecorder>& recorder, int stream, int events) {
  TracePlace place{.row = recorder->add_row(fmt::format("stream {}", stream))};
  TraceTrack track(recorder, place);  // of the framework's own work: one a stream
  const auto calorimeter = recorder->name("calorimeter");
  auto context = tree.context();
  write::EntryFiller<Event> filler(context);
  for (int event = 0; event < events; ++event) {
    place.event = static_cast<std::uint64_t>(event);
    track.move_to(place);
    Event made;
    {
      const TraceScope module(&track, TraceState::module, calorimeter);
      made = {event, std::vector<float>(100, 1.5F)};
    }
    const TraceScope fill = context.trace_fill(place);  // also what it encodes, compresses and writes meanwhile
    filler.fill(made);
  }
  context.close();
}
// docs: end stream

int main() {
  // docs: begin record
  const auto recorder = std::make_shared<TraceRecorder>(TraceRecorder::Options{.program = "reconstruction"});
  const auto writer = write::ParallelWriter::recreate("traced.root");
  writer->trace(recorder);
  auto tree = writer->add_table(table::schema_of<Event>("Events"), {.cluster_bytes = 64 << 10});
  std::thread other([&] { run_stream(tree, recorder, 0, 500); });
  run_stream(tree, recorder, 1, 500);
  other.join();
  writer->close();
  save_trace(*recorder, "run.json");
  // docs: end record
  fmt::print("{} events; {} rows of streams, and the writer's close, are in run.json\n", tree.report().entries,
             recorder->rows().size() - 1);
}
