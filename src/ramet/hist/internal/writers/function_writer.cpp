#include "ramet/hist/internal/writers/function_writer.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "ramet/core/error.hpp"
#include "ramet/hist/figures/written_function.hpp"

// Class versions and defaults are those of ROOT 6.40 (TF1.h, TFormula.h).

namespace ramet::inline v1::hist::internal {
namespace {

using object::ObjectWriter;

constexpr std::uint32_t not_global = 1U << 10;  // TF1::kNotGlobal: it is not in the list of all functions
constexpr std::uint16_t collection_version = 10;
constexpr std::int32_t default_points = 100;

/// Numbers by which ROOT knows functions whose integral it has (TFormula::GetNumber).
struct KnownFormula {
  std::string_view text;
  std::int32_t number;
};
constexpr std::array<KnownFormula, 5> known_formulas = {
    {{"gaus", 100}, {"gausn", 100}, {"expo", 200}, {"landau", 400}, {"landaun", 400}}};

std::int32_t number_of(std::string_view title) noexcept {
  if (title.size() == 4 && title.starts_with("pol") && title[3] >= '0' && title[3] <= '9')
    return 300 + (title[3] - '0');
  const auto found = std::ranges::find(known_formulas, title, &KnownFormula::text);
  return found == known_formulas.end() ? 0 : found->number;
}

template <class Get>
void write_column(ObjectWriter& writer, const Function& function, const Get& get) {
  writer.versioned(collection_version, [&] {
    writer.write(static_cast<std::uint32_t>(function.parameters.size()));
    for (const FunctionParameter& parameter : function.parameters) writer.write(get(parameter));
  });
}

/// TAttLine, TAttFill and TAttMarker as a new TF1 has them: a red line.
void write_look(ObjectWriter& writer) {
  writer.versioned(2, [&] {
    for (const int number : {2, 1, 2}) writer.write(static_cast<std::int16_t>(number));  // color, style, width
  });
  writer.versioned(2, [&] {
    for (const int number : {19, 0}) writer.write(static_cast<std::int16_t>(number));
  });
  writer.versioned(3, [&] {
    for (const int number : {1, 1}) writer.write(static_cast<std::int16_t>(number));
    writer.write(1.0F);
  });
}

void write_formula(ObjectWriter& writer, const Function& function) {
  writer.versioned(14, [&] {
    writer.tnamed(function.name, function.title, not_global);
    write_column(writer, function, [](const FunctionParameter& one) { return one.value; });
    writer.write(true);  // fAllParametersSetted
    writer.versioned(collection_version, [&] {
      writer.write(static_cast<std::uint32_t>(function.parameters.size()));
      for (std::size_t i = 0; i < function.parameters.size(); ++i) {
        writer.string(function.parameters[i].name);
        writer.write(static_cast<std::int32_t>(i));
      }
    });
    writer.string(function.formula);
    writer.write(std::int32_t{1});  // fNdim
    writer.write(number_of(function.title));
    writer.versioned(collection_version, [&] { writer.write(std::uint32_t{0}); });  // fLinearParts
    writer.write(false);                                                            // fVectorized
  });
}

/// How many points were fitted: the degrees of freedom, and the parameters that were free.
std::int32_t fitted_points(const Function& function) noexcept {
  const auto is_free = [](const FunctionParameter& one) { return one.low != one.high || one.low == 0; };
  const auto free = std::ranges::count_if(function.parameters, is_free);
  return function.degrees_of_freedom == 0 ? 0 : function.degrees_of_freedom + static_cast<std::int32_t>(free);
}

}  // namespace

bool is_writable(const Function& function) noexcept {
  return function.variables == 1 && !function.formula.empty() && function.ranges.size() == 1;
}

void write_function(ObjectWriter& writer, const Function& function) {
  writer.versioned(12, [&] {
    writer.tnamed(function.name, function.title, not_global);
    write_look(writer);
    writer.write(function.ranges.front().low);
    writer.write(function.ranges.front().high);
    writer.write(static_cast<std::int32_t>(function.parameters.size()));
    writer.write(std::int32_t{1});  // fNdim
    writer.write(function.drawn_points == 0 ? default_points : static_cast<std::int32_t>(function.drawn_points));
    writer.write(std::int32_t{0});  // fType: a formula
    writer.write(fitted_points(function));
    writer.write(function.degrees_of_freedom);
    writer.write(function.chi_square);
    writer.write(function.minimum);
    writer.write(function.maximum);
    write_column(writer, function, [](const FunctionParameter& one) { return one.error; });
    write_column(writer, function, [](const FunctionParameter& one) { return one.low; });
    write_column(writer, function, [](const FunctionParameter& one) { return one.high; });
    writer.versioned(collection_version, [&] {
      writer.write(static_cast<std::uint32_t>(function.saved_values.size()));
      writer.numbers(std::span<const double>(function.saved_values));
    });
    writer.write(function.is_normalized);
    writer.write(function.integral);
    writer.object("TFormula", [&] { write_formula(writer, function); });
    writer.null();  // fParams
    writer.null();  // fComposition
  });
}

void write_functions(ObjectWriter& writer, const std::vector<Function>& functions, std::uint32_t bits) {
  writer.versioned(5, [&] {
    writer.tobject(bits);
    writer.string("");
    writer.write(static_cast<std::int32_t>(std::ranges::count_if(functions, is_writable)));
    for (const Function& function : functions) {
      if (!is_writable(function)) continue;
      writer.object("TF1", [&] { write_function(writer, function); });
      writer.string("");  // how it is drawn
    }
  });
}

void add_function_classes(std::vector<std::string>& classes, const std::vector<Function>& functions) {
  if (std::ranges::none_of(functions, is_writable)) return;
  classes.emplace_back("TF1");
  classes.emplace_back("TFormula");
}

}  // namespace ramet::inline v1::hist::internal

namespace ramet::inline v1::object {

Payload PayloadOf<hist::Function>::of(const hist::Function& function) {
  if (!hist::internal::is_writable(function))
    detail::fail(ErrorKind::unsupported, "function '{}' has {} variables and the formula '{}': TF1 are written",
                 function.name, function.variables, function.formula);
  return {.class_name = "TF1",
          .title = function.title,
          .known_classes = {"TF1", "TFormula"},
          .make = [&function](std::string_view name, std::size_t key_length) {
            ObjectWriter writer(key_length);
            hist::Function renamed = function;
            renamed.name = name;
            hist::internal::write_function(writer, renamed);
            return std::move(writer).take_payload();
          }};
}

}  // namespace ramet::inline v1::object
