#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ramet/schema/class_spec.hpp"
#include "ramet/schema/streamer_info.hpp"

namespace ramet::inline v1::schema {

/// What members of classes may be of: what can be streamed; in ntuples also std::optional, std::variant,
/// std::unique_ptr and std::atomic, whose layouts serve for checksums alone.
enum class MemberKinds : std::uint8_t { streamed, of_ntuples };

/// The layouts that ROOT 6 gives these classes, with its checksums, in the same order, followed by those of the pairs
/// and tuples that they, and the types of `type_names`, are made of. Bases and members are of these classes, numbers,
/// strings and what the standard library makes of such. Throws Error(misuse), naming class and member, for others, for
/// classes that hold themselves, and when two classes have one name.
std::vector<StreamerInfo> streamer_infos_of(std::span<const ClassSpec> classes,
                                            std::span<const std::string> type_names = {},
                                            MemberKinds kinds = MemberKinds::streamed);

}  // namespace ramet::inline v1::schema
