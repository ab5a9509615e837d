// Two threads fill one tree of one file, without a lock between them; then it is read. README.md shows this.
// Says: 2000 entries
// docs: begin program
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "ramet/dataset/session.hpp"
#include "ramet/write/parallel_writer.hpp"
#include "ramet/write/row_filler.hpp"

using ramet::dataset::Session;
using ramet::table::schema_of;
using ramet::write::ParallelWriter;
using ramet::write::RowFiller;

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
  const auto writer = ParallelWriter::create("hits.root");
  auto tree = writer->add_table(schema_of<Hit>("Events"));  // Hit is a struct of yours
  const auto fill = [&](int part) {
    auto context = tree.context(part);  // one a thread; nothing is shared while filling
    RowFiller<Hit> hits(context);
    for (int run = 0; run < 1000; ++run) hits.fill({run, {1.5F, 2.5F}});
    context.close();
  };
  std::jthread first(fill, 0), second(fill, 1);
  first.join(), second.join();
  writer->close();
  // docs: end fill

  const auto events = Session().open("hits.root")->tree("Events");
  fmt::print("{} entries\n", events->tree().entries);
}
// docs: end program
