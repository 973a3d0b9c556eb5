#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "differential/cuda/tree.hpp"

// Kernels as CUDA C++.

namespace musimd::differential::cuda {
namespace {

using Kind = Statement::Kind;

std::string float_literal(double value, std::string_view suffix) {
    return fmt::format("{}{}{}", value, value == std::floor(value) && std::fabs(value) < 1e15 ? ".0" : "",
                       suffix);
}

std::string literal_text(const Node& e) {
    const Value word = word_of_pattern(e.bits, e.type);
    switch (e.type) {
        case Type::u32:
            return fmt::format("{}u", e.bits);
        case Type::i64:
            return word == INT64_MIN ? "(-9223372036854775807ll - 1)" : fmt::format("{}ll", word);
        case Type::u64:
            return fmt::format("{}ull", e.bits);
        case Type::f32:
            return float_literal(
                static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(e.bits))), "f");
        case Type::f64:
            return float_literal(std::bit_cast<double>(e.bits), "");
        case Type::i32:
            return word == INT32_MIN ? "(-2147483647 - 1)" : std::to_string(word);
        case Type::i8:
        case Type::i16:
        case Type::u8:
        case Type::u16:
        case Type::f16:
            break;
    }
    return std::to_string(word);
}

std::string in_brackets(const std::string& text) {
    return text.starts_with('-') ? "(" + text + ")" : text;
}

constexpr std::string_view kPlaces[] = {"t",           "lane",        "w",           "b",
                                        "threadIdx.x", "threadIdx.y", "threadIdx.z", "blockIdx.x",
                                        "blockIdx.y",  "blockIdx.z"};

/// How an operation on operands in brackets is written; empty for what is written another way.
std::string_view pattern_of(Op op) {
    constexpr std::pair<Op, std::string_view> kPatterns[] = {
        {Op::add, "({} + {})"},
        {Op::sub, "({} - {})"},
        {Op::mul, "({} * {})"},
        {Op::div, "({} / {})"},
        {Op::rem, "({} % {})"},
        {Op::andb, "({} & {})"},
        {Op::orb, "({} | {})"},
        {Op::xorb, "({} ^ {})"},
        {Op::notb, "~{}"},
        {Op::shl, "({} << {})"},
        {Op::shr, "({} >> {})"},
        {Op::neg, "(-{})"},
        {Op::lt, "(int)({} < {})"},
        {Op::le, "(int)({} <= {})"},
        {Op::eq, "(int)({} == {})"},
        {Op::ne, "(int)({} != {})"},
        {Op::both, "(int)({} && {})"},
        {Op::either, "(int)({} || {})"},
        {Op::choose, "({} != 0 ? {} : {})"},
    };
    const auto found = std::ranges::find(kPatterns, op, &std::pair<Op, std::string_view>::first);
    return found == std::end(kPatterns) ? "" : found->second;
}

class SourcePrinter {
  public:
    SourcePrinter(const Drawn& kernel, std::string name) : kernel_(kernel), name_(std::move(name)) {}

    std::string print() {
        for (const Array& array : kernel_.arrays) {
            if (array.space == Array::Space::dynamic)
                line(fmt::format("extern __shared__ {} {}_{}[];", cuda_type(array.type), name_, array.name));
        }
        line(fmt::format("extern \"C\" __global__ void {}({}) {{", name_, parameters()));
        depth_ = 1;
        line("const int t = (int)(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z));");
        line("const int b = (int)(blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z));");
        line("const int lane = t % 32, w = t / 32;");
        line("(void)lane, (void)w, (void)b;");
        for (const Array& array : kernel_.arrays) {
            if (array.space == Array::Space::shared)
                line(fmt::format("__shared__ {} {}[{}];", cuda_type(array.type), array.name, array.elements));
            if (array.space == Array::Space::dynamic)
                line(fmt::format("{}* const {} = {}_{};", cuda_type(array.type), array.name, name_,
                                 array.name));
            if (array.space == Array::Space::local)
                line(fmt::format("{} {}[{}] = {{}};", cuda_type(array.type), array.name, array.elements));
        }
        block(kernel_.body);
        depth_ = 0;
        line("}");
        return std::move(text_);
    }

  private:
    void line(const std::string& text) { text_ += std::string(depth_ * 4, ' ') + text + "\n"; }

    std::string parameters() const {
        std::string text;
        for (const Array& array : kernel_.arrays) {
            if (array.is_parameter())
                text += fmt::format("{}{} *{}, ", array.space == Array::Space::input ? "const " : "",
                                    cuda_type(array.type), array.name);
        }
        return text + "int n";
    }

    std::string expression(const Expr& e) const {
        const auto operand = [&](std::size_t i) {
            return i < e->operands.size() ? in_brackets(expression(e->operands[i])) : "";
        };
        if (const std::string_view pattern = pattern_of(e->op); !pattern.empty())
            return fmt::format(fmt::runtime(pattern), operand(0), operand(1), operand(2));
        if (e->op == Op::literal) return literal_text(*e);
        if (e->op == Op::variable) return fmt::format("v{}", e->id);
        if (e->op == Op::size) return "n";
        if (e->op == Op::convert) return fmt::format("({}){}", cuda_type(e->type), operand(0));
        if (e->op == Op::place)
            return (e->id >= static_cast<std::uint32_t>(ThreadIndex::thread_x) ? "(int)" : "") +
                   std::string(kPlaces[e->id]);
        if (e->op == Op::element)
            return fmt::format(
                "{}{}[{}]",
                kernel_.arrays[e->id].type == e->type ? "" : fmt::format("({})", cuda_type(e->type)),
                kernel_.arrays[e->id].name, expression(e->operands[0]));
        return call(function_of(*e), e);
    }

    static std::string function_of(const Node& e) {
        if (e.op == Op::min || e.op == Op::max) return function(e.type, e.op == Op::min ? "min" : "max");
        if (e.op == Op::fabs || e.op == Op::sqrt || e.op == Op::fma) {
            const std::string name = e.op == Op::fabs ? "fabs" : e.op == Op::sqrt ? "sqrt" : "fma";
            return e.type == Type::f32 ? name + "f" : name;
        }
        const std::string name = e.op == Op::popc ? "__popc" : e.op == Op::clz ? "__clz" : "__ffs";
        return width_of(e.operands[0]->type) == 64 ? name + "ll" : name;
    }

    static std::string function(Type type, const std::string& name) {
        return type == Type::f32 ? "f" + name + "f" : type == Type::f64 ? "f" + name : name;
    }

    std::string call(const std::string& name, const Expr& e) const {
        std::string text = name + "(";
        for (std::size_t i = 0; i < e->operands.size(); ++i)
            text += (i == 0 ? "" : ", ") + expression(e->operands[i]);
        return text + ")";
    }

    std::string element(const Statement& s) const {
        return fmt::format("{}[{}]", kernel_.arrays[s.array].name, expression(s.index));
    }

    std::string declared(const Statement& s) const {
        return fmt::format("{} v{} = ", cuda_type(kernel_.variables[s.variable]), s.variable);
    }

    std::string barrier(const Statement& s) const {
        if (s.form == Form::none) return "__syncthreads();";
        const std::string_view name = s.form == Form::count ? "count" : s.form == Form::all ? "and" : "or";
        return fmt::format("{}__syncthreads_{}({}){};", declared(s), name, expression(s.value),
                           s.form == Form::count ? "" : " != 0");
    }

    std::string collective(const Statement& s) const {
        const std::string mask = expression(s.mask);
        const std::string value = expression(s.value);
        const auto shuffle = [&](std::string_view name) {
            return fmt::format("{}{}({}, {}, {});", declared(s), name, mask, value, expression(s.other));
        };
        const auto vote = [&](std::string_view name, std::string_view end) {
            return fmt::format("{}{}({}, {}){};", declared(s), name, mask, value, end);
        };
        switch (s.form) {
            case Form::shfl:
                return shuffle("__shfl_sync");
            case Form::shfl_up:
                return shuffle("__shfl_up_sync");
            case Form::shfl_down:
                return shuffle("__shfl_down_sync");
            case Form::shfl_xor:
                return shuffle("__shfl_xor_sync");
            case Form::ballot:
                return vote("__ballot_sync", "");
            case Form::all:
                return vote("__all_sync", " != 0");
            case Form::any:
                return vote("__any_sync", " != 0");
            case Form::match:
                return vote("__match_any_sync", "");
            case Form::add:
                return vote("__reduce_add_sync", "");
            case Form::min:
                return vote("__reduce_min_sync", "");
            case Form::max:
                return vote("__reduce_max_sync", "");
            case Form::andb:
                return vote("__reduce_and_sync", "");
            case Form::orb:
                return vote("__reduce_or_sync", "");
            case Form::xorb:
                return vote("__reduce_xor_sync", "");
            case Form::none:
            case Form::count:
            case Form::sub:
            case Form::exchange:
            case Form::compare:
                break;
        }
        return "";
    }

    std::string atomic(const Statement& s) const {
        constexpr std::string_view kNames[] = {"Add", "Sub", "Min", "Max", "And", "Or", "Xor", "Exch", "CAS"};
        const std::string result = s.has_result ? declared(s) : "";
        const std::string old = s.form == Form::compare ? expression(s.other) + ", " : "";
        return fmt::format("{}atomic{}(&{}, {}{});", result,
                           kNames[static_cast<std::size_t>(s.form) - static_cast<std::size_t>(Form::add)],
                           element(s), old, expression(s.value));
    }

    void nested(const std::string& head, const Block& body) {
        line(head + " {");
        ++depth_;
        block(body);
        --depth_;
    }

    void block(const Block& statements) {
        for (const Statement& s : statements) statement(s);
    }

    void statement(const Statement& s) {
        switch (s.kind) {
            case Kind::declare:
                return line(declared(s) + expression(s.value) + ";");
            case Kind::set:
                return line(fmt::format("v{} = {};", s.variable, expression(s.value)));
            case Kind::store:
                return line(fmt::format("{} = {};", element(s), expression(s.value)));
            case Kind::barrier:
                return line(barrier(s));
            case Kind::syncwarp:
                return line(fmt::format("__syncwarp({});", expression(s.mask)));
            case Kind::collective:
                return line(collective(s));
            case Kind::atomic:
                return line(atomic(s));
            case Kind::if_:
                nested(fmt::format("if ({} != 0)", in_brackets(expression(s.value))), s.body);
                if (!s.otherwise.empty()) nested("} else", s.otherwise);
                return line("}");
            case Kind::for_:
                nested(fmt::format("for (int v{0} = 0; v{0} < {1}; v{0}++)", s.variable, expression(s.value)),
                       s.body);
                return line("}");
            case Kind::break_:
                return line("break;");
            case Kind::continue_:
                return line("continue;");
            case Kind::return_:
                return line("return;");
        }
    }

    const Drawn& kernel_;
    std::string name_;
    std::string text_;
    unsigned depth_ = 0;
};

}  // namespace

std::string_view cuda_type(Type type) {
    constexpr std::string_view kNames[] = {
        "signed char",        "short", "int",   "long long", "unsigned char", "unsigned short", "unsigned",
        "unsigned long long", "half",  "float", "double"};
    return kNames[static_cast<std::size_t>(type)];
}

std::string source_of(const Drawn& kernel, const std::string& name) {
    return SourcePrinter(kernel, name).print();
}

}  // namespace musimd::differential::cuda
