// Reads everything in a ROOT file and prints digests, for damaged files (README.md).
//
// Standard output is the content, which is reproducible. Failures go to standard error; the exit status is 1 if one of
// them is an Error, 0 if there are only unsupported parts. An Error of kind misuse, or any other exception, is always a
// bug, and aborts.
#include <cstdio>
#include <filesystem>

#include "everything.hpp"
#include <fmt/format.h>

#include "ramet/core/error.hpp"
#include "ramet/dataset/session.hpp"
#include "ramet/io/byte_sink.hpp"
#include "ramet/recovery/check.hpp"
#include "ramet/recovery/recover.hpp"

using namespace ramet;

namespace {

/// Check the file, and recover it in memory: both must end, with errors about the file only.
void check_and_recover(const dataset::Session& session, const char* path) {
  recovery::check(session, std::filesystem::path(path));
  try {
    const auto report = recovery::recover(session, io::open_local(path), std::make_unique<io::MemorySink>());
    for (const auto& lost : report.lost) fmt::print(stderr, "lost: {}: {}\n", lost.place, lost.reason);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::misuse) throw;
    fmt::print(stderr, "not recovered: {}\n", error.what());
  }
}

int read(const char* path) {
  const auto executor = schedule::make_serial_executor();
  const dataset::Session session(*executor);
  check_and_recover(session, path);
  try {
    const auto file = session.open(std::filesystem::path(path));
    if (file->reader().is_recovered()) fmt::print(stderr, "{} was not closed\n", file->name());
    const auto [content, problems, has_failed] = badinput::read_everything(*file, *executor);
    fmt::print("{}", content);
    fmt::print(stderr, "{}", problems);
    return has_failed ? 1 : 0;
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::misuse) throw;
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    fmt::print(stderr, "usage: {} FILE\n", arguments[0]);
    return 2;
  }
  return read(arguments[1]);
}
