#include "gpu_backend/interpreted/layout.hpp"

#include <algorithm>
#include <cstring>

#include "semantics/state.hpp"

namespace musimd::gpu {

using interpreter::kLanes;

namespace {

constexpr std::size_t kAlignment = 16;

// Assigns consecutive offsets.
class Offsets {
  public:
    std::size_t take(std::size_t bytes) {
        const std::size_t here = next_;
        next_ += (bytes + kAlignment - 1) / kAlignment * kAlignment;
        return here;
    }
    std::size_t next() const { return next_; }

  private:
    std::size_t next_ = 0;
};

std::uint32_t count_of(const Program& program, bool (*is)(Opcode)) {
    return static_cast<std::uint32_t>(
        std::ranges::count_if(program.instructions, [&](const Instruction& i) { return is(i.opcode); }));
}
bool is_branch(Opcode opcode) {
    return opcode == Opcode::bz || opcode == Opcode::bnz;
}
bool is_everywhere(Opcode opcode) {
    return opcode == Opcode::everywhere;
}

std::int64_t all_shared_words(const Program& program) {
    return program.grid * program.shared_words();
}

// Whether a run may warn at the instruction.
bool may_warn(Opcode opcode) {
    return is_block_barrier(opcode) || is_collective(opcode);
}

// All addresses of Σ that the program names are below this one.
std::int64_t named_limit(const Program& program) {
    std::int64_t end = 0;
    for (const Preload& preload : program.preloads) end = std::max(end, preload.address + preload.count);
    for (const Buffer& buffer : program.buffers) end = std::max(end, buffer.address + buffer.count);
    return end;
}

// In well-structured programs, every branch is open once in each block, and every block once. The stacks
// stay far below the limit of the semantics, which this engine does not check.
std::uint32_t context_limit(const Program& program, const Capacity& capacity) {
    const std::uint64_t entry = stack_bytes(program, 0, 1);
    return static_cast<std::uint32_t>(
        std::min({std::uint64_t{capacity.contexts}, std::uint64_t{count_of(program, is_everywhere)},
                  kMaxStackBytes / 2 / entry}));
}

}  // namespace

const char* unsupported_reason(const Program& program, const MachineOptions& options) {
    if (program.model != ThreadModel::lockstep) return "another model than lockstep";
    if (program.threads > interpreter::kMaxWarpThreads) return "warps of more than 1,024 threads";
    if (std::uint64_t{program.warps} * program.threads >= interpreter::kMaxAgents)
        return "more than 67,108,863 threads";
    if (all_shared_words(program) > kLargeCapacity.limit)
        return "more than 67,108,864 words of shared memory";
    if (named_limit(program) > kLargeCapacity.limit) return "addresses above 67,108,863";
    if (options.order == Order::random && program.warps > kLanes) return "more than 32 warps in random order";
    return nullptr;
}

Dimensions::Dimensions(const PlannedRun& run, const Capacity& capacity)
    : strips((run.program->threads + kLanes - 1) / kLanes),
      variables(static_cast<std::uint32_t>(run.program->variables.size())),
      warps(run.program->warps),
      blocks(run.program->has_blocks() ? run.program->grid : 1),
      contexts(context_limit(*run.program, capacity)),
      warnings(uses_blocks(*run.program) ? 3 * count_of(*run.program, may_warn) : 0),
      limit(std::min(capacity.limit, run.options.max_address + 1)),
      shared(all_shared_words(*run.program)),
      restore(run.program->registers == RegisterMode::restore),
      claims(run.program->warps > 1 || run.program->races == RaceMode::thread) {
    const std::uint64_t branches = count_of(*run.program, is_branch);
    depth = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(capacity.depth, std::max<std::uint64_t>(1, branches * (contexts + 1))));
    // With buffers, no other addresses are used.
    const std::int64_t named = named_limit(*run.program);
    limit = run.program->buffers.empty() ? std::max(limit, named) : named;
}

BatchLayout::BatchLayout(std::span<const PlannedRun> runs, const Capacity& capacity) : parts(runs.size()) {
    for (const PlannedRun& run : runs) dimensions.emplace_back(run, capacity);
    Offsets offsets;
    batch = offsets.take(sizeof(interpreter::Batch));
    machines = offsets.take(runs.size() * sizeof(interpreter::Machine));
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const Dimensions& d = dimensions[i];
        parts[i].warps = offsets.take(d.warps * sizeof(interpreter::Warp));
        parts[i].active = offsets.take(d.warps * d.strips * sizeof(std::uint32_t));
        parts[i].all = offsets.take(d.warps * d.strips * sizeof(std::uint32_t));
    }
    state_end = offsets.next();
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const Program& program = *runs[i].program;
        std::size_t listed = 0;
        for (const Preload& preload : program.preloads) listed += preload.words.size();
        parts[i].block_states = offsets.take(dimensions[i].blocks * sizeof(interpreter::Block));
        parts[i].code = offsets.take(program.instructions.size() * sizeof(interpreter::Coded));
        parts[i].preloads = offsets.take(program.preloads.size() * sizeof(interpreter::CodedPreload));
        parts[i].preload_words = offsets.take(listed * sizeof(std::int64_t));
        parts[i].buffers = offsets.take(program.buffers.size() * sizeof(interpreter::CodedBuffer));
    }
    image_end = offsets.next();
    bank = offsets.next();
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const Dimensions& d = dimensions[i];
        parts[i].row_bytes = (d.variables + std::size_t{1}) * d.row_lanes() * sizeof(std::int64_t);
        parts[i].defined_bytes = std::size_t{d.variables} * d.strips * sizeof(std::uint32_t);
        parts[i].rows = offsets.take(d.warps * parts[i].row_bytes);
        parts[i].defined = offsets.take(d.warps * parts[i].defined_bytes);
    }
    bank_end = offsets.next();
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const Dimensions& d = dimensions[i];
        Parts& p = parts[i];
        p.depth_bytes = std::size_t{d.depth} * kLanes * sizeof(std::uint32_t);
        for (std::size_t* part : {&p.branches, &p.done, &p.todo, &p.joins})
            *part = offsets.take(d.warps * p.depth_bytes);
        p.context_bytes = std::size_t{d.contexts} * kLanes * sizeof(std::uint32_t);
        for (std::size_t* part : {&p.blocks, &p.bases, &p.entry_mask})
            *part = offsets.take(d.warps * p.context_bytes);
        const std::size_t saved = d.restore ? d.contexts : 0;
        p.saved_row_bytes = saved * d.variables * d.row_lanes() * sizeof(std::int64_t);
        p.saved_defined_bytes = saved * p.defined_bytes;
        p.saved_rows = offsets.take(d.warps * p.saved_row_bytes);
        p.saved_defined = offsets.take(d.warps * p.saved_defined_bytes);
        p.warned = offsets.take(runs[i].program->instructions.size());
        p.warnings = offsets.take(d.warnings * sizeof(interpreter::CodedWarning));
        p.warned_threads = offsets.take(std::size_t{d.warnings} * d.strips * sizeof(std::uint32_t));
        const auto words = static_cast<std::size_t>(d.limit + d.shared);
        p.words = offsets.take(words * sizeof(std::int64_t));
        p.sigma_defined = offsets.take(words);
        p.claims = offsets.take(d.claims ? words * sizeof(std::uint64_t) : 0);
    }
    end = offsets.next();
}

namespace {

interpreter::Coded coded(const Instruction& i) {
    interpreter::Coded coded{};
    coded.opcode = static_cast<std::uint8_t>(i.opcode);
    coded.operation = static_cast<std::uint8_t>(i.operation);
    if (i.opcode == Opcode::typed) coded.operation = static_cast<std::uint8_t>(i.typed_operation);
    if (i.opcode == Opcode::fetch || i.opcode == Opcode::typed_fetch)
        coded.operation = static_cast<std::uint8_t>(i.fetch_operation);
    if (i.opcode == Opcode::reduce || i.opcode == Opcode::typed_reduce)
        coded.operation = static_cast<std::uint8_t>(fetch_operation_of(i.variant));
    coded.type = static_cast<std::uint8_t>(i.type);
    coded.from = static_cast<std::uint8_t>(i.from);
    coded.operands = static_cast<std::uint8_t>(operand_count(i));
    coded.variant = static_cast<std::uint8_t>(i.variant);
    coded.width = i.width;
    coded.destination = i.destination;
    coded.target = i.target;
    for (std::size_t o = 0; o < i.operands.size(); ++o) {
        const Operand& operand = i.operands[o];
        coded.kinds[o] = static_cast<std::uint8_t>(operand.kind);
        coded.words[o] = operand.kind == Operand::Kind::variable ? operand.variable : operand.value;
    }
    return coded;
}

// Writes data for the device: addresses are relative to its memory, which starts at `base`.
class Image {
  public:
    Image(const BatchLayout& layout, char* base) : layout_(layout), base_(base), bytes_(layout.image_end) {}

    void put(std::size_t i, const PlannedRun& run) {
        put_program(i, *run.program);
        put_warps(i, *run.program);
        put_machine(i, run);
    }
    std::vector<char> take() {
        write(layout_.batch, interpreter::Batch{device<interpreter::Machine>(layout_.machines), 0});
        return std::move(bytes_);
    }

  private:
    template <typename T>
    void write(std::size_t offset, const T& value) {
        std::memcpy(bytes_.data() + offset, &value, sizeof value);
    }
    template <typename T>
    T* device(std::size_t offset) const {
        return reinterpret_cast<T*>(base_ + offset);
    }

    void put_program(std::size_t i, const Program& program) {
        const Parts& p = layout_.parts[i];
        for (std::size_t k = 0; k < program.instructions.size(); ++k)
            write(p.code + k * sizeof(interpreter::Coded), coded(program.instructions[k]));
        std::size_t words = p.preload_words;
        for (std::size_t k = 0; k < program.preloads.size(); ++k) {
            const Preload& preload = program.preloads[k];
            interpreter::CodedPreload coded{preload.address, preload.count, nullptr, preload.start,
                                            preload.step};
            if (!preload.words.empty()) coded.words = device<const std::int64_t>(words);
            write(p.preloads + k * sizeof coded, coded);
            for (const Value word : preload.words) {
                write(words, program.word.wrapped(word));
                words += sizeof word;
            }
        }
        for (std::size_t k = 0; k < program.buffers.size(); ++k) {
            const interpreter::CodedBuffer coded{program.buffers[k].address, program.buffers[k].count};
            write(p.buffers + k * sizeof coded, coded);
        }
    }

    void put_warps(std::size_t i, const Program& program) {
        const Dimensions& d = layout_.dimensions[i];
        const Parts& p = layout_.parts[i];
        for (std::uint32_t w = 0; w < d.warps; ++w) {
            interpreter::Warp warp{};
            warp.rows = device<std::int64_t>(p.rows + w * p.row_bytes);
            warp.active = device<std::uint32_t>(p.active) + std::size_t{w} * d.strips;
            warp.all = device<std::uint32_t>(p.all) + std::size_t{w} * d.strips;
            warp.defined = device<std::uint32_t>(p.defined + w * p.defined_bytes);
            warp.branches = device<std::uint32_t>(p.branches + w * p.depth_bytes);
            warp.done = device<std::uint32_t>(p.done + w * p.depth_bytes);
            warp.todo = device<std::uint32_t>(p.todo + w * p.depth_bytes);
            warp.joins = device<std::uint32_t>(p.joins + w * p.depth_bytes);
            warp.blocks = device<std::uint32_t>(p.blocks + w * p.context_bytes);
            warp.bases = device<std::uint32_t>(p.bases + w * p.context_bytes);
            warp.entry_mask = device<std::uint32_t>(p.entry_mask + w * p.context_bytes);
            warp.saved_rows = device<std::int64_t>(p.saved_rows + w * p.saved_row_bytes);
            warp.saved_defined = device<std::uint32_t>(p.saved_defined + w * p.saved_defined_bytes);
            warp.pc = 1;
            write(p.warps + w * sizeof warp, warp);
            const ThreadSet all = ThreadSet::all(program.lanes_of(w));
            put_mask(p.all, d, w, all);
            put_mask(p.active, d, w, program.has_blocks() ? all : program.active);
        }
        for (std::uint32_t b = 0; b < d.blocks; ++b) {
            interpreter::Block block{};
            block.alive = program.warps_per_block();
            write(p.block_states + b * sizeof block, block);
        }
    }

    // The warp's mask among those at the offset.
    void put_mask(std::size_t offset, const Dimensions& d, std::uint32_t w, const ThreadSet& threads) {
        std::vector<std::uint32_t> words(d.strips);
        threads.for_each([&](Thread t) { words[t / kLanes] |= std::uint32_t{1} << (t % kLanes); });
        const std::size_t bytes = d.strips * sizeof(std::uint32_t);
        std::memcpy(bytes_.data() + offset + w * bytes, words.data(), bytes);
    }

    void put_machine(std::size_t i, const PlannedRun& run) {
        interpreter::Machine machine{};
        put_parts(machine, i);
        put_dimensions(machine, *run.program, layout_.dimensions[i]);
        machine.max_address = run.options.max_address;
        machine.max_steps = run.options.max_steps;
        machine.seed = run.options.seed;
        machine.order = static_cast<std::uint8_t>(run.options.order);
        write(layout_.machines + i * sizeof machine, machine);
    }

    void put_parts(interpreter::Machine& machine, std::size_t i) const {
        const Parts& p = layout_.parts[i];
        machine.code = device<const interpreter::Coded>(p.code);
        machine.preloads = device<const interpreter::CodedPreload>(p.preloads);
        machine.buffers = device<const interpreter::CodedBuffer>(p.buffers);
        machine.warps = device<interpreter::Warp>(p.warps);
        machine.blocks = device<interpreter::Block>(p.block_states);
        machine.warned = device<std::uint8_t>(p.warned);
        machine.warnings = device<interpreter::CodedWarning>(p.warnings);
        machine.warned_threads = device<std::uint32_t>(p.warned_threads);
        machine.words = device<std::int64_t>(p.words);
        machine.defined = device<std::uint8_t>(p.sigma_defined);
        machine.claims = layout_.dimensions[i].claims ? device<std::uint64_t>(p.claims) : nullptr;
    }

    static void put_dimensions(interpreter::Machine& machine, const Program& program, const Dimensions& d) {
        machine.limit = d.limit;
        for (const Preload& preload : program.preloads)
            machine.used = std::max(machine.used, preload.address + preload.count);
        machine.shared_words = program.shared_words();
        machine.epoch = 1;
        machine.phase = 1;
        machine.instructions = static_cast<std::uint32_t>(program.instructions.size());
        machine.preload_count = static_cast<std::uint32_t>(program.preloads.size());
        machine.buffer_count = static_cast<std::uint32_t>(program.buffers.size());
        machine.threads = program.threads;
        machine.strips = d.strips;
        machine.variables = d.variables;
        machine.warp_count = d.warps;
        machine.block_count = d.blocks;
        machine.block_warps = program.warps_per_block();
        machine.thread_races = program.races == RaceMode::thread;
        machine.block_agents = machine.block_warps * (machine.thread_races ? program.threads : 1);
        machine.block_threads = program.block_threads;
        machine.max_depth = d.depth;
        machine.max_contexts = d.contexts;
        machine.alive = d.warps;
        machine.width = program.word.width;
        machine.wrap = program.word.wrap;
        machine.restore = d.restore;
        machine.alone = d.warps == 1 && count_of(program, is_block_barrier) == 0;
    }

    const BatchLayout& layout_;
    char* base_;
    std::vector<char> bytes_;
};

}  // namespace

std::vector<char> image_of(const BatchLayout& layout, std::span<const PlannedRun> runs, char* base) {
    Image image(layout, base);
    for (std::size_t i = 0; i < runs.size(); ++i) image.put(i, runs[i]);
    return image.take();
}

}  // namespace musimd::gpu
