#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace musimd::cli {

/// A location in a file, as the command line names the file; line and column from 1, or 0 if unknown.
struct SarifLocation {
    std::string file;
    std::uint32_t line = 0;
    std::uint32_t column = 0;  ///< in code points
    std::string message = {};  ///< of a step of a path: the instruction; mostly empty
};

struct SarifResult {
    std::string rule;                  ///< what kind of finding it is: `sync-without-branch`, `bad-input`
    std::string_view level = "error";  ///< or `warning`
    std::string message;
    SarifLocation location;
    std::vector<SarifLocation> path = {};  ///< how control gets there
};

/// A log of one run of musimd in SARIF 2.1.0, the OASIS standard for the results of static analysis, which
/// code review services and editors read. `exit_code` is that of the command.
std::string sarif_log(const std::vector<SarifResult>& results, int exit_code);

}  // namespace musimd::cli
