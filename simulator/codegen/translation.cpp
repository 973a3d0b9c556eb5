#include "simulator/codegen/translation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <span>

#include "simulator/codegen/lane_writer.hpp"

namespace musimd::codegen {
namespace {

/// A block continues past a point where control flow joins if at most this many of its instructions are left:
/// these are then written twice.
constexpr std::size_t kMaxDuplicated = 12;
constexpr std::size_t kLongestBlock = 256;

/// Lane masks of at most this many words are kept in registers.
constexpr std::size_t kMaxHeldMasks = 96;

bool updates(const Instruction& i) {
    return info(i.opcode).memory == MemoryUse::updates;
}

class Translator {
  public:
    Translator(const Program& program, const TranslationOptions& options)
        : program_(program),
          options_(options),
          graph_(program, options.max_points),
          definedness_(program, graph_),
          divergence_(program, graph_),
          truths_(program, options.for_processor),
          names_(program),
          lanes_(program, options, graph_, definedness_, divergence_, truths_, names_) {}

    Translation run(const std::string& name);

  private:
    void number_masks();
    std::string config(const std::string& name) const;
    std::string numbers() const;
    std::string declarations() const;
    std::string endings() const;
    std::string entries() const;

    void write_from(std::uint32_t node);
    void begin_block(std::uint32_t node, std::span<const std::uint32_t> counted);
    void write_lanes(std::span<const std::uint32_t> nodes, std::uint64_t steps);
    std::uint32_t write_block(std::uint32_t node);
    std::vector<std::uint32_t> trace(std::uint32_t node) const;
    bool is_turn(std::uint32_t node) const {
        return takes_turns_ && graph_.nodes[node].flow == Flow::data &&
               updates(program_.at(graph_.nodes[node].point.pc));
    }
    std::uint32_t write_control(std::uint32_t node, std::uint64_t given_back);
    void write_exit(std::uint32_t number);
    std::string save_bank(Label block, bool away) const;
    std::size_t straight_length(std::uint32_t node) const;

    std::string label(std::uint32_t node) const;
    std::string go(std::uint32_t node);
    std::string leave(std::uint32_t node, std::uint64_t given_back);
    std::string pause(std::uint32_t node);
    std::string count(std::span<const std::uint32_t> nodes);
    std::uint32_t point_number(std::uint32_t node);
    std::uint32_t resume_number(std::uint32_t node);

    const Program& program_;
    const TranslationOptions& options_;
    const bool takes_turns_ = options_.turns && takes_turns(program_);
    ControlGraph graph_;
    Definedness definedness_;
    DivergenceAnalysis divergence_;
    Truths truths_;
    Names names_;
    LaneWriter lanes_;
    Translation result_;
    std::string text_;
    std::map<std::uint32_t, std::uint32_t> points_;   ///< numbers of nodes in result_.points
    std::map<std::uint32_t, std::uint32_t> resumes_;  ///< likewise, of barriers at which a warp waits
    std::vector<std::uint32_t> blocks_;               ///< nodes of blocks at which a stretch may begin
    std::set<std::uint32_t> written_;                 ///< nodes at which a block begins
    std::deque<std::uint32_t> targets_;               ///< nodes that a goto jumps to
};

// ---- names and numbers

std::string Translator::label(std::uint32_t node) const {
    const ProgramPoint point = graph_.nodes[node].point;
    return point.context == 0 ? fmt::format("L{}", point.pc) : fmt::format("L{}_{}", point.pc, point.context);
}

// A backward jump checks for interruption. Code that pauses uses max_steps for that.
std::string Translator::go(std::uint32_t node) {
    targets_.push_back(node);
    const std::string jump = fmt::format("goto {};", label(node));
    if (!written_.contains(node) || options_.resumable) return jump;
    return fmt::format("{{ if (is_interrupted(warp)) {} {} }}", leave(node, 0), jump);
}

std::uint32_t Translator::point_number(std::uint32_t node) {
    const auto [found, is_new] = points_.try_emplace(node, static_cast<std::uint32_t>(result_.points.size()));
    if (is_new) result_.points.push_back(graph_.nodes[node].point);
    return found->second;
}

// The number of a barrier at which a warp waits. The program may begin with it: then the warp is at its node
// before it has come to the barrier, too.
std::uint32_t Translator::resume_number(std::uint32_t node) {
    const auto [found, is_new] = resumes_.try_emplace(node, point_number(node));
    if (is_new && node == 0) {
        found->second = static_cast<std::uint32_t>(result_.points.size());
        result_.points.push_back(graph_.nodes[node].point);
    }
    return found->second;
}

std::string Translator::leave(std::uint32_t node, std::uint64_t given_back) {
    std::string back = given_back == 0 ? "" : fmt::format("left += {}; ", given_back);
    if (options_.counts && given_back != 0) {
        const std::size_t block = result_.counted.size() - 1;
        back +=
            fmt::format("give_back(warp, {}, {}); ", block, result_.counted[block].steps.size() - given_back);
    }
    return fmt::format("{{ {}point = {}; goto leave; }}", back, point_number(node));
}

// Before a block: pauses if it has more steps than are left.
std::string Translator::pause(std::uint32_t node) {
    if (!options_.resumable) return leave(node, 0);
    return fmt::format("{{ point = {}; ending = Ending::paused; goto leave; }}", point_number(node));
}

// Counts the steps of a block, at its beginning.
std::string Translator::count(std::span<const std::uint32_t> nodes) {
    if (!options_.counts) return {};
    CountedBlock block;
    block.cell = result_.cells;
    for (const std::uint32_t n : nodes) block.steps.push_back(graph_.nodes[n].point.pc);
    const ControlNode& last = graph_.nodes[nodes.back()];
    const bool pushes =
        last.flow == Flow::branch || last.flow == Flow::mask_branch || last.flow == Flow::open;
    for (const Label entry : graph_.context_of(pushes ? graph_.nodes[last.next] : last)) {
        const bool saves = program_.at(entry).opcode == Opcode::everywhere;
        block.context_depth += saves ? 1 : 0;
        block.sync_depth = saves ? 0 : block.sync_depth + 1;
    }
    result_.cells += last.flow == Flow::branch ? 3 : 2;
    result_.counted.push_back(std::move(block));
    return fmt::format("        count_block(warp, {}, active);\n", result_.counted.back().cell);
}

void Translator::number_masks() {
    MaskNumbers& masks = result_.masks;
    const auto variables = static_cast<std::uint32_t>(program_.variables.size());
    const bool restores = program_.registers == RegisterMode::restore;
    masks.count = masks.defined + variables + 1;  // the last is `taken`
    masks.todo.assign(program_.end(), 0);
    masks.saved.assign(program_.end(), 0);
    result_.saved_rows.assign(program_.end(), 0);
    for (const ControlNode& node : graph_.nodes) {
        if (node.flow == Flow::branch && masks.todo[node.point.pc] == 0) {
            masks.todo[node.point.pc] = masks.count;
            masks.count += 2;
        }
        if (node.flow == Flow::open && masks.saved[node.point.pc] == 0) {
            masks.saved[node.point.pc] = masks.count;
            masks.count += restores ? 1 + variables : 1;
            result_.saved_rows[node.point.pc] = static_cast<std::uint32_t>(result_.room_rows);
            result_.room_rows += restores ? variables : 0;
        }
    }
    masks.truths.assign(variables, 0);
    for (Variable v = 0; v < variables; ++v) {
        if (!truths_.has(v)) continue;
        masks.truths[v] = masks.count;
        masks.count += 2;
    }
    if (!uses_blocks(program_)) return;
    masks.all = masks.count;
    masks.count += 2;
}

// ---- the class

std::string Translator::config(const std::string& name) const {
    const auto strips = (std::size_t{program_.threads} * (program_.word.width > 32 ? 8 : 4) + 31) / 32;
    const auto rows = static_cast<std::size_t>(std::ranges::count(result_.masks.truths, 0U));
    const bool held = rows * strips * 32 <= options_.max_held_bytes;
    const bool held_masks = result_.masks.count <= kMaxHeldMasks;
    const bool watched = program_.warps > 1 || program_.races == RaceMode::thread;
    std::string buffers = takes_turns_ ? "NoBuffersInTurns" : "NoBuffers";
    std::string text;
    if (!program_.buffers.empty() || uses_blocks(program_)) {
        std::string ranges;
        for (const Buffer& b : program_.buffers)
            ranges += fmt::format("{{{}, {}}}, ", b.address, b.address + b.count);
        // Internal linkage: otherwise the linker would use the buffers of one unit's program 0 for those of
        // units that are loaded later.
        text = fmt::format("namespace {{\nstruct {} : {} {{\n", name + "Buffers", buffers);
        buffers = name + "Buffers";
        if (!program_.buffers.empty())
            text += fmt::format(
                "    static constexpr int buffers = {};\n    static constexpr Int64 buffer[][2] = {{{}}};\n",
                program_.buffers.size(), ranges);
        if (uses_blocks(program_))
            text += fmt::format(
                "    static constexpr Int64 shared = {};\n    static constexpr int block_warps = {};\n",
                program_.shared_words(), claims_by_blocks(program_) ? program_.warps_per_block() : 0);
        text += "};\n}  // namespace\n";
    }
    return text + fmt::format(
                      "// N, word, wrap, checks, claims, races of threads, rows and masks held, rows put "
                      "away, buffers\n"
                      "struct {} : Target<Config<{}, {}, {}, {}, {}, {}, {}, {}, {}, {}>> {{\n",
                      name, program_.threads, program_.word.width, program_.word.wrap, options_.checks,
                      watched, program_.races == RaceMode::thread, held, held_masks, result_.room_rows,
                      buffers);
}

// Of the block, and of lane 0 in it.
std::string Translator::numbers() const {
    if (!program_.has_blocks()) return {};
    return fmt::format(
        "        [[maybe_unused]] const Word bid = fitted(warp->warp / {0});\n"
        "        [[maybe_unused]] const Word first = static_cast<Word>(warp->warp % {0} * {1});\n",
        program_.warps_per_block(), program_.threads);
}

std::string Translator::declarations() const {
    std::string text;
    const bool bits = program_.threads <= options_.max_threads_with_bits && !program_.variables.empty();
    if (bits) text += fmt::format("        DefinedBits<{}> defined{{}};\n", program_.variables.size());
    for (Variable v = 0; v < program_.variables.size(); ++v) {
        const std::string mask = fmt::format("mask(warp, {})", result_.masks.defined + v);
        const std::uint32_t truth = result_.masks.truths[v];
        if (truth != 0) {
            text += fmt::format(
                "        HeldMask {0} = mask(warp, {2}), {1} = mask(warp, {3});\n        load_bits(warp, "
                "{4}, {0});\n",
                names_.bits(v), names_.fresh(v), truth, truth + 1, v);
        } else {
            text += fmt::format("        HeldRow {} = row(warp, {});\n", names_.row(v), v);
        }
        text += bits
                    ? fmt::format("        const auto {} = defined.at<{}>({});\n", names_.defined(v), v, mask)
                    : fmt::format("        HeldMask {} = {};\n", names_.defined(v), mask);
    }
    text += "        HeldMask active = mask(warp, 0);\n";
    if (result_.masks.all != 0)
        text +=
            fmt::format("        HeldMask all = mask(warp, {});\n        HeldMask exited = mask(warp, {});\n",
                        result_.masks.all, result_.masks.all + 1);
    text += fmt::format("        HeldMask taken = mask(warp, {});\n",
                        result_.masks.defined + program_.variables.size());
    for (Label pc = 1; pc < program_.end(); ++pc) {
        const std::uint32_t todo = result_.masks.todo[pc];
        if (todo != 0)
            text += fmt::format("        HeldMask todo_{0} = mask(warp, {1}), done_{0} = mask(warp, {2});\n",
                                pc, todo, todo + 1);
        if (result_.masks.saved[pc] != 0)
            text += fmt::format("        HeldMask saved_{} = mask(warp, {});\n", pc, result_.masks.saved[pc]);
    }
    return text;
}

std::string Translator::endings() const {
    std::string text = "    leave:\n        keep_mask(warp, 0, active);\n";
    if (result_.masks.all != 0)
        text += fmt::format("        keep_mask(warp, {}, all);\n        keep_mask(warp, {}, exited);\n",
                            result_.masks.all, result_.masks.all + 1);
    for (Variable v = 0; v < program_.variables.size(); ++v) {
        const bool is_truth = truths_.has(v);
        text += fmt::format("        keep_{}(warp, {}, {});\n        keep_mask(warp, {}, {});\n",
                            is_truth ? "bits" : "row", v, is_truth ? names_.bits(v) : names_.row(v),
                            result_.masks.defined + v, names_.defined(v));
    }
    for (Label pc = 1; pc < program_.end(); ++pc) {
        const std::uint32_t todo = result_.masks.todo[pc];
        if (todo != 0)
            text += fmt::format(
                "        keep_mask(warp, {1}, todo_{0});\n        keep_mask(warp, {2}, done_{0});\n", pc,
                todo, todo + 1);
        if (result_.masks.saved[pc] != 0)
            text += fmt::format("        keep_mask(warp, {1}, saved_{0});\n", pc, result_.masks.saved[pc]);
    }
    return text +
           "        warp->steps = warp->max_steps - left;\n"
           "        warp->point = point;\n"
           "        return ending;\n";
}

std::string Translator::entries() const {
    std::string text = "        switch (point) {\n";
    for (const auto& [node, number] : resumes_)
        text += fmt::format("            case {}: goto resume_{};\n", number, label(node));
    for (const std::uint32_t node : blocks_)
        text += fmt::format("            case {}: goto {};\n", points_.at(node), label(node));
    return text + "            default: goto L1;\n        }\n";
}

Translation Translator::run(const std::string& name) {
    number_masks();
    point_number(0);
    write_from(0);
    for (; !targets_.empty(); targets_.pop_front()) {
        if (!written_.contains(targets_.front())) write_from(targets_.front());
    }
    result_.source = config(name) +
                     "    MUSIMD_DEVICE static Ending run(WarpState* warp) {\n"
                     "        const Sigma sigma = *warp->sigma;\n"
                     "        [[maybe_unused]] const Word wid = fitted(warp->warp);\n" +
                     numbers() + declarations() +
                     "        std::uint64_t left = warp->max_steps - warp->steps;\n"
                     "        std::uint32_t point = warp->point;\n"
                     "        Ending ending = Ending::handed;\n" +
                     entries() + text_ + endings() + "    }\n};\n";
    result_.contexts = graph_.contexts;
    result_.room_rows += lanes_.drafts();
    return std::move(result_);
}

// ---- blocks

// How many instructions follow in a straight line from here on, this one included.
std::size_t Translator::straight_length(std::uint32_t node) const {
    std::size_t count = 0;
    for (; graph_.nodes[node].flow == Flow::data && count <= kMaxDuplicated; node = graph_.nodes[node].next)
        ++count;
    return count;
}

// A block: the nodes from this one to the next that control can leave in more than one way. A block that is
// written or requested already is not written again, unless it is short. A barrier always begins a block, and
// is written once, because warps resume there.
std::vector<std::uint32_t> Translator::trace(std::uint32_t node) const {
    std::vector<std::uint32_t> nodes{node};
    for (; graph_.nodes[node].flow == Flow::data || graph_.nodes[node].flow == Flow::jump;
         nodes.push_back(node)) {
        node = graph_.nodes[node].next;
        const bool is_known = written_.contains(node) || std::ranges::find(targets_, node) != targets_.end();
        if (graph_.nodes[node].flow == Flow::barrier || is_turn(node))
            break;  // written once: a stretch may begin there
        if ((is_known && straight_length(node) > kMaxDuplicated) || nodes.size() >= kLongestBlock) break;
        if (std::ranges::find(nodes, node) != nodes.end()) break;
    }
    return nodes;
}

void Translator::write_from(std::uint32_t node) {
    while (written_.insert(node).second) {
        node = write_block(node);
        if (node == UINT32_MAX) return;
    }
    text_ += fmt::format("        {}\n", go(node));
}

void Translator::begin_block(std::uint32_t node, std::span<const std::uint32_t> counted) {
    text_ += fmt::format("    {}: {{\n", label(node));
    if (is_turn(node)) {
        text_ += fmt::format(
            "        if (waits_for_turn(warp, sigma)) {{ point = {0}; ending = Ending::waits; goto leave; "
            "}}\n"
            "    resume_{1}:\n        warp->point = {0};\n",
            resume_number(node), label(node));
    }
    if (counted.empty()) return;
    text_ += fmt::format("        if (left < {0}) {1}\n        left -= {0};\n", counted.size(), pause(node));
    if (options_.resumable) blocks_.push_back(node);
    text_ += count(counted);
}

// The data instructions and branches of a block of so many steps, those that go by strips in groups.
void Translator::write_lanes(std::span<const std::uint32_t> nodes, std::uint64_t steps) {
    std::vector<std::uint32_t> together;
    std::uint64_t before = 0;  // steps done before the current group
    std::uint64_t done = 0;
    bool after_store = false;
    const auto flush = [&](std::optional<std::uint32_t> branching) {
        if (together.empty() && !branching) return;
        const std::uint32_t first = together.empty() ? *branching : together.front();
        after_store = false;
        text_ += lanes_.strips(together, branching, leave(first, steps - before));
        together.clear();
    };
    for (const std::uint32_t n : nodes) {
        const Flow flow = graph_.nodes[n].flow;
        if (flow == Flow::data) {
            const Instruction& i = program_.at(graph_.nodes[n].point.pc);
            if (goes_by_strips(i)) {
                if (together.empty()) before = done;
                together.push_back(n);
            } else {
                flush(std::nullopt);
                text_ += lanes_.write_single(n, fmt::format("warp->max_steps - left - {}", steps - done),
                                             leave(n, steps - done), after_store);
                after_store = i.opcode == Opcode::st;
            }
        } else if (flow == Flow::jump) {
            if (together.empty()) {
                text_ += "        " + lanes_.comment(n);
            } else {
                together.push_back(n);
            }
        } else if (flow == Flow::branch || flow == Flow::mask_branch) {
            if (together.empty()) before = done;
            flush(n);
        } else {
            flush(std::nullopt);
        }
        ++done;
    }
    flush(std::nullopt);
}

// Returns the node that follows the block; UINT32_MAX: none.
std::uint32_t Translator::write_block(std::uint32_t node) {
    const std::vector<std::uint32_t> nodes = trace(node);
    const ControlNode& last = graph_.nodes[nodes.back()];
    const bool goes_on = last.flow == Flow::data || last.flow == Flow::jump;  // to a separate block
    const bool counts_last = last.flow != Flow::leave && last.flow != Flow::barrier;
    const std::size_t steps = nodes.size() - (counts_last ? 0 : 1);
    begin_block(node, std::span(nodes).first(steps));
    write_lanes(nodes, steps);
    const std::uint32_t next = goes_on ? last.next : write_control(nodes.back(), counts_last ? 1 : 0);
    text_ += "    }\n";
    return next;
}

// Under `restore`: saves β at an everywhere, and restores it at its end.
std::string Translator::save_bank(Label block, bool away) const {
    std::string text;
    if (program_.registers != RegisterMode::restore) return text;
    for (Variable v = 0; v < program_.variables.size(); ++v) {
        const std::string row = fmt::format("saved_row(warp, {})", result_.saved_rows[block] + v);
        const std::string mask = fmt::format("mask(warp, {})", result_.masks.saved[block] + 1 + v);
        const std::string held = names_.row(v);
        const std::string defined = names_.defined(v);
        text += fmt::format("        copy_row({}, {});\n        assign({}, {});\n", away ? row : held,
                            away ? held : row, away ? mask : defined, away ? defined : mask);
    }
    return text;
}

// resume(Π): of the innermost branch first, the threads that wait at its target, and then those at its
// `sync`; which one that is has to be known here.
void Translator::write_exit(std::uint32_t number) {
    const OpenEntries open = graph_.context_of(graph_.nodes[number]);
    const auto go_on = [this](std::string_view mask, Label branch, std::uint32_t node) {
        text_ += fmt::format("        if (any({0}_{1})) {{ assign(active, {0}_{1}); clear({0}_{1}); {2} }}\n",
                             mask, branch, go(node));
    };
    text_ += "        leave_warp(active, all, exited);\n";
    for (OpenEntries entries = open; !entries.empty(); entries.pop_back()) {
        const Label branch = entries.back();
        const auto context =
            static_cast<std::uint32_t>(std::ranges::find(graph_.contexts, entries) - graph_.contexts.begin());
        const auto is_its_sync = [&](const ControlNode& node) {
            return node.flow == Flow::sync && node.point.context == context;
        };
        const auto sync = std::ranges::find_if(graph_.nodes, is_its_sync);
        const ProgramPoint target{program_.at(branch).target, context};
        const auto waiting = std::ranges::find(graph_.nodes, target, &ControlNode::point);
        if (waiting == graph_.nodes.end() || std::ranges::count_if(graph_.nodes, is_its_sync) > 1) {
            text_ += fmt::format("        {}\n", leave(number, 0));
            return;
        }
        go_on("todo", branch, static_cast<std::uint32_t>(waiting - graph_.nodes.begin()));
        if (sync != graph_.nodes.end()) go_on("done", branch, sync->next);
    }
}

std::uint32_t Translator::write_control(std::uint32_t number, std::uint64_t given_back) {
    const ControlNode node = graph_.nodes[number];
    const OpenEntries& open = graph_.context_of(node);
    const Label pc = node.point.pc;
    if (node.flow != Flow::branch && node.flow != Flow::mask_branch && node.flow != Flow::leave)
        text_ += "        " + lanes_.comment(number);
    switch (node.flow) {
        case Flow::branch:
            if (options_.counts) text_ += "        const Mask before = active;\n";
            text_ += fmt::format("        if ({}) {}\n", lanes_.divides(), go(node.target));
            if (options_.counts)
                text_ += fmt::format("        count_divergence(warp, {}, before, active);\n",
                                     result_.counted.back().cell + 2);
            return node.next;
        case Flow::mask_branch:
            text_ += fmt::format("        if (!any_outside(active, taken)) {}\n        if (any(taken)) {}\n",
                                 go(node.target), leave(number, given_back));
            return node.next;
        case Flow::sync:
            text_ += fmt::format(
                "        if (switch_over(active, done_{0}, todo_{0})) {1}\n        reconverge(active, "
                "done_{0});\n",
                open.back(), go(node.target));
            return node.next;
        case Flow::open:
            text_ += fmt::format("        assign(saved_{}, active);\n        {};\n", pc,
                                 result_.masks.all != 0 ? "assign(active, all)" : "all_threads(active)") +
                     save_bank(pc, true);
            return node.next;
        case Flow::close:
            text_ += fmt::format("        assign(active, saved_{});\n", open.back()) +
                     save_bank(open.back(), false);
            return node.next;
        case Flow::barrier:
            text_ += lanes_.before_barrier(number, leave(number, 0));
            text_ += fmt::format(
                "        if (left < 1) {}\n        point = {};\n        ending = Ending::waits;\n        "
                "goto leave;\n"
                "    resume_{}:\n        left -= 1;\n",
                leave(number, 0), resume_number(number), label(number));
            text_ += count({&number, 1});
            text_ += lanes_.after_barrier(number);
            return node.next;
        case Flow::stop:
            if (program_.at(pc).opcode == Opcode::exit) write_exit(number);
            text_ += "        ending = Ending::stopped;\n        goto leave;\n";
            return UINT32_MAX;
        case Flow::leave:
        case Flow::data:  // these two go on, and have no control to write
        case Flow::jump:
            break;
    }
    text_ += fmt::format("        {}\n", leave(number, 0));
    return UINT32_MAX;
}

}  // namespace

bool has_block_barrier(const Program& program) {
    return std::ranges::any_of(program.instructions,
                               [](const Instruction& i) { return is_block_barrier(i.opcode); });
}

bool takes_turns(const Program& program) {
    return (uses_blocks(program) || program.races == RaceMode::warp) && program.warps > 1 &&
           std::ranges::any_of(program.instructions, [](const Instruction& i) { return updates(i); });
}

bool claims_by_blocks(const Program& program) {
    if (uses_blocks(program) && takes_turns(program)) return true;
    const bool has_several_agents = program.warps_per_block() > 1 || program.races == RaceMode::thread;
    return program.grid > 1 && has_several_agents && has_block_barrier(program);
}

Translation translate(const Program& program, const TranslationOptions& options, const std::string& name) {
    return Translator(program, options).run(name);
}

}  // namespace musimd::codegen
