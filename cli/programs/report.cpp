#include "cli/programs/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "analysis/limit.hpp"
#include "cli/programs/differences.hpp"
#include "isa/diagnostic.hpp"
#include "semantics/waiting.hpp"

namespace musimd::cli {
namespace {

constexpr std::size_t kWarpsShown = 8;
constexpr std::size_t kLines = 40;  // of variables, before they are folded

}  // namespace

std::string render_at(std::uint32_t line, std::uint32_t column, std::string_view message,
                      std::string_view file, std::string_view text) {
    const std::string name = display_name(file);
    const auto lines = lines_of(text);
    if (line == 0 || line > lines.size()) return fmt::format("{}: {}\n", name, message);
    return fmt::format("{}:{}:{}: {}\n{}", name, line, column, message,
                       excerpt(lines[line - 1], offset_of(lines[line - 1], column)));
}

std::string render_after(const Instruction& instruction, std::string_view message, std::string_view file,
                         std::string_view text) {
    const auto lines = lines_of(text);
    if (instruction.line == 0 || instruction.line > lines.size()) return render_at(0, 0, message, file, text);
    std::string_view line = lines[instruction.line - 1];
    line = line.substr(0, line.find(';', offset_of(line, instruction.column)));
    const std::size_t end = line.find_last_not_of(" \t") + 1;
    return render_at(instruction.line, static_cast<std::uint32_t>(column_of(line, end)), message, file, text);
}

void report(const Result& result, const Program& program, const Layout& layout, const Write& write) {
    write(fmt::format("{} after {}\n", to_string(result.outcome), counted(result.steps, "step")));
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
    const std::size_t shown_blocks =
        layout.full ? result.shared.size() : std::min(result.shared.size(), kWarpsShown);
    for (std::size_t block = 0; block < shown_blocks; ++block) {
        write(fmt::format("\nshared memory of block {}, by offset\n", block));
        write_memory(result.shared[block], layout, write);
    }
    if (result.shared.size() > shown_blocks)
        write(fmt::format("\n… and {} more blocks; --full shows all\n", result.shared.size() - shown_blocks));
}

std::string render_trap(const Trap& trap, const Program& program, std::string_view file,
                        std::string_view text) {
    std::string threads = fmt::format(
        "{}", fmt::join(trap.threads.begin(),
                        trap.threads.begin() + std::min<std::ptrdiff_t>(std::ssize(trap.threads), 8), ", "));
    if (trap.threads.size() > 8) threads += ", …";
    const std::string message = fmt::format("trap: {} (rule {}, warp {}, thread{} {}): {}",
                                            to_string(trap.kind), to_string(trap.rule), trap.warp,
                                            trap.threads.size() == 1 ? "" : "s", threads, trap.message);
    if (trap.kind == TrapKind::pc_out_of_program && !program.instructions.empty())
        return render_after(program.instructions.back(), message, file, text);
    return render_at(trap.line, trap.column, message, file, text);
}

std::string render_run_warnings(const std::vector<RunWarning>& warnings, const Program& program,
                                std::string_view file, std::string_view text) {
    std::string rendered;
    for (const RunWarning& warning : warnings) {
        rendered +=
            render_at(warning.line, program.at(warning.pc).column,
                      fmt::format("warning: {} [{}]", warning.message, to_string(warning.kind)), file, text);
    }
    return rendered;
}

std::string waiting_notes(const Trap& trap, const Program& program, std::string_view file) {
    std::string notes;
    for (const std::string& line : who_waits_for_whom(trap.waiting, program))
        notes += fmt::format("{}: note: {}\n", display_name(file), line);
    return notes;
}

namespace {

// Where the run ended, unless it stopped.
std::string place_note(std::string_view model, const Result& result, std::string_view file,
                       std::string_view text) {
    const std::string message = fmt::format("note: under {}: {}", model, ending_of(result));
    if (result.trap) return render_at(result.trap->line, result.trap->column, message, file, text);
    if (result.limit) return render_at(result.limit->line, result.limit->column, message, file, text);
    return {};
}

}  // namespace

std::string render_dependence(const Result& lockstep, const Result& volta, const Program& program,
                              std::string_view file, std::string_view text) {
    return fmt::format("{}: depends on lock step: {}\n", display_name(file),
                       difference_of({lockstep, "lockstep"}, {volta, "volta"}, program)) +
           place_note("lockstep", lockstep, file, text) + place_note("volta", volta, file, text);
}

std::string race_note(const Result& result, const Program& program,
                      const std::function<void(Observer*)>& run_again, std::string_view file,
                      std::string_view text) {
    if (!races_with_earlier_access(result)) return {};
    const auto note_at = [&](Label pc, std::uint32_t warp, Thread thread) {
        const Instruction& i = program.at(pc);
        return render_at(i.line, i.column,
                         fmt::format("note: conflicting access here (warp {}, thread {})", warp, thread),
                         file, text);
    };
    if (const auto& other = result.trap->other) return note_at(other->pc, other->warp, other->thread);
    RacePartner partner(program, result);
    run_again(&partner);
    const auto site = partner.found();
    return site ? note_at(site->pc, site->warp, site->thread) : std::string();
}

std::string render_limit(const Limit& limit, const Program& program, Errata printed, std::string_view file,
                         std::string_view text) {
    std::string message = render_at(limit.line, limit.column, explain(limit, program, printed), file, text);
    if (limit.reason == LimitReason::steps)
        message += render_at(0, 0, "note: '--max-steps' allows more steps", file, text);
    return message;
}

std::string render_endless(const Limit& limit, const Endless& endless, std::string_view file,
                           std::string_view text) {
    std::string message =
        render_at(limit.line, limit.column, "this run never ends: " + endless.text, file, text);
    for (const std::string& line : endless.waits)
        message += fmt::format("{}: note: {}\n", display_name(file), line);
    return message;
}

std::string table(const Statistics& s, const Program& program) {
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
    if (program.has_blocks() || program.model == ThreadModel::volta) {
        text += row("block barriers", s.block_barriers);
        text += row("collectives", s.collectives);
        text += row("fences", s.fences);
        text += row("exits", s.exits);
        text += row("waits", s.waits);
        text += row("shared requests", s.shared_requests);
        text += row("shared transactions", s.shared_transactions);
    }
    for (const InstructionInfo& info : instruction_table()) {
        const std::uint64_t count = s.by_instruction[static_cast<std::size_t>(info.opcode)];
        if (count != 0) text += row(fmt::format("steps of {}", info.name), count);
    }
    return text;
}

}  // namespace musimd::cli
