#include <span>
#include <string>
#include <utility>
#include <vector>

#include "../hist/figures.hpp"
#include "internal/file_text.hpp"
#include "internal/interpreter_lock.hpp"
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "ramet/file/file_reader.hpp"
#include "ramet/io/detail/distant/stamped.hpp"
#include "ramet/schema/streamer_info.hpp"

namespace ramet::bindings {
namespace {

std::string uuid_of(const file::FileHeader& header) {
  std::string text;
  for (std::size_t byte = 0; byte < header.uuid.size(); ++byte) {
    if (byte == 4 || byte == 6 || byte == 8 || byte == 10) text += '-';
    text += fmt::format("{:02x}", static_cast<unsigned>(header.uuid[byte]));
  }
  return text;
}

/// Size and time of modification, or what a server tells.
std::string stamp_of(const OpenFile& open) { return io::stamp_of(open.file->reader().source()); }

std::vector<file::Key> keys_of(const OpenFile& open, std::string_view path) {
  return open.file->reader().directory(path).keys;
}

std::vector<std::pair<std::string, file::Key>> keys_below(const OpenFile& open, std::string_view path) {
  std::vector<std::pair<std::string, file::Key>> keys;
  for (file::PlacedKey& placed : open.file->reader().keys_below(path))
    keys.emplace_back(std::move(placed.path), std::move(placed.key));
  return keys;
}

std::vector<schema::StreamerInfo> streamer_infos(const OpenFile& open) {
  const std::span<const schema::StreamerInfo> infos = open.file->streamer_infos().all();
  return {infos.begin(), infos.end()};
}

void bind_streamer_infos(nb::module_& module) {
  using schema::StreamerElement, schema::StreamerInfo;
  nb::class_<StreamerElement>(module, "StreamerElement", "A member or base of a class, as a file describes it.")
      .def_ro("element_class", &StreamerElement::element_class)
      .def_ro("name", &StreamerElement::name)
      .def_ro("title", &StreamerElement::title)
      .def_ro("type_name", &StreamerElement::type_name)
      .def_ro("type", &StreamerElement::type)
      .def_ro("size", &StreamerElement::size)
      .def_ro("array_length", &StreamerElement::array_length)
      .def_ro("base_version", &StreamerElement::base_version);
  nb::class_<StreamerInfo>(module, "StreamerInfo", "One version of a class, as a file describes it.")
      .def_ro("class_name", &StreamerInfo::class_name)
      .def_ro("title", &StreamerInfo::title)
      .def_ro("version", &StreamerInfo::version)
      .def_ro("checksum", &StreamerInfo::checksum)
      .def_ro("elements", &StreamerInfo::elements);
}

}  // namespace

void bind_file(nb::module_& module) {
  using file::Key;
  bind_streamer_infos(module);
  nb::class_<Key>(module, "Key", "The head of a record: name, class, sizes and position.")
      .def_ro("name", &Key::name)
      .def_ro("title", &Key::title)
      .def_ro("class_name", &Key::class_name)
      .def_ro("cycle", &Key::cycle)
      .def_ro("record_size", &Key::record_size)
      .def_ro("object_size", &Key::object_size)
      .def_ro("seek", &Key::seek)
      .def_prop_ro("is_directory", &Key::is_directory)
      .def_prop_ro("is_ntuple", [](const Key& key) { return ntuple::is_ntuple_class(key.class_name); })
      .def_prop_ro("is_tree", [](const Key& key) { return tree::is_tree_class(key.class_name); });

  nb::class_<OpenFile>(module, "File", "An open file.")
      .def_prop_ro("name", [](const OpenFile& open) { return open.file->name(); })
      .def_prop_ro("version", [](const OpenFile& open) { return open.file->reader().header().version; })
      .def_prop_ro("compression", [](const OpenFile& open) { return open.file->reader().header().compression; })
      .def_prop_ro("is_recovered", [](const OpenFile& open) { return open.file->reader().is_recovered(); })
      .def_prop_ro("uuid", [](const OpenFile& open) { return uuid_of(open.file->reader().header()); })
      .def_prop_ro("stamp", &stamp_of, "A text that is another one for other contents, as far as can be told.")
      .def("directory", &keys_of, nb::arg("path"), nb::call_guard<Unlocked>(),
           "The keys of a directory, '' for the root.")
      .def("keys_below", &keys_below, nb::arg("path"), nb::call_guard<Unlocked>(),
           "The keys of a directory and its subdirectories, with their paths relative to it.")
      .def(
          "key", [](const OpenFile& open, std::string_view path) { return open.file->reader().key(path); },
          nb::arg("path"), nb::call_guard<Unlocked>(), "The key at a path.")
      .def(
          "tree",
          [](const OpenFile& open, const Key& key) { return OpenTree{open.session, open.file, open.file->tree(key)}; },
          nb::arg("key"), nb::call_guard<Unlocked>(), "Open the tree of a key.")
      .def(
          "ntuple",
          [](const OpenFile& open, const Key& key) {
            return OpenNTuple{open.session, open.file, open.file->ntuple(key)};
          },
          nb::arg("key"), nb::call_guard<Unlocked>(), "Open the ntuple of a key.")
      .def(
          "object",
          [](const OpenFile& open, const Key& key) {
            const auto opened = [&] {
              const Unlocked unlocked;
              return std::make_shared<const OpenGraph>(open, key, open.file->object(key));
            }();
            return to_python(opened, opened->graph.root());
          },
          nb::arg("key"), nb::sig("def object(self, key: Key) -> typing.Any"), "Read the object of a key.")
      .def(
          "array", [](const OpenFile& open, const Key& key) { return open.file->array(key); }, nb::arg("key"),
          nb::call_guard<Unlocked>(), "Read the object of a key as an array of length 1.")
      .def("streamer_infos", &streamer_infos, "The classes that the file describes, by name and version.")
      .def("is_figure", &is_figure, nb::arg("key"), "Whether a key has a histogram, graph or function.")
      .def("figure", &read_figure, nb::arg("key"), nb::call_guard<Unlocked>(),
           "Read the histogram, graph or function of a key.");
}

}  // namespace ramet::bindings
