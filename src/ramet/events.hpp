#pragma once

// Entries as structs, in order or by number: EventReader.

#include "ramet/array/describe.hpp"
#include "ramet/dataset/events/event_reader.hpp"
