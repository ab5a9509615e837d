#pragma once

#include <memory>

#include "ramet/dataset/session.hpp"
#include "ramet/write/parallel_writer.hpp"

// Types that the bindings for writing share.

namespace ramet::bindings {

/// A file being written. It owns the session, whose executor encodes. Threads: any.
struct OpenWriter {
  std::shared_ptr<dataset::Session> session;  // null: filling threads encode alone
  std::unique_ptr<write::ParallelWriter> writer;
};

/// A tree being written. Threads: any.
struct OpenTableWriter {
  std::shared_ptr<dataset::Session> session;
  write::TableWriter tree;
};

}  // namespace ramet::bindings
