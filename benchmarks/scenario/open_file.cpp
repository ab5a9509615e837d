// Make a session; open a file and its tree, the first and the next of its schema, and close it.
// usage: open_file FILE TIMES
#include <chrono>
#include <filesystem>
#include <string>

#include "measure.hpp"

#include "ramet/dataset/session.hpp"
#include "ramet/write/parallel_writer.hpp"

using namespace ramet;

namespace {

constexpr std::size_t files = 1000;

}  // namespace

int main(int count, char** values) {
  const auto executor = schedule::make_serial_executor();
  // Another file, so that a session has its codecs' states: ramet's own streamer infos are not ROOT's.
  const std::string other = std::string(values[1]) + ".other";
  const auto writer = write::ParallelWriter::recreate(other);
  writer->add_table({"t", "", {{.name = "x", .type = array::Type::of(array::NumberType::int32)}}});
  writer->close();
  const auto times = static_cast<int>(scenario::argument(count, values, 2, 4));
  const auto open = [](const dataset::Session& session, const char* path) {
    return static_cast<double>(session.open(path)->tree("t")->tree().entries);
  };
  scenario::repeat("ramet", "session", 1, times, 0, [&] {
    double threads = 0;
    for (std::size_t file = 0; file < files; ++file)
      threads = static_cast<double>(dataset::Session(*executor).executor().concurrency());
    return threads;
  });
  scenario::repeat("ramet", "first of its schema", 1, times, 0, [&] {
    scenario::Outcome outcome = 0;
    for (std::size_t file = 0; file < files; ++file) {
      const dataset::Session session(*executor);
      open(session, other.c_str());
      const auto begin = std::chrono::steady_clock::now();
      outcome.check = open(session, values[1]);
      outcome.measured += scenario::seconds_since(begin);
    }
    return outcome;
  });
  scenario::repeat("ramet", "next of its schema", 1, times, 0, [&] {
    const dataset::Session session(*executor);
    open(session, values[1]);
    double entries = 0;
    for (std::size_t file = 0; file < files; ++file) entries = open(session, values[1]);
    return entries;
  });
  std::filesystem::remove(other);
}
