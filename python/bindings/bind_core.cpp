#include <exception>

#include "bindings.hpp"
#include "internal/file_text.hpp"

#include "ramet/compression/settings.hpp"
#include "ramet/core/error.hpp"

namespace ramet::bindings {
namespace {

/// The exception class of ramet.errors for a kind.
const char* class_name_of(ErrorKind kind) noexcept {
  switch (kind) {
    case ErrorKind::not_found:
      return "KeyInFileError";
    case ErrorKind::file_missing:
      return "FileMissingError";
    case ErrorKind::corrupt:
      return "CorruptError";
    case ErrorKind::unsupported:
      return "UnsupportedError";
    case ErrorKind::io:
      return "FileIOError";
    case ErrorKind::misuse:
      return "MisuseError";
    case ErrorKind::cancelled:
      return "CancelledError";
  }
  return "RametError";
}

void translate(const std::exception_ptr& exception, void* /*payload*/) {
  try {
    std::rethrow_exception(exception);
  } catch (const Error& error) {
    const nb::object type = nb::module_::import_("ramet.errors").attr(class_name_of(error.kind()));
    const nb::str message = text_of(error.what());  // may quote bytes of a file that are not UTF-8
    PyErr_SetObject(type.ptr(), message.ptr());
  }
}

}  // namespace

void bind_core(nb::module_& module) {
  nb::register_exception_translator(translate);
  module.def("set_leak_warnings", &nb::set_leak_warnings, nb::arg("level"),
             "Whether objects that are alive when the interpreter ends are reported.");
  module.def(
      "compression_code", [](std::string_view text) { return compression::Settings::parse(text).code(); },
      nb::arg("text"), "ROOT's number for a compression such as 'zstd:5'.");
  module.def(
      "compression_text", [](int code) { return compression::Settings::from_code(code).to_string(); }, nb::arg("code"),
      "The text of a compression, such as 'zstd:5', for ROOT's number.");
}

}  // namespace ramet::bindings
