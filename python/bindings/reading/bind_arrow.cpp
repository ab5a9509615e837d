#include <array>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "bindings.hpp"
#include "internal/arrays.hpp"
#include "internal/file_text.hpp"
#include "internal/interpreter_lock.hpp"
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "ramet/array/arrow/arrow_stream.hpp"

namespace ramet::bindings {
namespace {

using array::ArrowPart;
using array::Type;

/// The kind of Error for a Python exception.
ErrorKind kind_of(const nb::python_error& error) {
  constexpr std::array<std::pair<const char*, ErrorKind>, 6> kinds = {{{"KeyInFileError", ErrorKind::not_found},
                                                                       {"FileMissingError", ErrorKind::file_missing},
                                                                       {"CorruptError", ErrorKind::corrupt},
                                                                       {"UnsupportedError", ErrorKind::unsupported},
                                                                       {"MisuseError", ErrorKind::misuse},
                                                                       {"CancelledError", ErrorKind::cancelled}}};
  const nb::module_ errors = nb::module_::import_("ramet.errors");
  for (const auto& [name, kind] : kinds)
    if (error.matches(errors.attr(name))) return kind;
  return ErrorKind::io;
}

/// Turn a Python exception into an error for the reader of the stream, who may not use Python. An interrupt is raised
/// again where Python runs next, because it was meant for the program.
[[noreturn]] void throw_on(const nb::python_error& error) {
  if (error.matches(PyExc_MemoryError)) throw std::bad_alloc();
  if (error.matches(PyExc_KeyboardInterrupt)) {
    PyErr_SetInterrupt();
    detail::fail(ErrorKind::cancelled, "interrupted");
  }
  const ErrorKind kind = kind_of(error);
  const std::string text = nb::cast<std::string>(nb::str(error.value()));
  if (error.matches(nb::module_::import_("ramet.errors").attr("RametError"))) detail::fail(kind, "{}", text);
  detail::fail(kind, "{}: {}", nb::cast<std::string>(nb::str(error.type().attr("__name__"))), text);
}

/// The parts of a stream from a Python function: pairs of a length and arrays, and None at the end. Readers may call it
/// from any thread, even after the interpreter has ended. Threads: one at a time.
class PythonSource final : public array::ArrowSource {
 public:
  explicit PythonSource(nb::callable next) : next_(std::move(next)) {}
  PythonSource(const PythonSource&) = delete;
  PythonSource& operator=(const PythonSource&) = delete;
  ~PythonSource() override {
    if (Py_IsInitialized() == 0) {
      next_.release();  // references cannot be released any more
      return;
    }
    const Locked acquire;
    next_.reset();
  }

  std::optional<ArrowPart> next() override {
    if (Py_IsInitialized() == 0)
      detail::fail(ErrorKind::io, "the entries cannot be read, because the Python interpreter has ended");
    const Locked acquire;
    try {
      const nb::object part = stay_if_ended(next_);
      if (part.is_none()) return std::nullopt;
      auto [length, columns] = nb::cast<std::tuple<std::size_t, Arrays>>(part);
      return ArrowPart{.length = length, .columns = std::move(columns)};
    } catch (const nb::python_error& error) {
      throw_on(error);
    }
  }

 private:
  nb::object next_;
};

/// A capsule of an Arrow struct, which it releases unless a consumer has moved it.
template <class Exported>
nb::capsule capsule_of(std::unique_ptr<Exported> exported, const char* name) {
  const nb::capsule capsule(exported.get(), name, [](void* held) noexcept {
    const std::unique_ptr<Exported> owned(static_cast<Exported*>(held));
    if (owned->release != nullptr) owned->release(owned.get());
  });
  exported.release();
  return capsule;
}

nb::capsule schema_of(const Type& type, const std::string& name) {
  auto schema = std::make_unique<ArrowSchema>();
  array::export_type(type, name, *schema);
  return capsule_of(std::move(schema), "arrow_schema");
}

nb::capsule table_stream(const Type& type, nb::callable next) {
  auto stream = std::make_unique<ArrowArrayStream>();
  array::export_table(std::make_unique<PythonSource>(std::move(next)), type, *stream);
  return capsule_of(std::move(stream), "arrow_array_stream");
}

nb::capsule column_stream(const Type& type, std::string name, nb::callable next) {
  auto stream = std::make_unique<ArrowArrayStream>();
  array::export_column(std::make_unique<PythonSource>(std::move(next)), type, std::move(name), *stream);
  return capsule_of(std::move(stream), "arrow_array_stream");
}

}  // namespace

void bind_arrow(nb::module_& module) {
  module.def("arrow_schema", &schema_of, nb::arg("type"), nb::arg("name"),
             nb::sig("def arrow_schema(type: Type, name: str) -> object"),
             "A capsule 'arrow_schema' of Arrow's PyCapsule interface.");
  module.def(
      "arrow_table", &table_stream, nb::arg("type"), nb::arg("next"),
      nb::sig("def arrow_table(type: Type, next: collections.abc.Callable[[], tuple[int, list[Array]] | None]) -> "
              "object"),
      "A capsule 'arrow_array_stream' of records; the function returns its parts, then None.");
  module.def("arrow_column", &column_stream, nb::arg("type"), nb::arg("name"), nb::arg("next"),
             nb::sig("def arrow_column(type: Type, name: str, next: collections.abc.Callable[[], tuple[int, "
                     "list[Array]] | None]) -> object"),
             "The same for one column.");
}

}  // namespace ramet::bindings
