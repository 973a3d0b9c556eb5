#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>

#include "reader/cuda/byte_layout.hpp"
#include "reader/cuda/forwarding.hpp"
#include "reader/cuda/initial_values.hpp"
#include "reader/cuda/object_shapes.hpp"
#include "reader/readers.hpp"

// Variables that are a kernel's own: numbers of threads, shared memory, and variables of the device.

namespace musimd::reader {
namespace {

struct NumberName {
    llvm::StringRef name;
    ThreadNumber x;
};

constexpr NumberName kNumbers[] = {{"threadIdx", ThreadNumber::thread_x},
                                   {"blockIdx", ThreadNumber::block_x},
                                   {"blockDim", ThreadNumber::threads_x},
                                   {"gridDim", ThreadNumber::blocks_x}};
constexpr std::string_view kDimensions[] = {"_x", "_y", "_z"};

constexpr std::size_t kMaxCells = std::size_t{1} << 25;  // of a variable: each has an initial value

/// See KernelKnowledge::shared.
const ast::VarDecl* key_of(const ast::VarDecl* v) {
    return v->getType()->isIncompleteArrayType() ? nullptr : v;
}

Type unsigned_of(std::int64_t bytes) {
    return *type_of(TypeKind::unsigned_integer, static_cast<int>(8 * std::min<std::int64_t>(bytes, 8)));
}

}  // namespace

/// A variable outside of functions, or in shared memory, at its first mention.
Binding KernelVariables::variable_of_kernel(const ast::VarDecl* v) {
    const std::string name = v->getNameAsString();
    for (const NumberName& number : kNumbers) {
        if (number.name == name && v->getType()->isRecordType()) return thread_numbers(number.name, number.x);
    }
    if (name == "warpSize")
        return {.kind = Binding::Kind::value,
                .variable = 0,
                .pointer = {},
                .value = literal(Type::i32, kWarpSize),
                .region = here_.region};
    if (v->hasAttr<ast::CUDASharedAttr>()) return shared_object(v);
    if (v->hasAttr<ast::CUDADeviceAttr>() || v->hasAttr<ast::CUDAConstantAttr>() || v->isStaticLocal() ||
        v->getType()->isCUDADeviceBuiltinTextureType())
        return device_variable(v);
    context_.fail(
        v->getLocation(),
        "'" + name + "' is a host variable; kernels can use only `__device__` and `__constant__` variables");
}

/// threadIdx and the like: three variables, which the launch sets.
Binding KernelVariables::thread_numbers(llvm::StringRef name, ThreadNumber x) {
    Binding result{
        .kind = Binding::Kind::object, .variable = 0, .pointer = {}, .value = {}, .region = here_.region};
    result.pointer.to = Pointer::To::variables;
    for (std::size_t d = 0; d < 3; ++d) {
        const VariableId v =
            new_variable(name.str() + std::string(kDimensions[d]), ValueType::number(Type::u32));
        kernel_->numbers.emplace_back(v, static_cast<ThreadNumber>(static_cast<std::size_t>(x) + d));
        result.pointer.cells.push_back(v);
    }
    return result;
}

/// All `extern __shared__` arrays are one object.
Binding KernelVariables::shared_object(const ast::VarDecl* v) {
    const ast::QualType type = v->getType();
    const std::vector<Cell> cells =
        cells_of(context_, context_.tree().getBaseElementType(type), v->getLocation());
    const bool dynamic = type->isIncompleteArrayType();
    Binding result{
        .kind = type->isArrayType() || type->isRecordType() ? Binding::Kind::object : Binding::Kind::cell,
        .variable = 0,
        .pointer = {.index = {}, .to = Pointer::To::variables},
        .value = {},
        .region = here_.region};
    if (cells.empty() && !dynamic) return result;  // of an empty class
    const auto as = readers_.kernel->known.shared.find(key_of(v));
    const bool is_as_declared = as == readers_.kernel->known.shared.end();
    const Type number = cells.empty() ? Type::u8 : cells.front().type;
    const Type stored = is_as_declared ? number : as->second.value_or(number);
    const std::int64_t bytes = is_as_declared || as->second ? width_of(stored) / 8 : 1;
    const auto known = std::ranges::find(kernel_->shared, 0, &cuda::SharedArray::elements);
    if (dynamic && known != kernel_->shared.end()) {
        if (known->bytes != bytes) divide_units(known->buffer, std::min(known->bytes, bytes));
        result.pointer = first_of_shared(v, known->buffer);
        return result;
    }
    if (!dynamic) check_static_shared(v);
    const BufferId buffer = emitter_.new_buffer(v->getNameAsString(), stored);
    std::int64_t elements = 0;
    if (!dynamic && is_as_declared) elements = cell_count(context_, type, v->getLocation());
    if (!dynamic && !is_as_declared)
        elements = context_.tree().getTypeSizeInChars(type).getQuantity() / bytes;
    kernel_->shared.push_back({buffer, elements, bytes});
    kernel_->shapes.push_back(shape_of(context_, type, buffer, !is_as_declared));
    shared_objects_[buffer] = v;
    result.pointer = first_of_shared(v, buffer);
    return result;
}

Pointer KernelVariables::first_of_shared(const ast::VarDecl* v, BufferId buffer) const {
    Pointer first{buffer, literal(Type::i64, 0)};
    const std::optional<Type>* const units = units_of(buffer);
    if (units == nullptr) return first;
    if (*units) first.number_bytes = unit_bytes(buffer);
    return to_elements(std::move(first), v->getType(), v->getLocation());
}

void KernelVariables::check_static_shared(const ast::VarDecl* v) {
    constexpr std::int64_t kMost = 48 << 10;
    const bool fitted = static_shared_ <= kMost;
    static_shared_ += context_.tree().getTypeSizeInChars(v->getType()).getQuantity();
    if (!fitted || static_shared_ <= kMost) return;
    context_.report(v->getLocation(), "with this variable there are " + std::to_string(static_shared_) +
                                          " bytes of static shared memory; CUDA allows " +
                                          std::to_string(kMost) +
                                          "; for more, use `extern __shared__`, whose size the launch sets");
}

void read_again(const Context& context, const ReadAgain& knowing) {
    if (!context.tree().getDiagnostics().hasErrorOccurred()) throw ReadAgain(knowing);
    throw Unsupported{};
}

/// See KernelKnowledge::shared; null: the object has the numbers of its declaration.
const std::optional<Type>* KernelVariables::units_of(BufferId buffer) const {
    const auto as = readers_.kernel->known.shared.find(key_of(shared_objects_.at(buffer)));
    return as == readers_.kernel->known.shared.end() ? nullptr : &as->second;
}

std::int64_t KernelVariables::unit_bytes(BufferId buffer) const {
    return width_of(function_.buffers[buffer].element) / 8;
}

/// Of each number of the declaration; 0: they differ in size.
std::int64_t KernelVariables::declared_bytes(BufferId buffer) const {
    return bytes_of_each(context_, context_.tree().getBaseElementType(shared_objects_.at(buffer)->getType()));
}

/// The object, which has numbers of so many bytes that are written, is read with units that are not larger.
void KernelVariables::divide_units(BufferId buffer, std::int64_t bytes) const {
    read_again(context_, {.shared = key_of(shared_objects_.at(buffer)), .as = unsigned_of(bytes)});
}

/// Numbers have addresses, or are accessed atomically, which must be units.
void KernelVariables::refuse_units(const Pointer& to) const {
    if (to.layout == nullptr && to.scale < unit_bytes(to.buffer)) divide_units(to.buffer, to.scale);
    read_again(context_, {.shared = key_of(shared_objects_.at(to.buffer))});
}

/// An access to memory of which a number is in the cell of its first byte: there, elements have one size.
void KernelVariables::check_size(const Pointer& to, const ast::Expr* at) {
    if (to.begin == nullptr) return;
    for (const Accessed& other : accessed_) {
        if (other.buffer != to.buffer || other.bytes == to.scale || !same(other.begin, to.begin)) continue;
        context_.fail(at->getExprLoc(),
                      "this accesses elements of size " + std::to_string(to.scale) +
                          " where others of size " + std::to_string(other.bytes) +
                          " are accessed, in shared memory that has atomic accesses; that is not supported: "
                          "elements that are accessed atomically need an array of their own");
    }
    accessed_.push_back({to.buffer, to.begin, to.scale});
}

/// The largest number of which the object consists whatever it is accessed as: what is written may be
/// smaller.
Type KernelVariables::unit_for(const ast::VarDecl* v, ast::QualType given, ast::QualType wanted) const {
    std::int64_t most = 1;
    std::optional<Type> number;
    for (const ast::QualType type : {wanted, given}) {
        for (const Cell& cell : cells_of(context_, type, {})) {
            if (width_of(cell.type) / 8 <= most && number) continue;
            number = cell.type;
            most = width_of(cell.type) / 8;
        }
    }
    if (key_of(v) == nullptr) return number.value_or(Type::u8);
    const std::int64_t size = context_.tree().getTypeSizeInChars(v->getType()).getQuantity();
    return size % most == 0 ? number.value_or(Type::u8) : unsigned_of(size & -size);
}

/// A pointer into shared memory as one to elements of other sizes.
Pointer KernelVariables::in_units(const Pointer& from, ast::QualType given, ast::QualType wanted,
                                  ast::SourceLocation where) const {
    const ast::VarDecl* v = shared_objects_.at(from.buffer);
    const std::optional<Type>* const units = units_of(from.buffer);
    if (units == nullptr) {
        const std::int64_t bytes = declared_bytes(from.buffer);
        const Type unit = unit_for(v, given, wanted);
        if (bytes == 0 || width_of(unit) / 8 > bytes) read_again(context_, {.shared = key_of(v), .as = unit});
    }
    Pointer result = from;
    if (units == nullptr || *units)
        result = Views::in_bytes(std::move(result), unit_bytes(from.buffer), context_.line(where));
    return to_elements(std::move(result), wanted, where);
}

/// The same with a check of its alignment; nullopt: it is not one into shared memory.
std::optional<Pointer> KernelVariables::as_elements(const Pointer& from, ast::QualType given,
                                                    ast::QualType element, const ast::Expr* at) {
    if (from.to != Pointer::To::buffer || !is_shared(from.buffer)) return std::nullopt;
    return readers_.views.to_aligned(in_units(from, given, element, at->getExprLoc()), element, at);
}

/// Whether the pointer is into shared memory, and its index counts bytes.
bool KernelVariables::is_to_bytes(const Pointer& p) const {
    if (p.to != Pointer::To::buffer || !is_shared(p.buffer)) return false;
    const std::optional<Type>* const units = units_of(p.buffer);
    return p.number_bytes != 0 || (units != nullptr && !*units);
}

/// A pointer whose index counts bytes of shared memory, as one to elements of the type.
Pointer KernelVariables::to_elements(Pointer at, ast::QualType type, ast::SourceLocation where) const {
    const ast::QualType element = context_.tree().getBaseElementType(type);
    const std::vector<Cell> cells = cells_of(context_, element, where);  // reports what is not supported
    if (cells.empty()) return {.index = {}, .to = Pointer::To::variables};
    at.layout = nullptr;
    at.cell = 0;
    at.begin = nullptr;
    at.scale = bytes_of_each(context_, element);
    if (at.scale != 0 && at.number_bytes == 0) at.begin = at.index;
    if (at.scale != 0) return Views::simplest(std::move(at));
    at.layout = std::make_shared<const cuda::ByteLayout>(layout_of(context_, element));
    at.scale = width_of(cells.front().type) / 8;
    return at;
}

/// The pointer to the number so many after this one of the structure.
Pointer KernelVariables::shifted_in_bytes(Pointer from, std::int64_t cells, SourcePoint at) {
    const cuda::ByteLayout& layout = *from.layout;
    const std::int64_t count = std::ssize(layout.numbers);
    const auto offset = [&](std::int64_t cell) {  // the end is the beginning of the next structure
        return cell / count * layout.bytes + layout.numbers[static_cast<std::size_t>(cell % count)].offset;
    };
    const std::int64_t bytes = offset(from.cell + cells) - offset(from.cell);
    from.cell = (from.cell + cells) % count;
    from.scale = width_of(layout.numbers[static_cast<std::size_t>(from.cell)].type) / 8;
    from.index = plus(std::move(from.index), literal(Type::i64, static_cast<std::uint64_t>(bytes), at), at);
    return from;
}

/// Of variables in two namespaces, or hidden by a parameter: each has its own, by which it can be given.
std::string KernelVariables::parameter_name(const ast::VarDecl* v) const {
    const auto is_taken = [&](const std::string& name) {
        return std::ranges::any_of(function_.parameters, [&](const openmp::Parameter& p) {
            return p.name == name || p.name.starts_with(name + ".");
        });
    };
    const std::string qualified = v->getQualifiedNameAsString();
    for (const std::string& name : {v->getNameAsString(), qualified, "::" + qualified}) {
        if (!is_taken(name)) return name;
    }
    return qualified + "_of_line_" + std::to_string(context_.line(v->getLocation()).line);
}

/// A parameter that has the values of the text, unless it is given. Of structures, each member is one.
Binding KernelVariables::device_variable(const ast::VarDecl* v) {
    const ast::QualType type = v->getType();
    const ast::QualType element = context_.tree().getBaseElementType(type);
    const ast::SourceLocation where = v->getLocation();
    const auto first = static_cast<BufferId>(function_.buffers.size());
    Binding result{
        .kind = type->isArrayType() || type->isRecordType() ? Binding::Kind::object : Binding::Kind::cell,
        .variable = 0,
        .pointer = {first, literal(Type::i64, 0)},
        .value = {},
        .region = here_.region};
    const auto cells = static_cast<std::size_t>(cell_count(context_, type, where));
    if (cells == 0) {  // of an empty class
        result.pointer = {.index = {}, .to = Pointer::To::variables};
        return result;
    }
    if (cells > kMaxCells)
        context_.fail(where, "'" + v->getNameAsString() + "' has " + std::to_string(cells) +
                                 " numbers; variables of the device may have " + std::to_string(kMaxCells) +
                                 ", arrays that the program allocates more");
    kernel_->shapes.push_back(shape_of(context_, type, first));
    const std::string name = parameter_name(v);
    std::vector<Member> members = {{.name = "", .type = Type::i32}};
    if (element->isRecordType())
        members = members_of(context_, element, where);
    else
        members.front().type = context_.number(element, where);
    if (element->isRecordType()) {
        function_.structures.push_back(
            {.whole = first, .members = static_cast<std::uint32_t>(members.size())});
        function_.buffers.push_back({name, members.front().type});
    }
    std::vector<std::uint64_t> initial(cells);
    if (!initial_patterns(context_, v, initial))
        context_.fail(where, "this initial value is not supported yet");
    for (std::size_t m = 0; m < members.size(); ++m) {
        openmp::Parameter parameter;
        parameter.name = name + members[m].name;
        parameter.line = context_.line(where);
        parameter.type = members[m].type;
        parameter.boolean = element->isBooleanType();
        parameter.of_structure = element->isRecordType();
        parameter.writes = !v->hasAttr<ast::CUDAConstantAttr>() && !element.isConstQualified();
        cuda::DeviceVariable variable{
            .symbol = name_for_linker(v), .element = layout_of(context_, element), .member = m};
        for (std::size_t i = m; i < cells; i += members.size()) variable.initial.push_back(initial[i]);
        add_device_variable(std::move(parameter), std::move(variable));
    }
    return result;
}

void KernelVariables::add_device_variable(openmp::Parameter parameter, cuda::DeviceVariable variable) {
    parameter.buffer = static_cast<BufferId>(function_.buffers.size());
    variable.parameter = function_.parameters.size();
    function_.buffers.push_back({parameter.name, parameter.type});
    function_.parameters.push_back(std::move(parameter));
    kernel_->variables.push_back(std::move(variable));
}

}  // namespace musimd::reader
