#include <algorithm>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "differential/spmd/reduce/edits.hpp"
#include "dsl/walk.hpp"

namespace musimd::differential::spmd {
namespace {

using dsl::Block;
using dsl::Kernel;
using dsl::Statement;
using dsl::VariableId;

// A kernel has about as many cuts as statements times variables, so only small kernels are cut.
constexpr std::size_t kMaxStatements = 8;

using Emit = std::function<void(Block)>;

// A store of the variable, if there is a buffer of its type; a condition is stored as a mask.
std::optional<Statement> observation(const Kernel& kernel, VariableId variable) {
    const dsl::ValueType type = kernel.variables[variable].type;
    for (dsl::BufferId b = 0; b < kernel.buffers.size(); ++b) {
        const Type element = kernel.buffers[b].element;
        if (type.condition ? is_float(element) : element != type.type) continue;
        Statement store;
        store.kind = Statement::Kind::store;
        store.element = {b, 0};
        store.value = dsl::read(variable, type);
        if (type.condition) store.value = dsl::apply(dsl::Function::to_mask, element, {store.value});
        return store;
    }
    return std::nullopt;
}

class Cutter {
  public:
    explicit Cutter(const Kernel& kernel) : kernel_(kernel) {}

    // Emits the block up to each of its points, followed by a store of one variable that is visible there.
    void cut(const Block& block, std::vector<VariableId> visible, const Emit& emit) const {
        Block kept;
        for (const Statement& s : block) {
            cut_inside(s, kept, visible, emit);
            kept.push_back(s);
            const bool declares = s.kind == Statement::Kind::declare ||
                                  (s.kind == Statement::Kind::call && s.result != nullptr);
            if (declares) visible.push_back(s.variable);
            for (const VariableId variable : visible) {
                const auto store = observation(kernel_, variable);
                if (!store) continue;
                Block whole = kept;
                whole.push_back(*store);
                emit(std::move(whole));
            }
        }
    }

  private:
    void cut_inside(const Statement& s, const Block& before, const std::vector<VariableId>& visible,
                    const Emit& emit) const {
        if (s.kind != Statement::Kind::if_ && s.kind != Statement::Kind::while_) return;
        const auto with = [&](Block Statement::*part, Block inner) {
            Statement shorter = s;
            shorter.otherwise.clear();
            shorter.*part = std::move(inner);
            Block whole = before;
            whole.push_back(std::move(shorter));
            emit(std::move(whole));
        };
        cut(s.body, visible, [&](Block inner) { with(&Statement::body, std::move(inner)); });
        cut(s.otherwise, visible, [&](Block inner) { with(&Statement::otherwise, std::move(inner)); });
    }

    const Kernel& kernel_;
};

// `v = …; if (buffer > 0) v = …; store(v)`: shows whether lanes that do not run a k_set keep their values.
std::optional<Block> branch_around(const Kernel& kernel, VariableId variable, dsl::Expr before,
                                   dsl::Expr value) {
    const auto store = observation(kernel, variable);
    if (!store) return std::nullopt;
    const Type element = kernel.buffers[store->element.buffer].element;
    Statement set = declaration(variable, std::move(value));
    set.kind = Statement::Kind::set;
    Statement branch;
    branch.kind = Statement::Kind::if_;
    branch.value =
        dsl::apply(dsl::Function::gt, {dsl::load(store->element, element), dsl::literal(element, 0)});
    branch.body = {std::move(set)};
    return Block{declaration(variable, std::move(before)), std::move(branch), *store};
}

}  // namespace

void branch_around_sets(Search& search) {
    const kernels::KernelCase current = search.current();
    std::vector<VariableId> done;
    dsl::visit(current.kernel.body, [&](const Statement& s) {
        if (s.kind != Statement::Kind::set || std::ranges::find(done, s.variable) != done.end()) return;
        done.push_back(s.variable);
        const dsl::ValueType type = current.kernel.variables[s.variable].type;
        const auto constant = [&](bool holds) {
            return type.condition ? dsl::literal(holds) : dsl::literal(type.type, holds ? 1 : 0);
        };
        for (const bool holds : {false, true}) {
            const dsl::Expr values[] = {dsl::read(s.variable, type), constant(!holds)};
            for (const dsl::Expr& value : values) {
                auto body = branch_around(current.kernel, s.variable, constant(holds), value);
                if (!body) continue;
                kernels::KernelCase copy = current;
                copy.kernel.body = std::move(*body);
                search.offer(std::move(copy));
            }
        }
    });
}

void cut_after_points(Search& search) {
    const kernels::KernelCase current = search.current();
    if (dsl::statements(current.kernel.body) > kMaxStatements) return;
    Cutter(current.kernel).cut(current.kernel.body, {}, [&](Block body) {
        kernels::KernelCase copy = current;
        copy.kernel.body = std::move(body);
        search.offer(std::move(copy));
    });
}

}  // namespace musimd::differential::spmd
