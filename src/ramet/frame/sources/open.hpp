#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/dataset/session.hpp"
#include "ramet/frame/frame.hpp"
#include "ramet/frame/source.hpp"
#include "ramet/front/table.hpp"
#include "ramet/schedule/executor.hpp"

namespace ramet::inline v1::frame {

/// A frame of the trees or ntuples of a place like "run*.root:Events", in order of the files' names; files with one
/// table need no name of it:
///
///   const auto events = ramet::open_frame("run*.root:Events");
///   const auto spectrum = events.filter("nMuon == 2").histogram("MET_pt", {100, 0, 200});
///
/// Without a session it has one of its own, on all cores; frames and files that share one share its threads, except for
/// files of servers (executor_for). Throws as Dataset.
Frame open_frame(std::string_view place, FrameOptions options = {},
                 std::shared_ptr<const dataset::Session> session = nullptr);
/// The same of several places, one behind the other.
Frame open_frame(const std::vector<std::string>& places, FrameOptions options = {},
                 std::shared_ptr<const dataset::Session> session = nullptr);

/// A source with the masks that its first file has for the table, if it was written as a snapshot with variations:
/// where an entry did not pass, its columns are missing, as for ROOT. Throws Error(corrupt).
Source with_masks_of_files(const Source& source, const dataset::Session& session);

/// The executor that computes frames of a source: the session's. Threads that read files of servers mostly wait, so if
/// the session chooses how many there are, these files get at least 16. It keeps the session.
std::shared_ptr<schedule::Executor> executor_for(const Source& source,
                                                 const std::shared_ptr<const dataset::Session>& session);

/// A frame of a table of an open file, or of joined ones. It keeps the file open, and has the threads of its session,
/// or more for a file of a server (executor_for).
Frame frame_of(const front::Table& table, FrameOptions options = {});

}  // namespace ramet::inline v1::frame

namespace ramet::inline v1 {
using frame::frame_of;
using frame::open_frame;
}  // namespace ramet::inline v1
