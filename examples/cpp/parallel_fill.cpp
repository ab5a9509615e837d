// Two threads fill one tree of one file, without a lock between them; then it is read. README.md shows this.
// Says: 2000 events, the last run is 999, the sum of pt 8000
// docs: begin program
#include <algorithm>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "ramet/file.hpp"
#include "ramet/writer.hpp"

using ramet::table::schema_of;
using ramet::write::EntryFiller;
using ramet::write::ParallelWriter;

struct Hit {
  int run;
  std::vector<float> pt;
};

template <>
struct ramet::array::Description<Hit> {
  static constexpr auto members = std::tuple(member("run", &Hit::run), member("pt", &Hit::pt));
};

int main() {
  // docs: begin fill
  const auto writer = ParallelWriter::recreate("hits.root");
  auto tree = writer->add_table(schema_of<Hit>("Events"));  // Hit is a struct of yours
  const auto fill = [&](int part) {
    auto context = tree.context(part);  // one a thread; nothing is shared while filling
    EntryFiller<Hit> hits(context);
    for (int run = 0; run < 1000; ++run) hits.fill({run, {1.5F, 2.5F}});
    context.close();
  };
  std::jthread first(fill, 0), second(fill, 1);
  first.join(), second.join();
  writer->close();
  // docs: end fill

  // docs: begin read
  const ramet::File file("hits.root");
  const ramet::Table events = file.table("Events");  // a tree or an ntuple
  int last = 0;
  for (const int run : events.read<int>("run")) last = std::max(last, run);
  float sum = 0;
  for (const Hit& hit : events.events<Hit>()) sum += hit.pt[0] + hit.pt[1];
  fmt::print("{} events, the last run is {}, the sum of pt {}\n", events.size(), last, sum);
  // docs: end read
}
// docs: end program
