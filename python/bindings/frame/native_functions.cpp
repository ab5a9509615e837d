#include "frame/native_functions.hpp"

#include <exception>
#include <new>
#include <utility>
#include <vector>

#include "internal/file_text.hpp"

#include "ramet/core/error.hpp"

namespace ramet::bindings {
namespace {

using array::Array;
using array::ArrayBuilder;
using array::Kind;

/// The lists that a kernel makes.
struct ListsOfKernel {
  ArrayBuilder lists;
  bool is_out_of_memory = false;
};

/// The numbers inside arrays and lists.
const Array& numbers_of(const Array& array) {
  const Array* at = &array;
  while (at->kind() == Kind::list || at->kind() == Kind::regular) at = &at->content(0);
  if (at->kind() != Kind::number) detail::fail(ErrorKind::misuse, "compiled functions take numbers and lists of these");
  return *at;
}

}  // namespace

void ramet_append_items(void* out, const void* items, std::int64_t count) noexcept {
  auto& made = *static_cast<ListsOfKernel*>(out);
  try {
    const auto length = static_cast<std::size_t>(count);
    ArrayBuilder& content = made.lists.contents[0];
    content.values.append({static_cast<const std::byte*>(items), length * array::size_of(content.number)});
    content.length += length;
    ++made.lists.length;
    array::append_offset(made.lists, static_cast<std::int64_t>(content.length));
  } catch (const std::exception&) {
    made.is_out_of_memory = true;
  }
}

KernelFunction::KernelFunction(std::uintptr_t address, array::Type type, nb::object code, nb::object fail)
    : kernel_(reinterpret_cast<Kernel>(address)),  // NOLINT(performance-no-int-to-ptr): numba tells it as a number
      type_(std::move(type)),
      code_(std::move(code)),
      fail_(std::move(fail)) {
  const array::Type& numbers = type_.kind == Kind::list ? type_.contents[0] : type_;
  if (address == 0 || numbers.kind != Kind::number)
    detail::fail(ErrorKind::misuse, "compiled code gives numbers or lists of numbers, not {}", array::to_string(type_));
}

Array KernelFunction::call(std::span<const Array> columns, std::size_t count, SlotNumber) const {
  std::vector<const void*> numbers;
  std::vector<const std::int64_t*> offsets;
  for (const Array& column : columns) {
    numbers.push_back(numbers_of(column).values().data());
    offsets.push_back(column.kind() == Kind::list ? column.list_offsets().data() : nullptr);
  }
  const auto entries = static_cast<std::int64_t>(count);
  std::int64_t failed = -1;
  ListsOfKernel made{.lists = ArrayBuilder(type_)};
  if (type_.kind == Kind::number) {
    const auto values = made.lists.values.extend(count * array::size_of(type_.number));
    made.lists.length = count;
    kernel_(numbers.data(), offsets.data(), entries, values.data(), &failed);
  } else {
    kernel_(numbers.data(), offsets.data(), entries, &made, &failed);
  }
  if (failed >= 0) raise(columns, count, failed);
  if (made.is_out_of_memory) throw std::bad_alloc();
  return std::move(made.lists).finish();
}

void KernelFunction::raise(std::span<const Array> columns, std::size_t count, std::int64_t row) const {
  const Locked acquire;
  noting([&] { (*fail_)(Arrays(columns.begin(), columns.end()), count, row); });
  detail::fail(ErrorKind::misuse, "a compiled function failed once, but not again");
}

}  // namespace ramet::bindings
