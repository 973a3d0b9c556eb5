#include "differential/openmp/random_nest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "differential/openmp/statements.hpp"
#include "differential/random/edges.hpp"
#include "dsl/openmp/loop_form.hpp"

namespace musimd::differential::openmp {
namespace {

using dsl::Block;
using dsl::Expr;
using dsl::Function;
using dsl::Statement;
using dsl::ValueType;
using dsl::openmp::LoopForm;

constexpr std::int64_t kMaxSlots = 48;  // iterations of a parallel loop, and those that its bounds leave out

/// A loop of a nest, with the largest value of its variable.
struct Dimension {
    LoopForm form;
    std::int64_t most = 0;
};

class NestMaker {
  public:
    NestMaker(std::uint64_t seed, const NestShape& shape) : draft_(seed), shape_(shape) {}

    NestCase make() {
        draft_.nest.function.name = "nest";
        draft_.nest.function.file = "nest.c";
        make_arrays();
        make_scalars();
        const unsigned loops = draft_.dice.between(1U, shape_.loops);
        for (unsigned i = 0; i < loops; ++i) parallel();
        fill();
        return std::move(draft_.nest);
    }

  private:
    void make_arrays();
    dsl::BufferId add_array(const NestArray& array, const std::string& name);
    void make_scalars();
    void parallel();
    std::vector<Dimension> dimensions();
    Dimension dimension(std::int64_t most);
    void open(const std::vector<Dimension>& nest);
    void firstprivate(Statement& loop);
    void reductions(Statement& loop);
    void store_sums(const Statement& loop);
    std::string directive(const Statement& loop);
    void fill();

    Draft draft_;
    NestShape shape_;
    dsl::BufferId last_ = 0;     ///< of the arrays; it is never written
    dsl::BufferId updated_ = 0;  ///< the array that only atomic updates change
    std::vector<std::pair<dsl::VariableId, std::int64_t>> bounds_;  ///< parameters and their values
};

void NestMaker::make_arrays() {
    NestExpressions expressions(draft_);
    const unsigned count = draft_.dice.between(3U, 5U);
    for (unsigned i = 0; i < count; ++i) {
        NestArray array{
            .type = expressions.any_type(), .own = i == 0 ? 32 : draft_.dice.pick({1, 1, 4, 32}), .size = 1};
        array.size = i + 1 == count ? draft_.dice.between<std::int64_t>(1, 70) : kMaxSlots * array.own;
        last_ = add_array(array, fmt::format("a{}", i));
    }
    const Type type = draft_.dice.pick({Type::u32, Type::u64, Type::i64, Type::f32, Type::f64});
    updated_ = add_array({.type = type, .own = 1, .size = draft_.dice.between<std::int64_t>(1, 8)}, "sums");
}

dsl::BufferId NestMaker::add_array(const NestArray& array, const std::string& name) {
    const auto id = static_cast<dsl::BufferId>(draft_.arrays.size());
    draft_.arrays.push_back(array);
    draft_.nest.function.buffers.push_back({name, array.type});
    draft_.nest.function.parameters.push_back(
        {.name = name, .type = array.type, .buffer = id, .variable = std::nullopt, .writes = true});
    draft_.nest.arguments.numbers.push_back(0);
    return id;
}

void NestMaker::make_scalars() {
    NestExpressions expressions(draft_);
    const unsigned count = draft_.dice.between(1U, 4U);
    for (unsigned i = 0; i < count; ++i) {
        const bool bound = i == 0 || draft_.dice.chance(30);
        const Type type =
            bound ? draft_.dice.pick({Type::i32, Type::i64, Type::u32}) : expressions.any_type();
        const dsl::VariableId v = draft_.variable(fmt::format("n{}", i), ValueType::number(type));
        draft_.nest.function.parameters.push_back(
            {.name = fmt::format("n{}", i), .type = type, .buffer = std::nullopt, .variable = v});
        const auto value = draft_.dice.between<std::int64_t>(0, kMaxSlots - 1);
        draft_.nest.arguments.numbers.push_back(bound ? static_cast<std::uint64_t>(value)
                                                      : spmd::input_pattern(type, draft_.dice));
        if (bound) bounds_.emplace_back(v, value);
        draft_.visible.push_back({v, type,
                                  is_float(type) ? Range{}
                                  : bound        ? Range{value, value}
                                                 : range_of(type),
                                  false});
    }
}

/// A loop whose variable is at most `most`.
Dimension NestMaker::dimension(std::int64_t most) {
    Dice& dice = draft_.dice;
    const Type type = dice.pick({Type::i32, Type::i32, Type::i32, Type::i64, Type::u32, Type::i16});
    LoopForm form{.variable = draft_.variable(type), .type = type};
    const std::int64_t low =
        dice.chance(70) ? 0 : dice.between<std::int64_t>(1, std::min<std::int64_t>(3, most));
    form.step = step_of(type, dice);
    form.low = dsl::openmp::integer(type, low);
    const auto [bound, value] = dice.pick(bounds_);
    Expr high =
        dsl::openmp::converted(dsl::read(bound, draft_.nest.function.variables[bound].type), Type::i64);
    if (value > most + 1)
        high = dsl::apply(Function::rem, {high, dsl::openmp::integer(Type::i64, most + 2)}, true);
    if (dice.chance(30))
        high = dsl::openmp::integer(Type::i64, dice.between<std::int64_t>(std::min(low, most) + 1, most + 1));
    form.high = high;
    if (dice.chance(15) && is_signed_integer(type)) {
        form.down = true;
        form.low = dsl::openmp::integer(type, most);
        if (dice.chance(60))
            form.high = dsl::openmp::integer(Type::i64, low - 1);
        else if (dsl::openmp::integer_of(high))
            form.high = dsl::openmp::integer(Type::i64, most - 1);
    }
    return {form, most};
}

std::vector<Dimension> NestMaker::dimensions() {
    switch (draft_.dice.weighted({6, 3, 1})) {
        case 0:
            return {dimension(kMaxSlots - 1)};
        case 1:
            return {dimension(7), dimension(5)};
        default:
            return {dimension(3), dimension(3), dimension(2)};
    }
}

/// The loops' variables, and the number of the iteration.
void NestMaker::open(const std::vector<Dimension>& nest) {
    const Type type = draft_.dice.pick({Type::i32, Type::i64});
    draft_.slots = 1;
    draft_.slot = nullptr;
    for (const Dimension& dimension : nest) {
        const Expr i = dsl::openmp::converted(
            dsl::read(dimension.form.variable, ValueType::number(dimension.form.type)), type);
        draft_.slots *= dimension.most + 1;
        if (draft_.slot == nullptr) {
            draft_.slot = i;
        } else {
            const Expr rows = dsl::apply(Function::mul,
                                         {draft_.slot, dsl::openmp::integer(type, dimension.most + 1)}, true);
            draft_.slot = dsl::apply(Function::add, {rows, i}, true);
        }
        draft_.visible.push_back({dimension.form.variable, dimension.form.type, {0, dimension.most}, false});
    }
}

/// A copy of a parameter. Nobody assigns it: a thread has one copy for all of its iterations.
void NestMaker::firstprivate(Statement& loop) {
    const auto& parameters = draft_.nest.function.parameters;
    const dsl::openmp::Parameter& parameter = parameters[draft_.dice.index(parameters.size())];
    if (!parameter.variable) return;
    const auto local = std::ranges::find(draft_.visible, *parameter.variable, &NestLocal::id);
    const ValueType type = ValueType::number(parameter.type);
    const dsl::VariableId own = draft_.variable(parameter.name, type);
    loop.body.push_back(declaration(own, dsl::read(*parameter.variable, type)));
    NestLocal copy = *local;
    copy.id = own;
    *local = copy;
}

/// Of the parallel loop itself.
void NestMaker::reductions(Statement& loop) {
    if (!draft_.dice.chance(35)) return;
    NestStatements statements(draft_);
    const unsigned count = draft_.dice.between(1U, 2U);
    for (unsigned i = 0; i < count; ++i) statements.add_reduction(loop, draft_.nest.function.body);
}

/// After the loop: each in an array of its own. Later loops read them.
void NestMaker::store_sums(const Statement& loop) {
    for (const dsl::Reduction& r : loop.reductions) {
        const ValueType type = draft_.nest.function.variables[r.original].type;
        Statement store;
        store.kind = Statement::Kind::store;
        store.element.buffer = add_array({.type = type.type, .own = 1, .size = 1},
                                         "of_" + draft_.nest.function.variables[r.original].name);
        store.index = dsl::openmp::integer(Type::i64, 0);
        store.value = dsl::read(r.original, type);
        draft_.nest.function.body.push_back(std::move(store));
        draft_.visible.push_back(
            {r.original, type.type, is_float(type.type) ? Range{} : range_of(type.type), false});
    }
}

std::string NestMaker::directive(const Statement& loop) {
    Dice& dice = draft_.dice;
    std::string text =
        dice.pick({"target teams distribute parallel for", "target parallel for", "parallel for"});
    const bool target = text.starts_with("target");
    const auto& function = draft_.nest.function;
    if (target && dice.chance(60)) {
        for (std::size_t b = 0; b < draft_.arrays.size(); ++b)
            text += fmt::format(" map(tofrom: {}[0:{}])", function.buffers[b].name, draft_.arrays[b].size);
    }
    for (const dsl::Reduction& r : loop.reductions) {
        if (target) text += fmt::format(" map(tofrom: {})", function.variables[r.original].name);
    }
    if (text.starts_with("target teams") && dice.chance(30))
        text += fmt::format(" num_teams({})", dice.between(1, 4));
    if (dice.chance(40)) text += fmt::format(" num_threads({})", dice.between(2, 4));
    if (dice.chance(50)) {
        const std::string kind = dice.pick({"static", "dynamic", "guided"});
        // Of `teams distribute parallel for schedule(static, 1)`, Clang leaves out iterations.
        const int least = text.starts_with("target teams") && kind == "static" ? 2 : 1;
        text += fmt::format(" schedule({}, {})", kind, dice.between(least, 5));
    }
    return text;
}

void NestMaker::parallel() {
    Dice& dice = draft_.dice;
    const std::vector<NestLocal> outside = draft_.visible;
    const std::vector<Dimension> nest = dimensions();
    std::vector<LoopForm> forms;
    std::vector<dsl::VariableId> temporaries;
    for (const Dimension& dimension : nest) forms.push_back(dimension.form);
    for (std::size_t i = 1; i < nest.size(); ++i) temporaries.push_back(draft_.variable(Type::i64));
    Statement loop;
    loop.kind = Statement::Kind::parallel;
    loop.value = dsl::openmp::count_of(forms);
    loop.body = dsl::openmp::declarations_of(forms, temporaries);
    open(nest);
    draft_.written = {0};
    for (dsl::BufferId b = 1; b < last_; ++b) {
        if (dice.chance(50)) draft_.written.insert(b);
    }
    const bool combined = dice.chance(15);
    if (combined) loop.width = dice.pick({4U, 8U, 16U, 32U});
    if (dice.chance(40)) firstprivate(loop);
    draft_.in_simd = false;
    draft_.no_simd = combined;
    draft_.updated.reset();
    if (dice.chance(35)) draft_.updated = updated_;
    draft_.update = Function::add;
    if (is_unsigned_integer(draft_.arrays[updated_].type) && dice.chance(50))
        draft_.update = dice.pick({Function::mul, Function::andb, Function::orb, Function::xorb});
    reductions(loop);
    NestStatements statements(draft_);
    const bool first = dice.chance(50);
    const auto combine = [&] {
        for (const dsl::Reduction& r : loop.reductions) loop.body.push_back(statements.combine(r));
    };
    if (first) combine();
    Block body = statements.body(dice.between(2U, shape_.statements));
    std::ranges::move(body, std::back_inserter(loop.body));
    if (!first) combine();
    draft_.nest.directives.push_back(directive(loop));
    draft_.nest.function.body.push_back(loop);
    draft_.visible = outside;
    draft_.slot = nullptr;
    draft_.updated.reset();
    store_sums(loop);
}

void NestMaker::fill() {
    for (const NestArray& array : draft_.arrays) {
        std::vector<std::uint64_t>& elements = draft_.nest.arguments.buffers.emplace_back();
        // Sums of small numbers are exact.
        const bool is_sum = draft_.nest.arguments.buffers.size() > updated_;
        for (std::int64_t i = 0; i < array.size; ++i)
            elements.push_back(is_sum ? 0 : spmd::input_pattern(array.type, draft_.dice));
    }
}

}  // namespace

NestCase random_nest(std::uint64_t seed, const NestShape& shape) {
    return NestMaker(seed, shape).make();
}

}  // namespace musimd::differential::openmp
