#pragma once

// Dataframes over trees, ntuples, datasets and arrays: definitions, filters, variations, results in one pass on all
// threads. Expressions over entries; TTree::Draw.

#include "ramet/frame/action.hpp"
#include "ramet/frame/actions/histograms.hpp"
#include "ramet/frame/actions/numbers.hpp"
#include "ramet/frame/actions/snapshot.hpp"
#include "ramet/frame/actions/stored_columns.hpp"
#include "ramet/frame/actions/take.hpp"
#include "ramet/frame/array_rows.hpp"
#include "ramet/frame/booked.hpp"
#include "ramet/frame/callables.hpp"
#include "ramet/frame/drawing/drawing.hpp"
#include "ramet/frame/drawing/good_limits.hpp"
#include "ramet/frame/drawing/rows.hpp"
#include "ramet/frame/drawing/target.hpp"
#include "ramet/frame/explaining/explanation.hpp"
#include "ramet/frame/explaining/formats.hpp"
#include "ramet/frame/explaining/picture.hpp"
#include "ramet/frame/frame.hpp"
#include "ramet/frame/function.hpp"
#include "ramet/frame/pass.hpp"
#include "ramet/frame/query.hpp"
#include "ramet/frame/samples.hpp"
#include "ramet/frame/select.hpp"
#include "ramet/frame/source.hpp"
