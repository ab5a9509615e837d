#include <cstdint>
#include <memory>
#include <utility>

#include "bindings.hpp"
#include "frame/native_functions.hpp"

namespace ramet::bindings {

void bind_native_functions(nb::module_& module) {
  nb::class_<NativeFunction>(module, "NativeFunction", "A function of frames that runs without the interpreter.")
      .def_static(
          "kernel",
          [](std::uintptr_t address, array::Type type, nb::object code, nb::object fail) {
            return NativeFunction{
                std::make_shared<KernelFunction>(address, std::move(type), std::move(code), std::move(fail))};
          },
          nb::arg("address"), nb::arg("type"), nb::arg("code"), nb::arg("fail"),
          "Compiled code that `code` keeps; `fail(columns, count, row)` raises what it raised.")
      .def_static(
          "append_address", [] { return reinterpret_cast<std::uintptr_t>(&ramet_append_items); },
          "The address of what kernels append lists with: void (void* out, const void* items, int64 count).");
}

}  // namespace ramet::bindings
