#include "differential/cuda/backend_check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "differential/cuda/backend_run.hpp"
#include "differential/cuda/check.hpp"

namespace musimd::differential::cuda {
namespace {

using harness::Mismatch;
using harness::Run;

/// The first of Oclgrind's reports, which an empty line ends.
std::string first_report(const std::string& reports) {
    const std::size_t begin = std::min(reports.find_first_not_of('\n'), reports.size());
    return reports.substr(begin, reports.find("\n\n", begin) - begin);
}

}  // namespace

std::optional<Mismatch> mismatch_on(const std::string& backend, const Drawn& kernel, const PlainRun& expected,
                                    const Run& run) {
    if (!run.done()) return Mismatch{backend, harness::fault_of(run.kind), run.message};
    std::string difference = first_difference(kernel, expected.buffers, run.memory);
    if (!difference.empty()) return Mismatch{backend, Fault::difference, std::move(difference)};
    if (kinds_of_reports(run.message).empty()) return std::nullopt;
    return Mismatch{backend, Fault::difference, first_report(run.message)};
}

std::string agreement_of(const PlainRun& expected, const Run& run) {
    if (!run.done()) return std::string(to_string(run.kind));
    std::set<std::string> reported = kinds_of_reports(run.message);
    std::set<std::string> ours = expected.volta;  // each thread runs by itself in OpenCL
    if (ours.empty()) ours = expected.lockstep;
    if (reported.empty()) return fmt::format("only musimd: {}", fmt::join(ours, " and "));
    if (ours.empty()) return fmt::format("only oclgrind: {}", fmt::join(reported, " and "));
    const bool is_shared =
        std::ranges::any_of(ours, [&](const auto& kind) { return reported.contains(kind); });
    return is_shared ? "both report"
                     : fmt::format("both report, musimd {}, oclgrind {}", fmt::join(ours, " and "),
                                   fmt::join(reported, " and "));
}

}  // namespace musimd::differential::cuda
