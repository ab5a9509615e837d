// Files of XRootD servers, by XRootD's own client library.
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include <XProtocol/XProtocol.hh>
#include <XrdCl/XrdClFile.hh>
#include <XrdCl/XrdClXRootDResponses.hh>

#include "ramet/remote/internal/plugin/reader_plugin.hpp"

namespace {

// Of a vector read: servers of the default configuration take 1,024 pieces of 2,097,136 bytes. Several small ones are
// under way at once, so that the first bytes are there while others are read.
constexpr std::size_t most_pieces = 512;
constexpr std::size_t most_bytes = 2'000'000;

/// Keeps a file until it is closed, and goes. Threads: one of the client's.
class Closing final : public XrdCl::ResponseHandler {
 public:
  static void begin(std::unique_ptr<XrdCl::File> file, std::uint16_t timeout) {
    XrdCl::File& closed = *file;
    auto closing = std::make_unique<Closing>(std::move(file));
    if (closed.Close(closing.get(), timeout).IsOK()) static_cast<void>(closing.release());
  }
  explicit Closing(std::unique_ptr<XrdCl::File> file) : file_(std::move(file)) {}

  void HandleResponse(XrdCl::XRootDStatus* status, XrdCl::AnyObject* response) override {
    const std::unique_ptr<XrdCl::XRootDStatus> held_status(status);
    const std::unique_ptr<XrdCl::AnyObject> held_response(response);
    const std::unique_ptr<Closing> self(this);
  }

 private:
  std::unique_ptr<XrdCl::File> file_;
};

/// An open file. The last one who lets go of it may be a thread of the client, which must not wait for an answer.
/// Threads: any.
struct File {
  std::unique_ptr<XrdCl::File> file = std::make_unique<XrdCl::File>();
  std::uint16_t timeout = 0;

  File() = default;
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (file->IsOpen()) Closing::begin(std::move(file), timeout);
  }
};
using SharedFile = std::shared_ptr<File>;

/// Reads in progress. The client's threads keep it until the last answer. Threads: any.
struct Transfer {
  struct Piece {
    std::vector<char> bytes;
    bool is_over = false;
    std::string failure;
  };

  void finish(std::size_t number, std::string failure) {
    const std::lock_guard lock(mutex);
    pieces[number].is_over = true;
    pieces[number].failure = std::move(failure);
    changed.notify_all();
  }

  SharedFile file;
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<Piece> pieces;
};
using SharedTransfer = std::shared_ptr<Transfer>;

/// Gets one answer, of one piece or of several, and goes. Threads: one of the client's.
class Answer final : public XrdCl::ResponseHandler {
 public:
  Answer(SharedTransfer transfer, std::vector<std::size_t> numbers)
      : transfer_(std::move(transfer)), numbers_(std::move(numbers)) {}

  void HandleResponse(XrdCl::XRootDStatus* status, XrdCl::AnyObject* response) override {
    const std::unique_ptr<XrdCl::XRootDStatus> held_status(status);
    const std::unique_ptr<XrdCl::AnyObject> held_response(response);
    const std::unique_ptr<Answer> self(this);
    finish(failure_of(*status, response));
  }

  void finish(const std::string& failure) {
    for (const std::size_t number : numbers_) transfer_->finish(number, failure);
  }

 private:
  std::string failure_of(const XrdCl::XRootDStatus& status, XrdCl::AnyObject* response) const {
    if (!status.IsOK()) return status.ToStr();
    std::size_t wanted = 0;
    for (const std::size_t number : numbers_) wanted += transfer_->pieces[number].bytes.size();
    const std::size_t came = bytes_of(response);
    if (came == wanted) return {};
    return "it sent " + std::to_string(came) + " of " + std::to_string(wanted) + " bytes";
  }

  std::size_t bytes_of(XrdCl::AnyObject* response) const {
    if (response == nullptr) return 0;
    if (numbers_.size() == 1) {
      XrdCl::ChunkInfo* chunk = nullptr;
      response->Get(chunk);
      return chunk == nullptr ? 0 : chunk->length;
    }
    XrdCl::VectorReadInfo* chunks = nullptr;
    response->Get(chunks);
    return chunks == nullptr ? 0 : chunks->GetSize();
  }

  SharedTransfer transfer_;
  std::vector<std::size_t> numbers_;
};

/// Send one request for pieces: a vector read for several.
void request(const SharedTransfer& transfer, const RametReaderPiece* wanted, std::vector<std::size_t> numbers) {
  if (numbers.empty()) return;
  XrdCl::ChunkList chunks;
  for (const std::size_t number : numbers) {
    std::vector<char>& bytes = transfer->pieces[number].bytes;
    chunks.emplace_back(wanted[number].offset, static_cast<std::uint32_t>(bytes.size()), bytes.data());
  }
  auto answer = std::make_unique<Answer>(transfer, std::move(numbers));
  File& file = *transfer->file;
  const XrdCl::ChunkInfo& first = chunks.front();
  const auto sent = chunks.size() == 1
                        ? file.file->Read(first.offset, first.length, first.buffer, answer.get(), file.timeout)
                        : file.file->VectorRead(chunks, nullptr, answer.get(), file.timeout);
  if (sent.IsOK())
    static_cast<void>(answer.release());  // it goes by itself
  else
    answer->finish(sent.ToStr());
}

void tell(std::string text, char* to, std::size_t size) {
  text.erase(text.find_last_not_of(" \n") + 1);
  std::replace(text.begin(), text.end(), '\n', ' ');
  if (size == 0) return;
  const std::size_t count = std::min(text.size(), size - 1);
  std::memcpy(to, text.data(), count);
  to[count] = '\0';
}

RametReaderResult refuse(const XrdCl::XRootDStatus& status, char* text, std::size_t text_size) {
  tell(status.ToStr(), text, text_size);
  return status.errNo == kXR_NotFound ? ramet_reader_not_found : ramet_reader_failed;
}

RametReaderResult open_file(const char* url, uint32_t timeout, void** handle, uint64_t* size, char* text,
                            size_t text_size) try {
  *handle = nullptr;
  auto file = std::make_shared<File>();
  file->timeout = static_cast<std::uint16_t>(std::clamp<uint32_t>(timeout, 1, 60'000));
  const auto opened = file->file->Open(url, XrdCl::OpenFlags::Read, XrdCl::Access::None, file->timeout);
  if (!opened.IsOK()) return refuse(opened, text, text_size);
  XrdCl::StatInfo* about = nullptr;
  const auto asked = file->file->Stat(false, about, file->timeout);
  const std::unique_ptr<XrdCl::StatInfo> held(about);
  if (!asked.IsOK()) return refuse(asked, text, text_size);
  *size = about->GetSize();
  *handle = new SharedFile(std::move(file));
  return ramet_reader_done;
} catch (const std::exception& error) {
  tell(error.what(), text, text_size);
  return ramet_reader_failed;
}

void close_file(void* file) { delete static_cast<SharedFile*>(file); }

void* start(void* handle, const RametReaderPiece* wanted, size_t count) try {
  const auto transfer = std::make_shared<Transfer>();
  transfer->file = *static_cast<SharedFile*>(handle);
  transfer->pieces.resize(count);
  for (std::size_t number = 0; number < count; ++number) transfer->pieces[number].bytes.resize(wanted[number].size);
  auto held = std::make_unique<SharedTransfer>(transfer);
  std::vector<std::size_t> together;
  std::size_t bytes = 0;  // of them
  for (std::size_t number = 0; number < count; ++number) {
    const std::size_t size = wanted[number].size;
    if (size > most_bytes) {
      request(transfer, wanted, {number});
      continue;
    }
    if (together.size() == most_pieces || bytes + size > most_bytes) {
      request(transfer, wanted, std::exchange(together, {}));
      bytes = 0;
    }
    together.push_back(number);
    bytes += size;
  }
  request(transfer, wanted, std::move(together));
  return held.release();
} catch (const std::bad_alloc&) {
  return nullptr;
}

RametReaderResult wait_for(void* handle, size_t number, uint32_t milliseconds, void* into, char* text,
                           size_t text_size) {
  Transfer& transfer = **static_cast<SharedTransfer*>(handle);
  std::unique_lock lock(transfer.mutex);
  Transfer::Piece& piece = transfer.pieces[number];
  const auto time = std::chrono::milliseconds(milliseconds);
  if (!transfer.changed.wait_for(lock, time, [&] { return piece.is_over; })) return ramet_reader_waits;
  if (!piece.failure.empty()) {
    tell(piece.failure, text, text_size);
    return ramet_reader_failed;
  }
  std::memcpy(into, piece.bytes.data(), piece.bytes.size());
  return ramet_reader_done;
}

void end(void* transfer) { delete static_cast<SharedTransfer*>(transfer); }

}  // namespace

extern "C" const RametReaderPlugin* ramet_reader_plugin() {
  static constexpr RametReaderPlugin plugin{1, open_file, close_file, start, wait_for, end};
  return &plugin;
}
