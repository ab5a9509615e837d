#pragma once

/// Expressions over the entries of trees, ntuples and datasets, on all threads.

#include "ramet/frame/pass.hpp"
#include "ramet/frame/query.hpp"
#include "ramet/frame/select.hpp"
#include "ramet/frame/source.hpp"
