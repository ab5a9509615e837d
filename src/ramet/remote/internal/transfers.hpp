#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "ramet/core/mutex.hpp"
#include "ramet/core/stop.hpp"
#include "ramet/io/detail/process_number.hpp"
#include "ramet/io/traffic.hpp"
#include "ramet/remote/internal/access/s3.hpp"
#include "ramet/remote/internal/batch.hpp"
#include "ramet/remote/internal/cache/disk_cache.hpp"
#include "ramet/remote/internal/cache/known_files.hpp"
#include "ramet/remote/internal/curl_handles.hpp"
#include "ramet/remote/internal/latencies.hpp"
#include "ramet/remote/internal/parts/range_memory.hpp"
#include "ramet/remote/remote_options.hpp"

namespace ramet::inline v1::remote::internal {

/// Runs the requests of any number of files: one thread drives all of them with libcurl, which keeps connections open
/// for the next ones. The thread starts with the first batch, and sleeps while there is nothing to do. Threads: any.
class Transfers {
 public:
  explicit Transfers(RemoteOptions options);
  Transfers(const Transfers&) = delete;
  Transfers& operator=(const Transfers&) = delete;
  /// Ends all requests; their waiters get Error(cancelled).
  ~Transfers();

  const RemoteOptions& options() const noexcept { return options_; }
  const S3Settings& s3() const noexcept { return s3_; }
  /// Where bytes are kept for other processes, if the environment says so; null otherwise.
  const std::shared_ptr<DiskCache>& cache() const noexcept { return cache_; }
  /// Files that were opened before.
  KnownFiles& known() noexcept { return known_; }
  /// Somebody has let go of a file. In a forked child nothing is done: who held the lock is not there.
  void note_closed(const RemoteFile& file) noexcept {
    if (process_.is_here()) known_.close(file.urls());
  }
  /// What all requests brought.
  io::Traffic& traffic() noexcept { return traffic_; }

  /// Start all fetches of a batch. Throws Error(misuse) in a forked child, where the thread is not, and as CurlLibrary.
  void submit(const std::shared_ptr<Batch>& batch);
  /// Make the thread look for batches that were cancelled.
  void wake() noexcept;

 private:
  using Clock = std::chrono::steady_clock;

  /// A fetch that waits for its time.
  struct Waiting {
    std::shared_ptr<Batch> batch;
    std::size_t number = 0;
    Clock::time_point begin;  // not before
    Clock::time_point asked;  // since when its bytes are wanted
    io::Traffic::Kind kind = io::Traffic::Kind::first;
    bool is_alone = false;  // shares no request with others
  };
  struct Running;

  void start_thread() RAMET_REQUIRES(mutex_);
  void run();
  void take_submitted();
  void drop_cancelled();
  void start_due(Clock::time_point now);
  std::vector<std::size_t> sharing(const Waiting& first, std::span<Waiting> others, std::size_t due,
                                   Clock::time_point now);
  bool can_share(const Waiting& waiting, Clock::time_point now) const;
  void start_hedges(Clock::time_point now);
  void start(std::unique_ptr<Running> running, Clock::time_point now);
  std::optional<Clock::time_point> hedge_time(const Running& running) const;
  void drop_others(const Waiting& fetch);
  void set_limits(CURL* easy) const;
  void set_credentials(Running& running, const RemoteUrl& url) const;
  void end_finished();
  void end_stalled(Clock::time_point now);
  void end(std::size_t running, const TryEnd& end);
  void end_many(const Running& running, Clock::time_point now);
  void note_address(const Running& running, Fetch& fetch) const;
  void note_answer(Running& running, Clock::time_point now);
  void end_hedge(Running& hedge, const TryEnd& end);
  std::chrono::milliseconds time_to_sleep(Clock::time_point now) const;
  void finish_all();
  double jitter();

  const RemoteOptions options_;
  const std::string token_;
  const std::string netrc_;
  const S3Settings s3_;
  const std::shared_ptr<DiskCache> cache_;
  const io::ProcessMark process_;
  KnownFiles known_;
  io::Traffic traffic_;
  std::atomic<bool> is_ending_ = false;

  Mutex mutex_;
  std::vector<Waiting> submitted_ RAMET_GUARDED_BY(mutex_);
  std::optional<CurlLibrary> library_ RAMET_GUARDED_BY(mutex_);
  const CurlFunctions* curl_ = nullptr;  // of library_; set before the thread starts and before awake_
  std::atomic<CURLM*> awake_ = nullptr;  // multi_, once there is one

  // Of the thread.
  Multi multi_;
  std::string authorities_;
  std::vector<Waiting> waiting_;
  std::vector<std::unique_ptr<Running>> running_;
  RangeMemory ranges_;
  std::size_t parallel_;
  Latencies latencies_;
  std::uint64_t begun_ = 0;   // requests
  std::uint64_t hedges_ = 0;  // of them
  std::uint64_t noise_;

  std::optional<std::stop_callback<std::function<void()>>> on_stop_;
  std::thread thread_;
};

}  // namespace ramet::inline v1::remote::internal
