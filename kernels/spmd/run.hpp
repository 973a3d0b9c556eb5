#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/compiled/backend.hpp"
#include "kernels/spmd/comparison.hpp"

// Compares one case on a backend with its run on the machine.

namespace musimd::kernels {

struct BackendReport {
    enum class Kind : std::uint8_t { agrees, differs, crashed, timed_out, unavailable, not_compiled };
    std::string backend;
    Kind kind = Kind::agrees;
    std::string message;  ///< for all but agrees and differs: why, or the compiler's messages
    struct Buffer {
        std::string argument;
        Type type = Type::i32;
        BufferComparison comparison;
    };
    std::vector<Buffer> buffers = {};  ///< each block, under its first argument's name
    std::uint32_t line = 0;            ///< source line: what a signal interrupted; 0: not known
};

/// `differs`
std::string_view to_string(BackendReport::Kind kind);

/// Compares a result of the case with `expected`, by block.
BackendReport judge(const Backend& backend, const KernelEntry& entry, const KernelLaunch& launch,
                    const CaseResult& result, const std::vector<Words>& expected, const Tolerance& tolerance);

/// The first argument that points into the block, which has its name and element type; or null.
const KernelArgument* argument_of_block(const KernelEntry& entry, const KernelLaunch& launch,
                                        std::size_t block);

/// Compiles and runs it. `file` is the source, if the unit includes it: a crash is one of its lines.
BackendReport compare_on(const Backend& backend, const KernelUnit& unit, const KernelLaunch& launch,
                         const std::vector<Words>& expected, const Tolerance& tolerance,
                         const CompileOptions& options = {}, const RunLimits& limits = {},
                         const std::string& file = {});

}  // namespace musimd::kernels
