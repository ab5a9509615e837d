// Objects of one file, of the same and of different classes, read by many threads at once for the first time.
#include <algorithm>
#include <atomic>
#include <barrier>
#include <thread>

#include "unit/file/sample_file.hpp"
#include "unit/object/array_text.hpp"
#include "unit/object/described_structs.hpp"
#include <doctest/doctest.h>

#include "ramet/dataset/session.hpp"
#include "ramet/file/file_writer.hpp"

using namespace ramet;
using namespace ramet_test;
namespace code = ramet::schema::type_code;

namespace {

constexpr std::size_t threads = 8;
constexpr std::size_t classes = 6;

std::string item_class(std::size_t number) { return "Item" + std::to_string(number); }

/// Each class has its members in another order.
std::vector<schema::StreamerInfo> layouts() {
  std::vector<schema::StreamerInfo> infos;
  for (std::size_t number = 0; number < classes; ++number) {
    std::vector<schema::StreamerElement> elements = {element("name", code::tstring, "TString"),
                                                     element("id", code::int_, "int"),
                                                     element("x", code::double_, "double")};
    std::rotate(elements.begin(), elements.begin() + static_cast<std::ptrdiff_t>(number % 3), elements.end());
    infos.push_back(layout(item_class(number), 1, std::move(elements)));
  }
  return infos;
}

void write_item(object::ObjectWriter& writer, std::size_t number, int id) {
  writer.versioned(1, [&] {
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t member = (i + number) % 3;
      if (member == 0) writer.string("item " + std::to_string(id));
      if (member == 1) writer.write(std::int32_t{id});
      if (member == 2) writer.write(0.5 * id);
    }
  });
}

/// One object of each class, and a vector of 50.
std::shared_ptr<const io::ByteSource> file_with_objects() {
  const auto disk = sample::empty_disk();
  {
    auto writer = file::FileWriter::create(std::make_unique<sample::SharedSink>(disk), {});
    for (std::size_t number = 0; number < classes; ++number) {
      object::ObjectWriter one(0), many(0);
      write_item(one, number, static_cast<int>(number));
      many.write(std::uint32_t{50});
      for (int i = 0; i < 50; ++i) write_item(many, number, i);
      writer->put({0}, item_class(number), "one" + std::to_string(number), "", one.payload());
      writer->put({0}, "vector<" + item_class(number) + ">", "many" + std::to_string(number), "", many.payload());
    }
    writer->set_streamer_infos(
        [](std::uint16_t key_length) { return schema::write_streamer_infos(layouts(), key_length); });
    writer->close();
  }
  return io::source_of(disk->contents(), disk->name());
}

bool is_right(const dataset::File& file, std::size_t number) {
  const auto one = file.read<Item>("one" + std::to_string(number));
  const auto many = file.read<std::vector<Item>>("many" + std::to_string(number));
  const auto array = file.array("many" + std::to_string(number));
  const auto graph = file.object("one" + std::to_string(number));
  const auto* name = graph.root().object()->find("name")->get_if<std::string>();
  return one.id == static_cast<int>(number) && many.size() == 50 && many[49].name == "item 49" && many[7].x == 3.5 &&
         array.content(0).length() == 50 && name != nullptr && *name == one.name;
}

}  // namespace

TEST_CASE("parallel objects: plans are made by the first thread, and all threads read the right values") {
  const auto source = file_with_objects();
  for (int round = 0; round < 10; ++round) {
    const auto executor = schedule::make_serial_executor();
    const dataset::Session session(*executor);
    const auto file = session.open(source);
    std::atomic<std::size_t> right = 0;
    std::barrier start(threads);
    {
      std::vector<std::jthread> all;
      for (std::size_t thread = 0; thread < threads; ++thread)
        all.emplace_back([&, thread] {
          start.arrive_and_wait();
          for (std::size_t i = 0; i < classes; ++i)  // half of them begin with the same class
            right += is_right(*file, (thread / 2 * 2 + i) % classes) ? 1 : 0;
        });
    }
    CHECK(right == threads * classes);
  }
}
