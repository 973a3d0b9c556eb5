#include "isa/json_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <iterator>

#include "isa/printer.hpp"
#include "isa/user_instruction.hpp"
#include "isa/variant.hpp"

namespace musimd {
namespace {

/// Names are identifiers, and nothing else is a text: no text needs an escape.
std::string json_text(std::string_view text) {
    return fmt::format("\"{}\"", text);
}

std::string json_list(const std::vector<std::string>& parts) {
    return fmt::format("[{}]", fmt::join(parts, ", "));
}

std::string json_threads(const ThreadSet& set) {
    std::string text;
    set.for_each([&](Thread t) { text += fmt::format("{}{}", text.empty() ? "" : ", ", t); });
    return fmt::format("[{}]", text);
}

std::string json_words(const std::vector<ExpectedWord>& words) {
    std::vector<std::string> parts;
    for (const ExpectedWord& word : words) {
        parts.push_back(word.kind == ExpectedWord::Kind::undefined  ? "null"
                        : word.kind == ExpectedWord::Kind::anything ? "\"*\""
                                                                    : fmt::format("{}", word.value));
    }
    return json_list(parts);
}

/// The members of an object, one after the other.
class Members {
  public:
    Members& add(std::string_view name, const std::string& value) {
        text_ += fmt::format("{}\"{}\": {}", text_.empty() ? "" : ", ", name, value);
        return *this;
    }
    Members& add(std::string_view name, std::integral auto value) {
        return add(name, fmt::format("{}", value));
    }
    Members& text(std::string_view name, std::string_view value) { return add(name, json_text(value)); }
    std::string object() const { return fmt::format("{{{}}}", text_); }

  private:
    std::string text_;
};

class JsonWriter {
  public:
    explicit JsonWriter(const Program& program) : program_(program) {}

    std::string write() {
        member("format", "1");
        machine();
        memory();
        code();
        expectations();
        return text_ + "}\n";
    }

  private:
    void member(std::string_view name, const std::string& value) {
        text_ += fmt::format("{}\"{}\": {}", text_.empty() ? "{" : ",\n ", name, value);
    }
    void lines(std::string_view name, const std::vector<std::string>& values) {
        member(name, values.empty() ? "[]" : fmt::format("[\n  {}\n ]", fmt::join(values, ",\n  ")));
    }

    void machine();
    void order();
    void memory();
    void code();
    void expectations();
    std::string operand(const Operand& operand) const;
    std::string instruction(const Instruction& i) const;
    void operation(const Instruction& i, Members& members) const;
    void add_pc(std::uint32_t line, Members& members) const;

    void expect(const ExpectOutcome& e, Members& members) const;
    void expect(const ExpectActive& e, Members& members) const {
        members.add("active", json_threads(e.threads));
        if (e.warp != 0) members.add("warp", e.warp);
    }
    void expect(const ExpectExited& e, Members& members) const {
        members.add("exited", json_threads(e.threads));
        if (e.warp != 0) members.add("warp", e.warp);
    }
    void expect(const ExpectVariable& e, Members& members) const {
        members.text("variable", program_.variables[e.variable]);
        if (e.warp != 0) members.add("warp", e.warp);
        members.add("words", json_words(e.words));
    }
    void expect(const ExpectMemory& e, Members& members) const {
        members.add("memory", e.address).add("words", json_words(e.words));
    }
    void expect(const ExpectShared& e, Members& members) const {
        members.add("shared", e.block).add("offset", e.offset).add("words", json_words(e.words));
    }
    void expect(const ExpectWarning& e, Members& members) const {
        members.text("warning", e.kind);
        if (e.line) add_pc(*e.line, members);
    }
    void expect(const ExpectError&, Members& members) const { members.text("outcome", "error"); }
    void expect(const ExpectStatistic& e, Members& members) const;

    const Program& program_;
    std::string text_;
};

// ---- the machine and its memory

void JsonWriter::machine() {
    const Program& p = program_;
    member("threads", fmt::format("{}", p.threads));
    if (p.has_blocks()) {
        member("block", fmt::format("{}", p.block_threads));
        member("grid", fmt::format("{}", p.grid));
    } else {
        member("warps", fmt::format("{}", p.warps));
        if (!(p.active == ThreadSet::all(p.threads))) member("active", json_threads(p.active));
    }
    member("model", json_text(to_string(p.model)));
    member("word", Members().add("bits", p.word.width).text("mode", p.word.wrap ? "wrap" : "trap").object());
    member("registers", json_text(p.registers == RegisterMode::restore ? "restore" : "keep"));
    member("races", json_text(p.races == RaceMode::thread ? "thread" : "warp"));
    if (p.consistency != Consistency::cpp) member("consistency", json_text(to_string(p.consistency)));
    order();
    if (p.max_steps) member("steps", fmt::format("{}", *p.max_steps));
}

void JsonWriter::order() {
    if (program_.order == Order::ascending && program_.seed == 0) return;
    Members members;
    members.text("order", kOrderNames[static_cast<std::size_t>(program_.order)]);
    if (program_.seed != 0) members.add("seed", program_.seed);
    member("order", members.object());
}

void JsonWriter::memory() {
    std::vector<std::string> shared;
    for (const SharedObject& s : program_.shared)
        shared.push_back(Members().text("name", s.name).add("count", s.count).object());
    if (!shared.empty()) lines("shared", shared);
    std::vector<std::string> buffers;
    for (const Buffer& b : program_.buffers)
        buffers.push_back(
            Members().text("name", b.name).add("address", b.address).add("count", b.count).object());
    if (!buffers.empty()) lines("buffers", buffers);
    std::vector<std::string> preloads;
    for (const Preload& p : program_.preloads) {
        Members members;
        members.add("address", p.address);
        if (p.words.empty())
            members.add("count", p.count).add("start", p.start).add("step", p.step);
        else
            members.add("words", fmt::format("[{}]", fmt::join(p.words, ", ")));
        preloads.push_back(members.object());
    }
    lines("memory", preloads);
}

// ---- instructions

void JsonWriter::code() {
    std::vector<std::string> names;
    for (const std::string& name : program_.variables) names.push_back(json_text(name));
    member("variables", json_list(names));
    std::vector<std::string> labels;
    for (const auto& [name, label] : program_.labels)
        labels.push_back(fmt::format("\"{}\": {}", name, label));
    member("labels", fmt::format("{{{}}}", fmt::join(labels, ", ")));
    std::vector<std::string> instructions;
    for (const Instruction& i : program_.instructions) instructions.push_back(instruction(i));
    lines("instructions", instructions);
}

std::string JsonWriter::operand(const Operand& operand) const {
    Members members;
    switch (operand.kind) {
        case Operand::Kind::constant:
            members.add("constant", operand.value);
            break;
        case Operand::Kind::variable:
            members.text("variable", program_.variables[operand.variable]);
            break;
        case Operand::Kind::tid:
            members.text("number", "tid");
            break;
        case Operand::Kind::wid:
            members.text("number", "wid");
            break;
        case Operand::Kind::bid:
            members.text("number", "bid");
            break;
        case Operand::Kind::btid:
            members.text("number", "btid");
            break;
        case Operand::Kind::shared:
            members.text("shared",
                         std::ranges::find(program_.shared, operand.value, &SharedObject::offset)->name);
            break;
    }
    return members.object();
}

void JsonWriter::operation(const Instruction& i, Members& members) const {
    if (info(i.opcode).format.variants) members.text("variant", to_string(i.variant));
    if (i.opcode == Opcode::bp) members.text("operation", info(i.operation).name);
    if (const UserInstruction* const user = user_instruction_of(i)) {
        members.text("operation", user->name);  // which the reader refuses
        return;
    }
    if (i.opcode == Opcode::typed) members.text("operation", info(i.typed_operation).name);
    if (is_fetch(i.opcode)) members.text("operation", info(i.fetch_operation).name);
    if (i.opcode == Opcode::fence) members.text("variant", to_string(i.scope));
    if (needs_strength(i)) {
        members.text("order", to_string(i.order));
        if (i.opcode != Opcode::fence) members.text("scope", to_string(i.scope));
    }
    if (i.opcode == Opcode::typed || i.opcode == Opcode::typed_fetch || i.opcode == Opcode::typed_reduce)
        members.text("type", to_string(i.type));
    if (i.opcode == Opcode::typed && i.typed_operation == TypedOperation::cvt)
        members.text("from", to_string(i.from));
}

std::string JsonWriter::instruction(const Instruction& i) const {
    const InstructionInfo& row = info(i.opcode);
    Members members;
    members.text("op", row.name);
    operation(i, members);
    if (has_destination(row.format)) members.text("destination", program_.variables[i.destination]);
    std::vector<std::string> operands;
    for (std::size_t k = 0; k < operand_count(i); ++k) operands.push_back(operand(i.operands[k]));
    if (!operands.empty()) members.add("operands", json_list(operands));
    if (i.opcode == Opcode::shuffle && i.width != std::bit_ceil(program_.threads))
        members.add("width", i.width);
    if (has_target(row.format)) members.add("target", i.target);
    return members.object();
}

// ---- expectations

void JsonWriter::expectations() {
    std::vector<std::string> list;
    for (const Expectation& expectation : program_.expectations) {
        Members members;
        std::visit([&](const auto& what) { expect(what, members); }, expectation.what);
        if (expectation.model) members.text("model", to_string(*expectation.model));
        list.push_back(members.object());
    }
    if (!list.empty()) lines("expect", list);
    std::vector<std::string> covers;
    for (const std::string& name : program_.covers) covers.push_back(json_text(name));
    if (!covers.empty()) member("covers", json_list(covers));
}

/// The number of the instruction on that line of the text.
void JsonWriter::add_pc(std::uint32_t line, Members& members) const {
    const auto found = std::ranges::find(program_.instructions, line, &Instruction::line);
    if (found != program_.instructions.end()) members.add("pc", found - program_.instructions.begin() + 1);
}

void JsonWriter::expect(const ExpectOutcome& e, Members& members) const {
    members.text("outcome", to_string(e.outcome));
    if (e.limit) members.text("limit", to_string(*e.limit));
    if (e.outcome != Outcome::trap) return;
    members.text("trap", e.trap);
    if (e.line) add_pc(*e.line, members);
    if (e.warp) members.add("warp", *e.warp);
    if (e.threads) members.add("threads", json_threads(*e.threads));
}

void JsonWriter::expect(const ExpectStatistic& e, Members& members) const {
    members.text("statistic", e.name)
        .text("relation", to_string(e.relation))
        .add("number", decimal_text(e.number));
}

}  // namespace

std::string to_json(const Program& program) {
    return JsonWriter(program).write();
}

}  // namespace musimd
