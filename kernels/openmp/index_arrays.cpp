#include "kernels/openmp/index_arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "host/pattern.hpp"

namespace musimd::kernels::openmp {
namespace {

using dsl::BufferId;
using dsl::Expr;
using dsl::Statement;
using dsl::VariableId;
using Buffers = std::set<BufferId>;

/// From which buffers the values of variables, indices and bounds come.
class Flow {
  public:
    explicit Flow(const dsl::Block& body) {
        for (std::size_t before = ~std::size_t{0}; before != size_;) {
            before = std::exchange(size_, 0);
            block(body);
            for (const auto& [variable, buffers] : from_) size_ += buffers.size();
        }
    }

    std::map<BufferId, Buffers> indexed;  ///< by what they come from: the buffers of whose elements they are
    Buffers bounds;                       ///< of loops

  private:
    Buffers sources(const Expr& e) {
        if (e == nullptr) return {};
        if (e->kind == dsl::Expression::Kind::variable) return from_[e->variable];
        Buffers result;
        for (const Expr& operand : e->operands) result.merge(sources(operand));
        if (e->kind != dsl::Expression::Kind::load) return result;
        note_index(e->element.buffer, result);
        return {e->element.buffer};
    }

    void note_index(BufferId of, const Buffers& from) {
        for (const BufferId source : from) {
            if (source != of) indexed[source].insert(of);
        }
    }

    void add(VariableId v, Buffers buffers) { from_[v].merge(buffers); }

    void statement(const Statement& s) {
        for (const auto& [parameter, value] : s.arguments) add(parameter, sources(value));
        const Buffers value = sources(s.value);
        using Kind = Statement::Kind;
        if (s.kind == Kind::declare || s.kind == Kind::set) add(s.variable, value);
        if (s.kind == Kind::while_ || s.kind == Kind::simd || s.kind == Kind::parallel)
            bounds.insert(value.begin(), value.end());
        if (s.kind == Kind::store || s.kind == Kind::atomic) note_index(s.element.buffer, sources(s.index));
        for (const dsl::Block* part : {&s.head, &s.body, &s.step, &s.otherwise}) block(*part);
        if (s.kind == Kind::call) add(s.variable, sources(s.result));
    }

    void block(const dsl::Block& statements) {
        for (const Statement& s : statements) statement(s);
    }

    std::map<VariableId, Buffers> from_;
    std::size_t size_ = 0;
};

/// How many elements the text of an array says; 0: it does not.
std::int64_t elements_in(const std::string& text) {
    static const host::Pattern kCount("(\\d{1,9})(?::\\w+)?");
    static const host::Pattern kCounted("[^,]*\\[(\\d{1,9})\\]");
    for (const host::Pattern* pattern : {&kCount, &kCounted}) {
        if (const auto found = pattern->match(text)) return std::stoll(found->group(1));
    }
    return 0;
}

}  // namespace

GivenArguments with_index_arrays(const dsl::openmp::LoopFunction& function, const GivenArguments& given,
                                 std::uint64_t seed, const UsualArguments& usual) {
    const Flow flow(function.body);
    std::map<BufferId, std::int64_t> elements;
    for (const dsl::openmp::Parameter& parameter : function.parameters) {
        if (!parameter.buffer) continue;
        const auto text = given.find(parameter.name);
        elements[*parameter.buffer] = text == given.end() ? usual.elements : elements_in(text->second);
    }
    GivenArguments result = given;
    for (const dsl::openmp::Parameter& parameter : function.parameters) {
        const auto use = parameter.buffer ? flow.indexed.find(*parameter.buffer) : flow.indexed.end();
        if (use == flow.indexed.end() || given.contains(parameter.name) || is_float(parameter.type) ||
            parameter.boolean)
            continue;
        std::int64_t fewest = usual.elements;
        for (const BufferId target : use->second) {
            const auto known = elements.find(target);
            fewest = std::min(fewest, known == elements.end() ? 0 : known->second);
        }
        if (fewest == 0) continue;
        const char* kind = flow.bounds.contains(*parameter.buffer) ? "ascending" : "between";
        result[parameter.name] =
            fmt::format("{}:0:{}:{}[{}]", kind, fewest - 1, seed + *parameter.buffer, usual.elements);
    }
    return result;
}

}  // namespace musimd::kernels::openmp
