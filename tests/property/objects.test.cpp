// Objects of random classes with random values are read back: as dynamic objects, into columns, and into structs;
// stored object by object and member by member.
#include <random>

#include "unit/object/array_text.hpp"
#include "unit/object/described_structs.hpp"
#include <doctest/doctest.h>

#include "ramet/object/column_reader.hpp"
#include "ramet/object/object_graph.hpp"

using namespace ramet;
using namespace ramet::object;
using namespace ramet_test;
namespace code = schema::type_code;

namespace {

constexpr std::uint16_t stl_version = 9;

enum class What : std::uint8_t {
  int8,
  uint16,
  int32,
  int64,
  float32,
  float64,
  boolean,
  tstring,
  text,
  object,
  list,
  map,
  array
};

/// The shape of a member: for lists, maps and arrays with `content`; maps have int keys.
struct Shape {
  What what = What::int32;
  std::size_t of_class = 0;
  std::size_t length = 0;
  std::vector<Shape> content = {};
};

struct Class {
  std::string name;
  std::optional<std::size_t> base;
  std::vector<Shape> members;
};

/// A value of a shape: an object has the values of its base first, then its members.
struct Content {
  int number = 0;
  std::string text;
  std::vector<Content> parts;
};

/// Classes, and random values of them. Threads: one thread.
class World {
 public:
  explicit World(std::uint64_t seed) : random_(seed) {
    for (std::size_t i = 0; i < 4; ++i) add_class(i);
  }

  const std::vector<Class>& classes() const { return classes_; }

  Content value(const Shape& shape) {
    Content made;
    made.number = static_cast<int>(pick(shape.what == What::boolean ? 2 : 100));
    made.text = std::string(pick(4) == 0 ? 200 + pick(100) : pick(9), static_cast<char>('a' + pick(26)));
    if (shape.what == What::object) return object(shape.of_class);
    const std::size_t count = shape.what == What::array ? shape.length : pick(8);
    const bool is_many = shape.what == What::list || shape.what == What::map || shape.what == What::array;
    for (std::size_t i = 0; is_many && i < count; ++i) {
      made.parts.push_back(value(shape.content[0]));
      if (shape.what != What::map) continue;
      Content pair;
      pair.parts = {Content{.number = static_cast<int>(i), .text = {}, .parts = {}}, made.parts.back()};
      made.parts.back() = pair;
    }
    return made;
  }

  Content object(std::size_t number) {
    Content made;
    const Class& of_class = classes_[number];
    if (of_class.base) made.parts.push_back(object(*of_class.base));
    for (const Shape& member : of_class.members) made.parts.push_back(value(member));
    return made;
  }

  std::size_t pick(std::size_t below) { return random_() % below; }

 private:
  void add_class(std::size_t number) {
    Class made{"Class" + std::to_string(number), std::nullopt, {}};
    if (number > 0 && pick(3) == 0) made.base = pick(number);
    for (std::size_t count = 1 + pick(5); count > 0; --count) made.members.push_back(shape(number, true));
    classes_.push_back(std::move(made));
  }

  /// A shape of numbers, texts, and earlier classes; collections only where they are allowed.
  Shape shape(std::size_t classes, bool may_hold) {
    const std::size_t kind = pick(may_hold ? 10 : 7);
    if (kind < 5) return {.what = static_cast<What>(pick(7))};
    if (kind == 5) return {.what = may_hold && pick(2) == 0 ? What::tstring : What::text};
    if (kind == 6) return classes == 0 ? Shape{} : Shape{.what = What::object, .of_class = pick(classes)};
    if (kind == 7) {
      Shape item = shape(classes, false);
      if (item.what == What::text) item = {};
      return {.what = What::array, .length = 1 + pick(3), .content = {item}};
    }
    return {.what = kind == 8 ? What::map : What::list, .content = {shape(classes, false)}};
  }

  std::mt19937_64 random_;
  std::vector<Class> classes_;
};

std::string type_name(const Shape& shape, const std::vector<Class>& classes) {
  static const std::vector<std::string> names = {"char",   "unsigned short", "int",     "Long64_t", "float",
                                                 "double", "bool",           "TString", "string"};
  if (shape.what < What::object) return names[static_cast<std::size_t>(shape.what)];
  if (shape.what == What::object) return classes[shape.of_class].name;
  const std::string content = type_name(shape.content[0], classes);
  return shape.what == What::map ? "map<int," + content + ">" : "vector<" + content + ">";
}

schema::StreamerElement element_of(const std::string& name, const Shape& shape, const std::vector<Class>& classes) {
  static const std::vector<int> codes = {code::char_,  code::unsigned_short, code::int_,  code::long64,
                                         code::float_, code::double_,        code::bool_, code::tstring};
  switch (shape.what) {
    case What::text:
      return text_element(name);
    case What::object:
      return element(name, code::any, type_name(shape, classes));
    case What::list:
    case What::map: {
      auto made = standard_element(name, type_name(shape, classes));
      made.stl_type = shape.what == What::list ? 1 : 4;
      return made;
    }
    case What::array:
      if (shape.content[0].what == What::object)
        return object_array_element(name, type_name(shape.content[0], classes), static_cast<int>(shape.length));
      return array_element(name, code::fixed_array + codes[static_cast<std::size_t>(shape.content[0].what)],
                           static_cast<int>(shape.length));
    default:
      return element(name, codes[static_cast<std::size_t>(shape.what)], type_name(shape, classes));
  }
}

schema::StreamerInfos infos_of(const std::vector<Class>& classes) {
  std::vector<schema::StreamerInfo> infos;
  for (const Class& one : classes) {
    std::vector<schema::StreamerElement> elements;
    if (one.base) elements.push_back(base_element(classes[*one.base].name, 1));
    for (std::size_t i = 0; i < one.members.size(); ++i)
      elements.push_back(element_of("m" + std::to_string(i) + one.name, one.members[i], classes));
    infos.push_back(layout(one.name, 1, std::move(elements)));
  }
  return schema::StreamerInfos(std::move(infos));
}

/// Writes values as ROOT does. Threads: one thread.
class Writer {
 public:
  Writer(ObjectWriter& out, const std::vector<Class>& classes, bool is_member_wise)
      : out_(out), classes_(classes), is_member_wise_(is_member_wise) {}

  void object(std::size_t number, const Content& value) {
    out_.versioned(1, [&] {
      const Class& of_class = classes_[number];
      std::size_t part = 0;
      if (of_class.base) object(*of_class.base, value.parts[part++]);
      for (const Shape& shape : of_class.members) member(shape, {&value.parts[part++]});
    });
  }

  /// The values of one member in several objects.
  void member(const Shape& shape, const std::vector<const Content*>& values) {
    const bool has_head = shape.what == What::text || shape.what == What::list || shape.what == What::map;
    if (!has_head) {
      for (const Content* value : values) item(shape, *value);
      return;
    }
    const bool is_member_wise = shape.what == What::list && shape.content[0].what == What::object && is_member_wise_;
    out_.versioned(is_member_wise ? stl_version | schema::memberwise_mask : stl_version, [&] {
      if (is_member_wise) out_.write(std::uint16_t{1});  // the version of the items
      for (const Content* value : values) {
        if (!is_member_wise) {
          item(shape, *value);
          continue;
        }
        out_.write(static_cast<std::uint32_t>(value->parts.size()));
        std::vector<const Content*> objects;
        for (const Content& part : value->parts) objects.push_back(&part);
        if (!objects.empty()) members(shape.content[0].of_class, objects);
      }
    });
  }

 private:
  /// Write member by member, those of the base first.
  void members(std::size_t number, const std::vector<const Content*>& objects) {
    const Class& of_class = classes_[number];
    const auto part_of_all = [&](std::size_t part) {
      std::vector<const Content*> found;
      for (const Content* object : objects) found.push_back(&object->parts[part]);
      return found;
    };
    std::size_t part = 0;
    if (of_class.base) members(*of_class.base, part_of_all(part++));
    for (const Shape& shape : of_class.members) member(shape, part_of_all(part++));
  }

  /// Write without the head of an outermost collection or std::string.
  void item(const Shape& shape, const Content& value) {
    switch (shape.what) {
      case What::int8:
      case What::boolean:
        return out_.write(static_cast<std::int8_t>(value.number));
      case What::uint16:
        return out_.write(static_cast<std::uint16_t>(value.number));
      case What::int32:
        return out_.write(std::int32_t{value.number});
      case What::int64:
        return out_.write(std::int64_t{value.number});
      case What::float32:
        return out_.write(static_cast<float>(value.number) + 0.5F);
      case What::float64:
        return out_.write(value.number + 0.25);
      case What::tstring:
      case What::text:
        return out_.string(value.text);
      case What::object:
        return object(shape.of_class, value);
      case What::list:
        out_.write(static_cast<std::uint32_t>(value.parts.size()));
        for (const Content& part : value.parts) item(shape.content[0], part);
        return;
      case What::map:
        out_.write(static_cast<std::uint32_t>(value.parts.size()));
        for (const Content& pair : value.parts) {
          out_.write(std::int32_t{pair.parts[0].number});
          item(shape.content[0], pair.parts[1]);
        }
        return;
      case What::array:
        for (const Content& part : value.parts) item(shape.content[0], part);
    }
  }

  ObjectWriter& out_;
  const std::vector<Class>& classes_;
  bool is_member_wise_;
};

/// The expected text, in the form of text_of. Threads: immutable.
class Expected {
 public:
  explicit Expected(const std::vector<Class>& classes) : classes_(classes) {}

  std::string object(std::size_t number, const Content& value) const { return "{" + members(number, value) + "}"; }

  std::string of(const Shape& shape, const Content& value) const {
    switch (shape.what) {
      case What::float32:
        return fmt::to_string(static_cast<float>(value.number) + 0.5F);
      case What::float64:
        return fmt::to_string(value.number + 0.25);
      case What::boolean:
        return value.number != 0 ? "true" : "false";
      case What::tstring:
      case What::text:
        return '"' + value.text + '"';
      case What::object:
        return object(shape.of_class, value);
      case What::list:
      case What::map:
      case What::array: {
        std::string text;
        for (const Content& part : value.parts)
          text +=
              (text.empty() ? "" : ", ") + (shape.what == What::map ? pair(shape, part) : of(shape.content[0], part));
        return "[" + text + "]";
      }
      default:
        return fmt::to_string(value.number);
    }
  }

 private:
  std::string pair(const Shape& shape, const Content& value) const {
    return fmt::format("{{first: {}, second: {}}}", value.parts[0].number, of(shape.content[0], value.parts[1]));
  }

  std::string members(std::size_t number, const Content& value) const {
    const Class& of_class = classes_[number];
    std::size_t part = 0;
    std::string text;
    if (of_class.base) text = members(*of_class.base, value.parts[part++]);
    for (std::size_t i = 0; i < of_class.members.size(); ++i)
      text += fmt::format("{}m{}{}: {}", text.empty() ? "" : ", ", i, of_class.name,
                          of(of_class.members[i], value.parts[part++]));
    return text;
  }

  const std::vector<Class>& classes_;
};

std::string members_text(const Object& object);

std::string graph_text(const object::Value& value) {
  return std::visit(
      [](const auto& held) -> std::string {
        using Held = std::remove_cvref_t<decltype(held)>;
        if constexpr (std::same_as<Held, bool>)
          return held ? "true" : "false";
        else if constexpr (std::is_arithmetic_v<Held>)
          return fmt::to_string(held);
        else if constexpr (std::same_as<Held, std::string>)
          return '"' + held + '"';
        else if constexpr (std::same_as<Held, object::Value::Array>)
          return text_of(*held, 0);
        else if constexpr (std::same_as<Held, const Object*>)
          return "{" + members_text(*held) + "}";
        else if constexpr (std::same_as<Held, object::Value::List>) {
          std::string text;
          for (const auto& item : held) text += (text.empty() ? "" : ", ") + graph_text(item);
          return "[" + text + "]";
        } else
          return "?";
      },
      value.content());
}

std::string members_text(const Object& object) {
  std::string text;
  for (std::size_t i = 0; i < object.members().size(); ++i) {
    const object::MemberName& member = object.members()[i];
    text += text.empty() ? "" : ", ";
    text += member.is_base ? members_text(*object.values()[i].object())
                           : member.name + ": " + graph_text(object.values()[i]);
  }
  return text;
}

/// Of the structs of described_structs.hpp.
const std::vector<Class>& described() {
  static const std::vector<Class> classes = {
      {"Strip", std::nullopt, {{.what = What::int8}, {.what = What::int8}}},
      {"Pattern",
       std::nullopt,
       {{.what = What::array, .length = 3, .content = {{.what = What::object, .of_class = 0}}}}},
      {"Config",
       std::nullopt,
       {{.what = What::int32}, {.what = What::list, .content = {{.what = What::object, .of_class = 1}}}}},
  };
  return classes;
}

}  // namespace

TEST_CASE("objects: random classes, as dynamic objects and columns, object by object and member by member") {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    World world(seed);
    const std::size_t last = world.classes().size() - 1;
    const Content value = world.object(last);
    const std::string expected = Expected(world.classes()).object(last, value);
    const auto infos = std::make_shared<const schema::StreamerInfos>(infos_of(world.classes()));
    for (const bool is_member_wise : {false, true}) {
      CAPTURE(seed);
      CAPTURE(is_member_wise);
      ObjectWriter out(key_length);
      Writer(out, world.classes(), is_member_wise).object(last, value);
      const FormCache forms(infos, nullptr);
      const ObjectGraph graph = read_graph(record_of(out), key_length, world.classes()[last].name, forms);
      CHECK(graph_text(graph.root()) == expected);
      const auto columns = forms.columns(world.classes()[last].name, Place::whole);
      array::ArrayBuilder values(columns->type());
      bytes::ByteCursor cursor(out.payload());
      columns->append(cursor, 1, values);
      array::validate(values.borrow());
      CHECK(cursor.at_end());
      CHECK(text_of(values.borrow(), 0) == expected);
    }
  }
}

TEST_CASE("objects: random contents into structs, object by object and member by member") {
  World world(7);
  schema::StreamerInfos infos(
      {layout("Strip", 1,
              {element("plane", code::unsigned_char, "UChar_t"), element("strip", code::unsigned_char, "UChar_t")}),
       layout("Pattern", 1, {object_array_element("strips", "Strip", 3)}),
       layout("Config", 1, {element("version", code::int_, "int"), standard_element("patterns", "vector<Pattern>")})});
  const StructPlan<Config> plan({&infos, nullptr}, "Config");
  for (int round = 0; round < 100; ++round) {
    Content value;
    value.parts.push_back(world.value({.what = What::int32}));
    value.parts.emplace_back();
    for (std::size_t count = world.pick(50); count > 0; --count) {
      Content strips;
      for (int i = 0; i < 3; ++i)
        strips.parts.push_back(
            {.number = 0, .text = {}, .parts = {world.value({.what = What::int8}), world.value({.what = What::int8})}});
      value.parts[1].parts.push_back({.number = 0, .text = {}, .parts = {strips}});
    }
    for (const bool is_member_wise : {false, true}) {
      CAPTURE(round);
      CAPTURE(is_member_wise);
      ObjectWriter out(0);
      Writer(out, described(), is_member_wise).object(2, value);
      const Config config = plan.read(out.payload());
      CHECK(config.version == value.parts[0].number);
      REQUIRE(config.patterns.size() == value.parts[1].parts.size());
      for (std::size_t i = 0; i < config.patterns.size(); ++i)
        for (std::size_t k = 0; k < 3; ++k) {
          const std::vector<Content>& wanted = value.parts[1].parts[i].parts[0].parts[k].parts;
          CHECK(config.patterns[i].strips[k].plane == wanted[0].number);
          CHECK(config.patterns[i].strips[k].strip == wanted[1].number);
        }
    }
  }
}
