#pragma once

// Many files as one table, with friends and joins.

#include "ramet/dataset/dataset.hpp"
#include "ramet/dataset/dataset_options.hpp"
#include "ramet/dataset/index.hpp"
#include "ramet/dataset/places.hpp"
