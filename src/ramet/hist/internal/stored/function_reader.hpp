#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "ramet/hist/figures/function.hpp"
#include "ramet/object/detail/member_plans.hpp"

namespace ramet::inline v1::hist::internal {

struct FunctionFields;
struct FormulaFields;
struct ParameterFields;

/// Reads TF1, TF2, TF3 and derived classes, as written by ROOT 6. Threads: one thread.
class FunctionReader {
 public:
  FunctionReader();
  ~FunctionReader();
  FunctionReader(const FunctionReader&) = delete;
  FunctionReader& operator=(const FunctionReader&) = delete;

  /// The reader must be at the version head. Throws Error(corrupt), and Error(unsupported) for functions of ROOT 5,
  /// which derive from TFormula.
  Function read(object::ObjectReader& reader, std::string_view class_name);

  /// Read the functions in a TList, embedded or behind a pointer; other objects in it (statistics boxes, ...) and
  /// unsupported functions are left out.
  std::vector<Function> read_listed(object::ObjectReader& reader);

 private:
  std::unique_ptr<object::MemberPlans<FunctionFields>> functions_;
  std::unique_ptr<object::MemberPlans<FormulaFields>> formulas_;
  std::unique_ptr<object::MemberPlans<ParameterFields>> parameters_;
};

}  // namespace ramet::inline v1::hist::internal
