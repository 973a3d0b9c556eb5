#include "checking/conformance_level.hpp"

#include <algorithm>

namespace musimd {
namespace {

using Level = ConformanceLevel;

constexpr ConformanceLevelInfo kLevels[] = {
    {Level::core, "core", "one warp: arithmetic, memory, conditionals, loops, and all their traps"},
    {Level::everywhere, "everywhere", "everywhere blocks and branch_mask; .registers restore"},
    {Level::shuffles, "shuffles", "shfl and ballot"},
    {Level::atomics, "atomics", "atomic_inc and the fetch operations"},
    {Level::grids, "grids", "several warps, barriers, and races between warps or threads"},
    {Level::blocks, "blocks", "blocks, shared memory, exit, block barriers, collectives and fences"},
    {Level::volta, "volta", "the thread model volta: each thread is a machine"},
    {Level::stack, "stack", "the model stack: a reconvergence stack"},
    {Level::minpc, "minpc", "the model minpc: the lowest pc steps"},
    {Level::masks, "masks", "the model masks: predicated SIMD"},
    {Level::maximal, "maximal", "the model maximal: maximal reconvergence"},
    {Level::uniform, "uniform", "the model uniform: subgroup-uniform control flow"},
    {Level::barriers, "barriers", "the model barriers: convergence barriers"},
    {Level::scopes, "scopes", "orders and scopes of atomics and fences, and .consistency"},
    {Level::copies, "copies", "asynchronous copies, and waiting for them"},
    {Level::typed_integer, "typed-integer", "operations on typed integers"},
    {Level::typed_ieee, "typed-ieee", "float sums, products, quotients, roots and roundings"},
    {Level::typed_math, "typed-math", "the other float functions, correctly rounded"},
    {Level::schedules, "schedules", "the orders descending and random"},
};

constexpr std::uint64_t kUnbounded = UINT64_MAX;

constexpr SizeTierInfo kTiers[] = {
    {SizeTier::small, "small", 32, 1024, 1024, 1000,
     "instantaneous, even for an interpreter of a few hundred lines"},
    {SizeTier::medium, "medium", 1024, 65'536, 65'536, 100'000, "seconds for an interpreter"},
    {SizeTier::large, "large", kUnbounded, kUnbounded, kUnbounded, kUnbounded, "the others"},
};

/// Whether no few exact operations and one rounding compute it.
bool is_transcendental(TypedOperation operation) {
    using enum TypedOperation;
    return is_mathematical(operation) && operation != rem && operation != remainder && operation != rsqrt;
}

bool is_floating(const Instruction& i) {
    const bool converts = i.opcode == Opcode::typed && i.typed_operation == TypedOperation::cvt;
    return has_kind("f", i.type) || (converts && has_kind("f", i.from));
}

class Needs {
  public:
    explicit Needs(const Program& program) {
        add(Level::core);
        for (const Instruction& i : program.instructions) instruction(i);
        if (program.warps > 1 && !program.has_blocks()) add(Level::grids);
        if (program.races == RaceMode::thread) add(Level::grids);
        if (program.has_blocks() || !program.shared.empty()) add(Level::blocks);
        model(program.model);
        if (program.consistency != Consistency::cpp) add(Level::scopes);
        if (program.order != Order::ascending) add(Level::schedules);
    }

    std::vector<Level> list() const {
        std::vector<Level> levels;
        for (const ConformanceLevelInfo& info : kLevels)
            if (needed_[static_cast<std::size_t>(info.level)]) levels.push_back(info.level);
        return levels;
    }

  private:
    void model(ThreadModel model);
    void add(Level level) { needed_[static_cast<std::size_t>(level)] = true; }
    void instruction(const Instruction& i);
    void typed(const Instruction& i) {
        if (i.opcode == Opcode::typed && is_transcendental(i.typed_operation))
            add(Level::typed_math);
        else
            add(is_floating(i) ? Level::typed_ieee : Level::typed_integer);
    }

    bool needed_[std::size(kLevels)] = {};
};

void Needs::model(ThreadModel model) {
    switch (model) {
        case ThreadModel::lockstep:
            return;
        case ThreadModel::stack:
            return add(Level::stack);
        case ThreadModel::minpc:
            return add(Level::minpc);
        case ThreadModel::masks:
            return add(Level::masks);
        case ThreadModel::maximal:
            return add(Level::maximal);
        case ThreadModel::uniform:
            return add(Level::uniform);
        case ThreadModel::barriers:
            return add(Level::barriers);
        case ThreadModel::volta:
            return add(Level::volta);
    }
}

// By what the rows of the instruction table say, so that a new row needs nothing here: it is `core` if no
// line below is about it.
void Needs::instruction(const Instruction& i) {
    const bool is_typed =
        i.opcode == Opcode::typed || i.opcode == Opcode::typed_fetch || i.opcode == Opcode::typed_reduce;
    if (is_typed) typed(i);
    if (needs_strength(i)) add(Level::scopes);
    if (is_asynchronous(i.opcode)) return add(Level::copies);
    if (is_of_blocks(i.opcode)) return add(Level::blocks);
    if (info(i.opcode).memory == MemoryUse::updates) add(Level::atomics);
    if (i.opcode == Opcode::barrier) add(Level::grids);
    if (i.opcode == Opcode::shfl || i.opcode == Opcode::ballot) add(Level::shuffles);
    for (const Opcode opcode : {Opcode::everywhere, Opcode::end_everywhere, Opcode::branch_mask})
        if (i.opcode == opcode) add(Level::everywhere);
}

std::uint64_t preloaded_words(const Program& program) {
    std::uint64_t words = 0;
    for (const Preload& preload : program.preloads)
        words += preload.words.empty() ? static_cast<std::uint64_t>(preload.count) : preload.words.size();
    return words;
}

}  // namespace

std::span<const ConformanceLevelInfo> conformance_levels() {
    return kLevels;
}

std::string_view to_string(ConformanceLevel level) {
    return kLevels[static_cast<std::size_t>(level)].name;
}

std::optional<ConformanceLevel> conformance_level_named(std::string_view name) {
    const auto found = std::ranges::find(kLevels, name, &ConformanceLevelInfo::name);
    return found == std::end(kLevels) ? std::nullopt : std::optional(found->level);
}

std::vector<ConformanceLevel> levels_of(const Program& program) {
    return Needs(program).list();
}

std::span<const SizeTierInfo> size_tiers() {
    return kTiers;
}

std::string_view to_string(SizeTier tier) {
    return kTiers[static_cast<std::size_t>(tier)].name;
}

std::optional<SizeTier> size_tier_named(std::string_view name) {
    const auto found = std::ranges::find(kTiers, name, &SizeTierInfo::name);
    return found == std::end(kTiers) ? std::nullopt : std::optional(found->tier);
}

SizeTier tier_of(const Program& program, std::uint64_t steps) {
    const std::uint64_t threads = std::uint64_t{program.threads} * program.warps;
    const std::uint64_t words = preloaded_words(program);
    const auto fits = [&](const SizeTierInfo& tier) {
        return program.threads <= tier.width && threads <= tier.threads && words <= tier.words &&
               steps <= tier.steps;
    };
    return std::ranges::find_if(kTiers, fits)->tier;
}

}  // namespace musimd
