// Ways to get the pieces of a local file that a read of some columns wants: pread(2) by one or more threads, with and
// without telling the kernel before (POSIX_FADV_WILLNEED), and io_uring, which has many reads under way for one thread.
// usage: local_reads FILE WAY TEMPERATURE THREADS TIMES; WAY is pread, hint or ring; TEMPERATURE warm or cold
#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "../measure.hpp"
#include <fcntl.h>
#include <linux/io_uring.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

/// As 10 of 50 columns in a file of clusters: every fifth block.
constexpr std::size_t block_size = 100'000, every = 5;

struct Piece {
  std::uint64_t offset;
  std::byte* into;
};

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {
    if (number < 0) fail("open");
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { ::close(number_); }
  int number() const noexcept { return number_; }

 private:
  int number_;
};

/// A ring of requests and one of answers, shared with the kernel.
class Ring {
 public:
  static constexpr unsigned depth = 64;

  Ring() : ring_(static_cast<int>(::syscall(SYS_io_uring_setup, depth, &parameters_))) {
    requests_ = map(parameters_.sq_off.array + parameters_.sq_entries * sizeof(unsigned), IORING_OFF_SQ_RING);
    answers_ = map(parameters_.cq_off.cqes + parameters_.cq_entries * sizeof(io_uring_cqe), IORING_OFF_CQ_RING);
    entries_ = reinterpret_cast<io_uring_sqe*>(map(parameters_.sq_entries * sizeof(io_uring_sqe), IORING_OFF_SQES));
  }
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;
  ~Ring() {
    for (const auto& [place, size] : maps_) ::munmap(place, size);
  }

  /// Read all pieces; `done` is called with each as it arrives.
  template <class Done>
  void read(int file, const std::vector<Piece>& pieces, Done&& done) {
    std::size_t asked = 0, under_way = 0;
    while (asked < pieces.size() || under_way > 0) {
      unsigned added = 0;
      for (; asked < pieces.size() && under_way < depth; ++asked, ++under_way, ++added) add(file, pieces[asked], asked);
      if (::syscall(SYS_io_uring_enter, ring_.number(), added, 1, IORING_ENTER_GETEVENTS, nullptr, 0) < 0)
        fail("io_uring_enter");
      under_way -= take(pieces, done);
    }
  }

 private:
  std::byte* map(std::size_t size, std::uint64_t what) {
    void* const place = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, ring_.number(),
                               static_cast<off_t>(what));
    if (place == MAP_FAILED) fail("mmap");
    maps_.emplace_back(place, size);
    return static_cast<std::byte*>(place);
  }
  static unsigned& word(std::byte* base, unsigned offset) { return *reinterpret_cast<unsigned*>(base + offset); }

  void add(int file, const Piece& piece, std::uint64_t number) {
    const unsigned tail = word(requests_, parameters_.sq_off.tail);
    const unsigned place = tail & word(requests_, parameters_.sq_off.ring_mask);
    entries_[place] = {};
    entries_[place].opcode = IORING_OP_READ;
    entries_[place].fd = file;
    entries_[place].off = piece.offset;
    entries_[place].addr = reinterpret_cast<std::uint64_t>(piece.into);
    entries_[place].len = block_size;
    entries_[place].user_data = number;
    reinterpret_cast<unsigned*>(requests_ + parameters_.sq_off.array)[place] = place;
    std::atomic_ref(word(requests_, parameters_.sq_off.tail)).store(tail + 1, std::memory_order_release);
  }

  template <class Done>
  std::size_t take(const std::vector<Piece>& pieces, Done&& done) {
    unsigned head = word(answers_, parameters_.cq_off.head);
    const unsigned tail = std::atomic_ref(word(answers_, parameters_.cq_off.tail)).load(std::memory_order_acquire);
    const unsigned taken = tail - head;
    for (; head != tail; ++head) {
      const auto* const all = reinterpret_cast<const io_uring_cqe*>(answers_ + parameters_.cq_off.cqes);
      const io_uring_cqe& answer = all[head & word(answers_, parameters_.cq_off.ring_mask)];
      if (answer.res != static_cast<int>(block_size)) throw std::runtime_error("io_uring: a short read");
      done(pieces[answer.user_data]);
    }
    std::atomic_ref(word(answers_, parameters_.cq_off.head)).store(head, std::memory_order_release);
    return taken;
  }

  io_uring_params parameters_{};
  Descriptor ring_;
  std::vector<std::pair<void*, std::size_t>> maps_;
  std::byte* requests_ = nullptr;
  std::byte* answers_ = nullptr;
  io_uring_sqe* entries_ = nullptr;
};

/// Stands for decoding: looks at every 64th byte.
std::uint64_t look_at(const Piece& piece) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < block_size; i += 64) sum += static_cast<std::uint64_t>(piece.into[i]);
  return sum;
}

std::uint64_t read_all(int file, const std::vector<Piece>& pieces, const std::string& way) {
  std::uint64_t sum = 0;
  if (way == "ring") {
    Ring().read(file, pieces, [&](const Piece& piece) { sum += look_at(piece); });
    return sum;
  }
  constexpr std::size_t ahead = Ring::depth;
  for (std::size_t number = 0; number < pieces.size(); ++number) {
    if (way == "hint" && number % ahead == 0)
      for (std::size_t next = number; next < std::min(number + ahead, pieces.size()); ++next)
        ::posix_fadvise(file, static_cast<off_t>(pieces[next].offset), block_size, POSIX_FADV_WILLNEED);
    const Piece& piece = pieces[number];
    if (::pread(file, piece.into, block_size, static_cast<off_t>(piece.offset)) != static_cast<ssize_t>(block_size))
      fail("pread");
    sum += look_at(piece);
  }
  return sum;
}

}  // namespace

int main(int count, char** values) {
  const std::string way = values[2];
  const bool is_cold = std::string(values[3]) == "cold";
  const auto threads = static_cast<std::size_t>(scenario::argument(count, values, 4, 1));
  const Descriptor file(::open(values[1], O_RDONLY | O_CLOEXEC));
  struct stat info{};
  if (::fstat(file.number(), &info) != 0) fail("fstat");
  const std::size_t blocks = static_cast<std::size_t>(info.st_size) / block_size / every;

  // Each thread reads into memory that it uses again, as decoders do.
  constexpr std::size_t buffers = 2 * Ring::depth;
  std::vector<std::byte> memory(threads * buffers * block_size);
  std::vector<std::vector<Piece>> shares(threads);
  for (std::size_t block = 0; block < blocks; ++block) {
    const std::size_t thread = block * threads / blocks, buffer = thread * buffers + block % buffers;
    shares[thread].push_back({block * every * block_size, memory.data() + buffer * block_size});
  }
  const auto forget = [&] {
    if (is_cold) ::posix_fadvise(file.number(), 0, 0, POSIX_FADV_DONTNEED);
  };
  forget();
  scenario::repeat(
      way.c_str(), values[3], static_cast<int>(threads), static_cast<int>(scenario::argument(count, values, 5, 4)),
      static_cast<double>(blocks * block_size),
      [&] {
        std::vector<std::uint64_t> sums(threads);
        {
          std::vector<std::jthread> workers;
          for (std::size_t i = 0; i < threads; ++i)
            workers.emplace_back([&, i] { sums[i] = read_all(file.number(), shares[i], way); });
        }
        std::uint64_t sum = 0;
        for (const std::uint64_t one : sums) sum += one;
        return static_cast<double>(sum);
      },
      forget);
}
