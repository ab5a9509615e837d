#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "ramet/core/stop.hpp"
#include "ramet/io/read_ahead.hpp"

namespace ramet::inline v1::remote {

class Opener;

/// How files are read from servers. Threads: a value.
struct RemoteOptions {
  std::chrono::milliseconds connect_timeout{10'000};  ///< for a connection, TLS included
  std::chrono::milliseconds stall_timeout{20'000};    ///< without a byte, after which a request is tried again
  std::size_t retries = 4;                            ///< one after the other that bring nothing
  std::chrono::milliseconds retry_delay{200};         ///< before the first of them; each next one doubles it
  std::chrono::milliseconds longest_delay{30'000};    ///< a server that asks for more (Retry-After) is an error
  std::size_t first_parallel = 16;  ///< requests in flight at first: each answer allows one more, a busy server fewer
  std::size_t most_parallel = 64;   ///< requests in flight, of all files together
  /// Ranges that one request asks for when more requests wait than may be in flight, of servers that answer several; 1:
  /// never several.
  std::size_t most_ranges = 128;
  /// Of all requests: those that may be made a second time when they are late, that is when no byte came for three
  /// times as long as nearly all answers took to begin, and for `soonest_hedge`. The answer that comes first counts. 0:
  /// none.
  double most_hedged = 0.05;
  std::chrono::milliseconds soonest_hedge{100};
  std::uint64_t most_whole_bytes = 64ULL << 20U;  ///< a server without ranges: larger files are an error
  std::uint64_t kept_bytes = 4ULL << 20U;         ///< of a file: small reads that are kept
  io::ReadAhead read_ahead{};
  /// Sent to https servers and to this machine; "": $BEARER_TOKEN, or the contents of the file $BEARER_TOKEN_FILE.
  std::string bearer_token{};
  std::string netrc{};        ///< a file with users and passwords of servers; "": ~/.netrc
  std::string authorities{};  ///< a file with certificates of authorities; "": $SSL_CERT_FILE, or the system's
  std::string
      s3_endpoint{};        ///< "https://host" of s3:// URLs; "": $AWS_ENDPOINT_URL_S3, $AWS_ENDPOINT_URL, or Amazon's
  std::string s3_region{};  ///< "": $AWS_REGION, $AWS_DEFAULT_REGION, or us-east-1
  /// "": $AWS_ACCESS_KEY_ID, $AWS_SECRET_ACCESS_KEY, $AWS_SESSION_TOKEN; without them requests are anonymous.
  std::string s3_access_key{};
  std::string s3_secret_key{};
  std::string s3_session_token{};
  /// Opens URLs of other schemes than http, https and s3; null: they are an error.
  std::shared_ptr<const Opener> opener{};
  StopToken stop{};  ///< ends everything
  /// Called 20 times a second by threads that wait for bytes without a token that can look; what it throws is thrown.
  std::function<void()> while_waiting{};
};

}  // namespace ramet::inline v1::remote
