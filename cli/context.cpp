#include "cli/context.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <string>
#include <system_error>

#include "cli/commands.hpp"
#include "cli/text/text.hpp"
#include <fmt/format.h>

#include "ramet/core/error.hpp"

namespace ramet::cli {
namespace {

[[noreturn]] void fail_to_write() {
  detail::fail(ErrorKind::io, "cannot write the output: {}", std::generic_category().message(errno));
}

}  // namespace

Context::Context(const dataset::Session& session, StopToken stop, const CommonOptions& options)
    : session_(session),
      stop_(std::move(stop)),
      out_(look_at(stdout)),
      err_(look_at(stderr)),
      shows_progress_(options.progress == ProgressChoice::always ||
                      (options.progress == ProgressChoice::on_terminal && err_.is_terminal)) {}

std::shared_ptr<const dataset::File> Context::open(const std::filesystem::path& path) const {
  auto file = session_.open(path);
  if (file->reader().is_recovered())
    print_complaint(fmt::format("'{}' was not closed; its keys were found by scanning its records", file->name()));
  return file;
}

void Context::print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) fail_to_write();
}

void Context::flush() {
  if (std::fflush(stdout) != 0) fail_to_write();
}

void Context::complain(std::string_view message) {
  end_with(ExitCode::failed);
  std::fflush(stdout);  // keeps messages and output in order; an error is reported by the last flush
  print_complaint(message);
}

void Context::interrupt(std::string_view message) {
  complain(message);
  exit_code_ = ExitCode::interrupted;
}

std::string read_size(std::string& text) {
  const CLI::AsSizeValue read(true);
  if (text.find('.') == std::string::npos) return read(text);
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, problem] = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  std::string unit = "1" + std::string(rest, end);
  if (problem != std::errc()) return fmt::format("'{}' is no size", text);
  if (std::string wrong = read(unit); !wrong.empty()) return wrong;
  const double bytes = std::round(number * std::stod(unit));
  if (!(bytes >= 0 && bytes < 0x1p63)) return fmt::format("'{}' is no size", text);
  text = std::to_string(static_cast<std::uint64_t>(bytes));
  return {};
}

void print_complaint(std::string_view message) {
  std::string text = "ramet: ";
  for (std::size_t begin = 0; begin <= message.size();) {  // a mistake in an expression has lines of its own
    const std::size_t end = std::min(message.find('\n', begin), message.size());
    text += printable(message.substr(begin, end - begin)) + "\n";
    begin = end + 1;
  }
  std::fputs(text.c_str(), stderr);
}

}  // namespace ramet::cli
