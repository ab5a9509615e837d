#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/expr/internal/check/builder.hpp"
#include "ramet/expr/internal/check/operand.hpp"

namespace ramet::inline v1::expr {

/// The coordinates in which a class of vectors keeps what it is; nothing if the class, without namespaces, is none:
/// "pt eta phi m" of PtEtaPhiMVector. Numbers are double; those of classes that end with F float.
std::optional<std::vector<std::string>> vector_coordinates(std::string_view class_name);

/// The class that a type names: of LorentzVector<PtEtaPhiM4D<double>>, PtEtaPhiMVector.
std::string_view vector_class(const Syntax& type) noexcept;

/// A vector of the class with these coordinates, or with zeros.
Operand make_vector(Builder& builder, std::string_view class_name, std::span<const NodeId> coordinates);

/// A method of vectors without arguments, as Pt, M, Rapidity; nothing if vectors of the class have none of the name.
std::optional<NodeId> vector_property(Builder& builder, const Operand& vector, std::string_view name);

/// A method that gives a vector, or has arguments, as Vect, DeltaR, Dot, Unit; nothing if there is none of the name.
std::optional<Operand> vector_method(Builder& builder, const Operand& vector, std::string_view name,
                                     std::span<const Operand> arguments);

/// What a vector is behind a method that changes it, as SetPt, Boost, RotateX; nothing if there is none of the name.
std::optional<Operand> changed_vector(Builder& builder, const Operand& vector, std::string_view name,
                                      std::span<const Operand> arguments);

/// Whether some vectors have a method of the name without arguments that gives a number.
bool is_vector_property(std::string_view name) noexcept;

/// The names of all methods of vectors without arguments, for messages and the reference.
std::vector<std::string_view> vector_properties();

/// The sum, or the difference, as a vector of the first one's class.
Operand add_vectors(Builder& builder, const Operand& one, const Operand& other, bool subtract);

/// Each Cartesian coordinate times a factor.
Operand scale_vector(Builder& builder, const Operand& vector, NodeId factor);

/// The same vector in another class's coordinates.
Operand convert_vector(Builder& builder, const Operand& vector, std::string_view class_name);

/// x, y, and z and e where the vector has them.
std::vector<NodeId> cartesian(Builder& builder, const Operand& vector);

/// The vector with these Cartesian coordinates, of the class of another.
Operand of_cartesian(Builder& builder, const Operand& like, std::span<const NodeId> cartesian);

/// A vector of four, as it is seen in a system that moves with -velocity.
Operand boosted(Builder& builder, const Operand& vector, std::span<const NodeId> velocity);

/// Turned around the axis x, y or z.
Operand rotated(Builder& builder, const Operand& vector, char axis, NodeId angle);

/// phi between -pi and pi.
NodeId delta_phi(Builder& builder, NodeId one, NodeId other, NodeId half_turn);

}  // namespace ramet::inline v1::expr
