#pragma once

#include <string>
#include <vector>

#include "ramet/dataset/session.hpp"
#include "ramet/merge/merge.hpp"

namespace ramet::inline v1::merge::internal {

/// The inputs in the order that the options say. By columns: the table is the first tree or ntuple, in the order of the
/// keys of the first input that has one with all of these columns and an entry. Inputs are sorted by the values in
/// their first entry of the table of this path: numbers by value, before texts, byte by byte; those that are no number
/// come last, and so do, in the given order, inputs without such a table or entry and those that cannot be read. Equal
/// ones stay in the given order. Throws OptionError when no input has such a table, when there are no columns, or when
/// the values are neither numbers nor texts; Error(cancelled).
std::vector<std::string> ordered_inputs(const dataset::Session& session, std::vector<std::string> inputs,
                                        const MergeOptions& options);

}  // namespace ramet::inline v1::merge::internal
