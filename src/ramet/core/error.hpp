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
  not_found,    ///< a name, file, entry or column that is not there
  corrupt,      ///< bytes that contradict the format or each other
  unsupported,  ///< well-formed, but a feature that ramet does not read or write
  io,           ///< the operating system or a remote service said no
  misuse,       ///< the caller broke a documented rule
  cancelled,    ///< a stop was requested
};

/// The kind as a word, for messages and for Python's exception classes.
std::string_view to_string(ErrorKind kind) noexcept;

/// The one exception of ramet. Its text says what happened, with the numbers, preceded by where: the file, the key,
/// branch or basket, and the offset, each added by `while_doing` on the way up. Threads: immutable.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& what) : std::runtime_error(what), kind_(kind) {}

  ErrorKind kind() const noexcept { return kind_; }  ///< what to decide by; the text is for people

 private:
  ErrorKind kind_;
};

/// Throw an Error whose text is formatted as by fmt.
template <class... Arguments>
[[noreturn]] void fail(ErrorKind kind, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  throw Error(kind, fmt::format(format, std::forward<Arguments>(arguments)...));
}

/// Run `work`; an Error that leaves it gets `task` in front of its text. `task` is a string, or a callable that
/// makes one: the callable runs only when there is an error, so it costs nothing on a hot path.
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

}  // namespace ramet::inline v1
