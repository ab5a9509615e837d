#pragma once

#include "ramet/dataset/session.hpp"
#include "ramet/frame/actions/snapshot.hpp"

namespace ramet::inline v1::merge {

/// What joins the parts of a snapshot that other processes have written (frame::SnapshotPlace): baskets and pages are
/// moved as they are, small ones are gathered. An existing output is replaced. The session must outlive it. It throws
/// as `merge`, and Error(corrupt) for files that are no parts of one table.
frame::JoinFiles join_files(const dataset::Session& session);

}  // namespace ramet::inline v1::merge
