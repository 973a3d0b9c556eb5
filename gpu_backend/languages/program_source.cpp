#include "gpu_backend/languages/program_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "gpu_backend/languages/forms.hpp"
#include "gpu_backend/texts.hpp"
#include "simulator/codegen/texts.hpp"

namespace musimd::languages {
namespace {

constexpr std::size_t kMostSourceNodes = 5'000;

bool waits_at_a_barrier(const Instruction& i) {
    return i.opcode == Opcode::barrier || is_block_barrier(i.opcode);
}

/// Whether the threads of a warp do something together.
bool uses_warps(const Program& program) {
    return has_any(program, [](const Instruction& i) {
        return i.opcode == Opcode::everywhere || (is_of_warp(i.opcode) && !waits_at_a_barrier(i));
    });
}

/// Whether threads of a group wait for each other, or do something together.
bool needs_group(const Program& program) {
    return uses_warps(program) || has_any(program, waits_at_a_barrier);
}

bool uses_floats(const Program& program) {
    return has_any(program, [](const Instruction& i) {
        const bool is_typed =
            i.opcode == Opcode::typed || i.opcode == Opcode::typed_fetch || i.opcode == Opcode::typed_reduce;
        return is_typed && (is_float(i.type) || (i.opcode == Opcode::typed && is_float(i.from)));
    });
}

/// How many warps are one group: those that wait for each other.
std::uint32_t warps_of_group(const Program& program) {
    if (program.has_blocks()) return program.warps_per_block();
    return has_any(program, waits_at_a_barrier) || !program.shared.empty() ? program.warps : 1;
}

Shape shape_of(const Program& program) {
    const std::uint32_t warps = warps_of_group(program);
    const std::uint32_t threads = program.has_blocks() ? program.block_threads : program.threads * warps;
    return {program.warps / warps, threads};
}

// ---- what the target does not have

std::string why_no_grid(const Program& program, Form form) {
    if (program.has_blocks() && program.grid > 1 &&
        has_any(program, [](const Instruction& i) { return i.opcode == Opcode::barrier; }))
        return "a `barrier` of a grid of blocks has no counterpart";
    if (form == Form::natural) return "";
    if (program.model != ThreadModel::lockstep)
        return fmt::format("the explicit form is for the model lockstep, not {}", to_string(program.model));
    if (warps_of_group(program) > 1) return "the explicit form has one warp in a block";
    if (program.order == Order::random) return "the explicit form has no random order of threads";
    return "";
}

/// Direct3D's limit for `groupshared`, in which are the slots and flags of the threads, too.
std::string why_no_memory(const Program& program, Language language) {
    constexpr std::size_t kMostGroupBytes = 32 * 1024;
    const std::size_t slots = std::size_t{warps_of_group(program)} * program.threads;
    const std::size_t words = slots + shape_of(program).threads + program.shared_words();
    if (language != Language::hlsl || words * sizeof(Value) <= kMostGroupBytes) return "";
    return fmt::format("a group needs {} words of shared memory, and HLSL has {}", words,
                       kMostGroupBytes / sizeof(Value));
}

std::string why_no_source(const Program& program, const Target& target, Form form) {
    if (std::string why = why_no_grid(program, form); !why.empty()) return why;
    if (shape_of(program).threads > target.max_threads)
        return fmt::format("a group of {} threads is larger than {}", shape_of(program).threads,
                           target.max_threads);
    if (program.active != ThreadSet::all(program.threads) && program.threads > 64)
        return "some of more than 64 threads are active at first";
    if (std::string why = why_no_memory(program, target.language); !why.empty()) return why;
    if (!needs_group(program)) return "";
    if (target.subgroup != 0 && form == Form::natural) {
        if (program.threads > target.subgroup)
            return fmt::format("a warp of {} threads is wider than a sub-group of {}", program.threads,
                               target.subgroup);
        if (warps_of_group(program) > 1 && program.threads != target.subgroup)
            return fmt::format("warps of {} threads in one block are not sub-groups of {}", program.threads,
                               target.subgroup);
    }
    if (target.language == Language::opencl && uses_warps(program) && warps_of_group(program) > 1)
        return "the warps of a block do something together, for which OpenCL C has no sub-groups";
    if (target.language == Language::ispc && warps_of_group(program) > 1)
        return "the warps of a block wait for each other, and ISPC has one gang";
    return "";
}

// ---- the text

std::string shape_defines(const Program& program, std::int64_t max_address) {
    const Shape shape = shape_of(program);
    const std::uint32_t warps = warps_of_group(program);
    std::string text;
    const auto define = [&](std::string_view name, const std::string& value) {
        text += fmt::format("#define {} {}\n", name, value);
    };
    define("LANES", std::to_string(program.threads));
    define("LANES_ROUNDED", std::to_string(std::bit_ceil(program.threads)));
    define("THREADS", std::to_string(shape.threads));
    define("SLOTS", std::to_string(warps * program.threads));
    define("LANE", warps == 1 ? "ITEM" : "(ITEM % LANES)");
    define("WARP", warps == 1 ? "GROUP" : fmt::format("(GROUP * {} + ITEM / LANES)", warps));
    define("BLOCK", program.has_blocks() ? "GROUP" : "0");
    define("THREAD_OF_BLOCK", "ITEM");
    define("VARIABLES", std::to_string(std::max<std::size_t>(program.variables.size(), 1)));
    if (program.shared.empty()) return text;
    define("SHARED_WORDS", std::to_string(program.shared_words()));
    define("SHARED_BEGIN",
           fmt::format("(TO_I64({}) + TO_I64(BLOCK) * TO_I64(SHARED_WORDS))", max_address + 1));
    return text;
}

/// LOAD, STORE and CAS, of Σ and of shared memory.
std::string memory_macros(const Program& program, Language language) {
    // ISPC needs an address that is not uniform for a word that is not.
    constexpr std::string_view kIndices[] = {"{}[{}]", "{}[uint({})]", "{}[TO_I64({})]", "{}[uint({})]"};
    constexpr std::string_view kSwaps[] = {"to = atom_cmpxchg(&{}, old, new_)",
                                           "to = atomicCompSwap({}, old, new_)",
                                           "to = atomic_compare_exchange_global(&{}, old, new_)",
                                           "InterlockedCompareExchange({}, old, new_, to)"};
    const auto of = [&](const auto& texts, auto&&... parts) {
        return fmt::format(fmt::runtime(texts[static_cast<std::size_t>(language)]), parts...);
    };
    const std::string global = of(kIndices, "sigma", "(a)");
    // Compilers of shaders refuse a constant index that is out of range, even where it is not used.
    const std::string place =
        is_shader(language) ? "uint((a) - SHARED_BEGIN) % uint(SHARED_WORDS)" : "(a) - SHARED_BEGIN";
    const std::string shared = of(kIndices, "shared_words", place);
    const bool has_shared = !program.shared.empty();
    const auto statement = [&](std::string_view macro, const std::string& of_shared,
                               const std::string& of_global) {
        const std::string choice =
            has_shared ? fmt::format("if ((a) >= SHARED_BEGIN) {}; else ", of_shared) : "";
        return fmt::format("#define {} {}{}\n", macro, choice, of_global);
    };
    std::string text = has_shared
                           ? fmt::format("#define LOAD(a) ((a) >= SHARED_BEGIN ? {} : {})\n", shared, global)
                           : fmt::format("#define LOAD(a) {}\n", global);
    text += statement("STORE(a, x)", shared + " = (x)", global + " = (x)");
    if (has_any(program, is_atomic))
        text += statement("CAS(to, a, old, new_)", of(kSwaps, shared), of(kSwaps, global));
    return text;
}

std::string head_of_opencl(const Program& program) {
    std::string text =
        "\n__kernel __attribute__((reqd_work_group_size(THREADS, 1, 1))) void\n"
        "program(__global i64 *sigma, __global i64 *bank, __global i64 *ends) {\n"
        "    __local i64 slots[SLOTS];\n    __local i64 flags[THREADS];\n";
    if (!program.shared.empty()) text += "    __local i64 shared_words[SHARED_WORDS];\n";
    return text;
}

std::string head_of_glsl(const Program& program, Form form) {
    std::string text =
        "\nlayout(local_size_x = THREADS) in;\n"
        "layout(set = 0, binding = 0) coherent buffer Sigma { i64 sigma[]; };\n"
        "layout(set = 0, binding = 1) buffer Bank { i64 bank[]; };\n"
        "layout(set = 0, binding = 2) buffer Ends { i64 ends[]; };\n"
        "shared i64 slots[SLOTS];\nshared i64 flags[THREADS];\n";
    if (!program.shared.empty()) text += "shared i64 shared_words[SHARED_WORDS];\n";
    return text + (form == Form::natural ? "\nvoid main() MEETING {\n" : "\nvoid main() {\n");
}

/// A device of Direct3D must have waves of this width; of a device of Vulkan, the pipeline sets it.
std::string head_of_hlsl(const Program& program, const Target& target, Form form) {
    std::string text =
        "\nBINDING(0) globallycoherent RWStructuredBuffer<i64> sigma : register(u0);\n"
        "BINDING(1) RWStructuredBuffer<i64> bank : register(u1);\n"
        "BINDING(2) RWStructuredBuffer<i64> ends : register(u2);\n"
        "groupshared i64 slots[SLOTS];\ngroupshared i64 flags[THREADS];\n";
    if (!program.shared.empty()) text += "groupshared i64 shared_words[SHARED_WORDS];\n";
    text += "\n";
    if (form == Form::natural && needs_group(program))
        text += fmt::format("WAVE_SIZE({})\n", target.subgroup);
    return text +
           "[numthreads(THREADS, 1, 1)]\nvoid main(uint item : SV_GroupIndex, uint3 group : SV_GroupID) {\n";
}

std::string head_of_ispc(const Program& program) {
    std::string text =
        "\nexport void program(uniform i64 sigma[], uniform i64 bank[], uniform i64 ends[], uniform i32 "
        "group) {\n"
        "    if (programIndex >= THREADS) return;\n";
    if (!program.shared.empty()) text += "    uniform i64 shared_words[SHARED_WORDS];\n";
    return text;
}

std::string kernel_head(const Program& program, const Target& target, Form form) {
    switch (target.language) {
        case Language::opencl:
            return head_of_opencl(program);
        case Language::glsl:
            return head_of_glsl(program, form);
        case Language::ispc:
            return head_of_ispc(program);
        case Language::hlsl:
            return head_of_hlsl(program, target, form);
    }
    return "";
}

std::string prelude_text(std::string_view name) {
    return codegen::pasted(gpu::texts(), fmt::format("gpu_backend/languages/prelude/{}", name));
}

/// What GLSL has before everything else.
std::string version_of_glsl(const Program& program, Form form) {
    std::string text = "#version 450\n#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require\n";
    if (has_any(program, is_atomic)) text += "#extension GL_EXT_shader_atomic_int64 : require\n";
    if (form == Form::natural)
        text +=
            "#extension GL_KHR_shader_subgroup_vote : require\n"
            "#extension GL_KHR_shader_subgroup_ballot : require\n"
            "#extension GL_KHR_shader_subgroup_shuffle : require\n"
            "#extension GL_EXT_shader_subgroup_extended_types_int64 : require\n"
            "#ifdef GL_EXT_maximal_reconvergence  // of glslang 13\n"
            "#extension GL_EXT_maximal_reconvergence : require\n"
            "#define MEETING [[maximally_reconverges]]\n"
            "#else\n#define MEETING\n#endif\n";
    return text;
}

std::string source_prelude(const Program& program, Language language, Form form) {
    constexpr std::string_view kFiles[] = {"opencl.cl", "glsl.comp", "ispc.ispc", "hlsl.hlsl"};
    std::string text = language == Language::glsl ? version_of_glsl(program, form) : "";
    if (is_shader(language) && form == Form::natural) text += "#define SUBGROUPS\n";
    text += prelude_text(kFiles[static_cast<std::size_t>(language)]) + "\n";
    if (is_shader(language)) text += prelude_text("shaders.inc") + "\n";
    text += prelude_text("words.inc");
    if (uses_floats(program)) text += "\n" + prelude_text("floats.inc");
    return text;
}

std::string declared_variables(const Program& program, const InstructionText& instructions,
                               Language language) {
    const std::string zero = literal(language, 0);
    std::string text;
    for (Variable v = 0; v < program.variables.size(); ++v)
        text += fmt::format("    i64 {} = {};\n", instructions.expressions().variable(v), zero);
    text += fmt::format("    i64 other = {0}, updated = {0}, found = {0}, word = {0};\n", zero);
    return text + fmt::format("    i32 lane = 0;\n    UNIFORM i64 mask = {};\n", zero);
}

/// The flags and slots of a group, which is where OpenCL C and the explicit form keep words of several
/// threads.
std::string initial_slots(Language language) {
    if (language == Language::ispc) return "";
    return "    for (i32 i = ITEM; i < SLOTS; i += THREADS) slots[i] = 0;\n    flags[ITEM] = 0;\n    "
           "BARRIER;\n";
}

std::string kernel_body(const Program& program, const ControlGraph& graph, Language language, Form form,
                        bool& is_exact) {
    InstructionText instructions(program, language);
    Lines lines(1);
    Writing writing{program, graph, language, instructions, lines};
    if (form == Form::natural) {
        const auto structure = structure_of(program, graph);
        if (!structure) throw NoText{structure.error()};
        write_natural(writing, *structure);
    } else {
        write_explicit(writing);
    }
    is_exact = !instructions.expressions().inexact;
    return declared_variables(program, instructions, language) + initial_slots(language) + lines.take() +
           "}\n";
}

}  // namespace

std::string taken_by(const Instruction& branch, const Expressions& expressions) {
    return fmt::format("{} {} {}", expressions.operand(branch.operands[0]),
                       branch.opcode == Opcode::bz ? "==" : "!=", expressions.constant(0));
}

std::string active_at_first(const Program& program) {
    if (program.active == ThreadSet::all(program.threads)) return "";
    std::uint64_t bits = 0;
    program.active.for_each([&](Thread t) { bits |= std::uint64_t{1} << t; });
    // In halves: the languages write large unsigned numbers in different ways.
    return fmt::format("((LANE < 32 ? {}u >> LANE : {}u >> (LANE - 32)) & 1u) != 0", bits & 0xffffffff,
                       bits >> 32);
}

void ask_about_entry(Writing& w, const Instruction& branch_mask, const std::string& entry,
                     const std::string& on) {
    const Expressions& expressions = w.instructions.expressions();
    const std::string lane = expressions.operand(branch_mask.operands[0]);
    const std::string exists =
        fmt::format("{0} >= {1} && {0} < TO_I64(LANES)", lane, expressions.constant(0));
    const std::string asks = on.empty() ? exists : fmt::format("{} && {}", on, exists);
    w.lines.line(fmt::format("lane = {} ? TO_I32({}) : LANE;", asks, lane));
    w.lines.line(fmt::format("EXCHANGE(other, TO_I64({}), lane);", entry));
    w.lines.line(fmt::format("ANY(mask, {} && other != {});", asks, expressions.constant(0)));
}

void write_end(Writing& w, const std::string& end) {
    const std::string thread = "(WARP * LANES + LANE)";
    w.lines.line(fmt::format("ends[{}] = TO_I64({});", thread, end));
    for (Variable v = 0; v < w.program.variables.size(); ++v)
        w.lines.line(fmt::format("bank[{} * VARIABLES + {}] = {};", thread, v,
                                 w.instructions.expressions().variable(v)));
}

tl::expected<ProgramSource, std::string> program_source(const Program& program, const Target& target,
                                                        Form form, std::int64_t max_address) {
    if (std::string why = why_no_source(program, target, form); !why.empty())
        return tl::unexpected(std::move(why));
    const ControlGraph graph(program, kMostSourceNodes);
    if (!graph.is_complete())
        return tl::unexpected(std::string("the program is too large, or its stacks grow"));
    try {
        ProgramSource source{
            .text = "", .entry = is_shader(target.language) ? "main" : "program", .shape = shape_of(program)};
        const std::string text = kernel_body(program, graph, target.language, form, source.is_exact);
        source.text = source_prelude(program, target.language, form) + "\n";
        source.prelude = source.text.size();
        source.text += shape_defines(program, max_address) + memory_macros(program, target.language) +
                       kernel_head(program, target, form) + text;
        return source;
    } catch (const NoText& refusal) {
        return tl::unexpected(refusal.message);
    }
}

}  // namespace musimd::languages
