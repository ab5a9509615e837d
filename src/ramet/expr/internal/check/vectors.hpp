#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ramet/expr/internal/check/builder.hpp"
#include "ramet/expr/internal/check/operand.hpp"

namespace ramet::inline v1::expr {

/// The coordinates in which a class of vectors keeps what it is; nothing if the class, without namespaces, is none:
/// "pt eta phi m" of PtEtaPhiMVector. Numbers are double.
std::optional<std::vector<std::string>> vector_coordinates(std::string_view class_name);

/// A vector of the class with these coordinates, or with zeros.
Operand make_vector(Builder& builder, std::string_view class_name, std::span<const NodeId> coordinates);

/// A method of vectors without arguments, as Pt, M, Rapidity; nothing if vectors of the class have none of the name.
std::optional<NodeId> vector_property(Builder& builder, const Operand& vector, std::string_view name);

/// A method with another vector or with numbers, as DeltaR, Dot, Boost; nothing if there is none of the name.
std::optional<Operand> vector_method(Builder& builder, const Operand& vector, std::string_view name,
                                     std::span<const Operand> arguments);

/// The sum, or the difference, as a vector of the first one's class.
Operand add_vectors(Builder& builder, const Operand& one, const Operand& other, bool subtract);

/// Each Cartesian coordinate times a factor.
Operand scale_vector(Builder& builder, const Operand& vector, NodeId factor);

/// The same vector in another class's coordinates.
Operand convert_vector(Builder& builder, const Operand& vector, std::string_view class_name);

/// phi between -pi and pi.
NodeId delta_phi(Builder& builder, NodeId one, NodeId other, NodeId half_turn);

}  // namespace ramet::inline v1::expr
