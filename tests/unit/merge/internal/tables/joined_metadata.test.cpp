#include "ramet/merge/internal/tables/joined_metadata.hpp"

#include <utility>

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

#include "ramet/object/detail/object_writer.hpp"
#include "ramet/object/detail/stream_copy.hpp"
#include "ramet/schema/detail/catalogue.hpp"
#include "ramet/tree/internal/tree_parser.hpp"

using namespace ramet;
using merge::internal::JoinedMetadata;

namespace {

using Texts = std::vector<std::pair<std::string, std::string>>;

/// A tree's file, and records of that tree with other user info and aliases. Threads: one thread.
class Trees {
 public:
  Trees() {
    files_.add([](write::ParallelWriter& writer) { sample::put_entries(writer, sample::entries_of(5), 0, 5); });
    file_ = files_.session().open(std::filesystem::path(files_.paths()[0]));
    record_ = file_->reader().read_record(file_->reader().key("Events"));
  }

  object::Layouts layouts() const { return file_->forms().layouts(); }
  const file::Record& plain() const noexcept { return record_; }

  /// With a TParameter<double> "lumi", an alias for each pair, and a text in the user info.
  file::Record record(double luminosity, const Texts& aliases, const std::string& text) const {
    object::StreamCopy copy(record_.bytes.span(), record_.key_length, record_.key_length, layouts());
    int depth = 0;
    const bytes::Buffer payload =
        copy.copy("TTree", {[&](std::string_view, bytes::ByteCursor) { ++depth; }, [&](std::string_view) { --depth; },
                            [&](const schema::StreamerElement& member, bytes::ByteCursor, bytes::ByteWriter& to) {
                              if (depth != 1 || (member.name != "fUserInfo" && member.name != "fAliases")) return false;
                              object::ObjectWriter writer(record_.key_length + to.size());
                              if (member.name == "fUserInfo")
                                put_user_info(writer, luminosity, text);
                              else
                                put_aliases(writer, aliases);
                              to.append(writer.payload());
                              return true;
                            }});
    return record_of(payload);
  }

  file::Record record_of(const bytes::Buffer& payload) const {
    file::Record made;
    made.key_length = record_.key_length;
    made.bytes.resize(record_.key_length);
    made.bytes.append(payload.span());
    return made;
  }

  /// What readers find in a record.
  tree::Companions companions(const file::Record& record) const {
    const auto classes =
        std::make_shared<const tree::ClassLayouts>(tree::ClassLayouts{nullptr, schema::make_catalogue()});
    return tree::internal::parse_tree(record, "TTree", classes).companions;
  }

 private:
  static void put_user_info(object::ObjectWriter& writer, double luminosity, const std::string& text) {
    writer.object("TList", [&] {
      writer.list("", 2, [&](std::size_t number) {
        if (number == 1) return (void)writer.object("TObjString", [&] { writer.object_string(text); });
        writer.object("TParameter<double>", [&] {
          writer.versioned(2, [&] {
            writer.tobject();
            writer.string("lumi");
            writer.write(luminosity);
          });
        });
      });
    });
  }

  static void put_aliases(object::ObjectWriter& writer, const Texts& aliases) {
    writer.object("TList", [&] {
      writer.list("", aliases.size(), [&](std::size_t number) {
        writer.object("TNamed", [&] { writer.tnamed(aliases[number].first, aliases[number].second); });
      });
    });
  }

  sample::Inputs files_;
  std::shared_ptr<const dataset::File> file_;
  file::Record record_;
};

Texts aliases_of(const tree::Companions& companions) {
  Texts found;
  for (const tree::Alias& alias : companions.aliases) found.emplace_back(alias.name, alias.formula);
  return found;
}

}  // namespace

TEST_CASE("joined metadata: parameters are added, texts and aliases that are the same stand once") {
  const Trees trees;
  JoinedMetadata joined;
  joined.add(trees.record(1.5, {{"a", "x*2"}}, "first"), "TTree", trees.layouts());
  joined.add(trees.plain(), "TTree", trees.layouts());
  joined.add(trees.record(2.25, {{"a", "x*2"}, {"b", "x*3"}}, "second"), "TTree", trees.layouts());
  joined.add(trees.record(4, {}, "first"), "TTree", trees.layouts());
  const file::Record other = trees.record(1.5, {{"a", "x*2"}}, "first");
  for (const file::Record* first : {&trees.plain(), &other}) {
    const file::Record made =
        trees.record_of(joined.payload(*first, "TTree", trees.layouts(), trees.plain().key_length));
    const tree::Companions found = trees.companions(made);
    CHECK(aliases_of(found) == Texts{{"a", "x*2"}, {"b", "x*3"}});
    REQUIRE(found.user_info.size() == 3);
    CHECK(found.user_info[0].name == "lumi");
    CHECK(found.user_info[0].value == 7.75);
    CHECK(found.user_info[1].text == "first");
    CHECK(found.user_info[2].text == "second");
    CHECK(found.friends.empty());
  }
}

TEST_CASE("joined metadata: of nothing the record stays as it is") {
  const Trees trees;
  JoinedMetadata joined;
  joined.add(trees.plain(), "TTree", trees.layouts());
  const bytes::Buffer payload = joined.payload(trees.plain(), "TTree", trees.layouts(), trees.plain().key_length);
  CHECK(std::ranges::equal(payload.span(), trees.plain().payload()));
}

TEST_CASE("joined metadata: the hash of user info tells values apart, and not what else is in the record") {
  const Trees trees;
  const auto hash = [&](double luminosity, const Texts& aliases) {
    return merge::internal::user_info_hash(trees.record(luminosity, aliases, "text"), "TTree", trees.layouts());
  };
  CHECK(hash(1.5, {}) == hash(1.5, {{"a", "x*2"}, {"b", "x*3"}}));
  CHECK(hash(1.5, {}) != hash(2.5, {}));
}
