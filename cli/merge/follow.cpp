// ramet merge --follow: joins the files of a folder as they arrive.
#include "cli/merge/follow.hpp"

#include <chrono>
#include <filesystem>

#include <fmt/format.h>

#include "ramet/merge/follow.hpp"

namespace ramet::cli {
namespace {

std::chrono::milliseconds milliseconds_of(double seconds) {
  return std::chrono::milliseconds(static_cast<std::int64_t>(1000 * seconds));
}

merge::LiveOptions live_options(const merge::MergeOptions& options) {
  merge::LiveOptions live;
  live.on_difference = options.on_difference;
  live.on_bad_input = options.on_bad_input;
  live.on_existing = options.on_existing;
  live.on_unfinished = options.on_unfinished;
  live.rules = options.rules;
  live.filter = options.filter;
  live.compression = options.compression;
  live.gather = options.tables.gather;
  live.cluster_bytes = options.tables.cluster_bytes;
  live.on_other_metadata = options.tables.on_other_metadata;
  live.reproducible = options.reproducible;
  live.max_memory = options.max_memory;
  return live;  // without the stop: what was added is merged first
}

/// Prints what was left out, each once. Threads: one thread.
class LeftOutPrinter {
 public:
  void print(const merge::LiveReport& report) {
    for (; next_ < report.left_out.size(); ++next_) {
      const merge::LeftOutFile& one = report.left_out[next_];
      const merge::Difference& difference = one.difference;
      std::string place = fmt::format("'{}'", one.file);
      if (!difference.path.empty()) place += fmt::format(": '{}'", difference.path);
      if (!difference.part.empty()) place += fmt::format(" ({})", difference.part);
      print_complaint(fmt::format("{}: {}: {}", one.is_refused ? "not merged" : "left out", place, difference.message));
      is_different_ = is_different_ || (!difference.is_accepted && difference.kind != merge::DifferenceKind::bad_input);
      is_bad_ = is_bad_ || (!difference.is_accepted && difference.kind == merge::DifferenceKind::bad_input);
    }
  }
  bool is_different() const noexcept { return is_different_; }
  bool is_bad() const noexcept { return is_bad_; }

 private:
  std::size_t next_ = 0;
  bool is_different_ = false;
  bool is_bad_ = false;
};

}  // namespace

void add_follow_options(CLI::App& command, FollowChoice& choice) {
  command
      .add_option("--follow", choice.folder,
                  "Merge the files *.root of this folder as they are finished, until Ctrl-C, --until-idle or --end")
      ->type_name("DIR");
  command.add_option("--until-idle", choice.until_idle, "Following ends when no file has come or grown for so long")
      ->type_name("SECONDS")
      ->check(CLI::NonNegativeNumber);
  command.add_option("--end", choice.end_file, "Following ends when this file exists, and nothing more will come")
      ->type_name("FILE");
  command.add_option("--settle", choice.settle, "How long a file must have stayed as it is to be finished")
      ->type_name("SECONDS")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command
      .add_option("--checkpoint", choice.checkpoint, "At most so long after a file was finished it is in the output")
      ->type_name("SECONDS")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
}

void run_follow(const FollowChoice& choice, const std::string& output, const merge::MergeOptions& options,
                Context& context) {
  if (!std::filesystem::is_directory(choice.folder))
    throw UsageError(fmt::format("'{}' is no folder to follow", choice.folder));
  merge::LiveMerge live(context.session(), output, live_options(options));
  if (live.report().files > 0)
    print_complaint(fmt::format("goes on: '{}' has {} files already", output, live.report().files));
  merge::FollowOptions how{.settle = milliseconds_of(choice.settle), .checkpoint = milliseconds_of(choice.checkpoint)};
  if (choice.until_idle) how.until_idle = milliseconds_of(*choice.until_idle);
  how.end_file = choice.end_file;
  how.stop = context.stop();
  LeftOutPrinter left_out;
  const merge::FollowReport report = follow(live, choice.folder, how, [&](const merge::LiveReport& now) {
    context.print(fmt::format("{} files, {} bytes\n", now.files, now.output_bytes));
    context.flush();
    left_out.print(now);
  });
  left_out.print(report.merge);
  for (const merge::UnmergedFile& one : report.unmerged)
    print_complaint(fmt::format("not merged: '{}': {}", one.file, one.reason));
  if (report.is_stopped) return context.end_with(ExitCode::interrupted);
  if (!choice.end_file.empty()) live.finish();
  const bool minds_bad = options.on_bad_input == merge::OnBadInput::stop;
  if (left_out.is_bad() || (minds_bad && !report.unmerged.empty())) context.end_with(ExitCode::bad_input);
  if (left_out.is_different()) context.end_with(ExitCode::differences);
}

}  // namespace ramet::cli
