#include "ramet/schedule/internal/job_board.hpp"

#include <algorithm>

namespace ramet::inline v1::schedule::internal {

namespace {

/// Remove an element from a list that is linked by `older`.
template <class Element>
void unlink(Element*& newest, const Element& element, Element* Element::* older) noexcept {
  Element** link = &newest;
  while (*link != &element) link = &((*link)->*older);
  *link = element.*older;
}

}  // namespace

std::size_t JobBoard::post(Posting& posting) noexcept {
  const MutexLock lock(mutex_);
  posting.parent_ = posting_of_this_thread();
  posting.older_ = newest_posting_;
  newest_posting_ = &posting;
  for (Posting* ancestor = posting.parent_; ancestor != nullptr; ancestor = ancestor->parent_)
    ancestor->changed_.notify_one();
  const std::size_t wanted = std::max<std::size_t>(posting.job_.count(), 1) - 1;  // the caller takes one index
  for (std::size_t woken = 0; woken < std::min(wanted, sleepers_); ++woken) work_posted_.notify_one();
  const std::size_t helpers_to_call = std::min(wanted, most_helpers_ - helpers_);
  helpers_ += helpers_to_call;
  return helpers_to_call;
}

void JobBoard::dismiss_helpers(std::size_t count) noexcept {
  const MutexLock lock(mutex_);
  helpers_ -= count;
}

void JobBoard::work(Posting& posting) noexcept {
  const MutexLock lock(mutex_);
  take_part(posting);
}

void JobBoard::finish(Posting& posting) noexcept {
  const MutexLock lock(mutex_);
  while (posting.workers_ > 0) {
    if (Posting* nested = find_work(&posting))
      take_part(*nested);
    else if (!posting.job_.stop().can_look())
      posting.changed_.wait(mutex_);
    else if (!posting.changed_.wait_for(mutex_, StopToken::look_interval))
      look(posting.job_.stop());
  }
  unlink(newest_posting_, posting, &Posting::older_);
}

void JobBoard::help() noexcept {
  const MutexLock lock(mutex_);
  while (Posting* posting = find_work(nullptr)) take_part(*posting);
  --helpers_;  // under the same lock as the last search, so that the next job that is posted calls another helper
}

void JobBoard::visit() noexcept {
  const MutexLock lock(mutex_);
  while (Posting* posting = find_work(nullptr)) take_part(*posting);
}

void JobBoard::help_with(Posting& posting) noexcept {
  const MutexLock lock(mutex_);
  while (Posting* within = find_work(&posting)) take_part(*within);
}

void JobBoard::serve() noexcept {
  const MutexLock lock(mutex_);
  for (;;) {
    if (Posting* posting = find_work(nullptr)) {
      take_part(*posting);
    } else if (is_closed_) {
      return;
    } else {
      ++sleepers_;
      work_posted_.wait(mutex_);
      --sleepers_;
    }
  }
}

void JobBoard::close() noexcept {
  const MutexLock lock(mutex_);
  is_closed_ = true;
  work_posted_.notify_all();
}

Posting* JobBoard::posting_of_this_thread() const noexcept {
  const std::thread::id thread = std::this_thread::get_id();
  for (const Worker* worker = newest_worker_; worker != nullptr; worker = worker->older)
    if (worker->thread == thread) return &worker->posting;  // the newest is the innermost
  return nullptr;
}

Posting* JobBoard::find_work(const Posting* ancestor) const noexcept {
  for (Posting* posting = newest_posting_; posting != nullptr; posting = posting->older_) {
    if (!posting->job_.has_work()) continue;
    const Posting* above = posting;
    while (above != nullptr && above != ancestor) above = above->parent_;
    if (above == ancestor) return posting;  // both null: any posting fits
  }
  return nullptr;
}

void JobBoard::look(const StopToken& stop) noexcept {
  mutex_.unlock();  // a stop ends waiting of others, which may work on this board
  stop.look();
  mutex_.lock();
}

void JobBoard::take_part(Posting& posting) noexcept {
  Worker worker{std::this_thread::get_id(), posting, newest_worker_};
  newest_worker_ = &worker;
  ++posting.workers_;
  mutex_.unlock();  // found and joined under one lock, so that the job cannot be removed in between
  posting.job_.work();
  mutex_.lock();
  unlink(newest_worker_, worker, &Worker::older);
  if (--posting.workers_ == 0) posting.changed_.notify_one();
}

}  // namespace ramet::inline v1::schedule::internal
