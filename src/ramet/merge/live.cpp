#include "ramet/merge/live.hpp"

#include <algorithm>
#include <exception>
#include <set>
#include <system_error>
#include <tuple>
#include <utility>

#include "ramet/core/mutex.hpp"
#include "ramet/file/file_reader.hpp"
#include "ramet/merge/internal/live/group_merge.hpp"
#include "ramet/merge/internal/live/live_note.hpp"

namespace ramet::inline v1::merge {
namespace {

using internal::InputMark;
using internal::WaitingInput;

/// An error names so many files.
constexpr std::size_t most_named = 5;

std::string whole_path(const std::filesystem::path& path) {
  return std::filesystem::absolute(path).lexically_normal().string();
}

/// What tells a finished file from others. Throws Error.
InputMark mark_of_finished(const std::string& path) {
  InputMark mark = internal::mark_of(path);
  const auto reader = file::FileReader::open(io::open_local(path));
  const std::uint64_t end = reader->header().end;
  if (end > reader->source().size())
    detail::fail(ErrorKind::corrupt, "file '{}' ends at byte {} by its header, but has {} bytes", path, end,
                 reader->source().size());
  if (reader->is_recovered()) detail::fail(ErrorKind::corrupt, "file '{}' was not closed", path);
  mark.contents = internal::contents_of(*reader);
  return mark;
}

/// All that was refused, in one text.
std::string text_of(const std::vector<LeftOutFile>& refused) {
  std::set<std::string> files;
  std::string text;
  for (const LeftOutFile& one : refused) {
    if (!files.insert(one.file).second || files.size() > most_named) continue;
    const Difference& difference = one.difference;
    text += fmt::format("{}file '{}': ", text.empty() ? "" : "; ", one.file);
    if (!difference.path.empty())
      text += fmt::format("'{}'{}{}: ", difference.path, difference.part.empty() ? "" : ", ", difference.part);
    text += difference.message;
  }
  if (files.size() > most_named) text += fmt::format("; and {} more", files.size() - most_named);
  return fmt::format("{} not merged: {}", files.size() == 1 ? "1 file was" : fmt::format("{} files were", files.size()),
                     text);
}

}  // namespace

/// What the threads share. Threads: as LiveMerge.
class LiveMerge::State {
 public:
  State(const dataset::Session& session, const std::filesystem::path& output, LiveOptions options)
      : session_(session),
        output_(std::filesystem::absolute(output).lexically_normal()),
        options_(std::move(options)),
        note_(output_) {
    try {
      begin();
    } catch (...) {
      if (!note_.is_of_output()) note_.remove();
      throw;
    }
    const MutexLock lock(mutex_);
    known_.insert(note_.inputs().begin(), note_.inputs().end());
    report_.files = note_.input_count();
  }

  bool add(const std::filesystem::path& given) {
    const std::string path = whole_path(given);
    InputMark mark;
    try {
      std::error_code error;
      if (std::filesystem::equivalent(path, output_, error) && !error)
        detail::fail(ErrorKind::misuse, "the output '{}' cannot be added to itself", path);
      mark = mark_of_finished(path);
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::misuse) throw;
      if (options_.on_bad_input == OnBadInput::stop) throw InputError(error.kind(), error.what(), 0);
      const MutexLock lock(mutex_);
      Difference bad{.kind = DifferenceKind::bad_input, .path = {}, .part = {}, .message = error.what()};
      bad.is_accepted = true;
      report_.left_out.push_back({path, std::move(bad), true});
      return false;
    }
    const MutexLock lock(mutex_);
    require_open();
    if (!known_.insert(mark).second) return false;
    wait_in_line({std::move(mark), nullptr});
    return true;
  }

  void add(std::shared_ptr<const io::ByteSource> file) {
    const std::uint64_t size = file->size();
    const MutexLock lock(mutex_);
    require_open();
    while (memory_ > 0 && memory_ + size > memory_of_files()) merge_or_wait();
    memory_ += size;
    InputMark mark{.path = file->name(), .size = size};
    wait_in_line({std::move(mark), std::move(file)});
  }

  const std::filesystem::path& output() const noexcept { return output_; }

  Known knows(const std::filesystem::path& path) const {
    const InputMark now = internal::mark_of(whole_path(path));
    const MutexLock lock(mutex_);
    const auto [first, last] = known_.equal_range(now.path);
    if (first == last) return Known::no;
    const bool is_same = std::any_of(
        first, last, [&](const InputMark& mark) { return mark.size == now.size && mark.modified == now.modified; });
    return is_same ? Known::same : Known::changed;
  }

  LiveReport checkpoint() {
    const MutexLock lock(mutex_);
    while (is_merging_ || !waiting_.empty()) merge_or_wait();
    const std::vector<LeftOutFile> refused = std::exchange(unreported_, {});
    if (refused.empty()) return report_;
    const bool is_bad = refused.front().difference.kind == DifferenceKind::bad_input;
    throw RefusedError(is_bad ? ErrorKind::corrupt : ErrorKind::unsupported, text_of(refused));
  }

  LiveReport finish() {
    LiveReport report = checkpoint();
    const MutexLock lock(mutex_);
    is_finished_ = true;
    note_.remove();
    return report;
  }

  LiveReport report() const {
    const MutexLock lock(mutex_);
    return report_;
  }

  bool has_made_output() const noexcept { return note_.is_of_output(); }
  void remove_note() noexcept { note_.remove(); }

 private:
  /// Orders files by path, then by what tells them apart.
  struct ByPath {
    using is_transparent = void;
    bool operator()(const InputMark& left, const InputMark& right) const noexcept {
      return std::tie(left.path, left.size, left.modified, left.contents) <
             std::tie(right.path, right.size, right.modified, right.contents);
    }
    bool operator()(const InputMark& left, const std::string& path) const noexcept { return left.path < path; }
    bool operator()(const std::string& path, const InputMark& right) const noexcept { return path < right.path; }
  };

  void begin() {
    if (options_.on_bad_input == OnBadInput::recover)
      detail::fail(ErrorKind::misuse, "a live merge cannot recover files: recover them first, and add the result");
    if (options_.on_difference == OnDifference::split)
      detail::fail(ErrorKind::misuse, "a live merge cannot split tables that differ");
    if (options_.cluster_bytes == 0) detail::fail(ErrorKind::misuse, "clusters of 0 bytes hold nothing");
    if (options_.gather == Gather::always && 8 * options_.cluster_bytes > options_.max_memory)
      detail::fail(ErrorKind::misuse, "clusters of {} bytes need about {} bytes of memory, more than the {} allowed",
                   options_.cluster_bytes, 8 * options_.cluster_bytes, options_.max_memory);
    if (options_.on_unfinished == OnUnfinished::discard) note_.forget();
    if (note_.is_of_output() || !std::filesystem::exists(output_)) return;
    if (options_.on_existing == OnExisting::fail)
      detail::fail(ErrorKind::misuse, "file '{}' exists, and '{}' does not say what it has", output_.string(),
                   internal::note_of(output_).string());
    if (options_.on_existing == OnExisting::replace) return;
    const auto reader = file::FileReader::open(io::open_local(output_));
    static_cast<void>(file::FileWriter::update(io::update_local(output_), *reader));  // throws if it is not closed
    note_.restart(reader->header().uuid);
  }

  void require_open() const RAMET_REQUIRES(mutex_) {
    if (is_finished_) detail::fail(ErrorKind::misuse, "the merge into '{}' is finished", output_.string());
  }

  std::uint64_t memory_of_files() const noexcept { return options_.max_memory / 2; }

  bool is_enough() const RAMET_REQUIRES(mutex_) {
    return waiting_bytes_ >= options_.checkpoint_bytes || waiting_.size() >= options_.checkpoint_files ||
           memory_ >= memory_of_files() / 2;
  }
  /// Whether there is no room for more, while others are merged.
  bool is_full() const RAMET_REQUIRES(mutex_) {
    return memory_ >= memory_of_files() || waiting_.size() >= 2 * options_.checkpoint_files;
  }

  void wait_in_line(WaitingInput input) RAMET_REQUIRES(mutex_) {
    waiting_bytes_ += input.mark.size;
    waiting_.push_back(std::move(input));
    while (!waiting_.empty() && is_enough() && (!is_merging_ || is_full())) merge_or_wait();
  }

  void merge_or_wait() RAMET_REQUIRES(mutex_) {
    if (is_merging_) return changed_.wait(mutex_);
    merge_waiting();
  }

  void merge_waiting() RAMET_REQUIRES(mutex_) {
    if (is_broken_)
      detail::fail(ErrorKind::io, "the last commit to '{}' failed: begin again, which does it by the note",
                   output_.string());
    is_merging_ = true;
    const std::vector<WaitingInput> group = std::exchange(waiting_, {});
    const std::uint64_t bytes = std::exchange(waiting_bytes_, 0);
    mutex_.unlock();
    internal::GroupMerge merge(session_, output_, options_, note_, marks_);
    std::vector<LeftOutFile> left_out;
    std::exception_ptr error;
    try {
      if (!note_.is_of_output()) internal::begin_output(output_, options_, compression_of(group.front()), note_);
      left_out = merge.run(group);
    } catch (...) {
      error = std::current_exception();
    }
    mutex_.lock();
    is_merging_ = false;
    changed_.notify_all();
    if (error) {
      is_broken_ = note_.is_open();
      waiting_.insert(waiting_.begin(), group.begin(), group.end());
      waiting_bytes_ += bytes;
      std::rethrow_exception(error);
    }
    for (const WaitingInput& input : group)
      if (input.source != nullptr) memory_ -= input.mark.size;
    take_in(group, std::move(left_out));
    report_.input_bytes += merge.merged_bytes();
    report_.files = note_.input_count();
    ++report_.checkpoints;
    std::error_code ignored;
    report_.output_bytes = std::filesystem::file_size(output_, ignored);
  }

  /// Report what was left out; files of which nothing was merged can be added again.
  void take_in(const std::vector<WaitingInput>& group, std::vector<LeftOutFile> left_out) RAMET_REQUIRES(mutex_) {
    for (LeftOutFile& one : left_out) {
      if (one.is_refused) {
        for (const WaitingInput& input : group)
          if (input.source == nullptr && input.mark.path == one.file) known_.erase(input.mark);
        const bool is_bad = one.difference.kind == DifferenceKind::bad_input;
        if (is_bad && options_.on_bad_input == OnBadInput::skip)
          one.difference.is_accepted = true;
        else
          unreported_.push_back(one);
      }
      report_.left_out.push_back(std::move(one));
    }
  }

  compression::Settings compression_of(const WaitingInput& input) const {
    try {
      const auto source = input.source ? input.source : io::open_local(input.mark.path);
      return internal::settings_of(file::FileReader::open(source)->header().compression);
    } catch (const Error&) {
      return {};  // the merge finds it bad, too
    }
  }

  const dataset::Session& session_;
  const std::filesystem::path output_;
  const LiveOptions options_;
  internal::LiveNote note_;                   // of the thread that merges, as the next one
  std::vector<internal::PlacedBytes> marks_;  // that are written with the next group
  mutable Mutex mutex_;
  ConditionVariable changed_;
  std::set<InputMark, ByPath> known_ RAMET_GUARDED_BY(mutex_);  // merged or waiting, but not those in memory
  std::vector<WaitingInput> waiting_ RAMET_GUARDED_BY(mutex_);
  std::uint64_t waiting_bytes_ RAMET_GUARDED_BY(mutex_) = 0;
  std::uint64_t memory_ RAMET_GUARDED_BY(mutex_) = 0;  // of files that wait or are being merged
  bool is_merging_ RAMET_GUARDED_BY(mutex_) = false;
  bool is_finished_ RAMET_GUARDED_BY(mutex_) = false;
  bool is_broken_ RAMET_GUARDED_BY(mutex_) = false;  // the note has a group whose writes have failed
  LiveReport report_ RAMET_GUARDED_BY(mutex_);
  std::vector<LeftOutFile> unreported_ RAMET_GUARDED_BY(mutex_);  // that the next checkpoint throws
};

LiveMerge::LiveMerge(const dataset::Session& session, const std::filesystem::path& output, LiveOptions options)
    : state_(std::make_unique<State>(session, output, std::move(options))) {}

LiveMerge::~LiveMerge() {
  if (state_ && !state_->has_made_output()) state_->remove_note();
}

bool LiveMerge::add(const std::filesystem::path& path) { return state_->add(path); }
void LiveMerge::add(std::shared_ptr<const io::ByteSource> file) { state_->add(std::move(file)); }
const std::filesystem::path& LiveMerge::output() const noexcept { return state_->output(); }
LiveMerge::Known LiveMerge::knows(const std::filesystem::path& path) const { return state_->knows(path); }
LiveReport LiveMerge::checkpoint() { return state_->checkpoint(); }
LiveReport LiveMerge::finish() { return state_->finish(); }
LiveReport LiveMerge::report() const { return state_->report(); }

}  // namespace ramet::inline v1::merge
