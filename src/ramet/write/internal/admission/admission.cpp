#include "ramet/write/internal/admission/admission.hpp"

#include <thread>
#include <utility>

namespace ramet::inline v1::write::internal {
namespace {

std::uint64_t this_thread() noexcept { return std::hash<std::thread::id>()(std::this_thread::get_id()); }

}  // namespace

/// Counts a waiting thread and measures its time. Threads: one thread.
class Admission::Waiting {
 public:
  Waiting(Admission& admission, std::atomic<std::uint64_t>& count) noexcept : admission_(admission), count_(count) {
    count_.fetch_add(1);
  }
  ~Waiting() {
    count_.fetch_sub(1);
    const auto time = AdmissionState::Clock::now() - begin_;
    admission_.nanoseconds_.fetch_add(
        static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(time).count()));
  }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

 private:
  Admission& admission_;
  std::atomic<std::uint64_t>& count_;
  const Time begin_ = AdmissionState::Clock::now();
};

Admission::Admission(Options options)
    : now_(std::move(options.now)),
      budget_(options.memory_budget),
      state_({.capacity = for_filling(), .at_least = options.at_least, .patience = options.patience}) {}

std::uint64_t Admission::room() const noexcept {
  const std::uint64_t used = budget_.used();
  return used < for_filling() ? for_filling() - used : 0;
}

void Admission::admit(Time now) noexcept {
  state_.admit(now, [](AdmissionState::Ticket& admitted) { static_cast<Ticket&>(admitted).changed_.notify_one(); });
  // The first ticket in the queue checks the clock for all others.
  if (auto* first = state_.first()) static_cast<Ticket*>(first)->changed_.notify_one();
}

void Admission::tick() noexcept {
  const MutexLock lock(mutex_);
  admit(now_());
}

void Admission::sleep_until_admitted(Ticket& ticket, const StopToken& stop) {
  const Waiting waiting(*this, queued_);
  while (!stop.stop_requested()) {
    const Time now = now_();  // the same time for both, so that both see the same active tickets
    if (state_.first() == &ticket) admit(now);
    if (ticket.where != AdmissionState::Where::queued) return;
    const auto next = state_.first() == &ticket ? state_.next_change(now) : std::nullopt;
    if (next) {
      ticket.changed_.wait_for(mutex_, *next - now);
    } else {
      ticket.changed_.wait(mutex_);
    }
  }
}

void Admission::Ticket::enter(std::uint64_t wanted, const StopToken& stop) {
  if (is_admitted_) return;
  const std::stop_callback wake(stop.token(), [this] {
    const MutexLock lock(admission_.mutex_);
    changed_.notify_one();
  });
  {
    const MutexLock lock(admission_.mutex_);
    const Time now = admission_.now_();
    admission_.state_.enter(*this, wanted, this_thread(), now, [](AdmissionState::Ticket& admitted) {
      static_cast<Ticket&>(admitted).changed_.notify_one();
    });
    admission_.admit(now);  // and let the first ticket of the queue check the clock
    if (where == AdmissionState::Where::queued) admission_.sleep_until_admitted(*this, stop);
    is_admitted_ = where == AdmissionState::Where::admitted;  // a ticket admitted during the stop keeps its place
    if (!is_admitted_) {
      admission_.state_.leave(*this);
      admission_.admit(admission_.now_());
    }
  }
  if (!is_admitted_) throw_if_stopped(stop);
}

void Admission::Ticket::move() noexcept {
  if (is_admitted_) admission_.state_.move(*this, this_thread(), admission_.now_());
}

void Admission::Ticket::leave() noexcept {
  if (!is_admitted_) return;
  const MutexLock lock(admission_.mutex_);
  admission_.state_.leave(*this);
  is_admitted_ = false;
  admission_.admit(admission_.now_());
}

Admission::Passage::Passage(Admission& admission, Ticket* ticket) noexcept
    : admission_(admission), ticket_(ticket != nullptr && ticket->is_admitted() ? ticket : nullptr) {
  admission_.passing_.fetch_add(1);
  if (ticket_ == nullptr) return;
  const MutexLock lock(admission_.mutex_);
  admission_.state_.begin_work(*ticket_);
}

Admission::Passage::~Passage() { admission_.end_passage(ticket_); }

void Admission::end_passage(Ticket* ticket) noexcept {
  std::vector<std::function<void()>> callbacks;
  {
    const MutexLock lock(mutex_);  // also held by threads that read these counters and then sleep or add a callback
    passed_.fetch_add(1);
    passing_.fetch_sub(1);
    if (ticket != nullptr) state_.end_work(*ticket, this_thread(), now_());
    admit(now_());
    passage_.notify_all();
    callbacks = std::exchange(callbacks_, {});
  }
  for (const auto& ready : callbacks) ready();
}

void Admission::note_change() noexcept {
  std::vector<std::function<void()>> callbacks;
  {
    const MutexLock lock(mutex_);
    passed_.fetch_add(1);
    passage_.notify_all();
    callbacks = std::exchange(callbacks_, {});
  }
  for (const auto& ready : callbacks) ready();
}

bool Admission::wait_for_passage(std::uint64_t passed, const StopToken& stop, For what) {
  const std::stop_callback wake(stop.token(), [this] {
    const MutexLock lock(mutex_);
    passage_.notify_all();
  });
  bool has_passed = false;
  {
    const MutexLock lock(mutex_);
    const Waiting waiting(*this, sleeping_);
    while (!(has_passed = passed_.load() != passed) && (passing_.load() > 0 || what == For::order) &&
           !stop.stop_requested())
      passage_.wait(mutex_);
  }
  throw_if_stopped(stop);
  return has_passed;
}

void Admission::when_passed(std::uint64_t passed, std::function<void()> ready, For what) {
  {
    const MutexLock lock(mutex_);
    if (passed_.load() == passed && (passing_.load() > 0 || what == For::order)) {
      callbacks_.push_back(std::move(ready));
      return;
    }
  }
  ready();
}

}  // namespace ramet::inline v1::write::internal
