#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "ramet/bytes/buffer.hpp"
#include "ramet/file/file_reader.hpp"
#include "ramet/object/object_reader.hpp"

namespace ramet::inline v1::merge::internal {

/// The payload of a record for a key of another length, with another name in the object (that of its TNamed), if one is
/// given and the object has one. Throws Error(unsupported), naming the class, when its layout is not known;
/// Error(corrupt).
bytes::Buffer moved_payload(const file::Record& record, std::string_view class_name, object::Layouts layouts,
                            std::size_t key_length, const std::optional<std::string>& name);

}  // namespace ramet::inline v1::merge::internal
