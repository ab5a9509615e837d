#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ramet/schema/class_spec.hpp"
#include "ramet/schema/streamer_info.hpp"

namespace ramet::inline v1::schema {

/// The allowed types of members: those that can be streamed; in ntuples also std::optional, std::variant,
/// std::unique_ptr and std::atomic, whose layouts are used only for checksums.
enum class MemberKinds : std::uint8_t { streamed, of_ntuples };

/// The layouts and checksums that ROOT 6 gives these classes, in the same order, followed by those of the pairs and
/// tuples in them and in `type_names`. Bases and members may be these classes, numbers, strings, and standard library
/// types of these. Throws Error(misuse), naming class and member, for other types, for classes that contain themselves,
/// and when two classes have the same name.
std::vector<StreamerInfo> streamer_infos_of(std::span<const ClassSpec> classes,
                                            std::span<const std::string> type_names = {},
                                            MemberKinds kinds = MemberKinds::streamed);

}  // namespace ramet::inline v1::schema
