#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "dsl/kernel_c/code.hpp"
#include "dsl/kernel_c/constants.hpp"
#include "dsl/kernel_c/scope.hpp"

namespace musimd::dsl::kernel_c {

/// Translates one kernel of a file to a tree, as the front end that uses Clang does. Functions are inlined.
class Translator {
  public:
    Translator(const Unit& unit, cuda::KernelFunction& kernel, std::int64_t warp, Diagnostics& errors)
        : unit_(unit), warp_(warp), code_(kernel, errors) {}

    void kernel(const FunctionDefinition& f);

  private:
    using Nodes = std::vector<NodePtr>;
    enum class Around : std::uint8_t { call, loop, everywhere };

    // ---- expressions.cpp
    Value value(const Node* node);
    Value value_of(const Node& node);
    Value unary(const Node& node);
    Value binary(const Node& node);
    Value arithmetic(std::string_view op, const Value& a, const Value& b, SourcePoint at);
    Value compared(Function function, const Value& a, const Value& b, SourcePoint at);
    Value moved(const Value& pointer, const Value& by, bool back, SourcePoint at);
    Value difference(const Pointer& a, const Pointer& b, SourcePoint at);
    Value choice(const Node& node);
    Value chosen(const Node& node, Expr test, const Value& first, const Value& second, Block before_first,
                 Block before_second);
    Value cast(const Node& node);
    Value name(const Node& node);
    Value member(const Node& node);
    Value truth(Expr condition, SourcePoint at);
    Expr condition(const Node* node);
    Expr logical(const Node& node);
    Expr as_condition(const Value& v, SourcePoint at);
    Expr as_number(const Value& v, Type to, SourcePoint at);
    Expr converted(const Value& v, const CType& to, SourcePoint at);
    /// In order: what one of them changes does not change those before it.
    std::vector<Value> values(std::span<const Node* const> nodes);
    Value settled(Value v, SourcePoint at);
    void effects(const Node* node);
    void error(SourcePoint at, std::string message) { code_.error(at, std::move(message)); }

    // ---- places.cpp
    Place place(const Node* node);
    Place element(const Node& node);
    Place number_at(const Value& pointer, SourcePoint at);
    Value element_value(const Node& node);
    Value element_address(const Node& node);
    std::optional<Place> element_of_split(const Node& node) const;
    Value read_place(const Place& p, SourcePoint at);
    void write_place(const Place& p, Expr value, SourcePoint at);
    Expr element_index(const Pointer& p, SourcePoint at) const;
    Expr load_at(const Pointer& p, SourcePoint at) const;
    void store_at(const Pointer& p, Expr value, SourcePoint at);
    std::optional<Scope> order_of(const Pointer& p) const;
    Value assign(const Node& node, bool used);
    Value assign_combined(const Node& node, const Place& to, bool used);
    Value increment(const Node& node, bool is_prefix, bool used);
    Value finish_assignment(const Place& to, const Value& v, SourcePoint at, bool used);
    bool assign_pointer(const Place& to, const Value& v, SourcePoint at);
    Place kept(Place p, bool later, SourcePoint at);

    // ---- statements.cpp
    void statement(const Stmt& s);
    void statements(const std::vector<Stmt>& list);
    void conditional(const Stmt& s);
    void loop(const Stmt& s);
    void do_loop(const Stmt& s);
    void leave(const Stmt& s);
    void return_(const Stmt& s);
    void everywhere(const Stmt& s);
    Expr active_before(SourcePoint at);
    Block inside(Around around, const std::vector<Stmt>& body);

    // ---- declarations.cpp
    void parameters(const FunctionDefinition& f);
    void globals();
    Binding global(const Global& g);
    void declaration(const Stmt& s);
    void declare(const Declarator& d, const CType& type);
    void declare_number(const Declarator& d);
    void declare_pointer(const Declarator& d);
    void declare_array(const Declarator& d);
    void initialise(const Binding& array, const Declarator& d);
    void initial_values(const Node& list, std::span<const std::int64_t> sizes, std::int64_t first,
                        std::map<std::int64_t, const Node*>& found);
    Binding shared(const Declarator& d, bool is_dynamic);
    Binding device_variable(const Global& g);
    std::optional<std::vector<std::int64_t>> sizes_of(const Declarator& d);
    void bind(const Declarator& d, Binding b);
    bool has_constant_uses(const std::string& name, std::span<const std::int64_t> sizes) const;
    cuda::ObjectShape shape_of(const Declarator& d, BufferId buffer,
                               std::span<const std::int64_t> sizes) const;

    // ---- calls.cpp
    Value call(const Node& node, bool used);
    Value inlined(const Node& node, const FunctionDefinition& f, bool used);
    bool bind_arguments(const Node& node, const FunctionDefinition& f, Statement& call_statement,
                        Names::Scope& names);
    bool has_arguments(const Node& node, std::size_t least, std::size_t most);
    std::optional<Value> mathematics(const Node& node);
    std::optional<Value> minimum(const Node& node);
    std::optional<Value> bits(const Node& node);
    Value bits_of_word(const std::string& name, bool is_long, Expr word, SourcePoint at);
    std::optional<Value> same_bits(const Node& node);
    std::optional<Value> product(const Node& node);

    // ---- device_calls.cpp
    std::optional<Value> device_call(const Node& node);
    Value without_mask(const Node& node, const MachineInstruction& operation);
    Value among_lanes(const Node& node, const MachineInstruction& operation);
    Value shuffle(const Node& node, MachineInstruction operation);
    std::optional<Value> atomic(const Node& node);
    Expr atomically(const Pointer& p, Scope scope, SourcePoint at,
                    const std::function<Expr(const Expr&)>& next);
    Value print(const Node& node);
    void print_record(const Node& node, std::string format, const std::vector<Expr>& given);
    Value assertion(const Node& node);
    std::vector<Value> arguments(const Node& node);

    struct Local {
        Expr base;  ///< index of the thread's first element
        std::int64_t elements = 0;
    };
    struct Call {
        const FunctionDefinition* function = nullptr;
        std::optional<VariableId> result = {};
    };

    const Unit& unit_;
    const std::int64_t warp_;  ///< warpSize
    Code code_;
    Names names_;
    std::map<BufferId, Local> locals_;
    std::map<const Declarator*, Binding> shared_;  ///< one object, also of a function that is inlined twice
    std::vector<Call> calls_;
    std::vector<Around> around_;
};

}  // namespace musimd::dsl::kernel_c
