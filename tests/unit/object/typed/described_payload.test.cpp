#include "ramet/object/typed/described_payload.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/object/typed/struct_plan.hpp"

using namespace ramet;
using namespace ramet::object;

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

template <class Work>
std::string error_of(Work&& work) {
  try {
    work();
  } catch (const Error& error) {
    return fmt::format("{}: {}", to_string(error.kind()), error.what());
  }
  return "none";
}

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

TEST_CASE("described payload: a struct that is written is the struct that is read, by the layouts that come with it") {
  const Calibration written{"run 7", {{1, 1.5F}, {2, 0.5F}}, {{"a", 1}, {"b", 2}}};
  const Payload payload = payload_of(written);
  CHECK(payload.class_name == "Calibration");
  CHECK(payload.title.empty());
  CHECK(payload.known_classes.empty());
  const schema::StreamerInfos infos(payload.layouts);
  CHECK(infos.find("Calibration", 2) != nullptr);
  CHECK(infos.find("Channel", 1) != nullptr);
  CHECK(infos.find_latest("pair<string,double>") != nullptr);
  const StructPlan<Calibration> plan({.file = &infos, .catalogue = nullptr}, "Calibration");
  const bytes::Buffer made = payload.make("calibration", 0);
  const Calibration read = plan.read(made.span(), 0);
  CHECK(read.label == "run 7");
  CHECK(read.channels.size() == 2);
  CHECK(read.channels[1].gain == 0.5F);
  CHECK(read.constants == written.constants);
  CHECK(std::ranges::equal(payload.make("another", 40).span(), made.span()));
}

TEST_CASE("described payload: values without a class, missing values and other members are refused") {
  CHECK(error_of([] { payload_of(NotNamed{}); }) ==
        "misuse: an object needs the name of a class: give array::Description class_names");
  const std::vector<schema::ClassSpec> classes = {{.name = "Channel", .members = {{"id", "float"}}}};
  const auto make = [&](const char* class_name, const char* type, std::size_t count) {
    array::ArrayBuilder values(array::parse_type(type));
    array::append_zeros(values, count);
    return error_of([&] { described_payload(class_name, classes, std::move(values).finish()); });
  };
  CHECK(make("Channel", "{id: float32}", 1) == "none");
  CHECK(make("Channel", "{id: float32}", 0) == "misuse: there is no value for an object of class 'Channel'");
  CHECK(make("Other", "{id: float32}", 1) == "misuse: an object of class 'Other', which is not described");
  CHECK(make("Channel", "{id: int32}", 1).starts_with("misuse: "));
}
