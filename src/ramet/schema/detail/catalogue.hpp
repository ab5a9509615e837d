#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "ramet/schema/streamer_info.hpp"

namespace ramet::inline v1::schema {

/// The layouts of ROOT's own classes in ROOT 6.40: those that ramet writes (TTree, TBranch, TH1D, ...), and many more
/// for reading files that lack them. Each call builds a new catalogue: keep it in the session.
std::shared_ptr<const StreamerInfos> make_catalogue();

/// The infos that ROOT writes to a file with objects of these classes: those of the classes and of all their bases and
/// members, in the order of first use. Classes that the catalogue lacks, or has only for reading, are left out.
std::vector<StreamerInfo> catalogue_infos_for(const StreamerInfos& catalogue,
                                              std::span<const std::string_view> class_names);

}  // namespace ramet::inline v1::schema
