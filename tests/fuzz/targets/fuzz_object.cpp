#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "fuzz_target.hpp"

#include "ramet/array/array_builder.hpp"
#include "ramet/core/error.hpp"
#include "ramet/object/column_reader.hpp"
#include "ramet/object/detail/object_writer.hpp"
#include "ramet/schema/detail/catalogue.hpp"
#include "ramet/schema/streamer_info.hpp"

// Objects read into columns by what streamer infos say. An input is
//   | 2 bytes, little-endian: size of the streamer-info record | that record | 1 byte: how | the objects |
// with keys of 8 bytes, whose contents nobody looks at. How: bit 0 member-wise, the rest how many.

namespace {

using namespace ramet;
using namespace ramet::object;
namespace code = schema::type_code;

constexpr std::size_t key_length = 8;
constexpr std::uint16_t stl_version = 9;

schema::StreamerElement element(std::string kind, std::string name, int type, std::string type_name) {
  schema::StreamerElement result;
  result.element_class = "TStreamer" + std::move(kind);
  result.name = std::move(name);
  result.type = type;
  result.type_name = std::move(type_name);
  return result;
}

schema::StreamerElement standard(std::string name, std::string type_name) {
  auto result = element("STL", std::move(name), code::streamer, std::move(type_name));
  result.stl_type = 1;
  return result;
}

std::vector<schema::StreamerInfo> probe_infos() {
  schema::StreamerInfo point;
  point.class_name = "Point";
  point.version = 1;
  point.elements = {element("BasicType", "x", code::float_, "float"), element("BasicType", "n", code::short_, "short")};
  schema::StreamerInfo probe;
  probe.class_name = "Probe";
  probe.version = 2;
  auto base = element("Base", "Point", code::base, "BASE");
  base.base_version = 1;
  auto counted = element("BasicPointer", "counted", code::counted_array + code::int_, "int*");
  counted.count_name = "count";
  counted.count_class = "Probe";
  auto fixed = element("BasicType", "fixed", code::fixed_array + code::double_, "double");
  fixed.array_length = 2;
  fixed.array_dimensions = 1;
  fixed.dimensions[0] = 2;
  probe.elements = {base,
                    element("BasicType", "count", code::counter, "int"),
                    counted,
                    fixed,
                    element("String", "text", code::tstring, "TString"),
                    standard("points", "vector<Point>"),
                    standard("map", "map<int,string>"),
                    standard("nested", "list<vector<bool> >"),
                    element("ObjectAnyPointer", "pointer", code::any_pointer, "Point*")};
  schema::StreamerInfo old = probe;
  old.version = 1;
  old.elements.resize(4);
  return {point, probe, old};
}

void write_point(ObjectWriter& writer) {
  writer.versioned(1, [&] {
    writer.write(0.5F);
    writer.write(std::int16_t{1});
  });
}

void write_old(ObjectWriter& writer) {
  write_point(writer);
  writer.write(std::int32_t{2});
  writer.counted(std::span<const std::int32_t>(std::vector<std::int32_t>{1, 2}));
  writer.numbers(std::span<const double>(std::vector{0.5, 1.5}));
}

void write_probe(ObjectWriter& writer, bool is_member_wise) {
  writer.versioned(2, [&] {
    write_old(writer);
    writer.string("text");
    writer.versioned(is_member_wise ? stl_version | schema::memberwise_mask : stl_version, [&] {
      if (is_member_wise) writer.write(std::uint16_t{1});
      writer.write(std::uint32_t{5});
      for (int i = 0; i < 5; ++i) {
        if (!is_member_wise) write_point(writer);
        if (is_member_wise) writer.write(0.5F);
      }
      for (int i = 0; is_member_wise && i < 5; ++i) writer.write(std::int16_t{1});
    });
    writer.versioned(stl_version, [&] {
      writer.write(std::uint32_t{1});
      writer.write(std::int32_t{1});
      writer.string("one");
    });
    writer.versioned(stl_version, [&] {
      writer.write(std::uint32_t{1});
      writer.write(std::uint32_t{1});
      writer.write(std::uint8_t{1});
    });
    writer.object("Point", [&] { write_point(writer); });
  });
}

fuzz::Bytes input_of(std::span<const std::byte> infos, std::byte how, std::span<const std::byte> objects) {
  fuzz::Bytes input(2 + key_length + infos.size());
  const std::size_t size = key_length + infos.size();
  input[0] = static_cast<std::byte>(size);
  input[1] = static_cast<std::byte>(size >> 8U);
  std::ranges::copy(infos, input.begin() + 2 + key_length);
  input.push_back(how);
  input.insert(input.end(), objects.begin(), objects.end());
  return input;
}

void read_columns(const schema::StreamerInfos& infos, std::string_view type, Place place, std::uint8_t how,
                  std::span<const std::byte> objects) {
  const ColumnReader reader(StoredType::compile({&infos, nullptr}, type, place));
  array::ArrayBuilder values(reader.type());
  bytes::ByteCursor cursor(objects, key_length);
  const std::size_t count = how / 2U;
  if (how % 2U != 0)
    reader.append_member_wise(cursor, count, values);
  else
    reader.append(cursor, count, values);
  array::validate(values.borrow());
  fuzz::require(values.length == count, "as many values as were asked for");
}

}  // namespace

void fuzz::try_on(std::span<const std::byte> input) {
  if (input.size() < 2) return;
  const std::size_t wanted = std::to_integer<std::size_t>(input[0]) | std::to_integer<std::size_t>(input[1]) << 8U;
  const auto rest = input.subspan(2);
  const auto record = rest.first(std::min(wanted, rest.size()));
  const auto objects = rest.subspan(record.size());
  if (objects.empty()) return;
  const schema::StreamerInfos infos(schema::read_streamer_infos(record, std::min(key_length, record.size())));
  const auto how = std::to_integer<std::uint8_t>(objects.front());
  try {
    read_columns(infos, "Probe", Place::member, how, objects.subspan(1));
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::misuse) throw;
  }
  read_columns(infos, "vector<Probe>", Place::member, how, objects.subspan(1));
}

std::vector<fuzz::Bytes> fuzz::seeds() {
  std::vector<Bytes> inputs;
  const bytes::Buffer infos = schema::write_streamer_infos(probe_infos(), key_length);
  for (const bool is_member_wise : {false, true}) {
    ObjectWriter probe(key_length);
    write_probe(probe, is_member_wise);
    probe.versioned(1, [&] { write_old(probe); });
    inputs.push_back(input_of(infos.span(), std::byte{4}, probe.payload()));
    ObjectWriter probes(key_length);
    probes.versioned(stl_version, [&] {
      probes.write(std::uint32_t{2});
      for (int i = 0; i < 2; ++i) write_probe(probes, is_member_wise);
    });
    inputs.push_back(input_of(infos.span(), std::byte{3}, probes.payload()));
  }
  return inputs;
}
