#include "kernels/launch/prepared.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "kernels/launch/objects.hpp"
#include "kernels/launch/registers.hpp"

namespace musimd::kernels::openmp {
namespace {

using dsl::LoopModel;
using dsl::Statement;
using dsl::VariableId;

constexpr std::size_t kMaxOfPart = 256;

// The iterations of a combined `parallel for simd` are the lanes of a warp under both models.
bool is_vectorised_as_a_whole(const Statement& loop, const Configuration& configuration) {
    return configuration.model == LoopModel::spmd || loop.width != 0;
}

std::vector<std::uint32_t> simd_widths_of(const dsl::Block& block) {
    std::vector<std::uint32_t> widths;
    const auto note = [&](const auto& self, const dsl::Block& statements) -> void {
        for (const Statement& s : statements) {
            if (s.kind == Statement::Kind::simd) {
                widths.push_back(s.width == 0 ? dsl::kDefaultSimdWidth : s.width);
                continue;  // a simd loop inside it runs one iteration after the other
            }
            for (const dsl::Block* part : {&s.head, &s.body, &s.step, &s.otherwise}) self(self, *part);
        }
    };
    note(note, block);
    return widths;
}

bool is_given(const Part& part, VariableId v, const CallState& state) {
    return state.values[v] && !std::ranges::binary_search(part.declared, v);
}

/// All that the instructions depend on, but for the values of variables.
std::vector<std::int64_t> key_of(const Part& part, const CallState& state, std::int64_t elements) {
    std::vector<std::int64_t> key = {elements, state.first.value_or(-1)};
    for (const dsl::BufferId buffer : part.buffers) key.push_back(state.memory[buffer].address);
    for (const VariableId v : part.variables) key.push_back(is_given(part, v, state) ? 1 : 0);
    return key;
}

/// The addresses of its memory, and the elements there.
std::vector<std::pair<std::int64_t, std::int64_t>> layout_of(const Part& part, const CallState& state) {
    std::vector<std::pair<std::int64_t, std::int64_t>> result;
    for (const dsl::Region* region : regions_of(part.buffers, state))
        result.emplace_back(region->address, region->count());
    return result;
}

/// The values of variables are set before all else.
std::size_t place_of(Variable v, const Program& program) {
    const auto found = std::ranges::find(program.instructions, v, &Instruction::destination);
    assert(found != program.instructions.end() && found->opcode == Opcode::copy);
    return static_cast<std::size_t>(found - program.instructions.begin());
}

void set_values(const Part& part, const CallState& state, Prepared& prepared) {
    for (const auto& [v, at] : prepared.given) {
        const dsl::ValueType type = part.kernel.variables[v].type;
        const std::uint64_t bits = *state.values[v];
        const auto word = type.condition ? static_cast<Value>(bits) : word_of_pattern(bits, type.type);
        prepared.program.program.instructions[at].operands[0] = Operand::constant(word);
    }
}

/// The sizes of values that the tree knows.
ValueSizes sizes_of(const Part& part, const LoopProgram& program, const dsl::LoweredKernel& lowered) {
    ValueSizes sizes;
    sizes.lanes = widths_of_instructions(program.program, program.outside, program.simd_widths);
    sizes.ignored = free_instructions(program.program);
    for (const std::optional<dsl::BufferId> buffer : lowered.objects)
        sizes.loaded_bits.push_back(buffer ? width_of(part.kernel.buffers[*buffer].element) : 0);
    sizes.variable_bits.resize(program.program.variables.size());
    for (VariableId v = 0; v < lowered.variables.size(); ++v) {
        const dsl::ValueType type = part.kernel.variables[v].type;
        if (lowered.variables[v])
            sizes.variable_bits[*lowered.variables[v]] = type.condition ? 1 : width_of(type.type);
    }
    return sizes;
}

}  // namespace

const Prepared& PreparedParts::prepare(const Part& part, const CallState& state, std::int64_t elements,
                                       const Statement* loop, bool without_memory) {
    if (!without_memory) return latest_ = lower(part, state, elements, loop, true);
    auto layout = layout_of(part, state);
    std::map<Key, Prepared>& of_part = known_[&part];
    if (of_part.size() >= kMaxOfPart) of_part.clear();
    const auto [at, is_new] = of_part.try_emplace(key_of(part, state, elements));
    if (!is_new) {
        if (at->second.layout != layout) place(part, state, elements, at->second);
        at->second.layout = std::move(layout);
        set_values(part, state, at->second);
        return at->second;
    }
    Prepared& prepared = at->second = lower(part, state, elements, loop, false);
    prepared.layout = std::move(layout);
    prepared.program.program.preloads.clear();
    for (const VariableId v : part.variables) {
        if (is_given(part, v, state))
            prepared.given.emplace_back(v, place_of(*prepared.variables[v], prepared.program.program));
    }
    return prepared;
}

/// The instructions stay as they are.
void PreparedParts::place(const Part& part, const CallState& state, std::int64_t elements,
                          Prepared& prepared) {
    const dsl::Launch launch = launch_of(part, state, elements, false);
    const std::vector<std::string>& names = buffer_names_.of(launch.regions);
    LoopProgram& program = prepared.program;
    program.program.buffers.resize(launch.regions.size());
    for (std::size_t i = 0; i < launch.regions.size(); ++i) {
        const dsl::Region& region = launch.regions[i];
        Buffer& buffer = program.program.buffers[i];
        buffer.address = region.address;
        buffer.count = region.count();
        if (buffer.name != names[i]) buffer.name = names[i];
    }
    program.objects = object_addresses(prepared.objects, launch);
    program.written = written_addresses(launch, program.simd_loops);
}

const std::vector<std::string>& BufferNames::of(const std::vector<dsl::Region>& regions) {
    const auto known = std::ranges::mismatch(wanted_, regions, {}, {}, &dsl::Region::name).in1;
    if (known != wanted_.end()) *this = {};
    for (std::size_t i = wanted_.size(); i < regions.size(); ++i) {
        const std::string& wanted = wanted_.emplace_back(regions[i].name);
        given_.push_back(wanted.empty() ? "" : names_.next(wanted));
    }
    return given_;
}

std::uint64_t PreparedParts::register_bytes(const Part& part, const LoopProgram& program,
                                            const dsl::LoweredKernel& lowered) {
    const auto [at, is_new] = register_bytes_.try_emplace(&part);
    if (is_new)
        at->second = most_register_bytes(program.program, sizes_of(part, program, lowered)).value_or(0);
    return at->second;
}

Prepared PreparedParts::lower(const Part& part, const CallState& state, std::int64_t elements,
                              const Statement* loop, bool with_memory) {
    dsl::Launch launch = launch_of(part, state, elements, with_memory);
    Prepared result;
    LoopProgram& program = result.program;
    if (loop != nullptr) {
        program.iterations = elements;
        if (!is_vectorised_as_a_whole(*loop, configuration_)) {
            launch.model = LoopModel::simd;
            program.simd_widths = simd_widths_of(part.kernel.body);
        } else {
            launch.warp_width = configuration_.model == LoopModel::spmd ? configuration_.width : loop->width;
            program.outside = launch.warp_width;
        }
    }
    dsl::LoweredKernel lowered = dsl::lower_with_variables(part.kernel, launch);
    program.objects = object_addresses(lowered.objects, launch);
    program.program = std::move(lowered.program);
    if (loop != nullptr && launch.model == LoopModel::spmd)
        program.program.model = configuration_.reconvergence.value_or(ThreadModel::lockstep);
    program.simd_loops = std::move(lowered.simd_loops);
    program.written = written_addresses(launch, program.simd_loops);
    if (loop != nullptr) program.register_bytes = register_bytes(part, program, lowered);
    program.calls = std::move(lowered.calls);
    result.variables = std::move(lowered.variables);
    result.objects = std::move(lowered.objects);
    return result;
}

}  // namespace musimd::kernels::openmp
