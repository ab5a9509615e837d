#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/dataset/session.hpp"
#include "ramet/front/table.hpp"
#include "ramet/hist/figure_reader.hpp"
#include "ramet/object/object_graph.hpp"

namespace ramet::inline v1::front {

namespace internal {

template <class Value, class Variant>
inline constexpr bool is_one_of = false;
template <class Value, class... Types>
inline constexpr bool is_one_of<Value, std::variant<Types...>> = (std::is_same_v<Value, Types> || ...);

}  // namespace internal

/// A ROOT file, open for reading:
///
///   ramet::File file("hits.root");
///   const auto events = file.table("Events");
///   for (const float x : events.read<float>("x")) ...
///   const auto mass = file.read<ramet::hist::Histogram>("plots/mass");
///
/// Without a session it has one of its own, on all cores; files that share one share its threads and the layouts of
/// their classes. Copies are the same open file. Threads: const-safe.
class File {
 public:
  /// Throws Error(file_missing), Error(io), Error(corrupt), naming the file.
  explicit File(const std::filesystem::path& path, std::shared_ptr<const dataset::Session> session = nullptr);

  const std::string& name() const noexcept { return file_->name(); }  ///< its path
  /// The paths of all objects, trees and ntuples, like "dir/Events", without directories; paths with several cycles
  /// occur once. Throws Error(corrupt).
  std::vector<std::string> names() const;
  bool contains(std::string_view path) const;

  /// The tree or ntuple of a path like "dir/Events" or "Events;2". Throws Error(not_found) with similar names,
  /// Error(misuse) for other objects, Error(corrupt).
  Table table(std::string_view path) const;

  /// The object of a path as a C++ value: a type of hist::Figure, a described struct, a container, the std::string of a
  /// TObjString, ... Throws as `figure` or dataset::File::read, and Error(misuse) when the object is another kind of
  /// figure.
  template <class Value>
  Value read(std::string_view path) const {
    if constexpr (std::is_same_v<Value, hist::Histogram1D>) {
      return read<hist::Histogram>(path).one_dimensional();
    } else if constexpr (internal::is_one_of<Value, hist::Figure>) {
      hist::Figure found = figure(path);
      if (auto* const value = std::get_if<Value>(&found)) return std::move(*value);
      detail::fail(ErrorKind::misuse,
                   "'{}': '{}' is not of the asked type, it is a {}: `figure` reads it as what it is", name(), path,
                   file_->reader().key(path).class_name);
    } else if constexpr (std::is_same_v<Value, std::string>) {
      return text(path);
    } else {
      return file_->read<Value>(path);
    }
  }
  /// The histogram, profile, graph, efficiency or function of a path. Throws Error(not_found) with similar names,
  /// Error(misuse) for other objects, Error(unsupported) for a layout that is unknown, Error(corrupt).
  hist::Figure figure(std::string_view path) const;
  /// The object of a path, of any class. Throws as dataset::File::object.
  object::ObjectGraph object(std::string_view path) const { return file_->object(path); }

  /// The lower level: readers of each format, keys, streamer infos.
  const dataset::File& reader() const noexcept { return *file_; }

 private:
  std::string text(std::string_view path) const;

  std::shared_ptr<const dataset::Session> session_;
  std::shared_ptr<const dataset::File> file_;
};

}  // namespace ramet::inline v1::front

namespace ramet::inline v1 {
using front::File;
using front::Table;
}  // namespace ramet::inline v1
