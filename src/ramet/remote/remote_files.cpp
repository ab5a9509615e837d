#include "ramet/remote/remote_files.hpp"

#include <algorithm>
#include <deque>
#include <string>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/core/mutex.hpp"
#include "ramet/io/detail/distant/ahead_source.hpp"
#include "ramet/io/detail/distant/counted_source.hpp"
#include "ramet/io/detail/url.hpp"
#include "ramet/remote/internal/http_source.hpp"
#include "ramet/remote/internal/plugin/plugin_opener.hpp"
#include "ramet/remote/internal/transfers.hpp"

namespace ramet::inline v1::remote {
namespace {

constexpr std::size_t most_begun = 96;  // each holds the ends of a file, 320 KiB

}  // namespace

/// Files that are being opened before they are asked for, and the plugin for other schemes. Threads: any.
struct RemoteFiles::Begun {
  struct File {
    std::string url;
    std::unique_ptr<internal::Opening> opening;
  };

  /// The one of a URL, which is then nobody else's; null if there is none.
  std::unique_ptr<internal::Opening> take(std::string_view url) {
    const MutexLock lock(mutex);
    const auto found = std::ranges::find(files, url, &File::url);
    if (found == files.end()) return nullptr;
    auto opening = std::move(found->opening);
    files.erase(found);
    return opening;
  }

  explicit Begun(std::uint64_t most_ahead) : budget(std::make_shared<io::AheadBudget>(most_ahead)) {}

  internal::PluginOpener plugin;
  std::shared_ptr<io::AheadBudget> budget;
  Mutex mutex;
  std::deque<File> files RAMET_GUARDED_BY(mutex);
};

RemoteFiles::RemoteFiles(RemoteOptions options)
    : opener_(options.opener),
      transfers_(std::make_shared<internal::Transfers>(std::move(options))),
      begun_(std::make_unique<Begun>(transfers_->options().read_ahead.most_bytes)) {}

RemoteFiles::~RemoteFiles() = default;

bool RemoteFiles::opens(std::string_view text) const noexcept {
  return is_remote(text) || internal::PluginOpener::opens(text) ||
         (opener_ != nullptr && !io::url_scheme(text).empty());
}

std::shared_ptr<const io::ByteSource> RemoteFiles::open(std::string_view url) const {
  return std::make_shared<const io::AheadSource>(open_now(url), begun_->budget);
}

std::shared_ptr<const io::ByteSource> RemoteFiles::open_now(std::string_view url) const {
  if (!is_remote(url) && opens(url)) {
    const std::string text(url);
    auto source = opener_ != nullptr ? opener_->open(text) : begun_->plugin.open(text, transfers_->options());
    std::shared_ptr<io::Traffic> traffic(transfers_, &transfers_->traffic());
    return std::make_shared<const io::CountedSource>(std::move(source), std::move(traffic));
  }
  if (const auto begun = begun_->take(url)) return begun->finish();
  return internal::Opening(transfers_, internal::copies_of(url, transfers_->s3())).finish();
}

void RemoteFiles::will_open(std::string_view url) const {
  if (!is_remote(url)) return;
  std::unique_ptr<internal::Opening> forgotten;  // ends after the lock is released
  const MutexLock lock(begun_->mutex);
  auto& files = begun_->files;
  if (std::ranges::find(files, url, &Begun::File::url) != files.end()) return;
  try {
    files.push_back({std::string(url),
                     std::make_unique<internal::Opening>(transfers_, internal::copies_of(url, transfers_->s3()))});
  } catch (const Error&) {  // `open` will say it
    return;
  }
  if (files.size() <= most_begun) return;
  forgotten = std::move(files.front().opening);
  files.pop_front();
}

bool RemoteFiles::has_come(std::string_view url) const {
  const MutexLock lock(begun_->mutex);
  const auto found = std::ranges::find(begun_->files, url, &Begun::File::url);
  return found != begun_->files.end() && found->opening->has_come();
}

io::TrafficCounts RemoteFiles::traffic() const { return transfers_->traffic().counts(); }

}  // namespace ramet::inline v1::remote
