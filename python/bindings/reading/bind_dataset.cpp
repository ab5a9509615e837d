#include <chrono>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "internal/arrays.hpp"
#include "internal/damage_warning.hpp"
#include "internal/file_text.hpp"
#include "internal/interpreter_lock.hpp"
#include "internal/signal_watch.hpp"
#include "reading/python_opener.hpp"
#include <nanobind/ndarray.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "ramet/core/error.hpp"
#include "ramet/dataset/dataset.hpp"
#include "ramet/dataset/detail/sound_columns.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/io/detail/url.hpp"

namespace ramet::bindings {
namespace {

using dataset::Column;
using dataset::Dataset;
using dataset::Session;
using Names = std::vector<std::string>;

dataset::ReadOptions read_options(const OpenDataset& open, SignalWatch& watch) {
  return {.executor = open.session->executor(), .stop = watch.stop(), .progress = &watch};
}

/// How files of servers are read; waiting for them ends with Ctrl-C. Times are in seconds.
remote::RemoteOptions remote_options(double connect_timeout, double stall_timeout, std::size_t retries,
                                     double retry_delay, std::uint64_t most_whole_bytes, std::string bearer_token,
                                     std::optional<nb::callable> opener) {
  const auto time_of = [](double seconds) {
    return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
  };
  remote::RemoteOptions options;
  options.connect_timeout = time_of(connect_timeout);
  options.stall_timeout = time_of(stall_timeout);
  options.retries = retries;
  options.retry_delay = time_of(retry_delay);
  options.most_whole_bytes = most_whole_bytes;
  options.bearer_token = std::move(bearer_token);
  options.while_waiting = look_for_signals;
  if (opener) options.opener = opener_of(std::move(*opener));
  return options;
}

/// A friend from Python: name, dataset, index or none, columns, and the handling of entries without partner.
using PythonFriend =
    std::tuple<std::string, std::shared_ptr<OpenDataset>, std::optional<std::shared_ptr<dataset::Index>>, std::string,
               std::string, dataset::Unmatched>;

std::shared_ptr<OpenDataset> open_dataset(const std::shared_ptr<Session>& session,
                                          const std::vector<std::tuple<std::string, std::string>>& places,
                                          dataset::MissingTree missing_tree, dataset::MissingColumn missing_column,
                                          std::map<std::string, double> defaults, dataset::SchemaFrom schema,
                                          std::vector<PythonFriend> friends) {
  std::vector<dataset::FileAndObject> files;
  for (const auto& [file, object] : places) files.push_back({file, object});
  dataset::DatasetOptions options{.missing_tree = missing_tree,
                                  .missing_column = missing_column,
                                  .defaults = std::move(defaults),
                                  .schema = schema};
  for (auto& [name, other, index, major, minor, unmatched] : friends) {
    if (other == nullptr) detail::fail(ErrorKind::misuse, "friend '{}' is not a dataset", name);
    const Dataset* const shared = &other->dataset;
    options.friends.push_back({name, {std::move(other), shared}, index.value_or(nullptr), major, minor, unmatched});
  }
  return std::make_shared<OpenDataset>(session, std::move(files), options);
}

std::vector<std::tuple<std::string, std::string>> places_of(std::string_view text, std::string_view object) {
  std::vector<std::tuple<std::string, std::string>> places;
  for (const dataset::FileAndObject& place : dataset::places_of(text, object))
    places.emplace_back(place.file, place.object);
  return places;
}

/// Read columns with `read`. Damaged members are left out, with a warning.
template <class Read>
Arrays read_columns(const OpenDataset& open, const Names& names, const Read& read) {
  std::vector<dataset::DamagedColumn> damaged;
  auto columns = run_unlocked([&](SignalWatch& watch) {
    const dataset::ReadOptions options = read_options(open, watch);
    try {
      return read(names, options);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::corrupt) throw;
    }
    const auto read_one = [&](const std::string& name) { return std::move(read(Names{name}, options).front()); };
    return dataset::read_sound(names, open.dataset.columns(), read_one, damaged);
  });
  for (const dataset::DamagedColumn& one : damaged) warn_of_damage("column", one.name, one.reason);
  return columns;
}

Arrays read(const OpenDataset& open, const Names& names, std::uint64_t first, std::uint64_t last) {
  return read_columns(open, names, [&](const Names& some, const dataset::ReadOptions& options) {
    return open.dataset.read(some, EntryRange{{first}, {last}}, options);
  });
}

Arrays read_all(const OpenDataset& open, const Names& names) {
  return read_columns(open, names, [&](const Names& some, const dataset::ReadOptions& options) {
    return open.dataset.read(some, options);
  });
}

OpenFile open_bytes(const std::shared_ptr<Session>& session, const nb::bytes& contents, const std::string& name) {
  bytes::Buffer copy(contents.size());
  std::memcpy(copy.data(), contents.data(), contents.size());
  const Unlocked release;
  return OpenFile{session, session->open(io::source_of(std::move(copy), name))};
}

using EntryNumbers = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

Arrays read_entries(const OpenDataset& open, const Names& names, const EntryNumbers& entries) {
  const auto selection = dataset::selection_of({entries.data(), entries.size()});
  return read_columns(open, names, [&](const Names& some, const dataset::ReadOptions& options) {
    return open.dataset.read(some, selection, options);
  });
}

std::shared_ptr<dataset::Index> make_index(const OpenDataset& open, const std::string& major,
                                           const std::string& minor) {
  return std::make_shared<dataset::Index>(*run_unlocked(
      [&](SignalWatch& watch) { return dataset::make_index(open.dataset, major, minor, read_options(open, watch)); }));
}

void bind_choices(nb::module_& module) {
  nb::enum_<dataset::MissingTree>(module, "MissingTree", "How files without the tree are handled.")
      .value("error", dataset::MissingTree::error)
      .value("skip", dataset::MissingTree::skip);
  nb::enum_<dataset::MissingColumn>(module, "MissingColumn", "How files whose tree lacks a column are handled.")
      .value("error", dataset::MissingColumn::error)
      .value("fill", dataset::MissingColumn::fill);
  nb::enum_<dataset::SchemaFrom>(module, "SchemaFrom", "Which files determine the columns and their types.")
      .value("first_file", dataset::SchemaFrom::first_file)
      .value("all_files", dataset::SchemaFrom::all_files);
  nb::enum_<dataset::Unmatched>(module, "Unmatched", "How entries without partner in a friend are handled.")
      .value("error", dataset::Unmatched::error)
      .value("fill", dataset::Unmatched::fill)
      .value("option", dataset::Unmatched::option);
}

void bind_columns(nb::module_& module) {
  nb::class_<Column>(module, "DatasetColumn", "One column of a dataset.")
      .def_ro("name", &Column::own_name)
      .def_ro("path", &Column::name)
      .def_ro("type_name", &Column::type_name)
      .def_prop_ro("type", [](const Column& column) { return column.type.value_or(array::Type()); })
      .def_prop_ro("is_readable", &Column::is_readable)
      .def_ro("is_group", &Column::is_group)
      .def_ro("is_nested", &Column::is_nested)
      .def_ro("reason", &Column::reason)
      .def_ro("num_entries", &Column::entries)
      .def_ro("compressed_bytes", &Column::compressed_bytes)
      .def_ro("uncompressed_bytes", &Column::uncompressed_bytes);
  nb::class_<dataset::Index>(module, "Index", "Finds the entry with a pair of numbers.")
      .def("__len__", &dataset::Index::size);
}

void bind_open_dataset(nb::module_& module) {
  nb::class_<OpenDataset>(module, "Dataset", "Many files as one table.")
      .def_prop_ro("num_files", [](const OpenDataset& open) { return open.dataset.file_count(); })
      .def_prop_ro(
          "columns", [](const OpenDataset& open) { return open.dataset.columns(); }, "All columns, in stored order.")
      .def(
          "num_entries",
          [](const OpenDataset& open) {
            return run_unlocked([&](SignalWatch& watch) { return open.dataset.entries(read_options(open, watch)); });
          },
          "The number of entries of all files; opens files that were not opened before.")
      .def(
          "entries_of",
          [](const OpenDataset& open, std::uint64_t first, std::uint64_t last) {
            return run_unlocked(
                [&](SignalWatch& watch) { return open.dataset.entries({first}, {last}, read_options(open, watch)); });
          },
          nb::arg("first"), nb::arg("last"), "The number of entries of the files [first, last).")
      .def(
          "cluster_starts",
          [](const OpenDataset& open) {
            return run_unlocked(
                [&](SignalWatch& watch) { return open.dataset.cluster_starts(read_options(open, watch)); });
          },
          "The first entry of each cluster in all files, then the number of entries.")
      .def("read", &read, nb::arg("names"), nb::arg("first"), nb::arg("last"),
           "Read entries [first, last) of some columns.")
      .def("read_all", &read_all, nb::arg("names"), "Read all entries of some columns.")
      .def("read_entries", &read_entries, nb::arg("names"), nb::arg("entries"),
           "Read the given entries of some columns.")
      .def("make_index", &make_index, nb::arg("major"), nb::arg("minor"), "Make an index by two integer columns.");
}

}  // namespace

void bind_dataset(nb::module_& module) {
  bind_choices(module);
  bind_columns(module);
  bind_open_dataset(module);
  nb::class_<Session>(module, "Session",
                      "The objects that calls share: the executor and the class layouts seen so far.")
      .def(
          "__init__",
          [](Session* self, std::size_t threads, double connect_timeout, double stall_timeout, std::size_t retries,
             double retry_delay, std::uint64_t most_whole_bytes, std::string bearer_token,
             std::optional<nb::typed<nb::callable, nb::object(std::string)>> opener,
             std::shared_ptr<TraceRecorder> recorder) {
            new (self) Session(dataset::SessionOptions{
                .threads = threads,
                .recorder = std::move(recorder),
                .remote = remote_options(connect_timeout, stall_timeout, retries, retry_delay, most_whole_bytes,
                                         std::move(bearer_token), std::move(opener))});
          },
          nb::arg("threads") = 0, nb::kw_only(), nb::arg("connect_timeout") = 10.0, nb::arg("stall_timeout") = 20.0,
          nb::arg("retries") = 4, nb::arg("retry_delay") = 0.2, nb::arg("most_whole_bytes") = std::uint64_t{64} << 20U,
          nb::arg("bearer_token") = "", nb::arg("opener").none() = nb::none(), nb::arg("recorder").none() = nb::none(),
          "The options after `threads` are of files of servers (ramet/remote/remote_options.hpp), times in seconds; "
          "`opener` opens URLs of other schemes (python_opener.hpp); `recorder` records what is read, if there is one.")
      .def_prop_ro("threads", [](const Session& session) { return session.executor().concurrency(); })
      .def(
          "open",
          [](const std::shared_ptr<Session>& session, const std::filesystem::path& path,
             const std::shared_ptr<TraceRecorder>& recorder) {
            const Unlocked release;
            return OpenFile{session, session->open(path, recorder)};
          },
          nb::arg("path"), nb::arg("recorder").none() = nb::none(),
          nb::sig("def open(self, path: str | os.PathLike[str], recorder: TraceRecorder | None = None) -> File"),
          "Open a file of the local file system or of a server, and record reading from it if there is a recorder.")
      .def("open_bytes", &open_bytes, nb::arg("contents"), nb::arg("name"),
           "Open a file in memory; the contents are copied, and `name` is used in messages.")
      .def("dataset", &open_dataset, nb::arg("places"), nb::arg("missing_tree"), nb::arg("missing_column"),
           nb::arg("defaults"), nb::arg("schema"), nb::arg("friends"), nb::call_guard<Unlocked>(),
           "Open many files, each with the path of its tree, as one table.");
  module.def("places_of", &places_of, nb::arg("text"), nb::arg("object"),
             "The files and object paths of 'run*.root:dir/Events'.");
  module.def("shown_url", &io::shown_url, nb::arg("text"),
             "What messages show of a path or URL: no user, password or query.");
  module.def(
      "split_path",
      [](std::string_view text) {
        const dataset::FileAndObject parts = dataset::split_path(text);
        return std::tuple(parts.file, parts.object);
      },
      nb::arg("text"), "The file and the object path of 'file.root:dir/Events'.");
}

}  // namespace ramet::bindings
