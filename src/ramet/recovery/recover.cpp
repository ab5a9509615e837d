#include "ramet/recovery/recover.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <new>
#include <optional>
#include <set>
#include <system_error>
#include <tuple>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/file/detail/out_of_memory.hpp"
#include "ramet/io/detail/distant/block_source.hpp"
#include "ramet/io/detail/replaced_file.hpp"
#include "ramet/io/detail/shared_folder.hpp"
#include "ramet/recovery/check.hpp"
#include "ramet/recovery/internal/checks/ntuple_check.hpp"
#include "ramet/recovery/internal/checks/object_check.hpp"
#include "ramet/recovery/internal/checks/page_check.hpp"
#include "ramet/recovery/internal/recovered_file.hpp"
#include "ramet/recovery/internal/reports/kind_of_message.hpp"
#include "ramet/recovery/internal/reports/left_out.hpp"
#include "ramet/recovery/internal/survey.hpp"
#include "ramet/recovery/internal/unlisted/unlisted_blobs.hpp"

namespace ramet::inline v1::recovery {
namespace {

using internal::FoundKey;
using internal::Segment;
using internal::Survey;

std::string path_of(const FoundKey& found) {
  return found.directory.empty() ? found.key.name : found.directory + "/" + found.key.name;
}

constexpr const char* no_memory = "there is not enough memory to read it";

/// Keep the first of the reasons that differ only in names and numbers, and count the others.
void bound(std::vector<LostThing>& lost) {
  std::map<std::string, std::pair<std::size_t, std::string>> kinds;
  std::vector<LostThing> kept;
  for (LostThing& one : lost) {
    one.reason = internal::shortened(std::move(one.reason));
    std::string kind = internal::kind_of_message(one.reason);
    if (kinds.size() >= most_findings && !kinds.contains(kind)) kind = "others";
    auto& [count, example] = kinds[kind];
    if (count++ == 0) example = one.reason;
    if (count <= CheckOptions().most_alike) kept.push_back(std::move(one));
  }
  for (const auto& [kind, alike] : kinds)
    if (alike.first > CheckOptions().most_alike)
      kept.push_back(
          {"", fmt::format("and {} more like this: {}", alike.first - CheckOptions().most_alike, alike.second)});
  lost = std::move(kept);
}

bool stays_lost(const Error& error) { return error.kind() != ErrorKind::io && error.kind() != ErrorKind::cancelled; }

/// Recovers one file. Threads: one thread.
class Recovery {
 public:
  Recovery(const dataset::Session& session, std::shared_ptr<const io::ByteSource> source, const RecoverOptions& options)
      : session_(session),
        source_(io::in_blocks(std::move(source), options.stop)),
        options_(options),
        allowance_(options.max_memory, options.max_work, source_->size(), session.executor().concurrency()),
        survey_(internal::survey_file(session, source_, allowance_, options.stop)) {
    // The new file assigns cycles again, so write the oldest object of a name first.
    std::ranges::stable_sort(survey_.objects, {}, [](const FoundKey& found) { return found.key.cycle; });
  }

  /// Write everything that can be read and was not left out.
  RecoverReport run(std::unique_ptr<io::ByteSink> sink) {
    report_ = {};
    claims_ = {};
    seen_.clear();
    done_.clear();
    unread_.clear();
    report_.problem = survey_.problem;
    for (const io::Extent& extent : survey_.skipped) report_.skipped_bytes += extent.size;
    std::vector<FoundKey> tables = survey_.tables;
    // Of several cycles of a table use the highest listed one; if none is listed, the last record.
    std::ranges::stable_sort(tables, std::greater(), [](const FoundKey& found) {
      return std::tuple(found.is_listed, found.is_listed ? found.key.cycle : 0, found.key.seek);
    });
    if (tables.empty() && survey_.objects.empty() && survey_.blobs.empty() && options_.like == nullptr)
      detail::fail(
          ErrorKind::corrupt, "'{}': no object was found{}", source_->name(),
          survey_.baskets.empty()
              ? ""
              : ", only baskets of a tree; pass an undamaged file of the same program (`like`), which describes them");
    internal::RecoveredFile output(std::move(sink), *source_, compression());
    for (const auto& [seek, path] : survey_.directories) attempt(path, [&] { output.add_directory(path); });
    for (const FoundKey& found : tables) add_table(found, survey_.file, output);
    clusters_.emplace(*source_, unlisted(), session_.executor(), options_.stop);
    add_unlisted(output);
    if (options_.like) add_tables_like(output);
    add_objects(output);
    if (const std::string left_over = has_unlisted_ ? clusters_->left_over() : std::string(); !left_over.empty())
      report_.lost.push_back({"", left_over});
    require_anything();
    for (LostThing& lost : unread_)  // one readable record of a table is enough
      if (!done_.contains(lost.place)) report_.lost.push_back(std::move(lost));
    output.set_layouts(layouts());
    output.close();
    bound(report_.lost);
    return std::move(report_);
  }

  /// Leave out damaged parts of the written file in the next run. Returns false if there are none that can be left out.
  bool leave_out(const CheckReport& written) { return left_out_.add(written.damage); }

 private:
  compression::Settings compression() const {
    const auto code = static_cast<int>(survey_.file->reader().header().compression);
    try {
      const auto settings = compression::Settings::from_code(code);
      if (settings.algorithm != compression::Algorithm::old) return settings;  // no longer written
      return {};
    } catch (const Error&) {
      return {};  // the header is damaged
    }
  }

  const dataset::File* layouts() const {
    if (!survey_.file->streamer_infos().all().empty()) return survey_.file.get();
    return options_.like.get();
  }

  /// Records of ntuples that are not known to be used by an ntuple with an anchor.
  const internal::UnlistedBlobs& unlisted() {
    if (unlisted_) return *unlisted_;
    std::ranges::sort(claimed_);
    std::vector<file::Key> unclaimed;
    for (const file::Key& blob : survey_.blobs) {
      const auto piece = std::ranges::lower_bound(claimed_, blob.seek);
      if (piece == claimed_.end() || *piece >= blob.seek + blob.record_size) unclaimed.push_back(blob);
    }
    return unlisted_.emplace(internal::find_unlisted(*source_, unclaimed, session_.executor(), options_.stop));
  }

  /// Add ntuples that have a header, but no anchor.
  void add_unlisted(internal::RecoveredFile& output) {
    std::vector<internal::SalvagedNTuple> ntuples = clusters_->ntuples(known_headers_);
    std::erase_if(ntuples, [&](const internal::SalvagedNTuple& ntuple) { return done_.contains(ntuple.key.name); });
    has_unlisted_ = !ntuples.empty() || (survey_.tables.empty() && !unlisted_->pages.empty());
    while (!ntuples.empty()) {
      internal::SalvagedNTuple ntuple = std::move(ntuples.front());
      ntuples.erase(ntuples.begin());
      add_marked(survey_, ntuple);
      if (ntuple.segments.empty()) clusters_->add_clusters(ntuple, ntuples);
      const FoundKey found{.key = ntuple.key, .directory = ""};
      attempt(ntuple.key.name, [&] {
        require_kept(found);
        add_ntuple(found, std::move(ntuple), 0, output);
        done_.insert(found.key.name);
      });
    }
  }

  void require_anything() const {
    if (report_.tables.empty() && report_.objects.empty() && report_.lost.empty() && unread_.empty())
      detail::fail(ErrorKind::corrupt, "'{}': no object was found", source_->name());
  }

  /// Add tables that are described only by the undamaged file of the same program.
  void add_tables_like(internal::RecoveredFile& output) {
    options_.like->reader().for_each_key([&](const file::Directory& directory, const file::Key& key) {
      if (tree::is_tree_class(key.class_name) || ntuple::is_ntuple_class(key.class_name))
        add_table({key, directory.path, false}, options_.like, output);
    });
  }

  internal::CheckAids aids() { return {session_.executor(), allowance_, claims_, options_.stop}; }

  template <class Work>
  void attempt(const std::string& place, Work&& work) {
    try {
      std::forward<Work>(work)();
    } catch (const Error& error) {
      if (!stays_lost(error)) throw;
      report_.lost.push_back({place, error.what()});
    } catch (const std::bad_alloc&) {
      report_.lost.push_back({place, no_memory});
    }
  }

  void add_table(const FoundKey& found, const std::shared_ptr<const dataset::File>& file,
                 internal::RecoveredFile& output) {
    const std::string path = path_of(found);
    if (done_.contains(path)) return;
    const auto [seen, is_new] = seen_.try_emplace({file.get(), found.key.seek}, path);
    if (!is_new) {  // another key of the same record
      if (seen->second != path)
        unread_.push_back(
            {path, fmt::format("its record at byte {} is the record of '{}'", found.key.seek, seen->second)});
      return;
    }
    try {
      require_kept(found);
      if (tree::is_tree_class(found.key.class_name)) {
        add_tree(found, file, output);
      } else {
        add_ntuple(found, file, output);
      }
      done_.insert(path);
    } catch (const Error& error) {
      if (!stays_lost(error)) throw;
      unread_.push_back({path, error.what()});
    } catch (const std::bad_alloc&) {
      unread_.push_back({path, no_memory});
    }
  }

  void add_tree(const FoundKey& found, const std::shared_ptr<const dataset::File>& file,
                internal::RecoveredFile& output) {
    internal::open_allowed_tree(*file, found.key, allowance_);
    internal::SalvagedTree tree = internal::find_tree(survey_, found, file);
    internal::check_baskets(*source_, tree, aids());
    const std::string path = path_of(found);
    left_out_.mark(path, tree.segments);
    const std::vector<std::string> left_out = output.add(tree);
    left_out_.wrote(path, found.key.seek, tree.segments);
    if (!tree.remark.empty()) report_.lost.push_back({path, tree.remark});
    for (const std::string& class_name : left_out)
      report_.lost.push_back({path, class_name == "TBranchRef"
                                        ? "the table that maps referenced objects to branches (TBranchRef)"
                                        : fmt::format("an object of class '{}', whose layout is unknown", class_name)});
    report(found, file == survey_.file ? tree.reader->tree().entries : 0, tree.segments);
  }

  void add_ntuple(const FoundKey& found, const std::shared_ptr<const dataset::File>& file,
                  internal::RecoveredFile& output) {
    const bool is_own = file == survey_.file;
    internal::open_allowed(*file, found.key, allowance_);
    internal::SalvagedNTuple ntuple = internal::find_ntuple(survey_, found, *file);
    if (is_own) {
      known_headers_.insert(ntuple.described.header_checksum);
      for (const Segment& segment : ntuple.segments)
        for (const internal::Part& part : segment.parts)
          for (const internal::Piece& piece : part.pieces) claimed_.push_back(piece.seek);
    } else if (ntuple.segments.empty()) {
      clusters_->add_clusters(ntuple, {});
    }
    const std::uint64_t saved = is_own ? ntuple.described.entries : 0;
    add_ntuple(found, std::move(ntuple), saved, output);
  }

  void add_ntuple(const FoundKey& found, internal::SalvagedNTuple ntuple, std::uint64_t saved,
                  internal::RecoveredFile& output) {
    internal::check_pages(*source_, ntuple, aids());
    left_out_.mark(path_of(found), ntuple.segments);
    output.add(ntuple);
    left_out_.wrote(path_of(found), found.key.seek, ntuple.segments);
    report(found, saved, ntuple.segments);
  }

  void report(const FoundKey& found, std::uint64_t saved, const std::vector<Segment>& segments) {
    RecoveredTable table{.path = path_of(found), .class_name = found.key.class_name, .saved_entries = saved};
    for (const Segment& segment : segments) {
      if (segment.damage.empty()) {
        table.entries += segment.entries;
        ++table.clusters;
      } else {
        table.lost_entries += segment.entries;
        ++table.lost_clusters;
        report_.lost.push_back({table.path, fmt::format("{} entries: {}", segment.entries, segment.damage)});
      }
    }
    report_.tables.push_back(std::move(table));
  }

  void require_kept(const FoundKey& found) const {
    const std::string reason = left_out_.reason_for(path_of(found), found.key.seek);
    if (!reason.empty()) detail::fail(ErrorKind::corrupt, "{}", reason);
  }

  /// Claim the records of all objects.
  std::vector<internal::Claim> claim_objects() {
    std::vector<internal::Claimed> records;
    for (const FoundKey& found : survey_.objects) records.push_back({found.key.seek, found.key.record_size, 0});
    return claims_.claim(records, false);
  }

  /// Throw for objects with contradictions, which are not copied. Objects of unsupported classes are copied unchanged.
  void require_sound(const FoundKey& found) {
    const std::uint64_t plain = std::uint64_t{found.key.key_length} + found.key.object_size;
    allowance_.require_memory(internal::memory_of_object(*survey_.file, found.key));
    allowance_.work(plain);
    try {
      internal::check_object(*survey_.file, found.key);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::unsupported) throw;
    }
  }

  void add_objects(internal::RecoveredFile& output) {
    const std::vector<internal::Claim> claimed = claim_objects();
    for (std::size_t number = 0; number < survey_.objects.size(); ++number) {
      const FoundKey& found = survey_.objects[number];
      throw_if_stopped(options_.stop);
      attempt(path_of(found), [&] {
        if (claimed[number] != internal::Claim::fresh)
          detail::fail(ErrorKind::corrupt, "its record of {} bytes at byte {} overlaps the record of another key",
                       found.key.record_size, found.key.seek);
        require_kept(found);
        require_sound(found);
        const std::uint16_t cycle = output.add(found, *survey_.file);
        left_out_.wrote(path_of(found), found.key.seek,
                        cycle == 1 ? path_of(found) : fmt::format("{};{}", path_of(found), cycle));
        report_.objects.push_back(path_of(found));
      });
    }
  }

  const dataset::Session& session_;
  std::shared_ptr<const io::ByteSource> source_;
  const RecoverOptions& options_;
  internal::Allowance allowance_;  // for all runs together
  Survey survey_;
  RecoverReport report_;
  internal::Claims claims_;
  std::set<std::string> done_;
  std::map<std::pair<const dataset::File*, std::uint64_t>, std::string>
      seen_;  // paths of tables by file and position of the record
  std::vector<LostThing> unread_;
  internal::LeftOut left_out_;
  std::vector<std::uint64_t> claimed_;     // positions of the pages of ntuples with anchors
  std::set<std::uint64_t> known_headers_;  // checksums of their headers
  std::optional<internal::UnlistedBlobs> unlisted_;
  std::optional<internal::ClusterFinder> clusters_;
  bool has_unlisted_ = false;  // there are ntuples without anchor
};

/// The journals of the processes that filled the file are not needed: clusters' marks contain the same information.
void remove_journals(const std::filesystem::path& from) {
  try {
    io::SharedFolder::remove_stale(from);
  } catch (const Error&) {
    return;  // a process still shares the file, or the folder cannot be removed
  }
}

/// Checks the written file, up to a number of times, and with the work that the source's size allows for all checks
/// together. Threads: one thread.
class WrittenChecks {
 public:
  WrittenChecks(const dataset::Session& session, const io::ByteSource& source, const RecoverOptions& options)
      : session_(session), source_(source), options_(options) {}

  CheckReport check(const std::filesystem::path& written) {
    if (checks_ == 0) work_left_ = most_work(std::filesystem::file_size(written));
    CheckReport report = recovery::check(session_, written,
                                         {.stop = options_.stop,
                                          .max_memory = options_.max_memory,
                                          .max_work = std::max<std::uint64_t>(work_left_, 1),
                                          .most_alike = most_left_out,
                                          .most_listed = most_left_out});
    work_left_ -= std::min(report.work, work_left_);
    ++checks_;
    return report;
  }

  /// Throws Error(unsupported), with the last finding, when the limit of attempts is reached.
  void require_more(const CheckReport& last) const {
    if (checks_ >= most_checks)
      detail::fail(ErrorKind::unsupported, "the recovered file of '{}' was damaged in each of {} attempts, last: {}",
                   source_.name(), checks_, internal::shortened(last.damage.front().message));
  }

 private:
  /// The limit on work: the caller's, or the one for the larger file. The new file is larger if baskets were copied
  /// from other files of a tree.
  std::uint64_t most_work(std::uint64_t written) const {
    if (options_.max_work != 0) return options_.max_work;
    return internal::Allowance::work_for(std::max(source_.size(), written));
  }

  static constexpr std::size_t most_checks = 20;
  static constexpr std::size_t most_left_out = 100'000;  // in one run: findings take memory

  const dataset::Session& session_;
  const io::ByteSource& source_;
  const RecoverOptions& options_;
  std::uint64_t work_left_ = 0;
  std::size_t checks_ = 0;
};

/// Write a file, read it back, and repeat without the damaged parts until it is undamaged. Each attempt leaves out
/// more.
RecoverReport write_sound(const dataset::Session& session, const std::shared_ptr<const io::ByteSource>& source,
                          io::ReplacedFile& output, const RecoverOptions& options) {
  Recovery recovery(session, source, options);
  WrittenChecks checks(session, *source, options);
  while (true) {
    RecoverReport report = recovery.run(output.begin());
    const CheckReport written = checks.check(output.part());
    if (written.is_sound() && written.is_limited)
      report.lost.push_back({"", "not all of the new file was checked: it needs more memory or work than allowed"});
    if (written.is_sound()) return report;
    if (!recovery.leave_out(written))
      detail::fail(ErrorKind::corrupt, "the recovered file of '{}' is damaged: {}", source->name(),
                   written.damage.empty() ? "it cannot be opened" : written.damage.front().message);
    checks.require_more(written);
  }
}

}  // namespace

RecoverReport recover(const dataset::Session& session, const std::shared_ptr<const io::ByteSource>& source,
                      std::unique_ptr<io::ByteSink> sink, const RecoverOptions& options) {
  try {
    return Recovery(session, source, options).run(std::move(sink));
  } catch (...) {
    rethrow_naming([&] { return fmt::format("file '{}'", source->name()); });
  }
}

RecoverReport recover(const dataset::Session& session, const std::filesystem::path& from,
                      const std::filesystem::path& to, const RecoverOptions& options) {
  const auto source = session.open_source(from);
  std::error_code ignored;
  if (std::filesystem::equivalent(from, to, ignored))
    detail::fail(ErrorKind::misuse, "'{}' cannot be recovered into itself", from.string());
  io::ReplacedFile output(to);
  RecoverReport report;
  try {
    report = write_sound(session, source, output, options);
  } catch (...) {
    rethrow_naming([&] { return fmt::format("file '{}'", source->name()); });
  }
  output.publish();
  remove_journals(from);
  return report;
}

}  // namespace ramet::inline v1::recovery
