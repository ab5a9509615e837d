#include "reading/python_opener.hpp"

#include <cstring>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "internal/file_text.hpp"
#include "internal/interpreter_lock.hpp"

#include "ramet/core/error.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/io/detail/distant/stamped.hpp"
#include "ramet/io/detail/url.hpp"

namespace ramet::bindings {
namespace {

/// A Python object, for members of objects that any thread may end. Threads: any; its use takes the interpreter's lock.
class Held {
 public:
  explicit Held(nb::object object) : object_(std::move(object)) {}
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  Held(Held&& other) noexcept : object_(std::move(other.object_)) {}
  Held& operator=(Held&&) = delete;
  ~Held() {
    if (!object_.is_valid()) return;
    const Locked acquire;
    object_.reset();
  }

  const nb::object& get() const noexcept { return object_; }

 private:
  nb::object object_;
};

// Throw the error of Python as one of ramet; with the interpreter's lock.
[[noreturn]] void rethrow(nb::python_error& error, const std::string& doing) {
  if (!error.matches(PyExc_Exception)) throw std::move(error);
  ErrorKind kind = ErrorKind::io;
  if (error.matches(PyExc_FileNotFoundError)) kind = ErrorKind::file_missing;
  if (error.matches(PyExc_NotImplementedError)) kind = ErrorKind::unsupported;
  const std::string type = nb::cast<std::string>(error.type().attr("__name__"));
  if (type == "CancelledError") kind = ErrorKind::cancelled;
  const std::string text = nb::cast<std::string>(nb::str(error.value()));
  const bool is_own = kind == ErrorKind::unsupported;
  detail::fail(kind, "{}: {}", doing, is_own ? text : fmt::format("{}: {}", type, text));
}

// Call `work` with the interpreter's lock; errors of Python say what was done.
template <class Work, class Doing>
auto with_python(const Work& work, const Doing& doing) {
  const Locked acquire;
  try {
    return work();
  } catch (nb::python_error& error) {
    rethrow(error, doing());
  } catch (const nb::cast_error&) {
    detail::fail(ErrorKind::io, "{}: Python gave an object of another type", doing());
  }
}

void copy_bytes(const nb::object& given, std::span<std::byte> into) {
  const auto bytes = nb::cast<nb::bytes>(given);
  if (bytes.size() != into.size())
    detail::fail(ErrorKind::io, "Python gave {} bytes, expected {}", bytes.size(), into.size());
  if (!into.empty()) std::memcpy(into.data(), bytes.c_str(), into.size());
}

std::string piece_text(const std::string& name, std::uint64_t offset, std::size_t size) {
  return fmt::format("'{}': reading {} bytes at {}", name, size, offset);
}

/// Reads that Python has begun. Threads: any; each piece is copied by the first thread that waits for it.
class PythonTransfer final : public io::Transfer {
 public:
  PythonTransfer(std::string name, nb::object futures, std::vector<io::ReadPiece> pieces)
      : name_(std::move(name)), futures_(std::move(futures)), pieces_(std::move(pieces)), copied_(pieces_.size()) {}
  ~PythonTransfer() override { cancel(); }

  void wait(std::size_t piece, const StopToken& /*stop*/) override {
    // Whoever waits here for another thread must not hold the lock that this one needs.
    std::optional<Unlocked> release;
    if (PyGILState_Check() != 0) release.emplace();
    std::call_once(copied_[piece], [&] {
      const auto& [offset, into] = pieces_[piece];
      with_python([&] { copy_bytes(futures_.get()[piece].attr("result")(), into); },
                  [&] { return piece_text(name_, offset, into.size()); });
    });
  }

  void cancel() noexcept override {
    const Locked acquire;
    for (std::size_t piece = 0; piece < pieces_.size(); ++piece) {
      try {
        futures_.get()[piece].attr("cancel")();
      } catch (const nb::python_error&) {
        continue;  // it goes on, and nobody looks at it
      }
    }
  }

 private:
  std::string name_;
  Held futures_;
  std::vector<io::ReadPiece> pieces_;
  std::vector<std::once_flag> copied_;
};

/// A file that Python reads. Threads: any.
class PythonSource final : public io::ByteSource, public io::Stamped {
 public:
  PythonSource(std::string name, nb::object reader, std::uint64_t size, std::string stamp)
      : name_(std::move(name)), reader_(std::move(reader)), size_(size), stamp_(std::move(stamp)) {}

  const std::string& name() const noexcept override { return name_; }
  std::uint64_t size() const noexcept override { return size_; }
  std::string stamp() const override { return stamp_; }
  std::optional<io::ReadAhead> read_ahead() const noexcept override { return io::ReadAhead{}; }

  void read_at(std::uint64_t offset, std::span<std::byte> into) const override {
    require_range(offset, into.size());
    with_python([&] { copy_bytes(reader_.get().attr("read")(offset, into.size()), into); },
                [&] { return piece_text(name_, offset, into.size()); });
  }

  void read_pieces(std::span<const io::ReadPiece> pieces) const override {
    const auto transfer = submit({pieces.begin(), pieces.end()});
    for (std::size_t piece = 0; piece < pieces.size(); ++piece) transfer->wait(piece, {});
  }

  std::unique_ptr<io::Transfer> submit(std::vector<io::ReadPiece> pieces) const override {
    for (const io::ReadPiece& piece : pieces) require_range(piece.offset, piece.into.size());
    return with_python(
        [&] {
          nb::list wanted;
          for (const io::ReadPiece& piece : pieces) wanted.append(nb::make_tuple(piece.offset, piece.into.size()));
          nb::object futures = reader_.get().attr("start")(wanted);
          return std::make_unique<PythonTransfer>(name_, std::move(futures), std::move(pieces));
        },
        [&] { return fmt::format("'{}': reading {} pieces", name_, pieces.size()); });
  }

 private:
  std::string name_;
  Held reader_;
  std::uint64_t size_;
  std::string stamp_;
};

class PythonOpener final : public remote::Opener {
 public:
  explicit PythonOpener(nb::callable open) : open_(std::move(open)) {}

  std::shared_ptr<const io::ByteSource> open(const std::string& url) const override {
    const std::string name = io::shown_url(url);
    return with_python(
        [&] {
          nb::object reader = open_.get()(url);
          const auto size = nb::cast<std::uint64_t>(reader.attr("size"));
          auto stamp = nb::cast<std::string>(nb::str(nb::getattr(reader, "stamp", nb::str(""))));
          if (stamp.empty()) stamp = fmt::format("{} bytes", size);
          return std::make_shared<const PythonSource>(name, std::move(reader), size, std::move(stamp));
        },
        [&] { return fmt::format("cannot open '{}'", name); });
  }

 private:
  Held open_;
};

}  // namespace

std::shared_ptr<const remote::Opener> opener_of(nb::callable open) {
  return std::make_shared<const PythonOpener>(std::move(open));
}

}  // namespace ramet::bindings
