#include "ramet/array/describe.hpp"

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet::array;

namespace {

struct Event {
  std::int32_t run = 0;
  std::vector<float> pt;
};

struct Particle {
  float mass = 0;
};

struct Muon : Particle {
  double energy = 0;
};

}  // namespace

template <>
struct ramet::array::Description<Event> {
  static constexpr auto members = std::tuple(member("run", &Event::run), member("pt", &Event::pt));
};

template <>
struct ramet::array::Description<Particle> {
  static constexpr auto members = std::tuple(member("mass", &Particle::mass));
};

template <>
struct ramet::array::Description<Muon> {
  static constexpr auto members =
      std::tuple(member("energy", &Muon::energy, {.comment = "[0,100,16]", .type_name = "Double32_t"}));
  using bases = std::tuple<Particle>;
  static constexpr std::array class_names = {"Muon", "OldMuon"};
  static constexpr int version = 3;
};

TEST_CASE("a struct is described by its members and their names") {
  static_assert(Described<Event>);
  static_assert(!Described<std::string>);
  const Event event{.run = 7, .pt = {1, 2}};
  const auto& [run, pt] = Description<Event>::members;
  CHECK(run.name == "run");
  CHECK(event.*run.pointer == 7);
  CHECK(pt.name == "pt");
  CHECK((event.*pt.pointer).size() == 2);
}

TEST_CASE("a description may name the class, its version and bases, and say more of a member") {
  CHECK(class_name<Event>().empty());
  CHECK(class_version<Event>() == 1);
  CHECK(class_name<Muon>() == "Muon");
  CHECK(class_version<Muon>() == 3);
  static_assert(std::same_as<BasesOf<Muon>, std::tuple<Particle>>);
  static_assert(std::same_as<BasesOf<Event>, std::tuple<>>);
  std::vector<std::string> names;
  const auto note = [&](const auto& member) { names.emplace_back(member.name); };
  for_each_base<Muon>([&]<class Base>(std::type_identity<Base>) { for_each_member<Base>(note); });
  for_each_member<Muon>(note);
  CHECK(names == std::vector<std::string>{"mass", "energy"});
  CHECK(std::get<0>(Description<Muon>::members).options.type_name == "Double32_t");
  CHECK(std::get<0>(Description<Muon>::members).options.comment == "[0,100,16]");
}
