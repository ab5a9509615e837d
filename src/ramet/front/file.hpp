#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/dataset/session.hpp"
#include "ramet/front/table.hpp"
#include "ramet/object/object_graph.hpp"

namespace ramet::inline v1::front {

/// A ROOT file, open for reading:
///
///   ramet::File file("hits.root");
///   const auto events = file.table("Events");
///   for (const float x : events.read<float>("x")) ...
///
/// Without a session it has one of its own, on all cores; files that share one share its threads and the layouts of
/// their classes. Copies are the same open file. Threads: const-safe.
class File {
 public:
  /// Throws Error(not_found), Error(io), Error(corrupt), naming the file.
  explicit File(const std::filesystem::path& path, std::shared_ptr<const dataset::Session> session = nullptr);

  const std::string& name() const noexcept { return file_->name(); }  ///< its path
  /// The paths of all objects, trees and ntuples, like "dir/Events", without directories; paths with several cycles
  /// occur once. Throws Error(corrupt).
  std::vector<std::string> names() const;
  bool contains(std::string_view path) const;

  /// The tree or ntuple of a path like "dir/Events" or "Events;2". Throws Error(not_found) with similar names,
  /// Error(misuse) for other objects, Error(corrupt).
  Table table(std::string_view path) const;

  /// The object of a path as a C++ value: a described struct, a container, ... Throws as dataset::File::read.
  template <class Value>
  Value read(std::string_view path) const {
    return file_->read<Value>(path);
  }
  /// The object of a path, of any class. Throws as dataset::File::object.
  object::ObjectGraph object(std::string_view path) const { return file_->object(path); }

  /// The lower level: readers of each format, keys, streamer infos.
  const dataset::File& reader() const noexcept { return *file_; }

 private:
  std::shared_ptr<const dataset::Session> session_;
  std::shared_ptr<const dataset::File> file_;
};

}  // namespace ramet::inline v1::front

namespace ramet::inline v1 {
using front::File;
using front::Table;
}  // namespace ramet::inline v1
