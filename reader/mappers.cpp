#include <clang/AST/DeclOpenMP.h>

#include "reader/readers.hpp"

// `declare mapper`: what a list item of a structure is mapped as.

namespace musimd::reader {
namespace {

using openmp::DeviceStep;
using openmp::MapType;

const ast::OMPDeclareMapperDecl* mapper_in(const ast::DeclContext* scope, const std::string& name,
                                           ast::QualType type) {
    for (const ast::Decl* d : scope->decls()) {
        const auto* mapper = llvm::dyn_cast<ast::OMPDeclareMapperDecl>(d);
        if (mapper != nullptr && mapper->getNameAsString() == name &&
            mapper->getType().getCanonicalType().getUnqualifiedType() ==
                type.getCanonicalType().getUnqualifiedType())
            return mapper;
    }
    return nullptr;
}

/// What is done with a part of an item: what both its mapper and the directive say.
MapType both(MapType of_item, MapType of_part) {
    if (of_item == MapType::release || of_item == MapType::remove || of_item == MapType::alloc)
        return of_item;
    const bool to = openmp::is_copied_to(of_item) && openmp::is_copied_to(of_part);
    const bool from = openmp::is_copied_from(of_item) && openmp::is_copied_from(of_part);
    if (to) return from ? MapType::tofrom : MapType::to;
    return from ? MapType::from : MapType::alloc;
}

}  // namespace

/// The mapper with this name, or the usual one if it is empty, of the type of the item, or null.
const ast::OMPDeclareMapperDecl* DeviceData::mapper_of(std::string name, ast::QualType type) const {
    if (name.empty()) name = "default";
    if (type.isNull() || !type->isRecordType()) return nullptr;
    const ast::FunctionDecl* function = readers_.calls.current().function;
    if (const auto* mapper = mapper_in(function, name, type)) return mapper;
    return mapper_in(function->getTranslationUnitDecl(), name, type);
}

/// The items of a mapper for the objects of the part; what it is for an update is not counted.
void DeviceData::items_by(const ast::OMPDeclareMapperDecl* mapper, const Part& part, const DeviceStep& step,
                          const ast::Expr* at) {
    const auto* v = named_variable(mapper->getMapperVarRef());
    if (v == nullptr) return;
    const auto items = [&](const Pointer& object) {
        const NestedScope scope(here_);
        bind(v, {.kind = Binding::Kind::object,
                 .variable = 0,
                 .pointer = object,
                 .value = {},
                 .region = here_.region});
        for (const ast::OMPClause* clause : mapper->clauselists()) {
            const auto* map = llvm::dyn_cast<ast::OMPMapClause>(clause);
            if (map == nullptr) continue;
            for (const ast::Expr* e : map->varlists()) {
                DeviceStep own = step;
                own.type = both(step.type, step_of(map).type);
                attempt(
                    [&] { item(e, own, named_variable(e->IgnoreParenImpCasts()) == v ? kNoMapper : ""); });
            }
        }
    };
    if (part.dimensions.empty()) return items(part.first);
    if (part.dimensions.size() > 1)
        context_.fail(at->getExprLoc(), "mappers of arrays with several dimensions are not supported yet");
    const auto& [count, distance] = part.dimensions.front();
    const Pointer first = settled(part.first, at);
    emitter_.count_up(settle(count, at), at->getExprLoc(),
                      [&](const Expr& i) { items(advanced(first, times(i, distance, line(at)), line(at))); });
}

}  // namespace musimd::reader
