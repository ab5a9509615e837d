#include "ramet/object/copy/object_copier.hpp"

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/schema/catalogue.hpp"

using namespace ramet;
using namespace ramet::object;

namespace {

constexpr std::size_t key_length = 50;

/// A TList with two TNamed, the first of them twice, and a TObjArray in it.
bytes::Buffer list_for(std::size_t length) {
  ObjectWriter writer(length);
  ObjectIdentity first;
  writer.list("names", 4, [&](std::size_t item) {
    if (item == 2) return writer.reference(first);
    if (item == 3) {
      writer.object("TObjArray", [&] {
        writer.object_array("inner", 2, [&](std::size_t inner) {
          if (inner == 0)
            writer.null();
          else
            writer.reference(first);
        });
      });
      return;
    }
    const auto identity = writer.object("TNamed", [&] { writer.tnamed("n" + std::to_string(item), "t"); });
    if (item == 0) first = identity;
  });
  bytes::Buffer record(length);
  record.append(writer.payload());
  return record;
}

bytes::Buffer copy_of(const bytes::Buffer& record, std::size_t to_length, std::string_view class_name,
                      ObjectCopier::Replace replace, std::size_t from_length = key_length) {
  const auto catalogue = schema::make_catalogue();
  ObjectWriter writer(to_length);
  const auto meet = [](std::string_view, ObjectReader&) {};
  ObjectCopier(record.span(), from_length, {nullptr, catalogue.get()}, writer, replace, meet).copy(class_name);
  bytes::Buffer copy(to_length);
  copy.append(writer.payload());
  return copy;
}

constexpr auto keep = [](const ObjectCopier::Member&) { return false; };

bool same(const bytes::Buffer& a, const bytes::Buffer& b, std::size_t from) {
  return std::ranges::equal(a.span().subspan(from), b.span().subspan(from));
}

}  // namespace

TEST_CASE("object copier: references follow the objects that they name, wherever the record begins") {
  for (const std::size_t length : {key_length, key_length + 8, key_length + 1000}) {
    CAPTURE(length);
    CHECK(same(copy_of(list_for(key_length), length, "TList", keep), list_for(length), length));
  }
}

TEST_CASE("object copier: an object that is cut, or of a class that nobody knows, is an Error") {
  const bytes::Buffer whole = list_for(key_length);
  for (std::size_t size = key_length; size < whole.size(); ++size) {
    CAPTURE(size);
    bytes::Buffer cut;
    cut.append(whole.span().first(size));
    CHECK_THROWS_AS(copy_of(cut, key_length, "TList", keep), Error);
  }
  CHECK_THROWS_AS(copy_of(whole, key_length, "TUnheardOf", keep), Error);
}

TEST_CASE("object copier: whole numbers are written as the member has them, or refused when they do not fit") {
  ObjectWriter writer(0);
  StoredForm form{.kind = FormKind::number, .number = schema::Fundamental::int32};
  write_number(writer, form, 7);
  CHECK_THROWS_AS(write_number(writer, form, std::int64_t{1} << 40), Error);
  form.number = schema::Fundamental::double_;
  write_number(writer, form, std::int64_t{1} << 40);
  CHECK(writer.payload().size() == 12);
}
