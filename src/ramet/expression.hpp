#pragma once

// Expressions of columns: C++ text that is compiled to a program, and run over batches; formulas of TF1.

#include "ramet/expr/derivative.hpp"
#include "ramet/expr/draw.hpp"
#include "ramet/expr/expression.hpp"
#include "ramet/expr/formula.hpp"
#include "ramet/expr/program_builder.hpp"
