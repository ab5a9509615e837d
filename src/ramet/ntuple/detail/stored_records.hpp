#pragma once

#include <vector>

#include "ramet/file/file_reader.hpp"
#include "ramet/io/extent_allocator.hpp"
#include "ramet/ntuple/blob.hpp"

namespace ramet::inline v1::ntuple {

/// The record of a blob that begins it: a key without name and title, and the bytes of the locator, which may be
/// followed by others. One without bytes when something else is there. Throws Error(io).
io::Extent record_of(const io::ByteSource& source, const Locator& blob);

/// The records in which an ntuple has its envelopes and pages, in order of their place, each once. Each is looked at:
/// what does not lie in the record of a blob is left out. Throws as NTupleReader.
std::vector<io::Extent> stored_records(const file::FileReader& file, const file::Key& anchor);

}  // namespace ramet::inline v1::ntuple
