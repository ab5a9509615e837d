#include "ramet/object/internal/structs/array_value_plan.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet;
using object::internal::ArrayAction;

namespace {

/// What is done to make a C++ value of such a stored one.
template <class Value>
ArrayAction action_for(std::string_view stored) {
  const auto types = object::TargetTypes::of<Value>();
  return object::internal::compile_array(array::parse_type(stored), types->whole()).action;
}

}  // namespace

TEST_CASE("array plan: numbers of the same type are copied, others converted") {
  CHECK(action_for<float>("float32") == ArrayAction::copy_number);
  CHECK(action_for<std::int64_t>("int64") == ArrayAction::copy_number);
  CHECK(action_for<double>("float32") == ArrayAction::convert_number);
  CHECK(action_for<bool>("uint8") == ArrayAction::convert_number);
}

TEST_CASE("array plan: containers and options are chosen by the C++ type") {
  CHECK(action_for<std::string>("string") == ArrayAction::text);
  CHECK((action_for<std::array<float, 2>>("2 * float32")) == ArrayAction::array);
  CHECK((action_for<std::array<float, 2>>("var * float32")) == ArrayAction::array);
  CHECK(action_for<std::vector<float>>("2 * float32") == ArrayAction::sequence);
  CHECK((action_for<std::map<int, float>>("var * {first: int32, second: float32}")) == ArrayAction::sequence);
  CHECK(action_for<std::optional<float>>("?float32") == ArrayAction::holder);
  CHECK(action_for<std::optional<float>>("float32") == ArrayAction::full_holder);
  CHECK((action_for<std::pair<int, float>>("{first: int32, second: float32}")) == ArrayAction::record);
}

TEST_CASE("array plan: a record has the members that are stored, and where they are") {
  using Pair = std::pair<std::int32_t, double>;
  const auto types = object::TargetTypes::of<Pair>();
  const auto plan =
      object::internal::compile_array(array::parse_type("{more: string, second: float32}"), types->whole());
  REQUIRE(plan.members.size() == 1);
  CHECK(plan.members[0].content == 1);
  CHECK(plan.members[0].offset == 8);
  CHECK(plan.members[0].plan.action == ArrayAction::convert_number);
}
