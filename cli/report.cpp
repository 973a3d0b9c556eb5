#include "cli/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "isa/diagnostic.hpp"
#include "semantics/limit.hpp"

namespace musimd::cli {
namespace {

constexpr std::size_t kWarpsShown = 8;
constexpr std::size_t kLines = 40;  // of variables, before they are folded

std::string_view ending(Outcome outcome) {
    switch (outcome) {
        case Outcome::stop:
            return "stop";
        case Outcome::trap:
            return "trap";
        case Outcome::limit:
            return "limit";
        case Outcome::interrupted:
            return "interrupted";
    }
    return {};
}

}  // namespace

std::string render_at(std::uint32_t line, std::uint32_t column, std::string_view what, std::string_view file,
                      std::string_view text) {
    const std::string name = display_name(file);
    const auto lines = lines_of(text);
    if (line == 0 || line > lines.size()) return fmt::format("{}: {}\n", name, what);
    return fmt::format("{}:{}:{}: {}\n{}", name, line, column, what,
                       excerpt(lines[line - 1], offset_of(lines[line - 1], column)));
}

std::string render_after(const Instruction& instruction, std::string_view what, std::string_view file,
                         std::string_view text) {
    const auto lines = lines_of(text);
    if (instruction.line == 0 || instruction.line > lines.size()) return render_at(0, 0, what, file, text);
    std::string_view line = lines[instruction.line - 1];
    line = line.substr(0, line.find(';', offset_of(line, instruction.column)));
    const std::size_t end = line.find_last_not_of(" \t") + 1;
    return render_at(instruction.line, static_cast<std::uint32_t>(column_of(line, end)), what, file, text);
}

void report(const Result& result, const Program& program, const Layout& layout, const Write& write) {
    write(fmt::format("{} after {} step{}\n", ending(result.outcome), result.steps,
                      result.steps == 1 ? "" : "s"));
    const std::size_t shown_warps =
        layout.full ? result.warps.size() : std::min(result.warps.size(), kWarpsShown);
    for (std::size_t w = 0; w < shown_warps; ++w) {
        write(program.warps > 1 ? fmt::format("\nwarp {}\n", w) : std::string("\n"));
        write_warp(result.warps[w], program, layout, kLines / shown_warps, write);
    }
    if (result.warps.size() > shown_warps) {
        write(fmt::format("\n… and {} more warps; --full shows all\n", result.warps.size() - shown_warps));
    }
    write("\nmemory\n");
    write_memory(result.memory, layout, write);
}

std::string render_trap(const Trap& trap, const Program& program, std::string_view file,
                        std::string_view text) {
    std::string threads = fmt::format(
        "{}", fmt::join(trap.threads.begin(),
                        trap.threads.begin() + std::min<std::ptrdiff_t>(std::ssize(trap.threads), 8), ", "));
    if (trap.threads.size() > 8) threads += ", …";
    const std::string what = fmt::format("trap: {} (rule {}, warp {}, thread{} {}): {}", to_string(trap.kind),
                                         to_string(trap.rule), trap.warp, trap.threads.size() == 1 ? "" : "s",
                                         threads, trap.message);
    if (trap.kind == TrapKind::pc_out_of_program && !program.instructions.empty())
        return render_after(program.instructions.back(), what, file, text);
    return render_at(trap.line, trap.column, what, file, text);
}

std::string race_note(const Result& result, const Program& program,
                      const std::function<void(Observer*)>& run_again, std::string_view file,
                      std::string_view text) {
    if (!races_with_earlier_access(result)) return {};
    RacePartner partner(program, result);
    run_again(&partner);
    const auto site = partner.found();
    if (!site) return {};
    const Instruction& i = program.at(site->pc);
    return render_at(
        i.line, i.column,
        fmt::format("note: conflicting access here (warp {}, thread {})", site->warp, site->thread), file,
        text);
}

std::string render_limit(const Limit& limit, const Program& program, Errata printed, std::string_view file,
                         std::string_view text) {
    std::string message = render_at(limit.line, limit.column, explain(limit, program, printed), file, text);
    if (limit.reason == LimitReason::steps)
        message += render_at(0, 0, "note: '--max-steps' allows more steps", file, text);
    return message;
}

std::string table(const Statistics& s) {
    const auto row = [](std::string_view name, auto value) {
        return fmt::format("{:<26} {:>12}\n", name, value);
    };
    std::string text = row("steps", s.steps);
    text += row("active lane instructions", s.active_lane_instructions);
    text += row("SIMD efficiency", fmt::format("{:.1f} %", 100 * s.simd_efficiency()));
    text += row("branches, uniform", s.branches_uniform);
    text += row("branches, divergent", s.branches_divergent);
    text += row("sync stack depth, max", s.max_sync_depth);
    text += row("context stack depth, max", s.max_context_depth);
    text += row("everywhere blocks", s.everywhere_blocks);
    text += row("lanes woken", s.lanes_woken);
    text += row("memory requests", s.memory_requests);
    text += row("memory transactions", s.memory_transactions);
    for (const InstructionInfo& info : instruction_table()) {
        const std::uint64_t count = s.by_instruction[static_cast<std::size_t>(info.opcode)];
        if (count != 0) text += row(fmt::format("steps of {}", info.name), count);
    }
    return text;
}

}  // namespace musimd::cli
