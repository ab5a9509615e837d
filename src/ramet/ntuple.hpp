#pragma once

// RNTuples: their fields, and reading columns of them.

#include "ramet/ntuple/ntuple.hpp"
#include "ramet/ntuple/ntuple_reader.hpp"
