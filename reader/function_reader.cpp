#include "reader/function_reader.hpp"

#include "reader/body_reader.hpp"
#include "reader/shapes.hpp"

// The function: its parameters, and its body.

namespace musimd::reader {
namespace {

/// Also of namespaces and `extern "C"`, without those of the system's headers.
void add_functions(const ast::DeclContext& in, std::vector<const ast::FunctionDecl*>& result) {
    for (const ast::Decl* d : in.decls()) {
        if (d->getASTContext().getSourceManager().isInSystemHeader(d->getLocation())) continue;
        if (const auto* f = llvm::dyn_cast<ast::FunctionDecl>(d))
            result.push_back(f);
        else if (llvm::isa<ast::NamespaceDecl, ast::LinkageSpecDecl>(d))
            add_functions(*llvm::cast<ast::DeclContext>(d), result);
    }
}

std::vector<const ast::FunctionDecl*> functions_of(const Context& context) {
    std::vector<const ast::FunctionDecl*> result;
    for (const ast::TranslationUnitDecl* unit : context.units()) add_functions(*unit, result);
    return result;
}

const ast::FunctionDecl* find(const Context& context, const Source& source) {
    const ast::FunctionDecl* declared = nullptr;
    std::string nearest;
    unsigned distance = static_cast<unsigned>(source.function.size()) / 3 + 2;
    for (const ast::FunctionDecl* f : functions_of(context)) {
        const std::string name = f->getNameAsString();
        if (name == source.function || f->getQualifiedNameAsString() == source.function) {
            if (f->isThisDeclarationADefinition()) return f;
            declared = f;
        }
        const unsigned d = llvm::StringRef(name).edit_distance(source.function);
        if (d != 0 && d < distance && f->hasBody()) {
            nearest = name;
            distance = d;
        }
    }
    if (declared != nullptr)
        context.fail(declared->getLocation(), "'" + source.function + "' is declared here, but not defined");
    context.fail({}, source.file + " has no function '" + source.function + "'" +
                         (nearest.empty() ? "" : "; did you mean '" + nearest + "'?"));
}

class Parameters {
  public:
    Parameters(const Context& context, openmp::LoopFunction& function, BodyReader& body, unsigned region)
        : context_(context), function_(function), body_(body), region_(region) {}

    void read(const ast::ParmVarDecl* p) {
        openmp::Parameter parameter;
        parameter.name = p->getNameAsString();
        parameter.line = context_.line(p->getLocation());
        Binding b;
        b.region = region_;
        if (p->getType()->isPointerType() && is_composed(scalar_of(p->getType()->getPointeeType()))) {
            return structures(p, parameter);
        } else if (p->getType()->isPointerType()) {
            const ast::QualType element = scalar_of(p->getType()->getPointeeType());
            parameter.type = context_.number(element, p->getLocation());
            parameter.writes = !element.isConstQualified();
            parameter.boolean = element->isBooleanType();
            parameter.buffer = static_cast<BufferId>(function_.buffers.size());
            function_.buffers.push_back({parameter.name, parameter.type});
            note_shape(context_, *parameter.buffer, parameter.name, p->getType()->getPointeeType(), true,
                       function_);
            b.kind = Binding::Kind::pointer;
            b.pointer = {*parameter.buffer, literal(Type::i64, 0)};
        } else if (is_composed(p->getType()) && region_ != 0) {
            return by_value(p, std::move(parameter));
        } else {
            parameter.type = context_.number(p->getType(), p->getLocation());
            parameter.boolean = p->getType()->isBooleanType();
            parameter.variable = body_.new_variable(parameter.name, ValueType::number(parameter.type));
            b.kind = Binding::Kind::variable;
            b.variable = *parameter.variable;
        }
        body_.bind(p, std::move(b));
        function_.parameters.push_back(std::move(parameter));
    }

  private:
    // Each member is a parameter of its own.
    void structures(const ast::ParmVarDecl* p, const openmp::Parameter& parameter) {
        Binding b;
        b.region = region_;
        b.kind = Binding::Kind::pointer;
        b.pointer = {add_structures(p->getType(), parameter, p->getLocation()), literal(Type::i64, 0)};
        body_.bind(p, std::move(b));
    }

    BufferId add_structures(ast::QualType pointer, const openmp::Parameter& parameter,
                            ast::SourceLocation where) {
        const ast::QualType element = scalar_of(pointer->getPointeeType());
        const std::vector<Member> members = members_of(context_, element, where);
        const auto whole = static_cast<BufferId>(function_.buffers.size());
        function_.structures.push_back(
            {.whole = whole, .members = static_cast<std::uint32_t>(members.size())});
        function_.buffers.push_back({parameter.name, members.front().type});
        note_shape(context_, whole, parameter.name, pointer->getPointeeType(), true, function_);
        for (const Member& member : members) {
            openmp::Parameter part = parameter;
            part.name += member.name;
            part.type = member.type;
            part.of_structure = true;
            part.writes = !element.isConstQualified();
            part.buffer = static_cast<BufferId>(function_.buffers.size());
            function_.buffers.push_back({part.name, part.type});
            function_.parameters.push_back(std::move(part));
        }
        return whole;
    }

    // A structure: each number and each pointer in it is a parameter of its own.
    void by_value(const ast::ParmVarDecl* p, const openmp::Parameter& whole) {
        Binding b;
        b.region = region_;
        b.kind = Binding::Kind::object;
        b.pointer.to = Pointer::To::variables;
        add_parts(p->getType(), whole, p->getLocation(), b.pointer.cells);
        body_.bind(p, std::move(b));
    }

    void add_parts(ast::QualType type, openmp::Parameter parameter, ast::SourceLocation where,
                   std::vector<VariableId>& cells) {
        const std::string name = parameter.name;
        if (const auto* array = context_.tree().getAsConstantArrayType(type)) {
            for (std::uint64_t i = 0; i < array->getSize().getZExtValue(); ++i) {
                parameter.name = name + "[" + std::to_string(i) + "]";
                add_parts(array->getElementType(), parameter, where, cells);
            }
            return;
        }
        if (const ast::RecordDecl* record = type->getAsRecordDecl()) {
            cell_count(context_, type, where);  // whether it is supported
            refuse_bits(context_, type, where);
            for (const Component& part : parts_of(record->getDefinition())) {
                parameter.name = name + part.name(".");
                add_parts(part.type, parameter, where, cells);
            }
            return;
        }
        if (type->isAnyComplexType()) context_.number(type, where);  // an error
        const bool is_pointer = type->isPointerType();
        if (is_pointer && is_composed(scalar_of(type->getPointeeType()))) {
            cells.push_back(body_.new_variable(name, ValueType::number(Type::i64)));
            function_.addresses.emplace_back(cells.back(), add_structures(type, parameter, where));
            return;
        }
        const ast::QualType element = is_pointer ? scalar_of(type->getPointeeType()) : type;
        parameter.type = context_.number(element, where);
        parameter.boolean = element->isBooleanType();
        parameter.writes = is_pointer && !element.isConstQualified();
        const VariableId v =
            body_.new_variable(name, ValueType::number(is_pointer ? Type::i64 : parameter.type));
        cells.push_back(v);
        if (is_pointer) {
            parameter.buffer = static_cast<BufferId>(function_.buffers.size());
            function_.buffers.push_back({name, parameter.type});
            function_.addresses.emplace_back(v, *parameter.buffer);
        } else {
            parameter.variable = v;
        }
        function_.parameters.push_back(std::move(parameter));
    }

    ast::QualType scalar_of(ast::QualType type) const {
        return type->isArrayType() ? context_.tree().getBaseElementType(type) : type;
    }

    const Context& context_;
    openmp::LoopFunction& function_;
    BodyReader& body_;
    unsigned region_;
};

}  // namespace

void read_parameters(const Context& context, const ast::FunctionDecl* f, openmp::LoopFunction& function,
                     BodyReader& body, unsigned region) {
    Parameters parameters(context, function, body, region);
    for (const ast::ParmVarDecl* p : f->parameters()) {
        try {
            parameters.read(p);
        } catch (const Unsupported&) {  // reported
        }
    }
}

openmp::LoopFunction read_function(const Context& context, const Source& source) {
    const ast::FunctionDecl* f = find(context, source);
    openmp::LoopFunction result;
    result.name = source.function;
    result.file = source.file;
    if (f->isVariadic())
        context.report(f->getLocation(), "'" + result.name + "' has a variable number of parameters");
    BodyReader body(context, result, source.threads);
    body.find_assigned(f->getBody());
    if (f->isMain())
        body.main_parameters(f, source.arguments);
    else
        read_parameters(context, f, result, body, 0);
    try {
        body.function_body(f);
    } catch (const Unsupported&) {  // reported
    }
    return result;
}

}  // namespace musimd::reader
