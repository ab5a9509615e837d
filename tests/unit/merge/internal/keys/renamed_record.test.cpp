#include "ramet/merge/internal/keys/renamed_record.hpp"

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::merge::internal;

TEST_CASE("renamed_record: the name of the object changes, nothing else") {
  sample::Inputs inputs;
  inputs.add([](write::ParallelWriter& writer) { writer.put("h", sample::histogram_of({0.5, 1.5})); });
  const auto file = inputs.session().open(std::filesystem::path(inputs.paths()[0]));
  const file::Record record = file->reader().read_record(file->reader().key("h"));
  const std::string name = "another name";
  for (const std::size_t key_length : {std::size_t{record.key_length}, std::size_t{200}}) {
    const bytes::Buffer payload = moved_payload(record, "TH1D", file->forms().layouts(), key_length, name);
    bytes::Buffer whole(key_length);
    whole.append(payload.span());
    hist::FigureReader reader(file->forms().layouts());
    const auto renamed = std::get<hist::Histogram>(reader.read(whole.span(), key_length, "TH1D")).parts();
    CHECK(renamed.name == name);
    CHECK(renamed.contents == sample::histogram_in(*file, "h").parts().contents);
    CHECK(payload.size() == record.payload().size() + name.size() - 1);
  }
}

TEST_CASE("renamed_record: without a name and for the same key, the payload is the same bytes") {
  sample::Inputs inputs;
  inputs.add([](write::ParallelWriter& writer) { writer.put("h", sample::histogram_of({0.5, 1.5})); });
  const auto file = inputs.session().open(std::filesystem::path(inputs.paths()[0]));
  const file::Record record = file->reader().read_record(file->reader().key("h"));
  const bytes::Buffer payload =
      moved_payload(record, "Unheard", file->forms().layouts(), record.key_length, std::nullopt);
  CHECK(std::ranges::equal(payload.span(), record.payload()));
  CHECK_THROWS_AS(moved_payload(record, "Unheard", file->forms().layouts(), 200, std::nullopt), Error);
}
