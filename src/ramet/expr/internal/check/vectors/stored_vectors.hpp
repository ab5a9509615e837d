#pragma once

#include <optional>
#include <string_view>

#include "ramet/expr/internal/check/builder.hpp"
#include "ramet/expr/internal/check/operand.hpp"

namespace ramet::inline v1::expr {

/// A record of a file as what expressions know of its class. Of a class of vectors, as TLorentzVector or
/// LorentzVector<PtEtaPhiM4D<double>>, it becomes a vector with its coordinates. If the record has no such coordinates,
/// it has no class, and so no methods of vectors.
Operand of_class(const Builder& builder, Operand record);

/// The member of a vector that files call so, as fP, fCoordinates, fX; nothing if there is none.
std::optional<Operand> stored_member(const Operand& vector, std::string_view name);

}  // namespace ramet::inline v1::expr
