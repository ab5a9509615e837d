#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ramet/io/byte_source.hpp"
#include "ramet/remote/internal/plugin/reader_plugin.hpp"
#include "ramet/remote/remote_options.hpp"

namespace ramet::inline v1::remote::internal {

/// A file that a plugin reads. Threads: any.
class PluginSource final : public io::ByteSource {
 public:
  /// Open it. `options` and `plugin` must outlive this. Throws Error(file_missing), Error(io), naming the file.
  PluginSource(const RametReaderPlugin& plugin, const std::string& url, const RemoteOptions& options);
  PluginSource(const PluginSource&) = delete;
  PluginSource& operator=(const PluginSource&) = delete;
  ~PluginSource() override { plugin_.close(file_); }

  const std::string& name() const noexcept override { return name_; }
  std::uint64_t size() const noexcept override { return size_; }
  void read_at(std::uint64_t offset, std::span<std::byte> into) const override;
  void read_pieces(std::span<const io::ReadPiece> pieces) const override;
  std::optional<io::ReadAhead> read_ahead() const noexcept override { return options_.read_ahead; }
  std::unique_ptr<io::Transfer> submit(std::vector<io::ReadPiece> pieces) const override;

 private:
  const RametReaderPlugin& plugin_;
  const RemoteOptions& options_;
  std::string name_;
  void* file_ = nullptr;
  std::uint64_t size_ = 0;
};

}  // namespace ramet::inline v1::remote::internal
