#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "internal/batch_arrays.hpp"
#include "internal/exclusive_use.hpp"
#include "internal/file_text.hpp"
#include "internal/interpreter_lock.hpp"
#include "internal/signal_watch.hpp"
#include "writing/open_writer.hpp"
#include <nanobind/ndarray.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "ramet/hist/binned/histogram.hpp"
#include "ramet/hist/binned/sparse_histogram.hpp"
#include "ramet/hist/figures/efficiency.hpp"
#include "ramet/hist/figures/fit_result.hpp"
#include "ramet/hist/figures/graph.hpp"
#include "ramet/hist/figures/written_function.hpp"  // IWYU pragma: keep (PayloadOf)
#include "ramet/write/parallel_writer.hpp"

namespace ramet::bindings {
namespace {

using write::FillContext;
using write::ParallelWriter;
using write::TableWriter;
using SharedSession = std::shared_ptr<dataset::Session>;
using Seconds = std::map<std::string, double>;

/// A context that refuses use from two threads at once, which Python cannot prevent. Threads: any.
struct OpenContext {
  OpenContext(SharedSession shared_session, TableWriter of_tree, FillContext filled)
      : session(std::move(shared_session)), tree(std::move(of_tree)), context(std::move(filled)) {}
  OpenContext(const OpenContext&) = delete;
  OpenContext& operator=(const OpenContext&) = delete;
  ~OpenContext() {
    // Release the interpreter's lock: another thread may hold the context's lock and wait for it, since shared counters
    // may be Python objects.
    const Unlocked release;
    const FillContext dropped(std::move(context));
  }

  SharedSession session;
  TableWriter tree;  // has the schema
  FillContext context;
  ExclusiveUse use;
  std::atomic<bool> closed = false;  // read by any thread
  bool withdrawn = false;            // with its tree; the context does not exist any more

  void require_open() const {
    if (closed) detail::fail(ErrorKind::misuse, "the fill context is closed");
  }
  void require_there() const {
    if (withdrawn) detail::fail(ErrorKind::misuse, "the fill context was withdrawn with its tree");
  }
  void close() {
    context.close();
    closed = true;
  }
  std::uint64_t abandon() {
    const std::uint64_t given_up = context.abandon();
    closed = true;
    return given_up;
  }
};

Seconds seconds_of(const StageTimes& times) {
  return {{"fill", times.seconds(Stage::fill)},         {"encode", times.seconds(Stage::encode)},
          {"compress", times.seconds(Stage::compress)}, {"write", times.seconds(Stage::write)},
          {"commit", times.seconds(Stage::commit)},     {"wait", times.seconds(Stage::wait)}};
}

OpenWriter create(const std::filesystem::path& path, int compression, std::uint64_t memory_budget, bool reproducible,
                  std::uint64_t checkpoint_bytes, std::int64_t checkpoint_milliseconds, bool fsync,
                  SharedSession session) {
  const Unlocked release;
  const write::WriterOptions options{.compression = compression::Settings::from_code(compression),
                                     .reproducible = reproducible,
                                     .memory_budget = memory_budget,
                                     .checkpoint_bytes = checkpoint_bytes,
                                     .checkpoint_period = std::chrono::milliseconds(checkpoint_milliseconds),
                                     .durability = fsync ? file::Durability::device : file::Durability::process};
  return {std::move(session), ParallelWriter::recreate(path, options)};
}

OpenWriter update(const std::filesystem::path& path, std::optional<int> compression, std::uint64_t memory_budget,
                  bool reproducible, std::uint64_t checkpoint_bytes, std::int64_t checkpoint_milliseconds,
                  bool overwrite_leftovers, bool fsync, SharedSession session) {
  const Unlocked release;
  write::WriterOptions options{.reproducible = reproducible,
                               .memory_budget = memory_budget,
                               .checkpoint_bytes = checkpoint_bytes,
                               .checkpoint_period = std::chrono::milliseconds(checkpoint_milliseconds)};
  if (compression) options.compression = compression::Settings::from_code(*compression);
  if (fsync) options.durability = file::Durability::device;
  if (overwrite_leftovers) options.leftovers = file::OnLeftovers::overwrite;
  return {std::move(session), ParallelWriter::update(path, options)};
}

OpenTableWriter open_table(OpenWriter& open, const std::string& path, write::Order order, std::uint64_t cluster_bytes,
                           std::uint64_t cluster_entries, std::uint32_t basket_bytes, write::HandOver hand_over,
                           write::WhenFull when_full) {
  const Unlocked release;
  const write::TableOptions options{.order = order,
                                    .cluster_bytes = cluster_bytes,
                                    .cluster_entries = cluster_entries,
                                    .basket_bytes = basket_bytes,
                                    .hand_over = hand_over,
                                    .when_full = when_full,
                                    .executor = open.session ? &open.session->executor() : nullptr};
  return {open.session, open.writer->open_table(path, options)};
}

/// The names, cycles and classes of keys.
std::vector<std::tuple<std::string, int, std::string>> keys_of(const OpenWriter& open, const std::string& directory) {
  std::vector<std::tuple<std::string, int, std::string>> keys;
  for (const file::Key& key : open.writer->keys(directory)) keys.emplace_back(key.name, key.cycle, key.class_name);
  return keys;
}

OpenTableWriter add_table(OpenWriter& open, std::string path, std::string title, std::vector<table::Column> columns,
                          std::vector<schema::ClassSpec> classes, write::Format format, write::Order order,
                          std::uint64_t cluster_bytes, std::uint64_t cluster_entries, std::uint32_t basket_bytes,
                          std::vector<table::Projection> projections, bool page_checksums, write::HandOver hand_over,
                          write::WhenFull when_full, bool new_cycle, std::optional<int> compression) {
  const Unlocked release;
  write::TableOptions options{.format = format,
                              .order = order,
                              .cluster_bytes = cluster_bytes,
                              .cluster_entries = cluster_entries,
                              .basket_bytes = basket_bytes,
                              .new_cycle = new_cycle,
                              .page_checksums = page_checksums,
                              .hand_over = hand_over,
                              .when_full = when_full,
                              .executor = open.session ? &open.session->executor() : nullptr};
  if (compression) options.compression = compression::Settings::from_code(*compression);
  table::Schema schema{std::move(path), std::move(title), std::move(columns), std::move(classes)};
  schema.projections = std::move(projections);
  return {open.session, open.writer->add_table(std::move(schema), options)};
}

/// Abandon a context and withdraw its tree.
void withdraw(OpenWriter& open, const OpenTableWriter& tree, OpenContext& context) {
  {
    const auto use = context.use.begin("the fill context");
    context.closed = context.withdrawn = true;
    const FillContext dropped(std::move(context.context));
  }
  open.writer->withdraw(tree.tree);
}

/// Put an object of a type with a PayloadOf, such as a histogram or a text.
template <class Value>
void put(OpenWriter& open, const std::string& path, const Value& value) {
  open.writer->put(path, value);
}

std::unique_ptr<OpenContext> make_context(OpenTableWriter& open, std::optional<std::uint64_t> sequence) {
  const Unlocked release;  // shared counters may be Python objects
  auto context = sequence ? open.tree.context(*sequence) : open.tree.context();
  return std::make_unique<OpenContext>(open.session, open.tree, std::move(context));
}

void extend(OpenContext& open, std::size_t entries, const std::vector<InputBuffer>& buffers) {
  const std::vector<BufferView> views = views_of(buffers);
  run_unlocked([&](SignalWatch& watch) {
    const auto use = open.use.begin("the fill context");
    open.require_open();
    open.context.extend(arrays_from(open.context.schema().columns, entries, views),
                        {.stop = watch.stop(), .progress = &watch});
  });
}

bool try_extend(OpenContext& open, std::size_t entries, const std::vector<InputBuffer>& buffers) {
  const std::vector<BufferView> views = views_of(buffers);
  bool is_added = false;
  run_unlocked([&](SignalWatch& watch) {
    const auto use = open.use.begin("the fill context");
    open.require_open();
    is_added = open.context.try_extend(arrays_from(open.context.schema().columns, entries, views),
                                       {.stop = watch.stop(), .progress = &watch});
  });
  return is_added;
}

/// A Python function that any thread may call and destroy, with or without the interpreter's lock. Threads: any.
std::function<void()> callable_anywhere(nb::callable function) {
  const std::shared_ptr<nb::callable> shared(new nb::callable(std::move(function)), [](nb::callable* dropped) {
    if (!Py_IsInitialized()) return;  // references cannot be released any more
    const Locked acquire;
    delete dropped;
  });
  return [shared] {
    const Locked acquire;
    try {
      stay_if_ended(*shared);
    } catch (nb::python_error& error) {
      error.discard_as_unraisable("when a fill context is ready");
    }
  };
}

void when_ready(OpenContext& open, nb::callable function) {
  std::function<void()> ready = callable_anywhere(std::move(function));
  const Unlocked release;
  const auto use = open.use.begin("the fill context");
  open.require_open();
  open.context.when_ready(std::move(ready));
}

void put_object(OpenWriter& open, const std::string& path, const table::Column& object, const std::string& title,
                const std::vector<schema::ClassSpec>& classes, const std::vector<InputBuffer>& buffers) {
  const std::vector<BufferView> views = views_of(buffers);
  const Unlocked release;
  std::vector<array::Array> values = arrays_from({&object, 1}, 1, views);
  object::Payload payload = object::described_payload(object.type_name, classes, std::move(values.front()));
  payload.title = title;
  open.writer->put(path, payload);
}

void bind_reports(nb::module_& module) {
  using write::ContextReport;
  using write::TableReport;
  nb::class_<ContextReport>(module, "ContextReport", "The report of one context.")
      .def_ro("number", &ContextReport::number)
      .def_ro("entries", &ContextReport::entries)
      .def_ro("clusters", &ContextReport::clusters)
      .def_prop_ro("seconds", [](const ContextReport& report) { return seconds_of(report.times); });
  nb::class_<TableReport>(module, "TableReport", "The report of a tree: what was written so far.")
      .def_ro("entries", &TableReport::entries)
      .def_ro("clusters", &TableReport::clusters)
      .def_ro("uncompressed_bytes", &TableReport::uncompressed_bytes)
      .def_ro("compressed_bytes", &TableReport::compressed_bytes)
      .def_ro("contexts", &TableReport::contexts);
  using write::WriterStatus;
  nb::class_<WriterStatus>(module, "WriterStatus", "The current state of a writer.")
      .def_ro("bytes_in_flight", &WriterStatus::bytes_in_flight)
      .def_ro("most_bytes_in_flight", &WriterStatus::most_bytes_in_flight)
      .def_ro("memory_budget", &WriterStatus::memory_budget)
      .def_ro("gathered_bytes", &WriterStatus::gathered_bytes)
      .def_ro("descriptor_bytes", &WriterStatus::descriptor_bytes)
      .def_ro("clusters_in_flight", &WriterStatus::clusters_in_flight)
      .def_ro("clusters_queued", &WriterStatus::clusters_queued)
      .def_ro("contexts_waiting", &WriterStatus::contexts_waiting)
      .def_ro("seconds_waited", &WriterStatus::seconds_waited);
}

void bind_context(nb::module_& module) {
  using Open = OpenContext;
  /// Call `work` with the context, with exclusive use and without the interpreter lock.
  const auto alone = [](Open& open, auto&& work) {
    const Unlocked release;
    const auto use = open.use.begin("the fill context");
    open.require_open();
    return work(open);
  };
  /// Call `ask` with the context, with exclusive use.
  const auto asked = [](auto ask) {
    return [ask](Open& open) {
      const auto use = open.use.begin("the fill context");
      open.require_there();
      return ask(open.context);
    };
  };
  nb::class_<Open>(module, "FillContext", "A stream of entries into a shared tree.")
      .def("extend", &extend, nb::arg("entries"), nb::arg("buffers"),
           nb::sig("def extend(self, entries: int, buffers: "
                   "collections.abc.Sequence[numpy.typing.NDArray[typing.Any]]) -> None"))
      .def("try_extend", &try_extend, nb::arg("entries"), nb::arg("buffers"),
           nb::sig("def try_extend(self, entries: int, buffers: "
                   "collections.abc.Sequence[numpy.typing.NDArray[typing.Any]]) -> bool"))
      .def("when_ready", &when_ready, nb::arg("ready"),
           nb::sig("def when_ready(self, ready: collections.abc.Callable[[], None]) -> None"))
      .def(
          "begin_sequence",
          [alone](Open& self, std::uint64_t sequence) {
            alone(self, [&](Open& open) { open.context.begin_sequence(sequence); });
          },
          nb::arg("sequence"))
      .def(
          "trace_in",
          [alone](Open& self, std::uint32_t row, std::uint64_t event) {
            alone(self, [&](Open& open) { open.context.trace_in({row, event}); });
          },
          nb::arg("row"), nb::arg("event"))
      .def("refresh", [alone](Open& self) { alone(self, [](Open& open) { open.context.refresh(); }); })
      .def("hand_over", [alone](Open& self) { alone(self, [](Open& open) { open.context.hand_over(); }); })
      .def("flush", [alone](Open& self) { alone(self, [](Open& open) { open.context.flush(); }); })
      .def("close", [alone](Open& self) { alone(self, [](Open& open) { open.close(); }); })
      .def("abandon", [alone](Open& self) { return alone(self, [](Open& open) { return open.abandon(); }); })
      .def_prop_ro("held_entries", asked([](const FillContext& context) { return context.held_entries(); }))
      .def_prop_ro("closed", [](const Open& open) { return open.closed.load(); })
      .def_prop_ro("columns", asked([](const FillContext& context) { return context.schema().columns; }))
      .def_prop_ro("entries", asked([](const FillContext& context) { return context.entries(); }))
      .def_prop_ro("seconds", [](Open& open) {
        const StageTimes times = [&] {
          const Unlocked release;
          const auto use = open.use.begin("the fill context");
          open.require_there();
          return open.context.times();
        }();
        return seconds_of(times);
      });
}

void bind_parallel_tree(nb::module_& module) {
  using release = nb::call_guard<Unlocked>;
  nb::class_<OpenTableWriter>(module, "TableWriter", "A tree that any number of contexts fill in parallel.")
      .def("context", &make_context, nb::arg("sequence").none() = nb::none())
      .def(
          "add_columns",
          [](OpenTableWriter& open, std::vector<table::Column> columns, std::vector<table::Projection> projections) {
            open.tree.add_columns(std::move(columns), std::move(projections));
          },
          release(), nb::arg("columns"), nb::arg("projections"))
      .def_prop_ro("columns", [](const OpenTableWriter& open) { return open.tree.schema().columns; })
      .def_prop_ro("compression", [](const OpenTableWriter& open) { return open.tree.compression().code(); })
      .def_prop_ro("saved_entries", [](const OpenTableWriter& open) { return open.tree.saved_entries(); })
      .def("report", [](const OpenTableWriter& open) { return open.tree.report(); }, release());
}

void bind_objects_of_writer(nb::class_<OpenWriter>& writer) {
  using release = nb::call_guard<Unlocked>;
  writer.def("keys", &keys_of, release(), nb::arg("directory"))
      .def(
          "make_directory", [](OpenWriter& open, const std::string& path) { open.writer->make_directory(path); },
          release(), nb::arg("path"))
      .def(
          "remove", [](OpenWriter& open, const std::string& path) { open.writer->remove(path); }, release(),
          nb::arg("path"))
      .def("put", &put<hist::Histogram>, release(), nb::arg("path"), nb::arg("value"))
      .def("put", &put<hist::SparseHistogram>, release(), nb::arg("path"), nb::arg("value"))
      .def("put", &put<hist::Graph>, release(), nb::arg("path"), nb::arg("value"))
      .def("put", &put<hist::Efficiency>, release(), nb::arg("path"), nb::arg("value"))
      .def("put", &put<hist::Function>, release(), nb::arg("path"), nb::arg("value"))
      .def("put", &put<hist::FitResult>, release(), nb::arg("path"), nb::arg("value"))
      .def("put", &put<std::string>, release(), nb::arg("path"), nb::arg("value"))
      .def("put_object", &put_object, nb::arg("path"), nb::arg("object"), nb::arg("title"), nb::arg("classes"),
           nb::arg("buffers"),
           nb::sig("def put_object(self, path: str, object: ColumnSpec, title: str, "
                   "classes: collections.abc.Sequence[ClassSpec], "
                   "buffers: collections.abc.Sequence[numpy.typing.NDArray[typing.Any]]) -> None"))
      .def_prop_rw(
          "compression", [](const OpenWriter& open) { return open.writer->compression().code(); },
          [](OpenWriter& open, int code) { open.writer->set_compression(compression::Settings::from_code(code)); },
          release())
      .def(
          "checkpoint", [](OpenWriter& open) { open.writer->checkpoint(); }, release())
      .def(
          "close", [](OpenWriter& open) { open.writer->close(); }, release())
      .def(
          "trace",
          [](OpenWriter& open, std::shared_ptr<TraceRecorder> recorder) { open.writer->trace(std::move(recorder)); },
          release(), nb::arg("recorder").none())
      .def(
          "status", [](const OpenWriter& open) { return open.writer->status(); }, release())
      .def_prop_ro("size", [](const OpenWriter& open) { return open.writer->size(); })
      .def_prop_ro("memory_peak", [](const OpenWriter& open) { return open.writer->budget().peak(); });
}

}  // namespace

void bind_writer(nb::module_& module) {
  bind_reports(module);
  bind_context(module);
  bind_parallel_tree(module);
  using release = nb::call_guard<Unlocked>;
  nb::class_<OpenWriter> writer(module, "ParallelWriter", "Writes one file with any number of threads.");
  writer
      .def_static("create", &create, nb::arg("path"), nb::arg("compression"), nb::arg("memory_budget"),
                  nb::arg("reproducible"), nb::arg("checkpoint_bytes"), nb::arg("checkpoint_milliseconds"),
                  nb::arg("fsync"), nb::arg("session").none(),
                  nb::sig("def create(path: str | os.PathLike[str], compression: int, memory_budget: int, "
                          "reproducible: bool, checkpoint_bytes: int, checkpoint_milliseconds: int, "
                          "fsync: bool, session: Session | None) -> ParallelWriter"))
      .def("add_table", &add_table, nb::arg("path"), nb::arg("title"), nb::arg("columns"), nb::arg("classes"),
           nb::arg("format"), nb::arg("order"), nb::arg("cluster_bytes"), nb::arg("cluster_entries"),
           nb::arg("basket_bytes"), nb::arg("projections"), nb::arg("page_checksums"),
           nb::arg("hand_over") = write::HandOver::gathered, nb::arg("when_full") = write::WhenFull::write_smaller,
           nb::arg("new_cycle") = false, nb::arg("compression").none() = nb::none())
      .def(
          "finish", [](OpenWriter& open, const OpenTableWriter& tree) { open.writer->finish(tree.tree); }, release(),
          nb::arg("tree"))
      .def("withdraw", &withdraw, release(), nb::arg("tree"), nb::arg("context"))
      .def_static("update", &update, nb::arg("path"), nb::arg("compression").none(), nb::arg("memory_budget"),
                  nb::arg("reproducible"), nb::arg("checkpoint_bytes"), nb::arg("checkpoint_milliseconds"),
                  nb::arg("overwrite_leftovers"), nb::arg("fsync"), nb::arg("session").none(),
                  nb::sig("def update(path: str | os.PathLike[str], compression: int | None, memory_budget: int, "
                          "reproducible: bool, checkpoint_bytes: int, checkpoint_milliseconds: int, "
                          "overwrite_leftovers: bool, fsync: bool, session: Session | None) -> ParallelWriter"))
      .def("open_table", &open_table, nb::arg("path"), nb::arg("order"), nb::arg("cluster_bytes"),
           nb::arg("cluster_entries"), nb::arg("basket_bytes"), nb::arg("hand_over") = write::HandOver::gathered,
           nb::arg("when_full") = write::WhenFull::write_smaller);
  bind_objects_of_writer(writer);
}

}  // namespace ramet::bindings
