#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace musimd::views {

/// A location in a file, named as on the command line; line and column start at 1, and are 0 if unknown.
struct SarifLocation {
    std::string file;
    std::uint32_t line = 0;
    std::uint32_t column = 0;  ///< in code points
    std::string message = {};  ///< for a step of a path, the instruction; mostly empty
};

struct SarifResult {
    std::string rule;                  ///< the kind of finding: `sync-without-branch`, `bad-input`
    std::string_view level = "error";  ///< or `warning`; `none` of what does not fail
    std::string message;
    SarifLocation location;
    std::vector<SarifLocation> path = {};  ///< how control gets there
    std::vector<SarifLocation> related = {};
    std::string_view baseline = {};  ///< `new` or `unchanged`; empty: it is compared with no baseline
    bool suppressed = false;         ///< by a file of the user
    std::string again = {};          ///< the command that shows it again
    std::string_view kind = {};      ///< `pass`, `fail` or `open` of a claim; empty: something is wrong
};

/// The exit status of a command that could not read its input.
inline constexpr int kBadInputStatus = 2;

/// A log of one run of musimd in SARIF 2.1.0, the OASIS standard for the results of static analysis, which
/// code review services and editors read. `exit_code` is the command's, `version` that of musimd.
std::string sarif_log(const std::vector<SarifResult>& results, int exit_code, std::string_view version);

}  // namespace musimd::views
