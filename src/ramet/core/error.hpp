#pragma once

#include <concepts>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

namespace ramet::inline v1 {

/// What went wrong, for a program that has to decide what to do about it.
enum class ErrorKind {
  not_found,     ///< a name, entry or column does not exist
  file_missing,  ///< a file does not exist, or the folder to create it in
  corrupt,       ///< bytes that contradict the format or each other
  unsupported,   ///< well-formed, but a feature that ramet does not read or write
  io,            ///< the operating system or a remote service reported a failure
  misuse,        ///< the caller broke a documented rule
  cancelled,     ///< a stop was requested
};

/// The kind as a word, for messages and for Python's exception classes.
std::string_view to_string(ErrorKind kind) noexcept;

/// The only exception type of ramet. Its text says where (file, key, branch or basket, offset) and then what happened,
/// with the numbers. Each function on the way up adds its place. Threads: immutable.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& what) : std::runtime_error(what), kind_(kind) {}

  ErrorKind kind() const noexcept { return kind_; }  ///< programs decide by the kind; the text is for people

 private:
  ErrorKind kind_;
};

namespace detail {

/// Throw an Error whose text is formatted by fmt.
template <class... Arguments>
[[noreturn]] void fail(ErrorKind kind, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  throw Error(kind, fmt::format(format, std::forward<Arguments>(arguments)...));
}

/// Run `work`, and put `task` in front of the text of an Error that it throws. `task` is a string, or a callable that
/// returns one and runs only after an error, so that it costs nothing on a hot path.
template <class Task, class Work>
decltype(auto) while_doing(Task&& task, Work&& work) {
  try {
    return std::forward<Work>(work)();
  } catch (const Error& error) {
    if constexpr (std::invocable<Task>) {
      throw Error(error.kind(), fmt::format("{}: {}", task(), error.what()));
    } else {
      throw Error(error.kind(), fmt::format("{}: {}", task, error.what()));
    }
  }
}

}  // namespace detail

}  // namespace ramet::inline v1
