#include "ramet/ntuple/internal/streamed_read.hpp"

#include <utility>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/core/error.hpp"

namespace ramet::inline v1::ntuple::internal {
namespace {

// Large enough that the overhead of a task stays far below its work.
constexpr std::int64_t task_bytes = std::int64_t{256} << 10;

}  // namespace

void append_objects(const object::ColumnReader& objects, const array::ArrayBuilder& stored, std::size_t first,
                    std::size_t last, array::ArrayBuilder& to) {
  const auto offsets = stored.list_offsets();
  for (std::size_t object = first; object < last; ++object) {
    const auto begin = static_cast<std::size_t>(offsets[object]);
    const auto size = static_cast<std::size_t>(offsets[object + 1]) - begin;
    bytes::ByteCursor cursor(stored.values.span().subspan(begin, size));
    objects.append(cursor, 1, to);
    if (!cursor.at_end())
      detail::fail(ErrorKind::corrupt, "a streamed object of {} bytes ends after {}", size, cursor.position());
  }
}

StreamedRead::StreamedRead(std::shared_ptr<const object::ColumnReader> objects, array::ArrayBuilder& to)
    : objects_(std::move(objects)), to_(&to), stored_(array::Type::string()) {}

void StreamedRead::add_tasks(std::vector<Task>& tasks) {
  const auto offsets = stored_.list_offsets();
  for (std::size_t object = 0; object < stored_.length; ++object) {
    if (!starts_.empty() && offsets[object] - offsets[starts_.back()] < task_bytes) continue;
    tasks.emplace_back(*this, starts_.size());
    starts_.push_back(object);
    parts_.emplace_back(objects_->type());
  }
  starts_.push_back(stored_.length);
}

void StreamedRead::run(std::size_t task) {
  array::ArrayBuilder part(objects_->type());
  append_objects(*objects_, stored_, starts_[task], starts_[task + 1], part);
  parts_[task] = std::move(part).finish();
}

void StreamedRead::finish() {
  reserve_for(*to_, parts_);
  for (array::Array& part : parts_) append(*to_, std::exchange(part, {}));
}

}  // namespace ramet::inline v1::ntuple::internal
