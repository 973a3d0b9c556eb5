#include "dsl/spmd/recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <iterator>

#include "dsl/spmd/error.hpp"

namespace musimd::spmd {

using dsl::Block;
using dsl::Expr;
using dsl::Statement;
using dsl::VariableId;

Recorder::Recorder(std::string name, int bits, std::vector<dsl::KernelBuffer> buffers, std::string file) {
    kernel_.name = std::move(name);
    kernel_.bits = bits;
    kernel_.buffers = std::move(buffers);
    kernel_.file = std::move(file);
    open(Kind::kernel, {});
}

void Recorder::fail(std::uint32_t line, std::string message) const {
    ErrorDetails details;
    details.file = kernel_.file;
    details.line = line;
    details.kernel = kernel_.name;
    details.message = std::move(message);
    throw Error(std::move(details));
}

// ---- blocks

Recorder::OpenBlock& Recorder::open(Kind kind, Statement statement) {
    if (blocks_.size() > kMaxBlocks)
        fail(statement.line, fmt::format("more than {} nested blocks: does a device function "
                                         "call itself, or does a C++ loop not terminate?",
                                         kMaxBlocks));
    OpenBlock& block = blocks_.emplace_back();
    block.kind = kind;
    block.number = next_number_++;
    block.statement = std::move(statement);
    return block;
}

/// Moves the statements out of the block, which is empty afterwards.
Block Recorder::take(OpenBlock& block) {
    Block taken;
    taken.reserve(block.slots.size());
    for (Slot& slot : block.slots) {
        std::ranges::move(slot.before, std::back_inserter(taken));
        if (&slot != &block.slots.back()) taken.push_back(std::move(slot.statement));
    }
    block.slots.clear();
    block.slots.emplace_back();
    block.number = next_number_++;
    return taken;
}

void Recorder::append(Statement statement) {
    if (++statements_ > kMaxStatements)
        fail(statement.line, fmt::format("the kernel has more than {} statements: does a C++ loop around "
                                         "this one terminate?",
                                         kMaxStatements));
    std::vector<Slot>& slots = blocks_.back().slots;
    slots.back().statement = std::move(statement);
    slots.emplace_back();
}

/// Ends the innermost block, whose statement is complete.
void Recorder::close() {
    Statement statement = std::move(blocks_.back().statement);
    blocks_.pop_back();
    append(std::move(statement));
}

std::optional<Recorder::Position> Recorder::end_of(std::uint64_t number) const {
    const auto found = std::find_if(blocks_.rbegin(), blocks_.rend(),
                                    [&](const OpenBlock& block) { return block.number == number; });
    return found == blocks_.rend() ? std::nullopt : std::optional(end_of(*found));
}

Expr Recorder::take_last_declaration(VariableId variable) {
    std::vector<Slot>& slots = blocks_.back().slots;
    if (slots.size() < 2 || !slots.back().before.empty()) return nullptr;
    Slot& last = slots[slots.size() - 2];
    if (last.statement.kind != Statement::Kind::declare || last.statement.variable != variable ||
        last.statement.value == nullptr)
        return nullptr;
    Expr value = std::move(last.statement.value);
    last.statement = {};
    slots.pop_back();
    return value;
}

std::string_view Recorder::keyword(Kind kind) {
    switch (kind) {
        case Kind::then:
        case Kind::otherwise:
            return "k_if";
        case Kind::head:
        case Kind::loop:
            return "k_while";
        case Kind::call:
            return "spmd_dev_func";
        case Kind::kernel:
            break;
    }
    return "spmd_kernel_1d";
}

void Recorder::check_closed(std::size_t depth) const {
    if (blocks_.size() <= depth) return;
    const OpenBlock& block = blocks_.back();
    const std::string_view word = keyword(block.kind);
    const std::string_view end = word == "k_if" ? "k_endif" : word == "k_while" ? "k_endwhile" : "end";
    fail(block.statement.line,
         fmt::format("this {} has no {}; a plain `return` inside it ends the recording of "
                     "every element: use k_return",
                     word, end));
}

Recorder::OpenBlock& Recorder::innermost(Kind kind, Kind or_kind, std::string_view word, std::uint32_t line) {
    OpenBlock& block = blocks_.back();
    if (block.kind == kind || block.kind == or_kind) return block;
    if (block.kind == Kind::otherwise)
        fail(line, fmt::format("{} after the k_else of line {}", word, block.statement.line));
    if (block.kind == Kind::kernel || block.kind == Kind::call)
        fail(line, fmt::format("{} without a {}", word, keyword(kind)));
    fail(line, fmt::format("{} in the {} of line {}", word, keyword(block.kind), block.statement.line));
}

// ---- variables

VariableId Recorder::variable(dsl::ValueType type, std::string name) {
    kernel_.variables.push_back({std::move(name), type});
    return static_cast<VariableId>(kernel_.variables.size() - 1);
}

void Recorder::rename(VariableId variable, std::string name) {
    kernel_.variables[variable].name = std::move(name);
}

dsl::BufferId Recorder::buffer(dsl::KernelBuffer buffer) {
    kernel_.buffers.push_back(std::move(buffer));
    return static_cast<dsl::BufferId>(kernel_.buffers.size() - 1);
}

void Recorder::declare(VariableId variable, Expr value, std::uint32_t line) {
    Statement statement = dsl::statement_of(Statement::Kind::declare, 0, nullptr, line);
    statement.variable = variable;
    statement.value = std::move(value);
    append(std::move(statement));
}

void Recorder::declare_at(Position position, VariableId variable, Expr value, std::uint32_t line) {
    const auto block = std::ranges::find(blocks_, position.block, &OpenBlock::number);
    assert(block != blocks_.end() && position.statement < block->slots.size());
    Statement statement = dsl::statement_of(Statement::Kind::declare, 0, nullptr, line);
    statement.variable = variable;
    statement.value = std::move(value);
    block->slots[position.statement].before.push_back(std::move(statement));
}

void Recorder::set(VariableId variable, Expr value, bool unmasked, std::uint32_t line) {
    Statement statement = dsl::statement_of(Statement::Kind::set, 0, nullptr, line);
    statement.variable = variable;
    statement.value = std::move(value);
    statement.unmasked = unmasked;
    append(std::move(statement));
}

void Recorder::store(dsl::ElementRef element, Expr value, bool unmasked, std::uint32_t line) {
    Statement statement = dsl::statement_of(Statement::Kind::store, 0, nullptr, line);
    statement.element = element;
    statement.value = std::move(value);
    statement.unmasked = unmasked;
    append(std::move(statement));
}

// ---- control

void Recorder::begin_if(Expr condition, std::uint32_t line) {
    Statement statement = dsl::statement_of(Statement::Kind::if_, 0, nullptr, line);
    statement.value = std::move(condition);
    open(Kind::then, std::move(statement));
}

void Recorder::begin_else(std::uint32_t line) {
    OpenBlock& block = innermost(Kind::then, Kind::then, "k_else", line);
    block.statement.body = take(block);
    block.kind = Kind::otherwise;
}

void Recorder::begin_elseif(std::uint32_t line) {
    OpenBlock& block = innermost(Kind::then, Kind::then, "k_elseif", line);
    block.statement.body = take(block);
    block.kind = Kind::otherwise;
}

void Recorder::elseif_condition(Expr condition, std::uint32_t line) {
    begin_if(std::move(condition), line);
    blocks_.back().chained = true;
}

void Recorder::end_if(std::uint32_t line) {
    OpenBlock& block = innermost(Kind::then, Kind::otherwise, "k_endif", line);
    (block.kind == Kind::then ? block.statement.body : block.statement.otherwise) = take(block);
    while (blocks_.back().chained) {
        close();
        blocks_.back().statement.otherwise = take(blocks_.back());
    }
    close();
}

void Recorder::begin_while(std::uint32_t line) {
    open(Kind::head, dsl::statement_of(Statement::Kind::while_, 0, nullptr, line));
}

void Recorder::while_condition(Expr condition, std::uint32_t line) {
    OpenBlock& block = innermost(Kind::head, Kind::head, "the condition of k_while", line);
    block.statement.head = take(block);
    block.statement.value = std::move(condition);
    block.kind = Kind::loop;
}

void Recorder::end_while(std::uint32_t line) {
    OpenBlock& block = innermost(Kind::loop, Kind::loop, "k_endwhile", line);
    block.statement.body = take(block);
    close();
}

void Recorder::leave(Statement::Kind kind, std::uint32_t line) {
    if (kind != Statement::Kind::return_) {
        const auto found = std::find_if(blocks_.rbegin(), blocks_.rend(), [](const OpenBlock& block) {
            return block.kind == Kind::loop || block.kind == Kind::call;
        });
        if (found == blocks_.rend() || found->kind == Kind::call)
            fail(line, fmt::format("{} outside a k_while",
                                   kind == Statement::Kind::break_ ? "k_break" : "k_continue"));
    }
    append(dsl::statement_of(kind, 0, nullptr, line));
}

// ---- device functions

void Recorder::begin_call(std::string function, std::vector<std::pair<VariableId, Expr>> arguments,
                          std::uint32_t line) {
    Statement statement = dsl::statement_of(Statement::Kind::call, 0, nullptr, line);
    statement.function = std::move(function);
    statement.arguments = std::move(arguments);
    open(Kind::call, std::move(statement));
}

void Recorder::end_call(VariableId variable, Expr result, bool in_place) {
    const auto call = std::find_if(blocks_.rbegin(), blocks_.rend(),
                                   [](const OpenBlock& block) { return block.kind == Kind::call; });
    assert(call != blocks_.rend());
    check_closed(static_cast<std::size_t>(std::distance(call, blocks_.rend())));
    OpenBlock& block = blocks_.back();
    block.statement.body = take(block);
    block.statement.variable = variable;
    block.statement.result = std::move(result);
    block.statement.in_place = in_place;
    close();
}

dsl::Kernel Recorder::finish() {
    check_closed(1);
    kernel_.body = take(blocks_.front());
    return std::move(kernel_);
}

}  // namespace musimd::spmd
