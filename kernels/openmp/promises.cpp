#include <fmt/format.h>

#include <bit>

#include "kernels/openmp/call_run.hpp"
#include "kernels/openmp/device_findings.hpp"

// What `declare simd` has promised of the arguments of calls; see dsl/openmp/promise.hpp.

namespace musimd::kernels::openmp {

void CallRun::check_promise(const dsl::Statement& s) {
    const Cost before = run_.host;
    std::vector<std::int64_t> values;
    for (const dsl::Expr& operand : s.operands) {
        values.push_back(static_cast<std::int64_t>(execute({}, operand, s.line)));
        if (values.front() == 0) break;
    }
    run_.host = before;
    if (values.front() == 0 || !noted_promises_.insert(&s).second) return;
    const auto text = [&](std::int64_t value) {
        return s.is_new ? fmt::format("{}", std::bit_cast<double>(value)) : fmt::format("{}", value);
    };
    if (values.size() == 1) {
        run_.findings.push_back({.kind = std::string(kDeclareSimd),
                                 .message = s.function,
                                 .line = s.line,
                                 .calls = calls_around(LoopProgram{}, 0)});
        return;
    }
    run_.findings.push_back(
        {.kind = std::string(kDeclareSimd),
         .message = fmt::format(
             "{} does not hold: iteration {} of the simd loop on line {} passes {}, not {}; iteration "
             "{} passed {}",
             s.function, values[3], values[6], text(values[1]), text(values[2]), values[5], text(values[4])),
         .line = s.line,
         .calls = calls_around(LoopProgram{}, 0)});
}

}  // namespace musimd::kernels::openmp
