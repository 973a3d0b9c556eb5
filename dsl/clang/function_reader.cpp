#include "dsl/clang/function_reader.hpp"

#include "dsl/clang/body_reader.hpp"

// The function: its parameters, and its body.

namespace musimd::dsl::clang {
namespace {

/// The functions of the file, without those of the system's headers.
std::vector<const ast::FunctionDecl*> functions_of(const ast::ASTContext& tree) {
    std::vector<const ast::FunctionDecl*> result;
    for (const ast::Decl* d : tree.getTranslationUnitDecl()->decls()) {
        const auto* f = llvm::dyn_cast<ast::FunctionDecl>(d);
        if (f != nullptr && !tree.getSourceManager().isInSystemHeader(f->getLocation())) result.push_back(f);
    }
    return result;
}

const ast::FunctionDecl* find(const Context& context, const Source& source) {
    const ast::FunctionDecl* declared = nullptr;
    std::string nearest;
    unsigned distance = static_cast<unsigned>(source.function.size()) / 3 + 2;
    for (const ast::FunctionDecl* f : functions_of(context.tree())) {
        const std::string name = f->getNameAsString();
        if (name == source.function) {
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

class FunctionReader {
  public:
    FunctionReader(const Context& context, const Source& source)
        : context_(context), arguments_(source.arguments), body_(context, result_, source.threads) {
        result_.name = source.function;
        result_.file = source.file;
    }

    openmp::LoopFunction read(const ast::FunctionDecl* f) {
        if (f->isVariadic())
            context_.report(f->getLocation(), "'" + result_.name + "' has a variable number of parameters");
        body_.find_assigned(f->getBody());
        if (f->isMain()) {
            body_.main_parameters(f, arguments_);
        } else {
            for (const ast::ParmVarDecl* p : f->parameters()) attempt([&] { parameter(p); });
        }
        attempt([&] { body_.function_body(f); });
        return std::move(result_);
    }

  private:
    template <typename F>
    void attempt(const F& read) {
        try {
            read();
        } catch (const Unsupported&) {  // reported
        }
    }

    void parameter(const ast::ParmVarDecl* p) {
        openmp::Parameter made;
        made.name = p->getNameAsString();
        made.line = context_.line(p->getLocation());
        Binding b;
        if (p->getType()->isPointerType() && scalar_of(p->getType()->getPointeeType())->isRecordType()) {
            return structures(p, std::move(made));
        } else if (p->getType()->isPointerType()) {
            const ast::QualType element = scalar_of(p->getType()->getPointeeType());
            made.type = context_.number(element, p->getLocation());
            made.writes = !element.isConstQualified();
            made.boolean = element->isBooleanType();
            made.buffer = static_cast<BufferId>(result_.buffers.size());
            result_.buffers.push_back({made.name, made.type});
            b.kind = Binding::Kind::pointer;
            b.pointer = {*made.buffer, literal(Type::i64, 0)};
        } else {
            made.type = context_.number(p->getType(), p->getLocation());
            made.boolean = p->getType()->isBooleanType();
            made.variable = body_.new_variable(made.name, ValueType::number(made.type));
            b.kind = Binding::Kind::variable;
            b.variable = *made.variable;
        }
        body_.bind(p, std::move(b));
        result_.parameters.push_back(std::move(made));
    }

    // Each member is a parameter of its own.
    void structures(const ast::ParmVarDecl* p, openmp::Parameter made) {
        const ast::QualType element = scalar_of(p->getType()->getPointeeType());
        const std::vector<Member> members = members_of(context_, element, p->getLocation());
        const auto whole = static_cast<BufferId>(result_.buffers.size());
        result_.structures.push_back({.whole = whole, .members = static_cast<std::uint32_t>(members.size())});
        result_.buffers.push_back({made.name, members.front().type});
        for (const Member& member : members) {
            openmp::Parameter part = made;
            part.name += member.name;
            part.type = member.type;
            part.of_structure = true;
            part.writes = !element.isConstQualified();
            part.buffer = static_cast<BufferId>(result_.buffers.size());
            result_.buffers.push_back({part.name, part.type});
            result_.parameters.push_back(std::move(part));
        }
        Binding b;
        b.kind = Binding::Kind::pointer;
        b.pointer = {whole, literal(Type::i64, 0)};
        body_.bind(p, std::move(b));
    }

    ast::QualType scalar_of(ast::QualType type) const {
        return type->isArrayType() ? context_.tree().getBaseElementType(type) : type;
    }

    const Context& context_;
    const std::vector<std::string>& arguments_;
    openmp::LoopFunction result_;
    BodyReader body_;
};

}  // namespace

openmp::LoopFunction read_function(const Context& context, const Source& source) {
    const ast::FunctionDecl* function = find(context, source);
    return FunctionReader(context, source).read(function);
}

}  // namespace musimd::dsl::clang
