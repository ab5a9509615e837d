// A table is written with a profile, as `ramet tune` finds it. docs/guides/speed/tuning.md shows this.
// Says: 3 entries
#include <fstream>

#include <fmt/format.h>

#include "ramet/file.hpp"
#include "ramet/tune.hpp"
#include "ramet/writer.hpp"

using namespace ramet;

struct Hit {
  int run;
  float pt;
};

template <>
struct ramet::array::Description<Hit> {
  static constexpr auto members = std::tuple(member("run", &Hit::run), member("pt", &Hit::pt));
};

int main() {
  std::ofstream("profile.json") << R"({"ramet_profile": 1, "compression": "zstd:5", "columns": {"pt": "lz4:4"}})";
  const auto writer = write::ParallelWriter::recreate("tuned.root");
  table::Schema schema = table::schema_of<Hit>("Events");
  write::TableOptions options;
  // docs: begin profile
  const auto profile = tune::Profile::read("profile.json");
  profile.apply(schema, options);  // table::Schema, write::TableOptions
  auto table = writer->add_table(schema, options);
  // docs: end profile
  {
    write::FillContext context = table.context();
    write::EntryFiller<Hit> hits(context);
    for (int run = 0; run < 3; ++run) hits.fill({run, 0.5F});
    context.flush();
  }
  writer->close();
  fmt::print("{} entries\n", File("tuned.root").table("Events").size());
}
