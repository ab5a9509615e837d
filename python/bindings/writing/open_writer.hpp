#pragma once

#include <memory>

#include "ramet/dataset/session.hpp"
#include "ramet/write/parallel_writer.hpp"

// What the bindings of writing share.

namespace ramet::bindings {

/// A file being written. The session's executor encodes, so that it outlives the writer. Threads: any.
struct OpenWriter {
  std::shared_ptr<dataset::Session> session;  // may be empty: the filling thread encodes alone
  std::unique_ptr<write::ParallelWriter> writer;
};

/// A tree being written. Threads: any.
struct OpenTableWriter {
  std::shared_ptr<dataset::Session> session;
  write::TableWriter tree;
};

}  // namespace ramet::bindings
