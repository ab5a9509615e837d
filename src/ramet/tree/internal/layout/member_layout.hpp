#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "ramet/object/object_reader.hpp"
#include "ramet/object/stored_form.hpp"
#include "ramet/schema/streamer_info.hpp"
#include "ramet/tree/column_layout.hpp"

// What a TBranchElement holds in an entry (TBranchElement.cxx, Fill...; TStreamerInfoWriteBuffer.cxx):
//   kind 0      a number, or fixed array of them: as it is
//               counted array: a byte that is 0 for none, numbers
//               TString: length and characters; a std::string or a container: its head, its items
//   kind 3, 4   the number of objects, 4 bytes (TClonesArray; a container)
//   kind 31, 41 of each object its value, one after the other; of strings and containers with one head for all
//   kind -1     an object whose class streams itself: its head, its members
//   whole       a container: head, items; a std::string: length and characters; an object: its members without a head

namespace ramet::inline v1::tree {

/// The layout of a branch that holds an object, or a member of a split class or collection.
ColumnLayout member_layout(const Branch& branch);

/// A member in the stored layout of its class; empty when the file does not describe it. Threads: a value that borrows
/// the layouts.
struct MemberPlace {
  const schema::StreamerInfo* info = nullptr;
  std::size_t element = 0;

  explicit operator bool() const noexcept { return info != nullptr; }
  const schema::StreamerElement& member() const { return info->elements.at(element); }
};

/// The member that a branch stores.
MemberPlace find_member(const Branch& branch, const object::Layouts& layouts) noexcept;

/// Whether a branch stores a base of its parent's class.
bool is_base(const Branch& branch) noexcept;

/// The name of a member without prefix and dimensions: "fPos" for "event.fTracks.fPos[3]" below "event.fTracks".
std::string_view own_name(const Branch& branch, std::string_view above) noexcept;

/// The stored type of a branch with an object or member; for a split collection, that of its items. Throws
/// Error(unsupported) when the file does not describe it, and as the functions of StoredType.
std::shared_ptr<const object::StoredType> stored_type_of(const Branch& branch);

}  // namespace ramet::inline v1::tree
