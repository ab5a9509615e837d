#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "fuzz_target.hpp"

#include "ramet/core/error.hpp"
#include "ramet/object/detail/member_plans.hpp"
#include "ramet/object/detail/object_writer.hpp"
#include "ramet/schema/detail/catalogue.hpp"
#include "ramet/schema/streamer_info.hpp"

// Streamer infos, and objects that are read by what the infos say. An input is
//   | 2 bytes, little-endian: size of the streamer-info record | that record | the record of an object of class Probe |
// with keys of 8 bytes, whose contents nobody looks at.

namespace {

using namespace ramet;
using namespace ramet::object;

constexpr std::size_t key_length = 8;

struct Probe {
  std::string name;
  std::int64_t entries = 0;
  std::vector<std::int32_t> counted;
  std::vector<double> array;
  ObjectIdentity pointer;
  std::set<std::uint64_t>* seen = nullptr;

  void read_items(ObjectReader& reader);
};

std::vector<Member<Probe>> members() {
  using ProbeMember = Member<Probe>;
  return {ProbeMember::at<&Probe::name>("fName"),       ProbeMember::at<&Probe::entries>("fEntries"),
          ProbeMember::at<&Probe::counted>("fCounted"), ProbeMember::at<&Probe::array>("fArray"),
          ProbeMember::at<&Probe::pointer>("fPointer"), ProbeMember::at<&Probe::read_items>("fItems")};
}

void Probe::read_items(ObjectReader& reader) {
  const auto read_item = [&](const ObjectTag& tag) {
    if (!seen->insert(tag.identity.offset).second) return;
    MemberPlans<Probe> plans(members());
    Probe item;
    item.seen = seen;
    plans.read(reader, tag.class_name, item);
  };
  reader.for_each_in_array([&](const ObjectTag& tag) {
    if (tag.kind == ObjectTag::Kind::object) read_item(tag);
    if (tag.kind == ObjectTag::Kind::reference) reader.revisit(tag.identity, read_item);
  });
}

schema::StreamerElement element(std::string kind, std::string name, int type, std::string type_name) {
  schema::StreamerElement result;
  result.element_class = "TStreamer" + std::move(kind);
  result.name = std::move(name);
  result.type = type;
  result.type_name = std::move(type_name);
  return result;
}

std::vector<schema::StreamerInfo> probe_infos() {
  namespace code = schema::type_code;
  schema::StreamerInfo info;
  info.class_name = "Probe";
  info.version = 1;
  auto base = element("Base", "TNamed", code::tnamed, "BASE");
  base.base_version = 1;
  auto counted = element("BasicPointer", "fCounted", code::counted_array + code::int_, "int*");
  counted.count_name = "fN";
  counted.count_class = "Probe";
  info.elements = {base,
                   element("BasicType", "fEntries", code::double_, "double"),
                   element("BasicType", "fN", code::counter, "int"),
                   counted,
                   element("ObjectAny", "fArray", code::any, "TArrayD"),
                   element("ObjectPointer", "fPointer", code::object_pointer, "TList*"),
                   element("Object", "fItems", code::object, "TObjArray")};
  std::vector<schema::StreamerInfo> infos = {info};
  for (const std::string_view name : {"TNamed", "TObject", "TList"})
    infos.push_back(*schema::make_catalogue()->find_latest(name));
  return infos;
}

void write_probe(ObjectWriter& writer, int depth) {
  const std::array<std::int32_t, 2> numbers = {1, 2};
  const std::array<double, 1> array = {0.5};
  writer.versioned(1, [&] {
    writer.tnamed("name", "title");
    writer.write(25.0);
    writer.write(std::int32_t{2});
    writer.counted(std::span<const std::int32_t>(numbers));
    writer.array(std::span<const double>(array));
    const ObjectIdentity list = writer.object("TList", [&] { writer.list("", 0, [](std::size_t) {}); });
    writer.object_array("", 2, [&](std::size_t item) {
      if (item == 0 && depth > 0) writer.object("Probe", [&] { write_probe(writer, depth - 1); });
      if (item == 0 && depth == 0) writer.null();
      if (item == 1) writer.reference(list);
    });
  });
}

fuzz::Bytes input_of(std::span<const std::byte> infos, std::span<const std::byte> object) {
  fuzz::Bytes input(2 + 2 * key_length + infos.size() + object.size());
  const std::size_t size = key_length + infos.size();
  input[0] = static_cast<std::byte>(size);
  input[1] = static_cast<std::byte>(size >> 8U);
  std::ranges::copy(infos, input.begin() + 2 + key_length);
  std::ranges::copy(object, input.end() - static_cast<std::ptrdiff_t>(object.size()));
  return input;
}

}  // namespace

void fuzz::try_on(std::span<const std::byte> input) {
  if (input.size() < 2) return;
  const std::size_t wanted = std::to_integer<std::size_t>(input[0]) | std::to_integer<std::size_t>(input[1]) << 8U;
  const auto rest = input.subspan(2);
  const auto record = rest.first(std::min(wanted, rest.size()));
  const schema::StreamerInfos infos(schema::read_streamer_infos(record, std::min(key_length, record.size())));
  const bytes::Buffer again = schema::write_streamer_infos(infos.all(), 0);
  require(schema::read_streamer_infos(again.span(), 0).size() == infos.all().size(), "written infos are read again");

  const auto object = rest.subspan(record.size());
  ObjectReader reader(object, std::min(key_length, object.size()), {&infos, nullptr});
  MemberPlans<Probe> plans(members());
  std::set<std::uint64_t> seen;
  Probe probe;
  probe.seen = &seen;
  plans.read(reader, "Probe", probe);
}

std::vector<fuzz::Bytes> fuzz::seeds() {
  std::vector<Bytes> inputs;
  const bytes::Buffer infos = schema::write_streamer_infos(probe_infos(), key_length);
  for (const int depth : {0, 2}) {
    ObjectWriter writer(key_length);
    write_probe(writer, depth);
    inputs.push_back(input_of(infos.span(), writer.payload()));
  }
  const std::vector<std::string_view> tree = {"TTree"};
  inputs.push_back(input_of(
      schema::write_streamer_infos(schema::catalogue_infos_for(*schema::make_catalogue(), tree), key_length).span(),
      {}));
  return inputs;
}

std::vector<fuzz::Bytes> fuzz::seeds_of(const file::FileReader& file) {
  const bytes::Buffer packed = file.packed_streamer_infos();
  if (packed.empty()) return {};
  const file::Record record = file.unpack_record(packed.span(), file.header().seek_streamer_info);
  // Written again, as what refers to itself does so from the begin of a key of another length.
  const auto infos = schema::read_streamer_infos(record.bytes.span(), record.key_length);
  const bytes::Buffer again = schema::write_streamer_infos(infos, key_length);
  if (key_length + again.size() > 0xffff) return {};
  return {input_of(again.span(), {})};
}
