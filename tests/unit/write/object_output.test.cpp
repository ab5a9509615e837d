#include "ramet/write/object_output.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

#include "ramet/file/file_reader.hpp"
#include "ramet/object/typed/struct_plan.hpp"

using namespace ramet;
using namespace ramet::write;
using sample::error_of;

namespace {

struct Channel {
  std::int32_t id = 0;
  float gain = 1;
};

struct Calibration {
  std::string label;
  std::vector<Channel> channels;
  std::map<std::string, double> constants;
};

struct NotNamed {
  float x = 0;
};

}  // namespace

template <>
struct ramet::array::Description<Channel> {
  static constexpr auto members = std::tuple(member("id", &Channel::id), member("gain", &Channel::gain));
  static constexpr std::array class_names = {"Channel"};
};
template <>
struct ramet::array::Description<Calibration> {
  static constexpr auto members =
      std::tuple(member("label", &Calibration::label), member("channels", &Calibration::channels),
                 member("constants", &Calibration::constants));
  static constexpr std::array class_names = {"Calibration"};
  static constexpr int version = 2;
};
template <>
struct ramet::array::Description<NotNamed> {
  static constexpr auto members = std::tuple(member("x", &NotNamed::x));
};

TEST_CASE("object output: a struct that is put is the struct that is read, by the file's own streamer infos") {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  const Calibration written{"run 7", {{1, 1.5F}, {2, 0.5F}}, {{"a", 1}, {"b", 2}}};
  put_object(*writer, {.name = "calibration", .directory = "conditions", .title = "of run 7"}, written);
  writer->close();

  const auto file = file::FileReader::open(sample::source_of(disk));
  const auto packed = file->packed_streamer_infos();
  const file::Record described = file->unpack_record(packed.span(), file->header().seek_streamer_info);
  const schema::StreamerInfos infos(schema::read_streamer_infos(described.bytes.span(), described.key_length));
  CHECK(infos.find("Calibration", 2) != nullptr);
  CHECK(infos.find("Channel", 1) != nullptr);
  CHECK(infos.find_latest("pair<string,double>") != nullptr);
  const file::Key key = file->key("conditions/calibration");
  CHECK(key.class_name == "Calibration");
  CHECK(key.title == "of run 7");
  const object::StructPlan<Calibration> plan({.file = &infos, .catalogue = nullptr}, "Calibration");
  const file::Record record = file->read_record(key);
  const Calibration read = plan.read(record.bytes.span(), record.key_length);
  CHECK(read.label == "run 7");
  CHECK(read.channels.size() == 2);
  CHECK(read.channels[1].gain == 0.5F);
  CHECK(read.constants == written.constants);
}

TEST_CASE("object output: what has no class, or another layout of the same version, is refused") {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  CHECK(error_of([&] { put_object(*writer, {.name = "x"}, NotNamed{}); }) ==
        "misuse: object 'x' is of class '', which is not described");
  put_object(*writer, {.name = "channel"}, Channel{});
  const std::vector<schema::ClassSpec> other = {{.name = "Channel", .members = {{"id", "float"}}}};
  const array::Array value(array::parse_type("{id: float32}"));
  CHECK(error_of([&] { put_object(*writer, {.name = "y"}, "Channel", other, value); }) ==
        "misuse: there is no value for object 'y'");
  array::Array one(value.type());
  array::ValueColumn<float>::append(one.contents[0], 1);
  one.length = 1;
  CHECK(error_of([&] {
          put_object(*writer, {.name = "y"}, "Channel", other, one);
        }).starts_with("misuse: class 'Channel' is there in version 1 with other members"));
}
