#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "ramet/core/function_ref.hpp"
#include "ramet/core/stop.hpp"
#include "ramet/merge/live.hpp"

namespace ramet::inline v1::merge {

/// Options of `follow`. Threads: a value.
struct FollowOptions {
  std::chrono::milliseconds poll{500};           ///< how often the folder is looked at
  std::chrono::milliseconds settle{2000};        ///< how long a file must have stayed as it is
  std::chrono::milliseconds checkpoint{10'000};  ///< at most so long after a file was added it is in the output
  std::optional<std::chrono::milliseconds> until_idle = std::nullopt;  ///< end when nothing changed for so long
  std::filesystem::path end_file = {};  ///< end when this file exists; empty: there is none
  StopToken stop = {};                  ///< end, too
};

/// A file of the folder that was not merged. Threads: a value.
struct UnmergedFile {
  std::string file;
  std::string reason;
};

/// What `follow` has done. Threads: a value.
struct FollowReport {
  LiveReport merge;
  std::vector<UnmergedFile> unmerged;  ///< files that were not finished, or changed after they were merged
  bool is_stopped = false;             ///< by the token
};

/// Add the files "*.root" of a folder to a live merge as they are finished, in the natural order of names among those
/// that are found at one time, and make checkpoints. Files count as finished when they can be opened as closed ROOT
/// files whose size is that of their header, and have stayed as they are for `settle`; at the end, or when the end file
/// exists, the time does not matter. Files that the live merge has are not added again. `on_checkpoint` is called after
/// each checkpoint. Ends with a checkpoint, also on a stop. Errors of files are in the report, not thrown. Throws
/// Error(file_missing) without the folder, and as LiveMerge::checkpoint for errors of the output.
FollowReport follow(
    LiveMerge& live, const std::filesystem::path& folder, const FollowOptions& options = {},
    FunctionRef<void(const LiveReport&)> on_checkpoint = [](const LiveReport&) {});

}  // namespace ramet::inline v1::merge
