#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/cuda/kernel_function.hpp"
#include "kernels/findings/finding.hpp"
#include "kernels/findings/known.hpp"
#include "kernels/findings/source_lines.hpp"

// What is wrong with a kernel, or with the launches of a program, in whatever language: what all reports have
// in common.

namespace musimd::kernels {

enum class FindingState : std::uint8_t {
    fresh,
    known,  ///< by the baseline
    suppressed,
};

/// How findings are judged.
struct Judgement {
    bool warnings_are_errors = false;
    int error_status = 1;  ///< the exit status if something is wrong
    std::optional<Suppressions> suppressions = {};
    std::optional<Baseline> baseline = {};

    FindingState state_of(const FindingKey& key) const;
    /// A note for each finding that the baseline has, of that file and kernel, and `keys` lack.
    std::string no_longer_found(const std::string& file, const std::string& kernel,
                                const std::vector<FindingKey>& keys) const;
};

/// What identifies it. `lines`: of the kernel's source.
FindingKey key_of(const Finding& finding, const std::string& kernel, const SourceLines& lines);

struct ListedFinding {
    Finding finding;
    std::string kernel;
    const SourceLines* lines = nullptr;  ///< lines of the kernel's source
    FindingState state = FindingState::fresh;
    bool is_warning = false;
    bool is_difference = false;            ///< between results, not in a run
    std::vector<std::string> models = {};  ///< that show it
    std::string again = {};                ///< the command that shows it again
    std::size_t test = 0;                  ///< the number of its test case

    bool is_error() const { return !is_warning && state == FindingState::fresh; }
    /// With its line and the calls around it. `shown`: by what, or nothing; `after`: more lines, before the
    /// command.
    std::string text(const std::string& shown, const std::string& after) const;
    nlohmann::ordered_json json() const;
};

/// Keys of those that are not suppressed.
std::vector<FindingKey> keys_of(const std::vector<ListedFinding>& findings);

/// A run that has come to no end of its own.
struct ListedFailure {
    std::string rule;  ///< `limit`, `refused`, …
    std::string message;
    dsl::SourcePoint line = {};
    const SourceLines* lines = nullptr;
    std::string again;
    std::size_t test = 0;
};

struct FindingList {
    std::string file;                     ///< that was run
    std::vector<std::string> tests = {};  ///< names of test cases
    std::vector<ListedFinding> findings = {};
    std::vector<ListedFailure> failures = {};
    std::string output = {};  ///< for programs: their output
    bool has_baseline = false;
    int status = 0;  ///< exit status of the command
};

/// Of an access beyond a buffer whose length is the default one, which may be no error of the kernel: the
/// option that makes it longer. `given`: the parameters that --arg sets.
std::string length_note(const Finding& finding, const dsl::cuda::KernelFunction& kernel,
                        const std::string& file, const std::set<std::string>& given);

}  // namespace musimd::kernels
