#include "ramet/io/detail/distant/block_source.hpp"

#include <algorithm>
#include <utility>

#include "ramet/io/detail/request_memory.hpp"

namespace ramet::inline v1::io {
namespace {

constexpr std::uint64_t smallest_block = std::uint64_t{64} << 10U;
constexpr std::uint64_t largest_block = std::uint64_t{4} << 20U;
constexpr std::size_t fewest_blocks = 8;
constexpr std::size_t most_blocks_held = 16;
constexpr std::size_t blocks_ahead = 3;
constexpr std::uint64_t most_times_asked = 4;  // for each byte, before blocks are given up

}  // namespace

/// Bytes that were requested together. Threads: as its transfer.
struct BlockSource::Block {
  Block(std::uint64_t which, std::size_t size) : number(which), memory(size) {}

  std::uint64_t number;
  RequestMemory memory;
  std::unique_ptr<Transfer> transfer;  // declared after the memory that it writes to
};

BlockSource::BlockSource(std::shared_ptr<const ByteSource> source, StopToken stop)
    : source_(std::move(source)), stop_(std::move(stop)) {
  const ReadAhead ahead = source_->read_ahead().value_or(ReadAhead{});
  block_size_ = std::min(std::clamp(ahead.most_bytes / most_blocks_held, smallest_block, largest_block),
                         std::max<std::uint64_t>(ahead.request.most_bytes, 1));
  most_blocks_ = std::clamp<std::size_t>(static_cast<std::size_t>(ahead.most_bytes / block_size_), fewest_blocks,
                                         most_blocks_held);
}

BlockSource::~BlockSource() = default;

void BlockSource::read_at(std::uint64_t offset, std::span<std::byte> into) const {
  if (const auto seen = view(offset, into.size())) {  // throws unless they lie inside
    std::ranges::copy(*seen, into.begin());
    return;
  }
  if (into.size() > block_size_ && !fits()) return source_->read_at(offset, into);
  while (!into.empty()) {
    const std::uint64_t number = offset / block_size_, begin = offset % block_size_;
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(into.size(), block_size_ - begin));
    read_block(number, begin, into.first(count));
    offset += count;
    into = into.subspan(count);
  }
}

/// Bytes from `begin` on of a block.
void BlockSource::read_block(std::uint64_t number, std::uint64_t begin, std::span<std::byte> into) const {
  const std::shared_ptr<Block> there = block(number);
  if (there == nullptr) return source_->read_at(number * block_size_ + begin, into);
  try {
    there->transfer->wait(0, stop_);
  } catch (...) {
    forget(*there);  // the next who needs it tries again
    throw;
  }
  const std::span<const std::byte> bytes = std::as_const(there->memory).span();
  std::ranges::copy(bytes.subspan(static_cast<std::size_t>(begin), into.size()), into.begin());
}

/// A block, which may be on its way; null when no more blocks are requested.
std::shared_ptr<BlockSource::Block> BlockSource::block(std::uint64_t number) const {
  std::vector<std::shared_ptr<Block>> old;  // may wait for requests to end, so not under the lock
  const MutexLock lock(mutex_);
  if (!blocks_.empty() && blocks_.front()->number == number) return blocks_.front();
  const std::size_t place = place_of(number);
  if (place == blocks_.size() && asked_bytes_ / most_times_asked > size()) return nullptr;
  const std::shared_ptr<Block> found = place < blocks_.size() ? blocks_[place] : ask(number);
  if (place < blocks_.size()) blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(place));
  ask_ahead(number);
  blocks_.insert(blocks_.begin(), found);
  while (blocks_.size() > most_blocks_) {
    old.push_back(std::move(blocks_.back()));
    blocks_.pop_back();
  }
  return found;
}

std::size_t BlockSource::place_of(std::uint64_t number) const {
  const auto found = std::ranges::find(blocks_, number, [](const auto& one) { return one->number; });
  return static_cast<std::size_t>(found - blocks_.begin());
}

std::shared_ptr<BlockSource::Block> BlockSource::ask(std::uint64_t number) const {
  const std::uint64_t offset = number * block_size_;
  const auto count = static_cast<std::size_t>(std::min(block_size_, size() - offset));
  auto made = std::make_shared<Block>(number, count);
  made->transfer = source_->submit({{offset, made->memory.span()}});
  asked_bytes_ += count;
  return made;
}

/// Ask for the blocks behind one, if it is read in order; for all of them at once if all can stay in memory.
void BlockSource::ask_ahead(std::uint64_t number) const {
  const bool is_in_order = number == 0 || place_of(number - 1) < blocks_.size();
  if (!fits() && !is_in_order) return;
  const std::uint64_t count = (size() + block_size_ - 1) / block_size_;
  const std::uint64_t first = fits() ? 0 : number + 1;
  const std::uint64_t last = fits() ? count : std::min(count, number + 1 + blocks_ahead);
  for (std::uint64_t next = first; next < last; ++next)
    if (next != number && place_of(next) == blocks_.size()) blocks_.insert(blocks_.begin(), ask(next));
}

void BlockSource::forget(const Block& block) const {
  std::shared_ptr<Block> old;  // as above
  const MutexLock lock(mutex_);
  const auto found = std::ranges::find(blocks_, &block, &std::shared_ptr<Block>::get);
  if (found == blocks_.end()) return;
  old = std::move(*found);
  blocks_.erase(found);
}

std::shared_ptr<const ByteSource> in_blocks(std::shared_ptr<const ByteSource> source, const StopToken& stop) {
  if (!source->read_ahead()) return source;
  return std::make_shared<const BlockSource>(std::move(source), stop);
}

}  // namespace ramet::inline v1::io
