#include "ramet/remote/internal/http_transfer.hpp"

#include <algorithm>
#include <utility>

namespace ramet::inline v1::remote::internal {

HttpTransfer::HttpTransfer(std::shared_ptr<Transfers> transfers, const std::shared_ptr<RemoteFile>& file,
                           std::span<const Wanted> wanted)
    : transfers_(std::move(transfers)), batch_(std::make_shared<Batch>(file, wanted, transfers_->options())) {
  for (std::size_t number = 0; number <= wanted.size(); ++number) ends_.push_back(number);
  transfers_->submit(batch_);
}

HttpTransfer::HttpTransfer(std::shared_ptr<Transfers> transfers, const std::shared_ptr<RemoteFile>& file,
                           std::span<const io::ReadPiece> pieces, std::size_t most_bytes)
    : transfers_(std::move(transfers)) {
  std::vector<Wanted> wanted;
  ends_.push_back(0);
  for (const io::ReadPiece& piece : pieces) {
    for (std::size_t begin = 0; begin < piece.into.size(); begin += most_bytes)
      wanted.push_back({Part::range, piece.offset + begin,
                        piece.into.subspan(begin, std::min(most_bytes, piece.into.size() - begin))});
    ends_.push_back(wanted.size());
  }
  batch_ = std::make_shared<Batch>(file, wanted, transfers_->options());
  transfers_->submit(batch_);
}

HttpTransfer::~HttpTransfer() {
  cancel();
  batch_->wait_for_all();
}

void HttpTransfer::wait(std::size_t piece, const StopToken& stop) {
  for (std::size_t number = ends_.at(piece); number < ends_.at(piece + 1); ++number) batch_->wait(number, stop);
}

void HttpTransfer::cancel() noexcept {
  batch_->cancel();
  transfers_->wake();
}

}  // namespace ramet::inline v1::remote::internal
