#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "dsl/openmp/device.hpp"
#include "reader/device_survey.hpp"
#include "reader/reader.hpp"

namespace musimd::reader {

openmp::DeviceStep step_of(const ast::OMPMapClause* clause);

/// In place of the name of a mapper: none applies.
inline constexpr const char* kNoMapper = "none";

/// What directives and functions do with the memory of the device, and which code the device runs.
class DeviceData : public Reader {
  public:
    using Reader::Reader;

    bool follows();
    /// `read` reads the directive as on a machine with one memory.
    void directive(const ast::OMPExecutableDirective* directive, const std::function<void()>& read);
    /// In the code of a thread, which executes regions itself, and where nothing is followed: whether it is
    /// a directive of a device, which has been read.
    bool of_thread(const ast::OMPExecutableDirective* directive);
    /// An access by the pointer: in host code it must not be one of the device.
    void check_pointer(const ast::Expr* pointer, const ast::Expr* access);
    /// For all that has `nowait`.
    void wait(ast::SourceLocation where);
    /// A variable of the whole program, when its memory has its first values.
    void global(const ast::VarDecl* v, const Binding& b);
    /// Of calls that `omp_target_…` begins, and others that ask for devices: their value; nullopt: of others.
    std::optional<Expr> library(const ast::CallExpr* e, llvm::StringRef name);
    /// After the call of `omp_target_alloc`.
    void allocated(const ast::CallExpr* e, const Pointer& memory, const Expr& cells);

  private:
    /// A part of an object.
    struct Part {
        Pointer first;
        std::vector<std::pair<Expr, Expr>> dimensions;  ///< how many, and how far apart
        ast::QualType element;
    };

    const DeviceSurvey& program();
    template <typename List>
    void own(const List& names, bool first);
    void bind_clauses(const ast::OMPExecutableDirective* directive);
    void note_pointers(const ast::OMPExecutableDirective* directive);
    void map_items(const ast::OMPExecutableDirective* directive);
    void attach_pointer(const ast::Expr* e);
    void update_items(const ast::OMPExecutableDirective* directive);
    void region_items(const ast::OMPExecutableDirective* directive);
    /// `mapper`: the name of the one that the clause names.
    void item(const ast::Expr* e, openmp::DeviceStep step, const std::string& mapper = {});
    const ast::OMPDeclareMapperDecl* mapper_of(std::string name, ast::QualType type) const;
    void items_by(const ast::OMPDeclareMapperDecl* mapper, const Part& part, const openmp::DeviceStep& step,
                  const ast::Expr* at);
    void item_of(const Part& part, openmp::DeviceStep step, std::string text, const ast::Expr* at);
    void member_items(const ast::Expr* e, const openmp::DeviceStep& step);
    std::string text_of(const ast::Expr* e) const;
    std::optional<Part> part_of(const ast::Expr* e);
    std::optional<Part> section(const ast::ArraySectionExpr* e);
    Expr cells_in(ast::QualType type, const ast::Expr* at);
    void act(openmp::DeviceStep step, std::vector<Expr> operands, ast::SourceLocation where);
    std::vector<Expr> condition_of(const ast::OMPExecutableDirective* directive);
    Expr is_host(const ast::CallExpr* e) const;
    Expr is_device(const ast::Expr* number);
    Expr is_present(const ast::CallExpr* e);
    Expr copy(const ast::CallExpr* e);

    std::optional<DeviceSurvey> program_;  ///< of the function that the reading began with
};

}  // namespace musimd::reader
