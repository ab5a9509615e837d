#include "ramet/merge/internal/rules.hpp"

#include <algorithm>
#include <array>

#include "ramet/merge/internal/keys/process_numbers.hpp"
#include "ramet/merge/internal/objects/list_sum.hpp"
#include "ramet/merge/internal/objects/point_sum.hpp"
#include "ramet/merge/internal/objects/record_map.hpp"
#include "ramet/merge/internal/objects/sparse_sum.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

/// Classes of texts and of numbers, of which one is expected, the same everywhere.
constexpr std::array<std::string_view, 8> single_classes = {"TNamed",          "TObjString",       "TVectorT<double>",
                                                            "TVectorT<float>", "TMatrixT<double>", "TMatrixT<float>",
                                                            "string",          "TDatime"};

/// Classes that ROOT adds and ramet does not: one file has them, or a rule says which ones stay.
constexpr std::array<std::string_view, 13> unsummed_classes = {
    "TH2Poly",      "TProfile2Poly", "TStatistic",     "TEventList",      "TPolyLine",     "TGraphQQ",       "TCutG",
    "TClonesArray", "TSortedList",   "TOrdCollection", "TSelectorScalar", "TLinearFitter", "TFileCollection"};

bool is_single(std::string_view class_name) noexcept {
  return std::ranges::find(single_classes, class_name) != single_classes.end() || class_name.starts_with("vector<");
}

Treat treatment_by_class(std::string_view class_name) noexcept {
  if (is_summed_class(class_name) || is_sparse_class(class_name)) return Treat::add;
  if (is_graph_class(class_name)) return Treat::append;
  if (is_list_class(class_name)) return Treat::join;
  if (std::ranges::find(unsummed_classes, class_name) != unsummed_classes.end()) return Treat::alone;
  return is_single(class_name) ? Treat::same : Treat::distinct;
}

const ClassRule* find(std::span<const ClassRule> rules, std::string_view class_name) noexcept {
  const auto rule = std::ranges::find(rules, class_name, &ClassRule::class_name);
  return rule == rules.end() ? nullptr : &*rule;
}

}  // namespace

Treat treatment_of(std::string_view class_name, std::span<const ClassRule> rules) {
  const ClassRule* rule = find(rules, class_name);
  const Treat by_class = treatment_by_class(class_name);
  const bool is_joined = by_class == Treat::add || by_class == Treat::append || by_class == Treat::join;
  if (rule == nullptr && !is_joined) rule = find(rules, "*");
  switch (rule == nullptr ? Rule::by_class : rule->rule) {
    case Rule::same:
      return Treat::same;
    case Rule::first:
      return Treat::first;
    case Rule::last:
      return Treat::last;
    case Rule::all:
      return Treat::all;
    case Rule::distinct:
      return Treat::distinct;
    case Rule::leave_out:
      return Treat::leave_out;
    case Rule::by_class:
    case Rule::promote:
      break;
  }
  return by_class;
}

bool is_process(const MergedObject& object) noexcept {
  return object.class_name == process_class && object.directory.empty() && process_number(object.name).has_value();
}

bool is_entry_list_class(std::string_view class_name) noexcept { return class_name == "TEntryList"; }

Treat treatment_of(const MergedObject& object, std::span<const ClassRule> rules) {
  if (object.entry_list() != nullptr) return Treat::shift;
  if (is_process(object)) return Treat::first;  // each is one of its own
  const Treat treat = treatment_of(object.class_name, rules);
  if (!object.keeps_all) return treat;
  if (treat == Treat::same) return Treat::distinct;
  const bool is_joined = treat == Treat::add || treat == Treat::append || treat == Treat::join;
  return is_joined || treat == Treat::alone ? Treat::all : treat;
}

}  // namespace ramet::inline v1::merge::internal
