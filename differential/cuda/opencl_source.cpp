#include "differential/cuda/opencl_source.hpp"

#include <fmt/format.h>

#include "differential/cuda/printer.hpp"

namespace musimd::differential::cuda {
namespace {

constexpr std::string_view kOpenClHead = R"(#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#pragma OPENCL FP_CONTRACT OFF
)";

struct OpenClFunction {
    std::string_view name;
    std::string_view text;
};

// fmin and fmax may return either of −0 and 0. There is no ctz before OpenCL C 2.0. An update of a float
// begins with a read that is atomic, too.
constexpr OpenClFunction kOpenClFunctions[] = {
    {"ffs_32(", "int ffs_32(uint x) { return x == 0 ? 0 : 32 - (int)clz(x & (0u - x)); }\n"},
    {"ffs_64(", "int ffs_64(ulong x) { return x == 0 ? 0 : 64 - (int)clz(x & (0ul - x)); }\n"},
    {"min_f32(", "float min_f32(float a, float b) { return a == b ? (signbit(a) ? a : b) : fmin(a, b); }\n"},
    {"max_f32(", "float max_f32(float a, float b) { return a == b ? (signbit(a) ? b : a) : fmax(a, b); }\n"},
    {"min_f64(",
     "double min_f64(double a, double b) { return a == b ? (signbit(a) ? a : b) : fmin(a, b); }\n"},
    {"max_f64(",
     "double max_f64(double a, double b) { return a == b ? (signbit(a) ? b : a) : fmax(a, b); }\n"},
    {"add_f32(", R"(void add_f32(volatile __global float *to, float x) {
    volatile __global uint *bits = (volatile __global uint *)to;
    uint old = atomic_or(bits, 0u), seen;
    while ((seen = atomic_cmpxchg(bits, old, as_uint(as_float(old) + x))) != old) old = seen;
}
)"},
    {"add_f64(", R"(void add_f64(volatile __global double *to, double x) {
    volatile __global ulong *bits = (volatile __global ulong *)to;
    ulong old = atom_or(bits, 0ul), seen;
    while ((seen = atom_cmpxchg(bits, old, as_ulong(as_double(old) + x))) != old) old = seen;
}
)"},
};

std::string_view opencl_type(Type type) {
    constexpr std::string_view kNames[] = {"char", "short", "int",  "long",  "uchar", "ushort",
                                           "uint", "ulong", "half", "float", "double"};
    return kNames[static_cast<std::size_t>(type)];
}

/// The function, with the conversion of its result, up to the bracket.
std::string opencl_function(const Node& e) {
    const int width = width_of(e.operands[0]->type);
    if (e.op == Op::popc) return "(int)popcount";
    if (e.op == Op::clz) return "(int)clz";
    if (e.op == Op::ffs) return fmt::format("ffs_{}", width);
    if (e.op == Op::fabs) return "fabs";
    if (e.op == Op::sqrt) return "sqrt";
    if (e.op == Op::fma) return "fma";
    const std::string name = e.op == Op::min ? "min" : "max";
    return is_float(e.type) ? fmt::format("{}_f{}", name, width) : name;
}

bool counts_at_barriers(const Drawn& kernel) {
    bool counts = false;
    for_each_statement(kernel.body, [&](const Statement& s) {
        counts = counts || (s.kind == Statement::Kind::barrier && s.form != Form::none);
    });
    return counts;
}

class OpenClPrinter final : public SourcePrinter {
  public:
    using SourcePrinter::SourcePrinter;

  private:
    static constexpr const char* kBarrier = "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);";

    std::string_view type_name(Type type) const override { return opencl_type(type); }
    std::string_view suffix(Type type) const override { return type == Type::i64 ? "l" : "ul"; }

    std::string place_text(ThreadIndex which) const override {
        constexpr std::string_view kTexts[] = {"t",
                                               "lane",
                                               "w",
                                               "b",
                                               "(int)get_local_id(0)",
                                               "(int)get_local_id(1)",
                                               "(int)get_local_id(2)",
                                               "(int)get_group_id(0)",
                                               "(int)get_group_id(1)",
                                               "(int)get_group_id(2)"};
        return std::string(kTexts[static_cast<std::size_t>(which)]);
    }

    std::string called(const Node& e) const override { return call(opencl_function(e), e); }

    std::string head() const override {
        std::string text;
        for (const Array& array : kernel_.arrays) {
            if (array.is_parameter())
                text += fmt::format("__global {}{} *{}, ", array.space == Array::Space::input ? "const " : "",
                                    opencl_type(array.type), array.name);
        }
        for (const Array& array : kernel_.arrays) {
            if (array.space == Array::Space::dynamic)
                text += fmt::format("__local {} *{}, ", opencl_type(array.type), array.name);
        }
        return fmt::format("__kernel void {}({}int n) {{", name_, text);
    }

    void declarations() override {
        line(
            "const int t = (int)(get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) "
            "* get_local_id(2)));");
        line(
            "const int b = (int)(get_group_id(0) + get_num_groups(0) * (get_group_id(1) + get_num_groups(1) "
            "* get_group_id(2)));");
        line("const int lane = t % 32, w = t / 32;");
        for (const Array& array : kernel_.arrays) {
            if (array.space == Array::Space::shared)
                line(fmt::format("__local {} {}[{}];", opencl_type(array.type), array.name, array.elements));
            if (array.space == Array::Space::local)
                line(fmt::format("{} {}[{}] = {{0}};", opencl_type(array.type), array.name, array.elements));
        }
        if (counts_at_barriers(kernel_)) line("__local int counted;");
    }

    /// Neither PoCL nor Oclgrind has work_group_all and the like: a word of the group counts. The third
    /// barrier is before the next use of the word.
    void barrier(const Statement& s) override {
        if (s.form == Form::none) return line(kBarrier);
        const std::string_view test = s.form == Form::count ? "counted"
                                      : s.form == Form::all ? "counted == {}"
                                                            : "counted != 0";
        line(fmt::format("const int holds{} = {};", s.variable, expression(s.value)));
        line("if (t == 0) counted = 0;");
        line(kBarrier);
        line(fmt::format("if (holds{}) atomic_inc(&counted);", s.variable));
        line(kBarrier);
        line(declared(s) + fmt::format(fmt::runtime(test), kernel_.threads()) + ";");
        line(kBarrier);
    }

    void syncwarp(const Statement& /*s*/) override {}  // see why_no_opencl
    void collective(const Statement& /*s*/) override {}

    void atomic(const Statement& s) override {
        constexpr std::string_view kNames[] = {"add", "sub", "min",  "max",    "and",
                                               "or",  "xor", "xchg", "cmpxchg"};
        const Type type = kernel_.arrays[s.array].type;
        const std::string_view name =
            kNames[static_cast<std::size_t>(s.form) - static_cast<std::size_t>(Form::add)];
        const std::string old = s.form == Form::compare ? expression(s.other) + ", " : "";
        const std::string function =
            is_float(type) ? fmt::format("add_f{}", width_of(type))
                           : fmt::format("{}_{}", width_of(type) == 64 ? "atom" : "atomic", name);
        line(fmt::format("{}{}(&{}, {}{});", s.has_result ? declared(s) : "", function, element(s), old,
                         expression(s.value)));
    }
};

std::string with_head(const std::string& text) {
    std::string head(kOpenClHead);
    for (const OpenClFunction& function : kOpenClFunctions)
        if (text.find(function.name) != std::string::npos) head += function.text;
    return head + text;
}

}  // namespace

std::optional<std::string_view> why_no_opencl(const Drawn& kernel) {
    bool has_warps = false;
    for_each_statement(kernel.body, [&](const Statement& s) {
        has_warps = has_warps || s.kind == Statement::Kind::syncwarp || s.kind == Statement::Kind::collective;
    });
    if (has_warps) return "functions of warps";
    return std::nullopt;
}

// Oclgrind 21.10 takes local arrays of kernels whose names begin with another's name to be that one's, too.
std::string opencl_name(std::size_t number) {
    return fmt::format("k{:04}", number);
}

std::string opencl_program_of(std::span<const Drawn> kernels) {
    std::string text;
    for (std::size_t i = 0; i < kernels.size(); ++i)
        text += OpenClPrinter(kernels[i], opencl_name(i)).print();
    return with_head(text);
}

std::string opencl_source_of(const Drawn& kernel) {
    return with_head(OpenClPrinter(kernel, "k").print());
}

}  // namespace musimd::differential::cuda
