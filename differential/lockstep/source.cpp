// A random kernel as CUDA C++.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "differential/lockstep/tree.hpp"

namespace musimd::differential::lockstep {
namespace {

using Kind = Statement::Kind;

const char* type_of(bool is_signed) {
    return is_signed ? "int" : "unsigned";
}

const char* name_of(Atomic atomic) {
    constexpr const char* kNames[] = {"atomicAdd", "atomicMin", "atomicMax",
                                      "atomicAnd", "atomicOr",  "atomicXor"};
    return kNames[static_cast<std::size_t>(atomic)];
}

/// By number.
struct Used {
    std::set<std::uint32_t> domains;
    std::set<std::uint32_t> contexts;
    std::set<std::uint32_t> arrays;

    void add(const Expr& e) {
        if (e == nullptr) return;
        if (e->op == Op::context) contexts.insert(e->id);
        if (e->op == Op::element) arrays.insert(e->id);
        for (const Expr& operand : e->operands) add(operand);
    }
};

Used used_in(const Drawn& kernel) {
    Used used;
    for_each_statement(kernel.body, [&](const Statement& s) {
        used.add(s.value);
        used.add(s.index);
        if (s.kind == Kind::for_each) used.domains.insert(s.id);
        if (s.kind == Kind::context) used.contexts.insert(s.id);
        if (s.kind == Kind::store || s.kind == Kind::atomic) used.arrays.insert(s.id);
    });
    return used;
}

/// How an operation on operands is written; empty for what has none.
std::string_view pattern_of(Op op) {
    constexpr std::pair<Op, std::string_view> kPatterns[] = {
        {Op::add, "({} + {})"},          {Op::sub, "({} - {})"},         {Op::mul, "({} * {})"},
        {Op::div, "({} / ({} | 1u))"},   {Op::rem, "({} % ({} | 1u))"},  {Op::andb, "({} & {})"},
        {Op::orb, "({} | {})"},          {Op::xorb, "({} ^ {})"},        {Op::shl, "({} << ({} & 31u))"},
        {Op::shr, "({} >> ({} & 31u))"}, {Op::min, "min({}, {})"},       {Op::max, "max({}, {})"},
        {Op::lt, "unsigned({} < {})"},   {Op::eq, "unsigned({} == {})"}, {Op::choose, "({} != 0u ? {} : {})"},
    };
    const auto found = std::ranges::find(kPatterns, op, &std::pair<Op, std::string_view>::first);
    return found == std::end(kPatterns) ? "" : found->second;
}

class Printer {
  public:
    explicit Printer(const Drawn& kernel) : kernel_(kernel) {}

    std::string text() {
        text_ =
            "#include <pmacc/lockstep.hpp>\n\nusing namespace pmacc;\n"
            "using namespace pmacc::mappings::threads;\n\n"
            "template <uint32_t numWorkers, uint32_t simdSize>\n__global__ void k(";
        for (const Array& array : kernel_.arrays) {
            if (array.space != Array::Space::shared)
                text_ += fmt::format("{}{} *{}, ", type_of(array.is_signed),
                                     array.space == Array::Space::input ? " const" : "", array.name);
        }
        text_ += "unsigned n) {\n    uint32_t const workerIdx = threadIdx.x;\n";
        declare();
        block(kernel_.body, 1);
        return std::move(text_) + "}\n";
    }

  private:
    void line(unsigned depth, const std::string& text) {
        text_.append(4 * static_cast<std::size_t>(depth), ' ');
        text_ += text + "\n";
    }

    /// What the body uses.
    void declare() {
        const Used used = used_in(kernel_);
        for (std::uint32_t a = 0; a < kernel_.arrays.size(); ++a) {
            const Array& array = kernel_.arrays[a];
            if (array.space == Array::Space::shared && used.arrays.contains(a))
                line(1, fmt::format("PMACC_SMEM({}, {}[{}]);", array.name, type_of(array.is_signed),
                                    array.elements));
        }
        for (std::uint32_t d = 0; d < kernel_.domains.size(); ++d) {
            if (!used.domains.contains(d)) continue;
            const Domain& domain = kernel_.domains[d];
            line(1, fmt::format("using Domain{} = IdxConfig<{}, numWorkers{}>;", d, domain.size,
                                domain.has_simd ? ", simdSize" : ""));
            line(1, fmt::format("ForEachIdx<Domain{0}> forEach{0}(workerIdx);", d));
        }
        for (std::uint32_t c = 0; c < kernel_.contexts.size(); ++c) {
            if (!used.contexts.contains(c)) continue;
            const Context& context = kernel_.contexts[c];
            line(1, fmt::format("memory::CtxArray<{}, Domain{}> c{}(0);", type_of(context.is_signed),
                                context.domain, c));
        }
    }

    // The place of the element in the whole array.
    std::string place(const Array& array, const std::string& index) const {
        if (array.space != Array::Space::output) return fmt::format("{}[{}]", array.name, index);
        return fmt::format("{}[blockIdx.x * {} + {}]", array.name, array.elements, index);
    }

    std::string element(std::uint32_t id, const Expr& index) const {
        const Array& array = kernel_.arrays[id];
        return place(array, fmt::format("{} % {}u", expression(index), array.elements));
    }

    std::string expression(const Expr& e) const {
        const auto operand = [&](std::size_t i) {
            return i < e->operands.size() ? expression(e->operands[i]) : "";
        };
        if (const std::string_view pattern = pattern_of(e->op); !pattern.empty())
            return fmt::format(fmt::runtime(pattern), operand(0), operand(1), operand(2));
        if (e->op == Op::literal) return fmt::format("{}u", e->value);
        if (e->op == Op::index) return "i";
        if (e->op == Op::block) return "blockIdx.x";
        if (e->op == Op::local) return fmt::format("v{}", e->id);
        if (e->op == Op::context) return fmt::format("unsigned(c{}[idx])", e->id);
        if (e->op == Op::element) return fmt::format("unsigned({})", element(e->id, e->operands[0]));
        return "n";
    }

    void block(const Block& block, unsigned depth) {
        for (const Statement& s : block) statement(s, depth);
    }

    void nested(const std::string& head, const Block& body, unsigned depth) {
        line(depth, head + " {");
        block(body, depth + 1);
    }

    void statement(const Statement& s, unsigned depth) {
        switch (s.kind) {
            case Kind::for_each:
                nested(fmt::format("forEach{}([&](uint32_t const i, uint32_t const idx)", s.id), s.body,
                       depth);
                return line(depth, "});");
            case Kind::barrier:
                return line(depth, "__syncthreads();");
            case Kind::repeat:
                nested(fmt::format("for (uint32_t v{0} = 0; v{0} < {1}; ++v{0})", s.id, s.count), s.body,
                       depth);
                return line(depth, "}");
            case Kind::for_:
                nested(fmt::format("for (uint32_t v{0} = 0; v{0} < {1} % {2}u; ++v{0})", s.id,
                                   expression(s.value), s.count),
                       s.body, depth);
                return line(depth, "}");
            case Kind::when:
            case Kind::if_:
                nested(fmt::format("if ({} != 0u)", expression(s.value)), s.body, depth);
                if (!s.otherwise.empty()) nested("} else", s.otherwise, depth);
                return line(depth, "}");
            case Kind::declare:
                return line(depth, fmt::format("unsigned v{} = {};", s.id, expression(s.value)));
            case Kind::set:
                return line(depth, fmt::format("v{} = {};", s.id, expression(s.value)));
            case Kind::context:
                return line(depth,
                            fmt::format("c{}[idx] = {}({});", s.id, type_of(kernel_.contexts[s.id].is_signed),
                                        expression(s.value)));
            case Kind::store: {
                const Array& array = kernel_.arrays[s.id];
                return line(depth, fmt::format("{} = {}({});", place(array, "i"), type_of(array.is_signed),
                                               expression(s.value)));
            }
            case Kind::atomic:
                return line(depth, fmt::format("{}(&{}, {}({}));", name_of(s.atomic), element(s.id, s.index),
                                               type_of(kernel_.arrays[s.id].is_signed), expression(s.value)));
        }
    }

    const Drawn& kernel_;
    std::string text_;
};

}  // namespace

std::string source_of(const Drawn& kernel) {
    return Printer(kernel).text();
}

}  // namespace musimd::differential::lockstep
