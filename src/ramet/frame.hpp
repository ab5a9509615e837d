#pragma once

// Expressions over the entries of trees, ntuples and datasets, on all threads; TTree::Draw.

#include "ramet/frame/drawing/drawing.hpp"
#include "ramet/frame/drawing/good_limits.hpp"
#include "ramet/frame/drawing/rows.hpp"
#include "ramet/frame/drawing/target.hpp"
#include "ramet/frame/pass.hpp"
#include "ramet/frame/query.hpp"
#include "ramet/frame/select.hpp"
#include "ramet/frame/source.hpp"
