#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ramet/dataset/session.hpp"
#include "ramet/frame/source.hpp"
#include "ramet/write/parallel_writer.hpp"

namespace ramet::inline v1::frame {

/// What a snapshot takes along from the files that its frame reads: other trees and ntuples, which of several files
/// become one, in the order of the files; histograms, which are added; and other objects, which are copied, once if all
/// files have the same, else as cycles. Threads: const-safe.
class Along {
 public:
  /// Find the objects whose paths a pattern names, as "Runs", "dir/*" or "*"; of several cycles the newest. The table
  /// that the source reads and directories are left out. The session must outlive it. Throws Error(not_found), with
  /// similar names, for a pattern that names nothing, and Error(unsupported), naming it, for what cannot be written:
  /// columns of a table that cannot be read.
  Along(const dataset::Session& session, const Source& source, std::span<const std::string> patterns);
  ~Along();

  /// The paths of what is taken along, in the order of the first file.
  std::vector<std::string> paths() const;
  /// Write all of it. Throws Error(misuse) for histograms that cannot be added and when a name is in use, and as
  /// reading and writing do; messages name file and object.
  void write(write::ParallelWriter& to, const ReadOptions& options) const;

 private:
  struct Object;
  void find(const Source& source, std::span<const std::string> patterns);

  const dataset::Session& session_;
  std::vector<Object> objects_;
};

}  // namespace ramet::inline v1::frame
