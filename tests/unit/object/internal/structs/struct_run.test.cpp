#include "ramet/object/internal/structs/struct_run.hpp"

#include <cstdint>
#include <string>

#include "../../described_structs.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::object;
using namespace ramet::object::internal;
using namespace ramet_test;
namespace code = ramet::schema::type_code;

TEST_CASE("struct run: values are read one after the other, each with its head") {
  const schema::StreamerInfos infos({layout("Item", 1, {text_element("name"), element("id", code::int_, "int")})});
  ObjectWriter writer(0);
  for (const std::int32_t id : {1, 2})
    writer.versioned(1, [&] {
      writer.versioned(1, [&] { writer.string("item"); });
      writer.write(id);
    });
  const OwnedPlan plan =
      compile_struct(StoredType::compile({&infos, nullptr}, "Item", Place::whole), TargetTypes::of<Item>());
  bytes::ByteCursor cursor(writer.payload());
  StructRun run(cursor);
  CounterValues counters{};
  Item first, second;
  run.value(plan.whole, reinterpret_cast<std::byte*>(&first), counters);
  run.value(plan.whole, reinterpret_cast<std::byte*>(&second), counters);
  CHECK(first.id == 1);
  CHECK(second.id == 2);
  CHECK(second.name == "item");
  CHECK(cursor.at_end());
}
