#pragma once

#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

namespace ramet::inline v1 {

/// A borrowed callable with the given signature, for example FunctionRef<void(int)>. Threads: as the callable.
template <class Signature>
class FunctionRef;

/// A borrowed callable: two pointers, no allocation. Valid only during the call it is passed to.
/// Threads: as the callable it borrows.
template <class Result, class... Arguments>
class FunctionRef<Result(Arguments...)> {
 public:
  template <class Callable>
    requires(!std::same_as<std::remove_cvref_t<Callable>, FunctionRef> &&
             std::is_invocable_r_v<Result, Callable&, Arguments...>)
  FunctionRef(Callable&& callable) noexcept  // NOLINT(google-explicit-constructor): stands in for it
      : object_(
            // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): call_ casts it back
            const_cast<void*>(static_cast<const void*>(std::addressof(callable)))),
        call_([](void* object, Arguments... arguments) -> Result {
          return std::invoke(*static_cast<std::remove_reference_t<Callable>*>(object),
                             std::forward<Arguments>(arguments)...);
        }) {}

  Result operator()(Arguments... arguments) const { return call_(object_, std::forward<Arguments>(arguments)...); }

 private:
  void* object_;
  Result (*call_)(void*, Arguments...);
};

}  // namespace ramet::inline v1
