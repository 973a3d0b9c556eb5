#include "kernels/openmp/own_elements.hpp"

#include <algorithm>
#include <vector>

namespace musimd::kernels::openmp {
namespace {

using dsl::Block;
using dsl::Expr;
using dsl::Expression;
using dsl::Statement;
using dsl::TeamAct;
using dsl::VariableId;
using Kind = Statement::Kind;

class Finder {
  public:
    explicit Finder(const dsl::openmp::LoopFunction& function)
        : numbers_(function.thread_numbers.begin(), function.thread_numbers.end()) {}

    void block(const Block& statements) {
        for (const Statement& s : statements) statement(s);
    }
    OwnElements found;

  private:
    void statement(const Statement& s) {
        const int begun = tasks_in(s);
        if (begun > 0) outside_.push_back(std::exchange(differ_, {}));
        if (begun < 0 && !outside_.empty()) {
            differ_ = std::move(outside_.back());
            outside_.pop_back();
        }
        if (begun != 0) return;
        line_ = s.line;
        for (const auto& [parameter, value] : s.arguments) assign(parameter, value);
        look(s.value);
        if (s.kind == Kind::declare || s.kind == Kind::set) assign(s.variable, s.value);
        if ((s.kind == Kind::store || s.kind == Kind::atomic) && look(s.index)) {
            found.emplace(s.line, s.element.buffer);
            if (s.kind == Kind::atomic) differ_.insert(s.variable);
        }
        const int times = s.kind == Kind::while_ || s.kind == Kind::simd ? 2 : 1;
        for (int k = 0; k < times; ++k) {
            for (const Block* part : {&s.head, &s.body, &s.step, &s.otherwise}) block(*part);
        }
        if (s.result != nullptr) assign(s.variable, s.result);
    }

    /// 1 if a task begins there, also on a condition; −1 if it ends.
    static int tasks_in(const Statement& s) {
        if (s.kind == Kind::team)
            return s.act == TeamAct::task || s.act == TeamAct::undeferred ? 1
                   : s.act == TeamAct::task_end                           ? -1
                                                                          : 0;
        return s.kind == Kind::if_ && !s.body.empty() ? tasks_in(s.body.front()) : 0;
    }

    void assign(VariableId variable, const Expr& value) {
        if (look(value) || numbers_.contains(variable)) differ_.insert(variable);
    }

    /// Whether its value depends on the thread's number.
    bool look(const Expr& e) {
        if (e == nullptr) return false;
        if (e->kind == Expression::Kind::variable) return differ_.contains(e->variable);
        bool differs = false;
        for (const Expr& part : e->operands) differs = look(part) || differs;
        if (e->kind == Expression::Kind::load && differs) {
            found.emplace(line_, e->element.buffer);
            found.emplace(e->line, e->element.buffer);
        }
        return differs;
    }

    std::set<VariableId> numbers_;
    std::set<VariableId> differ_;
    std::vector<std::set<VariableId>> outside_;  ///< of the tasks around
    std::uint32_t line_ = 0;
};

}  // namespace

OwnElements own_elements(const dsl::openmp::LoopFunction& function, const Statement& region) {
    Finder elements(function);
    if (!function.thread_numbers.empty()) elements.block(region.body);
    return std::move(elements.found);
}

}  // namespace musimd::kernels::openmp
