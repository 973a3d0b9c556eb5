#include "views/trace/json_lines.hpp"

#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>

#include "isa/printer.hpp"
#include "views/trace/header.hpp"

namespace musimd::views::trace {
namespace {

void add(std::string& line, const ThreadSet& threads) {
    line += '[';
    threads.for_each([&](Thread t) {
        if (line.back() != '[') line += ',';
        fmt::format_to(std::back_inserter(line), "{}", t);
    });
    line += ']';
}

void add(std::string& line, RuleSet rules) {
    line += '[';
    for (std::size_t r = 0; r < kRuleCount; ++r) {
        if (!rules.contains(static_cast<RuleId>(r))) continue;
        if (line.back() != '[') line += ',';
        fmt::format_to(std::back_inserter(line), "\"{}\"", to_string(static_cast<RuleId>(r)));
    }
    line += ']';
}

void add(std::string& line, const SyncStack& stack) {
    line += '[';
    stack.for_each([&](const SyncEntry& e) {
        if (line.back() != '[') line += ',';
        fmt::format_to(std::back_inserter(line), R"({{"branch":{},"next":{},"done":)", e.branch, e.next);
        add(line, e.done);
        line += R"(,"todo":)";
        add(line, e.todo);
        line += '}';
    });
    line += ']';
}

void add(std::string& line, const ContextStack& stack) {
    line += '[';
    stack.for_each([&](const ContextEntry& e) {
        if (line.back() != '[') line += ',';
        fmt::format_to(std::back_inserter(line), R"({{"block":{},"active":)", e.block);
        add(line, e.active);
        line += R"(,"sync_stack":)";
        add(line, e.sync_stack);
        line += '}';
    });
    line += ']';
}

void add(std::string& line, std::span<const Access> accesses, Opcode opcode) {
    const bool copies = opcode == Opcode::copy_async;
    line += '[';
    for (const Access& a : accesses) {
        if (line.back() != '[') line += ',';
        fmt::format_to(std::back_inserter(line), R"({{"thread":{},"address":{})", a.thread, a.address);
        if (is_store(opcode) || (copies && !a.only_reads))
            fmt::format_to(std::back_inserter(line), R"(,"value":{})", a.value);
        line += '}';
    }
    line += ']';
}

}  // namespace

const std::string& JsonLines::instruction(const StepEvent& e) {
    instructions_.resize(e.program.instructions.size() + 1);
    std::string& text = instructions_[e.pc];
    if (text.empty()) text = nlohmann::json(print(e.instruction(), e.program)).dump();
    return text;
}

void JsonLines::on_step(const StepEvent& e) {
    std::string line = fmt::format(R"({{"step":{},"warp":{},"pc":{},"line":{},"rule":"{}","rules":)",
                                   e.number, e.warp, e.pc, e.instruction().line, to_string(e.rule));
    add(line, e.rules);
    line += R"(,"active":)";
    add(line, e.active);
    line += R"(,"sync_stack":)";
    add(line, e.sync_stack);
    line += R"(,"context_stack":)";
    add(line, e.context_stack);
    line += R"(,"instruction":)";
    line += instruction(e);
    if (!e.accesses.empty()) {
        line += R"(,"accesses":)";
        add(line, e.accesses, e.instruction().opcode);
    }
    line += "}\n";
    write_(line);
}

void JsonLines::on_trap(const Trap& trap) {
    write_(fmt::format("{{\"trap\":{}}}\n", trap_text(trap)));
}

}  // namespace musimd::views::trace
