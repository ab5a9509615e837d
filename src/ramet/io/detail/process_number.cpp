#include "ramet/io/detail/process_number.hpp"

#include <cstddef>

#include <sys/mman.h>
#include <unistd.h>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::io {

std::uint64_t process_number() noexcept { return static_cast<std::uint64_t>(::getpid()); }

namespace {

std::size_t page_size() noexcept { return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)); }

}  // namespace

ProcessMark::ProcessMark() noexcept {
  void* const page = ::mmap(nullptr, page_size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return;
  if (::madvise(page, page_size(), MADV_WIPEONFORK) != 0) {
    ::munmap(page, page_size());
    return;
  }
  page_ = static_cast<unsigned char*>(page);
  *page_ = 1;
}

ProcessMark::~ProcessMark() {
  if (page_ != nullptr) ::munmap(page_, page_size());
}

void require_process(std::uint64_t number, std::string_view name) {
  if (const std::uint64_t now = process_number(); now != number)
    detail::fail(ErrorKind::misuse,
                 "'{}' is written by process {}, and this is its forked child {}: to write the file with more "
                 "processes, call `share` in the first one and `join` in the others",
                 name, number, now);
}

}  // namespace ramet::inline v1::io
