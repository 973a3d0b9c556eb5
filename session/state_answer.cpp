// state {warp?}

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "semantics/filled_rule.hpp"
#include "session/requests.hpp"
#include "simulator/debugger/next_rule.hpp"
#include "views/lanes/execution_lanes.hpp"

namespace musimd::web {
namespace {

using debugger::Execution;

/// Of each stack.
constexpr std::size_t kMaxEntries = 100;
constexpr std::size_t kMaxWords = 4096;

Json line_json(const Session& session, Label pc) {
    const std::uint32_t line = session.line_of(pc);
    return line == 0 ? Json() : Json(line);
}

/// The machine to show: of this warp, the next one to step, if it is of the warp.
std::uint32_t machine_of(const Execution& now, std::uint32_t warp) {
    const std::uint32_t current = now.current();
    return now.machine().warp(current).number == warp ? current : now.machine().machine_of(warp, 0);
}

// ---- threads

constexpr std::string_view kLaneStates[] = {"runs", "woken", "waits", "at_sync", "absent", "exited"};

/// A lane that runs when its machine has stopped.
constexpr std::string_view kFinished = "finished";

Json lanes_json(const Session& session, std::uint32_t machine) {
    Json list = Json::array();
    const bool has_stopped = session.now().machine().has_stopped(machine);
    for (const views::Lane& lane : views::lanes_of(session.now(), machine)) {
        const bool finished = has_stopped && lane.state == views::LaneState::runs;
        Json one = {{"state", finished ? kFinished : kLaneStates[static_cast<std::size_t>(lane.state)]}};
        if (lane.branch != 0) {
            one["branch"] = lane.branch;
            one["line"] = line_json(session, lane.branch);
        }
        list.push_back(std::move(one));
    }
    return list;
}

// ---- stacks

Json sync_stack_json(const Session& session, const SyncStack& stack) {
    Json list = Json::array();
    stack.for_each([&](const SyncEntry& entry) {
        if (list.size() == kMaxEntries) return;
        list.push_back({{"branch", entry.branch},
                        {"line", line_json(session, entry.branch)},
                        {"next", entry.next},
                        {"next_line", line_json(session, entry.next)},
                        {"done", entry.done.threads()},
                        {"todo", entry.todo.threads()}});
    });
    return list;
}

Json context_stack_json(const Session& session, const ContextStack& stack) {
    Json list = Json::array();
    stack.for_each([&](const ContextEntry& entry) {
        if (list.size() == kMaxEntries) return;
        list.push_back({{"block", entry.block},
                        {"line", line_json(session, entry.block)},
                        {"active", entry.active.threads()},
                        {"depth_of_sync_stack", entry.sync_stack.size()}});
    });
    return list;
}

// ---- variables

void add_variables(const Session& session, std::uint32_t warp, Json& answer) {
    const Program& program = session.program();
    const Execution& now = session.now();
    const std::uint64_t last = session.last_step().number;
    Json variables = Json::object();
    Json changed = Json::object();
    for (Variable v = 0; v < program.variables.size(); ++v) {
        Json values = Json::array();
        Json threads = Json::array();
        for (Thread t = 0; t < program.threads; ++t) {
            if (t >= program.lanes_of(warp)) {
                values.push_back(nullptr);
                continue;
            }
            const std::uint32_t m = now.machine().machine_of(warp, t);
            values.push_back(value_json(now.machine().warp(m).bank.find(t, v)));
            const debugger::Origin origin = now.last_writes().of_variable(m, t, v);
            if (last != 0 && origin.step >= last) threads.push_back(t);
        }
        append(variables, program.variables[v], std::move(values));
        if (!threads.empty()) append(changed, program.variables[v], std::move(threads));
    }
    answer["variables"] = std::move(variables);
    answer["changed_variables"] = std::move(changed);
}

// ---- memory

void add_memory(const Session& session, std::uint32_t warp, Json& answer) {
    Json memory = Json::object();
    std::size_t words = 0;
    session.now().machine().memory().for_each([&](std::int64_t address, Value c) {
        if (++words <= kMaxWords) append(memory, std::to_string(address), value_json(c));
    });
    answer["memory"] = std::move(memory);
    if (words > kMaxWords) answer["memory_more"] = words - kMaxWords;
    const Program& program = session.program();
    if (program.shared.empty()) return;
    answer["shared_from"] = session.options().max_address + 1;
    answer["shared_of_warp"] =
        session.options().max_address + 1 + program.block_of(warp) * program.shared_words();
}

/// The accesses of the last step, and the addresses that it wrote, ascending.
void add_accesses(const Session& session, Json& answer) {
    Json list = Json::array();
    std::set<std::int64_t> written;
    const LastStep& last = session.last_step();
    const MemoryUse use =
        last.number == 0 ? MemoryUse::none : info(session.program().at(last.pc).opcode).memory;
    if (use != MemoryUse::none && session.now().outcome() != Outcome::trap) {
        const Machine& machine = session.now().machine();
        for (const Access& access : machine.accesses()) {
            Json one = {{"thread", access.thread}, {"address", access.address}};
            if (use != MemoryUse::reads && !access.only_reads) {
                one["value"] = value_json(machine.memory().find(access.address));
                written.insert(access.address);
            }
            list.push_back(std::move(one));
        }
    }
    answer["changed_memory"] = written;
    answer["accesses"] = std::move(list);
}

// ---- rules

Json premises_json(const FilledRule& filled) {
    Json list = Json::array();
    for (const FilledPremise& premise : filled.premises) {
        Json formulas = Json::array();
        for (const std::string& formula : premise.filled) formulas.push_back(formula_text(formula));
        Json one = {{"schema", formula_text(premise.schema)}, {"filled", formulas}, {"holds", premise.holds}};
        if (!premise.failing.empty()) one["failing"] = premise.failing;
        list.push_back(std::move(one));
    }
    return list;
}

/// The rule of the next step of a machine; of a warp of groups, nothing if another warp steps next.
std::optional<FilledRule> next_rule(const Session& session, std::uint32_t machine) {
    const Execution& now = session.now();
    if (now.machine().group_warp(machine) != nullptr) return debugger::next_rule_of_group(now, machine);
    const Warp& warp = now.machine().warp(machine);
    const Step outcome =
        rule_of_next_step(session.program(), warp, now.machine().memory(), session.options());
    return filled_premises(session.program(), warp, outcome);
}

/// The rule of the next step; null at the end.
Json next_json(const Session& session, std::uint32_t machine) {
    const Execution& now = session.now();
    const bool has_failed = now.outcome() == Outcome::trap;
    if ((now.outcome() && !has_failed) || now.machine().has_stopped(machine)) return nullptr;
    const auto found = next_rule(session, machine);
    if (!found) return nullptr;
    const FilledRule& filled = *found;
    Json json = {{"rule", to_string(filled.rule)},
                 {"name", schema_of(filled.rule).title},
                 {"premises", premises_json(filled)},
                 {"conclusion", formula_text(filled.conclusion)}};
    if (filled.schema != nullptr) json["schema_conclusion"] = formula_text(filled.schema->conclusion);
    if (filled.trap) json["trap"] = to_string(*filled.trap);
    // A race, which a single rule does not show.
    if (has_failed && !filled.trap && machine == now.current()) json["trap"] = to_string(now.trap()->kind);
    if (filled.failed)
        json["failed"] = {{"rule", to_string(filled.failed->rule)},
                          {"formula", formula_text(filled.failed->formula)}};
    return json;
}

// ---- the end

void add_end(const Session& session, Json& answer) {
    answer["ended"] = ended_json(session.now());
    if (const auto& trap = session.now().trap()) {
        answer["trap"] = {{"kind", to_string(trap->kind)},
                          {"message", trap->message},
                          {"rule", to_string(trap->rule)},
                          {"threads", trap->threads},
                          {"warp", trap->warp},
                          {"line", line_json(session, trap->pc)}};
    }
    if (const auto& limit = session.now().limit())
        answer["limit"] = {{"reason", to_string(limit->reason)}, {"line", line_json(session, limit->pc)}};
}

}  // namespace

Json state_answer(const Json& request, const Session& session) {
    const Execution& now = session.now();
    const std::uint32_t of_next = now.machine().warp(now.current()).number;
    const std::uint64_t number = number_in(request, "warp").value_or(of_next);
    if (number >= session.program().warps) return error(fmt::format("state: warp {} does not exist", number));
    const auto wanted = static_cast<std::uint32_t>(number);
    const std::uint32_t machine = machine_of(now, wanted);
    const Warp& warp = now.machine().warp(machine);
    Json answer = {{"step", session.position()}, {"warp", wanted}, {"pc", warp.pc}};
    answer["line"] = line_json(session, warp.pc);
    add_end(session, answer);
    answer["active"] = warp.active.threads();
    answer["lanes"] = lanes_json(session, machine);
    answer["sync_stack"] = sync_stack_json(session, warp.sync_stack);
    answer["sync_depth"] = warp.sync_stack.size();
    answer["context_stack"] = context_stack_json(session, warp.context_stack);
    answer["context_depth"] = warp.context_stack.size();
    add_variables(session, wanted, answer);
    add_memory(session, wanted, answer);
    add_accesses(session, answer);
    const LastStep& last = session.last_step();
    answer["last_rule"] = last.number == 0 ? Json() : Json(to_string(last.rule));
    answer["last_line"] = last.number == 0 ? Json() : line_json(session, last.pc);
    answer["next"] = next_json(session, machine);
    return answer;
}

}  // namespace musimd::web
