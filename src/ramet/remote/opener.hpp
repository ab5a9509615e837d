#pragma once

#include <memory>
#include <string>

#include "ramet/io/byte_source.hpp"

namespace ramet::inline v1::remote {

/// Opens files of servers that ramet does not speak to itself, such as root:// ones; a program brings it
/// (RemoteOptions::opener). Threads: any.
class Opener {
 public:
  Opener() = default;
  Opener(const Opener&) = delete;
  Opener& operator=(const Opener&) = delete;
  virtual ~Opener() = default;

  /// Open a file. The source may outlive the opener. Throws Error(file_missing), Error(unsupported) for a scheme that
  /// it does not know, Error(io).
  virtual std::shared_ptr<const io::ByteSource> open(const std::string& url) const = 0;
};

}  // namespace ramet::inline v1::remote
