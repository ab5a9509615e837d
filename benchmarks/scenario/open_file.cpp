// Make a session; open a file and its tree, the first and the next of its schema, and close it.
// usage: open_file FILE TIMES
#include <memory>
#include <vector>

#include "measure.hpp"

#include "ramet/dataset/session.hpp"

using namespace ramet;

namespace {

constexpr std::size_t files = 1000;

}  // namespace

int main(int count, char** values) {
  const auto executor = schedule::make_serial_executor();
  const auto times = static_cast<int>(scenario::argument(count, values, 2, 4));
  const auto open = [](const dataset::Session& session, const char* path) {
    return static_cast<double>(session.open(path)->tree("t")->tree().entries);
  };
  for (int time = 0; time < times; ++time) {
    std::vector<std::unique_ptr<dataset::Session>> sessions(files);
    scenario::repeat("ramet", "session", 1, 1, 0, [&] {
      for (auto& session : sessions) session = std::make_unique<dataset::Session>(*executor);
      return 0;
    });
    scenario::repeat("ramet", "first of its schema", 1, 1, 0, [&] {
      double entries = 0;
      for (const auto& session : sessions) entries = open(*session, values[1]);
      return entries;
    });
  }
  scenario::repeat("ramet", "next of its schema", 1, times, 0, [&] {
    const dataset::Session session(*executor);
    open(session, values[1]);
    double entries = 0;
    for (std::size_t file = 0; file < files; ++file) entries = open(session, values[1]);
    return entries;
  });
}
