#include "cli/programs/run_messages.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/command/command.hpp"
#include "cli/programs/report.hpp"
#include "isa/diagnostic.hpp"
#include "semantics/structure_check.hpp"
#include "simulator/debugger/why_text.hpp"

namespace musimd::cli {
namespace {

std::string line_named(Label pc, const Program& program) {
    const std::uint32_t line =
        pc == 0 || program.instructions.empty() ? 0 : program.at(std::min(pc, program.end() - 1)).line;
    return line == 0 ? fmt::format("instruction {}", pc) : fmt::format("line {}", line);
}

}  // namespace

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
                         const std::string& race, const std::optional<Endless>& endless,
                         std::string_view file, std::string_view text) {
    std::string messages = render_run_warnings(result.warnings, program, file, text);
    if (result.trap)
        messages += render_trap(*result.trap, program, file, text) + race +
                    waiting_notes(*result.trap, program, file);
    if (result.limit && endless)
        messages += render_endless(*result.limit, *endless, file, text);
    else if (result.limit && result.limit->reason != LimitReason::schedule)
        messages += render_limit(*result.limit, program, printed, file, text);
    return messages;
}

std::string check_note(const Result& result, const Program& program, Errata printed, std::string_view file) {
    constexpr std::size_t kMostChecked = 3'000;  // instructions: the check may take cubic time
    if (!printed.empty() || has_groups(program.model) || program.instructions.size() > kMostChecked)
        return {};
    const StructureReport report = check_structure(program);
    if (report.ok() || (result.trap && result.trap->pc == report.errors[0].pc)) return {};
    const StructureError& error = report.errors[0];
    return fmt::format("{}: note: 'musimd check' finds an error on {}: {}\n", display_name(file),
                       line_named(error.pc, program), error.message);
}

namespace {

// What the instruction that trapped reads, and its thread never wrote.
std::optional<Variable> unwritten_variable(const debugger::Execution& now, const Trap& trap) {
    if (trap.pc >= now.program().end()) return std::nullopt;
    const Bank& bank = now.machine().warp(trap.warp).bank;
    for (const Operand& operand : now.program().at(trap.pc).operands) {
        const bool is_variable = operand.kind == Operand::Kind::variable;
        if (is_variable && bank.find(trap.threads.front(), operand.variable) == nullptr)
            return operand.variable;
    }
    return std::nullopt;
}

}  // namespace

std::string slept_note(const Result& result, const Program& program, const MachineOptions& options,
                       std::string_view file) {
    constexpr std::uint64_t kMostSteps = 100'000;  // the run is repeated
    if (!result.trap || result.trap->kind != TrapKind::undefined_variable || result.steps > kMostSteps ||
        program.model != ThreadModel::lockstep || options.order == Order::random)
        return {};
    debugger::History history(program, options);
    history.go_to(UINT64_MAX);
    const auto variable = unwritten_variable(history.now(), *result.trap);
    if (!variable) return {};
    const Thread thread = result.trap->threads.front();
    const auto reason = debugger::why_variable(history, {result.trap->warp, thread}, *variable, 0);
    if (!reason.slept) return {};
    const debugger::WhyNames names{program, [&](Label pc) { return line_named(pc, program); },
                                   [](Label) { return std::string(); }};
    return fmt::format("{}: note: {}: {}\n", display_name(file),
                       debugger::name_of(program, *variable, result.trap->warp, thread),
                       debugger::slept_text(*reason.slept, names));
}

}  // namespace musimd::cli
