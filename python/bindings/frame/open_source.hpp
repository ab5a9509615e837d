#pragma once

#include <memory>

#include "bindings.hpp"

#include "ramet/frame/source.hpp"

namespace ramet::bindings {

/// A source and the session whose executor its passes use. Threads: immutable.
struct OpenSource {
  std::shared_ptr<const dataset::Session> session;
  frame::Source source;
};

}  // namespace ramet::bindings
