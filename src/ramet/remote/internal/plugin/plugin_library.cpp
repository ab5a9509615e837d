#include "ramet/remote/internal/plugin/plugin_library.hpp"

#include <dlfcn.h>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::remote::internal {

const RametReaderPlugin& load_plugin(const std::string& library) {
  void* const loaded = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (loaded == nullptr) {
    const char* const reason = dlerror();  // NOLINT(concurrency-mt-unsafe): each thread has its own in glibc and musl
    detail::fail(ErrorKind::unsupported, "{}", reason == nullptr ? "it cannot be loaded" : reason);
  }
  const auto function = reinterpret_cast<RametReaderPluginFunction*>(dlsym(loaded, "ramet_reader_plugin"));
  if (function == nullptr) detail::fail(ErrorKind::unsupported, "{} is no plugin that reads files", library);
  const RametReaderPlugin* const plugin = function();
  if (plugin == nullptr || plugin->version != 1)
    detail::fail(ErrorKind::unsupported, "{} is a plugin of version {}, expected 1", library,
                 plugin == nullptr ? 0 : plugin->version);
  return *plugin;
}

}  // namespace ramet::inline v1::remote::internal
