#include "ramet/merge/merge.hpp"

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/io/detail/url.hpp"
#include "ramet/merge/internal/catalogue.hpp"
#include "ramet/merge/internal/column_order.hpp"
#include "ramet/merge/internal/differences.hpp"
#include "ramet/merge/internal/estimate.hpp"
#include "ramet/merge/internal/inputs.hpp"
#include "ramet/merge/internal/keys/process_numbers.hpp"
#include "ramet/merge/internal/layouts.hpp"
#include "ramet/merge/internal/objects/entry_lists.hpp"
#include "ramet/merge/internal/objects/object_merge.hpp"
#include "ramet/merge/internal/output.hpp"
#include "ramet/merge/internal/output_parts.hpp"
#include "ramet/merge/internal/planner.hpp"
#include "ramet/merge/internal/safety/journal_plan.hpp"
#include "ramet/merge/internal/safety/unfinished_file.hpp"
#include "ramet/merge/internal/safety/verification.hpp"
#include "ramet/merge/internal/tables/table_join.hpp"
#include "ramet/merge/internal/tables/table_rewrite.hpp"
#include "ramet/merge/internal/tables/tree_gather.hpp"
#include "ramet/recovery/recover.hpp"

namespace ramet::inline v1::merge {
namespace {

using internal::BadInput;

/// One merge. When an input turns out to be bad and may be left out, it begins anew without it. Threads: one thread.
class Merge {
 private:
  template <class Work>
  auto without_bad_inputs(const Work& work) {
    for (;;) {
      try {
        return work();
      } catch (const BadInput& error) {
        if (options_.on_bad_input == OnBadInput::stop) throw named(error);
        if (!recovers(error)) skip(error);
      } catch (const internal::JournalMismatch&) {
        forget_bad_inputs();
      }
    }
  }

 public:
  Merge(const dataset::Session& session, const std::vector<std::string>& inputs, const MergeOptions& options)
      : session_(session), options_(options), inputs_(session, inputs), skipped_(inputs.size()) {
    if (inputs.empty()) detail::fail(ErrorKind::misuse, "a merge needs at least one file");
    if (options.max_size && options.on_existing == OnExisting::append)
      throw OptionError(ErrorKind::misuse, "nothing can be appended to an output of several files");
  }

  MergePlan plan() {
    return without_bad_inputs([&] {
      begin();
      const internal::LayoutUnion layouts(inputs_, catalogue_, differences_);
      internal::ObjectMerge(inputs_, session_.executor(), options_, differences_).run(catalogue_, nullptr);
      return finished_plan();
    });
  }

  MergeReport write(const std::filesystem::path& path) {
    add_file(path, 0);
    try {
      if (files_.front()->stopped()) recall(*files_.front()->stopped());
      MergeReport report = without_bad_inputs([&] { return write_files(path); });
      discard();
      return report;
    } catch (const Error& error) {
      if (steps() == 0 || error.kind() == ErrorKind::corrupt || error.kind() == ErrorKind::unsupported) {
        discard();
        throw;
      }
      if (error.kind() != ErrorKind::cancelled && (error.kind() != ErrorKind::io || is_of_input(error))) throw;
      throw Error(error.kind(), fmt::format("{}; what is done is kept in '{}', and the same merge goes on with it",
                                            error.what(), part_.string()));
    } catch (...) {
      if (steps() == 0) discard();
      throw;
    }
  }

 private:
  void begin() {
    differences_ = internal::Differences();
    for (Difference& bad : bad_) differences_.add(bad);
    catalogue_ = {};  // before another one is made
    const auto folder = part_.empty() ? std::filesystem::temp_directory_path() : part_.parent_path();
    catalogue_ = internal::read_catalogue(inputs_, skipped_, session_.executor(), options_, folder);
    internal::split_tables(catalogue_, options_, differences_);
    if (options_.on_difference == OnDifference::split) {
      keep_unlike_objects();
      internal::leave_unfit(session_, inputs_, options_, catalogue_, differences_);
    }
    decisions_ = internal::decide(catalogue_, options_, differences_);
    const auto is_process = [](const auto& object) { return object.class_name == internal::process_class; };
    const auto processes = static_cast<std::size_t>(std::ranges::count_if(catalogue_.objects, is_process));
    for (const internal::PlannedTable& table : decisions_.tables) {
      if (table.way == Way::rewrite) of_named_input([&] { rewrite_of(table).check(differences_, processes); });
      if (table.has(Way::gather) && table.object->kind == internal::ObjectKind::tree)
        decisions_.planned.at(table.planned).kept_branches = ungathered_branches(table);
    }
    cuts_ = internal::TableCuts(inputs_, decisions_, options_);
    parts_ = internal::output_parts(catalogue_, decisions_, inputs_.size(), cuts_, options_, differences_);
    // Where a tree is in several files, no list has all its entries.
    if (parts_.size() == 1) internal::join_entry_lists(inputs_, catalogue_, decisions_, options_, differences_);
    output_files_.clear();
    for (const internal::OutputPart& part : parts_)
      output_files_.push_back(internal::planned_file(decisions_, cuts_, part));
  }

  /// Find the objects that cannot be joined, of which all are kept.
  void keep_unlike_objects() {
    internal::Differences found;
    internal::ObjectMerge(inputs_, session_.executor(), options_, found).run(catalogue_, nullptr);
    std::set<std::string> paths;
    for (Difference difference : found.all()) {
      if (difference.kind == DifferenceKind::references) continue;  // these can never stand in one file
      paths.insert(difference.path);
      difference.is_loss = false;
      difference.message += "; all are kept, as cycles";
      differences_.add(std::move(difference));
    }
    for (internal::MergedObject& object : catalogue_.objects) object.keeps_all = paths.contains(object.path());
  }

  /// How many branches of a tree keep their baskets when it is gathered.
  std::uint64_t ungathered_branches(const internal::PlannedTable& table) const {
    const internal::TablePart& first = *table.parts.front();
    return internal::of_input(first.occurrence.input, [&] {
      const auto file = inputs_.open(first.occurrence.input);
      return internal::ungathered_branches(file->tree(table.object->key_of(first.occurrence))->tree());
    });
  }

  internal::TableRewrite rewrite_of(const internal::PlannedTable& table) const {
    return {session_, inputs_, options_, table};
  }

  /// Run work that reads many inputs, whose errors name the file.
  template <class Work>
  void of_named_input(const Work& work) const {
    try {
      work();
    } catch (const BadInput&) {
      throw;
    } catch (const Error& error) {
      const std::string_view text = error.what();
      const auto path = std::ranges::find_if(
          inputs_.paths(), [&](const std::string& one) { return text.find(one) != std::string_view::npos; });
      if (error.kind() == ErrorKind::cancelled || path == inputs_.paths().end()) throw;
      throw BadInput(static_cast<std::size_t>(path - inputs_.paths().begin()), error);
    }
  }

  static bool is_of_input(const Error& error) noexcept { return dynamic_cast<const InputError*>(&error) != nullptr; }

  /// Remove what is not finished, if it was not renamed.
  void discard() noexcept {
    std::error_code error;
    for (std::size_t input = 0; input < inputs_.size(); ++input)
      if (inputs_.is_replaced(input)) std::filesystem::remove(recovered_path(input), error);
    for (const auto& file : files_) file->discard();
  }

  /// What is done, of all files.
  std::uint64_t steps() const {
    std::uint64_t steps = 0;
    for (const auto& file : files_) steps += file->journal().steps();
    return steps;
  }

  /// Begin a file of the output, or go on with it.
  void add_file(const std::filesystem::path& output, std::size_t number) {
    const std::filesystem::path path = internal::part_name(output, number);
    if (options_.on_existing != OnExisting::append) require_other_file(path);
    files_.push_back(std::make_unique<internal::UnfinishedFile>(path, options_.on_existing));
    if (number == 0) part_ = files_.front()->place();
  }

  /// Have as many files as the output is split into.
  void have_files(const std::filesystem::path& output, std::size_t count) {
    for (; files_.size() > count; files_.pop_back()) files_.back()->discard();
    const std::filesystem::path next = internal::part_name(output, count);
    if (options_.max_size && std::filesystem::exists(next))
      detail::fail(ErrorKind::misuse, "file '{}' exists, but the output has only {} files: rename or remove it",
                   next.string(), count);
    while (files_.size() < count) add_file(output, files_.size());
    internal::discard_files_from(output, count);
  }

  /// Leave out the inputs that the merge that was stopped has left out.
  void recall(const internal::JournalPlan& stopped) {
    const internal::JournalPlan now{internal::text_of(options_), inputs_.marks(), {}};
    if (options_.on_unfinished == OnUnfinished::discard || internal::difference_of(stopped, now)) return;
    for (const internal::LeftOut& one : stopped.left_out) {
      const auto input = static_cast<std::size_t>(one.input);
      if (!one.is_recovered)
        skipped_.at(input) = true;
      else if (!inputs_.is_replaced(input))
        inputs_.replace(input, recovered_path(input).string());
      add_bad(input, one.path, one.message, one.entries);
    }
  }

  internal::JournalPlan journal_plan(std::size_t file) const {
    internal::JournalPlan plan{internal::text_of(options_), inputs_.marks(), {}};
    plan.options += internal::file_mark(file);
    for (const Difference& bad : bad_)
      plan.left_out.push_back({bad.input, inputs_.is_replaced(bad.input), bad.path, bad.message, bad.entries});
    return plan;
  }

  MergeReport refused() {
    MergeReport report;
    report.plan = finished_plan();
    if (!files_.empty()) report.discarded = files_.front()->discarded();
    return report;
  }

  MergeReport write_files(const std::filesystem::path& path) {
    begin();
    const internal::LayoutUnion layouts(inputs_, catalogue_, differences_);
    if (differences_.loses_data()) {  // say all that is lost, also in objects
      internal::ObjectMerge(inputs_, session_.executor(), options_, differences_).run(catalogue_, nullptr);
      return refused();
    }
    have_files(path, parts_.size());
    std::deque<internal::PartContents> contents;
    if (parts_.size() > 1)
      for (const internal::OutputPart& part : parts_)
        contents.push_back(internal::contents_of(catalogue_, decisions_, cuts_, part));
    const auto catalogue_of = [&](std::size_t file) -> const internal::Catalogue& {
      return contents.empty() ? catalogue_ : contents[file].catalogue;
    };
    const auto decisions_of = [&](std::size_t file) -> const internal::Decisions& {
      return contents.empty() ? decisions_ : contents[file].decisions;
    };
    for (std::size_t file = 0; file < files_.size(); ++file) {
      write_file(file, catalogue_of(file), decisions_of(file), layouts);
      if (differences_.loses_data()) return refused();
    }
    inputs_.require_unchanged(skipped_);
    for (std::size_t file = 0; file < files_.size(); ++file) {
      const std::filesystem::path& place = files_[file]->place();
      internal::Verification(session_, inputs_, options_, catalogue_of(file), decisions_of(file)).run(place);
      describe(file, decisions_of(file));
    }
    return published();
  }

  /// Give all files their names, the first one at last: then all are there.
  MergeReport published() {
    count_filtered();
    MergeReport report;
    report.plan = finished_plan();
    report.is_written = true;
    for (std::size_t file = files_.size(); file-- > 0;) {
      report.output_bytes += report.plan.files[file].bytes;
      report.resumed_bytes += files_[file]->resumed_bytes();
      if (!files_[file]->discarded().empty()) report.discarded = files_[file]->discarded();
      files_[file]->publish();
    }
    return report;
  }

  void write_file(std::size_t number, const internal::Catalogue& catalogue, const internal::Decisions& decisions,
                  const internal::LayoutUnion& layouts) {
    internal::UnfinishedFile& file = *files_[number];
    file.prepare(journal_plan(number), options_.on_unfinished);
    if (file.is_complete()) return;
    file::FileWriterOptions how{.reproducible = options_.reproducible, .durability = file::Durability::process};
    how.compression = options_.compression.value_or(internal::settings_of(catalogue_.compression));
    try {
      if (!file.journal().last_step()) write_moved(file, catalogue, decisions, how, layouts);
      if (differences_.loses_data()) return;
      of_named_input([&] { rewrite(file, decisions, how.compression); });
    } catch (const internal::JournalMismatch& mismatch) {
      file.give_up(mismatch.what());
      throw;
    }
    file.journal().add_complete();
  }

  void rewrite(internal::UnfinishedFile& file, const internal::Decisions& decisions,
               compression::Settings compression) const {
    std::vector<internal::TableRewrite> tables;
    for (const internal::PlannedTable& table : decisions.tables)
      if (table.way == Way::rewrite) tables.push_back(rewrite_of(table));
    internal::rewrite_tables(tables, file, compression);
  }

  /// Write all but the tables that are rewritten. Stops when data would be lost.
  void write_moved(internal::UnfinishedFile& file, const internal::Catalogue& catalogue,
                   const internal::Decisions& decisions, const file::FileWriterOptions& how,
                   const internal::LayoutUnion& layouts) {
    internal::Output output(file.open(), file.path().string(), how, &file.journal());
    output.set_process_offsets(catalogue.process_offsets);
    output.set_titles(catalogue.titles);
    try {
      for (const std::string& directory : catalogue.directories) output.directory(directory);
      internal::ObjectMerge(inputs_, session_.executor(), options_, differences_).run(catalogue, &output);
      for (const internal::PlannedTable& table : decisions.tables)
        if (!differences_.loses_data()) write(table, output);
      if (differences_.loses_data()) return;
      layouts.write(output);
      throw_if_stopped(options_.stop);
      output.file().close();
    } catch (const BadInput& error) {
      if (output.has_failed()) throw Error(error.kind(), error.what());  // it is the output that is bad
      throw;
    }
  }

  /// Note what is in a file.
  void describe(std::size_t number, const internal::Decisions& decisions) {
    const std::filesystem::path& place = files_[number]->place();
    OutputFile& file = output_files_.at(number);
    file.path = files_[number]->path().string();
    file.bytes = std::filesystem::file_size(place);
    file.tables.clear();
    for (const internal::PlannedTable& table : decisions.tables) {
      if (table.parts.empty()) continue;
      const std::string path = table.object->path();
      const bool is_known = !internal::is_filtered(table, options_);  // then these were verified
      file.tables.push_back({path, is_known ? table.entries() : internal::entries_in(*session_.open(place), path)});
    }
  }

  /// Count the entries that did not pass a filter as left out.
  void count_filtered() {
    for (const internal::PlannedTable& table : decisions_.tables) {
      if (!table.is_changed || table.parts.empty() || options_.tables.where.empty()) continue;
      PlannedObject& planned = decisions_.planned.at(table.planned);
      std::uint64_t written = 0;
      for (const OutputFile& file : output_files_)
        for (const OutputTable& one : file.tables)
          if (one.path == planned.path) written += one.entries;
      planned.lost_entries = planned.entries - std::min(written, planned.entries);
    }
  }

  void write(const internal::PlannedTable& table, internal::Output& output) {
    if (table.parts.empty() || table.way == Way::rewrite) return;
    internal::TableJoin join(inputs_, session_.executor(), options_, output);
    for (const std::string& class_name : join.run(table)) {
      Difference lost{
          .kind = DifferenceKind::references, .path = table.object->path(), .part = class_name, .message = {}};
      lost.message = "an object of the tree's record cannot be copied";
      lost.input = table.parts.front()->occurrence.input;
      differences_.add(std::move(lost));
    }
  }

  /// The error with the name of its file.
  InputError named(const BadInput& error) const {
    const std::string_view text = error.what();
    const std::string path = io::shown_url(inputs_.path(error.input()));
    return {error.kind(),
            text.find(path) == std::string_view::npos ? fmt::format("file '{}': {}", path, text) : std::string(text),
            error.input()};
  }

  void skip(const BadInput& error) {
    std::erase_if(bad_, [&](const Difference& bad) { return bad.input == error.input(); });  // what was recovered of it
    inputs_.replace(error.input(), inputs_.path(error.input()));
    skipped_.at(error.input()) = true;
    if (std::ranges::all_of(skipped_, [](bool is_skipped) { return is_skipped; })) throw named(error);
    add_bad(error.input(), "", named(error).what(), 0);
  }

  void add_bad(std::size_t input, std::string path, std::string message, std::uint64_t entries) {
    Difference bad{
        .kind = DifferenceKind::bad_input, .path = std::move(path), .part = {}, .message = std::move(message)};
    bad.input = input;
    bad.entries = entries;
    bad.is_accepted = true;
    bad_.push_back(std::move(bad));
  }

  void forget_bad_inputs() {
    skipped_.assign(skipped_.size(), false);
    bad_.clear();
    for (std::size_t input = 0; input < inputs_.size(); ++input)
      if (inputs_.is_replaced(input)) inputs_.replace(input, inputs_.path(input));
  }

  /// Where what is recovered of an input is kept while it is merged.
  std::filesystem::path recovered_path(std::size_t input) const {
    return part_.string() + fmt::format(".recovered{}", input);
  }

  /// Recover what can be read of an input that is damaged, and go on with that. False if it is to be left out.
  bool recovers(const BadInput& error) {
    const std::size_t input = error.input();
    const bool can_help = error.kind() == ErrorKind::corrupt && !inputs_.is_replaced(input) && !part_.empty();
    if (options_.on_bad_input != OnBadInput::recover || !can_help) return false;
    const recovery::RecoverOptions how{.stop = options_.stop, .max_memory = options_.max_memory};
    recovery::RecoverReport report;
    try {
      const auto source = io::open_local(inputs_.path(input));
      io::ReplacedFile recovered(recovered_path(input));
      report = recovery::recover(session_, source, recovered.begin(), how);
      recovered.publish();
    } catch (const Error& failure) {
      if (failure.kind() == ErrorKind::cancelled || failure.kind() == ErrorKind::io) throw;
      return false;
    }
    inputs_.replace(input, recovered_path(input).string());
    add_bad(input, "", fmt::format("{}; what was found in it is merged", named(error).what()), 0);
    for (const recovery::RecoveredTable& table : report.tables)
      if (table.lost_entries > 0)
        add_bad(input, table.path, fmt::format("{} damaged clusters are lost", table.lost_clusters),
                table.lost_entries);
    for (const recovery::LostThing& lost : report.lost) add_bad(input, lost.place, lost.reason, 0);
    if (report.skipped_bytes > 0) add_bad(input, "", fmt::format("{} bytes are in no record", report.skipped_bytes), 0);
    return true;
  }

  MergePlan finished_plan() {
    MergePlan plan;
    for (const std::string& path : inputs_.paths()) plan.inputs.push_back(io::shown_url(path));
    for (std::size_t input = 0; input < skipped_.size(); ++input)
      if (skipped_[input]) plan.skipped.push_back(input);
    plan.input_bytes = catalogue_.bytes;
    plan.objects.reserve(catalogue_.objects.size());
    auto table = decisions_.planned.begin();
    for (; !catalogue_.objects.empty(); catalogue_.objects.pop_front()) {  // there may be millions
      const internal::MergedObject& object = catalogue_.objects.front();
      const bool is_table = object.kind != internal::ObjectKind::object;
      plan.objects.push_back(is_table ? std::move(*table++) : planned_object(object, options_));
    }
    for (const ClassRule& rule : options_.rules)
      if (rule.class_name != "*" && !catalogue_.ruled.contains(rule.class_name))
        plan.unused_rules.push_back(rule.class_name);
    plan.differences = differences_.take();
    plan.files = std::move(output_files_);
    const internal::Estimate estimate = internal::estimate_of(plan, options_, session_.executor().concurrency());
    plan.estimated_seconds = estimate.seconds;
    plan.estimated_memory = estimate.memory;
    return plan;
  }

  void require_other_file(const std::filesystem::path& path) const {
    std::error_code error;
    if (!std::filesystem::exists(path, error)) return;
    for (const std::string& input : inputs_.paths()) {
      if (std::filesystem::equivalent(path, input, error) && !error)
        detail::fail(ErrorKind::misuse, "the output '{}' is one of the inputs", path.string());
    }
  }

  const dataset::Session& session_;
  const MergeOptions& options_;
  internal::Inputs inputs_;
  std::vector<bool> skipped_;
  std::vector<Difference> bad_;
  internal::Differences differences_;
  internal::Catalogue catalogue_;
  internal::Decisions decisions_;
  internal::TableCuts cuts_;
  std::vector<internal::OutputPart> parts_;
  std::vector<OutputFile> output_files_;
  std::filesystem::path part_;                                    // of the first file; empty for a plan
  std::vector<std::unique_ptr<internal::UnfinishedFile>> files_;  // of the output
};

}  // namespace

MergePlan plan_merge(const dataset::Session& session, const std::vector<std::string>& inputs,
                     const MergeOptions& options) {
  return Merge(session, internal::ordered_inputs(session, inputs, options), options).plan();
}

MergeReport merge(const dataset::Session& session, const std::vector<std::string>& inputs,
                  const std::filesystem::path& output, const MergeOptions& options) {
  std::vector<std::string> all = internal::ordered_inputs(session, inputs, options);
  if (options.on_existing != OnExisting::append || !std::filesystem::exists(output))
    return Merge(session, all, options).write(output);
  std::error_code error;
  for (const std::string& input : all)
    if (std::filesystem::equivalent(output, input, error) && !error)
      detail::fail(ErrorKind::misuse, "the output '{}' is one of the inputs", output.string());
  all.insert(all.begin(), output.string());
  return Merge(session, all, options).write(output);
}

}  // namespace ramet::inline v1::merge
