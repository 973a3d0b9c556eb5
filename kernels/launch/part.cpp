#include "kernels/launch/part.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "dsl/lowering/exits.hpp"

namespace musimd::kernels::openmp {
namespace {

using dsl::BufferId;
using dsl::Expr;
using dsl::Expression;
using dsl::Statement;
using dsl::VariableId;
using dsl::openmp::LoopFunction;

constexpr std::int64_t kAlignment = 32;
// An index that is not far outside of its buffer is in the gap to the next one, and traps. The gaps are as
// large as the usual memory of a program allows.
constexpr std::int64_t kLeastGap = 65'536;
constexpr std::int64_t kMaxGap = std::int64_t{1} << 22;
constexpr std::int64_t kDefaultMemory = kDefaultMaxAddress;

// There may be many objects of which a program asks for the memory.
constexpr std::int64_t kLeastGapOfNew = 256;
static_assert(kLeastGapOfNew >= 2 * kMargin);

void set_undefined(dsl::Region& region, std::int64_t elements) {
    region.words.assign(static_cast<std::size_t>(elements), 0);
    region.defined.assign(static_cast<std::size_t>(elements), 0);
}

// The members of structures are parts of one region: as many structures as all members are given for.
void place(const dsl::openmp::StructureArray& array, const LoopFunction& function, CallState& state) {
    std::size_t count = state.memory[array.whole + 1].words.size();
    for (std::uint32_t m = 1; m <= array.members; ++m)
        count = std::min(count, state.memory[array.whole + m].words.size());
    dsl::Region& whole = state.memory[array.whole];
    for (std::size_t i = 0; i < count; ++i) {
        for (std::uint32_t m = 1; m <= array.members; ++m)
            whole.words.push_back(state.memory[array.whole + m].words[i]);
    }
    whole.name = function.buffers[array.whole].name;
    whole.address = reserve(std::ssize(whole.words), state);
}

void note_address(BufferId buffer, CallState& state) {
    for (const auto& [variable, address] : state.addresses) {
        if (address == buffer)
            state.values[variable] = static_cast<std::uint64_t>(state.memory[buffer].address);
    }
}

/// Collects what statements mention.
class Mentions {
  public:
    void block(const dsl::Block& block) {
        dsl::for_each_statement(block, [this](const Statement& s, bool) { statement(s); });
    }

    std::set<VariableId> variables;
    std::set<VariableId> declared;
    std::set<BufferId> buffers;
    std::set<BufferId> written;

  private:
    void statement(const Statement& s) {
        dsl::for_each_expression(s, [this](const Expr& e) { expression(e); });
        switch (s.kind) {
            case Statement::Kind::declare:
            case Statement::Kind::simd:
                declare(s.variable);
                break;
            case Statement::Kind::set:
                variables.insert(s.variable);
                break;
            case Statement::Kind::store:
            case Statement::Kind::array:
                buffers.insert(s.element.buffer);
                written.insert(s.element.buffer);
                break;
            case Statement::Kind::atomic:
                declare(s.variable);
                buffers.insert(s.element.buffer);
                written.insert(s.element.buffer);
                break;
            case Statement::Kind::call:
                for (const auto& [parameter, value] : s.arguments) declare(parameter);
                if (s.result != nullptr) declare(s.variable);
                break;
            case Statement::Kind::instruction:
                if (has_destination(info(s.instruction.opcode).format)) declare(s.variable);
                break;
            case Statement::Kind::if_:
            case Statement::Kind::while_:
            case Statement::Kind::break_:
            case Statement::Kind::continue_:
            case Statement::Kind::return_:
            case Statement::Kind::check:
            case Statement::Kind::print:
            case Statement::Kind::parallel:
            case Statement::Kind::team:
                break;
        }
        for (const dsl::Reduction& r : s.reductions) {
            variables.insert(r.original);
            declare(r.partial);
        }
        for (const auto& [original, last] : s.last_values) variables.insert(original);
    }

    void declare(VariableId v) {
        variables.insert(v);
        declared.insert(v);
    }

    void expression(const Expr& e) {
        if (!seen_.insert(e.get()).second) return;
        if (e->kind == Expression::Kind::variable) variables.insert(e->variable);
        if (e->kind == Expression::Kind::load) buffers.insert(e->element.buffer);
        for (const Expr& operand : e->operands) expression(operand);
    }

    std::set<const Expression*> seen_;
};

dsl::Kernel kernel_of(const LoopFunction& function) {
    dsl::Kernel kernel;
    kernel.name = function.name;
    kernel.file = function.file;
    kernel.bits = 64;
    kernel.signed_overflow_traps = true;
    kernel.buffers = function.buffers;
    kernel.variables = function.variables;
    return kernel;
}

void note_mentions(Part& part) {
    Mentions mentions;
    mentions.block(part.kernel.body);
    part.variables.assign(mentions.variables.begin(), mentions.variables.end());
    part.declared.assign(mentions.declared.begin(), mentions.declared.end());
    part.buffers.assign(mentions.buffers.begin(), mentions.buffers.end());
    part.written.assign(mentions.written.begin(), mentions.written.end());
}

// What is written by an address may be any object.
template <typename State, typename Use>
void for_each_region(const std::vector<BufferId>& buffers, State& state, const Use& use) {
    const bool any = state.shares_memory ||
                     (state.whole_memory && std::ranges::binary_search(buffers, *state.whole_memory));
    if (!any) {
        for (const BufferId b : buffers) use(state.memory[b]);
        return;
    }
    for (auto* list : {&state.memory, &state.unnamed}) {
        for (auto& region : *list) {
            const bool is_name = state.shares_memory && region.count() == 0;
            if (region.address != 0 && !is_name) use(region);
        }
    }
}

/// What take_memory takes of a large region.
void take_parts(const Memory& memory, dsl::Region& region) {
    constexpr std::int64_t kFar = 256;  // such words are parts of their own
    region.parts.clear();
    const std::int64_t last = region.address + region.count() - 1;
    memory.for_each_in(region.address, last, [&](std::int64_t address, Value word) {
        const bool is_far = region.parts.empty() ||
                            address - region.parts.back().address - region.parts.back().count() >= kFar;
        if (is_far) region.parts.push_back({.name = {}, .address = address, .words = {}});
        dsl::Region& in = region.parts.back();
        in.words.resize(static_cast<std::size_t>(address - in.address + 1));
        in.defined.resize(in.words.size());
        in.words.back() = word;
        in.defined.back() = 1;
    });
}

dsl::Region without_words(const dsl::Region& region) {
    return {.name = region.name, .address = region.address, .words = {}, .elements = region.count()};
}

BufferId add_partial_values(const LoopFunction& function, const dsl::Reduction& r, dsl::Kernel& kernel) {
    const dsl::KernelVariable& variable = function.variables[r.partial];
    kernel.buffers.push_back({"partial_" + variable.name, variable.type.type});
    return static_cast<BufferId>(kernel.buffers.size() - 1);
}

}  // namespace

std::int64_t reserve(std::int64_t elements, CallState& state, bool one_of_many) {
    const std::int64_t address = state.end;
    state.end += (elements / kAlignment + 1) * kAlignment;
    const std::int64_t rest = kDefaultMemory - state.end;
    const std::int64_t gap = one_of_many ? std::clamp(rest / 512, kLeastGapOfNew, kLeastGap)
                                         : std::clamp(rest / 8, kLeastGap, kMaxGap);
    state.end += gap / kAlignment * kAlignment;
    return address;
}

CallState state_of(const LoopFunction& function, const CallArguments& arguments) {
    CallState state;
    state.end = kFirstAddress;
    state.addresses = function.addresses;
    state.whole_memory = function.memory;
    state.partials = static_cast<BufferId>(function.buffers.size());
    for (std::size_t b = 0; b < function.buffers.size(); ++b) {
        dsl::Region region{.name = function.buffers[b].name, .address = 0, .words = {}};
        if (b < arguments.buffers.size()) {
            for (const std::uint64_t pattern : arguments.buffers[b])
                region.words.push_back(word_of_pattern(pattern, function.buffers[b].element));
            const auto parameter =
                std::ranges::find(function.parameters, BufferId(b), &dsl::openmp::Parameter::buffer);
            if (parameter != function.parameters.end() && !parameter->of_structure)
                region.address = reserve(std::ssize(region.words), state);
        }
        state.memory.push_back(std::move(region));
    }
    for (const dsl::openmp::StructureArray& array : function.structures) place(array, function, state);
    state.values.resize(function.variables.size() + 1);
    for (std::size_t b = 0; b < function.buffers.size(); ++b) note_address(BufferId(b), state);
    for (std::size_t p = 0; p < function.parameters.size(); ++p) {
        if (const auto variable = function.parameters[p].variable)
            state.values[*variable] = arguments.numbers[p];
    }
    return state;
}

void allocate(BufferId buffer, std::int64_t elements, CallState& state) {
    if (buffer >= state.memory.size()) state.memory.resize(buffer + 1);
    dsl::Region& region = state.memory[buffer];
    if (region.address == 0 || elements > std::ssize(region.words)) region.address = reserve(elements, state);
    set_undefined(region, elements);
    note_address(buffer, state);
}

void allocate_new(BufferId buffer, std::int64_t elements, CallState& state) {
    dsl::Region& region = state.memory[buffer];
    if (region.address != 0) state.unnamed.push_back(region);
    region.address = reserve(elements, state, true);
    set_undefined(region, elements);
    note_address(buffer, state);
}

void split_structures(const LoopFunction& function, CallState& state) {
    for (const dsl::openmp::StructureArray& array : function.structures) {
        const std::vector<Value>& words = state.memory[array.whole].words;
        for (std::size_t k = 0; k < words.size(); ++k)
            state.memory[array.whole + 1 + k % array.members].words[k / array.members] = words[k];
    }
}

Part part_of(const LoopFunction& function, dsl::Block body, const Expr& value, std::uint32_t line) {
    Part part;
    part.kernel = kernel_of(function);
    part.kernel.body = std::move(body);
    if (value != nullptr) {
        const auto last = static_cast<VariableId>(part.kernel.variables.size());
        part.kernel.variables.push_back({"value", value->type});
        part.kernel.body.push_back(dsl::statement_of(Statement::Kind::declare, last, value, line));
    }
    note_mentions(part);
    return part;
}

Part part_of_loop(const LoopFunction& function, const Statement& loop) {
    if (loop.reductions.empty()) return part_of(function, loop.body);
    Part part;
    part.kernel = kernel_of(function);
    dsl::Block& body = part.kernel.body;
    Statement stores = dsl::statement_of(Statement::Kind::store, 0, nullptr, loop.line);
    stores.index = dsl::element_number();
    for (const dsl::Reduction& r : loop.reductions) {
        const Type type = function.variables[r.partial].type.type;
        body.push_back(dsl::statement_of(Statement::Kind::declare, r.partial,
                                         dsl::literal(type, r.identity_bits), loop.line));
    }
    // A call, because a `return` in it ends the iteration alone.
    Statement& iteration = body.emplace_back(dsl::statement_of(Statement::Kind::call, 0, nullptr, loop.line));
    iteration.body = loop.body;
    for (const dsl::Reduction& r : loop.reductions) {
        stores.element.buffer = add_partial_values(function, r, part.kernel);
        stores.value = dsl::read(r.partial, function.variables[r.partial].type);
        body.push_back(stores);
    }
    note_mentions(part);
    return part;
}

// A simd loop, whose races are found.
Part part_in_order(const LoopFunction& function, const Statement& loop, std::int64_t iterations, bool races) {
    Part part = part_of_loop(function, loop);
    const auto number = static_cast<VariableId>(part.kernel.variables.size());
    part.kernel.variables.push_back({"iteration", dsl::ValueType::number(Type::i64)});
    part.kernel.element = number;
    Statement call = dsl::statement_of(Statement::Kind::call, 0, nullptr, loop.line);
    call.body = std::move(part.kernel.body);
    Statement all =
        dsl::statement_of(Statement::Kind::simd, number,
                          dsl::literal(Type::i64, static_cast<std::uint64_t>(iterations)), loop.line);
    all.safelen = races ? 0 : 1;
    all.body.push_back(std::move(call));
    part.kernel.body = {std::move(all)};
    note_mentions(part);
    return part;
}

// original = original ∘ partial[0] ∘ partial[1] …
Part part_of_combination(const LoopFunction& function, const Statement& loop, std::int64_t iterations) {
    using Kind = Statement::Kind;
    Part part;
    part.kernel = kernel_of(function);
    const auto next = static_cast<VariableId>(function.variables.size());
    const dsl::ValueType count = dsl::ValueType::number(Type::i64);
    part.kernel.variables.push_back({"next", count});
    const auto number = [](std::int64_t n) { return dsl::literal(Type::i64, static_cast<std::uint64_t>(n)); };
    for (const dsl::Reduction& r : loop.reductions) {
        const dsl::ValueType type = function.variables[r.original].type;
        const BufferId from = add_partial_values(function, r, part.kernel);
        part.kernel.body.push_back(dsl::statement_of(Kind::declare, next, number(0), loop.line));
        Statement& sum =
            part.kernel.body.emplace_back(dsl::statement_of(Kind::while_, 0, nullptr, loop.line));
        const Expr at = dsl::read(next, count);
        sum.value = dsl::apply(dsl::Function::lt, {at, number(iterations)});
        sum.body = {dsl::statement_of(
            Kind::set, r.original,
            dsl::apply(r.function, {dsl::read(r.original, type), dsl::load(from, at, type.type)}),
            loop.line)};
        sum.step = {
            dsl::statement_of(Kind::set, next, dsl::apply(dsl::Function::add, {at, number(1)}), loop.line)};
    }
    note_mentions(part);
    return part;
}

std::vector<const dsl::Region*> regions_of(const std::vector<BufferId>& buffers, const CallState& state) {
    std::vector<const dsl::Region*> result;
    for_each_region(buffers, state, [&](const dsl::Region& region) { result.push_back(&region); });
    return result;
}

dsl::Launch launch_of(const Part& part, const CallState& state, std::int64_t elements, bool with_words) {
    dsl::Launch launch;
    launch.elements = elements;
    launch.first = state.first;
    for (std::size_t b = 0; b < part.kernel.buffers.size(); ++b)
        launch.origins.push_back(state.memory[b].address -
                                 (b < state.partials ? 0 : state.first.value_or(0)));
    launch.wrapping_lines = state.wrapping_lines;
    for_each_region(part.buffers, state, [&](const dsl::Region& region) {
        launch.regions.push_back(with_words ? region : without_words(region));
        if (state.margin == 0 || region.address == 0) return;
        const std::vector<Value> zeros(static_cast<std::size_t>(state.margin));
        launch.regions.push_back({.name = {}, .address = region.address - state.margin, .words = zeros});
        launch.regions.push_back({.name = {}, .address = region.address + region.count(), .words = zeros});
    });
    const auto is_memory = [](const dsl::Region& region) { return region.address != 0; };
    if (!part.buffers.empty() && std::ranges::none_of(launch.regions, is_memory))
        launch.regions.push_back({.name = std::string(kNoMemory), .address = kFirstAddress, .words = {}});
    for (const VariableId v : part.variables) {
        const bool is_own = std::ranges::binary_search(part.declared, v);
        if (!is_own && state.values[v]) launch.values.emplace_back(v, *state.values[v]);
    }
    return launch;
}

void take_memory(const Part& part, const Result& result, CallState& state) {
    for_each_region(part.written, state, [&](dsl::Region& region) {
        if (region.is_large()) return take_parts(result.memory, region);
        const std::int64_t last = region.address + std::ssize(region.words) - 1;
        result.memory.for_each_in(region.address, last, [&](std::int64_t address, Value word) {
            const auto i = static_cast<std::size_t>(address - region.address);
            region.words[i] = word;
            if (!region.defined.empty()) region.defined[i] = 1;
        });
    });
}

void take_values(const Part& part, const std::vector<std::optional<Variable>>& variables,
                 const Result& result, CallState& state) {
    for (const VariableId v : part.declared) state.values[v].reset();
    for (const VariableId v : part.variables) {
        const auto variable = variables[v];
        if (!variable) continue;
        state.values[v].reset();
        const Value* const word = result.warps.front().bank.find(0, *variable);
        const dsl::ValueType type = part.kernel.variables[v].type;
        if (word != nullptr)
            state.values[v] =
                type.condition ? static_cast<std::uint64_t>(*word) : pattern_of_word(*word, type.type);
    }
}

}  // namespace musimd::kernels::openmp
