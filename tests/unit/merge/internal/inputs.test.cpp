#include "ramet/merge/internal/inputs.hpp"

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using sample::error_of;

TEST_CASE("merge inputs: a file is opened once while it is kept, and must stay the same") {
  sample::Inputs files;
  for (std::size_t number = 0; number < merge::internal::Inputs::most_kept + 1; ++number)
    files.add([](write::ParallelWriter& writer) { writer.put("h", sample::histogram_of({0.5})); });
  const merge::internal::Inputs inputs(files.session(), files.paths());
  const auto first = inputs.open(0);
  CHECK(inputs.open(0) == first);
  std::filesystem::remove(files.paths()[0]);
  const auto writer = write::ParallelWriter::create(files.paths()[0]);
  writer->put("h", sample::histogram_of({0.5, 1.5}));
  writer->close();
  for (std::size_t number = 1; number < files.paths().size(); ++number) inputs.open(number);
  CHECK(error_of([&] { inputs.open(0); }).find("has changed while it was merged") != std::string::npos);
}

TEST_CASE("merge inputs: the bytes of a file are those that were opened before") {
  sample::Inputs files;
  files.add([](write::ParallelWriter& writer) { writer.put("h", sample::histogram_of({0.5})); });
  const merge::internal::Inputs inputs(files.session(), files.paths());
  const std::uint64_t size = inputs.open(0)->reader().source().size();
  CHECK(inputs.bytes_of(0)->size() == size);
  std::filesystem::resize_file(files.paths()[0], size - 1);
  CHECK(error_of([&] { inputs.bytes_of(0); }).find("has changed while it was merged") != std::string::npos);
}

TEST_CASE("merge inputs: an error is that of its input, but for a stop") {
  const auto fail = [](ErrorKind kind) { return [=] { throw Error(kind, "it"); }; };
  try {
    merge::internal::of_input(3, fail(ErrorKind::corrupt));
    FAIL("no error");
  } catch (const merge::internal::BadInput& error) {
    CHECK(error.input() == 3);
    CHECK(error.kind() == ErrorKind::corrupt);
  }
  try {
    merge::internal::of_input(3, fail(ErrorKind::cancelled));
  } catch (const Error& error) {
    CHECK(dynamic_cast<const merge::internal::BadInput*>(&error) == nullptr);
  }
}

TEST_CASE("merge inputs: some are in memory, and are told apart by what they say of themselves") {
  sample::Inputs files;
  for (int number = 0; number < 2; ++number)
    files.add([](write::ParallelWriter& writer) { writer.put("h", sample::histogram_of({0.5})); });
  const auto source = io::open_local(files.paths()[1]);
  const merge::internal::Inputs inputs(files.session(), {files.paths()[0], "memory"}, {nullptr, source});
  CHECK(inputs.open(0)->name() == files.paths()[0]);
  CHECK(inputs.open(1)->reader().root().find("h") != nullptr);
  const auto marks = inputs.marks();
  CHECK(marks[1].path == "memory");
  CHECK(marks[1].size == source->size());
  CHECK(marks[1].modified == 0);
  CHECK(marks[0].contents == merge::internal::contents_of(inputs.open(0)->reader()));
  CHECK(marks[0].contents != marks[1].contents);
}
