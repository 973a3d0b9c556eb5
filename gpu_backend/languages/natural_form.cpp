#include <fmt/format.h>

#include <algorithm>

#include "gpu_backend/languages/forms.hpp"

namespace musimd::languages {
namespace {

/// The threads that a sequence is for.
struct Threads {
    std::string on;     ///< the condition for them, among those that come; empty: all that come
    std::string entry;  ///< within an everywhere: the condition for those that were active at its entry
};

/// Where a conditional encloses what all threads of a warp must come to, it is not written as a conditional:
/// all come, and a condition says who executes. Everything else is the language's own control flow.
class NaturalForm {
  public:
    explicit NaturalForm(Writing& w) : w_(w) {}

    void write(const Sequence& program) {
        const bool has_exits = std::ranges::any_of(program, &Part::contains_exit);
        keeps_alive_ = has_exits && any_needs_all(program);
        if (keeps_alive_) w_.lines.line("boolean alive = true;");
        Threads threads{active_at_first(w_.program), ""};
        if (!threads.on.empty()) {
            w_.lines.line(fmt::format("const boolean first = {};", threads.on));
            threads.on = "first";
        }
        sequence(program, threads, true);
        const std::string stopped = with_alive(threads.on);
        write_end(w_, fmt::format("{} ? 1 : {}", stopped.empty() ? "true" : stopped,
                                  keeps_alive_ ? "alive ? 0 : 2" : "0"));
    }

  private:
    bool has_subgroups() const { return w_.language != Language::opencl; }
    const Instruction& at(const Part& part) const {
        return w_.program.at(w_.graph.nodes[part.node].point.pc);
    }
    std::string with_alive(const std::string& on) const {
        if (!keeps_alive_) return on;
        return on.empty() ? "alive" : fmt::format("{} && alive", on);
    }
    std::string fresh(std::string_view stem) { return fmt::format("{}_{}", stem, count_++); }

    bool needs_all(const Part& part) const;
    bool any_needs_all(const Sequence& parts) const {
        return std::ranges::any_of(parts, [&](const Part& part) { return needs_all(part); });
    }
    bool any_of_warp(const Sequence& parts) const;

    void sequence(const Sequence& parts, const Threads& threads, bool all_come);
    void own_control(const Part& part);
    void for_all(const Part& part, const Threads& threads);
    void conditional_for_all(const Part& part, const Threads& threads);
    void loop_next_for_all(const Part& part, const Threads& threads);
    void loop_target_for_all(const Part& part, const Threads& threads);
    void block(const Part& part, const Threads& threads);
    void mask_branch(const Part& part, const Threads& threads);
    void if_any(const std::string& on, const Sequence& parts, const Threads& threads);
    std::string declare(std::string_view stem, const std::string& value);
    void save_bank(const std::string& name, bool away);

    Writing& w_;
    bool keeps_alive_ = false;  ///< who exits still comes to what all come to
    int count_ = 0;
};

bool NaturalForm::any_of_warp(const Sequence& parts) const {
    return std::ranges::any_of(parts, [&](const Part& part) {
        return (part.kind == Part::Kind::data && is_of_warp(at(part).opcode)) || any_of_warp(part.next) ||
               any_of_warp(part.target);
    });
}

bool NaturalForm::needs_all(const Part& part) const {
    switch (part.kind) {
        case Part::Kind::data:
            return is_of_warp(at(part).opcode) && !has_subgroups();
        case Part::Kind::exit:
            return keeps_alive_;
        case Part::Kind::block:
        case Part::Kind::mask_branch:
            return true;
        case Part::Kind::loop_next:
            // What threads do after they leave is done by the last of them first, and then by the others.
            if (any_of_warp(part.target)) return true;
            break;
        case Part::Kind::conditional:
        case Part::Kind::loop_target:
            break;
    }
    return any_needs_all(part.next) || any_needs_all(part.target) || (keeps_alive_ && part.contains_exit);
}

// ---- the language's own control flow

void NaturalForm::sequence(const Sequence& parts, const Threads& threads, bool all_come) {
    for (const Part& part : parts) {
        if (part.kind == Part::Kind::data) {
            const Arrival arrival{all_come ? with_alive(threads.on) : "", all_come, false};
            w_.instructions.write(at(part), arrival, w_.lines);
        } else if (needs_all(part)) {
            for_all(part, threads);
        } else if (const std::string on = all_come ? with_alive(threads.on) : ""; !on.empty()) {
            w_.lines.open(fmt::format("if ({})", on));
            own_control(part);
            w_.lines.close();
        } else {
            own_control(part);
        }
    }
}

void NaturalForm::own_control(const Part& part) {
    if (part.kind == Part::Kind::exit) {
        write_end(w_, "2");
        w_.lines.line("return;");
        return;
    }
    const std::string taken = taken_by(at(part), w_.instructions.expressions());
    const auto side = [&](const Sequence& parts) { sequence(parts, {}, false); };
    if (part.kind == Part::Kind::loop_next) {
        w_.lines.open(fmt::format("while (!({}))", taken));
        side(part.next);
        w_.lines.close();
        return side(part.target);
    }
    if (part.kind == Part::Kind::loop_target) {
        w_.lines.open("for (;;)");
        w_.lines.open(fmt::format("if (!({}))", taken));
        side(part.next);
        w_.lines.line("break;");
        w_.lines.close();
        side(part.target);
        return w_.lines.close();
    }
    if (part.next.empty() && part.target.empty()) return;
    w_.lines.open(part.next.empty() ? fmt::format("if ({})", taken) : fmt::format("if (!({}))", taken));
    side(part.next.empty() ? part.target : part.next);
    if (!part.next.empty() && !part.target.empty()) {
        w_.lines.close("} else {");
        w_.lines.reopen();
        side(part.target);
    }
    w_.lines.close();
}

// ---- where all threads come

std::string NaturalForm::declare(std::string_view stem, const std::string& value) {
    std::string name = fresh(stem);
    w_.lines.line(fmt::format("boolean {} = {};", name, value.empty() ? "true" : value));
    return name;
}

void NaturalForm::if_any(const std::string& on, const Sequence& parts, const Threads& threads) {
    if (parts.empty()) return;
    w_.lines.line(fmt::format("ANY(mask, {});", with_alive(on)));
    w_.lines.open("if (mask != 0)");
    sequence(parts, {on, threads.entry}, true);
    w_.lines.close();
}

void NaturalForm::for_all(const Part& part, const Threads& threads) {
    switch (part.kind) {
        case Part::Kind::conditional:
            return conditional_for_all(part, threads);
        case Part::Kind::loop_next:
            return loop_next_for_all(part, threads);
        case Part::Kind::loop_target:
            return loop_target_for_all(part, threads);
        case Part::Kind::block:
            return block(part, threads);
        case Part::Kind::mask_branch:
            return mask_branch(part, threads);
        case Part::Kind::exit:
            return w_.lines.line(threads.on.empty() ? "alive = false;"
                                                    : fmt::format("alive = alive && !({});", threads.on));
        case Part::Kind::data:
            break;
    }
}

void NaturalForm::conditional_for_all(const Part& part, const Threads& threads) {
    const std::string all = declare("all", with_alive(threads.on));
    const std::string taken = taken_by(at(part), w_.instructions.expressions());
    const std::string target = declare("branches", fmt::format("{} && {}", all, taken));
    const std::string next = declare("stays", fmt::format("{} && !{}", all, target));
    if_any(next, part.next, threads);
    if_any(target, part.target, threads);
}

// Rules BF and BD while some thread stays, then BT: the last threads that leave go on first.
void NaturalForm::loop_next_for_all(const Part& part, const Threads& threads) {
    const std::string taken = taken_by(at(part), w_.instructions.expressions());
    const std::string inside = declare("inside", with_alive(threads.on));
    const std::string left = declare("left", "false");
    const std::string stays = declare("stays", "false");
    w_.lines.open("for (;;)");
    w_.lines.line(fmt::format("{} = {} && !({});", stays, with_alive(inside), taken));
    w_.lines.line(fmt::format("ANY(mask, {});", stays));
    w_.lines.line("if (mask == 0) break;");
    w_.lines.line(fmt::format("{0} = {0} || ({1} && !{2});", left, inside, stays));
    w_.lines.line(fmt::format("{} = {};", inside, stays));
    sequence(part.next, {inside, threads.entry}, true);
    w_.lines.close();
    if_any(inside, part.target, threads);
    if_any(left, part.target, threads);
}

void NaturalForm::loop_target_for_all(const Part& part, const Threads& threads) {
    const std::string taken = taken_by(at(part), w_.instructions.expressions());
    const std::string inside = declare("inside", with_alive(threads.on));
    const std::string leaves = declare("leaves", "false");
    w_.lines.open("for (;;)");
    w_.lines.line(fmt::format("{} = {} && !({});", leaves, with_alive(inside), taken));
    w_.lines.line(fmt::format("{} = {} && !{};", inside, with_alive(inside), leaves));
    if_any(leaves, part.next, threads);
    w_.lines.line(fmt::format("ANY(mask, {});", inside));
    w_.lines.line("if (mask == 0) break;");
    sequence(part.target, {inside, threads.entry}, true);
    w_.lines.close();
}

// Under `restore`: β of all threads, before and after a block.
void NaturalForm::save_bank(const std::string& name, bool away) {
    if (w_.program.registers != RegisterMode::restore) return;
    for (Variable v = 0; v < w_.program.variables.size(); ++v) {
        const std::string variable = w_.instructions.expressions().variable(v);
        const std::string kept = fmt::format("{}_{}", name, variable);
        w_.lines.line(away ? fmt::format("const i64 {} = {};", kept, variable)
                           : fmt::format("{} = {};", variable, kept));
    }
}

void NaturalForm::block(const Part& part, const Threads& threads) {
    const std::string entry = declare("entry", with_alive(threads.on));
    save_bank(entry, true);
    sequence(part.next, {"", entry}, true);
    save_bank(entry, false);
}

void NaturalForm::mask_branch(const Part& part, const Threads& threads) {
    ask_about_entry(w_, at(part), threads.entry, with_alive(threads.on));
    w_.lines.open("if (mask != 0)");
    sequence(part.target, threads, true);
    w_.lines.close("} else {");
    w_.lines.reopen();
    sequence(part.next, threads, true);
    w_.lines.close();
}

}  // namespace

void write_natural(Writing& w, const Sequence& program) {
    NaturalForm(w).write(program);
}

}  // namespace musimd::languages
