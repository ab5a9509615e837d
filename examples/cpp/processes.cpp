// Two processes fill one tree of a third one's file.
// Says: 2000 entries, 2 processes
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ramet/session.hpp"
#include "ramet/writer.hpp"

struct Hit {
  int process;
  double x;
};

template <>
struct ramet::array::Description<Hit> {
  static constexpr auto members = std::tuple(member("process", &Hit::process), member("x", &Hit::x));
};

// docs: begin join
void fill(std::span<const std::byte> handle, int part) {
  const auto writer = ramet::write::JoinedWriter::join(handle);
  auto context = writer->table("Events").context(part);
  ramet::write::EntryFiller<Hit> hits(context);
  for (int hit = 0; hit < 1000; ++hit) hits.fill({part, 0.5 * hit});
  context.close();
  writer->close();  // the owner may close the file
}
// docs: end join

int main() {
  // docs: begin owner
  const auto writer = ramet::write::ParallelWriter::recreate("together.root");
  writer->add_table(ramet::table::schema_of<Hit>("Events"));
  const auto handle = writer->share();  // bytes, to be sent to the processes
  for (int part = 0; part < 2; ++part) {
    if (::fork() != 0) continue;
    fill(handle.span(), part);
    ::_exit(0);
  }
  while (::wait(nullptr) > 0) continue;
  writer->close();
  // docs: end owner

  const auto events = ramet::dataset::Session().open("together.root")->tree("Events");
  fmt::print("{} entries, {} processes\n", events->tree().entries, writer->processes().size());
}
