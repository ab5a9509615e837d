#pragma once

// Objects of any class: read into described structs or looked at by name, and written.

#include "ramet/array/describe.hpp"
#include "ramet/object/object_graph.hpp"
#include "ramet/object/object_reader.hpp"
#include "ramet/object/payload.hpp"
#include "ramet/object/typed/described_payload.hpp"
#include "ramet/object/typed/struct_plan.hpp"
#include "ramet/object/value.hpp"
