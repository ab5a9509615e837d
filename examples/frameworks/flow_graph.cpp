// CMS's way: a oneTBB flow graph in which events run through modules and then through output modules that are limited:
// so many calls at a time, in any thread. Each output lends its contexts from a pool; files have the events in order.
// Says: 3000 events, at most 8 at a time; reco.root: 3000 in order, aod.root: 1500 in order
#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <tbb/flow_graph.h>

#include "ramet/session.hpp"
#include "ramet/writer.hpp"

using namespace ramet;

struct Event {
  int number = 0;
  std::vector<float> hits;
  std::vector<float> tracks;
  float mass = 0;
};

struct Reco {
  int number;
  std::vector<float> hits, tracks;
};

struct Aod {
  int number;
  float mass;
};

template <>
struct ramet::array::Description<Reco> {
  static constexpr auto members =
      std::tuple(member("number", &Reco::number), member("hit", &Reco::hits), member("track", &Reco::tracks));
};

template <>
struct ramet::array::Description<Aod> {
  static constexpr auto members = std::tuple(member("number", &Aod::number), member("mass", &Aod::mass));
};

using EventPointer = std::shared_ptr<Event>;

// The host's modules.
void reconstruct_hits(Event& event) { event.hits.assign(100 + event.number % 50, 1.5F); }
void fit_tracks(Event& event) { event.tracks.assign(event.hits.size() / 10, 20.F); }
void combine(Event& event) { event.mass = 90.F + static_cast<float>(event.number % 5); }
bool is_selected(const Event& event) { return event.number % 2 == 0; }

// docs: begin output
/// A `limited` output module. Threads: at most `limit` at a time, as its node sees to.
template <class Content>
class OutputModule {
 public:
  OutputModule(const char* file, std::size_t limit)
      : writer_(write::ParallelWriter::recreate(file)),
        table_(writer_->add_table(table::schema_of<Content>("Events"), {})),
        plan_(table_),
        pool_(table_, limit) {}

  void write(const Event& event, const Content& content) {
    auto lease = pool_.lend(event.number);  // never waits: not more calls than contexts
    write::EntryFiller<Content>(*lease, plan_).fill(content);
    lease.end_part();
  }

  void close() {
    pool_.close();
    writer_->close();
  }

 private:
  std::unique_ptr<write::ParallelWriter> writer_;
  write::TableWriter table_;
  write::EntryPlan<Content> plan_;
  write::ContextPool pool_;
};
// docs: end output

// docs: begin graph
/// Run events 0 to `count`, at most `streams` at a time; returns how many were inside at once.
int run(int count, std::size_t streams, OutputModule<Reco>& reco, OutputModule<Aod>& aod) {
  namespace flow = tbb::flow;
  flow::graph graph;
  int next = 0;
  std::atomic<int> inside = 0;
  std::atomic<int> most = 0;
  const auto number = [](const EventPointer& event) { return event->number; };
  const auto module = [](auto work) {
    return [work](EventPointer event) {
      work(*event);
      return event;
    };
  };

  flow::input_node<EventPointer> source(graph, [&](tbb::flow_control& control) {
    if (next == count) control.stop();
    return std::make_shared<Event>(Event{.number = next++});
  });
  flow::limiter_node<EventPointer> limiter(graph, streams);
  flow::function_node<EventPointer, EventPointer> hits(graph, flow::unlimited, [&](EventPointer event) {
    const int now = ++inside;
    for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {
    }
    reconstruct_hits(*event);
    return event;
  });
  flow::function_node<EventPointer, EventPointer> tracks(graph, flow::unlimited, module(fit_tracks));
  flow::function_node<EventPointer, EventPointer> candidates(graph, flow::unlimited, module(combine));
  flow::function_node<EventPointer, EventPointer> write_reco(
      graph, 2, module([&](const Event& event) { reco.write(event, {event.number, event.hits, event.tracks}); }));
  flow::function_node<EventPointer, EventPointer> write_aod(graph, 1, module([&](const Event& event) {
                                                              if (is_selected(event))
                                                                aod.write(event, {event.number, event.mass});
                                                            }));
  flow::join_node<std::tuple<EventPointer, EventPointer>, flow::key_matching<int>> written(graph, number, number);
  flow::function_node<std::tuple<EventPointer, EventPointer>> finish(graph, flow::unlimited,
                                                                     [&](const auto&) { --inside; });

  flow::make_edge(source, limiter);
  flow::make_edge(limiter, hits);
  flow::make_edge(hits, tracks);
  flow::make_edge(tracks, candidates);
  flow::make_edge(candidates, write_reco);
  flow::make_edge(candidates, write_aod);
  flow::make_edge(write_reco, flow::input_port<0>(written));
  flow::make_edge(write_aod, flow::input_port<1>(written));
  flow::make_edge(written, finish);
  flow::make_edge(finish, limiter.decrementer());
  source.activate();
  graph.wait_for_all();
  return most;
}
// docs: end graph

/// How many events the file has, and whether they are in order.
std::string contents(const char* file) {
  const dataset::Session session;
  const auto reader = session.open(file)->tree("Events");
  const auto column = reader->read(reader->tree().at("number"), reader->tree().all_entries(), {session.executor()});
  const auto numbers = column.numbers<std::int32_t>();
  return fmt::format("{}: {}{}", file, numbers.size(), std::ranges::is_sorted(numbers) ? " in order" : "");
}

int main() {
  constexpr int count = 3000;
  constexpr int streams = 8;
  OutputModule<Reco> reco("reco.root", 2);
  OutputModule<Aod> aod("aod.root", 1);
  const bool is_limited = run(count, streams, reco, aod) <= streams;
  reco.close();
  aod.close();
  fmt::print("{} events, {} at a time; {}, {}\n", count, is_limited ? "at most 8" : "too many", contents("reco.root"),
             contents("aod.root"));
}
