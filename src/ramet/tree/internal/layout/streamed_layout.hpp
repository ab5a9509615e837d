#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "ramet/object/stored_form.hpp"
#include "ramet/tree/column_layout.hpp"

namespace ramet::inline v1::tree {

/// What `layouts` say of a type as a branch's whole entry, or as a member: read by object::ColumnReader. Unsupported,
/// with the reason, when a column cannot hold it.
ColumnLayout streamed_layout(const object::Layouts& layouts, const std::string& type, object::Place place);
/// The same of a class whose objects have no head before their members, in the layout that the branch names.
ColumnLayout headless_layout(const Branch& branch);
/// The same of a member of a class.
ColumnLayout streamed_member_layout(const object::Layouts& layouts, const schema::StreamerInfo& info,
                                    std::size_t element);

}  // namespace ramet::inline v1::tree
