#pragma once

#include <cstdint>
#include <string_view>

namespace ramet::inline v1::io {

/// The id of this process.
std::uint64_t process_number() noexcept;

/// Distinguishes the process that created it from children forked since, by reading one byte of memory: a system call
/// would cost more than a small part of a job. The page that it reads is zeroed in a child (madvise(2),
/// MADV_WIPEONFORK); kernels without that flag take a system call each time. Threads: const-safe.
class ProcessMark {
 public:
  ProcessMark() noexcept;
  ~ProcessMark();
  ProcessMark(const ProcessMark&) = delete;
  ProcessMark& operator=(const ProcessMark&) = delete;

  /// The id of the process that created it.
  std::uint64_t number() const noexcept { return number_; }
  bool is_here() const noexcept { return page_ != nullptr ? *page_ != 0 : number_ == process_number(); }

 private:
  const std::uint64_t number_ = process_number();
  unsigned char* page_ = nullptr;
};

/// Throw Error(misuse), with advice, unless this process has the id `number`: a forked child must not write the file
/// called `name`, because parent and child would write to the same places.
void require_process(std::uint64_t number, std::string_view name);

}  // namespace ramet::inline v1::io
