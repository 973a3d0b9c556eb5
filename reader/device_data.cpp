#include "reader/device_data.hpp"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclOpenMP.h>
#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/STLExtras.h>

#include "reader/device_survey.hpp"
#include "reader/readers.hpp"

// The memory of the device: what directives map, copy and release. The run decides what that means; see
// dsl/openmp/device.hpp.

namespace musimd::reader {
namespace {

using openmp::DeviceAct;
using openmp::DeviceStep;
using openmp::MapType;

MapType map_type_of(ast::OpenMPMapClauseKind kind) {
    switch (kind) {
        case ast::OMPC_MAP_alloc:
            return MapType::alloc;
        case ast::OMPC_MAP_to:
            return MapType::to;
        case ast::OMPC_MAP_from:
            return MapType::from;
        case ast::OMPC_MAP_release:
            return MapType::release;
        case ast::OMPC_MAP_delete:
            return MapType::remove;
        default:  // of Clang's kinds: tofrom, or unknown
            return MapType::tofrom;
    }
}

bool has(const ast::OMPMapClause* clause, ast::OpenMPMapModifierKind modifier) {
    return llvm::is_contained(clause->getMapTypeModifiers(), modifier);
}

/// Of what is reduced, and so on: it is mapped, too, unless a clause says how.
template <typename Clause, typename F>
void for_each_name(const ast::OMPExecutableDirective* directive, const F& use) {
    for (const auto* clause : directive->getClausesOfKind<Clause>()) {
        for (const ast::Expr* e : clause->varlists()) use(e->IgnoreParenImpCasts());
    }
}

/// What a clause says: Clang has put it into a variable.
const ast::Expr* without_capture(const ast::Expr* e) {
    const ast::VarDecl* v = named_variable(e->IgnoreParenImpCasts());
    return v != nullptr && llvm::isa<ast::OMPCapturedExprDecl>(v) && v->getInit() != nullptr ? v->getInit()
                                                                                             : e;
}

/// Of what the parallel region of the directive shares: whether the device gets it both ways.
bool is_mapped_as_shared(const ast::OMPExecutableDirective* directive, const ast::Expr* e) {
    const ast::VarDecl* v = named_variable(e);
    if (v == nullptr) return false;
    for (const auto* clause : directive->getClausesOfKind<ast::OMPMapClause>()) {
        for (const ast::Expr* item : clause->varlists()) {
            if (named_variable(item->IgnoreParenImpCasts()) == v) return false;
        }
    }
    const auto* otherwise = directive->getSingleClause<ast::OMPDefaultmapClause>();
    const bool all =
        otherwise != nullptr && otherwise->getDefaultmapModifier() == ast::OMPC_DEFAULTMAP_MODIFIER_tofrom;
    return all || v->getType()->isArrayType() || v->getType()->isRecordType();
}

std::string name_of(const ast::DeclarationNameInfo& mapper) {
    return mapper.getName().getAsString();
}

}  // namespace

DeviceStep step_of(const ast::OMPMapClause* clause) {
    return {.act = DeviceAct::item,
            .type = map_type_of(clause->getMapType()),
            .always = has(clause, ast::OMPC_MAP_MODIFIER_always),
            .present = has(clause, ast::OMPC_MAP_MODIFIER_present),
            .in_clause = !clause->isImplicit()};
}

// ---- directives

/// Whether the run follows what the device's memory has.
bool DeviceData::follows() {
    if (kernel_ != nullptr || here_.region != 0 || here_.team != nullptr || has_one_memory(context_))
        return false;
    const DeviceSurvey& found = program();
    return !found.in_parallel && (readers_.calls.outermost().function->isMain() || found.maps);
}

const DeviceSurvey& DeviceData::program() {
    if (!program_) program_ = survey_devices(readers_.calls.outermost().function);
    return *program_;
}

void DeviceData::directive(const ast::OMPExecutableDirective* directive, const std::function<void()>& read) {
    const ast::OpenMPDirectiveKind kind = directive->getDirectiveKind();
    const bool is_region = ast::isOpenMPTargetExecutionDirective(kind);
    const bool is_data = ast::isOpenMPTargetDataManagementDirective(kind);
    const ast::SourceLocation where = directive->getBeginLoc();
    if (!is_region && !is_data) return read();
    if (!follows()) {
        const Expr always = literal(Type::i64, 1, context_.line(where));
        const llvm::SaveAndRestore device(here_.device,
                                          is_region && kernel_ == nullptr ? always : here_.device);
        return read();
    }
    DeviceStep step{.act = DeviceAct::begin,
                    .region = is_region,
                    .nowait = directive->hasClausesOfKind<ast::OMPNowaitClause>(),
                    .depends = directive->hasClausesOfKind<ast::OMPDependClause>()};
    bind_clauses(directive);
    std::vector<Expr> condition = condition_of(directive);
    for (Expr& e : condition) e = settled(std::move(e), where);
    if (kind == llvm::omp::OMPD_target_enter_data) step.act = DeviceAct::enter;
    if (kind == llvm::omp::OMPD_target_exit_data) step.act = DeviceAct::exit;
    if (kind == llvm::omp::OMPD_target_update) step.act = DeviceAct::update;
    if (step.act == DeviceAct::update)
        update_items(directive);
    else if (is_region)
        region_items(directive);
    else
        map_items(directive);
    if (step.act != DeviceAct::begin) {
        read();
        return act(step, condition, where);
    }
    act(step, condition, where);
    {
        const llvm::SaveAndRestore pointers(here_.device_pointers, here_.device_pointers);
        note_pointers(directive);
        const Expr runs = condition.empty() ? literal(Type::i64, 1, context_.line(where)) : condition.front();
        const llvm::SaveAndRestore device(here_.device, is_region ? runs : here_.device);
        attempt(read);
    }
    act({.act = DeviceAct::end}, {}, where);
}

bool DeviceData::of_thread(const ast::OMPExecutableDirective* directive) {
    const ast::OpenMPDirectiveKind kind = directive->getDirectiveKind();
    if (kind == llvm::omp::OMPD_target_data) return statement(directive->getRawStmt()), true;
    if (kind != llvm::omp::OMPD_target) return ast::isOpenMPTargetDataManagementDirective(kind);
    const NestedScope scope(here_);
    here_.device = literal(Type::i64, 1, context_.line(directive->getBeginLoc()));
    const std::set<const ast::VarDecl*> assigned = readers_.uses.assigned_in(directive->getRawStmt());
    for (const auto* clause : directive->getClausesOfKind<ast::OMPPrivateClause>())
        own(clause->varlists(), false);
    for (const auto* clause : directive->getClausesOfKind<ast::OMPFirstprivateClause>()) {
        std::vector<const ast::Expr*> names;
        for (const ast::Expr* e : clause->varlists()) {
            if (!clause->isImplicit() || assigned.contains(named_variable(e))) names.push_back(e);
        }
        own(names, true);
    }
    statement(directive->getRawStmt());
    return true;
}

template <typename List>
void DeviceData::own(const List& names, bool first) {
    for (const ast::Expr* e : names) {
        if (const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(e->IgnoreParenImpCasts()))
            attempt([&] { readers_.privates.rebind_private(name, first); });
    }
}

void DeviceData::map_items(const ast::OMPExecutableDirective* directive) {
    for (const auto* clause : directive->getClausesOfKind<ast::OMPMapClause>()) {
        for (const ast::Expr* e : clause->varlists()) {
            attempt([&] { item(e, step_of(clause), name_of(clause->getMapperIdInfo())); });
            attempt([&] { attach_pointer(e); });
        }
    }
}

/// The device's own copy of a pointer points to what is mapped by it.
void DeviceData::attach_pointer(const ast::Expr* e) {
    const auto* section = llvm::dyn_cast<ast::ArraySectionExpr>(e->IgnoreParenImpCasts());
    if (section == nullptr) return;
    const ast::Expr* base = section->getBase()->IgnoreParenImpCasts();
    const ast::VarDecl* v = named_variable(base);
    if (v == nullptr || !v->getType()->isPointerType()) return;
    if (!ast::OMPDeclareTargetDeclAttr::isDeclareTargetDeclaration(v)) return;
    if (const auto whole = part_of(base))
        item_of(*whole, {.act = DeviceAct::item, .type = MapType::to, .always = true}, text_of(base), base);
}

void DeviceData::update_items(const ast::OMPExecutableDirective* directive) {
    const auto list = [&](const auto* clause, MapType type) {
        DeviceStep step{.act = DeviceAct::item, .type = type, .in_clause = true};
        step.present = llvm::is_contained(clause->getMotionModifiers(), ast::OMPC_MOTION_MODIFIER_present);
        for (const ast::Expr* e : clause->varlists())
            attempt([&] { item(e, step, name_of(clause->getMapperIdInfo())); });
    };
    for (const auto* clause : directive->getClausesOfKind<ast::OMPToClause>()) list(clause, MapType::to);
    for (const auto* clause : directive->getClausesOfKind<ast::OMPFromClause>()) list(clause, MapType::from);
}

/// Clang has added clauses for what the region names.
void DeviceData::region_items(const ast::OMPExecutableDirective* directive) {
    map_items(directive);
    for (const auto* clause : directive->getClausesOfKind<ast::OMPFirstprivateClause>()) {
        const DeviceStep step{
            .act = DeviceAct::item, .type = MapType::to, .copied = true, .in_clause = !clause->isImplicit()};
        for (const ast::Expr* e : clause->varlists()) attempt([&] { item(e, step); });
    }
    const auto both_ways = [&](const ast::Expr* e) { attempt([&] { item(e, {.act = DeviceAct::item}); }); };
    for_each_name<ast::OMPSharedClause>(directive, [&](const ast::Expr* e) {
        if (is_mapped_as_shared(directive, e)) both_ways(e);
    });
    for_each_name<ast::OMPReductionClause>(directive, both_ways);
    for_each_name<ast::OMPInReductionClause>(directive, both_ways);
    for_each_name<ast::OMPLastprivateClause>(directive, both_ways);
    for_each_name<ast::OMPLinearClause>(directive, both_ways);
}

/// The host evaluates what clauses say, before the region.
void DeviceData::bind_clauses(const ast::OMPExecutableDirective* directive) {
    for (const ast::OMPClause* clause : directive->clauses()) {
        if (clause == nullptr) continue;
        for (const ast::Stmt* part : const_cast<ast::OMPClause*>(clause)->children()) {
            const auto* e = llvm::dyn_cast_or_null<ast::Expr>(part);
            const ast::VarDecl* v = e == nullptr ? nullptr : named_variable(e->IgnoreParenImpCasts());
            if (v == nullptr || !llvm::isa<ast::OMPCapturedExprDecl>(v)) continue;
            here_.bindings.erase(v);
            bind(v, Binding(binding(v, e->getExprLoc())));
        }
    }
}

void DeviceData::note_pointers(const ast::OMPExecutableDirective* directive) {
    const auto note = [&](const ast::Expr* e) {
        if (const ast::VarDecl* v = named_variable(e))
            here_.device_pointers[v] = context_.line(directive->getBeginLoc());
    };
    for_each_name<ast::OMPUseDevicePtrClause>(directive, note);
    for_each_name<ast::OMPUseDeviceAddrClause>(directive, note);
}

void DeviceData::check_pointer(const ast::Expr* pointer, const ast::Expr* access) {
    if (here_.device_pointers.empty() || here_.device != nullptr || here_.region != 0) return;
    const ast::VarDecl* v = named_variable(pointer->IgnoreParenImpCasts());
    const auto known = here_.device_pointers.find(v);
    if (known == here_.device_pointers.end()) return;
    act({.act = DeviceAct::wrong_pointer}, {literal(Type::i64, known->second, line(access))},
        access->getExprLoc());
    emitter_.out().back().function = text_of(access);
}

void DeviceData::wait(ast::SourceLocation where) {
    if (follows()) act({.act = DeviceAct::wait}, {}, where);
}

void DeviceData::act(DeviceStep step, std::vector<Expr> operands, ast::SourceLocation where) {
    Statement& s = emit(Statement::Kind::team, where);
    s.width = openmp::width_of(step);
    s.operands = std::move(operands);
}

/// Whether the device is concerned; empty: it is.
std::vector<Expr> DeviceData::condition_of(const ast::OMPExecutableDirective* directive) {
    std::vector<Expr> result;
    const auto both = [&](Expr also) {
        if (!result.empty()) also = apply(Function::andb, {result.front(), std::move(also)});
        result = {std::move(also)};
    };
    for (const auto* clause : directive->getClausesOfKind<ast::OMPIfClause>()) {
        const ast::OpenMPDirectiveKind of = clause->getNameModifier();
        const bool is_of_parts = of == llvm::omp::OMPD_parallel || of == llvm::omp::OMPD_simd;
        if (is_of_parts) continue;
        const Expr holds = condition(without_capture(clause->getCondition()));
        const SourcePoint at = context_.line(clause->getBeginLoc());
        both(apply(Function::select, {holds, literal(Type::i64, 1, at), literal(Type::i64, 0, at)}));
    }
    for (const auto* clause : directive->getClausesOfKind<ast::OMPDeviceClause>()) {
        if (clause->getModifier() == ast::OMPC_DEVICE_ancestor) continue;
        both(is_device(without_capture(clause->getDevice())));
    }
    return result;
}

// ---- variables of the whole program

void DeviceData::global(const ast::VarDecl* v, const Binding& b) {
    if (kernel_ != nullptr || b.kind == Binding::Kind::variable || b.kind == Binding::Kind::value ||
        b.pointer.to == Pointer::To::variables || has_one_memory(context_))
        return;
    const DeviceSurvey& found = program();
    if (!found.any || found.in_parallel) return;
    const auto declared = ast::OMPDeclareTargetDeclAttr::isDeclareTargetDeclaration(v);
    const bool is_constant = v->getType().isConstant(context_.tree());
    if (!is_constant && (!declared || *declared == ast::OMPDeclareTargetDeclAttr::MT_Link)) return;
    const SourcePoint at = context_.line(v->getLocation());
    act({.act = DeviceAct::item},
        {readers_.pointers.address_of(b.pointer.buffer, at),
         readers_.pointers.elements_in(v->getType(), v->getLocation()), literal(Type::i64, 1, at)},
        v->getLocation());
    emitter_.out().back().function = v->getNameAsString();
    act({.act = is_constant ? DeviceAct::constant : DeviceAct::declare}, {}, v->getLocation());
}

}  // namespace musimd::reader
