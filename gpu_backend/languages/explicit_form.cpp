#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "gpu_backend/languages/forms.hpp"

namespace musimd::languages {
namespace {

/// All threads of a warp have the same pc. A thread knows whether it is active (Θ), and for each branch
/// whether it waits at its target (Θ_todo) or at its `sync` (Θ_done), for each everywhere whether it was
/// active at its entry.
class ExplicitForm {
  public:
    explicit ExplicitForm(Writing& w) : w_(w) {}

    void write() {
        declare();
        find_leaders();
        w_.lines.line("UNIFORM i32 pc = 0;");
        w_.lines.open("while (pc >= 0)");
        w_.lines.open("switch (pc)");
        for (const std::uint32_t leader : leaders_) write_case(leader);
        w_.lines.close();
        w_.lines.close();
        write_end(w_, leaves_ ? "left ? 3 : on ? 1 : all ? 0 : 2" : "on ? 1 : all ? 0 : 2");
    }

  private:
    const Instruction& at(std::uint32_t node) const { return w_.program.at(w_.graph.nodes[node].point.pc); }
    Label innermost(std::uint32_t node) const { return w_.graph.context_of(w_.graph.nodes[node]).back(); }

    void declare();
    void find_leaders();
    void write_case(std::uint32_t leader);
    void go(std::uint32_t node) { w_.lines.line(fmt::format("pc = {};", node)); }
    void branch(std::uint32_t node);
    void sync(std::uint32_t node);
    void mask_branch(std::uint32_t node);
    void exit(std::uint32_t node);
    void resume(std::uint32_t node, std::size_t open);
    void go_on_with(const std::string& who, std::uint32_t node);
    void save_bank(Label block, bool away);

    Writing& w_;
    bool leaves_ = false;              ///< control may get where the machine traps, or a branch is open twice
    std::set<std::uint32_t> leaders_;  ///< where control may arrive by other ways than from the node before
};

void ExplicitForm::declare() {
    const std::string first = active_at_first(w_.program);
    leaves_ = std::ranges::any_of(w_.graph.nodes, [](const ControlNode& n) { return n.flow == Flow::leave; });
    if (leaves_) w_.lines.line("boolean left = false;");
    w_.lines.line("boolean all = true;");
    w_.lines.line(fmt::format("boolean on = {};", first.empty() ? "true" : first));
    for (Label pc = 1; pc < w_.program.end(); ++pc) {
        const Opcode opcode = w_.program.at(pc).opcode;
        if (opcode == Opcode::bz || opcode == Opcode::bnz)
            w_.lines.line(fmt::format("boolean todo_{0} = false, done_{0} = false;", pc));
        if (opcode != Opcode::everywhere) continue;
        w_.lines.line(fmt::format("boolean entry_{} = false;", pc));
        if (w_.program.registers != RegisterMode::restore) continue;
        for (Variable v = 0; v < w_.program.variables.size(); ++v)
            w_.lines.line(
                fmt::format("i64 kept_{}_{} = {};", pc, v, w_.instructions.expressions().constant(0)));
    }
}

void ExplicitForm::find_leaders() {
    leaders_.insert(0);
    std::vector<int> arrivals(w_.graph.nodes.size());
    for (const ControlNode& node : w_.graph.nodes) {
        if (node.flow == Flow::stop || node.flow == Flow::leave) continue;
        if (++arrivals[node.next] > 1) leaders_.insert(node.next);
        if (has_two_ways(node.flow)) leaders_.insert({node.next, node.target});
    }
}

void ExplicitForm::write_case(std::uint32_t leader) {
    w_.lines.open(fmt::format("case {}:", leader));
    for (std::uint32_t node = leader;;) {
        const ControlNode& control = w_.graph.nodes[node];
        switch (control.flow) {
            case Flow::data:
            case Flow::barrier:
                w_.instructions.write(at(node), {"on", true, true}, w_.lines);
                break;
            case Flow::jump:
                break;
            case Flow::open:
                w_.lines.line(fmt::format("entry_{} = on; on = all;", control.point.pc));
                save_bank(control.point.pc, true);
                break;
            case Flow::close:
                save_bank(innermost(node), false);
                w_.lines.line(fmt::format("on = entry_{};", innermost(node)));
                break;
            case Flow::branch:
            case Flow::sync:
            case Flow::mask_branch:
            case Flow::stop:
            case Flow::leave:
                if (control.flow == Flow::branch) branch(node);
                if (control.flow == Flow::sync) sync(node);
                if (control.flow == Flow::mask_branch) mask_branch(node);
                if (control.flow == Flow::leave) w_.lines.line("left = true; pc = -1;");
                if (control.flow == Flow::stop) exit(node);
                w_.lines.line("break;");
                return w_.lines.close();
        }
        node = control.next;
        if (!leaders_.contains(node)) continue;
        go(node);
        w_.lines.line("break;");
        return w_.lines.close();
    }
}

// Rules BT, BF and BD: those that do not branch go on first.
void ExplicitForm::branch(std::uint32_t node) {
    const ControlNode& control = w_.graph.nodes[node];
    const Label pc = control.point.pc;
    const std::string taken = taken_by(at(node), w_.instructions.expressions());
    w_.lines.line(fmt::format("const boolean stays = on && !({});", taken));
    w_.lines.line("ANY(mask, stays);");
    w_.lines.open("if (mask != 0)");
    w_.lines.line(fmt::format("todo_{0} = todo_{0} || (on && !stays);", pc));
    w_.lines.line("on = stays;");
    go(control.next);
    w_.lines.close("} else {");
    w_.lines.reopen();
    go(control.target);
    w_.lines.close();
}

// Rules SS and SP.
void ExplicitForm::sync(std::uint32_t node) {
    const ControlNode& control = w_.graph.nodes[node];
    const Label pc = innermost(node);
    w_.lines.line(fmt::format("ANY(mask, todo_{});", pc));
    w_.lines.open("if (mask != 0)");
    w_.lines.line(fmt::format("done_{0} = done_{0} || on; on = todo_{0}; todo_{0} = false;", pc));
    go(control.target);
    w_.lines.close("} else {");
    w_.lines.reopen();
    w_.lines.line(fmt::format("on = on || done_{0}; done_{0} = false;", pc));
    go(control.next);
    w_.lines.close();
}

void ExplicitForm::mask_branch(std::uint32_t node) {
    const ControlNode& control = w_.graph.nodes[node];
    const OpenEntries& open = w_.graph.context_of(control);
    const auto block = std::ranges::find_if(
        open.rbegin(), open.rend(), [&](Label pc) { return w_.program.at(pc).opcode == Opcode::everywhere; });
    ask_about_entry(w_, at(node), fmt::format("entry_{}", *block), "on");
    w_.lines.line(fmt::format("if (mask != 0) pc = {}; else pc = {};", control.target, control.next));
}

void ExplicitForm::exit(std::uint32_t node) {
    if (at(node).opcode != Opcode::exit) return w_.lines.line("pc = -1;");
    w_.lines.line("all = all && !on; on = false;");
    resume(node, w_.graph.context_of(w_.graph.nodes[node]).size());
}

/// Where control goes on if any of these threads is left, and they are all.
void ExplicitForm::go_on_with(const std::string& who, std::uint32_t node) {
    w_.lines.line(fmt::format("ANY(mask, {});", who));
    w_.lines.open("if (mask != 0)");
    w_.lines.line(fmt::format("on = {0}; {0} = false;", who));
    go(node);
    w_.lines.line("break;");
    w_.lines.close();
}

// resume(Π): of the innermost branch first, those that wait at its target, and then those at its `sync`.
void ExplicitForm::resume(std::uint32_t node, std::size_t open) {
    if (open == 0) return w_.lines.line("pc = -1;");
    const OpenEntries& all_open = w_.graph.context_of(w_.graph.nodes[node]);
    const OpenEntries entries(all_open.begin(), all_open.begin() + static_cast<std::ptrdiff_t>(open));
    const Label pc = entries.back();
    std::vector<std::uint32_t> targets;
    std::vector<std::uint32_t> syncs;
    for (std::uint32_t n = 0; n < w_.graph.nodes.size(); ++n) {
        const ControlNode& other = w_.graph.nodes[n];
        if (w_.graph.context_of(other) != entries) continue;
        if (other.point.pc == w_.program.at(pc).target) targets.push_back(n);
        if (other.flow == Flow::sync) syncs.push_back(n);
    }
    if (syncs.size() > 1) throw NoText{"threads that exit leave others at one of several `sync`s"};
    for (const std::uint32_t n : targets) go_on_with(fmt::format("todo_{}", pc), n);
    for (const std::uint32_t n : syncs) go_on_with(fmt::format("done_{}", pc), w_.graph.nodes[n].next);
    resume(node, open - 1);
}

// Under `restore`: β of all threads, before and after a block.
void ExplicitForm::save_bank(Label block, bool away) {
    if (w_.program.registers != RegisterMode::restore) return;
    for (Variable v = 0; v < w_.program.variables.size(); ++v) {
        const std::string variable = w_.instructions.expressions().variable(v);
        const std::string kept = fmt::format("kept_{}_{}", block, v);
        w_.lines.line(away ? fmt::format("{} = {};", kept, variable)
                           : fmt::format("{} = {};", variable, kept));
    }
}

}  // namespace

void write_explicit(Writing& w) {
    ExplicitForm(w).write();
}

}  // namespace musimd::languages
