#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>

#include "ramet/array/array.hpp"
#include "ramet/dataset/dataset.hpp"
#include "ramet/dataset/session.hpp"
#include "ramet/file/file_reader.hpp"
#include "ramet/ntuple/ntuple_reader.hpp"
#include "ramet/object/object_graph.hpp"
#include "ramet/tree/tree_reader.hpp"

// Types and functions that the files of this folder share. Each file binds one module of the library; the Python
// package built on it is python/ramet.

namespace ramet::bindings {

namespace nb = nanobind;

/// A file and the session whose executor its reads use. Threads: immutable.
struct OpenFile {
  std::shared_ptr<const dataset::Session> session;
  std::shared_ptr<const dataset::File> file;
};

/// A tree and the session whose executor its reads use. Threads: immutable.
struct OpenTree {
  std::shared_ptr<const dataset::Session> session;
  std::shared_ptr<const dataset::File> file;
  std::shared_ptr<const tree::TreeReader> reader;
};

/// A record that is read when it is first asked for, and kept from then on. Threads: const-safe.
class KeptRecord {
 public:
  const file::Record& get(const OpenFile& open, const file::Key& key) const {
    std::call_once(once_, [&] { record_ = open.file->reader().read_record(key); });
    return record_;
  }

 private:
  mutable std::once_flag once_;
  mutable file::Record record_;  // NOLINT(ramet-mutable): written once, behind once_
};

/// What the record of a key contains, and where to read that record again: figures inside are read from it. Threads:
/// const-safe.
struct OpenGraph {
  OpenGraph(OpenFile from, file::Key at, object::ObjectGraph read)
      : open(std::move(from)), key(std::move(at)), graph(std::move(read)) {}

  OpenFile open;
  file::Key key;
  object::ObjectGraph graph;
  KeptRecord record;
};

/// A value of an object in Python: None, bool, int, float, str, Array, list, Object or Unread.
nb::object to_python(const std::shared_ptr<const OpenGraph>& graph, const object::Value& value);

/// An ntuple and the session whose executor its reads use. Threads: immutable.
struct OpenNTuple {
  std::shared_ptr<const dataset::Session> session;
  std::shared_ptr<const dataset::File> file;
  std::shared_ptr<const ntuple::NTupleReader> reader;
};

/// A dataset and its session. Threads: const-safe.
struct OpenDataset {
  OpenDataset(std::shared_ptr<const dataset::Session> from, std::vector<dataset::FileAndObject> places,
              const dataset::DatasetOptions& options)
      : session(std::move(from)), dataset(*session, std::move(places), options) {}

  std::shared_ptr<const dataset::Session> session;
  dataset::Dataset dataset;
};

void bind_core(nb::module_& module);
void bind_trace(nb::module_& module);
void bind_array(nb::module_& module);
void bind_arrow(nb::module_& module);
void bind_file(nb::module_& module);
void bind_object(nb::module_& module);
void bind_dataset(nb::module_& module);
void bind_tree(nb::module_& module);
void bind_ntuple(nb::module_& module);
void bind_hist(nb::module_& module);
void bind_figures(nb::module_& module);
void bind_schema(nb::module_& module);
void bind_writer(nb::module_& module);
void bind_processes(nb::module_& module);
void bind_random(nb::module_& module);
void bind_draw(nb::module_& module);
void bind_expr(nb::module_& module);
void bind_frame(nb::module_& module);
void bind_formula(nb::module_& module);
void bind_drawing(nb::module_& module);
void bind_native_functions(nb::module_& module);
void bind_booked(nb::module_& module);
void bind_dataframe(nb::module_& module);
void bind_recovery(nb::module_& module);
void bind_tune(nb::module_& module);
void bind_compare(nb::module_& module);
void bind_keys(nb::module_& module);
void bind_live(nb::module_& module);
void bind_merge(nb::module_& module);

}  // namespace ramet::bindings
