#include "differential/cuda/explanation.hpp"

#include <fmt/format.h>

#include <regex>

#include "differential/openmp/trap_text.hpp"

namespace musimd::differential::cuda {
namespace {

/// Addresses from max_address + 1 on are those of shared memory, block after block.
std::string with_shared_objects(const std::string& message, const LaunchProgram& launch) {
    static const std::regex kAddress("(?:the )?address (\\d{1,18})");
    std::smatch found;
    if (launch.program.shared.empty() || !std::regex_search(message, found, kAddress)) return message;
    const std::int64_t past = std::stoll(found[1]) - launch.options.max_address - 1;
    const std::int64_t words = launch.program.shared_words();
    if (past < 0 || past >= words * launch.program.grid) return message;
    for (const SharedObject& object : launch.program.shared) {
        const std::int64_t at = past % words - object.offset;
        if (at < 0 || at >= object.count) continue;
        const std::string block = launch.program.grid == 1 ? "" : fmt::format(" of block {}", past / words);
        return fmt::format("{}{}[{}]{}{}", found.prefix().str(), object.name, at, block,
                           found.suffix().str());
    }
    return message;
}

std::string in_words_of_the_source(const std::string& message, const LaunchProgram& launch, Label pc) {
    const std::string shared = with_shared_objects(message, launch);
    if (shared != message) return shared;
    return openmp::with_elements(message, launch.program, launch.objects, pc);
}

}  // namespace

std::string thread_text(std::uint32_t warp, Thread lane, const Program& program) {
    const std::uint32_t in_block = warp % program.warps_per_block() * program.threads + lane;
    if (program.grid == 1) return fmt::format("thread {}", in_block);
    return fmt::format("thread {} of block {}", in_block, program.block_of(warp));
}

Finding finding_of(const Trap& trap, const LaunchProgram& launch) {
    Finding found{std::string(to_string(trap.kind)), in_words_of_the_source(trap.message, launch, trap.pc),
                  trap.line};
    if (trap.other) found.other = trap.other->line;
    found.calls = launch.calls.around(trap.pc);
    return found;
}

Finding finding_of(const RunWarning& warning, const LaunchProgram& launch) {
    return {std::string(to_string(warning.kind)),
            in_words_of_the_source(warning.message, launch, warning.pc),
            warning.line,
            {},
            launch.calls.around(warning.pc)};
}

Finding finding_of(const openmp::OutsideAccess& access, const LaunchProgram& launch) {
    return {std::string(to_string(TrapKind::invalid_address)),
            openmp::explain(access, launch.program, launch.objects),
            launch.program.at(access.pc).line,
            {},
            launch.calls.around(access.pc)};
}

}  // namespace musimd::differential::cuda
