#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

/// Serves one text on the loopback interface, by ranges, a request a connection. The tests of the Python package have a
/// server with all kinds of faults (tests/servers); this one is for the thread of the transfers. Threads: any.
class FileServer {
 public:
  /// Of a request for several ranges, `most_parts` are answered as parts; with 0 only the first, alone.
  explicit FileServer(std::string contents, std::chrono::milliseconds latency = {}, std::size_t most_parts = 0)
      : contents_(std::move(contents)),
        latency_(latency),
        most_parts_(most_parts),
        socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    ::bind(socket_, reinterpret_cast<const sockaddr*>(&address), size);
    ::listen(socket_, 64);
    ::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    accepting_ = std::jthread([this] { accept_all(); });
  }
  FileServer(const FileServer&) = delete;
  FileServer& operator=(const FileServer&) = delete;
  ~FileServer() {
    is_ending_ = true;
    ::shutdown(socket_, SHUT_RDWR);
    accepting_.join();
    connections_.clear();
    ::close(socket_);
  }

  std::string url() const { return fmt::format("http://127.0.0.1:{}/a.root", port_); }
  int requests() const noexcept { return requests_; }
  /// Seem to serve another file from now on.
  void change() { ++version_; }
  /// Have the answer to one more request, counted from here, come late.
  void be_late(int request, std::chrono::milliseconds latency) {
    late_latency_ = latency.count();
    late_request_ = requests_ + request;
  }

 private:
  void accept_all() {
    while (true) {
      const int connection = ::accept(socket_, nullptr, nullptr);
      if (connection < 0) return;
      connections_.emplace_back([this, connection] { answer(connection); });
    }
  }

  void answer(int connection) {
    std::string head;
    std::array<char, 4096> some{};
    while (head.find("\r\n\r\n") == std::string::npos) {
      const auto count = ::recv(connection, some.data(), some.size(), 0);
      if (count <= 0) break;
      head.append(some.data(), static_cast<std::size_t>(count));
    }
    const auto latency = ++requests_ == late_request_ ? std::chrono::milliseconds(late_latency_) : latency_;
    for (auto slept = std::chrono::milliseconds(0); slept < latency && !is_ending_; slept += step) {
      std::this_thread::sleep_for(step);
    }
    const std::string text = answer_to(head);
    for (std::size_t sent = 0; sent < text.size();) {
      const auto count = ::send(connection, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
      if (count <= 0) break;
      sent += static_cast<std::size_t>(count);
    }
    ::shutdown(connection, SHUT_WR);
    while (::recv(connection, some.data(), some.size(), 0) > 0) {
    }
    ::close(connection);
  }

  std::string answer_to(std::string_view head) const {
    const std::size_t range = head.find("Range: bytes=");
    if (range == std::string_view::npos)
      return fmt::format("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{}", contents_.size(),
                         contents_);
    const std::string_view text = head.substr(range + 13, head.find('\r', range) - range - 13);
    return most_parts_ > 0 && text.find(',') != std::string_view::npos ? parts_of(text) : part_of(text);
  }

  std::string parts_of(std::string_view text) const {
    std::string body;
    for (std::size_t part = 0, begin = 0; part < most_parts_ && begin < text.size(); ++part) {
      const std::size_t end = std::min(text.find(',', begin), text.size());
      const std::string answer = part_of(text.substr(begin, end - begin));
      body += "\r\n--rim\r\n" + answer.substr(answer.find("Content-Range"));
      begin = end + 1;
    }
    body += "\r\n--rim--\r\n";
    return fmt::format(
        "HTTP/1.1 206 Partial Content\r\nConnection: close\r\nETag: \"1\"\r\nContent-Length: {}\r\n"
        "Content-Type: multipart/byteranges; boundary=rim\r\n\r\n{}",
        body.size(), body);
  }

  std::string part_of(std::string_view text) const {
    std::size_t first = 0, last = contents_.size() - 1, number = 0;
    const std::size_t dash = text.find('-');
    std::from_chars(text.data() + dash + 1, text.data() + text.size(), number);
    if (dash == 0) {
      first = contents_.size() - std::min(number, contents_.size());
    } else {
      std::from_chars(text.data(), text.data() + dash, first);
      last = std::min(number, last);
    }
    return fmt::format(
        "HTTP/1.1 206 Partial Content\r\nConnection: close\r\nETag: \"{}\"\r\nContent-Length: {}\r\n"
        "Content-Range: bytes {}-{}/{}\r\n\r\n{}",
        version_.load(), last - first + 1, first, last, contents_.size(), contents_.substr(first, last - first + 1));
  }

  static constexpr std::chrono::milliseconds step{5};

  const std::string contents_;
  const std::chrono::milliseconds latency_;
  const std::size_t most_parts_;
  const int socket_;
  int port_ = 0;
  std::atomic<bool> is_ending_ = false;
  std::atomic<int> requests_ = 0;
  std::atomic<int> version_ = 1;
  std::atomic<int> late_request_ = -1;
  std::atomic<std::chrono::milliseconds::rep> late_latency_ = 0;
  std::vector<std::jthread> connections_;  // of the accepting thread
  std::jthread accepting_;
};
