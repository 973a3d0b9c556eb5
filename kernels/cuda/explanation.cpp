#include "kernels/cuda/explanation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "host/pattern.hpp"
#include "isa/diagnostic.hpp"
#include "kernels/cuda/element_names.hpp"
#include "kernels/launch/accesses.hpp"
#include "kernels/launch/trap_text.hpp"
#include "kernels/openmp/run.hpp"

namespace musimd::kernels::cuda {
namespace {

using openmp::OutsideAccess;

/// What messages name, as CUDA spells it.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kWords = {{
    {"block_barrier", "__syncthreads"},
    {"block barrier", "__syncthreads"},
    {"syncwarp", "__syncwarp"},
    {"shfl", "__shfl_sync"},
    {"vote", "vote"},
    {"activemask", "__activemask"},
    {"an array of the iteration", "a local array"},
}};

}  // namespace

std::string in_cuda_words(std::string text) {
    for (const auto& [word, cuda] : kWords) {
        const std::size_t at = text.find(word);
        const bool is_spelled = at >= 2 && at != std::string::npos && text.substr(at - 2, 2) == "__";
        if (at != std::string::npos && !is_spelled) text.replace(at, word.size(), cuda);
    }
    return text;
}

namespace {

std::string text_of(std::uint32_t warp, Thread lane, const LaunchProgram& launch) {
    return thread_text(grid_thread(warp, lane, launch.program, launch.shape), launch.shape);
}

std::string text_of(const FoundAccess& access, const LaunchProgram& launch) {
    return thread_text(access.thread, launch.shape);
}

Use use_at(Label pc, const Program& program, bool only_reads) {
    if (program.at(pc).opcode != Opcode::copy_async) only_reads = false;
    return openmp::use_of(program.at(pc), Access{.only_reads = only_reads});
}

FoundAccess access_at(Label pc, std::uint32_t warp, Thread lane, const Element& element,
                      const LaunchProgram& launch, bool only_reads = false) {
    return {.pc = pc,
            .line = launch.point_of(pc),
            .element = element,
            .use = use_at(pc, launch.program, only_reads),
            .thread = grid_thread(warp, lane, launch.program, launch.shape),
            .calls = launch.calls.around(pc)};
}

FoundAccess access_at(const RacingAccess& access, const Element& element, const LaunchProgram& launch) {
    FoundAccess found = access_at(access.pc, access.warp, access.thread, element, launch, access.only_reads);
    const bool is_copy = launch.program.at(access.pc).opcode == Opcode::copy_async;
    found.is_on_its_way = is_copy && !access.is_awaited;
    return found;
}

constexpr std::string_view kOfVolatiles =
    ". PTX executes accesses to volatile objects as relaxed atomics, so this is not a race, but they order "
    "nothing else; if that is meant, write cuda::atomic_ref with std::memory_order_relaxed";

/// A result that a shuffle has left undefined is mostly in no variable of the source.
std::string with_shuffle(const std::string& message) {
    static const host::Pattern kLost(
        "reads '[^']*', which the (__shfl_sync [^(]{0,100}) left undefined \\(its lane was not in the "
        "mask\\)");
    static const host::Pattern kUnset("reads '([^']{1,100})_of_source_lane\\d*', which it never wrote");
    if (kUnset.search(message))
        return kUnset.replace(message, [](const host::Pattern::Match& found) {
            return fmt::format("uses '{}' of the lane that it reads from, which never wrote it",
                               found.group(1));
        });
    return kLost.replace(message, [](const host::Pattern::Match& lost) {
        return fmt::format(
            "uses the result of the {}, which is undefined: it names a lane that is not in the mask",
            lost.group(1));
    });
}

// ---- what traps report

/// Whether the trap is about what a copy reads.
bool is_of_source(const Trap& trap, const LaunchProgram& launch) {
    return trap.rule != RuleId::ST && launch.sources.contains(trap.pc);
}

/// `address 131080` as the text has it: `s[2]`.
std::string with_names(const Trap& trap, const LaunchProgram& launch) {
    static const host::Pattern kAddress("(?:the )?address (-?\\d{1,18})");
    const auto found = kAddress.search(trap.message);
    const auto element = found ? element_at(std::stoll(found->group(1)), trap.warp, trap.pc, launch,
                                            is_of_source(trap, launch))
                               : std::nullopt;
    if (!element || element->object.empty() || !element->is_inside())
        return openmp::with_elements(trap.message, launch.program, launch.objects, trap.pc);
    return trap.message.substr(0, found->begin()) + element->name + trap.message.substr(found->end());
}

/// The value of an operand of the trap's instruction.
std::optional<Value> operand(const Result& result, std::size_t i, const LaunchProgram& launch) {
    const Trap& trap = *result.trap;
    if (trap.threads.empty() || trap.pc == 0 || trap.pc >= launch.program.end()) return std::nullopt;
    const Operand& o = launch.program.at(trap.pc).operands[i];
    if (o.kind == Operand::Kind::constant) return o.value;
    if (o.kind != Operand::Kind::variable) return std::nullopt;
    const Value* const value = result.warps[trap.warp].bank.find(trap.threads.front(), o.variable);
    return value == nullptr ? std::nullopt : std::optional(*value);
}

std::optional<std::int64_t> address_in(const std::string& message) {
    static const host::Pattern kAddress("address (-?\\d{1,18})");
    const auto found = kAddress.search(message);
    return found ? std::optional<std::int64_t>(std::stoll(found->group(1))) : std::nullopt;
}

const Value* word_at(std::int64_t address, const Result& result, const LaunchProgram& launch) {
    const std::int64_t past = address - launch.options.max_address - 1;
    if (past < 0) return address < 0 ? nullptr : result.memory.find(address);
    const std::int64_t words = launch.program.shared_words();
    const auto block = static_cast<std::size_t>(words == 0 ? 0 : past / words);
    return words == 0 || block >= result.shared.size() ? nullptr : result.shared[block].find(past % words);
}

/// Both only write, and what they write.
bool is_same_value(const Result& result, std::int64_t address, const LaunchProgram& launch) {
    const Trap& trap = *result.trap;
    if (trap.rule != RuleId::ST || !trap.other || trap.other->rule != RuleId::ST) return false;
    for (const Label pc : {trap.pc, trap.other->pc})
        if (launch.program.at(pc).opcode == Opcode::copy_async) return false;
    const auto later = operand(result, 1, launch);
    const Value* const earlier = word_at(address, result, launch);
    return later && earlier != nullptr && *later == *earlier;
}

dsl::cuda::FileLine place_of(const dsl::SourcePoint& line, const LaunchProgram& launch) {
    return dsl::cuda::place_of(line, launch.kernel->code.file, launch.kernel->included);
}

/// `on line 12`, or in another file than the other access `at reduce.cuh:12`.
std::string place_text(std::uint32_t line, std::uint32_t other, const dsl::cuda::KernelFunction& kernel) {
    const auto place = dsl::cuda::place_of(line, kernel.code.file, kernel.included);
    const bool is_here = place.file == dsl::cuda::place_of(other, kernel.code.file, kernel.included).file;
    return is_here ? fmt::format("on line {}", place.line) : "at " + dsl::cuda::to_string(place);
}

/// Of two accesses that nothing orders.
std::string why_unordered(const Finding& found, const LaunchProgram& launch) {
    if (found.same_value) return "both write the same value, and nothing orders them";
    const Instruction& later = launch.program.at(found.access->pc);
    const Instruction& earlier = launch.program.at(found.earlier->pc);
    if (found.earlier->is_on_its_way)
        return fmt::format("the copy of line {} has not been waited for",
                           place_of(found.earlier->line, launch).line);
    if (earlier.opcode == Opcode::copy_async)
        return fmt::format("the copy of line {} has been waited for, but nothing orders that before this",
                           place_of(found.earlier->line, launch).line);
    const auto is_of_block = [](const Instruction& i) {
        return info(i.opcode).memory == MemoryUse::updates && i.scope == Scope::block;
    };
    const bool are_atomic = openmp::is_atomic(found.access->use) && openmp::is_atomic(found.earlier->use);
    if (!are_atomic || (!is_of_block(later) && !is_of_block(earlier))) return "nothing orders the two";
    return fmt::format("the scope of {} is the block, and the threads are of two blocks",
                       is_of_block(later) && is_of_block(earlier) ? "both"
                       : is_of_block(later)                       ? "the later"
                                                                  : "the earlier");
}

std::string race_text(const Finding& found, const LaunchProgram& launch) {
    const FoundAccess& later = *found.access;
    const FoundAccess& earlier = *found.earlier;
    return fmt::format("{} {} {}, which {} {} {}; {}", text_of(later, launch), openmp::verb(later.use),
                       element_text(later.element), text_of(earlier, launch), openmp::verb(earlier.use),
                       place_text(earlier.line, later.line, *launch.kernel), why_unordered(found, launch));
}

void explain_race(Finding& found, const LaunchProgram& launch) {
    found.message = race_text(found, launch);
    if (!found.earlier->is_on_its_way) return;
    const bool is_own = found.access->thread == found.earlier->thread;
    found.hint =
        Hint{found.line.line,
             fmt::format("before this, wait for the copy: cg::wait(block), the wait of its pipeline or "
                         "barrier, or __pipeline_commit() and __pipeline_wait_prior(0){}",
                         is_own ? "" : ", then __syncthreads()")};
}

/// The array of dynamic shared memory of which the launch gives no bytes; or null.
const std::string* missing_shared(const LaunchProgram& launch) {
    for (const dsl::cuda::SharedArray& array : launch.kernel->shared) {
        const std::string& name = launch.kernel->code.buffers[array.buffer].name;
        if (array.elements == 0 &&
            std::ranges::find(launch.memory, name, &LaunchObject::name) == launch.memory.end())
            return &name;
    }
    return nullptr;
}

/// Of an access without an object.
std::string null_kind(const LaunchProgram& launch) {
    return missing_shared(launch) == nullptr ? "null-pointer"
                                             : std::string(to_string(TrapKind::invalid_address));
}

std::string outside_text(const FoundAccess& access, const LaunchProgram& launch) {
    const Element& e = access.element;
    const std::string* const missing = e.object.empty() ? missing_shared(launch) : nullptr;
    if (missing != nullptr)
        return fmt::format("{} {} element {} of {}, but the launch gives 0 bytes of dynamic shared memory",
                           text_of(access, launch), openmp::verb(access.use), e.index, *missing);
    if (e.object.empty())
        return fmt::format("{} {} {} of a null pointer", text_of(access, launch), openmp::verb(access.use),
                           element_text(e));
    return fmt::format("{} {} {}, which is outside of {}: it has {}", text_of(access, launch),
                       openmp::verb(access.use), element_text(e), e.object,
                       counted(static_cast<std::uint64_t>(e.in_text), "element"));
}

std::string unwritten_text(const FoundAccess& access, const LaunchProgram& launch) {
    return fmt::format("{} reads {}, which was never written", text_of(access, launch),
                       element_text(access.element));
}

/// Each thread has local variables of its own: of two that use one, one is where it must not be.
bool is_of_other_thread(const Finding& found) {
    return found.access->element.space == Space::local;
}

/// Of a race on a local variable.
void set_other_thread(Finding& found, const LaunchProgram& launch) {
    found.kind = to_string(TrapKind::invalid_address);
    found.other.reset();
    found.message =
        fmt::format("{} or {} is outside of its own {}: both use {}, and local variables are of one thread",
                    text_of(*found.access, launch), text_of(*found.earlier, launch),
                    found.access->element.object, element_text(found.access->element));
}

void set_race(const Trap& trap, Finding& found, const LaunchProgram& launch) {
    if (!trap.other) return;  // of one instruction
    const Element& element = found.access->element;
    found.earlier = access_at({trap.other->pc, trap.other->warp, trap.other->thread,
                               trap.other->rule == RuleId::LD, trap.other->is_awaited},
                              element, launch);
    if (is_of_other_thread(found)) return set_other_thread(found, launch);
    explain_race(found, launch);
}

/// What is wrong with an access, by the kind of the trap.
void set_access(const Result& result, Finding& found, const LaunchProgram& launch) {
    const Trap& trap = *result.trap;
    const auto address = address_in(trap.message);
    const bool is_of_memory = trap.kind == TrapKind::race || trap.kind == TrapKind::invalid_address ||
                              trap.kind == TrapKind::undefined_memory;
    if (!is_of_memory || !address || trap.threads.empty()) return;
    const bool reads = is_of_source(trap, launch);
    const auto element = element_at(*address, trap.warp, trap.pc, launch, reads);
    if (!element) return;
    found.access = access_at(trap.pc, trap.warp, trap.threads.front(), *element, launch, reads);
    const bool is_null = element->object.empty();
    const bool is_outside = is_null || (*address >= 0 && !element->is_inside());
    if (trap.kind == TrapKind::race && !is_outside) {
        found.same_value = is_same_value(result, *address, launch);
        return set_race(trap, found, launch);
    }
    if (trap.kind == TrapKind::undefined_memory && !is_null) {
        found.message = unwritten_text(*found.access, launch);
        return;
    }
    if (const LaunchPointer* const pointer = wrong_pointer(*address, launch)) {
        found.message =
            fmt::format("{} {} {}, but {} {}", text_of(*found.access, launch),
                        openmp::verb(found.access->use), element->name, pointer->name, pointer->what);
        return;
    }
    if (is_null || trap.kind == TrapKind::race) {  // another object is there
        found.kind = is_null ? null_kind(launch) : std::string(to_string(TrapKind::invalid_address));
        found.message = outside_text(*found.access, launch);
        found.other.reset();
        return;
    }
    // A far address is that of an index outside of a local array; its message says so.
    const bool is_of_object = launch.objects[trap.pc - 1] != openmp::kAllAddresses;
    const std::int64_t least = is_of_object ? dsl::openmp::kOutside / 2 : 0;
    if (*address >= least && !element->is_inside()) found.message = outside_text(*found.access, launch);
}

Finding finding_at(std::string kind, const FoundAccess& access, Label pc, const LaunchProgram& launch) {
    Finding found{std::move(kind), {}, access.line};
    found.calls = launch.calls.around(pc);
    found.pc = pc;
    found.thread = access.thread;
    found.access = access;
    return found;
}

}  // namespace

Finding finding_of(const Result& result, const LaunchProgram& launch) {
    const Trap& trap = *result.trap;
    const std::string elements = with_names(trap, launch);
    Finding found{
        std::string(to_string(trap.kind)),
        with_shuffle(in_cuda_words(with_grid_threads(elements, trap.warp, launch.program, launch.shape))),
        launch.point_of(trap.pc)};
    if (trap.other) found.other = launch.point_of(trap.other->pc);
    found.calls = launch.calls.around(trap.pc);
    found.pc = trap.pc;
    if (!trap.threads.empty())
        found.thread = grid_thread(trap.warp, trap.threads.front(), launch.program, launch.shape);
    set_access(result, found, launch);
    if (trap.kind != TrapKind::assertion) return found;
    const std::string thread = text_of(trap.warp, trap.threads.empty() ? 0 : trap.threads.front(), launch);
    found.message = fmt::format("the assertion fails in {}", thread);
    const auto& checks = launch.kernel->alignments;
    const auto check = std::ranges::find(checks, trap.line, &dsl::cuda::AlignmentCheck::line);
    if (check != checks.end()) {
        found.kind = "misaligned";
        found.message = fmt::format(
            "{} accesses memory at an address that is not a multiple of {} bytes, as the type needs", thread,
            check->bytes);
    }
    return found;
}

Finding finding_of(const RunWarning& warning, const LaunchProgram& launch) {
    const std::string message =
        with_grid_threads(warning.message, warning.warp, launch.program, launch.shape);
    Finding found{std::string(to_string(warning.kind)), in_cuda_words(message), launch.point_of(warning.pc)};
    if (warning.kind == WarningKind::activemask) {
        for (const auto& [line, function] : launch.kernel->askers) {
            if (line == warning.line)
                found.message = fmt::format("the result depends on which threads {}() sees", function);
        }
    }
    found.calls = launch.calls.around(warning.pc);
    found.pc = warning.pc;
    return found;
}

Finding finding_of(const OutsideAccess& access, const LaunchProgram& launch) {
    Element element =
        element_at(access.address, access.warp, access.pc, launch, access.only_reads).value_or(Element{});
    const FoundAccess where =
        access_at(access.pc, access.warp, access.thread, element, launch, access.only_reads);
    const std::string kind =
        element.object.empty() ? null_kind(launch) : std::string(to_string(TrapKind::invalid_address));
    Finding found = finding_at(kind, where, access.pc, launch);
    found.message = outside_text(where, launch);
    return found;
}

Finding finding_of(const GridRace& race, const LaunchProgram& launch) {
    const Element element =
        element_at(race.address, race.later.warp, race.later.pc, launch, race.later.only_reads)
            .value_or(Element{});
    const std::string kind =
        race.between_volatiles ? "volatile-race" : std::string(to_string(TrapKind::race));
    Finding found = finding_at(kind, access_at(race.later, element, launch), race.later.pc, launch);
    found.earlier = access_at(race.earlier, element, launch);
    found.other = found.earlier->line;
    if (is_of_other_thread(found)) {
        set_other_thread(found, launch);
        return found;
    }
    found.same_value = race.same_value;
    explain_race(found, launch);
    if (race.between_volatiles) found.message += kOfVolatiles;
    return found;
}

Finding finding_of_constant(const OutsideAccess& access, const LaunchProgram& launch) {
    const Element element = element_at(access.address, access.warp, access.pc, launch).value_or(Element{});
    const FoundAccess where = access_at(access.pc, access.warp, access.thread, element, launch);
    Finding found = finding_at("constant-write", where, access.pc, launch);
    found.message = fmt::format("{} writes {}, which is in constant memory; kernels can only read it",
                                text_of(where, launch), element_text(element));
    return found;
}

Finding finding_of_unwritten(const OutsideAccess& access, const LaunchProgram& launch) {
    const Element element =
        element_at(access.address, access.warp, access.pc, launch, access.only_reads).value_or(Element{});
    const FoundAccess where =
        access_at(access.pc, access.warp, access.thread, element, launch, access.only_reads);
    Finding found = finding_at(std::string(to_string(TrapKind::undefined_memory)), where, access.pc, launch);
    found.message = unwritten_text(where, launch);
    return found;
}

namespace {

/// `thread 1 of block 0 and 6 more of its warp`
std::string text_of(std::uint32_t warp, const ThreadSet& lanes, const LaunchProgram& launch) {
    const std::string first = text_of(warp, lanes.front(), launch);
    return lanes.size() == 1 ? first : fmt::format("{} and {} more of its warp", first, lanes.size() - 1);
}

/// Of lanes that run only when those in the loop have left it.
std::string who_waits(std::uint32_t warp, const openmp::SpinningThread& thread, const LaunchProgram& launch) {
    const ThreadSet& lanes = thread.waiting;
    if (lanes.empty()) return {};
    return fmt::format("; {} wait{} until {} the loop", text_of(warp, lanes, launch),
                       lanes.size() == 1 ? "s" : "",
                       thread.spinning.size() == 1 ? "it leaves" : "they leave");
}

}  // namespace

Finding finding_of_deadlock(const std::vector<openmp::SpinningThread>& waiting, const LaunchProgram& launch) {
    const openmp::SpinningThread& first = waiting.front();
    const bool is_volta = launch.program.model == ThreadModel::volta;
    const std::uint32_t warp = is_volta ? first.thread / launch.program.threads : first.thread;
    ThreadSet lanes = first.spinning;
    if (is_volta) (lanes = {}).insert(first.thread % launch.program.threads);
    const Element element =
        first.address < 0 ? Element{} : element_at(first.address, warp, first.pc, launch).value_or(Element{});
    const FoundAccess where = access_at(first.pc, warp, lanes.front(), element, launch);
    Finding found = finding_at(std::string(openmp::kDeadlock), where, first.pc, launch);
    const std::string what =
        first.address < 0 ? "ever" : element_text(element) + ", which no thread changes any more";
    const std::string after = is_volta ? "" : who_waits(warp, first, launch);
    const std::string_view machines = is_volta ? "more wait" : "more warps wait";
    const std::string others =
        waiting.size() == 1 ? "" : fmt::format("; {} {}, too", waiting.size() - 1, machines);
    found.message = fmt::format("{} wait{} for {}{}{}", text_of(warp, lanes, launch),
                                lanes.size() == 1 ? "s" : "", what, after, others);
    return found;
}

}  // namespace musimd::kernels::cuda
