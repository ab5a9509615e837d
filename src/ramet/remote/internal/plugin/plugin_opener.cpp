#include "ramet/remote/internal/plugin/plugin_opener.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/io/detail/url.hpp"
#include "ramet/remote/internal/plugin/plugin_library.hpp"
#include "ramet/remote/internal/plugin/plugin_source.hpp"

namespace ramet::inline v1::remote::internal {
namespace {

constexpr std::string_view schemes[] = {"root", "roots", "xroot", "xroots"};

std::vector<std::string> copies_in(std::string_view text) {
  std::vector<std::string> copies;
  for (std::size_t begin = 0; begin <= text.size();) {
    std::size_t bar = text.find('|', begin);
    while (bar != std::string_view::npos && io::url_scheme(text.substr(bar + 1)).empty()) bar = text.find('|', bar + 1);
    bar = std::min(bar, text.size());
    copies.emplace_back(text.substr(begin, bar - begin));
    begin = bar + 1;
  }
  return copies;
}

}  // namespace

PluginOpener::PluginOpener(std::string library)
    : library_(library.empty() ? "libramet-xrootd.so" : std::move(library)) {}

bool PluginOpener::opens(std::string_view url) noexcept {
  return std::ranges::find(schemes, io::url_scheme(url)) != std::end(schemes);
}

const RametReaderPlugin& PluginOpener::plugin(const std::string& url) {
  const MutexLock lock(mutex_);
  if (plugin_ != nullptr) return *plugin_;
  try {
    plugin_ = &load_plugin(library_);
  } catch (const Error& error) {
    detail::fail(ErrorKind::unsupported,
                 "cannot open '{}': {}:// is read by the plugin {}, which is built where XRootD's client is "
                 "(libxrootd-client-dev): {}; in Python the package xrootd reads it",
                 io::shown_url(url), io::url_scheme(url), library_, error.what());
  }
  return *plugin_;
}

std::shared_ptr<const io::ByteSource> PluginOpener::open(const std::string& url, const RemoteOptions& options) {
  const RametReaderPlugin& reader = plugin(url);
  const std::vector<std::string> copies = copies_in(url);
  for (std::size_t copy = 0; copy + 1 < copies.size(); ++copy) {
    try {
      return std::make_shared<const PluginSource>(reader, copies[copy], options);
    } catch (const Error&) {  // the next one may be better
      continue;
    }
  }
  return std::make_shared<const PluginSource>(reader, copies.back(), options);
}

}  // namespace ramet::inline v1::remote::internal
