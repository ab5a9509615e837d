#include "ramet/frame/sources/open.hpp"

#include <span>
#include <utility>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/dataset/dataset.hpp"
#include "ramet/frame/internal/mask_bits.hpp"

namespace ramet::inline v1::frame {
namespace {

constexpr std::size_t least_waiting_threads = 16;

/// What a frame keeps: the session, its threads, and what its options name. Threads: immutable.
struct Kept {
  std::shared_ptr<const dataset::Session> session;
  std::shared_ptr<schedule::Executor> executor;
  std::shared_ptr<const void> owner;
};

Frame of_source(Source source, FrameOptions options, const std::shared_ptr<const dataset::Session>& session) {
  const auto executor = executor_for(source, session);
  options.owner = std::make_shared<const Kept>(Kept{session, executor, std::move(options.owner)});
  return {std::move(source), *executor, std::move(options)};
}

std::string table_of(const Source& source) {
  if (source.dataset() == nullptr) return source.table()->table_name();
  return source.dataset()->file_count() == 0 ? std::string() : source.dataset()->place(dataset::FileNumber{0}).object;
}

Frame of_places(std::span<const std::string> places, FrameOptions options,
                std::shared_ptr<const dataset::Session> session) {
  if (session == nullptr) session = std::make_shared<const dataset::Session>();
  const auto files = std::make_shared<const dataset::Dataset>(*session, dataset::table_places(*session, places));
  return of_source(with_masks_of_files(Source(files), *session), std::move(options), session);
}

}  // namespace

std::shared_ptr<schedule::Executor> executor_for(const Source& source,
                                                 const std::shared_ptr<const dataset::Session>& session) {
  const std::vector<std::string> files = source.files();
  schedule::Executor& own = session->executor();
  const bool waits = session->chooses_threads() && !files.empty() && session->reads_of_server(files.front());
  if (!waits || own.concurrency() >= least_waiting_threads) return {session, &own};
  struct Waiting {
    std::shared_ptr<const dataset::Session> session;
    std::unique_ptr<schedule::Executor> executor = schedule::make_tbb_executor(least_waiting_threads);
  };
  const auto waiting = std::make_shared<Waiting>(Waiting{.session = session});
  return {waiting, waiting->executor.get()};
}

Source with_masks_of_files(const Source& source, const dataset::Session& session) {
  const std::string table = table_of(source);
  const std::string name = table.substr(table.rfind('/') + 1);
  const std::vector<std::string> files = source.files();
  if (name.empty() || files.empty() || !source.find(internal::mask_name(name.substr(0, name.find(';')), 0)))
    return source;
  ColumnMasks masks = read_column_masks(*session.open(files.front()), table);
  for (const auto& [column, mask] : masks) {
    const auto found = source.find(mask.mask);
    if (!found || !found->type || *found->type != array::Type::of(array::NumberType::uint64))
      detail::fail(ErrorKind::corrupt, "'{}': the mask '{}' of column '{}' is no column of 64-bit integers",
                   files.front(), mask.mask, column);
  }
  return source.with_masks(std::move(masks));
}

Frame open_frame(std::string_view place, FrameOptions options, std::shared_ptr<const dataset::Session> session) {
  const std::string one(place);
  return of_places({&one, 1}, std::move(options), std::move(session));
}

Frame open_frame(const std::vector<std::string>& places, FrameOptions options,
                 std::shared_ptr<const dataset::Session> session) {
  return of_places(places, std::move(options), std::move(session));
}

Frame frame_of(const front::Table& table, FrameOptions options) {
  return of_source(with_masks_of_files(Source(table.shared_table()), *table.session()), std::move(options),
                   table.session());
}

}  // namespace ramet::inline v1::frame
