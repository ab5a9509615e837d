#include "ramet/merge/internal/layouts.hpp"

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;

TEST_CASE("merge layouts: the output describes the classes of all inputs, each once") {
  sample::Inputs files;
  files.add([](write::ParallelWriter& writer) { writer.put("h", sample::histogram_of({0.5})); });
  files.add([](write::ParallelWriter& writer) { writer.put("text", sample::named_payload("one")); });
  REQUIRE(files.merged().is_written);
  const auto all = files.result()->streamer_infos().all();
  for (const std::string_view name : {"TH1D", "TNamed", "TAxis"})
    CHECK(std::ranges::count(all, name, &schema::StreamerInfo::class_name) == 1);
}

TEST_CASE("merge layouts: an Int_t that counts is stored as one that does not") {
  schema::StreamerInfo plain;
  plain.class_name = "TCollection";
  plain.version = 3;
  schema::StreamerElement& size = plain.elements.emplace_back();
  size.name = "fSize";
  size.type = schema::type_code::int_;
  size.type_name = "int";
  schema::StreamerInfo counting = plain;
  counting.elements.front().type = schema::type_code::counter;
  CHECK(merge::internal::is_stored_alike(plain, counting));
  counting.elements.front().type = schema::type_code::long64;
  CHECK_FALSE(merge::internal::is_stored_alike(plain, counting));
}
