#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "frame/python_actions.hpp"

#include "ramet/array/array.hpp"
#include "ramet/array/array_builder.hpp"
#include "ramet/frame/function.hpp"

namespace ramet::bindings {

/// A function of frames that runs without the interpreter. Threads: immutable.
struct NativeFunction {
  std::shared_ptr<const frame::BatchFunction> function;
};

/// What compiled code is called with for the entries of a batch: of each column the numbers and, if it has lists, their
/// offsets; how many entries; where values go, the memory for numbers or what `append_items` takes; and where the row
/// is put that failed.
using Kernel = void (*)(const void* const* numbers, const std::int64_t* const* offsets, std::int64_t count, void* out,
                        std::int64_t* failed);

/// Appends a list of numbers to the values of a kernel; what it lacks memory for ends the call of the kernel as an
/// error. Threads: one thread for each `out`.
extern "C" void ramet_append_items(void* out, const void* items, std::int64_t count) noexcept;

/// Compiled code, as numba makes it, as a function of batches. Threads: any, side by side.
class KernelFunction final : public frame::BatchFunction {
 public:
  /// `address` is that of a Kernel, which `code` keeps in memory. Values are numbers, or lists of numbers. `fail` is
  /// called with the columns, the number of entries and the row that failed, and raises what it has raised.
  KernelFunction(std::uintptr_t address, array::Type type, nb::object code, nb::object fail);

  array::Array call(std::span<const array::Array> columns, std::size_t count, SlotNumber slot) const override;

 private:
  [[noreturn]] void raise(std::span<const array::Array> columns, std::size_t count, std::int64_t row) const;

  Kernel kernel_;
  array::Type type_;
  HeldObject code_;
  HeldObject fail_;
};

}  // namespace ramet::bindings
