#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "kernels/cuda/program/host_calls.hpp"
#include "kernels/findings/finding.hpp"
#include "reader/front_end.hpp"

// What is wrong with calls of CUDA's runtime.

namespace musimd::kernels::cuda {

struct HostFinding {
    std::string kind;
    std::string message;
    bool is_error = false;
    HostCall call;
    /// Another line: of host code, or of a kernel.
    std::variant<std::monostate, HostCall, dsl::cuda::FileLine> other = {};
    std::string other_says = {};  ///< what that is
    std::uint64_t count = 1;
};

/// As a report shows it.
struct LocatedFinding {
    Finding finding;  ///< its lines are numbers of HostFindings::Located
    bool is_warning = true;
    std::uint64_t count = 1;
};

class HostFindings {
  public:
    /// Those of one kind, message and line are one.
    void add(HostFinding found);

    /// With lines of these files and of others, as those of a kernel are.
    struct Located {
        std::shared_ptr<const reader::Source> source;  ///< the first file
        std::vector<dsl::cuda::IncludedFile> others;
        std::vector<LocatedFinding> findings;
    };
    Located located(const std::vector<reader::Source>& sources) const;

  private:
    std::vector<HostFinding> list_;
};

}  // namespace musimd::kernels::cuda
