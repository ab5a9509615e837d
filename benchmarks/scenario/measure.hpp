#pragma once

#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <sys/resource.h>

// What every contender shares: the clock, the line it reports, and the numbers it draws. Contenders that link ROOT are
// built as C++17.

namespace scenario {

/// Counter-mode mixing of 64 bits (splitmix64): cheap, so that no contender is bound by its random numbers.
class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15U + 1) {}

  std::uint64_t bits() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15U);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
  }
  std::int32_t integer() { return static_cast<std::int32_t>(bits() >> 32); }
  double uniform() { return static_cast<double>(bits() >> 11) * 0x1.0p-53; }
  double exponential(double mean) { return -mean * std::log(1 - uniform()); }
  double normal() {
    double sum = 0;
    for (int i = 0; i < 6; ++i) sum += uniform();
    return (sum - 3) * 1.41421356;
  }

 private:
  std::uint64_t state_;
};

/// What a job did: a number that contenders on the same data agree on (of writers: the size of the file), and how many
/// seconds of it only one thread could work.
struct Outcome {
  Outcome(double check_value, double serial_seconds = 0) : check(check_value), serial(serial_seconds) {}
  double check;
  double serial;
  double measured = 0;  // the seconds that count, when not all of the job does
};

/// Seconds since a point of time.
inline double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Run a job, which returns an Outcome, some times in one process and print one line of JSON for each. Later times are
/// warm. `clean_up` runs after each, unmeasured: removing a large file takes as long as writing a small one.
template <class Job, class Cleanup>
void repeat(const char* contender, const std::string& variant, int threads, int times, double bytes, Job&& job,
            Cleanup&& clean_up) {
  for (int time = 0; time < times; ++time) {
    rusage before{};
    getrusage(RUSAGE_SELF, &before);
    const auto begin = std::chrono::steady_clock::now();
    const Outcome outcome = job();
    const double wall = outcome.measured > 0 ? outcome.measured : seconds_since(begin);
    rusage after{};
    getrusage(RUSAGE_SELF, &after);
    const auto seconds = [](const rusage& usage) {
      return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
             1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
    };
    std::printf(
        "{\"contender\":\"%s\",\"variant\":\"%s\",\"threads\":%d,\"time\":%d,\"wall\":%.6f,\"cpu\":%.6f,"
        "\"bytes\":%.0f,\"resident_mb\":%.0f,\"check\":%.12g,\"serial\":%.9f}\n",
        contender, variant.c_str(), threads, time, wall, seconds(after) - seconds(before), bytes,
        static_cast<double>(after.ru_maxrss) / 1024, outcome.check, outcome.serial);
    std::fflush(stdout);
    clean_up();
  }
}

template <class Job>
void repeat(const char* contender, const std::string& variant, int threads, int times, double bytes, Job&& job) {
  repeat(contender, variant, threads, times, bytes, job, [] {});
}

inline long argument(int count, char** values, int index, long otherwise) {
  return index < count ? std::atol(values[index]) : otherwise;
}

}  // namespace scenario
