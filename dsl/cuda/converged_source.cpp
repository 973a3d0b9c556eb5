#include "dsl/cuda/converged_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "dsl/lowering/atomic.hpp"
#include "dsl/lowering/exits.hpp"
#include "dsl/openmp/c_expression.hpp"

namespace musimd::dsl::cuda {
namespace {

using Kind = Statement::Kind;

constexpr std::string_view kNumbers[] = {"threadIdx.x", "threadIdx.y", "threadIdx.z", "blockIdx.x",
                                         "blockIdx.y",  "blockIdx.z",  "blockDim.x",  "blockDim.y",
                                         "blockDim.z",  "gridDim.x",   "gridDim.y",   "gridDim.z"};

void replace_all(std::string& text, std::string_view what, std::string_view by) {
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
        text.replace(at, what.size(), by);
}

/// As CUDA C++ has it.
std::string in_cuda(std::string text) {
    replace_all(text, "__builtin_inff()", "__int_as_float(0x7f800000)");
    replace_all(text, "__builtin_inf()", "__longlong_as_double(0x7ff0000000000000ll)");
    replace_all(text, "__builtin_labs", "llabs");
    replace_all(text, "__builtin_", "");
    replace_all(text, "_Bool", "bool");
    return text;
}

bool is_opcode(const Statement& s, Opcode opcode) {
    return s.kind == Kind::instruction && s.instruction.opcode == opcode;
}

bool loads(const Expr& e) {
    return e != nullptr && (e->kind == Expression::Kind::load || std::ranges::any_of(e->operands, loads));
}

std::string_view name_of(Variant variant) {
    switch (variant) {
        case Variant::up:
            return "_up";
        case Variant::down:
            return "_down";
        case Variant::xor_:
            return "_xor";
        case Variant::all:
            return "all";
        case Variant::any:
            return "any";
        case Variant::ballot:
            return "ballot";
        case Variant::add:
            return "add";
        case Variant::min:
            return "min";
        case Variant::max:
            return "max";
        case Variant::and_:
            return "and";
        case Variant::or_:
            return "or";
        case Variant::count:
            return "count";
        case Variant::none:
        case Variant::idx:
            return "";
    }
    return "";
}

std::string_view name_of_atomic(FetchOperation operation) {
    switch (operation) {
        case FetchOperation::add:
            return "Add";
        case FetchOperation::sub:
            return "Sub";
        case FetchOperation::min:
            return "Min";
        case FetchOperation::max:
            return "Max";
        case FetchOperation::and_:
            return "And";
        case FetchOperation::or_:
            return "Or";
        case FetchOperation::xor_:
            return "Xor";
        case FetchOperation::exch:
            return "Exch";
        case FetchOperation::cas:
            return "CAS";
        case FetchOperation::inc:
            return "Inc";
        case FetchOperation::dec:
            return "Dec";
        case FetchOperation::load:  // not an atomic of kernels
            break;
    }
    return "";
}

std::optional<AtomicUpdate> update_of(const Statement& s, Type element) {
    const auto exchange = as_exchange_if_equal(s, element);
    return exchange ? exchange : as_one_instruction(s, element);
}

class Printer {
  public:
    explicit Printer(const KernelFunction& kernel)
        : kernel_(kernel),
          names_({.variable = [this](VariableId v) { return name(v); },
                  .buffer = [this](BufferId b) { return kernel_.code.buffers[b].name; },
                  .element = [] { return std::string("0"); }}) {
        for (const KernelBuffer& b : kernel.code.buffers) taken_.insert(b.name);
        for (const openmp::Parameter& p : kernel.code.parameters) {
            taken_.insert(p.name);
            if (p.variable) name_of_[*p.variable] = p.name;
        }
        for (const auto& [variable, number] : kernel.numbers)
            name_of_[variable] = kNumbers[static_cast<std::size_t>(number)];
        for_each_statement(kernel.code.body, [&](const Statement& s, bool) {
            has_exits_ = has_exits_ || is_opcode(s, Opcode::exit);
        });
    }

    std::string run() {
        depth_ = 1;
        block(kernel_.code.body);
        end_of_part();
        return head() + variables() + text_ + "}\n";
    }

  private:
    /// What a statement is in: its masks are those of the lanes that come back from there.
    struct Around {
        enum What { condition, loop, call } what = condition;
        std::vector<std::string> masks = {};
        std::string stays = {};  ///< of a loop: the lanes of the next trip
    };

    // ---- names

    std::string fresh(const std::string& wanted) {
        std::string unique = wanted;
        for (int n = 2; !taken_.insert(unique).second; ++n) unique = fmt::format("{}_{}", wanted, n);
        return unique;
    }

    std::string name(VariableId v) {
        if (const auto known = name_of_.find(v); known != name_of_.end()) return known->second;
        const std::string& wanted = kernel_.code.variables[v].name;
        declared_.push_back(v);
        return name_of_[v] = fresh(wanted.empty() ? "v" : wanted);
    }

    std::string type(VariableId v) const {
        return in_cuda(std::string(openmp::c_type(kernel_.code.variables[v].type)));
    }
    std::string text(const Expr& e) { return in_cuda(openmp::c_expression(e, names_)); }

    // ---- the kernel around the body

    std::string head() const {
        std::string parameters;
        for (const openmp::Parameter& p : kernel_.code.parameters)
            parameters += fmt::format("{}{}{} {}{}", parameters.empty() ? "" : ", ",
                                      p.buffer && !p.writes ? "const " : "",
                                      p.boolean ? "bool" : in_cuda(std::string(openmp::c_type(p.type))),
                                      p.buffer ? "*" : "", p.name);
        std::string result = fmt::format("__global__ void {}({}) {{\n", kernel_.code.name, parameters);
        for (const SharedArray& array : kernel_.shared) {
            const KernelBuffer& buffer = kernel_.code.buffers[array.buffer];
            result += fmt::format("    {}__shared__ {} {}[{}];\n", array.elements == 0 ? "extern " : "",
                                  openmp::c_type(buffer.element), buffer.name,
                                  array.elements == 0 ? "" : fmt::to_string(array.elements));
        }
        return result;
    }

    std::string variables() const {
        std::string result =
            "    // The lanes of this warp, and whether this one is active.\n"
            "    const unsigned mu_thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * "
            "threadIdx.z);\n"
            "    const unsigned mu_from_here = blockDim.x * blockDim.y * blockDim.z - mu_thread / 32 * 32;\n"
            "    const unsigned mu_warp = mu_from_here < 32 ? (1u << mu_from_here) - 1 : 0xffffffffu;\n"
            "    bool mu_on = true;\n";
        if (has_exits_) result += "    bool mu_alive = true;\n    unsigned mu_lives = mu_warp;\n";
        for (const std::string& mask : masks_) result += fmt::format("    bool {} = false;\n", mask);
        for (const VariableId v : declared_) result += fmt::format("    {} {};\n", type(v), name_of_.at(v));
        for (const auto& [own, of] : kept_) result += fmt::format("    {} {};\n", of, own);
        return result;
    }

    // ---- lines

    void line(const std::string& what) { text_ += std::string(depth_ * 4, ' ') + what + "\n"; }

    /// For the active lanes alone; consecutive ones are in one `if`.
    void active(const std::string& what) { part_.push_back(what); }

    void end_of_part() {
        if (part_.size() == 1) line("if (mu_on) " + part_.front());
        if (part_.size() > 1) {
            line("if (mu_on) {");
            for (const std::string& one : part_) line("    " + one);
            line("}");
        }
        part_.clear();
    }

    /// Before an access: what other lanes have done before it is done.
    void access(bool reads, bool writes) {
        if ((writes && reads_) || wrote_) ordered();
        reads_ = reads_ || reads;
        wrote_ = wrote_ || writes;
    }

    void ordered() {
        end_of_part();
        if (reads_ || wrote_) line("__syncwarp(mu_warp);");
        reads_ = wrote_ = false;
    }

    /// A variable of this type.
    std::string kept(const std::string& wanted, const std::string& type) {
        kept_.emplace_back(fresh(wanted), type);
        return kept_.back().first;
    }

    std::string mask(const std::string& wanted) {
        masks_.push_back(fresh(wanted));
        return masks_.back();
    }

    // ---- statements

    void block(const Block& statements) {
        for (const Statement& s : statements) statement(s);
    }

    void statement(const Statement& s) {
        switch (s.kind) {
            case Kind::declare:
            case Kind::set:
                if (s.value != nullptr) assign(name(s.variable), s.value);
                return;
            case Kind::store:
                return store(s);
            case Kind::if_:
                return conditional(s);
            case Kind::while_:
                return loop(s);
            case Kind::break_:
                return leave(Around::loop, true);
            case Kind::continue_:
                return leave(Around::loop, false);
            case Kind::return_:
                return leave(Around::call, true);
            case Kind::call:
                return call(s);
            case Kind::check:
                access(loads(s.value), false);
                return active(fmt::format("if (!({})) __trap();", text(s.value)));
            case Kind::atomic:
                return atomic(s);
            case Kind::instruction:
                return instruction(s);
            case Kind::simd:
            case Kind::array:
            case Kind::print:
            case Kind::parallel:
            case Kind::team:
                return;  // no kernel has them
        }
    }

    void assign(const std::string& to, const Expr& value) {
        access(loads(value), false);
        active(fmt::format("{} = {};", to, text(value)));
    }

    /// All lanes load before any of them stores.
    std::string loaded(const Expr& e) {
        if (!loads(e)) return text(e);
        access(true, false);
        const std::string value = kept("mu_value", in_cuda(std::string(openmp::c_type(e->type))));
        active(fmt::format("{} = {};", value, text(e)));
        return value;
    }

    void store(const Statement& s) {
        const std::string value = loaded(s.value);
        const std::string index = loaded(s.index);
        access(false, true);
        active(fmt::format("{}[{}] = {};", kernel_.code.buffers[s.element.buffer].name, index, value));
    }

    void conditional(const Statement& s) {
        const std::string back = mask("mu_back");
        const std::string taken = mask("mu_taken");
        assign(taken, s.value);
        ordered();
        line(fmt::format("{} = mu_on;", back));
        around_.push_back({Around::condition, {back}});
        half(taken, s.body, back);
        if (!s.otherwise.empty()) half("!" + taken, s.otherwise, back);
        around_.pop_back();
        line(fmt::format("mu_on = {};", back));
    }

    /// Of the lanes that come here. One that has left the first half has not taken the second.
    void half(const std::string& lanes, const Block& body, const std::string& back) {
        line(fmt::format("mu_on = {} && {};", back, lanes));
        line("if (__any_sync(mu_warp, mu_on)) {");
        inside(body);
        line("}");
    }

    void inside(const Block& body) {
        ++depth_;
        block(body);
        ordered();
        --depth_;
    }

    void loop(const Statement& s) {
        ordered();
        const std::string back = mask("mu_back");
        const std::string stays = mask("mu_stays");
        line(fmt::format("{} = mu_on;", back));
        line("for (;;) {");
        around_.push_back({Around::loop, {back}, stays});
        ++depth_;
        block(s.head);
        assign(stays, s.value);
        ordered();
        line(fmt::format("{0} = mu_on = mu_on && {0};", stays));
        line("if (!__any_sync(mu_warp, mu_on)) break;");
        block(s.body);
        ordered();
        line(fmt::format("mu_on = {};", stays));
        block(s.step);
        ordered();
        --depth_;
        line("}");
        around_.pop_back();
        line(fmt::format("mu_on = {};", back));
    }

    /// The active lanes come back neither from the conditionals up to there, nor, if they leave it, to the
    /// next trip of the loop, or to the rest of the call.
    void leave(Around::What to, bool leaves) {
        for (auto at = around_.rbegin(); at != around_.rend(); ++at) {
            const bool is_it = at->what == to;
            if (!is_it) {
                for (const std::string& lanes : at->masks) active(lanes + " = false;");
            }
            if (!at->stays.empty() && (!is_it || leaves)) active(at->stays + " = false;");
            if (is_it) break;
        }
        end_of_part();
        line("mu_on = false;");
    }

    void exit() {
        for (const Around& a : around_) {
            for (const std::string& lanes : a.masks) active(lanes + " = false;");
            if (!a.stays.empty()) active(a.stays + " = false;");
        }
        active("mu_alive = false;");
        ordered();
        line("mu_on = false;");
        line("mu_lives = __ballot_sync(mu_warp, mu_alive);");
        line("if (mu_lives == 0) return;");
    }

    void call(const Statement& s) {
        for (const auto& [parameter, value] : s.arguments) assign(name(parameter), value);
        end_of_part();
        bool returns = false;
        for_each_statement(
            s.body, [&](const Statement& inner, bool) { returns = returns || inner.kind == Kind::return_; });
        const std::string back = returns ? mask("mu_back") : "";
        if (returns) line(fmt::format("{} = mu_on;", back));
        around_.push_back({Around::call, {}});
        if (returns) around_.back().masks.push_back(back);
        block(s.body);
        around_.pop_back();
        if (returns) {
            end_of_part();
            line(fmt::format("mu_on = {};", back));
        }
        if (s.result != nullptr) assign(name(s.variable), s.result);
    }

    void atomic(const Statement& s) {
        const std::string index = loaded(s.index);
        access(true, true);
        const std::string element =
            fmt::format("&{}[{}]", kernel_.code.buffers[s.element.buffer].name, index);
        const std::string old = name(s.variable);
        if (s.value == nullptr) return active(fmt::format("{} = atomicAdd({}, 0);", old, element));
        const Type type = kernel_.code.buffers[s.element.buffer].element;
        const auto update = update_of(s, type);
        if (update->operation == FetchOperation::cas)
            return active(fmt::format("{} = atomicCAS({}, {}, {});", old, element, text(update->expected),
                                      text(update->operand)));
        active(fmt::format("{} = atomic{}({}, {});", old, name_of_atomic(update->operation), element,
                           text(update->operand)));
    }

    // ---- what threads do together

    /// A mask of a collective: lanes that have exited take no part in it.
    std::string lanes(const Expr& e) {
        return has_exits_ ? fmt::format("((unsigned int)({}) & mu_lives)", text(e))
                          : fmt::format("(unsigned int)({})", text(e));
    }

    void instruction(const Statement& s) {
        for (const Expr& operand : s.operands) access(loads(operand), false);
        const MachineInstruction& what = s.instruction;
        const auto operand = [&](std::size_t i) { return text(s.operands[i]); };
        const auto result = [&](const std::string& value) {
            active(fmt::format("{} = {};", name(s.variable), value));
        };
        const std::string_view variant = name_of(what.variant);
        if (what.opcode == Opcode::everywhere) return everywhere();
        if (what.opcode == Opcode::end_everywhere) return end_everywhere();
        if (what.opcode == Opcode::exit) return exit();
        if (what.opcode == Opcode::block_barrier) {
            ordered();
            return line("if (__any_sync(mu_warp, mu_on)) __syncthreads();");
        }
        if (what.opcode == Opcode::block_barrier_of) {
            ordered();
            const std::string own = what.variant == Variant::and_ ? "!mu_on || " : "mu_on && ";
            const std::string all = kept("mu_all", "int");
            line(fmt::format("if (__any_sync(mu_warp, mu_on)) {} = __syncthreads_{}({}({}) != 0);", all,
                             variant, own, operand(0)));
            return result(all);
        }
        if (is_asynchronous(what.opcode)) return;  // copies are done at once
        if (what.opcode == Opcode::activemask) {
            end_of_part();
            const std::string all = kept("mu_active", "unsigned int");
            line(fmt::format("{} = __ballot_sync(mu_warp, mu_on);", all));
            return result(all);
        }
        if (what.opcode == Opcode::syncwarp)
            return active(fmt::format("__syncwarp({});", lanes(s.operands[0])));
        if (what.opcode == Opcode::fence)
            return active(what.scope == Scope::block    ? "__threadfence_block();"
                          : what.scope == Scope::system ? "__threadfence_system();"
                                                        : "__threadfence();");
        if (what.opcode == Opcode::popc) return result(fmt::format("__popcll({})", operand(0)));
        if (what.opcode == Opcode::clz) return result(fmt::format("__clzll((long long)({}))", operand(0)));
        if (what.opcode == Opcode::shuffle)
            return result(fmt::format("__shfl{}_sync({}, {}, {}, {})", variant, lanes(s.operands[0]),
                                      operand(1), operand(2), what.width));
        if (what.opcode == Opcode::vote)
            return result(fmt::format("__{}_sync({}, ({}) != 0)", variant, lanes(s.operands[0]), operand(1)));
        if (what.opcode == Opcode::typed_reduce)
            return result(fmt::format("__reduce_{}_sync({}, {})",
                                      what.variant == Variant::xor_ ? "xor" : variant, lanes(s.operands[0]),
                                      operand(1)));
        if (what.variant == Variant::any)
            return result(fmt::format("__match_any_sync({}, {})", lanes(s.operands[0]), operand(1)));
        const std::string equal = kept("mu_equal", "int");
        result(fmt::format("__match_all_sync({}, {}, &{})", lanes(s.operands[0]), operand(1), equal));
    }

    /// On a path that no lane takes, there is no block.
    void everywhere() {
        ordered();
        blocks_.push_back(mask("mu_back"));
        line("if (__any_sync(mu_warp, mu_on)) {  // everywhere");
        ++depth_;
        line(fmt::format("{} = mu_on;", blocks_.back()));
        line(fmt::format("mu_on = {};", has_exits_ ? "mu_alive" : "true"));
    }

    void end_everywhere() {
        ordered();
        line(fmt::format("mu_on = {};", blocks_.back()));
        blocks_.pop_back();
        --depth_;
        line("}");
    }

    const KernelFunction& kernel_;
    openmp::CNames names_;
    std::map<VariableId, std::string> name_of_;
    std::set<std::string> taken_ = {"mu_on", "mu_alive", "mu_lives", "mu_warp", "mu_thread", "mu_from_here"};
    std::vector<VariableId> declared_;
    std::vector<std::string> masks_;
    std::vector<std::pair<std::string, std::string>> kept_;  ///< values between accesses, and their types
    std::vector<Around> around_;
    std::vector<std::string> blocks_;  ///< the masks of the `everywhere` blocks around
    std::vector<std::string> part_;
    bool reads_ = false;  ///< since the lanes have met
    bool wrote_ = false;
    bool has_exits_ = false;
    std::string text_;
    std::size_t depth_ = 0;
};

/// The first thing that is wrong with an expression.
std::optional<std::string> why_not(const Expr& e, const KernelFunction& kernel) {
    static const openmp::CNames kNames = {.variable = [](VariableId) { return "x"; },
                                          .buffer = [](BufferId) { return "x"; },
                                          .element = [] { return "x"; }};
    if (e->kind == Expression::Kind::element) return "the number of a thread in the grid";
    if (e->kind == Expression::Kind::load && e->type.type != kernel.code.buffers[e->element.buffer].element)
        return "memory that is read with a different type";
    if (e->type.type == Type::f16) return "16-bit numbers";
    if (e->kind == Expression::Kind::apply && openmp::c_expression(e, kNames).starts_with("k_"))
        return fmt::format("the bitwise function '{}' on numbers", info(e->function).name);
    for (const Expr& operand : e->operands) {
        if (auto reason = why_not(operand, kernel)) return reason;
    }
    return std::nullopt;
}

std::optional<std::string> why_not(const Statement& s, const KernelFunction& kernel) {
    const bool stores = s.kind == Kind::store || s.kind == Kind::atomic;
    const Type element = stores ? kernel.code.buffers[s.element.buffer].element : Type::i32;
    if (s.kind == Kind::atomic && s.value != nullptr && !update_of(s, element))
        return "an atomic function that is a loop on the machine";
    if (s.kind == Kind::store && s.value->type.type != element)
        return "memory that is written with a different type";
    std::optional<std::string> reason;
    for_each_expression(s, [&](const Expr& e) {
        if (!reason) reason = why_not(e, kernel);
    });
    return reason;
}

}  // namespace

std::optional<std::string> why_not_converged(const KernelFunction& kernel) {
    const openmp::LoopFunction& code = kernel.code;
    if (code.memory || !code.addresses.empty()) return "pointers that are assigned, chosen or exchanged";
    if (!code.locals.empty()) return "local arrays";
    if (!code.structures.empty()) return "pointers to structures";
    if (!kernel.variables.empty()) return "device variables";
    if (kernel.printing) return "printf";
    for (const openmp::Parameter& p : code.parameters) {
        if (p.name.find('.') != std::string::npos || p.of_structure) return "structure parameters";
    }
    for (const SharedArray& array : kernel.shared) {
        if (array.bytes * 8 != width_of(code.buffers[array.buffer].element))
            return "shared memory with several types";
    }
    std::optional<std::string> reason;
    for_each_statement(code.body, [&](const Statement& s, bool) {
        auto wrong = reason ? std::nullopt : why_not(s, kernel);
        if (wrong) reason = fmt::format("{} (line {})", *wrong, s.line);
    });
    return reason;
}

std::string print_converged(const KernelFunction& kernel) {
    return Printer(kernel).run();
}

}  // namespace musimd::dsl::cuda
