#include "ramet/merge/internal/live/group_merge.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/file/file_reader.hpp"
#include "ramet/io/detail/replaced_file.hpp"
#include "ramet/merge/internal/layouts.hpp"
#include "ramet/merge/internal/objects/entry_lists.hpp"
#include "ramet/merge/internal/objects/object_merge.hpp"
#include "ramet/merge/internal/tables/table_join.hpp"
#include "ramet/merge/internal/tables/table_runs.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

constexpr std::size_t own = 0;  // the number of the output among the inputs

/// The options of a merge that neither changes entries nor their compression.
MergeOptions merge_options(const LiveOptions& options) {
  MergeOptions merge;
  merge.on_difference = options.on_difference;
  merge.rules = options.rules;
  merge.filter = options.filter;
  merge.tables.gather = options.gather;
  merge.tables.cluster_bytes = options.cluster_bytes;
  merge.tables.on_other_metadata = options.on_other_metadata;
  merge.max_memory = options.max_memory / 2;
  merge.stop = options.stop;
  merge.progress = options.progress;
  return merge;
}

bool is_new(const MergedObject& object) {
  const auto is_of_group = [](const Occurrence& occurrence) { return occurrence.input != own; };
  return std::ranges::any_of(object.occurrences, is_of_group);
}

bool is_new(const PlannedTable& table) {
  const std::vector<const TablePart*> parts = table.described_parts();
  return std::ranges::any_of(parts, [](const TablePart* part) { return part->occurrence.input != own; });
}

}  // namespace

void begin_output(const std::filesystem::path& output, const LiveOptions& options, compression::Settings compression,
                  LiveNote& note) {
  io::ReplacedFile replaced(output);
  {
    const auto file =
        file::FileWriter::create(replaced.begin(), {.compression = options.compression.value_or(compression),
                                                    .reproducible = options.reproducible,
                                                    .durability = options.durability});
    file->close();
  }
  // The note first: as long as the name belongs to no file, or to another one, it does not count.
  note.restart(file::FileReader::open(io::open_local(replaced.part()))->header().uuid);
  try {
    replaced.publish();
  } catch (...) {
    note.forget();
    throw;
  }
}

/// One try to merge what is left of the group. Threads: one thread.
class GroupMerge::Attempt {
 public:
  explicit Attempt(GroupMerge& group)
      : group_(group),
        options_(merge_options(group.options_)),
        sink_(io::update_local(group.output_)),
        source_(io::open_local(group.output_)),
        reader_(file::FileReader::open(source_)),
        output_(std::make_unique<CommitSink>(*sink_, held_), *reader_,
                file::FileUpdateOptions{.compression = group.options_.compression,
                                        .reproducible = group.options_.reproducible,
                                        .leftovers = file::OnLeftovers::overwrite,
                                        .durability = group.options_.durability,
                                        .is_sink_atomic = true}) {
    output_.set_own_input(own);
  }
  Attempt(const Attempt&) = delete;
  Attempt& operator=(const Attempt&) = delete;
  ~Attempt() {
    if (is_done_) return;
    try {
      sink_->resize(reader_->header().end);  // records that nothing leads to
    } catch (const Error&) {
      return;  // the next attempt discards them
    }
  }

  /// Merge and commit, or return the differences of files that are refused, and do nothing. Throws BadInput.
  std::vector<Difference> run() {
    for (const PlacedBytes& mark : std::exchange(group_.marks_, {})) sink_->write_at(mark.offset, mark.bytes.span());
    const Inputs inputs = open_inputs();
    try {
      write(inputs);
    } catch (const BadInput& error) {
      if (output_.has_failed() || error.input() == own) throw Error(error.kind(), error.what());  // it is the output
      throw;
    }
    std::vector<Difference> differences = differences_.take();
    if (differences_.loses_data()) return differences;
    require_unchanged(inputs);
    commit();
    std::erase_if(differences, [](const Difference& difference) { return !difference.is_loss; });
    return differences;
  }

  bool is_refused() const noexcept { return differences_.loses_data(); }

 private:
  Inputs open_inputs() const {
    std::vector<std::string> names{group_.output_.string()};
    std::vector<std::shared_ptr<const io::ByteSource>> sources{source_};
    for (const WaitingInput& input : group_.inputs_) {
      names.push_back(input.mark.path);
      sources.push_back(input.source);
    }
    return {group_.session_, std::move(names), std::move(sources)};
  }

  void write(const Inputs& inputs) {
    schedule::Executor& executor = group_.session_.executor();
    Catalogue catalogue = read_catalogue(inputs, std::vector<bool>(inputs.size()), executor, options_);
    const Decisions decisions = decide(catalogue, options_, differences_, Rewriting::impossible);
    join_entry_lists(inputs, catalogue, decisions, options_, differences_);
    output_.set_process_offsets(catalogue.process_offsets);
    output_.set_titles(catalogue.titles);
    const LayoutUnion layouts(inputs, catalogue, differences_);
    Catalogue fresh;
    for (const MergedObject& object : catalogue.objects)
      if (object.kind == ObjectKind::object && is_new(object)) fresh.objects.push_back(object);
    ObjectMerge merge(inputs, executor, options_, differences_);
    if (differences_.loses_data()) return merge.run(fresh, nullptr);  // to say all
    for (const std::string& directory : catalogue.directories) output_.directory(directory);
    merge.run(fresh, &output_);
    for (const PlannedTable& table : decisions.tables)
      if (!differences_.loses_data() && is_new(table)) write(inputs, table);
    layouts.write(output_);
    throw_if_stopped(options_.stop);
  }

  /// What the output has stays where it is; what is new is moved or gathered.
  std::vector<TableRun> runs_for(const PlannedTable& table) const {
    const auto is_own = [](const TablePart* part) { return part->occurrence.input == own; };
    const auto there = static_cast<std::size_t>(std::ranges::count_if(table.parts, is_own));  // it comes first
    std::vector<TableRun> runs = runs_of(std::span(table.parts).subspan(there), options_);
    if (there > 0) runs.insert(runs.begin(), {Way::move, there});
    return runs;
  }

  void write(const Inputs& inputs, PlannedTable table) {
    table.runs = runs_for(table);
    TableJoin join(inputs, group_.session_.executor(), options_, output_);
    for (const std::string& class_name : join.run(table)) {
      Difference lost{
          .kind = DifferenceKind::references, .path = table.object->path(), .part = class_name, .message = {}};
      lost.message = "an object of the tree's record cannot be copied";
      lost.input = table.parts.back()->occurrence.input;
      differences_.add(std::move(lost));
    }
  }

  /// Throw BadInput for a file that is not the same any more as when it was added.
  void require_unchanged(const Inputs& inputs) const {
    for (std::size_t number = 0; number < group_.inputs_.size(); ++number) {
      const WaitingInput& input = group_.inputs_[number];
      if (input.source != nullptr) continue;
      const InputMark now = mark_of(input.mark.path);
      if (now.size != input.mark.size || now.modified != input.mark.modified)
        throw BadInput(number + 1, Error(ErrorKind::corrupt, fmt::format("file '{}' has changed since it was added",
                                                                         inputs.path(number + 1))));
    }
  }

  void commit() {
    output_.file().close();
    std::vector<InputMark> marks;
    for (const WaitingInput& input : group_.inputs_) marks.push_back(input.mark);
    const bool is_lasting = group_.options_.durability == file::Durability::device;
    const bytes::Buffer before = header_of(reader_->source());
    is_done_ = true;  // from now on
    group_.note_.add_group(marks, before.span(), held_, is_lasting);
    held_.apply(*sink_);
    if (is_lasting) sink_->sync();
    sink_->close();
    group_.note_.add_done();
    group_.marks_ = std::move(held_.marks);
  }

  GroupMerge& group_;
  MergeOptions options_;
  HeldCommit held_;
  std::unique_ptr<io::ByteSink> sink_;
  std::shared_ptr<const io::ByteSource> source_;  // of the size that the file has before
  std::shared_ptr<const file::FileReader> reader_;
  Output output_;
  Differences differences_{Differences::Alike::apart};
  bool is_done_ = false;
};

GroupMerge::GroupMerge(const dataset::Session& session, const std::filesystem::path& output, const LiveOptions& options,
                       LiveNote& note, std::vector<PlacedBytes>& marks)
    : session_(session), output_(output), options_(options), note_(note), marks_(marks) {}

void GroupMerge::leave_out(std::size_t number, Difference difference) {
  left_out_.push_back({inputs_.at(number).mark.path, std::move(difference), true});
}

/// Leave out the files that differ; false if it is not known which ones do.
bool GroupMerge::refuse(const std::vector<Difference>& differences) {
  std::vector<bool> is_refused(inputs_.size());
  for (const Difference& difference : differences) {
    if (!difference.is_loss || difference.is_accepted || difference.input == own) continue;
    is_refused.at(difference.input - 1) = true;
    leave_out(difference.input - 1, difference);
  }
  std::vector<WaitingInput> left;
  for (std::size_t number = 0; number < inputs_.size(); ++number)
    if (!is_refused[number]) left.push_back(inputs_[number]);
  const bool is_known = left.size() < inputs_.size();
  inputs_ = std::move(left);
  return is_known;
}

/// Try to merge what is left; false if files were refused and others are left.
bool GroupMerge::attempt() {
  std::vector<Difference> differences;
  {
    Attempt attempt(*this);
    differences = attempt.run();
    if (!attempt.is_refused()) {
      for (const Difference& difference : differences)
        if (difference.input != own)
          left_out_.push_back({inputs_.at(difference.input - 1).mark.path, difference, false});
      return true;
    }
  }
  if (refuse(differences)) return inputs_.empty();
  if (inputs_.size() == 1) {
    leave_out(0, differences.front());
    inputs_.clear();
    return true;
  }
  // One of them makes the output differ from itself: one by one they show which.
  std::vector<WaitingInput> merged;
  for (WaitingInput& one : std::exchange(inputs_, {})) {
    GroupMerge single(session_, output_, options_, note_, marks_);
    std::vector<LeftOutFile> left_out = single.run({one});
    if (std::ranges::none_of(left_out, &LeftOutFile::is_refused)) merged.push_back(std::move(one));
    std::ranges::move(left_out, std::back_inserter(left_out_));
  }
  inputs_ = std::move(merged);
  return true;
}

std::vector<LeftOutFile> GroupMerge::run(const std::vector<WaitingInput>& group) {
  inputs_ = group;
  for (bool is_done = inputs_.empty(); !is_done;) {
    try {
      is_done = attempt();
    } catch (const BadInput& error) {
      const std::size_t number = error.input() - 1;
      Difference bad{.kind = DifferenceKind::bad_input, .path = {}, .part = {}, .message = error.what()};
      leave_out(number, std::move(bad));
      inputs_.erase(inputs_.begin() + static_cast<std::ptrdiff_t>(number));
      is_done = inputs_.empty();
    }
  }
  for (const WaitingInput& input : inputs_) merged_bytes_ += input.mark.size;
  return std::move(left_out_);
}

}  // namespace ramet::inline v1::merge::internal
