#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ramet/array/array.hpp"
#include "ramet/array/value_column.hpp"
#include "ramet/object/described/class_specs.hpp"
#include "ramet/schema/classes/class_spec.hpp"
#include "ramet/write/parallel_writer.hpp"

namespace ramet::inline v1::write {

/// Where an object goes. Threads: a value.
struct ObjectPlace {
  std::string name;
  std::string directory = {};
  std::string title = {};
};

/// Write one object of a described class whole, with the streamer infos of it and of all that it is made of: the first
/// value of `object`, whose type is that which object::array_type_of gives the class. Throws Error(misuse) when it is
/// not, or the class cannot be streamed; else as ParallelWriter::put.
void put_object(ParallelWriter& writer, const ObjectPlace& place, std::string_view class_name,
                std::span<const schema::ClassSpec> classes, const array::Array& object);

/// The same of a C++ struct, whose description names its class.
template <array::Described Struct>
void put_object(ParallelWriter& writer, const ObjectPlace& place, const Struct& object) {
  array::Array column(array::ValueColumn<Struct>::type());
  array::ValueColumn<Struct>::append(column, object);
  put_object(writer, place, array::class_name<Struct>(), object::class_specs_of<Struct>(), column);
}

}  // namespace ramet::inline v1::write
