#include "ramet/write/internal/processes/joined_file.hpp"

#include "ramet/core/error.hpp"
#include "ramet/io/detail/shared_folder.hpp"

namespace ramet::inline v1::write::internal {
namespace {

[[noreturn]] void fail_as_ended(const SharingHandle& handle) {
  detail::fail(ErrorKind::misuse, "'{}' is not shared any more: it was closed, or its writer ended",
               handle.file.string());
}

std::shared_ptr<io::SharedCounters> counters_of(const SharingHandle& handle,
                                                std::shared_ptr<io::SharedCounters> counters) {
  if (counters) return counters;
  if (!handle.has_mapped_counters)
    detail::fail(ErrorKind::misuse, "'{}' is shared with counters of the program: pass them to `join`",
                 handle.file.string());
  const std::filesystem::path path = io::SharedFolder::counters_in(handle.folder);
  if (!io::is_locked(path)) fail_as_ended(handle);
  return io::MappedCounters::join(path, handle.id);
}

}  // namespace

JoinedFile::JoinedFile(SharingHandle handle, std::shared_ptr<io::SharedCounters> counters)
    : handle_(std::move(handle)),
      counters_(counters_of(handle_, std::move(counters))),
      sink_(io::join_local(handle_.file)),
      extents_(counters_, counter::space, handle_.begin),
      area_(*sink_, extents_, handle_.reproducible),
      process_(counters_->add(counter::processes, 1)),
      journal_(handle_.folder, {handle_.id, process_, io::process_number()}) {
  require_shared();
}

void JoinedFile::require_shared() const {
  if (counters_->load(counter::ended) != 0) fail_as_ended(handle_);
  if (counters_->load(counter::closing) % 2 != 0)
    detail::fail(ErrorKind::misuse, "'{}' is being closed", handle_.file.string());
}

void JoinedFile::append(const JournalRecord& record) {
  if (counters_->load(counter::ended) != 0) fail_as_ended(handle_);
  journal_.append(record);
}

}  // namespace ramet::inline v1::write::internal
