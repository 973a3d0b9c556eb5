#include "views/trace/header.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "isa/json_text.hpp"
#include "isa/printer.hpp"
#include "isa/reader.hpp"
#include "views/trace/bytes.hpp"

namespace musimd::views::trace {
namespace {

using Json = nlohmann::ordered_json;

// Calls work(json) on an object; types that are not those expected are bad.
template <typename F>
auto parsed(std::string_view text, F&& work) {
    try {
        return work(Json::parse(text));
    } catch (const Json::exception&) {
        throw BadTrace{"a JSON block has unexpected members"};
    }
}

// ---- the program

Json instructions_of(const Program& program, std::uint32_t Instruction::*part) {
    Json list = Json::array();
    for (const Instruction& i : program.instructions) list.push_back(i.*part);
    return list;
}

std::string plain_text(Program program) {
    program.preloads.clear();
    program.expectations.clear();
    program.covers.clear();
    return print(program);
}

Program program_of(const Json& json) {
    ReadOptions options;
    options.max_address = json.at("max_address").get<std::int64_t>();
    ReadResult read = read_program(json.at("program").get<std::string>(), "program", options);
    if (!read) throw BadTrace{"its program has errors"};
    const auto lines = json.at("lines").get<std::vector<std::uint32_t>>();
    const auto columns = json.at("columns").get<std::vector<std::uint32_t>>();
    std::vector<Instruction>& list = read.program->instructions;
    if (lines.size() != list.size() || columns.size() != list.size())
        throw BadTrace{"its program has different instructions"};
    for (std::size_t i = 0; i < list.size(); ++i) {
        list[i].line = lines[i];
        list[i].column = columns[i];
    }
    return std::move(*read.program);
}

RuleId rule_of(const Json& json) {
    const RuleId rule = rule_named(json.get<std::string>());
    if (rule == RuleId{kRuleCount})
        throw BadTrace{"it has a rule that this version of musimd does not support"};
    return rule;
}

// ---- traps

Json json_of(const Missing& m) {
    return {{"warp", m.warp}, {"threads", m.threads}, {"pc", m.pc}, {"line", m.line}};
}

Json json_of(const Waiting& w) {
    Json missing = Json::array();
    for (const Missing& m : w.missing) missing.push_back(json_of(m));
    return {{"warp", w.warp}, {"threads", w.threads}, {"pc", w.pc}, {"line", w.line}, {"missing", missing}};
}

Missing missing_of(const Json& json) {
    Missing m;
    json.at("warp").get_to(m.warp);
    json.at("threads").get_to(m.threads);
    json.at("pc").get_to(m.pc);
    json.at("line").get_to(m.line);
    return m;
}

Waiting waiting_of(const Json& json) {
    Waiting w;
    json.at("warp").get_to(w.warp);
    json.at("threads").get_to(w.threads);
    json.at("pc").get_to(w.pc);
    json.at("line").get_to(w.line);
    for (const Json& m : json.at("missing")) w.missing.push_back(missing_of(m));
    return w;
}

TrapOther other_of(const Json& json) {
    TrapOther other{rule_of(json.at("rule"))};
    json.at("pc").get_to(other.pc);
    json.at("line").get_to(other.line);
    json.at("warp").get_to(other.warp);
    json.at("thread").get_to(other.thread);
    other.is_awaited = json.value("awaited", false);
    return other;
}

TrapKind trap_kind_of(const std::string& name) {
    std::size_t kind = 0;
    while (kind <= kTrapCount && to_string(static_cast<TrapKind>(kind)) != name) ++kind;
    if (kind > kTrapCount) throw BadTrace{"it has a trap that this version of musimd does not support"};
    return static_cast<TrapKind>(kind);
}

}  // namespace

std::string header_text(const Header& header, const Program& program) {
    Json rules = Json::array();
    for (std::size_t r = 0; r < kRuleCount; ++r) rules.push_back(to_string(static_cast<RuleId>(r)));
    return json_text({{"musimd", header.version},
                      {"file", header.file},
                      {"options", header.options},
                      {"max_address", header.max_address},
                      {"rules", rules},
                      {"program", plain_text(program)},
                      {"lines", instructions_of(program, &Instruction::line)},
                      {"columns", instructions_of(program, &Instruction::column)},
                      {"source", header.source}});
}

ReadHeader read_header(std::string_view text) {
    return parsed(text, [](const Json& json) {
        ReadHeader read;
        json.at("musimd").get_to(read.header.version);
        json.at("file").get_to(read.header.file);
        json.at("options").get_to(read.header.options);
        json.at("max_address").get_to(read.header.max_address);
        json.at("source").get_to(read.header.source);
        for (const Json& rule : json.at("rules")) read.rules.push_back(rule_of(rule));
        if (read.rules.size() > 64) throw BadTrace{"it has too many rules"};
        read.program = program_of(json);
        return read;
    });
}

std::string trap_text(const Trap& trap) {
    Json json = {{"kind", to_string(trap.kind)},
                 {"rule", to_string(trap.rule)},
                 {"pc", trap.pc},
                 {"line", trap.line},
                 {"column", trap.column},
                 {"warp", trap.warp},
                 {"threads", trap.threads},
                 {"message", trap.message}};
    if (trap.other) {
        json["other"] = {{"rule", to_string(trap.other->rule)},
                         {"pc", trap.other->pc},
                         {"line", trap.other->line},
                         {"warp", trap.other->warp},
                         {"thread", trap.other->thread}};
        if (trap.other->is_awaited) json["other"]["awaited"] = true;
    }
    for (const Waiting& w : trap.waiting) json["waiting"].push_back(json_of(w));
    return json_text(json);
}

Trap read_trap(std::string_view text) {
    return parsed(text, [](const Json& json) {
        Trap trap;
        trap.kind = trap_kind_of(json.at("kind").get<std::string>());
        trap.rule = rule_of(json.at("rule"));
        json.at("pc").get_to(trap.pc);
        json.at("line").get_to(trap.line);
        json.at("column").get_to(trap.column);
        json.at("warp").get_to(trap.warp);
        json.at("threads").get_to(trap.threads);
        json.at("message").get_to(trap.message);
        if (json.contains("other")) trap.other = other_of(json.at("other"));
        if (json.contains("waiting"))
            for (const Json& w : json.at("waiting")) trap.waiting.push_back(waiting_of(w));
        return trap;
    });
}

std::string end_text(std::string_view outcome, std::uint64_t steps) {
    return json_text({{"outcome", outcome}, {"steps", steps}});
}

std::string read_end(std::string_view text) {
    return parsed(text, [](const Json& json) {
        auto outcome = json.at("outcome").get<std::string>();
        if (outcome.empty()) throw BadTrace{"a run has no outcome"};
        return outcome;
    });
}

}  // namespace musimd::views::trace
