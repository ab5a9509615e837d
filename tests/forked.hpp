#pragma once

#include <exception>
#include <string>
#include <utility>

#include <sys/wait.h>
#include <unistd.h>

/// What `work`, which returns a text, says in a child that is forked for it; what it throws is its text. The child ends
/// without destructors, as a worker of Python's multiprocessing does.
template <class Work>
std::string said_by_child(Work&& work) {
  int ends[2] = {-1, -1};
  if (::pipe(ends) != 0) return "no pipe";
  const pid_t child = ::fork();
  if (child == 0) {
    std::string text;
    try {
      text = std::forward<Work>(work)();
    } catch (const std::exception& error) {
      text = error.what();
    }
    const bool is_written = ::write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size());
    ::_exit(is_written ? 0 : 1);
  }
  ::close(ends[1]);
  std::string text;
  char part[512];
  for (ssize_t count = 0; (count = ::read(ends[0], part, sizeof part)) > 0;)
    text.append(part, static_cast<std::size_t>(count));
  ::close(ends[0]);
  int status = -1;
  ::waitpid(child, &status, 0);
  return status == 0 ? text : "the child died: " + text;
}
