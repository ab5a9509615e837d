// Every failure is a ramet::Error: a kind for the program, and for people a text with the place and the numbers.
// Says: not_found: no branch 'rum' in tree 'Events'; did you mean 'run'?
// Says: this file is damaged, the others go on: broken.root
// Says: stopped on request
#include <fstream>
#include <string_view>

#include <fmt/format.h>

#include "ramet/error.hpp"
#include "ramet/session.hpp"
#include "ramet/writer.hpp"

using namespace ramet;

struct Event {
  int run;
};

template <>
struct array::Description<Event> {
  static constexpr auto members = std::tuple(member("run", &Event::run));
};

void write_some() {
  const auto writer = write::ParallelWriter::recreate("run7.root");
  auto context = writer->add_table(table::schema_of<Event>("Events")).context();
  write::EntryFiller<Event>(context).fill({7});
  context.close();
  writer->close();
  std::ofstream("broken.root") << "root, or so it says";
}

// docs: begin catch
void read_or_explain(const dataset::Session& session, const char* path, const char* column, StopToken stop = {}) {
  try {
    const auto reader = session.open(path)->tree("Events");
    const auto& tree = reader->tree();
    reader->read(tree.at(column), tree.all_entries(), {.executor = session.executor(), .stop = stop});
  } catch (const Error& error) {
    switch (error.kind()) {
      case ErrorKind::corrupt:
        return fmt::print("this file is damaged, the others go on: {}\n", path);
      case ErrorKind::cancelled:
        return fmt::print("{}\n", error.what());
      default:
        return fmt::print("{}: {}\n", to_string(error.kind()), error.what());
    }
  }
}
// docs: end catch

int main() {
  write_some();
  const dataset::Session session;
  read_or_explain(session, "run7.root", "rum");
  read_or_explain(session, "broken.root", "run");
  // docs: begin stop
  StopSource control_c;  // given to every long call; whoever wants these to end requests it
  control_c.request_stop();
  read_or_explain(session, "run7.root", "run", control_c.get_token());
  // docs: end stop
}
