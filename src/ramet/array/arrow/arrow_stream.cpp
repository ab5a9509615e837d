#include "ramet/array/arrow/arrow_stream.hpp"

#include <cerrno>
#include <exception>
#include <new>
#include <utility>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::array {
namespace {

/// What an ArrowArrayStream points to.
struct HeldStream {
  std::unique_ptr<ArrowSource> source;  // none behind the end, and after an error
  Type type;
  std::string name;
  bool is_table = false;
  int failure = 0;  // an errno, which is given again
  std::string message = {};
};

HeldStream& held_by(const ArrowArrayStream* stream) noexcept { return *static_cast<HeldStream*>(stream->private_data); }

int errno_of(ErrorKind kind) noexcept {
  switch (kind) {
    case ErrorKind::not_found:
    case ErrorKind::file_missing:
      return ENOENT;
    case ErrorKind::corrupt:
      return EBADMSG;
    case ErrorKind::unsupported:
      return ENOTSUP;
    case ErrorKind::misuse:
      return EINVAL;
    case ErrorKind::cancelled:
      return ECANCELED;
    case ErrorKind::io:
      break;
  }
  return EIO;
}

int refuse(HeldStream& held, int failure, const char* message) noexcept {
  held.failure = failure;
  held.source.reset();
  try {
    held.message = message;
  } catch (const std::bad_alloc&) {
    held.message.clear();
  }
  return failure;
}

/// Do what an Arrow function is asked for: nothing is thrown through a program that knows no C++.
template <class Work>
int as_errno(HeldStream& held, Work&& work) noexcept {
  try {
    std::forward<Work>(work)();
    return 0;
  } catch (const Error& error) {
    return refuse(held, errno_of(error.kind()), error.what());
  } catch (const std::bad_alloc&) {
    return refuse(held, ENOMEM, "there is not enough memory");
  } catch (const std::exception& error) {
    return refuse(held, EIO, error.what());
  } catch (...) {
    return refuse(held, EIO, "an exception that says nothing");
  }
}

void require_type(const Array& values, const Type& wanted, const std::string& name) {
  const Type type = values.type();
  if (type != wanted)
    detail::fail(ErrorKind::unsupported, "column '{}' is {} from here on, and was {}", name, to_string(type),
                 to_string(wanted));
}

void export_part(const HeldStream& held, const ArrowPart& part, ArrowArray& out) {
  const std::size_t wanted = held.is_table ? held.type.contents.size() : 1;
  if (part.columns.size() != wanted)
    detail::fail(ErrorKind::misuse, "a part has {} columns, the stream {}", part.columns.size(), wanted);
  for (std::size_t i = 0; i < wanted; ++i) {
    const std::string& name = held.is_table ? held.type.names[i] : held.name;
    require_type(part.columns[i], held.is_table ? held.type.contents[i] : held.type, name);
  }
  if (held.is_table) return export_record(part.length, held.type.names, part.columns, out);
  detail::while_doing([&] { return fmt::format("column '{}'", held.name); },
                      [&] { export_values(part.columns[0], out); });
}

int get_schema(ArrowArrayStream* stream, ArrowSchema* out) {
  HeldStream& held = held_by(stream);
  return as_errno(held, [&] { export_type(held.type, held.name, *out); });
}

int get_next(ArrowArrayStream* stream, ArrowArray* out) {
  HeldStream& held = held_by(stream);
  if (held.failure != 0) return held.failure;
  *out = ArrowArray{};  // released: the end
  if (held.source == nullptr) return 0;
  return as_errno(held, [&] {
    const std::optional<ArrowPart> part = held.source->next();
    if (!part) return held.source.reset();
    export_part(held, *part, *out);
  });
}

const char* get_last_error(ArrowArrayStream* stream) {
  const HeldStream& held = held_by(stream);
  return held.failure == 0 ? nullptr : held.message.c_str();
}

void release_stream(ArrowArrayStream* stream) {
  delete &held_by(stream);
  stream->release = nullptr;
}

void hand_out(HeldStream held, ArrowArrayStream& out) {
  auto kept = std::make_unique<HeldStream>(std::move(held));
  out = {.get_schema = &get_schema,
         .get_next = &get_next,
         .get_last_error = &get_last_error,
         .release = &release_stream,
         .private_data = kept.release()};
}

}  // namespace

void export_table(std::unique_ptr<ArrowSource> source, Type type, ArrowArrayStream& out) {
  hand_out({.source = std::move(source), .type = std::move(type), .name = {}, .is_table = true}, out);
}

void export_column(std::unique_ptr<ArrowSource> source, Type type, std::string name, ArrowArrayStream& out) {
  hand_out({.source = std::move(source), .type = std::move(type), .name = std::move(name)}, out);
}

}  // namespace ramet::inline v1::array
