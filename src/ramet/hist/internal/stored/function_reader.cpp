#include "ramet/hist/internal/stored/function_reader.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/hist/internal/stored/class_family.hpp"
#include "ramet/hist/internal/stored/containers.hpp"

// Member names are those of TF1.h, TF2.h, TF3.h and TFormula.h since ROOT 6.

namespace ramet::inline v1::hist::internal {

using object::ObjectReader;
using object::ObjectTag;

/// The fields that are read of a TFormula. Threads: a value.
struct FormulaFields {
  std::string text;
  std::vector<double> values;
  std::map<std::int32_t, std::string> names;

  void read_values(ObjectReader& reader) { values = read_doubles(reader); }

  /// Read a std::map<TString, int>, pair by pair. A parameter may have two names, such as "p0" and "mass": the last one
  /// is used.
  void read_names(ObjectReader& reader) {
    constexpr std::size_t smallest_pair = 1 + sizeof(std::int32_t);
    if (reader.read_version().memberwise) return;
    bytes::ByteCursor& cursor = reader.cursor();
    for (std::size_t left = cursor.count(smallest_pair, "number of parameters"); left > 0; --left) {
      std::string name(cursor.string());
      names[cursor.read<std::int32_t>()] = std::move(name);
    }
  }
};

/// The fields that are read of a TF1Parameters, which functions without a formula have. Threads: a value.
struct ParameterFields {
  std::vector<double> values;
  std::vector<std::string> names;

  void read_values(ObjectReader& reader) { values = read_doubles(reader); }
  void read_names(ObjectReader& reader) { names = read_strings(reader); }
};

/// The fields that are read of a TF1, TF2 or TF3. Threads: a value; it borrows the plans.
struct FunctionFields {
  object::MemberPlans<FormulaFields>* formulas = nullptr;
  object::MemberPlans<ParameterFields>* parameter_lists = nullptr;
  std::string name;
  std::string title;
  std::int32_t variables = 1;
  double x_low = 0, x_high = 0, y_low = 0, y_high = 0, z_low = 0, z_high = 0;
  std::int32_t drawn_points = 0;
  std::int32_t degrees_of_freedom = 0;
  double chi_square = 0, minimum = 0, maximum = 0, integral = 0;
  bool is_normalized = false;
  std::vector<double> errors, lows, highs, saved;
  FormulaFields formula;
  ParameterFields parameters;

  void read_errors(ObjectReader& reader) { errors = read_doubles(reader); }
  void read_lows(ObjectReader& reader) { lows = read_doubles(reader); }
  void read_highs(ObjectReader& reader) { highs = read_doubles(reader); }
  void read_saved(ObjectReader& reader) { saved = read_doubles(reader); }

  void read_formula(ObjectReader& reader) {
    const auto read = [&](const ObjectTag& tag) { formulas->read(reader, tag.class_name, formula); };
    const ObjectTag tag = reader.read_tag();
    if (tag.kind == ObjectTag::Kind::object) read(tag);
    if (tag.kind == ObjectTag::Kind::reference) reader.revisit(tag.identity, read);
  }

  void read_parameters(ObjectReader& reader) {
    const ObjectTag tag = reader.read_tag();
    if (tag.kind == ObjectTag::Kind::object) parameter_lists->read(reader, tag.class_name, parameters);
  }
};

namespace {

using FunctionPlans = object::MemberPlans<FunctionFields>;
using FormulaPlans = object::MemberPlans<FormulaFields>;
using ParameterPlans = object::MemberPlans<ParameterFields>;

constexpr std::uint32_t most_variables = 3;

FunctionPlans function_plans() {
  using Fields = FunctionFields;
  using Field = object::Member<Fields>;
  return FunctionPlans({Field::at<&Fields::name>("fName"),
                        Field::at<&Fields::title>("fTitle"),
                        Field::at<&Fields::variables>("fNdim"),
                        Field::at<&Fields::x_low>("fXmin"),
                        Field::at<&Fields::x_high>("fXmax"),
                        Field::at<&Fields::y_low>("fYmin"),
                        Field::at<&Fields::y_high>("fYmax"),
                        Field::at<&Fields::z_low>("fZmin"),
                        Field::at<&Fields::z_high>("fZmax"),
                        Field::at<&Fields::drawn_points>("fNpx"),
                        Field::at<&Fields::degrees_of_freedom>("fNDF"),
                        Field::at<&Fields::chi_square>("fChisquare"),
                        Field::at<&Fields::minimum>("fMinimum"),
                        Field::at<&Fields::maximum>("fMaximum"),
                        Field::at<&Fields::integral>("fNormIntegral"),
                        Field::at<&Fields::is_normalized>("fNormalized"),
                        Field::at<&Fields::read_errors>("fParErrors"),
                        Field::at<&Fields::read_lows>("fParMin"),
                        Field::at<&Fields::read_highs>("fParMax"),
                        Field::at<&Fields::read_saved>("fSave"),
                        Field::at<&Fields::read_formula>("fFormula"),
                        Field::at<&Fields::read_parameters>("fParams")});
}

FormulaPlans formula_plans() {
  using Fields = FormulaFields;
  using Field = object::Member<Fields>;
  return FormulaPlans({Field::at<&Fields::text>("fFormula"), Field::at<&Fields::read_values>("fClingParameters"),
                       Field::at<&Fields::read_names>("fParams")});
}

ParameterPlans parameter_plans() {
  using Fields = ParameterFields;
  using Field = object::Member<Fields>;
  return ParameterPlans({Field::at<&Fields::read_values>("fParameters"), Field::at<&Fields::read_names>("fParNames")});
}

double number_at(const std::vector<double>& numbers, std::size_t index) {
  return index < numbers.size() ? numbers[index] : 0;
}

std::string name_of(const FunctionFields& fields, std::size_t index) {
  const auto named = fields.formula.names.find(static_cast<std::int32_t>(index));
  if (named != fields.formula.names.end()) return named->second;
  if (index < fields.parameters.names.size()) return fields.parameters.names[index];
  return fmt::format("p{}", index);
}

std::vector<FunctionParameter> parameters_of(const FunctionFields& fields) {
  const auto& values = fields.formula.values.empty() ? fields.parameters.values : fields.formula.values;
  std::vector<FunctionParameter> parameters(values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    parameters[i] = {.name = name_of(fields, i),
                     .value = values[i],
                     .error = number_at(fields.errors, i),
                     .low = number_at(fields.lows, i),
                     .high = number_at(fields.highs, i)};
  return parameters;
}

Function make_function(FunctionFields fields, std::string_view class_name) {
  Function function{.class_name = std::string(class_name),
                    .name = std::move(fields.name),
                    .title = std::move(fields.title),
                    .parameters = parameters_of(fields),
                    .chi_square = fields.chi_square,
                    .degrees_of_freedom = fields.degrees_of_freedom,
                    .drawn_points = static_cast<std::uint32_t>(std::max(fields.drawn_points, 0)),
                    .saved_values = std::move(fields.saved),
                    .minimum = fields.minimum,
                    .maximum = fields.maximum,
                    .is_normalized = fields.is_normalized,
                    .integral = fields.integral};
  function.formula = std::move(fields.formula.text);
  function.variables = static_cast<std::uint32_t>(std::max(fields.variables, 0));
  function.ranges = {{fields.x_low, fields.x_high}, {fields.y_low, fields.y_high}, {fields.z_low, fields.z_high}};
  function.ranges.resize(std::clamp(function.variables, 1U, most_variables));
  return function;
}

}  // namespace

FunctionReader::FunctionReader()
    : functions_(std::make_unique<FunctionPlans>(function_plans())),
      formulas_(std::make_unique<FormulaPlans>(formula_plans())),
      parameters_(std::make_unique<ParameterPlans>(parameter_plans())) {}

FunctionReader::~FunctionReader() = default;

Function FunctionReader::read(ObjectReader& reader, std::string_view class_name) {
  if (is_a(reader.layouts(), class_name, "TFormula"))
    detail::fail(ErrorKind::unsupported, "function of class '{}' in the format of ROOT 5, which is not supported",
                 class_name);
  FunctionFields fields;
  fields.formulas = formulas_.get();
  fields.parameter_lists = parameters_.get();
  functions_->read(reader, class_name, fields);
  return make_function(std::move(fields), class_name);
}

std::vector<Function> FunctionReader::read_listed(ObjectReader& reader) {
  std::vector<Function> functions;
  for_each_listed(reader, [&](const ObjectTag& tag) {
    if (tag.kind != ObjectTag::Kind::object || !is_a(reader.layouts(), tag.class_name, "TF1")) return;
    unless_unsupported([&] { functions.push_back(read(reader, tag.class_name)); });
  });
  return functions;
}

}  // namespace ramet::inline v1::hist::internal
