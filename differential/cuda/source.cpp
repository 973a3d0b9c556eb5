#include <fmt/format.h>

#include "differential/cuda/printer.hpp"

// Kernels as CUDA C++.

namespace musimd::differential::cuda {
namespace {

constexpr std::string_view kPlaces[] = {"t",           "lane",        "w",           "b",
                                        "threadIdx.x", "threadIdx.y", "threadIdx.z", "blockIdx.x",
                                        "blockIdx.y",  "blockIdx.z"};

std::string cuda_function(const Node& e) {
    if (e.op == Op::min || e.op == Op::max) {
        const std::string name = e.op == Op::min ? "min" : "max";
        return e.type == Type::f32 ? "f" + name + "f" : e.type == Type::f64 ? "f" + name : name;
    }
    if (e.op == Op::fabs || e.op == Op::sqrt || e.op == Op::fma) {
        const std::string name = e.op == Op::fabs ? "fabs" : e.op == Op::sqrt ? "sqrt" : "fma";
        return e.type == Type::f32 ? name + "f" : name;
    }
    const std::string name = e.op == Op::popc ? "__popc" : e.op == Op::clz ? "__clz" : "__ffs";
    return width_of(e.operands[0]->type) == 64 ? name + "ll" : name;
}

class CudaPrinter final : public SourcePrinter {
  public:
    using SourcePrinter::SourcePrinter;

  private:
    std::string_view type_name(Type type) const override { return cuda_type(type); }
    std::string_view suffix(Type type) const override { return type == Type::i64 ? "ll" : "ull"; }
    std::string place_text(ThreadIndex which) const override {
        return (which >= ThreadIndex::thread_x ? "(int)" : "") +
               std::string(kPlaces[static_cast<std::size_t>(which)]);
    }
    std::string called(const Node& e) const override { return call(cuda_function(e), e); }

    void before_head() override {
        for (const Array& array : kernel_.arrays) {
            if (array.space == Array::Space::dynamic)
                line(fmt::format("extern __shared__ {} {}_{}[];", cuda_type(array.type), name_, array.name));
        }
    }

    std::string head() const override {
        return fmt::format("extern \"C\" __global__ void {}({}) {{", name_, parameters());
    }

    std::string parameters() const {
        std::string text;
        for (const Array& array : kernel_.arrays) {
            if (array.is_parameter())
                text += fmt::format("{}{} *{}, ", array.space == Array::Space::input ? "const " : "",
                                    cuda_type(array.type), array.name);
        }
        return text + "int n";
    }

    void declarations() override {
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
    }

    void barrier(const Statement& s) override {
        if (s.form == Form::none) return line("__syncthreads();");
        const std::string_view name = s.form == Form::count ? "count" : s.form == Form::all ? "and" : "or";
        line(fmt::format("{}__syncthreads_{}({}){};", declared(s), name, expression(s.value),
                         s.form == Form::count ? "" : " != 0"));
    }

    void syncwarp(const Statement& s) override { line(fmt::format("__syncwarp({});", expression(s.mask))); }

    void collective(const Statement& s) override { line(collective_text(s)); }

    std::string collective_text(const Statement& s) const {
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

    void atomic(const Statement& s) override {
        constexpr std::string_view kNames[] = {"Add", "Sub", "Min", "Max", "And", "Or", "Xor", "Exch", "CAS"};
        const std::string result = s.has_result ? declared(s) : "";
        const std::string old = s.form == Form::compare ? expression(s.other) + ", " : "";
        line(fmt::format("{}atomic{}(&{}, {}{});", result,
                         kNames[static_cast<std::size_t>(s.form) - static_cast<std::size_t>(Form::add)],
                         element(s), old, expression(s.value)));
    }
};

}  // namespace

std::string_view cuda_type(Type type) {
    constexpr std::string_view kNames[] = {
        "signed char",        "short", "int",   "long long", "unsigned char", "unsigned short", "unsigned",
        "unsigned long long", "half",  "float", "double"};
    return kNames[static_cast<std::size_t>(type)];
}

std::string source_of(const Drawn& kernel, const std::string& name) {
    return CudaPrinter(kernel, name).print();
}

}  // namespace musimd::differential::cuda
