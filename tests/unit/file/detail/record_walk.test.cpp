#include "ramet/file/detail/record_walk.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "../sample_file.hpp"
#include <doctest/doctest.h>

#include "ramet/bytes/byte_writer.hpp"

using namespace ramet;
using file::Key;
using file::RecordWalk;

namespace {

constexpr std::uint64_t begin = 100;

/// Records after a header of 100 bytes. Threads: one thread.
class Records {
 public:
  Records() { writer_.zeros(begin); }

  Records& add(std::string_view class_name, std::string_view name, std::size_t payload = 8,
               std::uint64_t parent = begin) {
    Key key{.seek = writer_.size(),
            .seek_parent = parent,
            .class_name = std::string(class_name),
            .name = std::string(name),
            .title = ""};
    key.key_length = file::key_length_of(class_name, name, "", false);
    key.object_size = static_cast<std::uint32_t>(payload);
    key.record_size = static_cast<std::uint32_t>(key.key_length + payload);
    file::write_key(writer_, key);
    writer_.zeros(payload);
    return *this;
  }

  Records& add_gap(std::int32_t size) {
    writer_.write(static_cast<std::uint32_t>(-size));
    writer_.zeros(static_cast<std::size_t>(size) - sizeof size);
    return *this;
  }

  std::shared_ptr<const io::ByteSource> source(std::size_t cut = 0) const {
    bytes::Buffer contents;
    contents.append(writer_.span().first(writer_.size() - cut));
    return io::source_of(std::move(contents));
  }
  std::uint64_t size() const { return writer_.size(); }

 private:
  bytes::ByteWriter writer_;
};

std::vector<std::string> names_of(const io::ByteSource& source) {
  RecordWalk walk(source, begin);
  std::vector<std::string> names;
  while (const auto key = walk.next()) names.push_back(key->name);
  return names;
}

std::vector<std::string> recovered(const io::ByteSource& source) {
  std::vector<std::string> names;
  for (const Key& key : file::recover_keys(source, begin).keys) names.push_back(key.name);
  return names;
}

}  // namespace

TEST_CASE("record walk: records are visited in order, and gaps are skipped") {
  const auto source = Records().add("TFile", "f").add_gap(40).add("TNamed", "a").add_gap(4).add("TNamed", "b").source();
  CHECK(names_of(*source) == std::vector<std::string>{"f", "a", "b"});
}

TEST_CASE("record walk: records and heads larger than one read are visited") {
  const std::string long_name(3000, 'n');
  const auto source = Records().add("TFile", "f", 10'000).add("TNamed", long_name, 5'000).add("TNamed", "b").source();
  CHECK(names_of(*source) == std::vector<std::string>{"f", long_name, "b"});
}

TEST_CASE("record walk: it ends before a record that is cut by the end of the file") {
  Records records;
  records.add("TFile", "f").add("TNamed", "a").add("TNamed", "b");
  const std::uint64_t last = Records().add("TFile", "f").add("TNamed", "a").size();
  for (std::size_t cut = 1; cut < records.size() - last; ++cut) {
    const auto source = records.source(cut);
    CAPTURE(cut);
    RecordWalk walk(*source, begin);
    CHECK(walk.next()->name == "f");
    CHECK(walk.next()->name == "a");
    CHECK_FALSE(walk.next());
    CHECK(walk.position() == last);
  }
}

TEST_CASE("record walk: it ends at bytes that are not a record, and at a gap beyond the end") {
  CHECK(names_of(*Records().add("TNamed", "a").add_gap(30).source(10)) == std::vector<std::string>{"a"});
  bytes::ByteWriter zeros;
  zeros.zeros(300);
  CHECK(names_of(*io::source_of(std::move(zeros).take())).empty());
  CHECK(names_of(*Records().source(begin)).empty());
}

TEST_CASE("record walk: a head with another position is not a record") {
  const auto whole = Records().add("TNamed", "a").source();
  bytes::Buffer contents(static_cast<std::size_t>(whole->size()) + 1);
  whole->read_at(0, contents.span().subspan(1));
  const auto moved = io::source_of(std::move(contents));
  CHECK_FALSE(RecordWalk(*moved, begin + 1).next());
}

TEST_CASE("recover keys: only keys of the root directory are recovered") {
  const auto source = Records()
                          .add("TFile", "file")
                          .add("TNamed", "a")
                          .add("TBasket", "x")
                          .add("RBlob", "")
                          .add("TNamed", "in_another_directory", 8, 500)
                          .add("TDirectory", "d")
                          .add("TFile", "file")
                          .add("TTree", "t")
                          .source();
  CHECK(recovered(*source) == std::vector<std::string>{"a", "d", "t"});
}

TEST_CASE("recover keys: streamer infos are not objects, and the last ones are used") {
  Records records;
  records.add("TFile", "f").add("TList", "StreamerInfo").add("TList", "mine");
  const std::uint64_t last = records.size();
  const auto source = records.add("TList", "StreamerInfo").source();
  const auto found = file::recover_keys(*source, begin);
  REQUIRE(found.streamer_info);
  CHECK(found.streamer_info->seek == last);
  REQUIRE(found.keys.size() == 1);
  CHECK(found.keys.front().name == "mine");
  CHECK(found.end == source->size());
}
