#include "simulator/result_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "semantics/models/policy.hpp"

namespace musimd {
namespace {

using Write = std::function<void(std::string_view)>;
using Json = nlohmann::ordered_json;

bool has_exit(const Program& program) {
    return std::ranges::any_of(program.instructions,
                               [](const Instruction& i) { return i.opcode == Opcode::exit; });
}

// `[0,2], "exited": [1]`, the latter in programs that can exit
std::string active_of(const WarpResult& warp, bool exits, std::string_view between) {
    const std::string active = Json(warp.active.threads()).dump();
    if (!exits) return active;
    return fmt::format("{},{}\"exited\": {}", active, between, Json(warp.exited.threads()).dump());
}

// Buffers small pieces, so that a million words of a result take a thousand writes.
class Pieces {
  public:
    explicit Pieces(const Write& write) : write_(write) {}
    ~Pieces() { flush(); }
    Pieces(const Pieces&) = delete;
    Pieces& operator=(const Pieces&) = delete;

    template <typename... Args>
    void add(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
        if (text_.size() > 8192) flush();
    }

  private:
    void flush() {
        write_(text_);
        text_.clear();
    }

    const Write& write_;
    std::string text_;
};

void variables(Pieces& out, const WarpResult& warp, const Program& program) {
    out.add("{{");
    for (Variable v = 0; v < program.variables.size(); ++v) {
        out.add("{}\"{}\": [", v == 0 ? "" : ", ", program.variables[v]);
        for (Thread t = 0; t < program.threads; ++t) {
            if (t > 0) out.add(",");
            if (const Value* c = warp.bank.find(t, v)) {
                out.add("{}", *c);
            } else {
                out.add("null");
            }
        }
        out.add("]");
    }
    out.add("}}");
}

void words(Pieces& out, const Memory& memory) {
    bool first = true;
    out.add("{{");
    memory.for_each([&](std::int64_t address, Value c) {
        out.add("{}\"{}\": {}", first ? "" : ", ", address, c);
        first = false;
    });
    out.add("}}");
}

void memories(Pieces& out, const Result& result, const Program& program) {
    out.add(",\n \"memory\": ");
    words(out, result.memory);
    if (program.shared.empty()) return;
    out.add(",\n \"shared\": [");
    for (std::size_t block = 0; block < result.shared.size(); ++block) {
        if (block > 0) out.add(",\n  ");
        words(out, result.shared[block]);
    }
    out.add("]");
}

void per_warp(Pieces& out, const Result& result, const Program& program) {
    out.add(",\n \"per_warp\": [");
    const bool exits = has_exit(program);
    for (std::size_t w = 0; w < result.warps.size(); ++w) {
        out.add("{}\n  {{\"active\": {}, \"variables\": ", w == 0 ? "" : ",",
                active_of(result.warps[w], exits, " "));
        variables(out, result.warps[w], program);
        out.add("}}");
    }
    out.add("]");
}

Json number_or_null(std::uint32_t number) {
    return number == 0 ? Json(nullptr) : Json(number);
}

Json other_of(const TrapOther& other) {
    Json json;
    json["rule"] = to_string(other.rule);
    json["pc"] = other.pc;
    json["line"] = number_or_null(other.line);
    json["warp"] = other.warp;
    json["thread"] = other.thread;
    if (other.is_awaited) json["awaited"] = true;
    return json;
}

Json missing_of(const Missing& missing) {
    Json json;
    json["warp"] = missing.warp;
    json["threads"] = missing.threads;
    json["pc"] = number_or_null(missing.pc);
    json["line"] = number_or_null(missing.line);
    return json;
}

Json waiting_of(const Waiting& waiting) {
    Json json;
    json["warp"] = waiting.warp;
    json["threads"] = waiting.threads;
    json["pc"] = waiting.pc;
    json["line"] = number_or_null(waiting.line);
    json["missing"] = Json::array();
    for (const Missing& missing : waiting.missing) json["missing"].push_back(missing_of(missing));
    return json;
}

Json warning_of(const RunWarning& warning) {
    Json json;
    json["kind"] = to_string(warning.kind);
    json["pc"] = warning.pc;
    json["line"] = number_or_null(warning.line);
    json["warp"] = warning.warp;
    json["threads"] = warning.threads;
    json["message"] = warning.message;
    return json;
}

void warnings(Pieces& out, const std::vector<RunWarning>& list) {
    if (list.empty()) return;
    out.add(",\n \"warnings\": [");
    for (std::size_t i = 0; i < list.size(); ++i)
        out.add("{}{}", i == 0 ? "" : ",\n  ", warning_of(list[i]).dump());
    out.add("]");
}

Json trap_of(const Trap& trap) {
    Json json;
    json["kind"] = to_string(trap.kind);
    json["rule"] = to_string(trap.rule);
    json["pc"] = trap.pc;
    json["line"] = number_or_null(trap.line);
    json["column"] = number_or_null(trap.column);
    json["warp"] = trap.warp;
    json["threads"] = trap.threads;
    json["message"] = trap.message;
    if (trap.other) json["other"] = other_of(*trap.other);
    if (!trap.waiting.empty()) json["waiting"] = Json::array();
    for (const Waiting& waiting : trap.waiting) json["waiting"].push_back(waiting_of(waiting));
    return json;
}

Json limit_of(const Limit& limit, const Endless* endless) {
    Json json;
    json["reason"] = to_string(limit.reason);
    json["warp"] = limit.warp;
    json["steps"] = limit.steps;
    json["pc"] = limit.pc;
    json["line"] = number_or_null(limit.line);
    json["column"] = number_or_null(limit.column);
    if (endless != nullptr)
        json["endless"] = {{"message", endless->text}, {"steps", endless->steps}, {"waits", endless->waits}};
    return json;
}

Json statistics_of(const Statistics& s, const Program& program) {
    Json json;
    json["steps"] = s.steps;
    json["active_lane_instructions"] = s.active_lane_instructions;
    json["simd_efficiency"] = s.simd_efficiency();
    json["branches_uniform"] = s.branches_uniform;
    json["branches_divergent"] = s.branches_divergent;
    json["max_sync_depth"] = s.max_sync_depth;
    json["max_context_depth"] = s.max_context_depth;
    json["everywhere_blocks"] = s.everywhere_blocks;
    json["lanes_woken"] = s.lanes_woken;
    json["memory_requests"] = s.memory_requests;
    json["memory_transactions"] = s.memory_transactions;
    if (program.has_blocks() || program.model != ThreadModel::lockstep) {
        json["block_barriers"] = s.block_barriers;
        json["collectives"] = s.collectives;
        json["fences"] = s.fences;
        json["exits"] = s.exits;
        json["waits"] = s.waits;
        json["shared_requests"] = s.shared_requests;
        json["shared_transactions"] = s.shared_transactions;
    }
    json["by_instruction"] = Json::object();
    for (const InstructionInfo& row : instruction_table()) {
        const std::uint64_t count = s.by_instruction[static_cast<std::size_t>(row.opcode)];
        if (count != 0) json["by_instruction"][std::string(row.name)] = count;
    }
    return json;
}

// What the command line has chosen for a model with groups, but for defaults.
void choices(Pieces& out, const MachineOptions& chosen) {
    if (chosen.side) out.add("\"side\": \"{}\", ", models::to_string(*chosen.side));
    if (chosen.yield != kDefaultYield) out.add("\"yield\": {}, ", chosen.yield);
    if (chosen.within != Within::collective)
        out.add("\"within\": \"{}\", ", models::to_string(chosen.within));
}

}  // namespace

std::string json_of(const Result& result, const Program& program) {
    std::string text;
    write_json(result, program, nullptr, [&](std::string_view piece) { text += piece; });
    return text;
}

std::string json_of(const Statistics& statistics, const Program& program) {
    return statistics_of(statistics, program).dump();
}

void write_json(const Result& result, const Program& program, const Statistics* statistics,
                const Write& write, std::string_view file, const MachineOptions* chosen,
                const Endless* endless) {
    Pieces out(write);
    out.add("{{\"format\": 1, ");
    if (!file.empty()) out.add("\"file\": {}, ", Json(file).dump());
    if (program.model != ThreadModel::lockstep) out.add("\"model\": \"{}\", ", to_string(program.model));
    if (chosen != nullptr && has_groups(program.model)) choices(out, *chosen);
    out.add("\"outcome\": \"{}\", \"steps\": {}, \"warps\": {}, \"threads\": {},", to_string(result.outcome),
            result.steps, program.warps, program.threads);
    if (program.has_blocks())
        out.add(" \"blocks\": {}, \"block_threads\": {},", program.grid, program.block_threads);
    out.add("\n \"active\": {},\n \"variables\": ", active_of(result.warps[0], has_exit(program), "\n "));
    variables(out, result.warps[0], program);
    memories(out, result, program);
    if (program.warps > 1) per_warp(out, result, program);
    warnings(out, result.warnings);
    if (result.trap) out.add(",\n \"trap\": {}", trap_of(*result.trap).dump());
    if (result.limit) out.add(",\n \"limit\": {}", limit_of(*result.limit, endless).dump());
    if (statistics != nullptr) out.add(",\n \"stats\": {}", json_of(*statistics, program));
    out.add("}}\n");
}

void write_json_of_both(bool same, const std::function<void()>& lockstep, const std::function<void()>& volta,
                        const Write& write, std::string_view file) {
    const std::string name = file.empty() ? "" : fmt::format("\"file\": {}, ", Json(file).dump());
    write(fmt::format("{{\"format\": 1, {}\"model\": \"both\", \"same\": {},\n\"lockstep\":\n", name, same));
    lockstep();
    write(",\"volta\":\n");
    volta();
    write("}\n");
}

}  // namespace musimd
