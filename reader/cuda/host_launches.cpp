#include "reader/cuda/host_launches.hpp"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <set>

#include "reader/cuda/host_variables.hpp"

// Launches in host code, as conditions on the parameters and sizes of the kernel. A variable that has one
// value as long as it exists is that value, or an unknown of the launch.

namespace musimd::reader {
namespace {

constexpr int kMostDepth = 16;  ///< of variables that are defined by others
constexpr const char* kAxes[] = {"x", "y", "z"};

using Text = std::optional<std::string>;

const ast::VarDecl* variable_in(const ast::Expr* e) {
    const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(e->IgnoreParenCasts());
    return name == nullptr ? nullptr : llvm::dyn_cast<ast::VarDecl>(name->getDecl());
}

bool is_number(const std::string& text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

std::string in_parentheses(const std::string& text) {
    return text.find(' ') == std::string::npos ? text : "(" + text + ")";
}

/// One launch.
class LaunchReader {
  public:
    LaunchReader(const Context& context, const HostVariables& variables,
                 const ast::CUDAKernelCallExpr* launch)
        : context_(context), variables_(variables), launch_(launch), kernel_(launch->getDirectCallee()) {}

    HostLaunch read() {
        result_.line = context_.line(launch_->getExprLoc());
        for (const ast::ParmVarDecl* parameter : kernel_->parameters())
            taken_.insert(parameter->getNameAsString());
        name_arguments();
        for_each_argument([&](const ast::ParmVarDecl* parameter, const ast::Expr* given) {
            if (parameter->getType()->isPointerType())
                add_array(parameter, given);
            else if (const Text value = text(given); value && *value != parameter->getNameAsString())
                add_condition(parameter->getNameAsString(), *value);
        });
        const ast::CallExpr* sizes = launch_->getConfig();
        add_sizes("gridDim", sizes->getArg(0));
        add_sizes("blockDim", sizes->getArg(1));
        if (sizes->getNumArgs() > 2) result_.shared_bytes = text(sizes->getArg(2));
        return std::move(result_);
    }

  private:
    template <typename F>
    void for_each_argument(const F& use) {
        const unsigned count = std::min(launch_->getNumArgs(), kernel_->getNumParams());
        for (unsigned i = 0; i < count; ++i) use(kernel_->getParamDecl(i), launch_->getArg(i));
    }

    void add_condition(const std::string& left, const std::string& right) {
        result_.values.emplace_back(left, right);
    }

    // ---- names of unknowns

    /// A variable that is an argument has the name of the parameter.
    void name_arguments() {
        for_each_argument([&](const ast::ParmVarDecl* parameter, const ast::Expr* given) {
            const ast::VarDecl* v = variable_in(given);
            const bool is_integer = parameter->getType()->isIntegerType() && v != nullptr &&
                                    v->getType()->isIntegerType() && !v->getType()->isBooleanType();
            if (!is_integer || !variables_.is_constant(v) || names_.contains(v)) return;
            if (!is_unknown(v)) return;
            names_[v] = parameter->getNameAsString();
        });
    }

    bool is_unknown(const ast::VarDecl* v) { return !v->hasInit() || !text_of(v->getInit(), 1); }

    Text name_of(const ast::VarDecl* v) {
        if (const auto at = names_.find(v); at != names_.end()) return at->second;
        const auto type = context_.number(v->getType());
        if (!type || is_float(*type)) return std::nullopt;
        std::string name = v->getNameAsString();
        while (name.empty() || taken_.contains(name)) name = "host." + name;
        taken_.insert(name);
        result_.variables.push_back({name, *type});
        return names_[v] = name;
    }

    // ---- integers

    Text text(const ast::Expr* e) {
        const std::size_t known = result_.variables.size();
        Text result = text_of(e, 0);
        if (!result) {  // what it named is not needed
            for (std::size_t i = known; i < result_.variables.size(); ++i) forget(result_.variables[i].name);
            result_.variables.resize(known);
        }
        return result;
    }

    void forget(const std::string& name) {
        taken_.erase(name);
        std::erase_if(names_, [&](const auto& known) { return known.second == name; });
    }

    /// C over unknowns; nothing if it is something else.
    Text text_of(const ast::Expr* e, int depth) {
        if (e == nullptr || depth > kMostDepth || e->isValueDependent()) return std::nullopt;
        if (const auto* standard = llvm::dyn_cast<ast::CXXDefaultArgExpr>(e)) e = standard->getExpr();
        if (!e->getType()->isIntegralOrEnumerationType()) return std::nullopt;
        ast::Expr::EvalResult constant;
        if (e->EvaluateAsInt(constant, context_.tree())) {
            const llvm::APSInt& value = constant.Val.getInt();
            if (value.isNegative()) return "0 - " + std::to_string(-value.getSExtValue());
            return std::to_string(value.getZExtValue());
        }
        if (const auto* cast = llvm::dyn_cast<ast::CastExpr>(e)) {
            const auto kind = cast->getCastKind();
            const bool keeps =
                kind == ast::CK_IntegralCast || kind == ast::CK_LValueToRValue || kind == ast::CK_NoOp;
            return keeps ? text_of(cast->getSubExpr(), depth) : std::nullopt;
        }
        if (const auto* inner = llvm::dyn_cast<ast::ParenExpr>(e)) return text_of(inner->getSubExpr(), depth);
        if (const auto* binary = llvm::dyn_cast<ast::BinaryOperator>(e)) return operation(binary, depth);
        return variable(variable_in(e), depth);
    }

    Text variable(const ast::VarDecl* v, int depth) {
        if (v == nullptr || !variables_.is_constant(v)) return std::nullopt;
        if (!names_.contains(v) && v->hasInit()) {
            if (Text value = text_of(v->getInit(), depth + 1)) return value;
        }
        return name_of(v);
    }

    Text operation(const ast::BinaryOperator* e, int depth) {
        const Text left = text_of(e->getLHS(), depth + 1), right = text_of(e->getRHS(), depth + 1);
        if (!left || !right) return std::nullopt;
        switch (e->getOpcode()) {
            case ast::BO_Add:
                return *left + " + " + in_parentheses(*right);
            case ast::BO_Sub:
                return *left + " - " + in_parentheses(*right);
            case ast::BO_Mul:
                return in_parentheses(*left) + " * " + in_parentheses(*right);
            case ast::BO_Div:
            case ast::BO_Rem:
                return in_parentheses(*left) + (e->getOpcode() == ast::BO_Div ? " / " : " % ") +
                       in_parentheses(*right);
            case ast::BO_Shl:
                if (!is_number(*right) || std::stoi(*right) > 30) return std::nullopt;
                return in_parentheses(*left) + " * " + std::to_string(1 << std::stoi(*right));
            default:
                return std::nullopt;
        }
    }

    // ---- sizes

    void add_sizes(const std::string& name, const ast::Expr* e) {
        const std::vector<const ast::Expr*> parts = dimensions(e, 0);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (const Text size = text(parts[i])) add_condition(name + "." + kAxes[i], *size);
        }
    }

    /// x, y and z of a dim3; nothing if they are not known.
    std::vector<const ast::Expr*> dimensions(const ast::Expr* e, int depth) {
        e = e->IgnoreImplicit()->IgnoreParens();
        if (depth > kMostDepth) return {};
        if (const auto* cast = llvm::dyn_cast<ast::CastExpr>(e))
            return dimensions(cast->getSubExpr(), depth + 1);
        if (const auto* made = llvm::dyn_cast<ast::CXXConstructExpr>(e)) {
            if (made->getConstructor()->isCopyOrMoveConstructor())
                return dimensions(made->getArg(0), depth + 1);
            std::vector<const ast::Expr*> parts;
            for (const ast::Expr* part : made->arguments()) parts.push_back(part);
            return parts.size() == 3 ? parts : std::vector<const ast::Expr*>();
        }
        const ast::VarDecl* v = variable_in(e);
        if (v == nullptr || !v->hasInit() || !variables_.is_constant(v)) return {};
        return dimensions(v->getInit(), depth + 1);
    }

    // ---- arrays

    void add_array(const ast::ParmVarDecl* parameter, const ast::Expr* given) {
        std::set<const ast::VarDecl*> bases;
        add_pointers(given, bases);
        for (const ast::VarDecl* base : bases) {
            const auto [known, is_new] = arrays_.try_emplace(base, parameter->getNameAsString());
            if (!is_new) result_.same.emplace_back(known->second, parameter->getNameAsString());
        }
        const ast::VarDecl* v = variable_in(given);
        const ast::QualType element = parameter->getType()->getPointeeType();
        if (v == nullptr || !v->getType()->isPointerType() || !element->isArithmeticType()) return;
        const ast::CallExpr* call = variables_.call_that_sets(v);
        const ast::FunctionDecl* callee = call == nullptr ? nullptr : call->getDirectCallee();
        if (callee == nullptr || !callee->getDeclName().isIdentifier()) return;
        const llvm::StringRef name = callee->getName();
        const bool allocates =
            name == "cudaMalloc" || name == "cudaMallocManaged" || name == "cudaMallocAsync";
        const bool is_free = variables_.is_passed_before(context_, v, "cudaFree", launch_->getExprLoc());
        if (!allocates || is_free || !comes_before(call)) return;
        const std::int64_t size = context_.tree().getTypeSizeInChars(element).getQuantity();
        if (const Text elements = elements_in(call->getArg(1), size, 0))
            result_.lengths.emplace_back(parameter->getNameAsString(), *elements);
    }

    bool comes_before(const ast::CallExpr* call) const {
        const ast::SourceManager& files = context_.tree().getSourceManager();
        return files.isBeforeInTranslationUnit(files.getExpansionLoc(call->getExprLoc()),
                                               files.getExpansionLoc(launch_->getExprLoc()));
    }

    void add_pointers(const ast::Stmt* s, std::set<const ast::VarDecl*>& to) {
        if (const auto* e = llvm::dyn_cast<ast::DeclRefExpr>(s)) {
            const auto* v = llvm::dyn_cast<ast::VarDecl>(e->getDecl());
            if (v != nullptr && !v->getType()->isArithmeticType()) to.insert(v);
        }
        for (const ast::Stmt* part : s->children()) {
            if (part != nullptr) add_pointers(part, to);
        }
    }

    static void add_factors(const ast::Expr* e, std::vector<const ast::Expr*>& to) {
        const auto* binary = llvm::dyn_cast<ast::BinaryOperator>(e->IgnoreParenImpCasts());
        if (binary == nullptr || binary->getOpcode() != ast::BO_Mul) {
            to.push_back(e);
            return;
        }
        add_factors(binary->getLHS(), to);
        add_factors(binary->getRHS(), to);
    }

    /// The product without a factor that is the size; nothing if it has none.
    Text product_without(const ast::Expr* e, std::int64_t size) {
        std::vector<const ast::Expr*> factors;
        add_factors(e, factors);
        const auto is_size = [&](const ast::Expr* factor) {
            ast::Expr::EvalResult value;
            return factor->EvaluateAsInt(value, context_.tree()) && value.Val.getInt() == size;
        };
        const auto at = std::ranges::find_if(factors, is_size);
        if (at == factors.end() || factors.size() == 1) return std::nullopt;
        factors.erase(at);
        std::string result;
        for (const ast::Expr* factor : factors) {
            const Text own = text(factor);
            if (!own) return std::nullopt;
            const std::string part = factors.size() == 1 ? *own : in_parentheses(*own);
            result += (result.empty() ? "" : " * ") + part;
        }
        return result;
    }

    /// bytes / size.
    Text elements_in(const ast::Expr* bytes, std::int64_t size, int depth) {
        const ast::Expr* e = bytes->IgnoreParenImpCasts();
        const ast::VarDecl* v = variable_in(e);
        if (v != nullptr && v->hasInit() && depth < kMostDepth && variables_.is_constant(v)) {
            if (Text elements = elements_in(v->getInit(), size, depth + 1)) return elements;
        }
        if (const Text product = product_without(e, size)) return product;
        const Text whole = text(e);  // its conversion to size_t does not wrap
        if (!whole || size == 1) return whole;
        return in_parentheses(*whole) + " / " + std::to_string(size);
    }

    const Context& context_;
    const HostVariables& variables_;
    const ast::CUDAKernelCallExpr* launch_;
    const ast::FunctionDecl* kernel_;
    HostLaunch result_;
    std::map<const ast::VarDecl*, std::string> names_;
    std::map<const ast::VarDecl*, std::string> arrays_;  ///< the first parameter that points there
    std::set<std::string> taken_;
};

void look(const Context& context, const ast::DeclContext* in, const ast::FunctionDecl* kernel,
          std::vector<HostLaunch>& to);

void look_in(const Context& context, const ast::FunctionDecl* f, const ast::FunctionDecl* kernel,
             std::vector<HostLaunch>& to) {
    const bool is_read = f->isThisDeclarationADefinition() && f->hasBody() && !f->isDependentContext() &&
                         !context.is_of_system(f->getLocation());
    if (!is_read) return;
    const HostVariables variables(f->getBody());
    for (const ast::CUDAKernelCallExpr* launch : variables.launches()) {
        const ast::FunctionDecl* callee = launch->getDirectCallee();
        if (callee != nullptr && callee->getCanonicalDecl() == kernel->getCanonicalDecl())
            to.push_back(LaunchReader(context, variables, launch).read());
    }
}

void look(const Context& context, const ast::DeclContext* in, const ast::FunctionDecl* kernel,
          std::vector<HostLaunch>& to) {
    for (const ast::Decl* d : in->decls()) {
        if (const auto* f = llvm::dyn_cast<ast::FunctionDecl>(d)) {
            look_in(context, f, kernel, to);
        } else if (const auto* pattern = llvm::dyn_cast<ast::FunctionTemplateDecl>(d)) {
            for (const ast::FunctionDecl* instance : pattern->specializations())
                look_in(context, instance, kernel, to);
        } else if (llvm::isa<ast::NamespaceDecl, ast::LinkageSpecDecl, ast::CXXRecordDecl>(d)) {
            look(context, llvm::cast<ast::DeclContext>(d), kernel, to);
        }
    }
}

}  // namespace

std::vector<HostLaunch> host_launches(const Context& context, const ast::FunctionDecl* kernel) {
    std::vector<HostLaunch> result;
    look(context, context.tree().getTranslationUnitDecl(), kernel, result);
    std::ranges::sort(result, {}, [](const HostLaunch& launch) { return launch.line.line; });
    return result;
}

}  // namespace musimd::reader
