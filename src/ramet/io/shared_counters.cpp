#include "ramet/io/shared_counters.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ramet/core/error.hpp"
#include "ramet/io/internal/file_descriptor.hpp"
#include "ramet/io/internal/file_lock.hpp"

// The file, in the byte order of its machine:
//   0   | "ramet counters 1" 16 | id 16 | zeros 32 |
//   64  | counter 0: 8 | zeros 56 | counter 1: 8 | ...
namespace ramet::inline v1::io {

namespace {

using internal::FileDescriptor;
using internal::LockAnswer;
using internal::LockKind;
using internal::reason_of;
using internal::try_lock;

constexpr std::string_view magic = "ramet counters 1";
constexpr std::size_t line = 64;
constexpr std::size_t file_size = (MappedCounters::count + 1) * line;
static_assert(std::atomic_ref<std::uint64_t>::is_always_lock_free,
              "a lock in the file would work only within one process");

/// All bytes are written before they are mapped, so that a full disk is an error here and not a signal later.
void write_head(const FileDescriptor& file, const std::filesystem::path& path, const SharingId& id) {
  std::vector<std::byte> bytes(file_size);
  std::memcpy(bytes.data(), magic.data(), magic.size());
  std::memcpy(bytes.data() + magic.size(), id.data(), id.size());
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t count = ::pwrite(file.number(), bytes.data() + done, bytes.size() - done, static_cast<off_t>(done));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0)
      detail::fail(ErrorKind::io, "cannot write '{}': {}", path.string(),
                   count < 0 ? reason_of(errno) : "the file is full");
    done += static_cast<std::size_t>(count);
  }
}

void* map(const FileDescriptor& file, const std::filesystem::path& path) {
  void* address = ::mmap(nullptr, file_size, PROT_READ | PROT_WRITE, MAP_SHARED, file.number(), 0);
  if (address == MAP_FAILED)
    detail::fail(ErrorKind::io, "cannot map '{}' into memory: {}", path.string(), reason_of(errno));
  return address;
}

}  // namespace

struct MappedCounters::Mapping {
  Mapping(FileDescriptor held, void* at) : file(std::move(held)), address(static_cast<std::byte*>(at)) {}
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping() { ::munmap(address, file_size); }

  std::atomic_ref<std::uint64_t> counter(std::size_t number) const {
    if (number >= count) detail::fail(ErrorKind::misuse, "there is no counter {}, only {} counters", number, count);
    return std::atomic_ref(*std::launder(reinterpret_cast<std::uint64_t*>(address + (number + 1) * line)));
  }

  FileDescriptor file;  // holds the lock
  std::byte* address;
};

MappedCounters::MappedCounters(std::unique_ptr<Mapping> mapping) noexcept : mapping_(std::move(mapping)) {}
MappedCounters::~MappedCounters() = default;

std::unique_ptr<MappedCounters> MappedCounters::create(const std::filesystem::path& path, const SharingId& id) {
  int error_number = 0;
  FileDescriptor file = FileDescriptor::open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, error_number);
  if (!file.is_open())
    detail::fail(error_number == EEXIST ? ErrorKind::misuse : ErrorKind::io, "cannot create '{}': {}", path.string(),
                 reason_of(error_number));
  try_lock(file, LockKind::exclusive);  // without locks, only the check for live processes does not work
  write_head(file, path, id);
  void* address = map(file, path);
  return std::unique_ptr<MappedCounters>(new MappedCounters(std::make_unique<Mapping>(std::move(file), address)));
}

std::unique_ptr<MappedCounters> MappedCounters::join(const std::filesystem::path& path, const SharingId& id) {
  int error_number = 0;
  FileDescriptor file = FileDescriptor::open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK, error_number);
  if (!file.is_open())
    detail::fail(error_number == ENOENT ? ErrorKind::file_missing : ErrorKind::io, "cannot open '{}': {}",
                 path.string(), reason_of(error_number));
  struct stat status{};
  if (::fstat(file.number(), &status) < 0)
    detail::fail(ErrorKind::io, "cannot get the status of '{}': {}", path.string(), reason_of(errno));
  if (!S_ISREG(status.st_mode) || status.st_size != static_cast<off_t>(file_size))
    detail::fail(ErrorKind::corrupt, "'{}' has {} bytes, expected {}", path.string(), status.st_size, file_size);
  void* address = map(file, path);
  auto mapping = std::make_unique<Mapping>(std::move(file), address);
  if (std::memcmp(mapping->address, magic.data(), magic.size()) != 0)
    detail::fail(ErrorKind::corrupt, "'{}' does not contain counters of this version", path.string());
  if (std::memcmp(mapping->address + magic.size(), id.data(), id.size()) != 0)
    detail::fail(ErrorKind::misuse, "'{}' belongs to another run", path.string());
  return std::unique_ptr<MappedCounters>(new MappedCounters(std::move(mapping)));
}

bool MappedCounters::are_in(const std::filesystem::path& path, const std::optional<SharingId>& id) {
  int error_number = 0;
  const FileDescriptor file = FileDescriptor::open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, error_number);
  if (!file.is_open()) {
    if (error_number == ENOENT || error_number == ELOOP) return false;
    detail::fail(ErrorKind::io, "cannot open '{}': {}", path.string(), reason_of(error_number));
  }
  struct stat status{};
  std::array<char, magic.size() + sizeof(SharingId)> head{};
  if (::fstat(file.number(), &status) < 0 || !S_ISREG(status.st_mode) ||
      status.st_size != static_cast<off_t>(file_size) ||
      ::pread(file.number(), head.data(), head.size(), 0) != static_cast<ssize_t>(head.size()))
    return false;
  return std::string_view(head.data(), magic.size()) == magic &&
         (!id || std::memcmp(head.data() + magic.size(), id->data(), id->size()) == 0);
}

std::uint64_t MappedCounters::add(std::size_t counter, std::uint64_t amount) {
  return mapping_->counter(counter).fetch_add(amount);
}

std::uint64_t MappedCounters::raise(std::size_t counter, std::uint64_t least) {
  const auto number = mapping_->counter(counter);
  std::uint64_t before = number.load();
  while (before < least && !number.compare_exchange_weak(before, least)) {
  }
  return before;
}

std::uint64_t MappedCounters::load(std::size_t counter) { return mapping_->counter(counter).load(); }

bool is_locked(const std::filesystem::path& path) {
  int error_number = 0;
  FileDescriptor file = FileDescriptor::open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, error_number);
  if (!file.is_open()) {
    if (error_number == ENOENT) return false;
    detail::fail(ErrorKind::io, "cannot open '{}': {}", path.string(), reason_of(error_number));
  }
  return try_lock(file, LockKind::shared) == LockAnswer::held;
}

}  // namespace ramet::inline v1::io
