#include "ramet/remote/internal/plugin/plugin_source.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <mutex>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/io/detail/url.hpp"

namespace ramet::inline v1::remote::internal {
namespace {

using Text = std::array<char, 512>;

constexpr std::uint32_t look_milliseconds = 50;  // between two looks at a stop

[[noreturn]] void fail_with(RametReaderResult result, const std::string& doing, const Text& text) {
  const ErrorKind kind = result == ramet_reader_not_found ? ErrorKind::file_missing : ErrorKind::io;
  detail::fail(kind, "{}: {}", doing, text.data());
}

/// Reads that a plugin has begun. Threads: as Transfer.
class PluginTransfer final : public io::Transfer {
 public:
  PluginTransfer(const RametReaderPlugin& plugin, void* transfer, std::string name, std::vector<io::ReadPiece> pieces,
                 const RemoteOptions& options)
      : plugin_(plugin),
        transfer_(transfer),
        name_(std::move(name)),
        pieces_(std::move(pieces)),
        copied_(pieces_.size()),
        options_(options) {}
  ~PluginTransfer() override { plugin_.end(transfer_); }

  void wait(std::size_t number, const StopToken& stop) override {
    std::call_once(copied_.at(number), [&] { copy(number, stop); });
  }

  void cancel() noexcept override { is_cancelled_ = true; }

 private:
  void copy(std::size_t number, const StopToken& stop) {
    const io::ReadPiece& piece = pieces_[number];
    Text text{};
    const auto begin = std::chrono::steady_clock::now();
    for (;;) {
      const auto result =
          plugin_.wait(transfer_, number, look_milliseconds, piece.into.data(), text.data(), text.size());
      if (result == ramet_reader_done) return;
      const auto doing = [&] {
        return fmt::format("cannot read bytes {}-{} of '{}'", piece.offset, piece.offset + piece.into.size() - 1,
                           name_);
      };
      if (result != ramet_reader_waits) fail_with(result, doing(), text);
      stop.look();
      if (is_cancelled_ || options_.stop.stop_requested() || stop.stop_requested())
        detail::fail(ErrorKind::cancelled, "stopped on request");
      // A client that tries again by itself may not know when to end.
      if (std::chrono::steady_clock::now() - begin > longest_wait())
        detail::fail(ErrorKind::io, "{}: no answer came for {} s", doing(),
                     std::chrono::duration<double>(longest_wait()).count());
      if (options_.while_waiting && !stop.can_look()) options_.while_waiting();
    }
  }

  std::chrono::milliseconds longest_wait() const { return 2 * options_.stall_timeout; }

  const RametReaderPlugin& plugin_;
  void* transfer_;
  std::string name_;
  std::vector<io::ReadPiece> pieces_;
  std::vector<std::once_flag> copied_;
  const RemoteOptions& options_;
  std::atomic<bool> is_cancelled_ = false;
};

}  // namespace

PluginSource::PluginSource(const RametReaderPlugin& plugin, const std::string& url, const RemoteOptions& options)
    : plugin_(plugin), options_(options), name_(io::shown_url(url)) {
  Text text{};
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(options.stall_timeout).count();
  const auto result =
      plugin.open(url.c_str(), static_cast<std::uint32_t>(seconds), &file_, &size_, text.data(), text.size());
  if (result != ramet_reader_done) fail_with(result, fmt::format("cannot open '{}'", name_), text);
}

void PluginSource::read_at(std::uint64_t offset, std::span<std::byte> into) const {
  submit({{offset, into}})->wait(0, {});
}

void PluginSource::read_pieces(std::span<const io::ReadPiece> pieces) const {
  const auto transfer = submit({pieces.begin(), pieces.end()});
  for (std::size_t piece = 0; piece < pieces.size(); ++piece) transfer->wait(piece, {});
}

std::unique_ptr<io::Transfer> PluginSource::submit(std::vector<io::ReadPiece> pieces) const {
  std::vector<RametReaderPiece> wanted;
  for (const io::ReadPiece& piece : pieces) {
    require_range(piece.offset, piece.into.size());
    wanted.push_back({piece.offset, piece.into.size()});
  }
  void* const transfer = plugin_.start(file_, wanted.data(), wanted.size());
  if (transfer == nullptr) detail::fail(ErrorKind::io, "'{}': there is no memory for requests", name_);
  return std::make_unique<PluginTransfer>(plugin_, transfer, name_, std::move(pieces), options_);
}

}  // namespace ramet::inline v1::remote::internal
