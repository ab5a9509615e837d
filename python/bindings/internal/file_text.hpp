#pragma once

#include <string>
#include <string_view>

#include <nanobind/nanobind.h>

// Texts in files are bytes. In Python they are str, decoded as UTF-8; other bytes become lone surrogates and back (PEP
// 383), so that every name can be shown, compared and passed back. This header replaces nanobind's stl/string.h and
// stl/string_view.h, which raise for such names; no file includes those.

namespace ramet::bindings {

/// A str of any bytes. Throws when Python has no memory for it.
inline nanobind::str text_of(std::string_view text) {
  PyObject* made = PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape");
  if (made == nullptr) throw nanobind::python_error();
  return nanobind::steal<nanobind::str>(made);
}

}  // namespace ramet::bindings

namespace nanobind::detail {

template <>
struct type_caster<std::string> {
  NB_TYPE_CASTER(std::string, const_name("str"))

  bool from_python(handle source, uint32_t, cleanup_list*) noexcept {
    if (!PyUnicode_Check(source.ptr())) return false;
    Py_ssize_t size = 0;
    if (const char* text = PyUnicode_AsUTF8AndSize(source.ptr(), &size); text != nullptr) {
      value.assign(text, static_cast<std::size_t>(size));
      return true;
    }
    PyErr_Clear();
    const object bytes = steal(PyUnicode_AsEncodedString(source.ptr(), "utf-8", "surrogateescape"));
    if (!bytes.is_valid()) return PyErr_Clear(), false;
    value.assign(PyBytes_AS_STRING(bytes.ptr()), static_cast<std::size_t>(PyBytes_GET_SIZE(bytes.ptr())));
    return true;
  }

  static handle from_cpp(const std::string& text, rv_policy, cleanup_list*) noexcept {
    return PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape");
  }
};

template <>
struct type_caster<std::string_view> {
  NB_TYPE_CASTER(std::string_view, const_name("str"))

  bool from_python(handle source, uint32_t, cleanup_list* cleanup) noexcept {
    if (!PyUnicode_Check(source.ptr())) return false;
    Py_ssize_t size = 0;
    if (const char* text = PyUnicode_AsUTF8AndSize(source.ptr(), &size); text != nullptr) {
      value = std::string_view(text, static_cast<std::size_t>(size));
      return true;
    }
    PyErr_Clear();
    if (cleanup == nullptr) return false;
    PyObject* bytes = PyUnicode_AsEncodedString(source.ptr(), "utf-8", "surrogateescape");
    if (bytes == nullptr) return PyErr_Clear(), false;
    cleanup->append(bytes);  // which keeps it for as long as the call takes
    value = std::string_view(PyBytes_AS_STRING(bytes), static_cast<std::size_t>(PyBytes_GET_SIZE(bytes)));
    return true;
  }

  static handle from_cpp(std::string_view text, rv_policy, cleanup_list*) noexcept {
    return PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape");
  }
};

}  // namespace nanobind::detail
