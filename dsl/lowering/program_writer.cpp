#include "dsl/lowering/program_writer.hpp"

#include <algorithm>
#include <cassert>
#include <map>
#include <utility>

namespace musimd::dsl {
namespace {

bool is_branch(const Instruction& i) {
    return i.opcode == Opcode::bz || i.opcode == Opcode::bnz;
}

}  // namespace

ProgramWriter::ProgramWriter(Program machine) : made_(std::move(machine)) {
    for (Buffer& buffer : made_.buffers) {
        if (!buffer.name.empty()) buffer.name = names_.next(buffer.name);
    }
}

Variable ProgramWriter::variable(std::string_view name) {
    made_.variables.push_back(names_.next(name));
    is_flag_.push_back(false);
    return static_cast<Variable>(made_.variables.size() - 1);
}

Variable ProgramWriter::flag(std::string_view name) {
    const Variable result = variable(name);
    is_flag_.back() = true;
    return result;
}

void ProgramWriter::set_line(SourcePoint line) {
    if (line != 0) line_ = line;
}

void ProgramWriter::emit(Instruction instruction) {
    instruction.line = line_;
    made_.instructions.push_back(instruction);
    columns_.push_back(line_.column);
    objects_.push_back(std::exchange(accessed_, std::nullopt));
    sources_.push_back(std::exchange(source_, std::nullopt));
    calls_.push_back(call_);
}

void ProgramWriter::emit(Opcode plain) {
    emit(Instruction{.opcode = plain});
}

void ProgramWriter::copy(Variable v, const Operand& o) {
    emit({.opcode = Opcode::copy, .destination = v, .operands = {o}});
}

void ProgramWriter::binary(Variable v, const Operand& a, Operation operation, const Operand& b) {
    emit({.opcode = Opcode::bp, .operation = operation, .destination = v, .operands = {a, b}});
}

void ProgramWriter::load(Variable v, const Operand& address, std::optional<Scope> atomic) {
    if (!atomic) return emit({.opcode = Opcode::ld, .destination = v, .operands = {address}});
    emit({.opcode = Opcode::fetch,
          .fetch_operation = FetchOperation::load,
          .scope = *atomic,
          .destination = v,
          .operands = {address}});
}

void ProgramWriter::store(const Operand& address, const Operand& o, std::optional<Scope> atomic) {
    if (!atomic) return emit({.opcode = Opcode::st, .operands = {address, o}});
    emit({.opcode = Opcode::strong_store, .scope = *atomic, .operands = {address, o}});
}

// No thread has number −1, so the shuffle makes v undefined (rule SI).
void ProgramWriter::undefine(Variable v) {
    emit({.opcode = Opcode::shfl, .destination = v, .operands = {Operand::constant(-1)}});
}

// Until finish(), the target of an instruction is a BranchTarget.
void ProgramWriter::branch(Opcode opcode, Variable v, BranchTarget target) {
    emit({.opcode = opcode, .operands = {Operand::of(v)}, .target = target});
}

void ProgramWriter::jump(BranchTarget target) {
    emit({.opcode = Opcode::jump, .target = target});
}

BranchTarget ProgramWriter::target(std::string_view name) {
    targets_.push_back({std::string(name)});
    return static_cast<BranchTarget>(targets_.size() - 1);
}

void ProgramWriter::bind(BranchTarget target) {
    assert(targets_[target].at == 0);
    targets_[target].at = made_.end();
}

// ---- cleanup

Program ProgramWriter::finish() {
    erase(unread_flags());
    erase(jumps_to_the_next());
    erase(turned_branches());
    number_variables();
    name_labels();
    return std::move(made_);
}

bool ProgramWriter::is_copy_to_unread_flag(const Instruction& i, const std::vector<bool>& read) const {
    return i.opcode == Opcode::copy && is_flag_[i.destination] && !read[i.destination];
}

std::vector<bool> ProgramWriter::unread_flags() const {
    std::vector<bool> read(made_.variables.size());
    for (const Instruction& i : made_.instructions) {
        for (const Operand& o : i.operands) {
            if (o.kind == Operand::Kind::variable) read[o.variable] = true;
        }
    }
    std::vector<bool> which;
    for (const Instruction& i : made_.instructions) which.push_back(is_copy_to_unread_flag(i, read));
    return which;
}

std::vector<bool> ProgramWriter::jumps_to_the_next() const {
    std::vector<bool> which;
    for (const Instruction& i : made_.instructions) {
        const auto next = static_cast<Label>(which.size() + 2);
        which.push_back(i.opcode == Opcode::jump && targets_[i.target].at == next);
    }
    return which;
}

// `bz v, else; jump join; else: …` is `bnz v, join; …`.
std::vector<bool> ProgramWriter::turned_branches() {
    std::vector<bool> placed(made_.instructions.size() + 2);
    for (const Placed& target : targets_) placed[target.at] = true;
    std::vector<bool> which(made_.instructions.size());
    for (std::size_t k = 0; k + 1 < made_.instructions.size(); ++k) {
        Instruction& i = made_.instructions[k];
        const Instruction& next = made_.instructions[k + 1];
        const auto after_jump = static_cast<Label>(k + 3);
        if (!is_branch(i) || next.opcode != Opcode::jump || targets_[i.target].at != after_jump) continue;
        if (placed[k + 2]) continue;
        i.opcode = i.opcode == Opcode::bz ? Opcode::bnz : Opcode::bz;
        i.target = next.target;
        which[k + 1] = true;
    }
    return which;
}

void ProgramWriter::erase(const std::vector<bool>& which) {
    std::vector<Label> now{0};  // by the current number of an instruction
    std::vector<Instruction> left;
    std::vector<std::optional<std::uint32_t>> objects;
    std::vector<std::optional<std::uint32_t>> sources;
    std::vector<std::uint32_t> columns;
    std::vector<std::uint32_t> calls;
    for (std::size_t k = 0; k < which.size(); ++k) {
        now.push_back(static_cast<Label>(left.size() + 1));
        if (which[k]) continue;
        left.push_back(made_.instructions[k]);
        objects.push_back(objects_[k]);
        sources.push_back(sources_[k]);
        columns.push_back(columns_[k]);
        calls.push_back(calls_[k]);
    }
    now.push_back(static_cast<Label>(left.size() + 1));
    for (Placed& target : targets_) target.at = now[target.at];
    made_.instructions = std::move(left);
    objects_ = std::move(objects);
    sources_ = std::move(sources);
    columns_ = std::move(columns);
    calls_ = std::move(calls);
}

// By their first mention in the text; unmentioned ones are dropped.
void ProgramWriter::number_variables() {
    numbers_.resize(made_.variables.size());
    std::vector<std::string> names;
    const auto mention = [&](Variable& v) {
        if (!numbers_[v]) {
            numbers_[v] = static_cast<Variable>(names.size());
            names.push_back(std::move(made_.variables[v]));
        }
        v = *numbers_[v];
    };
    for (Instruction& i : made_.instructions) {
        if (has_destination(info(i.opcode).format)) mention(i.destination);
        for (Operand& o : i.operands) {
            if (o.kind == Operand::Kind::variable) mention(o.variable);
        }
    }
    made_.variables = std::move(names);
}

std::optional<Variable> ProgramWriter::number_of(Variable v) const {
    return numbers_[v];
}

// Each instruction that is branched to has one label: the name of its first target, and a number.
void ProgramWriter::name_labels() {
    std::map<Label, std::string> names;
    for (Instruction& i : made_.instructions) {
        if (!has_target(info(i.opcode).format)) continue;
        const Placed& target = targets_[i.target];
        assert(target.at != 0);
        i.target = target.at;
        names.emplace(target.at, target.name + std::to_string(target.at));
    }
    for (const auto& [at, name] : names) made_.labels.emplace_back(name, at);
}

}  // namespace musimd::dsl
