#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ramet/array/array_builder.hpp"
#include "ramet/array/value_column.hpp"
#include "ramet/object/payload.hpp"
#include "ramet/object/typed/class_specs.hpp"
#include "ramet/schema/class_spec.hpp"

namespace ramet::inline v1::object {

/// The payload of an object of a described class, with the layouts of all its classes. The object is the first value of
/// `object`, an array of the type that array_type_of gives. Throws Error(misuse) for another type, and when the class
/// is not among `classes` or cannot be streamed.
Payload described_payload(std::string_view class_name, std::span<const schema::ClassSpec> classes, array::Array object);

/// Described structs are written as objects of the first of their class_names. Throws as described_payload.
template <array::Described Struct>
struct PayloadOf<Struct> {
  static Payload of(const Struct& object) {
    array::ArrayBuilder column(array::ValueColumn<Struct>::type());
    array::ValueColumn<Struct>::append(column, object);
    return described_payload(array::class_name<Struct>(), class_specs_of<Struct>(), std::move(column).finish());
  }
};

}  // namespace ramet::inline v1::object
