#include "ramet/merge/internal/objects/histogram_record.hpp"

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;

namespace {

/// The histogram with the parts of another one, written and read again.
hist::Histogram rewritten(const hist::Histogram& histogram, const hist::HistogramParts& parts) {
  sample::Inputs files;
  files.add([&](write::ParallelWriter& writer) { writer.put("h", histogram); });
  const auto file = files.session().open(std::filesystem::path(files.paths()[0]));
  const file::Key key = file->reader().key("h");
  const file::Record record = file->reader().read_record(key);
  bytes::Buffer bytes(record.key_length + 8U);
  bytes.append(
      merge::internal::with_parts(record, key.class_name, file->forms().layouts(), parts, record.key_length + 8U)
          .span());
  hist::FigureReader reader(file->forms().layouts());
  return std::get<hist::Histogram>(reader.read(bytes.span(), record.key_length + 8U, key.class_name));
}

}  // namespace

TEST_CASE("histogram record: axes, names, contents and sums are new, the rest stays, behind a key of another length") {
  hist::HistogramParts parts = sample::histogram_of({0.5}).parts();
  parts.title = "it stays";
  parts.axes[0].bin_labels = {{1, "a"}};
  const hist::Histogram before(parts);
  hist::HistogramParts other = sample::histogram_of({0.5, 5.5}, hist::RegularAxis{6, 0, 6}).parts();
  other.axes[0].bin_labels = {{1, "a"}, {3, "c"}};
  other.squares.assign(other.contents.size(), 2);
  const hist::HistogramParts found = rewritten(before, other).parts();
  CHECK(found.title == "it stays");
  CHECK(found.axes[0].bins == other.axes[0].bins);
  CHECK(found.axes[0].bin_labels == other.axes[0].bin_labels);
  CHECK(found.contents == other.contents);
  CHECK(found.squares == other.squares);
  CHECK(found.moments == other.moments);
}

TEST_CASE("histogram record: a bin that is too large for the class is an error") {
  const auto small = sample::histogram_of({0.5}, hist::RegularAxis{4, 0, 4}, "TH1C");
  hist::HistogramParts parts = small.parts();
  parts.contents[1] = 200;
  CHECK(sample::error_of([&] { rewritten(small, parts); }).find("too large") != std::string::npos);
}
