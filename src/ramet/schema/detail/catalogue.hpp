#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "ramet/schema/streamer_info.hpp"

namespace ramet::inline v1::schema {

/// The layouts of ROOT's own classes as ROOT 6.40 has them: those that ramet writes (TTree, TBranch, TH1D, ...), and
/// many more, to read files that lack the info of such a class. Made anew by each call: keep it in the session.
std::shared_ptr<const StreamerInfos> make_catalogue();

/// The infos that ROOT puts into a file with objects of these classes: theirs, and those of all bases and members, in
/// the order in which they are first met. Classes that the catalogue lacks, or has only to read them, are left out.
std::vector<StreamerInfo> catalogue_infos_for(const StreamerInfos& catalogue,
                                              std::span<const std::string_view> class_names);

}  // namespace ramet::inline v1::schema
