#include "bindings.hpp"
#include "internal/dtypes.hpp"
#include "internal/file_text.hpp"
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include "ramet/array/array.hpp"
#include "ramet/core/error.hpp"

namespace ramet::bindings {
namespace {

using array::Array;
using array::Kind;
using array::Type;

/// A NumPy array over memory of `owner`, which the array keeps alive. It is writable, like the arrays of other
/// packages.
nb::ndarray<nb::numpy> view_of(const Array& owner, const void* data, std::size_t length, nb::dlpack::dtype dtype) {
  auto holder = std::make_unique<Array>(owner);
  const nb::capsule capsule(holder.release(), [](void* held) noexcept { delete static_cast<Array*>(held); });
  void* const writable = const_cast<void*>(data);  // NOLINT(cppcoreguidelines-pro-type-const-cast): see above
  return {writable, {length}, capsule, {}, dtype};
}

nb::ndarray<nb::numpy> values_of(const Array& array) {
  const bool is_number = array.kind() == Kind::number;
  return view_of(array, array.values().data(), is_number ? array.length() : array.values().size(),
                 is_number ? dtype_of(array.number()) : nb::dtype<std::uint8_t>());
}

nb::ndarray<nb::numpy> offsets_of(const Array& array) {
  const auto offsets = array.list_offsets();
  return view_of(array, offsets.data(), offsets.size(), nb::dtype<std::int64_t>());
}

}  // namespace

void bind_array(nb::module_& module) {
  nb::enum_<Kind>(module, "Kind", "The shapes that values of a column can have.")
      .value("number", Kind::number)
      .value("string", Kind::string)
      .value("list", Kind::list)
      .value("regular", Kind::regular)
      .value("record", Kind::record)
      .value("option", Kind::option)
      .value("variant", Kind::variant);

  nb::class_<Type>(module, "Type", "The type of a column's values.")
      .def_static("parse", &array::parse_type, nb::arg("text"), "From 'float32', 'var * int32', '{x: float32}', ...")
      .def_static(
          "record",
          [](std::vector<std::string> names, std::vector<Type> contents) {
            if (names.size() != contents.size())
              detail::fail(ErrorKind::misuse, "{} names, but {} types", names.size(), contents.size());
            return Type::record_of(std::move(names), std::move(contents));
          },
          nb::arg("names"), nb::arg("contents"), "A record with named members.")
      .def_ro("kind", &Type::kind)
      .def_prop_ro("number", [](const Type& type) { return std::string(array::to_string(type.number)); })
      .def_ro("size", &Type::size)
      .def_ro("names", &Type::names)
      .def_ro("class_name", &Type::class_name)
      .def_prop_ro("contents", [](const Type& type) { return type.contents; })
      .def(
          "__eq__", [](const Type& left, const Type& right) { return left == right; }, nb::is_operator(),
          nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const Type& type) { return std::hash<std::string>()(array::to_string(type)); })
      .def("__str__", [](const Type& type) { return array::to_string(type); })
      .def("__repr__", [](const Type& type) { return "<ramet type '" + array::to_string(type) + "'>"; });

  nb::class_<Array>(module, "Array",
                    "The values of a column in C++ memory, which NumPy arrays made of it share and keep alive.")
      .def_prop_ro("kind", &Array::kind)
      .def_prop_ro("size", &Array::size)
      .def_prop_ro("names", &Array::names)
      .def_prop_ro("type", &Array::type)
      .def_prop_ro("values", &values_of, nb::rv_policy::reference,
                   nb::sig("def values(self) -> numpy.typing.NDArray[typing.Any]"))
      .def_prop_ro("offsets", &offsets_of, nb::rv_policy::reference,
                   nb::sig("def offsets(self) -> numpy.typing.NDArray[numpy.int64]"))
      .def_prop_ro(
          "contents",
          [](const Array& array) { return std::vector<Array>(array.contents().begin(), array.contents().end()); })
      .def("slice", &Array::slice, nb::arg("first"), nb::arg("last"),
           "Values [first, last), which share memory with this; offsets then need not begin at 0.")
      .def_prop_ro("nbytes", [](const Array& array) { return array.byte_count(); })
      .def("__len__", [](const Array& array) { return array.length(); });
}

}  // namespace ramet::bindings
