#pragma once

#include <cstdint>
#include <string_view>

namespace ramet::inline v1::io {

/// The system's number of this process.
std::uint64_t process_number() noexcept;

/// Tells the process that made it from children forked since, by a look into memory: a system call for each small part
/// of a job would cost more than the part. The page that it looks at is all zeros in a child (madvise(2),
/// MADV_WIPEONFORK); where the kernel cannot do that, the system is asked each time. Threads: const-safe.
class ProcessMark {
 public:
  ProcessMark() noexcept;
  ~ProcessMark();
  ProcessMark(const ProcessMark&) = delete;
  ProcessMark& operator=(const ProcessMark&) = delete;

  /// The number of the process that made it.
  std::uint64_t number() const noexcept { return number_; }
  bool is_here() const noexcept { return page_ != nullptr ? *page_ != 0 : number_ == process_number(); }

 private:
  const std::uint64_t number_ = process_number();
  unsigned char* page_ = nullptr;
};

/// Throws Error(misuse), saying what to do instead, when this process is a child that was forked from the one of that
/// number, which writes the file called `name`: what both write would be in the same places.
void require_process(std::uint64_t number, std::string_view name);

}  // namespace ramet::inline v1::io
