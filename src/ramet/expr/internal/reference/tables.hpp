#pragma once

#include <span>
#include <string_view>

#include "ramet/expr/detail/reference.hpp"

namespace ramet::inline v1::expr {

/// A row of a group: its description without the group. Threads: immutable.
struct DescriptionRow {
  std::string_view name, signature, says, example;
};

std::span<const DescriptionRow> described_mathematics() noexcept;
std::span<const DescriptionRow> described_tmath() noexcept;
std::span<const DescriptionRow> described_probabilities() noexcept;
std::span<const DescriptionRow> described_constants() noexcept;
std::span<const DescriptionRow> described_lists() noexcept;
std::span<const DescriptionRow> described_kinematics() noexcept;
std::span<const DescriptionRow> described_algorithms() noexcept;
std::span<const DescriptionRow> described_strings() noexcept;
std::span<const DescriptionRow> described_others() noexcept;
std::span<const DescriptionRow> described_list_methods() noexcept;
std::span<const DescriptionRow> described_string_methods() noexcept;
std::span<const DescriptionRow> described_vector_methods() noexcept;
std::span<const DescriptionRow> described_operators() noexcept;

}  // namespace ramet::inline v1::expr
