#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace ramet::inline v1::array {

/// What more there is to say of a member. Threads: a value.
struct MemberOptions {
  std::string_view comment = {};    ///< in files; the range of a packed number, "[0,100,16]", is found there
  std::string_view type_name = {};  ///< in files, if not as it is in C++: "Double32_t", "Float16_t"
};

/// A member of a struct and the name of its column. Threads: immutable.
template <class Struct, class Value>
struct Member {
  std::string_view name;
  Value Struct::* pointer;
  MemberOptions options = {};
};

/// A column of that name for a member of a struct: an item of Description<Struct>::members.
template <class Struct, class Value>
constexpr Member<Struct, Value> member(std::string_view name, Value Struct::* pointer,
                                       MemberOptions options = {}) noexcept {
  return {name, pointer, options};
}

/// Tells ramet the columns of a struct. Specialise it beside the struct. Threads: immutable.
///
///   template <> struct ramet::array::Description<Event> {
///     static constexpr auto members = std::tuple(member("run", &Event::run), member("pt", &Event::pt));
///   };
///
/// It may say more: its bases, described, too, whose members come first; names of its class in files, the first of
/// which is written and all of which are read; the class's version, 1 without this; a member's name and an older one.
///
///     using bases = std::tuple<Particle>;
///     static constexpr std::array class_names = {"Muon", "OldMuon"};
///     static constexpr int version = 3;
///     static constexpr std::array former_names = {std::pair{"fX", "fPosition"}};
///
/// A struct with class_names is written as an object of that class, one without as a record without a name.
template <class Struct>
struct Description;

/// A struct whose columns ramet was told.
template <class Struct>
concept Described = requires { Description<Struct>::members; };

/// The name of a described struct's class; empty when it has none.
template <Described Struct>
constexpr std::string_view class_name() noexcept {
  if constexpr (requires { Description<Struct>::class_names; })
    return *std::begin(Description<Struct>::class_names);
  else
    return {};
}

/// The version of a described struct's class.
template <Described Struct>
constexpr int class_version() noexcept {
  if constexpr (requires { Description<Struct>::version; })
    return Description<Struct>::version;
  else
    return 1;
}

namespace internal {

template <class Struct>
struct BasesOf {
  using Type = std::tuple<>;
};
template <class Struct>
  requires requires { typename Description<Struct>::bases; }
struct BasesOf<Struct> {
  using Type = typename Description<Struct>::bases;
};

}  // namespace internal

/// A std::tuple of the bases that the description of a struct names.
template <Described Struct>
using BasesOf = typename internal::BasesOf<Struct>::Type;

/// Call `visit(base type)` with std::type_identity of each base, in order.
template <Described Struct, class Visit>
constexpr void for_each_base(Visit&& visit) {
  [&]<class... Base>(std::type_identity<std::tuple<Base...>>) {
    (visit(std::type_identity<Base>{}), ...);
  }(std::type_identity<BasesOf<Struct>>{});
}

/// Call `visit(member)` with each Member of the struct itself, in order.
template <Described Struct, class Visit>
constexpr void for_each_member(Visit&& visit) {
  std::apply([&](const auto&... members) { (visit(members), ...); }, Description<Struct>::members);
}

}  // namespace ramet::inline v1::array
