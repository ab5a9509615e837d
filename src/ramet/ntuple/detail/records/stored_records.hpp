#pragma once

#include <vector>

#include "ramet/file/file_reader.hpp"
#include "ramet/io/extent_allocator.hpp"
#include "ramet/ntuple/blob.hpp"

namespace ramet::inline v1::ntuple {

/// The record that begins with this blob: a key without name and title, then the bytes of the locator, and possibly
/// more. An empty extent when something else precedes the blob. Throws Error(io).
io::Extent record_of(const io::ByteSource& source, const Locator& blob);

/// The records of an ntuple's envelopes and pages, in order of position, each once. Reads the head of each; blobs that
/// do not begin a record are left out. Throws as NTupleReader.
std::vector<io::Extent> stored_records(const file::FileReader& file, const file::Key& anchor);

}  // namespace ramet::inline v1::ntuple
