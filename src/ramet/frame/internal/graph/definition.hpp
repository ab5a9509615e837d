#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/array/type.hpp"
#include "ramet/expr/expression.hpp"
#include "ramet/frame/function.hpp"
#include "ramet/frame/sources/samples.hpp"

namespace ramet::inline v1::frame::internal {

struct Definition;
using DefinitionPointer = std::shared_ptr<const Definition>;
/// Names of variations, as "met:up".
using VariationNames = std::set<std::string>;

/// Other values for some columns at a time. Threads: immutable.
struct Variation {
  std::string name;
  std::vector<std::string> tags;
  /// The values for the tags, as a list; for several columns, a list for each of them.
  DefinitionPointer lists;
  std::size_t columns = 1;
  bool is_nested = false;  ///< the lists are for several columns

  std::string tag_name(std::size_t tag) const { return name + ":" + tags[tag]; }
};

/// How the values of a column come about. Threads: immutable.
struct Definition {
  enum class Kind : std::uint8_t {
    column,    ///< a column of the source
    text,      ///< an expression
    function,  ///< a function of the user's
    varied,    ///< another definition, but for some variations an element of a list
    sample,    ///< one value for each sample
  };
  /// What a column of the source gives for an entry in which it is missing.
  enum class Missing : std::uint8_t {
    error,   ///< an error that names the entry
    filled,  ///< a default value
    told,    ///< instead of values: whether there is one
    denied,  ///< instead of values: whether there is none
    kept,    ///< nothing: the values are an option
  };

  Kind kind = Kind::text;
  std::string name = {};
  array::Type type = {};
  /// Of a column of the source: its name there, what its strings are, and what becomes of missing values.
  std::string path = {};
  expr::Scope::Text characters = expr::Scope::Text::string;
  Missing missing = Missing::error;
  bool is_optional = false;               ///< its values may be missing
  std::optional<array::Array> fill = {};  ///< one value
  /// An expression, and what the names in it mean.
  std::string text = {};
  expr::Language language = expr::Language::cpp;
  std::string stream = {};  ///< of its random numbers
  std::map<std::string, DefinitionPointer, std::less<>> names = {};
  /// A function and its arguments.
  std::shared_ptr<const BatchFunction> function = {};
  std::vector<DefinitionPointer> arguments = {};
  /// A value for each sample, which its text or a function of the user's gives; `is_text` says which.
  bool is_text = true;
  std::function<array::Array(const Sample&)> of_sample = {};
  /// A varied one.
  DefinitionPointer nominal = {};
  std::shared_ptr<const Variation> variation = {};
  std::size_t varied_column = 0;

  /// Whether its values say which entries have, or lack, a column.
  bool tells_missing() const noexcept { return missing == Missing::told || missing == Missing::denied; }

  /// The variations under which it has other values.
  VariationNames varies_with = {};
};

}  // namespace ramet::inline v1::frame::internal
