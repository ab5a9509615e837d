#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include <unistd.h>

// What the machine takes for things that all threads share.

namespace harness {

/// Seconds that it takes `threads` threads to run `work(thread)`, all at once. Threads: one thread.
template <class Work>
double seconds_of_threads(int threads, const Work& work) {
  using Clock = std::chrono::steady_clock;
  std::atomic<int> ready = 0;
  std::vector<std::thread> running;
  running.reserve(static_cast<std::size_t>(threads));
  std::atomic<Clock::rep> begin = 0;
  for (int thread = 0; thread < threads; ++thread)
    running.emplace_back([&, thread] {
      if (++ready == threads) begin = Clock::now().time_since_epoch().count();
      while (ready < threads) std::this_thread::yield();
      work(thread);
    });
  for (std::thread& thread : running) thread.join();
  const Clock::duration taken = Clock::now().time_since_epoch() - Clock::duration(begin);
  return std::chrono::duration<double>(taken).count();
}

/// Seconds of an atomic addition to a number that so many threads add to at once, for each of them.
inline double atomic_seconds(int threads) {
  constexpr int additions = 1'000'000;
  alignas(64) std::atomic<long> shared = 0;
  return seconds_of_threads(threads,
                            [&](int) {
                              for (int addition = 0; addition < additions; ++addition) shared.fetch_add(1);
                            }) /
         additions;
}

/// Seconds that each further thread adds to it: the line goes from one to the next.
inline double seconds_of_another_sharer() {
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  if (cores < 2) return 0;
  return std::max(atomic_seconds(2) - atomic_seconds(1), 0.0);
}

/// Bytes a second that all cores together read and write while they copy.
inline double copied_bytes_per_second() {
  constexpr std::size_t size = 64 << 20;
  constexpr int turns = 8;
  const int threads = std::max(static_cast<int>(std::thread::hardware_concurrency()), 1);
  std::vector<std::vector<char>> from(static_cast<std::size_t>(threads), std::vector<char>(size, 'a'));
  std::vector<std::vector<char>> to = from;
  const double seconds = seconds_of_threads(threads, [&](int thread) {
    const auto own = static_cast<std::size_t>(thread);
    for (int turn = 0; turn < turns; ++turn) std::memcpy(to[own].data(), from[own].data(), size);
  });
  return 2.0 * turns * static_cast<double>(size) * threads / seconds;
}

/// Bytes a second that the device of a folder takes, until they are on it; 0 if nothing can be written there.
inline double device_bytes_per_second(const std::string& folder, std::size_t size = 128 << 20) {
  std::string path = folder + "/deviceXXXXXX";
  const int file = ::mkstemp(path.data());
  if (file < 0) return 0;
  ::unlink(path.c_str());
  const std::vector<char> piece(std::min<std::size_t>(size, 4 << 20), 'a');
  const auto begin = std::chrono::steady_clock::now();
  std::size_t written = 0;
  while (written < size && ::write(file, piece.data(), piece.size()) == static_cast<ssize_t>(piece.size()))
    written += piece.size();
  const bool is_there = ::fdatasync(file) == 0;
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  ::close(file);
  return is_there ? static_cast<double>(written) / taken.count() : 0;
}

}  // namespace harness
