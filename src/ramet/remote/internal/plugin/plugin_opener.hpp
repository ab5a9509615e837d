#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "ramet/core/mutex.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/remote/internal/plugin/reader_plugin.hpp"
#include "ramet/remote/remote_options.hpp"

namespace ramet::inline v1::remote::internal {

/// Opens files by a plugin that is loaded when the first of them is opened: those of XRootD. Threads: any.
class PluginOpener {
 public:
  /// `library`: of the plugin; "" for the one that is called after the scheme.
  explicit PluginOpener(std::string library = {});

  /// Whether a URL is of a scheme that a plugin is for: root, roots, xroot or xroots.
  static bool opens(std::string_view url) noexcept;

  /// Open a file, or the first of its copies that can be: "root://one//a.root|root://two//a.root". `options` must
  /// outlive the source. Throws as load_plugin and PluginSource.
  std::shared_ptr<const io::ByteSource> open(const std::string& url, const RemoteOptions& options);

 private:
  const RametReaderPlugin& plugin(const std::string& url);

  const std::string library_;
  Mutex mutex_;
  const RametReaderPlugin* plugin_ RAMET_GUARDED_BY(mutex_) = nullptr;
};

}  // namespace ramet::inline v1::remote::internal
