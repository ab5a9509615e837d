#include "ramet/object/detail/stream_copy.hpp"

#include "unit/object/sample_clones.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/object/detail/object_writer.hpp"
#include "ramet/schema/detail/catalogue.hpp"

using namespace ramet;
using object::StreamCopy;

namespace {

/// A record with an object array of leaves, of which the second refers to the first.
bytes::Buffer record_of(std::size_t key_length, std::string_view name, bool has_stranger = false) {
  object::ObjectWriter writer(key_length);
  const auto leaf = [&](std::string_view leaf_name, object::ObjectIdentity counter) {
    writer.versioned(1, [&] {
      writer.versioned(2, [&] {
        writer.tnamed(leaf_name, "title");
        for (int number = 0; number < 3; ++number) writer.write(std::int32_t{1});
        writer.write(false);
        writer.write(false);
        counter ? writer.reference(counter) : writer.null();
      });
      writer.write(std::int32_t{0});
      writer.write(std::int32_t{5});
    });
  };
  object::ObjectIdentity first;
  writer.object_array(name, has_stranger ? 3 : 2, [&](std::size_t item) {
    if (item == 2) {
      writer.object("Stranger", [&] { writer.versioned(1, [&] { writer.write(std::int32_t{7}); }); });
    } else {
      const auto identity = writer.object("TLeafI", [&] { leaf(item == 0 ? "n" : "x", first); });
      if (item == 0) first = identity;
    }
  });
  bytes::Buffer record;
  record.resize(key_length);
  record.append(writer.payload());
  return record;
}

struct Copied {
  bytes::Buffer payload;
  std::vector<std::string> left_out;
};

template <class Replace>
Copied copied(const bytes::Buffer& record, std::size_t key_length, std::size_t new_key_length, Replace&& replace) {
  const auto catalogue = schema::make_catalogue();
  StreamCopy copy(record.span(), key_length, new_key_length, {nullptr, catalogue.get()});
  const auto begin = [](std::string_view, bytes::ByteCursor) {};
  const auto end = [](std::string_view) {};
  bytes::Buffer payload = copy.copy("TObjArray", {begin, end, replace});
  return {std::move(payload), copy.left_out()};
}

constexpr auto replace_nothing = [](const schema::StreamerElement&, bytes::ByteCursor, bytes::ByteWriter&) {
  return false;
};

}  // namespace

TEST_CASE("stream copy: without edits the copy is the same, also behind a longer key") {
  for (const std::size_t key_length : {40u, 99u}) {
    const Copied copy = copied(record_of(40, "leaves"), 40, key_length, replace_nothing);
    const bytes::Buffer wanted = record_of(key_length, "leaves");
    CHECK(std::ranges::equal(copy.payload.span(), std::as_const(wanted).span().subspan(key_length)));
  }
}

TEST_CASE("stream copy: arrays of clones of any ROOT are copied, though they are of one version") {
  for (const bool is_old : {false, true}) {
    const auto written = [&](std::size_t key_length) {
      object::ObjectWriter writer(key_length);
      sample::write_clones(writer, {.is_old = is_old});
      bytes::Buffer record(key_length);
      record.append(writer.payload());
      return record;
    };
    const Copied copy = copied(written(40), 40, 99, replace_nothing);
    const bytes::Buffer wanted = written(99);
    CHECK(copy.left_out.empty());
    CHECK(std::ranges::equal(copy.payload.span(), std::as_const(wanted).span().subspan(99)));
  }
}

TEST_CASE("stream copy: a member can be replaced, references to what follows stay right") {
  const auto replace = [](const schema::StreamerElement& member, bytes::ByteCursor, bytes::ByteWriter& to) {
    if (member.name != "fMaximum") return false;
    to.write(std::int32_t{6});
    return true;
  };
  const Copied copy = copied(record_of(40, "leaves"), 40, 40, replace);
  bytes::Buffer record;
  record.resize(40);
  record.append(copy.payload.span());
  const Copied again = copied(record, 40, 40, replace);
  CHECK(std::ranges::equal(copy.payload.span(), again.payload.span()));
  const bytes::Buffer wanted = record_of(40, "leaves");
  CHECK_FALSE(std::ranges::equal(copy.payload.span(), std::as_const(wanted).span().subspan(40)));
  CHECK(copy.payload.size() == wanted.size() - 40);
}

TEST_CASE("stream copy: lists of ROOT 3 and of today are copied") {
  const auto list = [](int version, std::size_t key_length) {
    object::ObjectWriter writer(key_length);
    writer.versioned(static_cast<std::uint16_t>(version), [&] {
      writer.tobject();
      writer.string("functions");
      writer.write(std::int32_t{1});
      writer.object("TObjString", [&] { writer.object_string("text", 0); });
      if (version == 4) {
        writer.write(std::uint8_t{3});
        writer.append(std::as_bytes(std::span(std::string_view("abc"))));
      } else {
        writer.string("abc");
      }
    });
    bytes::Buffer record(key_length);
    record.append(writer.payload());
    return record;
  };
  const auto catalogue = schema::make_catalogue();
  const auto nothing = [](std::string_view, bytes::ByteCursor) {};
  const auto end = [](std::string_view) {};
  for (const int version : {4, 5}) {
    const bytes::Buffer record = list(version, 40);
    StreamCopy copy(record.span(), 40, 60, {nullptr, catalogue.get()});
    const bytes::Buffer payload = copy.copy("TList", {nothing, end, replace_nothing});
    CHECK(std::ranges::equal(payload.span(), std::as_const(record).span().subspan(40)));
  }
}

TEST_CASE("stream copy: an object of a class without a layout becomes null, and is named") {
  const Copied copy = copied(record_of(40, "leaves", true), 40, 40, replace_nothing);
  CHECK(copy.left_out == std::vector<std::string>{"Stranger"});
}

TEST_CASE("stream copy: a cut record is an error wherever it is cut") {
  const bytes::Buffer record = record_of(40, "leaves");
  for (std::size_t size = 40; size < record.size(); ++size) {
    bytes::Buffer cut;
    cut.append(record.span().first(size));
    CHECK_THROWS_AS(copied(cut, 40, 40, replace_nothing), Error);
  }
}

TEST_CASE("stream copy: numbers of processes in references and referenced objects are raised") {
  constexpr std::uint32_t is_referenced = 1U << 4;
  object::ObjectWriter writer(0);
  const auto write = [](object::ObjectWriter& to, std::uint16_t process) {
    to.versioned(3, [&] {
      to.tobject();
      to.string("");
      to.write(std::int32_t{3});
      to.write(std::int32_t{0});
      to.object("TNamed", [&] {
        to.versioned(1, [&] {
          to.tobject(is_referenced, 5);
          to.write(process);
          to.string("n");
          to.string("t");
        });
      });
      to.object("TRef", [&] {
        to.tobject(0, 5);
        to.write(process);
      });
      to.object("TRefArray", [&] {
        to.versioned(1, [&] {
          to.tobject();
          to.string("");
          to.write(std::int32_t{1});
          to.write(std::int32_t{0});
          to.write(process);
          to.write(std::uint32_t{5});
        });
      });
    });
  };
  write(writer, 1);
  const auto catalogue = schema::make_catalogue();
  StreamCopy copy(writer.payload(), 0, 0, {nullptr, catalogue.get()});
  copy.raise_process_numbers(6);
  const auto begin = [](std::string_view, bytes::ByteCursor) {};
  const auto end = [](std::string_view) {};
  const auto keep = [](const schema::StreamerElement&, bytes::ByteCursor, bytes::ByteWriter&) { return false; };
  const bytes::Buffer copied = copy.copy("TObjArray", {begin, end, keep});
  object::ObjectWriter expected(0);
  write(expected, 7);
  CHECK(std::ranges::equal(copied.span(), expected.payload()));
}

TEST_CASE("stream copy: texts that a member counts are copied, other objects that it counts are refused") {
  const auto infos_with = [](std::string_view type_name) {
    schema::StreamerElement count;
    count.element_class = "TStreamerBasicType";
    count.name = "n";
    count.type = schema::type_code::counter;
    schema::StreamerElement loop;
    loop.element_class = "TStreamerLoop";
    loop.name = "items";
    loop.type = schema::type_code::streamer_loop;
    loop.type_name = type_name;
    loop.count_name = "n";
    return schema::StreamerInfos({{.class_name = "Texts", .title = {}, .version = 1, .elements = {count, loop}}});
  };
  object::ObjectWriter writer(40);
  writer.versioned(1, [&] {
    writer.write(std::int32_t{2});
    writer.versioned(1, [&] {
      writer.string("x*x");
      writer.string("sin(x)");
    });
  });
  bytes::Buffer record(40);
  record.append(writer.payload());
  const auto copy_with = [&](const schema::StreamerInfos& infos) {
    StreamCopy copy(std::as_const(record).span(), 40, 60, {.file = &infos, .catalogue = nullptr});
    return copy.copy("Texts", {[](std::string_view, bytes::ByteCursor) {}, [](std::string_view) {}, replace_nothing});
  };
  const bytes::Buffer payload = copy_with(infos_with("TString*"));
  CHECK(std::ranges::equal(payload.span(), std::as_const(record).span().subspan(40)));
  CHECK_THROWS_WITH_AS(copy_with(infos_with("TObject*")), "member 'items' of type 501 cannot be copied", Error);
}
