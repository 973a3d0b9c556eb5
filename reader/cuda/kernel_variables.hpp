#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "reader/cuda/kernel_source.hpp"
#include "reader/reader.hpp"

namespace musimd::reader {

/// Variables that a kernel has without declaring them, and shared memory.
class KernelVariables : public Reader {
  public:
    using Reader::Reader;

    /// Whether it is an object in shared memory.
    bool is_shared(BufferId buffer) const { return shared_objects_.contains(buffer); }

    Binding variable_of_kernel(const ast::VarDecl* v);
    Pointer in_units(const Pointer& from, ast::QualType given, ast::QualType wanted,
                     ast::SourceLocation where) const;
    std::optional<Pointer> as_elements(const Pointer& from, ast::QualType given, ast::QualType element,
                                       const ast::Expr* at);

    bool is_to_bytes(const Pointer& p) const;
    Pointer to_elements(Pointer at, ast::QualType type, ast::SourceLocation where) const;
    static Pointer shifted_in_bytes(Pointer from, std::int64_t cells, SourcePoint at);
    [[noreturn]] void divide_units(BufferId buffer, std::int64_t bytes) const;
    [[noreturn]] void refuse_units(const Pointer& to) const;
    void check_size(const Pointer& to, const ast::Expr* at);

  private:
    Binding thread_numbers(llvm::StringRef name, ThreadNumber x);
    Binding shared_object(const ast::VarDecl* v);
    Pointer first_of_shared(const ast::VarDecl* v, BufferId buffer) const;
    Type unit_for(const ast::VarDecl* v, ast::QualType given, ast::QualType wanted) const;
    std::int64_t unit_bytes(BufferId buffer) const;
    std::int64_t declared_bytes(BufferId buffer) const;
    const std::optional<Type>* units_of(BufferId buffer) const;
    void check_static_shared(const ast::VarDecl* v);
    Binding device_variable(const ast::VarDecl* v);
    std::string parameter_name(const ast::VarDecl* v) const;
    void add_device_variable(openmp::Parameter parameter, cuda::DeviceVariable variable);

    struct Accessed {
        BufferId buffer;
        Expr begin;
        std::int64_t bytes;
    };
    std::vector<Accessed> accessed_;                          ///< see check_size
    std::map<BufferId, const ast::VarDecl*> shared_objects_;  ///< the first that declares them
    std::int64_t static_shared_ = 0;                          ///< bytes of shared memory so far
};

}  // namespace musimd::reader
