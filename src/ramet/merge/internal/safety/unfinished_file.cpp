#include "ramet/merge/internal/safety/unfinished_file.hpp"

#include <charconv>
#include <system_error>
#include <utility>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/io/detail/url.hpp"
#include "ramet/merge/internal/output_parts.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

[[noreturn]] void fail_as_existing(const std::filesystem::path& path) {
  detail::fail(ErrorKind::misuse, "file '{}' exists", path.string());
}

/// The name of a file that is made. Throws before a journal is begun if there is another file that has to stay.
std::filesystem::path part_of(const std::filesystem::path& path, OnExisting on_existing) {
  io::refuse_output_url(path.native());
  std::filesystem::path part = io::ReplacedFile::kept_part(path);
  const bool may_be_finished = std::filesystem::exists(Journal::path_of(part)) && !std::filesystem::exists(part);
  if (on_existing == OnExisting::fail && std::filesystem::exists(path) && !may_be_finished) fail_as_existing(path);
  return part;
}

}  // namespace

UnfinishedFile::UnfinishedFile(const std::filesystem::path& path, OnExisting on_existing)
    : path_(path), replaced_(path, io::Unfinished::keep), journal_(part_of(path, on_existing)) {
  if (on_existing == OnExisting::fail && std::filesystem::exists(path)) {
    if (!journal_.finished()) fail_as_existing(path);
    is_published_ = true;
    return;
  }
  replaced_.begin();
}

void UnfinishedFile::prepare(const JournalPlan& plan, OnUnfinished on_unfinished) {
  if (is_published_) {
    const std::optional<JournalPlan>& finished = journal_.finished();
    if (finished && (difference_of(*finished, plan) || finished->left_out != plan.left_out)) fail_as_existing(path_);
    journal_.verify(*io::open_local(path_));
    if (!journal_.is_complete()) fail_as_existing(path_);
    resumed_bytes_ = std::filesystem::file_size(path_);
    return;
  }
  std::optional<std::string> why = std::exchange(mismatch_, std::nullopt);
  if (!why && journal_.plan()) why = difference_of(*journal_.plan(), plan);
  if (!why && on_unfinished == OnUnfinished::discard && !has_begun_) why = "the options say so";
  if (!why && journal_.plan() && journal_.plan()->left_out == plan.left_out) {
    journal_.verify(*io::open_local(replaced_.part()));
    resumed_bytes_ = journal_.done_bytes();
  } else {
    if (why && journal_.plan() && !has_begun_) discarded_ = *why;
    resumed_bytes_ = 0;
    replaced_.begin()->resize(0);  // first, so that a journal that is torn now belongs to nothing
    journal_.restart(plan);
  }
  has_begun_ = true;
}

void UnfinishedFile::publish() {
  if (!is_published_) replaced_.publish();
  is_published_ = true;
}

void UnfinishedFile::discard() noexcept {
  replaced_.remove_part();
  journal_.remove();
}

std::string file_mark(std::size_t number) { return number == 0 ? std::string() : fmt::format(", file {}", number); }

bool discard_file(const std::filesystem::path& path, std::size_t number) {
  const std::filesystem::path part = io::ReplacedFile::kept_part(path);
  if (!std::filesystem::exists(part) || !std::filesystem::exists(Journal::path_of(part))) return false;
  UnfinishedFile file(path, OnExisting::replace);
  const std::optional<JournalPlan>& plan = file.stopped();
  if (plan && !plan->options.ends_with(file_mark(number))) return false;  // without a plan the file is empty
  file.discard();
  return true;
}

void discard_files_from(const std::filesystem::path& output, std::size_t number) {
  const std::string before = output.stem().string() + "_";
  const std::string after = output.extension().string() + ".part.journal";
  std::error_code error;
  std::vector<std::size_t> found;
  const std::filesystem::path folder = output.parent_path();
  for (const auto& entry : std::filesystem::directory_iterator(folder.empty() ? "." : folder, error)) {
    const std::string name = entry.path().filename().string();
    if (name.size() <= before.size() + after.size() || !name.starts_with(before) || !name.ends_with(after)) continue;
    const std::string digits = name.substr(before.size(), name.size() - before.size() - after.size());
    std::size_t there = 0;
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), there);
    if (problem == std::errc() && end == digits.data() + digits.size() && there >= number) found.push_back(there);
  }
  for (const std::size_t there : found) discard_file(part_name(output, there), there);
}

}  // namespace ramet::inline v1::merge::internal
