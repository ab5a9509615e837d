#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string_view>

#include "cli/terminal/terminal.hpp"

#include "ramet/core/stop.hpp"
#include "ramet/dataset/session.hpp"

namespace ramet::cli {

/// The program's exit codes. Scripts may rely on them (docs/reference/command_line.md).
enum class ExitCode : int {
  fine = 0,
  failed = 1,         ///< an error in the data, or in input or output
  usage = 2,          ///< the command line is wrong
  differences = 3,    ///< a merge would lose data
  bad_input = 4,      ///< an input of a merge or comparison cannot be read
  bad_output = 5,     ///< the output of a merge cannot be written
  interrupted = 130,  ///< Ctrl-C
};

/// The command line is wrong in a way that only the subcommand can detect.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Options of every subcommand. Threads: a value.
struct CommonOptions {
  std::size_t threads = 0;  ///< 0: as many as the process may use
  ProgressChoice progress = ProgressChoice::on_terminal;
};

/// The environment of a subcommand: the session for reading, the output, and the exit code. Threads: one thread.
class Context {
 public:
  Context(const dataset::Session& session, StopToken stop, const CommonOptions& options);

  const dataset::Session& session() const noexcept { return session_; }
  const StopToken& stop() const noexcept { return stop_; }
  const Terminal& out() const noexcept { return out_; }
  const Terminal& err() const noexcept { return err_; }
  bool shows_progress() const noexcept { return shows_progress_; }

  /// Open a file, with a warning if its key list is lost. Throws as dataset::Session::open.
  std::shared_ptr<const dataset::File> open(const std::filesystem::path& path) const;

  /// Write to the standard output. Throws Error(io) when that fails (a full disk).
  void print(std::string_view text);
  /// Flush the standard output. Throws as print.
  void flush();

  /// Print an error on the standard error and go on; the program will end with ExitCode::failed.
  void complain(std::string_view message);
  /// Let the program end with ExitCode::failed without a message.
  void fail_quietly() noexcept { end_with(ExitCode::failed); }
  /// Print a message about an interrupted command whose work is usable; the program will end with
  /// ExitCode::interrupted.
  void interrupt(std::string_view message);
  /// Let the program end with this code.
  void end_with(ExitCode code) noexcept { exit_code_ = code; }
  ExitCode exit_code() const noexcept { return exit_code_; }

 private:
  const dataset::Session& session_;
  StopToken stop_;
  Terminal out_;
  Terminal err_;
  bool shows_progress_;
  ExitCode exit_code_ = ExitCode::fine;
};

/// Print "ramet: message" on the standard error.
void print_complaint(std::string_view message);

}  // namespace ramet::cli
