#include "ramet/remote/internal/transfers.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <iterator>
#include <random>
#include <utility>

#include "ramet/remote/internal/access/bearer_token.hpp"
#include "ramet/remote/internal/access/environment.hpp"
#include "ramet/remote/internal/access/netrc.hpp"
#include "ramet/remote/internal/parts/many_ranges.hpp"

namespace ramet::inline v1::remote::internal {
namespace {

// Of files that nobody has open: what was read to open them, for the next time. A file of 1,500 branches takes 150 kB.
constexpr std::uint64_t most_known_bytes = std::uint64_t{32} << 20U;
constexpr std::chrono::milliseconds longest_sleep{60'000};
constexpr long receive_bytes = 256L << 10;  // libcurl's 16 KiB take more calls than a fast network deserves
constexpr long most_redirections = 8;

/// Signals are for the threads of the program, and writing to a connection that is closed is an error, not a signal.
void block_signals() noexcept {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

Trouble trouble_of(CURLcode code) noexcept {
  switch (code) {
    case CURLE_OK:
      return Trouble::none;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
      return Trouble::unknown_host;
    case CURLE_COULDNT_CONNECT:
      return Trouble::unreachable;
    case CURLE_OPERATION_TIMEDOUT:
      return Trouble::stalled;
    case CURLE_PARTIAL_FILE:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_GOT_NOTHING:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_WRITE_ERROR:  // the fetch ended the try, and knows why
      return Trouble::broken;
    default:
      return Trouble::refused;
  }
}

std::string lower_first(std::string text) {
  const auto is_capital = [&](std::size_t place) {
    return place < text.size() && text[place] >= 'A' && text[place] <= 'Z';
  };
  if (is_capital(0) && !is_capital(1)) text.front() = static_cast<char>(text.front() + 32);  // "URL" stays
  return text;
}

}  // namespace

/// A try of a fetch, a hedge beside one, or one request for several.
struct Transfers::Running {
  Running(Waiting waiting, io::Traffic& traffic)
      : fetch(std::move(waiting)), request(traffic, fetch.kind, fetch.asked) {}

  Waiting fetch;
  bytes::Buffer memory;          // of a hedge
  std::unique_ptr<Fetch> hedge;  // its own state
  std::unique_ptr<ManyRanges> many;
  io::Traffic::Request request;
  HeaderList headers;  // of the request; libcurl keeps no copy
  Easy easy;
  Clock::time_point begin;
  Clock::time_point last_byte;
  std::optional<Clock::duration> latency;  // until the first byte
  std::array<char, CURL_ERROR_SIZE> message{};

  Fetch& state() const { return hedge ? *hedge : fetch.batch->fetch(fetch.number); }
  std::vector<std::size_t> numbers() const { return many ? many->left() : std::vector{fetch.number}; }
  bool is_of(const Waiting& other) const { return fetch.batch == other.batch && fetch.number == other.number; }

  void note_bytes(std::size_t count) {
    last_byte = Clock::now();
    if (!latency) latency = last_byte - begin;
    request.take(count, last_byte);
  }

  static std::size_t on_line(char* line, std::size_t, std::size_t size, void* self) {
    auto& running = *static_cast<Running*>(self);
    running.note_bytes(0);
    const bool goes_on = running.many ? running.many->take_line({line, size}) : running.state().take_line({line, size});
    return goes_on ? size : 0;
  }

  static std::size_t on_bytes(char* bytes, std::size_t, std::size_t size, void* self) {
    auto& running = *static_cast<Running*>(self);
    running.note_bytes(size);
    const auto some = std::as_bytes(std::span(bytes, size));
    return (running.many ? running.many->take(some) : running.state().take(some)) ? size : 0;
  }
};

Transfers::Transfers(RemoteOptions options)
    : options_(std::move(options)),
      token_(bearer_token_of(options_)),
      netrc_(netrc_of(options_)),
      s3_(s3_settings_of(options_)),
      cache_(cache_of(environment_variable("RAMET_CACHE"), environment_variable("RAMET_CACHE_BYTES"))),
      known_(most_known_bytes),
      ranges_(options_.most_ranges),
      parallel_(std::clamp<std::size_t>(options_.first_parallel, 1, std::max<std::size_t>(options_.most_parallel, 1))),
      noise_(std::random_device()()) {}

Transfers::~Transfers() {
  on_stop_.reset();
  is_ending_ = true;
  wake();
  if (!thread_.joinable()) return;
  if (process_.is_here()) {
    thread_.join();
  } else {
    thread_.detach();  // it is in the parent process, whose connections stay as they are
    static_cast<void>(multi_.release());
  }
}

void Transfers::submit(const std::shared_ptr<Batch>& batch) {
  if (!process_.is_here())
    detail::fail(ErrorKind::misuse,
                 "a session of the parent process cannot read remote files in a forked child: make one there");
  {
    const MutexLock lock(mutex_);
    if (!library_) start_thread();
    const auto now = Clock::now();
    for (std::size_t number = 0; number < batch->size(); ++number)
      submitted_.push_back({.batch = batch, .number = number, .begin = {}, .asked = now});
  }
  wake();
}

void Transfers::start_thread() {
  library_.emplace();
  curl_ = &library_->functions();
  multi_ = Multi(curl_->multi_init(), {curl_->multi_cleanup});
  if (multi_ == nullptr) {
    curl_ = nullptr;
    library_.reset();
    detail::fail(ErrorKind::io, "libcurl has no memory for requests");
  }
  curl_->multi_setopt(multi_.get(), CURLMOPT_MAXCONNECTS, static_cast<long>(2 * options_.most_parallel));
  const std::string named = options_.authorities.empty() ? environment_variable("SSL_CERT_FILE") : options_.authorities;
  authorities_ = named.empty() ? authorities_elsewhere(*curl_) : named;
  thread_ = std::thread([this] { run(); });
  awake_ = multi_.get();
  on_stop_.emplace(options_.stop.token(), [this] { wake(); });
}

void Transfers::wake() noexcept {
  if (CURLM* const multi = awake_.load()) curl_->multi_wakeup(multi);
}

void Transfers::run() {
  block_signals();
  while (!is_ending_ && !options_.stop.stop_requested()) {
    take_submitted();
    drop_cancelled();
    start_due(Clock::now());
    int count = 0;
    curl_->multi_perform(multi_.get(), &count);
    end_finished();
    const auto now = Clock::now();
    end_stalled(now);
    start_hedges(now);
    curl_->multi_poll(multi_.get(), nullptr, 0, static_cast<int>(time_to_sleep(now).count()), nullptr);
  }
  while (!is_ending_) {  // stopped: whatever else is asked for ends at once
    take_submitted();
    finish_all();
    curl_->multi_poll(multi_.get(), nullptr, 0, static_cast<int>(longest_sleep.count()), nullptr);
  }
  take_submitted();
  finish_all();
}

void Transfers::take_submitted() {
  const MutexLock lock(mutex_);
  std::ranges::move(submitted_, std::back_inserter(waiting_));
  submitted_.clear();
}

void Transfers::drop_cancelled() {
  const auto drop = [](const Waiting& fetch) {
    if (!fetch.batch->is_cancelled()) return false;
    fetch.batch->finish(fetch.number, Error(ErrorKind::cancelled, "stopped on request"));
    return true;
  };
  std::erase_if(waiting_, drop);
  std::erase_if(running_, [&](const std::unique_ptr<Running>& running) {
    if (!running->fetch.batch->is_cancelled()) return false;
    curl_->multi_remove_handle(multi_.get(), running->easy.get());
    for (Waiting fetch = running->fetch; const std::size_t number : running->numbers()) {
      fetch.number = number;
      drop(fetch);
    }
    return true;
  });
}

bool Transfers::can_share(const Waiting& waiting, Clock::time_point now) const {
  return !waiting.is_alone && waiting.begin <= now && waiting.batch->fetch(waiting.number).is_untried_range();
}

/// The fetches of which one request may ask for together with the first, when more are due than may be in flight; they
/// are marked as taken. None: it is asked for alone.
std::vector<std::size_t> Transfers::sharing(const Waiting& first, std::span<Waiting> others, std::size_t due,
                                            Clock::time_point now) {
  const std::size_t places = parallel_ - running_.size();
  if (due <= places || !can_share(first, now)) return {};
  const Fetch& fetch = first.batch->fetch(first.number);
  const bool is_first_try = ranges_.is_new(fetch.next_url());
  if (is_first_try && places > 1) return {};  // the last place is enough to see whether the host answers several
  const std::size_t most =
      std::min(is_first_try ? options_.most_ranges : (due + places - 1) / places, ranges_.most_of(fetch.next_url()));
  std::vector<std::size_t> numbers = {first.number};
  std::uint64_t bytes = fetch.left_bytes();
  for (Waiting& other : others) {
    if (numbers.size() >= most) break;
    if (other.batch != first.batch || !can_share(other, now)) continue;
    bytes += other.batch->fetch(other.number).left_bytes();
    if (bytes > options_.read_ahead.request.most_bytes) break;
    numbers.push_back(other.number);
    other.batch.reset();
  }
  if (numbers.size() < 2) return {};
  if (is_first_try) ranges_.begin_try(fetch.next_url());
  return numbers;
}

void Transfers::start_due(Clock::time_point now) {
  std::vector<Waiting> later;
  auto due = static_cast<std::size_t>(
      std::ranges::count_if(waiting_, [&](const Waiting& waiting) { return waiting.begin <= now; }));
  for (std::size_t place = 0; place < waiting_.size(); ++place) {
    Waiting& waiting = waiting_[place];
    if (waiting.batch == nullptr) continue;  // it shares a request
    if (running_.size() >= parallel_ || waiting.begin > now) {
      later.push_back(std::move(waiting));
      continue;
    }
    auto numbers = sharing(waiting, std::span(waiting_).subspan(place + 1), due, now);
    due -= std::max<std::size_t>(numbers.size(), 1);
    auto running = std::make_unique<Running>(std::move(waiting), traffic_);
    if (!numbers.empty()) running->many = std::make_unique<ManyRanges>(running->fetch.batch, std::move(numbers));
    start(std::move(running), now);
  }
  waiting_ = std::move(later);
}

/// When a request is late enough for a hedge; nothing for one that gets none.
std::optional<Transfers::Clock::time_point> Transfers::hedge_time(const Running& running) const {
  const auto late = latencies_.late_after();
  const bool is_allowed = static_cast<double>(hedges_) < options_.most_hedged * static_cast<double>(begun_);
  if (!late || !is_allowed || running.hedge || running.many || !running.state().can_be_hedged()) return std::nullopt;
  return running.last_byte + std::max<Clock::duration>(*late, options_.soonest_hedge);
}

void Transfers::start_hedges(Clock::time_point now) {
  const std::size_t count = running_.size();  // without those that are begun here
  for (std::size_t number = 0; number < count; ++number) {
    const Running& late = *running_[number];
    const auto time = hedge_time(late);
    if (!time || *time > now) continue;
    Waiting waiting = late.fetch;
    waiting.kind = io::Traffic::Kind::hedge;
    auto hedge = std::make_unique<Running>(std::move(waiting), traffic_);
    hedge->hedge = late.state().hedge(hedge->memory);
    ++hedges_;
    start(std::move(hedge), now);
  }
}

void Transfers::start(std::unique_ptr<Running> running, Clock::time_point now) {
  ++begun_;
  running->easy = Easy(curl_->easy_init(), {curl_->easy_cleanup});
  running->begin = running->last_byte = now;
  Fetch& fetch = running->state();
  if (!running->many) fetch.begin_try();
  CURL* const easy = running->easy.get();
  const RemoteUrl& url = fetch.url();
  const char* const schemes = url.is_encrypted ? "https" : "http,https";  // never back to one that all can read
  curl_->easy_setopt(easy, CURLOPT_URL, url.text.c_str());
  curl_->easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_->easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, schemes);
  if (url.is_of_this_machine) curl_->easy_setopt(easy, CURLOPT_PROXY, "");  // which no proxy reaches
  if (const std::string range = running->many ? running->many->range() : fetch.range(); !range.empty())
    curl_->easy_setopt(easy, CURLOPT_RANGE, range.c_str());
  set_limits(easy);
  set_credentials(*running, url);
  curl_->easy_setopt(easy, CURLOPT_ERRORBUFFER, running->message.data());
  curl_->easy_setopt(easy, CURLOPT_HEADERFUNCTION, &Running::on_line);
  curl_->easy_setopt(easy, CURLOPT_HEADERDATA, running.get());
  curl_->easy_setopt(easy, CURLOPT_WRITEFUNCTION, &Running::on_bytes);
  curl_->easy_setopt(easy, CURLOPT_WRITEDATA, running.get());
  curl_->multi_add_handle(multi_.get(), easy);
  running_.push_back(std::move(running));
}

void Transfers::set_limits(CURL* easy) const {
  curl_->easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 1L);
  curl_->easy_setopt(easy, CURLOPT_MAXREDIRS, most_redirections);
  curl_->easy_setopt(easy, CURLOPT_USERAGENT, "ramet");
  curl_->easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_->easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);  // a proxy's answers are not the server's
  curl_->easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
  curl_->easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(options_.connect_timeout.count()));
  curl_->easy_setopt(easy, CURLOPT_BUFFERSIZE, receive_bytes);
  if (!authorities_.empty()) curl_->easy_setopt(easy, CURLOPT_CAINFO, authorities_.c_str());
}

void Transfers::set_credentials(Running& running, const RemoteUrl& url) const {
  CURL* const easy = running.easy.get();
  if (url.is_of_s3) {
    if (s3_.access_key.empty()) return;
    curl_->easy_setopt(easy, CURLOPT_AWS_SIGV4, fmt::format("aws:amz:{}:s3", s3_.region).c_str());
    curl_->easy_setopt(easy, CURLOPT_USERNAME, s3_.access_key.c_str());
    curl_->easy_setopt(easy, CURLOPT_PASSWORD, s3_.secret_key.c_str());
    if (s3_.session_token.empty()) return;
    const std::string token = fmt::format("X-Amz-Security-Token: {}", s3_.session_token);
    running.headers = HeaderList(curl_->slist_append(nullptr, token.c_str()), {curl_->slist_free_all});
    curl_->easy_setopt(easy, CURLOPT_HTTPHEADER, running.headers.get());
    return;
  }
  curl_->easy_setopt(easy, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_OPTIONAL));
  if (!netrc_.empty()) curl_->easy_setopt(easy, CURLOPT_NETRC_FILE, netrc_.c_str());
  if (!token_.empty() && url.gets_token && (url.is_encrypted || url.is_of_this_machine)) {
    curl_->easy_setopt(easy, CURLOPT_HTTPAUTH, static_cast<long>(CURLAUTH_BEARER));
    curl_->easy_setopt(easy, CURLOPT_XOAUTH2_BEARER, token_.c_str());
  }
}

void Transfers::end_finished() {
  int left = 0;
  while (const auto* const message = curl_->multi_info_read(multi_.get(), &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    const auto ended =
        std::ranges::find(running_, message->easy_handle, [](const auto& one) { return one->easy.get(); });
    if (ended == running_.end()) continue;
    const CURLcode code = message->data.result;
    TryEnd how{.trouble = trouble_of(code), .reason = {}, .asked = {}};
    const std::string said = (*ended)->message.data();
    how.reason = lower_first(said.empty() ? std::string(curl_->easy_strerror(code)) : said);
    curl_off_t pause = 0;
    if (curl_->easy_getinfo(message->easy_handle, CURLINFO_RETRY_AFTER, &pause) == CURLE_OK && pause > 0)
      how.asked = std::chrono::seconds(pause);
    end(static_cast<std::size_t>(ended - running_.begin()), how);
  }
}

void Transfers::end_stalled(Clock::time_point now) {
  for (std::size_t number = running_.size(); number-- > 0;) {
    if (number >= running_.size()) continue;  // a hedge went with what it was beside
    if (now - running_[number]->last_byte < options_.stall_timeout) continue;
    end(number,
        {.trouble = Trouble::stalled,
         .reason = fmt::format("no byte came for {} s", std::chrono::duration<double>(options_.stall_timeout).count()),
         .asked = {}});
  }
}

/// End a try; `running` is its place in running_.
void Transfers::end(std::size_t number, const TryEnd& how) {
  const std::unique_ptr<Running> running = std::move(running_[number]);
  running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(number));
  const auto now = Clock::now();
  note_answer(*running, now);
  curl_->multi_remove_handle(multi_.get(), running->easy.get());
  if (running->many) return end_many(*running, now);
  if (running->hedge) return end_hedge(*running, how);
  Fetch& fetch = running->state();
  const Next next = fetch.end_try(how, jitter());
  if (next.step == Next::Step::again) {
    if (next.trouble == Trouble::busy) parallel_ = std::max<std::size_t>(parallel_ / 2, 1);
    // Before those that were not tried: who waits for it has waited longest.
    waiting_.insert(waiting_.begin(), {.batch = running->fetch.batch,
                                       .number = running->fetch.number,
                                       .begin = now + next.delay,
                                       .asked = now,
                                       .kind = io::Traffic::Kind::retry});
    return;
  }
  if (next.step == Next::Step::done) note_address(*running, fetch);
  if (next.step == Next::Step::done) parallel_ = std::max(std::min(parallel_ + 1, options_.most_parallel), parallel_);
  drop_others(running->fetch);
  running->fetch.batch->finish(running->fetch.number, fetch.failure());
}

/// One request for several fetches is over: what did not come is asked for again, alone if nothing came.
void Transfers::end_many(const Running& running, Clock::time_point now) {
  const ManyRanges& many = *running.many;
  const std::span<const std::size_t> complete = many.complete();
  if (many.answer() == ManyRanges::Answer::refusal)
    ranges_.note(many.url(), many.asked(), 0);
  else if (many.is_over() || !complete.empty())
    ranges_.note(many.url(), many.asked(), many.is_over() ? complete.size() : many.asked());
  else
    ranges_.forget(many.url());
  if (!complete.empty()) parallel_ = std::max(std::min(parallel_ + 1, options_.most_parallel), parallel_);
  std::vector<Waiting> again;
  for (const std::size_t number : many.left())
    again.push_back({.batch = running.fetch.batch,
                     .number = number,
                     .begin = now,
                     .asked = running.fetch.asked,
                     .is_alone = complete.empty()});
  waiting_.insert(waiting_.begin(), again.begin(), again.end());
}

/// Where redirections led, so that the next requests need not be sent there again.
void Transfers::note_address(const Running& running, Fetch& fetch) const {
  long redirections = 0;
  const char* found = nullptr;
  curl_->easy_getinfo(running.easy.get(), CURLINFO_REDIRECT_COUNT, &redirections);
  curl_->easy_getinfo(running.easy.get(), CURLINFO_EFFECTIVE_URL, &found);
  if (redirections > 0 && found != nullptr) fetch.note_address(found);
}

/// Measure a try that is over.
void Transfers::note_answer(Running& running, Clock::time_point now) {
  if (running.latency) latencies_.add(*running.latency);
  curl_off_t sent = 0, first = 0;  // microseconds; without connecting, whose trips are not those of an answer
  const bool is_known = curl_->easy_getinfo(running.easy.get(), CURLINFO_PRETRANSFER_TIME_T, &sent) == CURLE_OK &&
                        curl_->easy_getinfo(running.easy.get(), CURLINFO_STARTTRANSFER_TIME_T, &first) == CURLE_OK &&
                        first > sent && running.latency;
  running.request.end(now, is_known ? std::optional(static_cast<double>(first - sent) / 1e6) : std::nullopt);
}

/// A hedge that brought all answers for its fetch; nothing remains of any other.
void Transfers::end_hedge(Running& hedge, const TryEnd& how) {
  if (hedge.hedge->end_try(how, 0).step != Next::Step::done) return;
  Batch& batch = *hedge.fetch.batch;
  if (!batch.fetch(hedge.fetch.number).take_over(*hedge.hedge)) return;
  drop_others(hedge.fetch);
  batch.finish(hedge.fetch.number, std::nullopt);
}

/// End all tries of a fetch, and forget those that wait for their time.
void Transfers::drop_others(const Waiting& fetch) {
  std::erase_if(running_, [&](const std::unique_ptr<Running>& running) {
    if (!running->is_of(fetch)) return false;
    curl_->multi_remove_handle(multi_.get(), running->easy.get());
    return true;
  });
  std::erase_if(waiting_,
                [&](const Waiting& waiting) { return waiting.batch == fetch.batch && waiting.number == fetch.number; });
}

std::chrono::milliseconds Transfers::time_to_sleep(Clock::time_point now) const {
  auto until = now + longest_sleep;
  for (const auto& running : running_) {
    until = std::min(until, running->last_byte + options_.stall_timeout);
    if (const auto hedge = hedge_time(*running)) until = std::min(until, *hedge);
  }
  if (running_.size() < parallel_)
    for (const Waiting& waiting : waiting_) until = std::min(until, waiting.begin);
  // Rounded up: rounding down would poll again and again during the last millisecond.
  return std::max(std::chrono::ceil<std::chrono::milliseconds>(until - now), std::chrono::milliseconds(0));
}

void Transfers::finish_all() {
  for (const auto& running : running_) {
    curl_->multi_remove_handle(multi_.get(), running->easy.get());
    for (const std::size_t number : running->numbers())
      waiting_.push_back({.batch = running->fetch.batch, .number = number, .begin = {}, .asked = {}});
  }
  running_.clear();
  for (const Waiting& waiting : waiting_)
    waiting.batch->finish(waiting.number, Error(ErrorKind::cancelled, "stopped on request"));
  waiting_.clear();
}

double Transfers::jitter() {
  noise_ = noise_ * 6364136223846793005ULL + 1442695040888963407ULL;  // Knuth's generator, for no more than this
  return static_cast<double>(noise_ >> 11U) * 0x1p-53;
}

}  // namespace ramet::inline v1::remote::internal
