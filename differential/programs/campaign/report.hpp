#pragma once

#include <functional>
#include <string>

#include "differential/programs/campaign/campaign.hpp"

namespace musimd::differential {

/// A finding with its report.
struct Report {
    Finding finding;
    Profile profile = Profile::structured;
    std::uint64_t seed = 0;  ///< the program's own
    std::string engine;      ///< of a crash or a hang: the one that ran; empty otherwise
    std::string what;        ///< what differs, a line each; how a crash ended
    std::string again;       ///< the command that makes and compares the same program
    std::string file;        ///< where its program is; empty if it has not been written
    std::string text;        ///< of that file: the program, with all of this as comments
};

/// What is known without running anything.
Report brief_report(const Campaign& campaign, const Finding& finding);

struct ReportOptions {
    std::chrono::milliseconds limit = std::chrono::seconds(10);  ///< for one run of a smaller program
    std::function<bool()> cancelled = {};                        ///< true: no further reduction
    std::function<void(std::uint64_t trials, std::size_t instructions)> progress = {};
};

/// The same with the program, as small as it gets, as a text of its own, and a name for its file. A program
/// that hangs is kept as it is. Nothing is written.
Report full_report(const Campaign& campaign, const Finding& finding, const ReportOptions& options = {});

/// `musimd run FILE --engine E …`: the command that runs a case whose text, with its order, is in the file.
std::string run_command_for(std::string_view file, std::string_view engine, const MachineOptions& options,
                            bool observed);

}  // namespace musimd::differential
