#include <fmt/format.h>

#include <algorithm>

#include "dsl/kernel_c/translator.hpp"
#include "dsl/trees.hpp"

// Parameters and variables.

namespace musimd::dsl::kernel_c {
namespace {

constexpr std::int64_t kMaxElements = std::int64_t{1} << 25;  // of an array
constexpr std::int64_t kMostShared = 48 << 10;                // bytes that are static
constexpr std::int64_t kMostVariables = 64;                   // of an array whose elements are variables

struct NumbersName {
    std::string_view name;
    ThreadNumber x;
};

constexpr NumbersName kNumbers[] = {{"threadIdx", ThreadNumber::thread_x},
                                    {"blockIdx", ThreadNumber::block_x},
                                    {"blockDim", ThreadNumber::threads_x},
                                    {"gridDim", ThreadNumber::blocks_x}};

std::int64_t bytes_of(Type type) {
    return width_of(type) / 8;
}

std::int64_t elements_of(std::span<const std::int64_t> sizes) {
    std::int64_t result = 1;
    for (const std::int64_t n : sizes) result *= n;
    return result;
}

CType pointer_to(CType number) {
    number.is_pointer = true;
    return number;
}

CType pointee(CType pointer) {
    pointer.is_pointer = false;
    return pointer;
}

openmp::Parameter parameter_of(const Declarator& d) {
    openmp::Parameter result;
    result.name = d.name;
    result.type = d.type.number;
    result.boolean = d.type.is_bool;
    result.line = d.at.line;
    return result;
}

cuda::ByteLayout layout_of(const CType& number) {
    return {.bytes = bytes_of(number.number), .numbers = {{0, number.number}}};
}

/// Whether the name is anywhere in it, other than as an element whose indices are constants.
class Uses {
  public:
    Uses(std::string_view name, std::span<const std::int64_t> sizes, const Names& names)
        : name_(name), sizes_(sizes), constants_(names) {}

    bool are_constant(const std::vector<Stmt>& list) const {
        return std::ranges::all_of(list, [this](const Stmt& s) { return are_constant(s); });
    }

  private:
    bool are_constant(const Stmt& s) const {
        for (const Declarator& d : s.declared) {
            if (!are_constant(d.initial.get())) return false;
        }
        return are_constant(s.value.get()) && are_constant(s.step.get()) && are_constant(s.body) &&
               are_constant(s.otherwise) && are_constant(s.init);
    }

    bool are_constant(const Node* node) const {
        if (node == nullptr) return true;
        if (node->kind == Node::Kind::name) return node->text != name_;
        if (node->kind == Node::Kind::subscript && is_element(*node)) return true;
        return std::ranges::all_of(node->parts,
                                   [this](const NodePtr& part) { return are_constant(part.get()); });
    }

    bool is_element(const Node& node) const {
        const Node* at = &node;
        for (std::size_t d = sizes_.size(); d-- > 0; at = at->parts[0].get()) {
            if (at->kind != Node::Kind::subscript) return false;
            const auto index = constant(at->parts[1].get(), constants_);
            if (!index || *index < 0 || *index >= sizes_[d]) return false;
        }
        return at->kind == Node::Kind::name && at->text == name_;
    }

    std::string_view name_;
    std::span<const std::int64_t> sizes_;
    const Names& constants_;
};

}  // namespace

bool Translator::has_constant_uses(const std::string& name, std::span<const std::int64_t> sizes) const {
    return Uses(name, sizes, names_).are_constant(calls_.back().function->body.body);
}

void Translator::bind(const Declarator& d, Binding b) {
    if (!names_.add(d.name, std::move(b)))
        error(d.at, fmt::format("'{}' is declared twice in this block", d.name));
}

// ---- the kernel's own

void Translator::kernel(const FunctionDefinition& f) {
    cuda::KernelFunction& kernel = code_.kernel();
    kernel.code.name = f.name;
    calls_.push_back({.function = &f});
    globals();
    if (f.max_threads != nullptr) {
        const auto most = constant(f.max_threads.get(), names_);
        if (!most) error(f.max_threads->begin, "expected a constant number of threads");
        kernel.max_threads = most.value_or(0);
    }
    names_.open();
    parameters(f);
    kernel.code.body = inside(Around::call, f.body.body);
    names_.close();
}

void Translator::parameters(const FunctionDefinition& f) {
    cuda::KernelFunction& kernel = code_.kernel();
    for (std::size_t i = 0; i < f.parameters.size(); ++i) {
        const Declarator& d = f.parameters[i];
        openmp::Parameter parameter = parameter_of(d);
        cuda::ArgumentPlace place{.argument = i};
        kernel.argument_bytes.push_back(d.type.is_pointer ? 8 : bytes_of(d.type.number));
        if (d.type.is_pointer) {
            parameter.writes = !d.type.is_const;
            parameter.buffer = code_.new_buffer(d.name, d.type.number);
            place.element = layout_of(d.type);
            bind(d, {.kind = Binding::Kind::pointer,
                     .type = d.type,
                     .pointer = {*parameter.buffer, literal(Type::i64, 0, d.at), pointee(d.type)}});
        } else {
            parameter.variable = code_.new_variable(d.name, d.type.number);
            bind(d, {.kind = Binding::Kind::variable, .type = d.type, .variable = *parameter.variable});
        }
        kernel.code.parameters.push_back(std::move(parameter));
        kernel.places.push_back(std::move(place));
    }
}

/// Variables of the file, and those of CUDA.
void Translator::globals() {
    for (const Global& g : unit_.globals) names_.add_global(g.declared.name, global(g));
    names_.add_global("warpSize", {.kind = Binding::Kind::value,
                                   .type = {.number = Type::i32, .is_const = true},
                                   .value = literal(Type::i32, static_cast<std::uint64_t>(warp_))});
    for (const NumbersName& row : kNumbers) {
        names_.add_global(std::string(row.name), {.kind = Binding::Kind::numbers,
                                                  .type = {.number = Type::u32, .is_const = true},
                                                  .numbers = row.x});
    }
}

Binding Translator::global(const Global& g) {
    const bool is_dynamic = g.storage == Storage::extern_shared;
    if (is_dynamic || g.storage == Storage::shared) return shared(g.declared, is_dynamic);
    if (g.storage != Storage::constant) return device_variable(g);
    const Declarator& d = g.declared;
    Block none;
    Value v;
    code_.into(none, [&] {
        v = value(d.initial.get());
        if (!v.is_wrong()) v.e = converted(v, d.type, d.at);
    });
    if (v.e == nullptr || v.e->kind != Expression::Kind::literal || !d.sizes.empty()) {
        error(d.at, fmt::format("'{}' must be a constant number: `const int N = 64;`", d.name));
        return {};
    }
    return {.kind = Binding::Kind::value, .type = d.type, .value = v.e};
}

cuda::ObjectShape Translator::shape_of(const Declarator& d, BufferId buffer,
                                       std::span<const std::int64_t> sizes) const {
    cuda::ObjectShape shape{.buffer = buffer, .is_array = !sizes.empty() || d.has_no_size};
    shape.bytes = bytes_of(d.type.number);
    shape.parts.push_back({});
    for (std::size_t i = 1; i < sizes.size(); ++i) shape.inner.push_back(sizes[i]);
    return shape;
}

/// A parameter that has the values of the text, unless it is given.
Binding Translator::device_variable(const Global& g) {
    const Declarator& d = g.declared;
    const auto sizes = sizes_of(d);
    if (!sizes) return {};
    cuda::KernelFunction& kernel = code_.kernel();
    openmp::Parameter parameter = parameter_of(d);
    parameter.writes = g.storage != Storage::device_constant && !d.type.is_const;
    parameter.buffer = code_.new_buffer(d.name, d.type.number);
    const BufferId buffer = *parameter.buffer;
    kernel.shapes.push_back(shape_of(d, buffer, *sizes));
    cuda::DeviceVariable variable{
        .parameter = kernel.code.parameters.size(), .symbol = d.name, .element = layout_of(d.type)};
    variable.initial.resize(static_cast<std::size_t>(elements_of(*sizes)));
    std::map<std::int64_t, const Node*> given;
    if (d.initial != nullptr && d.initial->kind == Node::Kind::list)
        initial_values(*d.initial, *sizes, 0, given);
    else if (d.initial != nullptr)
        given[0] = d.initial.get();
    for (const auto& [i, node] : given) {
        Expr e;
        Block before = code_.block([&] { e = converted(value(node), d.type, node->begin); });
        if (e != nullptr && e->kind != Expression::Kind::literal)
            error(node->begin, "expected a constant number");
        if (e != nullptr) variable.initial[static_cast<std::size_t>(i)] = e->bits;
    }
    kernel.code.parameters.push_back(std::move(parameter));
    kernel.variables.push_back(std::move(variable));
    Binding b{.kind = Binding::Kind::array, .type = d.type};
    b.pointer = {buffer, literal(Type::i64, 0, d.at), d.type};
    if (g.storage == Storage::device_constant) b.type.is_const = b.pointer.element.is_const = true;
    if (!sizes->empty()) {
        b.type = pointer_to(b.type);
        b.pointer.inner.assign(sizes->begin() + 1, sizes->end());
    }
    return b;
}

// ---- variables of functions

void Translator::declaration(const Stmt& s) {
    for (const Declarator& d : s.declared) {
        if (d.type.is_void) {
            error(d.at, "a variable cannot be void");
            bind(d, {});
        } else if (s.storage == Storage::shared || s.storage == Storage::extern_shared) {
            const auto known = shared_.find(&d);
            const bool is_dynamic = s.storage == Storage::extern_shared;
            bind(d, known != shared_.end() ? known->second : shared_[&d] = shared(d, is_dynamic));
        } else if (!d.sizes.empty() || d.has_no_size) {
            declare_array(d);
        } else if (d.type.is_pointer) {
            declare_pointer(d);
        } else {
            declare_number(d);
        }
    }
}

void Translator::declare_number(const Declarator& d) {
    if (d.initial != nullptr && d.initial->kind == Node::Kind::list) {
        error(d.initial->at, fmt::format("write one value: {} = …", d.name));
        return bind(d, {});
    }
    const std::size_t before = code_.size();
    Expr initial;
    if (d.initial != nullptr) {
        initial = converted(value(d.initial.get()), d.type, d.initial->begin);
        if (initial == nullptr) return bind(d, {});
    }
    if (d.type.is_const && initial != nullptr && initial->kind == Expression::Kind::literal)
        return bind(d, {.kind = Binding::Kind::value, .type = d.type, .value = std::move(initial)});
    // The result of an instruction, which may be undefined, is not copied.
    const bool is_result = initial != nullptr && code_.size() > before && code_.is_result_of_last(initial);
    const VariableId v = is_result ? initial->variable : code_.new_variable(d.name, d.type.number);
    if (is_result)
        code_.kernel().code.variables[v].name = d.name;
    else
        code_.declare(v, std::move(initial), d.at);
    bind(d, {.kind = Binding::Kind::variable, .type = d.type, .variable = v});
}

void Translator::declare_pointer(const Declarator& d) {
    if (d.initial == nullptr) {
        error(d.at, fmt::format("a pointer variable needs a value here: {} = array + i", d.name));
        return bind(d, {});
    }
    const Value v = value(d.initial.get());
    if (v.is_wrong()) return bind(d, {});
    if (!v.pointer || !v.pointer->inner.empty() || v.pointer->element.number != d.type.number) {
        error(d.initial->begin, fmt::format("expected a pointer to '{}'", to_string(pointee(d.type))));
        return bind(d, {});
    }
    if (v.pointer->element.is_const && !d.type.is_const) {
        error(d.initial->begin,
              fmt::format("this points to const numbers; write `const` before the type of '{}'", d.name));
        return bind(d, {});
    }
    const VariableId index = code_.new_variable(d.name, Type::i64);
    code_.declare(index, v.pointer->index, d.at);
    Pointer p = *v.pointer;
    p.element = pointee(d.type);
    bind(d,
         {.kind = Binding::Kind::moving_pointer, .type = d.type, .variable = index, .pointer = std::move(p)});
}

/// From the outermost; nullopt after an error.
std::optional<std::vector<std::int64_t>> Translator::sizes_of(const Declarator& d) {
    std::vector<std::int64_t> result;
    if (d.has_no_size) {
        const bool has_list = d.initial != nullptr && d.initial->kind == Node::Kind::list;
        if (!has_list) {
            error(d.at, fmt::format("the array '{}' needs a size, or a list: {{1, 2, 3}}", d.name));
            return std::nullopt;
        }
        result.push_back(std::ssize(d.initial->parts));
    }
    for (const NodePtr& size : d.sizes) {
        if (size == nullptr) return std::nullopt;
        const auto known = constant(size.get(), names_);
        const bool fits = known && 1 <= *known && *known <= kMaxElements;
        if (!fits) {
            error(size->begin,
                  known ? fmt::format("an array has from 1 to {} elements", kMaxElements)
                        : "the size of an array must be a constant: a number, a macro or a `const int`");
            return std::nullopt;
        }
        result.push_back(*known);
        if (elements_of(result) > kMaxElements) {
            error(size->begin, fmt::format("this array has more than {} elements", kMaxElements));
            return std::nullopt;
        }
    }
    return result;
}

void Translator::declare_array(const Declarator& d) {
    const auto sizes = sizes_of(d);
    if (!sizes) return bind(d, {});
    const std::int64_t elements = elements_of(*sizes);
    Binding b{.type = d.type, .sizes = *sizes};
    if (elements <= kMostVariables && has_constant_uses(d.name, *sizes)) {
        b.kind = Binding::Kind::split_array;
        for (std::int64_t i = 0; i < elements; ++i) {
            b.cells.push_back(code_.new_variable(fmt::format("{}[{}]", d.name, i), d.type.number));
            code_.declare(b.cells.back(), nullptr, d.at);
        }
    } else {
        b.kind = Binding::Kind::array;
        const BufferId buffer = code_.new_buffer(d.name, d.type.number);
        code_.kernel().code.locals.push_back({.buffer = buffer, .elements = elements});
        const Expr size = literal(Type::i64, static_cast<std::uint64_t>(elements), d.at);
        const VariableId base = code_.new_variable(d.name, Type::i64);
        code_.declare(base, times(element_number(d.at), size, d.at), d.at);
        locals_[buffer] = {.base = read(base, ValueType::number(Type::i64), d.at), .elements = elements};
        b.type = pointer_to(d.type);
        b.pointer = {buffer, literal(Type::i64, 0, d.at), d.type, {sizes->begin() + 1, sizes->end()}};
    }
    if (d.initial != nullptr) initialise(b, d);
    bind(d, std::move(b));
}

/// The values of a list, by the number of their element; `first` is that of the list's first one.
void Translator::initial_values(const Node& list, std::span<const std::int64_t> sizes, std::int64_t first,
                                std::map<std::int64_t, const Node*>& found) {
    const std::int64_t each = sizes.empty() ? 1 : elements_of(sizes.subspan(1));
    const std::int64_t most = sizes.empty() ? 1 : sizes.front();
    for (std::size_t i = 0; i < list.parts.size(); ++i) {
        const Node* part = list.parts[i].get();
        if (part == nullptr) continue;
        if (static_cast<std::int64_t>(i) >= most)
            return error(part->begin,
                         fmt::format("the list has more values than the array has elements, {}", most));
        const std::int64_t at = first + static_cast<std::int64_t>(i) * each;
        if (part->kind == Node::Kind::list && sizes.size() > 1)
            initial_values(*part, sizes.subspan(1), at, found);
        else if (part->kind == Node::Kind::list || sizes.size() > 1)
            return error(part->begin, sizes.size() > 1 ? "expected a list for each row: {{1, 2}, {3, 4}}"
                                                       : "expected a number");
        else
            found[at] = part;
    }
}

/// Elements that the list does not have are 0.
void Translator::initialise(const Binding& array, const Declarator& d) {
    if (d.initial->kind != Node::Kind::list) return error(d.initial->begin, "expected a list: {1, 2, 3}");
    std::map<std::int64_t, const Node*> given;
    initial_values(*d.initial, array.sizes, 0, given);
    for (std::int64_t i = 0; i < elements_of(array.sizes); ++i) {
        const auto found = given.find(i);
        const SourcePoint at = found == given.end() ? d.initial->begin : found->second->begin;
        Expr e = found == given.end() ? literal(d.type.number, 0, at)
                                      : converted(value(found->second), d.type, at);
        if (e == nullptr) continue;
        Place to{.type = d.type};
        if (array.kind == Binding::Kind::split_array) {
            to.variable = array.cells[static_cast<std::size_t>(i)];
        } else {
            to.pointer = array.pointer;
            to.pointer->index = literal(Type::i64, static_cast<std::uint64_t>(i), at);
        }
        write_place(to, std::move(e), at);
    }
}

// ---- shared memory

Binding Translator::shared(const Declarator& d, bool is_dynamic) {
    cuda::KernelFunction& kernel = code_.kernel();
    if (d.initial != nullptr) {
        error(d.initial->begin,
              "shared memory has no values at first; let threads write them, and wait: __syncthreads()");
        return {};
    }
    if (is_dynamic && (!d.has_no_size || !d.sizes.empty())) {
        error(d.at, fmt::format("write `extern __shared__ {} {}[];`: the launch sets its size",
                                to_string(d.type), d.name));
        return {};
    }
    std::vector<std::int64_t> sizes;
    if (!is_dynamic) {
        const auto found = sizes_of(d);
        if (!found) return {};
        sizes = *found;
    }
    Binding b{.kind = Binding::Kind::array,
              .type = sizes.empty() && !is_dynamic ? d.type : pointer_to(d.type)};
    b.pointer = {0, literal(Type::i64, 0, d.at), d.type};
    if (!sizes.empty()) b.pointer.inner.assign(sizes.begin() + 1, sizes.end());
    const auto same =
        is_dynamic ? std::ranges::find(kernel.shared, 0, &cuda::SharedArray::elements) : kernel.shared.end();
    if (same != kernel.shared.end()) {
        b.pointer.buffer = same->buffer;
        if (kernel.code.buffers[same->buffer].element != d.type.number) {
            error(d.at, "all `extern __shared__` arrays are the same memory, and have one type here");
            return {};
        }
        return b;
    }
    b.pointer.buffer = code_.new_buffer(d.name, d.type.number);
    const std::int64_t bytes = bytes_of(d.type.number);
    kernel.shared.push_back({b.pointer.buffer, is_dynamic ? 0 : elements_of(sizes), bytes});
    kernel.shapes.push_back(shape_of(d, b.pointer.buffer, sizes));
    std::int64_t total = 0;
    for (const cuda::SharedArray& array : kernel.shared) total += array.elements * array.bytes;
    if (!is_dynamic && total > kMostShared && total - elements_of(sizes) * bytes <= kMostShared)
        error(d.at,
              fmt::format(
                  "with this variable there are {} bytes of static shared memory; CUDA allows {}; for more, "
                  "use `extern __shared__`, whose size the launch sets",
                  total, kMostShared));
    return b;
}

}  // namespace musimd::dsl::kernel_c
