#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>

#include "dsl/clang/body_reader.hpp"

// The body of a kernel, and the variables that are its own: numbers of threads, and shared memory.

namespace musimd::dsl::clang {
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

}  // namespace

void BodyReader::kernel_body(const ast::FunctionDecl* f, cuda::KernelFunction& kernel) {
    kernel_ = &kernel;
    region_ = 1;
    calls_.push_back({f, std::nullopt});
    around_.push_back(Around::call);
    function_.body = block([&] {
        assigned_parameters(f);
        statement(f->getBody());
    });
    around_.pop_back();
    calls_.pop_back();
}

/// A variable outside of functions, or in shared memory, at its first mention.
Binding BodyReader::variable_of_kernel(const ast::VarDecl* v) {
    const std::string name = v->getNameAsString();
    for (const NumberName& number : kNumbers) {
        if (number.name == name && v->getType()->isRecordType()) return thread_numbers(number.name, number.x);
    }
    if (name == "warpSize")
        return {.kind = Binding::Kind::value,
                .variable = 0,
                .pointer = {},
                .value = literal(Type::i32, kWarpSize),
                .region = region_};
    if (v->hasAttr<ast::CUDASharedAttr>()) return shared_object(v);
    if (v->hasAttr<ast::CUDADeviceAttr>() || v->hasAttr<ast::CUDAConstantAttr>()) return device_variable(v);
    context_.fail(
        v->getLocation(),
        "'" + name +
            "' is a variable of the host; kernels use those that are `__device__` or `__constant__`");
}

/// threadIdx and the like: three variables, which the launch sets.
Binding BodyReader::thread_numbers(llvm::StringRef name, ThreadNumber x) {
    Binding result{
        .kind = Binding::Kind::object, .variable = 0, .pointer = {}, .value = {}, .region = region_};
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
Binding BodyReader::shared_object(const ast::VarDecl* v) {
    const ast::QualType type = v->getType();
    const ast::QualType element = type->isArrayType() ? context_.tree().getBaseElementType(type) : type;
    const Type number = cells_of(context_, element, v->getLocation()).front().type;
    const bool dynamic = type->isIncompleteArrayType();
    const auto known = std::ranges::find(kernel_->shared, 0, &cuda::SharedArray::elements);
    const std::int64_t bytes = width_of(number) / 8;
    Binding result{
        .kind = type->isArrayType() || type->isRecordType() ? Binding::Kind::object : Binding::Kind::cell,
        .variable = 0,
        .pointer = {},
        .value = {},
        .region = region_};
    result.pointer.index = literal(Type::i64, 0);
    if (dynamic && known != kernel_->shared.end()) {
        if (known->bytes != bytes)
            context_.fail(v->getLocation(),
                          "all `extern __shared__` arrays are at one address, and this one's "
                          "elements have another size; that is not supported yet");
        result.pointer.buffer = known->buffer;
        return result;
    }
    result.pointer.buffer = static_cast<BufferId>(function_.buffers.size());
    function_.buffers.push_back({unique_buffer_name(v->getNameAsString()), number});
    const std::int64_t elements = dynamic ? 0 : cell_count(context_, type, v->getLocation());
    kernel_->shared.push_back({result.pointer.buffer, elements, bytes});
    return result;
}

namespace {

/// The patterns of the numbers of a constant, in order; false if it has others.
bool add_patterns(const ast::APValue& value, std::vector<std::uint64_t>& patterns) {
    if (value.isInt()) {
        patterns.push_back(value.getInt().getZExtValue());
        return true;
    }
    if (value.isFloat()) {
        patterns.push_back(value.getFloat().bitcastToAPInt().getZExtValue());
        return true;
    }
    if (!value.isArray()) return false;
    for (unsigned i = 0; i < value.getArraySize(); ++i) {
        const bool given = i < value.getArrayInitializedElts();
        if (!add_patterns(given ? value.getArrayInitializedElt(i) : value.getArrayFiller(), patterns))
            return false;
    }
    return true;
}

}  // namespace

/// A parameter that has the values of the text, unless it is given.
Binding BodyReader::device_variable(const ast::VarDecl* v) {
    const ast::QualType type = v->getType();
    const ast::QualType element = type->isArrayType() ? context_.tree().getBaseElementType(type) : type;
    openmp::Parameter made;
    made.name = v->getNameAsString();
    made.line = context_.line(v->getLocation());
    made.type = context_.number(element, v->getLocation());
    made.boolean = element->isBooleanType();
    made.writes = !v->hasAttr<ast::CUDAConstantAttr>();
    made.buffer = static_cast<BufferId>(function_.buffers.size());
    Binding result{.kind = type->isArrayType() ? Binding::Kind::object : Binding::Kind::cell,
                   .variable = 0,
                   .pointer = {*made.buffer, literal(Type::i64, 0)},
                   .value = {},
                   .region = region_};
    cuda::DeviceVariable variable{.parameter = function_.parameters.size()};
    const auto cells = static_cast<std::size_t>(cell_count(context_, type, v->getLocation()));
    const ast::APValue* initial = v->getInit() == nullptr ? nullptr : v->evaluateValue();
    if (v->getInit() != nullptr && (initial == nullptr || !add_patterns(*initial, variable.initial)))
        context_.fail(v->getLocation(), "this initial value is not supported yet");
    variable.initial.resize(cells);
    function_.buffers.push_back({made.name, made.type});
    function_.parameters.push_back(std::move(made));
    kernel_->variables.push_back(std::move(variable));
    return result;
}

/// A reference is another name of what it refers to.
Binding BodyReader::reference(const ast::Expr* to) {
    const ast::QualType type = to->getType();
    Binding result{
        .kind = Binding::Kind::object, .variable = 0, .pointer = {}, .value = {}, .region = region_};
    const auto* temporary = llvm::dyn_cast<ast::MaterializeTemporaryExpr>(to->IgnoreParens());
    if (temporary != nullptr && !type->isRecordType() && !type->isArrayType()) {
        result.kind = Binding::Kind::value;
        result.value = settle(value(temporary->getSubExpr()), to);
        return result;
    }
    if (temporary != nullptr) {
        result.pointer = structure(temporary->getSubExpr());
        return result;
    }
    result.pointer = settled(lvalue(to), to);
    if (type->isRecordType() || type->isArrayType()) return result;
    if (result.pointer.to != Pointer::To::variables) {
        result.kind = Binding::Kind::cell;
        return result;
    }
    result.kind = Binding::Kind::variable;
    result.variable = result.pointer.cells[static_cast<std::size_t>(result.pointer.cell)];
    return result;
}

/// The object must be known where the function is called.
void BodyReader::return_reference(const ast::Expr* to) {
    if (calls_.back().reference)
        context_.fail(to->getExprLoc(), "a function that returns a reference must have one `return` alone");
    calls_.back().reference = settled(lvalue(to), to);
}

}  // namespace musimd::dsl::clang
