#include "cli/programs/run_messages.hpp"

#include "cli/command/command.hpp"
#include "cli/programs/report.hpp"

namespace musimd::cli {

int exit_status(Outcome outcome) {
    switch (outcome) {
        case Outcome::stop:
            return kOk;
        case Outcome::trap:
            return kFailed;
        case Outcome::limit:
            return kLimit;
        case Outcome::interrupted:
            return kInterrupted;
    }
    return kFailed;
}

std::string run_messages(const Result& result, const Program& program, Errata printed,
                         const std::string& race, std::string_view file, std::string_view text) {
    std::string messages = render_run_warnings(result.warnings, program, file, text);
    if (result.trap)
        messages += render_trap(*result.trap, program, file, text) + race +
                    waiting_notes(*result.trap, program, file);
    if (result.limit && result.limit->reason != LimitReason::schedule)
        messages += render_limit(*result.limit, program, printed, file, text);
    return messages;
}

}  // namespace musimd::cli
