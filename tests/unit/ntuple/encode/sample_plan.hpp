#pragma once

#include <string>

#include "ramet/ntuple/detail/ntuple_plan.hpp"

namespace sample {

/// Fields and columns, a line each.
inline std::string text_of(const ramet::ntuple::NTuplePlan& plan) {
  std::string text;
  for (const ramet::ntuple::Field& field : plan.schema.fields) {
    text += field.name + " '" + field.type_name + "' in " + std::to_string(field.parent.number) + ":";
    for (const auto& columns : field.representations)
      for (const auto column : columns) text += " " + std::string(to_string(plan.schema.column(column).coding.type));
    if (field.source) text += " of " + std::to_string(field.source->number);
    text += "\n";
  }
  return text;
}

inline ramet::ntuple::NTuplePlan plan_of(const std::string& type, bool is_compressed = true) {
  return ramet::ntuple::plan_ntuple({"n", "", {{"f", ramet::array::parse_type(type)}}}, is_compressed);
}

}  // namespace sample
