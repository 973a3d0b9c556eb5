#include "simulator/result_json.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace musimd {
namespace {

using Write = std::function<void(std::string_view)>;
using Json = nlohmann::ordered_json;

std::string_view name_of(Outcome outcome) {
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

std::string active_of(const WarpResult& warp) {
    return Json(warp.active.threads()).dump();
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

void memory(Pieces& out, const Memory& memory) {
    bool first = true;
    out.add(",\n \"memory\": {{");
    memory.for_each([&](std::int64_t address, Value c) {
        out.add("{}\"{}\": {}", first ? "" : ", ", address, c);
        first = false;
    });
    out.add("}}");
}

void per_warp(Pieces& out, const Result& result, const Program& program) {
    out.add(",\n \"per_warp\": [");
    for (std::size_t w = 0; w < result.warps.size(); ++w) {
        out.add("{}\n  {{\"active\": {}, \"variables\": ", w == 0 ? "" : ",", active_of(result.warps[w]));
        variables(out, result.warps[w], program);
        out.add("}}");
    }
    out.add("]");
}

Json trap_of(const Trap& trap) {
    Json json;
    json["kind"] = to_string(trap.kind);
    json["rule"] = to_string(trap.rule);
    json["pc"] = trap.pc;
    json["line"] = trap.line == 0 ? Json(nullptr) : Json(trap.line);
    json["column"] = trap.column == 0 ? Json(nullptr) : Json(trap.column);
    json["warp"] = trap.warp;
    json["threads"] = trap.threads;
    json["message"] = trap.message;
    return json;
}

Json limit_of(const Limit& limit) {
    Json json;
    json["reason"] = to_string(limit.reason);
    json["warp"] = limit.warp;
    json["steps"] = limit.steps;
    json["pc"] = limit.pc;
    json["line"] = limit.line == 0 ? Json(nullptr) : Json(limit.line);
    json["column"] = limit.column == 0 ? Json(nullptr) : Json(limit.column);
    return json;
}

Json statistics_of(const Statistics& s) {
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
    json["by_instruction"] = Json::object();
    for (const InstructionInfo& row : instruction_table()) {
        const std::uint64_t count = s.by_instruction[static_cast<std::size_t>(row.opcode)];
        if (count != 0) json["by_instruction"][std::string(row.name)] = count;
    }
    return json;
}

}  // namespace

void write_json(const Result& result, const Program& program, const Statistics* statistics,
                const Write& write, std::string_view file) {
    Pieces out(write);
    out.add("{{\"format\": 1, ");
    if (!file.empty()) out.add("\"file\": {}, ", Json(file).dump());
    out.add("\"outcome\": \"{}\", \"steps\": {}, \"warps\": {}, \"threads\": {},\n", name_of(result.outcome),
            result.steps, program.warps, program.threads);
    out.add(" \"active\": {},\n \"variables\": ", active_of(result.warps[0]));
    variables(out, result.warps[0], program);
    memory(out, result.memory);
    if (program.warps > 1) per_warp(out, result, program);
    if (result.trap) out.add(",\n \"trap\": {}", trap_of(*result.trap).dump());
    if (result.limit) out.add(",\n \"limit\": {}", limit_of(*result.limit).dump());
    if (statistics != nullptr) out.add(",\n \"stats\": {}", statistics_of(*statistics).dump());
    out.add("}}\n");
}

}  // namespace musimd
