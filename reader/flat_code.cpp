#include "reader/flat_code.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace musimd::reader {
namespace {

using Kind = Statement::Kind;

bool is_flat_call(const Statement& s) {
    return s.kind == Kind::call && s.width != 0;
}

/// How control leaves a statement, but for calls of these functions.
struct Ways {
    bool calls = false;
    bool breaks = false;
    bool returns = false;
    bool any() const { return calls || breaks || returns; }
};

Ways ways_of(const Block& block);

Ways ways_of(const Statement& s) {
    if (is_flat_call(s)) return {.calls = true};
    if (s.kind == Kind::break_ || s.kind == Kind::continue_) return {.breaks = true};
    if (s.kind == Kind::return_) return {.returns = true};
    if (s.kind == Kind::parallel) return {};
    Ways result;
    for (const Block* part : {&s.head, &s.body, &s.step, &s.otherwise}) {
        const Ways inner = ways_of(*part);
        result.calls = result.calls || inner.calls;
        result.breaks = result.breaks || inner.breaks;
        result.returns = result.returns || inner.returns;
    }
    if (s.kind == Kind::while_) result.breaks = false;
    if (s.kind == Kind::call) result.returns = result.breaks = false;
    return result;
}

Ways ways_of(const Block& block) {
    Ways result;
    for (const Statement& s : block) {
        const Ways inner = ways_of(s);
        result.calls = result.calls || inner.calls;
        result.breaks = result.breaks || inner.breaks;
        result.returns = result.returns || inner.returns;
    }
    return result;
}

/// What code reads before it has set it.
class Reads {
  public:
    explicit Reads(std::set<VariableId>& found) : found_(found) {}

    void expression(const Expr& e) {
        if (e == nullptr) return;
        if (e->kind == dsl::Expression::Kind::variable) read(e->variable);
        for (const Expr& operand : e->operands) expression(operand);
    }

    void read(VariableId v) {
        if (!set_.contains(v)) found_.insert(v);
    }

    void set(VariableId v) { set_.insert(v); }

    void block(const Block& block) {
        for (const Statement& s : block) statement(s);
    }

  private:
    /// What it sets is not set after it.
    void maybe(const Block& block) {
        const std::set<VariableId> before = set_;
        this->block(block);
        set_ = before;
    }

    void statement(const Statement& s) {
        for (const auto& [parameter, value] : s.arguments) {
            expression(value);
            s.kind == Kind::call ? set(parameter) : read(parameter);
        }
        expression(s.index);
        if (s.kind == Kind::atomic) set(s.variable);  // the new value is computed from it
        if (s.kind != Kind::while_) expression(s.value);
        for (const Expr& operand : s.operands) expression(operand);
        for (const dsl::Reduction& r : s.reductions) read(r.original);
        for (const auto& [original, last] : s.last_values) read(original);
        block(s.head);
        if (s.kind == Kind::while_) expression(s.value);
        const bool is_call = s.kind == Kind::call;
        is_call ? block(s.body) : maybe(s.body);
        maybe(s.step);
        maybe(s.otherwise);
        expression(s.result);
        const bool sets = s.kind == Kind::declare || s.kind == Kind::set || s.kind == Kind::atomic ||
                          s.kind == Kind::instruction || (is_call && s.result != nullptr);
        if (sets) set(s.variable);
    }

    std::set<VariableId>& found_;
    std::set<VariableId> set_;
};

void add_declared(const Block& block, std::set<VariableId>& found) {
    for (const Statement& s : block) {
        const bool declares = s.kind == Kind::declare || s.kind == Kind::atomic ||
                              s.kind == Kind::instruction || s.kind == Kind::simd ||
                              (s.kind == Kind::call && s.result != nullptr);
        if (declares) found.insert(s.variable);
        if (s.kind == Kind::call) {
            for (const auto& [parameter, value] : s.arguments) found.insert(parameter);
        }
        for (const Block* part : {&s.head, &s.body, &s.step, &s.otherwise}) add_declared(*part, found);
    }
}

}  // namespace

std::size_t FlatCode::new_segment() {
    segments_.emplace_back();
    return segments_.size() - 1;
}

void FlatCode::jump(std::size_t to) {
    segments_[now_].end = Segment::End::jump;
    segments_[now_].next = to;
}

std::size_t FlatCode::add(Block body) {
    add_declared(body, declared_);
    const std::size_t entry = new_segment();
    entries_.insert(entry);
    start(entry);
    list(std::move(body), {});
    return entry;
}

void FlatCode::list(Block block, const Targets& targets) {
    for (Statement& s : block) statement(std::move(s), targets);
}

void FlatCode::statement(Statement s, const Targets& targets) {
    if (!ways_of(s).any()) return segments_[now_].code.push_back(std::move(s));
    switch (s.kind) {
        case Kind::if_:
            return conditional(std::move(s), targets);
        case Kind::while_:
            return loop(std::move(s), targets);
        case Kind::call:
            return is_flat_call(s) ? call(std::move(s)) : inlined(std::move(s), targets);
        case Kind::break_:
            jump(*targets.breaks);
            break;
        case Kind::continue_:
            jump(*targets.continues);
            break;
        default:  // return_
            if (targets.returns)
                jump(*targets.returns);
            else
                segments_[now_].end = Segment::End::returns;
    }
    start(new_segment());  // what follows is not reached
}

void FlatCode::conditional(Statement s, const Targets& targets) {
    const std::size_t then = new_segment();
    const std::size_t otherwise = new_segment();
    const std::size_t after = new_segment();
    Segment& test = segments_[now_];
    test.end = Segment::End::branch;
    test.test = s.value;
    test.next = then;
    test.otherwise = otherwise;
    start(then);
    list(std::move(s.body), targets);
    jump(after);
    start(otherwise);
    list(std::move(s.otherwise), targets);
    jump(after);
    start(after);
}

void FlatCode::loop(Statement s, const Targets& targets) {
    const std::size_t head = new_segment();
    const std::size_t body = new_segment();
    const std::size_t step = new_segment();
    const std::size_t after = new_segment();
    jump(head);
    start(head);
    list(std::move(s.head), targets);
    Segment& test = segments_[now_];
    test.end = Segment::End::branch;
    test.test = s.value;
    test.next = body;
    test.otherwise = after;
    start(body);
    list(std::move(s.body), {.breaks = after, .continues = step, .returns = targets.returns});
    jump(step);
    start(step);
    list(std::move(s.step), targets);
    jump(head);
    start(after);
}

void FlatCode::inlined(Statement s, const Targets&) {
    const auto set = [&](VariableId v, Expr value) {
        Statement declaration = dsl::statement_of(Kind::declare, v, std::move(value), s.line);
        segments_[now_].code.push_back(std::move(declaration));
    };
    for (const auto& [parameter, value] : s.arguments) set(parameter, value);
    const std::size_t after = new_segment();
    list(std::move(s.body), {.returns = after});
    jump(after);
    start(after);
    if (s.result != nullptr) set(s.variable, s.result);
}

void FlatCode::call(Statement s) {
    const std::size_t after = new_segment();
    Segment& caller = segments_[now_];
    caller.end = Segment::End::call;
    caller.callee = s.width - 1;
    caller.arguments = std::move(s.arguments);
    caller.next = after;
    start(after);
}

void FlatCode::finish() {
    join();
    find_live();
}

/// A segment to which only one other jumps is a part of that.
void FlatCode::join() {
    std::vector<unsigned> jumps(segments_.size());
    std::vector<bool> reached(segments_.size());
    std::vector<std::size_t> next(entries_.begin(), entries_.end());
    const auto reach = [&](std::size_t k) {
        ++jumps[k];
        if (!reached[k]) next.push_back(k);
        reached[k] = true;
    };
    for (const std::size_t entry : entries_) {
        reached[entry] = true;
        jumps[entry] = 2;
    }
    while (!next.empty()) {
        const Segment& s = segments_[next.back()];
        next.pop_back();
        if (s.end == Segment::End::returns) continue;
        reach(s.next);
        if (s.end == Segment::End::call) ++jumps[s.next];
        if (s.end == Segment::End::branch) reach(s.otherwise);
    }
    for (std::size_t k = 0; k < segments_.size(); ++k) {
        Segment& s = segments_[k];
        while (reached[k] && s.end == Segment::End::jump && jumps[s.next] == 1 && s.next != k) {
            const std::size_t joined = s.next;
            Segment after = std::move(segments_[joined]);
            reached[joined] = false;
            segments_[joined] = {};
            Block code = std::move(s.code);
            std::ranges::move(after.code, std::back_inserter(code));
            s = std::move(after);
            s.code = std::move(code);
        }
    }
    for (std::size_t k = 0; k < segments_.size(); ++k) {
        if (!reached[k]) segments_[k] = {};
    }
}

void FlatCode::find_live() {
    for (bool changes = true; changes;) {
        changes = false;
        for (std::size_t k = segments_.size(); k-- > 0;) {
            Segment& s = segments_[k];
            std::set<VariableId> live;
            Reads reads(live);
            reads.block(s.code);
            reads.expression(s.test);
            for (const auto& [parameter, value] : s.arguments) reads.expression(value);
            if (s.end != Segment::End::returns) {
                for (const VariableId v : segments_[s.next].live) reads.read(v);
            }
            if (s.end == Segment::End::branch) {
                for (const VariableId v : segments_[s.otherwise].live) reads.read(v);
            }
            changes = changes || live != s.live;
            s.live = std::move(live);
        }
    }
}

}  // namespace musimd::reader
