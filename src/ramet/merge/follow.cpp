#include "ramet/merge/follow.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <system_error>
#include <thread>

#include "ramet/file/file_reader.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/merge/internal/input_order.hpp"

namespace ramet::inline v1::merge {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// How long a stop may go unnoticed.
constexpr milliseconds nap{50};

/// Why a file is not finished, or nothing.
std::string obstacle_of(const std::filesystem::path& path) {
  try {
    const auto reader = file::FileReader::open(io::open_local(path));
    const std::uint64_t end = reader->header().end;
    const std::uint64_t size = reader->source().size();
    if (end != size) return fmt::format("it ends at byte {} by its header, but has {} bytes", end, size);
    return reader->is_recovered() ? "it was not closed" : "";
  } catch (const Error& error) {
    return error.what();
  }
}

/// Looks at a folder again and again. Threads: one thread.
class Watch {
 public:
  Watch(LiveMerge& live, const std::filesystem::path& folder) : live_(live), folder_(folder) {}

  /// Add what is finished. `settle` is how long it must have been. A file waits for those before it that were found
  /// with it, so that their order is that of their names whichever of them was written last.
  void look(milliseconds settle) {
    const Clock::time_point now = Clock::now();
    const auto file_now = std::filesystem::file_time_type::clock::now();
    std::set<Clock::time_point> waiting;  // when files that have not settled were found
    for (const std::string& path : files()) {
      Seen* const seen = update(path, now);
      if (seen == nullptr || seen->is_done) continue;
      const bool is_settled = now - seen->since >= settle || file_now - seen->modified >= settle;
      if (is_settled && !waiting.contains(seen->since))
        try_to_add(path, *seen);
      else
        waiting.insert(seen->since);
    }
  }

  Clock::time_point last_change() const noexcept { return last_change_; }
  /// Since when files wait for a checkpoint.
  std::optional<Clock::time_point>& waiting_since() noexcept { return waiting_since_; }

  std::vector<UnmergedFile> unmerged() const {
    std::vector<UnmergedFile> unmerged;
    for (const auto& [path, seen] : seen_)
      if (!seen.why.empty()) unmerged.push_back({path, seen.why});
    return unmerged;
  }

 private:
  using FileTime = std::filesystem::file_time_type;

  /// A file, as it was when it was looked at.
  struct Seen {
    std::uint64_t size = ~std::uint64_t{0};
    FileTime modified;
    Clock::time_point since;
    bool is_done = false;
    std::string why;  // it is not merged; empty if it is
  };

  std::vector<std::string> files() const {
    std::vector<std::string> files;
    std::error_code error;
    for (std::filesystem::directory_iterator entries(folder_, error), end; !error && entries != end;
         entries.increment(error)) {
      std::error_code ignored;
      const std::filesystem::path& path = entries->path();
      if (path.extension() != ".root" || !entries->is_regular_file(ignored)) continue;
      const bool is_output =
          path.filename() == live_.output().filename() && std::filesystem::equivalent(path, live_.output(), ignored);
      if (!is_output) files.push_back(path.string());
    }
    if (error)
      detail::fail(std::filesystem::exists(folder_) ? ErrorKind::io : ErrorKind::file_missing,
                   "folder '{}' cannot be read: {}", folder_.string(), error.message());
    return internal::in_order(std::move(files), InputOrder::natural);
  }

  /// What is known of a file after a look at `now`, or null if it was removed meanwhile.
  Seen* update(const std::string& path, Clock::time_point now) {
    std::error_code error;
    const std::uint64_t size = std::filesystem::file_size(path, error);
    const auto modified = error ? FileTime{} : std::filesystem::last_write_time(path, error);
    if (error) return nullptr;
    Seen& seen = seen_[path];
    if (seen.size != size || seen.modified != modified) {
      seen = {size, modified, now, false, "it was not looked at"};
      last_change_ = now;
    }
    return &seen;
  }

  void try_to_add(const std::string& path, Seen& seen) {
    seen.is_done = true;  // until it changes
    const LiveMerge::Known known = live_.knows(path);
    seen.why = known == LiveMerge::Known::changed ? "it has changed since it was merged" : "";
    if (known != LiveMerge::Known::no) return;
    seen.why = obstacle_of(path);
    if (!seen.why.empty()) return;
    try {
      if (live_.add(path) && !waiting_since_) waiting_since_ = Clock::now();
    } catch (const InputError& error) {
      seen.why = error.what();
    }
  }

  LiveMerge& live_;
  std::filesystem::path folder_;
  std::map<std::string, Seen> seen_;
  Clock::time_point last_change_ = Clock::now();
  std::optional<Clock::time_point> waiting_since_;
};

}  // namespace

FollowReport follow(LiveMerge& live, const std::filesystem::path& folder, const FollowOptions& options,
                    FunctionRef<void(const LiveReport&)> on_checkpoint) {
  Watch watch(live, folder);
  std::uint64_t checkpoints = live.report().checkpoints;
  const auto tell = [&] {
    const LiveReport report = live.report();
    if (report.checkpoints > checkpoints) on_checkpoint(report);
    checkpoints = report.checkpoints;
  };
  const auto checkpoint = [&] {
    watch.waiting_since().reset();
    try {
      live.checkpoint();
    } catch (const RefusedError&) {
      return tell();  // the report has the files
    }
    tell();
  };
  FollowReport report;
  for (bool is_last = false; !is_last;) {
    const bool has_ended = !options.end_file.empty() && std::filesystem::exists(options.end_file);
    const bool is_idle = options.until_idle && Clock::now() - watch.last_change() >= *options.until_idle;
    report.is_stopped = options.stop.stop_requested();
    is_last = has_ended || is_idle || report.is_stopped;
    if (!report.is_stopped) watch.look(is_last ? milliseconds(0) : options.settle);
    tell();
    const auto since = watch.waiting_since();
    if (is_last || (since && Clock::now() - *since >= options.checkpoint)) checkpoint();
    const auto next = Clock::now() + options.poll;
    while (!is_last && Clock::now() < next && !options.stop.stop_requested())
      std::this_thread::sleep_for(std::min<Clock::duration>(nap, options.poll));
  }
  report.merge = live.report();
  report.unmerged = watch.unmerged();
  return report;
}

}  // namespace ramet::inline v1::merge
