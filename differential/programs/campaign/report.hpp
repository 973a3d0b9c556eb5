#pragma once

#include <functional>
#include <string>

#include "differential/programs/campaign/campaign.hpp"

namespace musimd::differential {

/// A mismatch with everything that is reported of it.
struct Report {
    Mismatch mismatch;
    Profile profile = Profile::structured;
    std::uint64_t seed = 0;  ///< the program's own
    std::string engine;      ///< for crashes and hangs: the engine that ran; else empty
    std::string message;     ///< the differences, one per line; how a crash ended
    std::string again;       ///< the command that generates and compares the same program
    std::string outline;     ///< outline of the reduced program; empty if it was not reduced
    std::string file;        ///< the file of its program; empty if none is written
    std::string text;        ///< the contents of that file: the program, with the report as comments
};

/// The report without running anything.
Report brief_report(const Campaign& campaign, const Mismatch& mismatch);

struct ReportOptions {
    std::chrono::milliseconds limit = std::chrono::seconds(10);  ///< for one run of a smaller program
    std::function<bool()> cancelled = {};                        ///< true: no further reduction
    std::function<void(const std::string&)> progress = {};       ///< as harness::Control's
};

/// The report with the reduced program and the name of its file. A program that hangs is not reduced. Writes
/// no file.
Report full_report(const Campaign& campaign, const Mismatch& mismatch, const ReportOptions& options = {});

/// `musimd run FILE --engine E …`: the command that runs a case whose text is in the file.
std::string run_command_for(std::string_view file, std::string_view engine, const MachineOptions& options,
                            bool observed);

}  // namespace musimd::differential
