#include "cli/fuzz/reduce_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <string>
#include <string_view>

#include "cli/command/input.hpp"
#include "cli/command/terminal.hpp"
#include "cli/fuzz/reduce_command.hpp"
#include "differential/text/reduce.hpp"

namespace musimd::cli {
namespace {

using differential::text::Source;

// The others are about programs of the machine.
void refuse_options_of_programs(const Options& options, const std::string& file) {
    constexpr std::array<std::string_view, 3> kForAll = {"command", "out", "limit"};
    for (const OptionInfo& info : options.infos()) {
        if (!options.has(info.name) || std::ranges::find(kForAll, info.name) != kForAll.end()) continue;
        throw UsageError(fmt::format("'--{}' is for programs of the machine; for {} expected '--command'",
                                     info.name, file));
    }
    if (!options.has("command")) throw UsageError(fmt::format("for {} expected '--command'", file));
}

std::size_t count_lines(std::string_view text) {
    const auto ends = static_cast<std::size_t>(std::ranges::count(text, '\n'));
    return ends + (text.empty() || text.ends_with('\n') ? 0 : 1);
}

}  // namespace

int reduce_text(const Options& options, differential::text::Language language) {
    const std::string& file = options.operands()[0];
    refuse_options_of_programs(options, file);
    const TrialCommand command(options, std::filesystem::path(file).filename().string());
    const Source from{language, read_text(file)};
    note_interruptions();
    if (!command.succeeds_on(from.text)) {
        if (interrupted()) return kInterrupted;
        std::cerr << fmt::format("{}: the command does not succeed on the original source\n", file);
        return kFailed;
    }
    ProgressLine progress;
    differential::text::ReduceOptions how;
    how.cancelled = interrupted;
    how.progress = [&](std::uint64_t trials, const Source& best) {
        if (progress.due()) progress.show(fmt::format("{} tried, {} lines", trials, count_lines(best.text)));
    };
    const auto reduction = differential::text::reduce(
        from, [&](const Source& source) { return command.succeeds_on(source.text); }, how);
    progress.clear();
    const bool delivered = deliver_result(options, reduction.best.text);
    std::cerr << fmt::format("musimd reduce: {} lines became {}{}\n", count_lines(from.text),
                             count_lines(reduction.best.text), reduction.minimal ? "" : "; interrupted");
    if (!reduction.minimal) return kInterrupted;
    return delivered ? kOk : kFailed;
}

}  // namespace musimd::cli
