#include "ramet/ntuple/internal/streamed_classes.hpp"

#include "unit/ntuple/samples/sample_streamed.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using ntuple::internal::forms_of;

TEST_CASE("without descriptions of its own an ntuple has its file's") {
  const auto file = sample::point_forms();
  CHECK(forms_of({}, file) == file);
}

TEST_CASE("classes that the ntuple describes come before the file's, which stay") {
  ntuple::Schema schema;
  auto own = sample::point_infos();
  own[0].title = "the ntuple's";
  own.push_back(sample::point_infos(2)[0]);
  schema.extra_types = {sample::extra_types(own)};
  auto others = sample::point_infos();
  others.push_back(ramet_test::layout("Other", 1, {}));
  const auto file =
      std::make_shared<object::FormCache>(std::make_shared<const schema::StreamerInfos>(std::move(others)), nullptr);
  const auto forms = forms_of(schema, file);
  REQUIRE(forms->file() != nullptr);
  CHECK(forms->file()->all().size() == 3);
  CHECK(forms->file()->find("Point", 1)->title == "the ntuple's");
  CHECK(forms->file()->find("Point", 2) != nullptr);
  CHECK(forms->file()->find("Other", 1) != nullptr);
}

TEST_CASE("a description that is no list of streamer infos is corrupt") {
  ntuple::Schema schema;
  for (std::string content : {std::string(), std::string("no list at all"), std::string(4, '\0')}) {
    schema.extra_types = {content};
    CHECK_THROWS_AS(forms_of(schema, sample::point_forms()), Error);
  }
  const std::string whole = sample::extra_types(sample::point_infos());
  for (std::size_t size = 0; size < whole.size(); size += 7) {
    schema.extra_types = {whole.substr(0, size)};
    CHECK_THROWS_AS(forms_of(schema, sample::point_forms()), Error);
  }
}
