#include "ramet/object/detail/object_writer.hpp"

namespace ramet::inline v1::object {

void ObjectWriter::tobject(std::uint32_t bits, std::uint32_t unique_id) {
  write(std::uint16_t{1});
  write(unique_id);
  write(bits);
}

void ObjectWriter::tnamed(std::string_view name, std::string_view title, std::uint32_t bits) {
  versioned(1, [&] {
    tobject(bits);
    string(name);
    string(title);
  });
}

void ObjectWriter::object_string(std::string_view text, std::uint32_t unique_id) {
  versioned(1, [&] {
    tobject(0, unique_id);
    string(text);
  });
}

void ObjectWriter::object_array(std::string_view name, std::size_t count, FunctionRef<void(std::size_t)> write_item,
                                std::uint32_t bits) {
  versioned(3, [&] {
    tobject(bits);
    string(name);
    write(static_cast<std::uint32_t>(count));
    write(std::uint32_t{0});  // lower bound
    for (std::size_t i = 0; i < count; ++i) write_item(i);
  });
}

void ObjectWriter::list(std::string_view name, std::size_t count, FunctionRef<void(std::size_t)> write_item) {
  versioned(5, [&] {
    tobject();
    string(name);
    write(static_cast<std::uint32_t>(count));
    for (std::size_t i = 0; i < count; ++i) {
      write_item(i);
      string("");  // the item's option
    }
  });
}

}  // namespace ramet::inline v1::object
