#include "ramet/merge/internal/objects/list_sum.hpp"

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

#include "ramet/object/detail/object_writer.hpp"

using namespace ramet;
using namespace ramet::merge;
using namespace ramet::merge::internal;

namespace {

/// A histogram or, without values, a text of a name.
struct Item {
  std::string name;
  std::vector<double> values = {};
};

/// The payload of a list of these, for a key of that length. Histograms are those of a file.
bytes::Buffer list_of(const std::vector<Item>& items, std::size_t key_length, const dataset::File& file) {
  object::ObjectWriter writer(key_length);
  writer.list("the list", items.size(), [&](std::size_t number) {
    const Item& item = items[number];
    if (item.values.empty())
      return static_cast<void>(writer.object("TNamed", [&] { writer.tnamed(item.name, "a title"); }));
    const file::Record record = file.reader().read_record(file.reader().key(item.name));
    writer.object("TH1D", [&] {
      object::ObjectWriter inner(0);
      writer.append(record.payload());
    });
  });
  return std::move(writer).take_payload();
}

/// Lists in files, and their sum.
class Lists {
 public:
  std::optional<Refusal> add(const std::vector<Item>& items) {
    files_.add([&](write::ParallelWriter& writer) {
      for (const Item& item : items) {
        hist::HistogramParts parts = sample::histogram_of(item.values).parts();
        parts.name = item.name;
        if (!item.values.empty()) writer.put(item.name, hist::Histogram(parts));
      }
    });
    open_.push_back(files_.session().open(std::filesystem::path(files_.paths().back())));
    file::Record record;
    record.key_length = 50;
    record.bytes.resize(50);
    record.bytes.append(list_of(items, 50, *open_.back()).span());
    return sum_.add(std::move(record), open_.back()->forms().layouts());
  }

  /// Names of the members of the sum, and entries of histograms.
  std::vector<std::pair<std::string, double>> members(std::size_t key_length) {
    bytes::Buffer whole(key_length);
    whole.append(sum_.payload(key_length).span());
    const object::ObjectGraph graph = object::read_graph(whole.span(), key_length, "TList", open_.front()->forms());
    std::vector<std::pair<std::string, double>> found;
    for (const object::Value& value : *graph.root().object()->items().get_if<object::Value::List>()) {
      const object::Value* entries = value.object()->find("fEntries");
      found.emplace_back(*value.object()->find("fName")->get_if<std::string>(),
                         entries == nullptr ? -1 : *entries->get_if<double>());
    }
    return found;
  }

 private:
  sample::Inputs files_;
  std::vector<std::shared_ptr<const dataset::File>> open_;
  ListSum sum_{"TList"};
};

using Members = std::vector<std::pair<std::string, double>>;

}  // namespace

TEST_CASE("list_sum: histograms of one name are added, all else follows") {
  Lists lists;
  CHECK_FALSE(lists.add({{"h", {0.5}}, {"text"}}));
  CHECK_FALSE(lists.add({{"text"}, {"g", {0.5}}, {"h", {1.5, 1.5}}}));
  CHECK_FALSE(lists.add({}));
  const Members expected = {{"h", 3}, {"text", -1}, {"text", -1}, {"g", 1}};
  CHECK(lists.members(50) == expected);
  CHECK(lists.members(77) == expected);
}

TEST_CASE("list_sum: lists are recognised by their class") {
  for (const char* name : {"TList", "THashList", "TObjArray", "THStack"}) CHECK(is_list_class(name));
  for (const char* name : {"TMap", "TH1D", "TNamed"}) CHECK_FALSE(is_list_class(name));
}
