#pragma once

#include <chrono>
#include <filesystem>
#include <future>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "host/files.hpp"
#include "reader/front_end.hpp"

namespace musimd::kernels::cuda {

struct BuiltProgram {
    std::filesystem::path file;
    std::string messages;  ///< the compilers' warnings
};

/// Compiles the host code of a program by Clang 19, its files at the same time, and links it with the runtime
/// that runs kernels on the machine. Objects are kept for later runs (object_cache.hpp).
class ProgramBuild {
  public:
    /// Begins. `limit` is the time for a compiler.
    ProgramBuild(std::vector<reader::Source> sources, std::chrono::milliseconds limit);

    /// Waits. An error is the compiler's messages, or says what to install.
    const tl::expected<BuiltProgram, std::string>& result() const { return result_.get(); }

    /// A folder that exists as long as the build, where the program is.
    const std::filesystem::path& folder() const { return folder_.path(); }

  private:
    tl::expected<BuiltProgram, std::string> build(const std::vector<reader::Source>& sources,
                                                  std::chrono::milliseconds limit) const;

    host::TemporaryFolder folder_;
    std::shared_future<tl::expected<BuiltProgram, std::string>> result_;
};

/// Clang 19; empty if it is not installed.
std::filesystem::path host_clang();

}  // namespace musimd::kernels::cuda
