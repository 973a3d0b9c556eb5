#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "dsl/cuda/kernel_function.hpp"
#include "reader/front_end.hpp"

// Where host code calls CUDA's runtime.

namespace musimd_cuda {
class Reader;  // of dsl/cuda/headers/musimd_cuda_channel.h, which is not installed
}

namespace musimd::kernels::cuda {

/// The calls that had not returned, innermost first: the file that has the code of each, and where in it the
/// call returns to.
struct HostCall {
    std::vector<std::pair<std::string, std::uint64_t>> frames = {};
    bool by_stub = false;  ///< by the function that `<<<>>>` calls, whose line is that of the kernel
    friend auto operator<=>(const HostCall&, const HostCall&) = default;
};

/// For the compiler, the folder of our headers is this one.
inline constexpr const char* kHeaders = "/musimd-headers";

/// As musimd_cuda_places.h writes it.
HostCall read_call(musimd_cuda::Reader& message);

/// The lines of calls.
class HostLines {
  public:
    /// Of the program, whose files the user names so.
    explicit HostLines(const std::vector<reader::Source>& sources) {
        for (const reader::Source& source : sources) files_.push_back(source.file);
    }

    /// Looks for all these lines at once, which is quicker.
    void find(const std::vector<HostCall>& calls);
    /// The innermost line of the user's code; line 0, of the first file, if it is not known.
    dsl::cuda::FileLine line_of(const HostCall& call);

  private:
    std::string as_user_names(const std::string& file) const;

    std::vector<std::string> files_;
    /// By frame; those of functions that are inlined there, innermost first.
    std::map<std::pair<std::string, std::uint64_t>, std::vector<dsl::cuda::FileLine>> known_;
};

}  // namespace musimd::kernels::cuda
