#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "ramet/io/byte_source.hpp"
#include "ramet/remote/internal/batch.hpp"
#include "ramet/remote/internal/remote_file.hpp"
#include "ramet/remote/internal/transfers.hpp"

namespace ramet::inline v1::remote::internal {

/// Fetches that were submitted. Threads: as Transfer; `fetch` is for who has waited for it.
class HttpTransfer final : public io::Transfer {
 public:
  /// Each is a piece.
  HttpTransfer(std::shared_ptr<Transfers> transfers, const std::shared_ptr<RemoteFile>& file,
               std::span<const Wanted> wanted);
  /// Pieces in requests of at most `most_bytes`.
  HttpTransfer(std::shared_ptr<Transfers> transfers, const std::shared_ptr<RemoteFile>& file,
               std::span<const io::ReadPiece> pieces, std::size_t most_bytes);
  ~HttpTransfer() override;

  void wait(std::size_t piece, const StopToken& stop) override;
  void cancel() noexcept override;
  /// Whether nothing is in progress any longer.
  bool is_over() const noexcept { return batch_->is_over(); }
  Fetch& fetch(std::size_t number) { return batch_->fetch(number); }

 private:
  std::shared_ptr<Transfers> transfers_;
  std::shared_ptr<Batch> batch_;
  std::vector<std::size_t> ends_;  // of each piece's requests; before them, 0
};

}  // namespace ramet::inline v1::remote::internal
