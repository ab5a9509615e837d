#include "ramet/merge/internal/tables/loaded_records.hpp"

#include <algorithm>
#include <vector>

namespace ramet::inline v1::merge::internal {

/// What was read of one source. Threads: one thread.
class LoadedRecords::View final : public io::ByteSource {
 public:
  explicit View(const io::ByteSource& source) : source_(source) {}

  void add(io::Extent record) {
    source_.require_range(record.offset, record.size);
    records_.push_back(record);
  }
  void read() {
    std::ranges::sort(records_, {}, &io::Extent::offset);
    std::uint64_t size = 0;
    for (const io::Extent& record : records_) {
      places_.push_back(size);
      size += record.size;
    }
    bytes_.resize(static_cast<std::size_t>(size));
    std::vector<io::ReadPiece> pieces;
    for (std::size_t number = 0; number < records_.size(); ++number)
      pieces.push_back({records_[number].offset, part(number)});
    source_.read_pieces(pieces);
  }

  const std::string& name() const noexcept override { return source_.name(); }
  std::uint64_t size() const noexcept override { return source_.size(); }
  void read_at(std::uint64_t offset, std::span<std::byte> into) const override { source_.read_at(offset, into); }
  std::optional<std::span<const std::byte>> view(std::uint64_t offset, std::size_t size) const override {
    const auto found = std::ranges::lower_bound(records_, offset, {}, &io::Extent::offset);
    if (found == records_.end() || found->offset != offset || found->size < size) return std::nullopt;
    const auto number = static_cast<std::size_t>(found - records_.begin());
    return bytes_.span().subspan(static_cast<std::size_t>(places_[number]), size);
  }

 private:
  std::span<std::byte> part(std::size_t number) {
    return bytes_.span().subspan(static_cast<std::size_t>(places_[number]),
                                 static_cast<std::size_t>(records_[number].size));
  }

  const io::ByteSource& source_;
  std::vector<io::Extent> records_;
  std::vector<std::uint64_t> places_;  // of each record in the bytes
  bytes::Buffer bytes_;
};

LoadedRecords::LoadedRecords() = default;
LoadedRecords::~LoadedRecords() = default;

void LoadedRecords::add(const io::ByteSource& source, io::Extent record) {
  std::unique_ptr<View>& view = views_[&source];
  if (view == nullptr) view = std::make_unique<View>(source);
  view->add(record);
  size_ += record.size;
}

void LoadedRecords::read() {
  for (const auto& [source, view] : views_) view->read();
}

const io::ByteSource& LoadedRecords::of(const io::ByteSource& source) const {
  const auto view = views_.find(&source);
  return view == views_.end() ? source : *view->second;
}

}  // namespace ramet::inline v1::merge::internal
