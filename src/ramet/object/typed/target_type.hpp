#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "ramet/array/describe.hpp"
#include "ramet/array/number_type.hpp"
#include "ramet/bytes/byte_swap.hpp"
#include "ramet/core/error.hpp"
#include "ramet/core/function_ref.hpp"
#include "ramet/object/object_reader.hpp"

// What the C++ types are that objects can be read into. Beside its members, a Description may say more:
//
//   template <> struct ramet::array::Description<Hit> {
//     static constexpr auto members = std::tuple(member("fX", &Hit::x), member("fTags", &Hit::tags));
//     using bases = std::tuple<Detector>;                                // described, too: their members are its own
//     static constexpr std::array class_names = {"Hit", "OldHit"};       // in files; without this, anything
//     // a member's name, and an older one
//     static constexpr std::array former_names = {std::pair{"fX", "fPosition"}};
//   };

namespace ramet::inline v1::object {

/// The shapes of C++ types.
enum class TargetShape : std::uint8_t {
  number,
  text,      ///< std::string
  record,    ///< a described struct; a pair has the members "first" and "second", a tuple "_0", "_1", ...
  array,     ///< T[n], std::array
  sequence,  ///< of any length: std::vector, std::list, std::set, ...; a map, of pairs; a std::bitset, of its size
  holder,    ///< one value or none: std::optional, std::unique_ptr, std::shared_ptr
  identity,  ///< ObjectIdentity: the place of the object that a pointer points to, which is not read
  bits,      ///< ObjectBits: a TObject
  call,      ///< nothing in memory: a function of the record reads the value (Member::at)
};

struct TargetType;

/// A member of a record. Threads: immutable.
struct TargetMember {
  std::string name;
  std::string former_name;  ///< empty when it has none
  std::size_t offset = 0;
  const TargetType* type = nullptr;
};

/// Fills consecutive items, from the first on. Threads: one thread.
using FillItems = FunctionRef<void(void* first)>;

/// A type-erased C++ type, with the functions that fill it. Threads: immutable.
struct TargetType {
  TargetShape shape = TargetShape::number;
  array::NumberType number = array::NumberType::int8;
  std::size_t size = 0;                  ///< bytes of a value
  std::size_t length = 0;                ///< of an array
  const TargetType* content = nullptr;   ///< of array, sequence and holder
  std::vector<TargetMember> members;     ///< of a record, including those of its bases
  std::vector<std::string> class_names;  ///< the names that a record may have in a file; empty: any
  /// Resize a sequence of adjacent items and return the first item; null if it is not such a sequence.
  void* (*resize)(void* sequence, std::size_t count) = nullptr;
  /// Assign big-endian numbers of the sequence's own type; null if its items are not numbers.
  void (*assign)(void* sequence, const std::byte* from, std::size_t count) = nullptr;
  /// Set a sequence to `count` items, which `fill` fills before they are inserted.
  void (*fill)(void* sequence, std::size_t count, FillItems fill) = nullptr;
  /// Give a holder a default value and return its address, or make it empty.
  void* (*hold)(void* holder, bool is_there) = nullptr;
  /// Read a value for a record; the reader is at its first byte.
  void (*call)(void* record, ObjectReader& reader) = nullptr;
};

/// A type and all types that it needs. Threads: immutable after construction.
class TargetTypes {
 public:
  template <class Value>
  static std::shared_ptr<const TargetTypes> of() {
    const auto types = std::make_shared<TargetTypes>();
    types->whole_ = &types->add<Value>();
    return types;
  }

  const TargetType& whole() const noexcept { return *whole_; }

  /// Add a type, if it is new, and all types that it needs.
  template <class Value>
  const TargetType& add();

 private:
  /// The items of a pair or a tuple, as members of a record.
  template <class Value>
  void add_items(TargetType& type);

  std::map<const void*, std::unique_ptr<TargetType>> types_;  // by tag
  const TargetType* whole_ = nullptr;
};

/// Its address identifies a type. Threads: immutable.
template <class Value>
inline constexpr char type_tag = 0;

/// The older name of a described struct's member; empty when it has none. Threads: any.
template <class Described>
std::string former_name_of(std::string_view name) {
  if constexpr (requires { array::Description<Described>::former_names; })
    for (const auto& [now, before] : array::Description<Described>::former_names)
      if (name == now) return before;
  return {};
}

namespace internal {

template <class Value>
concept Holder = requires(Value& value) {
  typename Value::element_type;
  value.reset();
  requires std::same_as<Value, std::unique_ptr<typename Value::element_type>> ||
               std::same_as<Value, std::shared_ptr<typename Value::element_type>>;
} || requires {
  typename Value::value_type;
  requires std::same_as<Value, std::optional<typename Value::value_type>>;
};

template <class Value>
concept Sequence = requires(Value& value) {
  typename Value::value_type;
  value.begin();
  value.end();
  value.clear();
} && !Holder<Value>;

template <class Value>
inline constexpr bool is_standard_array = false;
template <class Item, std::size_t Size>
inline constexpr bool is_standard_array<std::array<Item, Size>> = true;

template <class Value>
inline constexpr bool is_pair = false;
template <class First, class Second>
inline constexpr bool is_pair<std::pair<First, Second>> = true;

template <class Value>
inline constexpr bool is_tuple = false;
template <class... Items>
inline constexpr bool is_tuple<std::tuple<Items...>> = true;

template <class Value>
inline constexpr bool is_bitset = false;
template <std::size_t Size>
inline constexpr bool is_bitset<std::bitset<Size>> = true;

/// The type that is filled before it is inserted into a sequence: a map's pairs have constant keys.
template <class Item>
struct Assignable {
  using Type = Item;
};
template <class Key, class Mapped>
struct Assignable<std::pair<const Key, Mapped>> {
  using Type = std::pair<Key, Mapped>;
};

template <class Container>
inline constexpr bool is_contiguous = requires(Container& container) {
  container.resize(1);
  { container.data() } -> std::same_as<typename Container::value_type*>;
};

template <class Container>
void describe_sequence(TargetType& type) {
  using Stored = typename Container::value_type;
  using Item = typename Assignable<Stored>::Type;
  type.shape = TargetShape::sequence;
  if constexpr (is_contiguous<Container>) {
    type.resize = [](void* sequence, std::size_t count) -> void* {
      auto& container = *static_cast<Container*>(sequence);
      container.clear();
      container.resize(count);
      return container.data();
    };
  }
  if constexpr (is_contiguous<Container> && std::is_arithmetic_v<Stored> && !std::same_as<Stored, bool>) {
    // One pass over the container's memory, which is mostly new: resizing would write zeros first.
    type.assign = [](void* sequence, const std::byte* from, std::size_t count) {
      auto& container = *static_cast<Container*>(sequence);
      container.clear();
      if constexpr (sizeof(Stored) == 1) {
        const auto* const first = reinterpret_cast<const Stored*>(from);
        container.assign(first, first + count);
      } else {
        container.reserve(count);
        std::array<Stored, 1024> swapped;
        for (std::size_t done = 0; done < count;) {
          const std::size_t part = std::min(count - done, swapped.size());
          bytes::copy_swapped(std::as_writable_bytes(std::span(swapped).first(part)),
                              {from + done * sizeof(Stored), part * sizeof(Stored)}, sizeof(Stored));
          container.insert(container.end(), swapped.begin(), swapped.begin() + part);
          done += part;
        }
      }
    };
  }
  type.fill = [](void* sequence, std::size_t count, FillItems fill) {
    const auto items = std::make_unique<Item[]>(count);
    fill(items.get());
    auto& container = *static_cast<Container*>(sequence);
    container.clear();
    for (std::size_t i = 0; i < count; ++i) {
      if constexpr (requires { container.emplace_hint(container.end(), std::move(items[i])); }) {
        container.emplace_hint(container.end(),
                               std::move(items[i]));  // items are mostly stored in order, which makes the hint fast
      } else {
        container.emplace_back(std::move(items[i]));
      }
    }
  };
}

template <class Bits>
void describe_bitset(TargetType& type) {
  type.shape = TargetShape::sequence;
  type.fill = [](void* sequence, std::size_t count, FillItems fill) {
    auto& bits = *static_cast<Bits*>(sequence);
    if (count != bits.size()) detail::fail(ErrorKind::corrupt, "there are {} bits, expected {}", count, bits.size());
    std::array<bool, Bits().size()> items{};
    fill(items.data());
    for (std::size_t i = 0; i < count; ++i) bits[i] = items[i];
  };
}

template <class Value>
void describe_holder(TargetType& type) {
  type.shape = TargetShape::holder;
  type.hold = [](void* place, bool is_there) -> void* {
    auto& holder = *static_cast<Value*>(place);
    holder.reset();
    if (!is_there) return nullptr;
    if constexpr (std::same_as<Value, std::optional<std::remove_cvref_t<decltype(*holder)>>>) {
      holder.emplace();
    } else if constexpr (requires { holder.use_count(); }) {
      holder = std::make_shared<typename Value::element_type>();
    } else {
      holder = std::make_unique<typename Value::element_type>();
    }
    return &*holder;
  };
}

template <class Whole, class Member>
std::size_t offset_in(const Whole& whole, const Member& member) noexcept {
  return static_cast<std::size_t>(reinterpret_cast<const std::byte*>(&member) -
                                  reinterpret_cast<const std::byte*>(&whole));
}

}  // namespace internal

template <class Value>
void TargetTypes::add_items(TargetType& type) {
  const Value whole{};
  type.shape = TargetShape::record;
  [&]<std::size_t... Places>(std::index_sequence<Places...>) {
    constexpr std::array<const char*, 2> of_pair{"first", "second"};
    (type.members.push_back({.name = internal::is_pair<Value> ? of_pair[Places % 2] : fmt::format("_{}", Places),
                             .former_name = {},
                             .offset = internal::offset_in(whole, std::get<Places>(whole)),
                             .type = &add<std::tuple_element_t<Places, Value>>()}),
     ...);
  }(std::make_index_sequence<std::tuple_size_v<Value>>());
}

template <class Value>
const TargetType& TargetTypes::add() {
  const auto [place, is_new] = types_.try_emplace(&type_tag<Value>);
  if (!is_new) return *place->second;
  TargetType& type =
      *(place->second = std::make_unique<TargetType>());  // registered first, because a member may have this type
  type.size = sizeof(Value);
  // members of `Struct`, which is Value or one of its bases
  const auto add_members = [&]<class Struct>(const auto& self, const Value& whole, std::type_identity<Struct>) -> void {
    if constexpr (requires { typename array::Description<Struct>::bases; })
      [&]<class... Bases>(std::type_identity<std::tuple<Bases...>>) {
        (self(self, whole, std::type_identity<Bases>{}), ...);
      }(std::type_identity<typename array::Description<Struct>::bases>{});
    const auto add_member = [&]<class Member>(const array::Member<Struct, Member>& member) {
      type.members.push_back({.name = std::string(member.name),
                              .former_name = former_name_of<Struct>(member.name),
                              .offset = internal::offset_in(whole, whole.*member.pointer),
                              .type = &add<Member>()});
    };
    std::apply([&](const auto&... members) { (add_member(members), ...); }, array::Description<Struct>::members);
  };
  if constexpr (std::is_enum_v<Value>) {
    type.number = array::number_type<std::underlying_type_t<Value>>();
  } else if constexpr (std::is_arithmetic_v<Value>) {
    type.number = array::number_type<Value>();
  } else if constexpr (std::same_as<Value, std::string>) {
    type.shape = TargetShape::text;
  } else if constexpr (std::same_as<Value, ObjectIdentity>) {
    type.shape = TargetShape::identity;
  } else if constexpr (std::same_as<Value, ObjectBits>) {
    type.shape = TargetShape::bits;
  } else if constexpr (std::is_bounded_array_v<Value>) {
    type.shape = TargetShape::array;
    type.length = std::extent_v<Value>;
    type.content = &add<std::remove_extent_t<Value>>();
  } else if constexpr (internal::is_standard_array<Value>) {
    type.shape = TargetShape::array;
    type.length = std::tuple_size_v<Value>;
    type.content = &add<typename Value::value_type>();
  } else if constexpr (internal::is_pair<Value> || internal::is_tuple<Value>) {
    add_items<Value>(type);
  } else if constexpr (internal::is_bitset<Value>) {
    internal::describe_bitset<Value>(type);
    type.content = &add<bool>();
  } else if constexpr (internal::Holder<Value>) {
    internal::describe_holder<Value>(type);
    type.content = &add<std::remove_cvref_t<decltype(*std::declval<Value&>())>>();
  } else if constexpr (internal::Sequence<Value>) {
    internal::describe_sequence<Value>(type);
    type.content = &add<typename internal::Assignable<typename Value::value_type>::Type>();
  } else {
    static_assert(array::Described<Value>, "a value of this type cannot be read: describe it, see array::Description");
    const auto whole = std::make_unique<Value>();
    type.shape = TargetShape::record;
    add_members(add_members, *whole, std::type_identity<Value>{});
    if constexpr (requires { array::Description<Value>::class_names; })
      for (const auto& name : array::Description<Value>::class_names) type.class_names.emplace_back(name);
  }
  return type;
}

}  // namespace ramet::inline v1::object
