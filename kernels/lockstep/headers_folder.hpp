#pragma once

#include <string>
#include <tl/expected.hpp>

#include "host/files.hpp"

namespace musimd::kernels::lockstep {

/// PMacc's headers, as files of a folder, for compilers. Throws std::system_error if it cannot be made.
class HeadersFolder {
  public:
    HeadersFolder();
    std::string path() const { return folder_.path().string(); }

  private:
    host::TemporaryFolder folder_;
};

}  // namespace musimd::kernels::lockstep
