#include "reader/cuda/kernel_reader.hpp"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>

#include "reader/body_reader.hpp"
#include "reader/cuda/byte_layout.hpp"
#include "reader/cuda/host_launches.hpp"
#include "reader/cuda/object_shapes.hpp"
#include "reader/function_reader.hpp"

// A CUDA kernel: which one, its parameters, and its body.

namespace musimd::reader {
namespace {

/// The kernels of the file that have a body, with the instances of templates.
class Kernels {
  public:
    explicit Kernels(const ast::DeclContext* file) { look(file); }
    const std::vector<const ast::FunctionDecl*>& found() const { return found_; }
    /// Templates of which the file has no instance.
    const std::vector<const ast::FunctionDecl*>& templates() const { return templates_; }
    const std::vector<const ast::FunctionTemplateDecl*>& all_templates() const { return all_templates_; }

  private:
    void look(const ast::DeclContext* in) {
        for (const ast::Decl* d : in->decls()) {
            if (const auto* f = llvm::dyn_cast<ast::FunctionDecl>(d)) {
                add(f);
            } else if (const auto* pattern = llvm::dyn_cast<ast::FunctionTemplateDecl>(d)) {
                instances(pattern);
            } else if (llvm::isa<ast::NamespaceDecl, ast::LinkageSpecDecl>(d)) {
                look(llvm::cast<ast::DeclContext>(d));
            }
        }
    }

    void instances(const ast::FunctionTemplateDecl* pattern) {
        const std::size_t before = found_.size();
        for (const ast::FunctionDecl* f : pattern->specializations()) {
            const ast::FunctionDecl* definition = f->getDefinition();
            add(definition == nullptr ? f : definition);
        }
        const ast::FunctionDecl* f = pattern->getTemplatedDecl();
        if (!f->hasAttr<ast::CUDAGlobalAttr>() || !f->hasBody()) return;
        all_templates_.push_back(pattern);
        if (found_.size() == before) templates_.push_back(f);
    }

    void add(const ast::FunctionDecl* f) {
        const bool is_kernel = f->hasAttr<ast::CUDAGlobalAttr>() && f->isThisDeclarationADefinition();
        if (is_kernel && std::ranges::find(found_, f) == found_.end()) found_.push_back(f);
    }

    std::vector<const ast::FunctionDecl*> found_;
    std::vector<const ast::FunctionDecl*> templates_;
    std::vector<const ast::FunctionTemplateDecl*> all_templates_;
};

/// `reduce`, or `reduce<int, 32>` of an instance.
std::string full_name(const ast::FunctionDecl* f) {
    std::string name;
    llvm::raw_string_ostream text(name);
    f->getNameForDiagnostic(text, f->getASTContext().getPrintingPolicy(), false);
    return name;
}

bool has_name(const ast::FunctionDecl* f, const std::string& name) {
    return f->getNameAsString() == name || full_name(f) == name || f->getQualifiedNameAsString() == name ||
           name_for_linker(f) == name;
}

std::string list_of(const std::vector<const ast::FunctionDecl*>& kernels) {
    std::string text;
    for (const ast::FunctionDecl* f : kernels) text += (text.empty() ? "" : ", ") + full_name(f);
    return text;
}

/// The function whose address is the value of kNamedInstance; null if the file has no such variable.
const ast::FunctionDecl* named_instance(const Context& context) {
    for (const ast::Decl* d : context.tree().getTranslationUnitDecl()->decls()) {
        const auto* variable = llvm::dyn_cast<ast::VarDecl>(d);
        if (variable == nullptr || variable->getName() != kNamedInstance || !variable->hasInit()) continue;
        const auto* address = llvm::dyn_cast<ast::UnaryOperator>(variable->getInit()->IgnoreParenImpCasts());
        if (address == nullptr) continue;
        const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(address->getSubExpr()->IgnoreParenImpCasts());
        const auto* f = name == nullptr ? nullptr : llvm::dyn_cast<ast::FunctionDecl>(name->getDecl());
        if (f != nullptr && f->hasAttr<ast::CUDAGlobalAttr>() && f->getDefinition() != nullptr)
            return f->getDefinition();
    }
    return nullptr;
}

const ast::FunctionDecl* choose(const Context& context, const Source& source) {
    if (const ast::FunctionDecl* named = named_instance(context)) return named;
    const Kernels kernels(context.tree().getTranslationUnitDecl());
    std::vector<const ast::FunctionDecl*> fitting = kernels.found();
    if (!source.function.empty())
        std::erase_if(fitting, [&](const ast::FunctionDecl* f) { return !has_name(f, source.function); });
    if (fitting.size() == 1) return fitting.front();
    for (const ast::FunctionDecl* f : kernels.templates()) {
        if (fitting.empty() && (source.function.empty() || has_name(f, source.function)))
            context.fail(f->getLocation(),
                         "the file has no instance of this kernel's template; name one, as in --kernel '" +
                             f->getNameAsString() + "<int>'");
    }
    if (kernels.found().empty()) context.fail({}, source.file + " has no kernel (`__global__`)");
    if (fitting.empty())
        context.fail(
            {}, source.file + " has no kernel '" + source.function + "'; it has " + list_of(kernels.found()));
    context.fail({}, source.file + " has " + std::to_string(fitting.size()) +
                         " kernels; choose one with --kernel: " + list_of(fitting));
}

/// The first argument of __launch_bounds__, or 0.
std::int64_t max_threads_of(const ast::FunctionDecl* kernel) {
    const auto* bounds = kernel->getAttr<ast::CUDALaunchBoundsAttr>();
    if (bounds == nullptr || bounds->getMaxThreads()->isValueDependent()) return 0;
    const auto value = bounds->getMaxThreads()->getIntegerConstantExpr(kernel->getASTContext());
    return value ? value->getExtValue() : 0;
}

/// Of parameters that point to arrays.
void add_shapes(const Context& context, const ast::FunctionDecl* f, cuda::KernelFunction& kernel) {
    for (const ast::ParmVarDecl* p : f->parameters()) {
        const ast::QualType to = p->getType()->getPointeeType();
        const auto known =
            std::ranges::find(kernel.code.parameters, p->getNameAsString(), &openmp::Parameter::name);
        if (to.isNull() || !to->isArrayType() || known == kernel.code.parameters.end() || !known->buffer)
            continue;
        kernel.shapes.push_back(shape_of_pointee(context, to, *known->buffer));
    }
}

/// nullopt: once more, with what has been learned.
std::optional<cuda::KernelFunction> read(const Context& context, const Source& source,
                                         const ast::FunctionDecl* kernel, KernelKnowledge& known,
                                         Family& family) {
    cuda::KernelFunction result;
    result.code.name = kernel->getNameAsString();
    result.code.file = source.file;
    result.max_threads = max_threads_of(kernel);
    const KernelSource read{.code = result, .known = known, .family = family};
    BodyReader body(context, result.code, source.threads, &read);
    body.find_assigned(kernel->getBody());
    read_parameters(context, kernel, result.code, body, 1);
    add_shapes(context, kernel, result);
    try {
        body.kernel_body(kernel);
        add_places(context, kernel, result);
    } catch (const Unsupported&) {  // reported
    } catch (const ReadAgain& again) {
        context.set_line(std::nullopt);
        if (again.shared) known.shared[*again.shared] = again.as;
        if (again.at_end != nullptr) known.at_end = again.at_end;
        if (again.written_by_parts != nullptr) known.written_by_parts.insert(again.written_by_parts);
        if (again.in_memory) known.in_memory.insert(*again.in_memory);
        if (again.shuffled_unset != nullptr) known.shuffled_unset.insert(again.shuffled_unset);
        return std::nullopt;
    }
    return result;
}

cuda::KernelFunction read(const Context& context, const Source& source, const ast::FunctionDecl* kernel,
                          Family& family) {
    KernelKnowledge known;
    for (;;) {
        if (auto result = read(context, source, kernel, known, family)) return *std::move(result);
    }
}

/// What the launch of the kernel must know of a child.
void add_child(cuda::KernelFunction child, cuda::KernelFunction& kernel) {
    for (const cuda::DeviceVariable& variable : child.variables) {
        const auto known = std::ranges::find_if(kernel.variables, [&](const cuda::DeviceVariable& v) {
            return v.symbol == variable.symbol && v.member == variable.member;
        });
        openmp::Parameter parameter = child.code.parameters[variable.parameter];
        if (known == kernel.variables.end() && parameter.of_structure && variable.member == 0) {
            const BufferId whole = cuda::buffer_of(parameter, child.code);
            const auto members = static_cast<std::uint32_t>(variable.element.numbers.size());
            kernel.code.structures.push_back(
                {.whole = static_cast<BufferId>(kernel.code.buffers.size()), .members = members});
            kernel.code.buffers.push_back(child.code.buffers[whole]);
        }
        if (known != kernel.variables.end()) {
            bool& writes = kernel.code.parameters[known->parameter].writes;
            writes = writes || parameter.writes;
            continue;
        }
        parameter.buffer = static_cast<BufferId>(kernel.code.buffers.size());
        kernel.code.buffers.push_back({parameter.name, parameter.type});
        kernel.variables.push_back(variable);
        kernel.variables.back().parameter = kernel.code.parameters.size();
        kernel.code.parameters.push_back(std::move(parameter));
    }
    if (kernel.everywhere_line == 0) {
        kernel.everywhere_line = child.everywhere_line;
        kernel.everywhere_column = child.everywhere_column;
    }
    kernel.children.push_back(std::move(child));
}

}  // namespace

bool has_kernel(const Context& context, const std::string& name) {
    const std::vector<const ast::FunctionDecl*> kernels =
        Kernels(context.tree().getTranslationUnitDecl()).found();
    return std::ranges::any_of(kernels, [&](const ast::FunctionDecl* f) { return has_name(f, name); });
}

std::vector<std::string> kernel_names(const Context& context) {
    const std::vector<const ast::FunctionDecl*> found =
        Kernels(context.tree().getTranslationUnitDecl()).found();
    std::vector<std::string> names;
    for (const ast::FunctionDecl* f : found) {
        const std::string name = full_name(f);
        const auto has_it = [&](const ast::FunctionDecl* other) { return has_name(other, name); };
        names.push_back(std::ranges::count_if(found, has_it) == 1 ? name : name_for_linker(f));
    }
    return names;
}

std::vector<std::string> linker_names(const Context& context) {
    const Kernels kernels(context.tree().getTranslationUnitDecl());
    std::vector<std::string> names;
    for (const ast::FunctionDecl* f : kernels.found()) names.push_back(name_for_linker(f));
    return names;
}

bool has_main(const Context& context) {
    const auto declarations = context.tree().getTranslationUnitDecl()->decls();
    return std::any_of(declarations.begin(), declarations.end(), [](const ast::Decl* d) {
        const auto* f = llvm::dyn_cast<ast::FunctionDecl>(d);
        return f != nullptr && f->isMain() && f->hasBody();
    });
}

namespace {

/// With the kernels that it launches.
cuda::KernelFunction read_family(const Context& context, const Source& source,
                                 const ast::FunctionDecl* kernel,
                                 const std::vector<cuda::IncludedFile>& included) {
    Family family = {kernel};
    cuda::KernelFunction result = read(context, source, kernel, family);
    for (std::size_t k = 1; k < family.size(); ++k)
        add_child(read(context, source, family[k], family), result);
    result.included = included;
    for (cuda::KernelFunction& child : result.children) child.included = included;
    return result;
}

bool is_instance(const ast::FunctionDecl* f, const std::string& name, const InstanceArguments& arguments) {
    const ast::TemplateArgumentList* given = f->getTemplateSpecializationArgs();
    if (given == nullptr || given->size() != arguments.size() || !has_name(f, name)) return false;
    for (unsigned i = 0; i < given->size(); ++i) {
        const ast::TemplateArgument& argument = given->get(i);
        if (argument.getKind() != ast::TemplateArgument::Integral ||
            argument.getAsIntegral().getExtValue() != static_cast<std::int64_t>(arguments[i]))
            return false;
    }
    return true;
}

}  // namespace

cuda::KernelFunction read_kernel(const Context& context, const Source& source) {
    std::vector<cuda::IncludedFile> included;
    context.number_files(included);
    return read_family(context, source, choose(context, source), included);
}

std::vector<HostLaunch> launches_of_kernel(const Context& context, const Source& source) {
    return host_launches(context, choose(context, source));
}

std::string instance_name(const std::string& name, const InstanceArguments& arguments) {
    std::string text;
    for (const std::uint64_t argument : arguments)
        text += (text.empty() ? "" : ", ") + std::to_string(argument);
    return name + "<" + text + ">";
}

std::vector<KernelTemplate> kernel_templates(const Context& context) {
    const Kernels kernels(context.tree().getTranslationUnitDecl());
    std::vector<KernelTemplate> result;
    for (const ast::FunctionTemplateDecl* pattern : kernels.all_templates()) {
        const ast::TemplateParameterList* parameters = pattern->getTemplateParameters();
        const bool only_numbers = std::ranges::all_of(*parameters, [](const ast::NamedDecl* parameter) {
            const auto* number = llvm::dyn_cast<ast::NonTypeTemplateParmDecl>(parameter);
            return number != nullptr && !number->isParameterPack() && number->getType()->isIntegerType();
        });
        result.push_back({pattern->getQualifiedNameAsString(), parameters->size(), only_numbers,
                          context.line(pattern->getTemplatedDecl()->getLocation())});
    }
    return result;
}

std::vector<cuda::KernelFunction> read_instances(const Context& context, const Source& source,
                                                 const std::vector<InstanceArguments>& instances) {
    std::vector<cuda::IncludedFile> included;
    context.number_files(included);
    const Kernels kernels(context.tree().getTranslationUnitDecl());
    std::vector<cuda::KernelFunction> result;
    for (const InstanceArguments& arguments : instances) {
        const auto found = std::ranges::find_if(kernels.found(), [&](const ast::FunctionDecl* f) {
            return is_instance(f, source.function, arguments);
        });
        if (found == kernels.found().end())
            context.fail({}, source.file + " has no kernel " + instance_name(source.function, arguments));
        result.push_back(read_family(context, source, *found, included));
        if (context.tree().getDiagnostics().hasErrorOccurred()) break;  // the others have the same errors
    }
    return result;
}

}  // namespace musimd::reader
