#pragma once

#include <cstddef>

#include "ramet/expr/internal/check/functions/functions.hpp"

namespace ramet::inline v1::expr {

// What the algorithms of the standard library have in common: the values between two places, and how a variable is
// changed. Threads: one at a time, as CallSite.

/// The elements between two places, the first of which is the argument of this number; of a string its characters.
Operand range_of(const CallSite& call, std::size_t first = 0);
/// As many elements from a place on as another list has.
Operand range_beside(const CallSite& call, std::size_t first, const Operand& list);
/// A place so many elements behind another one.
Operand place_after(const CallSite& call, const Operand& place, NodeId count);
NodeId size_of(const CallSite& call, const Operand& list);
/// 0, 1, ... for each element.
NodeId places_of(const CallSite& call, const Operand& list);
NodeId negated(const CallSite& call, NodeId truths);
/// The elements whose truth is true.
Operand kept(const CallSite& call, const Operand& list, NodeId truths);
Operand taken(const CallSite& call, const Operand& list, NodeId places);
/// The first count elements, or for a negative count the last ones.
Operand first_of(const CallSite& call, const Operand& list, NodeId count);
Operand joined(const CallSite& call, const Operand& one, const Operand& other);
/// The node of a list of numbers or texts. Throws Error(misuse) for others.
NodeId numbers_of(const CallSite& call, const Operand& list);
/// true or false for each element: whether the third argument, a lambda, says so, or whether it is equal to it.
NodeId truths_of(const CallSite& call, const Operand& list);
/// The place of the first element between the two places for which it is true, or the second place.
Operand first_place(const CallSite& call, NodeId truths);
/// The whole list that the first argument is a place in, where `to` stands for the values between two places.
Operand with_part(const CallSite& call, const Operand& part, const Operand& to);
Operand reversed(const CallSite& call, const Operand& list);
/// Let the variable that the first argument is a place in be `to`.
Operand changed(const CallSite& call, const Operand& to);
/// Let values be behind v.begin(), or behind all with std::back_inserter(v). Gives the place behind them.
Operand written_to(const CallSite& call, const Operand& place, const Operand& values);

}  // namespace ramet::inline v1::expr
