#include "reader/shapes.hpp"

#include <algorithm>

#include "reader/types.hpp"

namespace musimd::reader {
namespace {

constexpr std::size_t kMaxMembers = 4096;

/// The names of a structure's numbers, in the order of memory; false if there are too many.
bool add_members(const Context& context, ast::QualType type, const std::string& name,
                 std::vector<std::string>& members) {
    if (members.size() >= kMaxMembers) return false;
    if (const auto* array = context.tree().getAsConstantArrayType(type)) {
        for (std::uint64_t i = 0; i < array->getSize().getZExtValue(); ++i) {
            const std::string element = name + "[" + std::to_string(i) + "]";
            if (!add_members(context, array->getElementType(), element, members)) return false;
        }
        return true;
    }
    if (type->isAnyComplexType()) {
        for (const char* part : {".re", ".im"}) members.push_back(name + part);
        return true;
    }
    const ast::RecordDecl* record = type->getAsRecordDecl();
    const bool is_lock = type.getAsString() == "omp_lock_t";  // one number
    if (record == nullptr || is_lock) return members.push_back(name), true;
    record = record->getDefinition();
    return record != nullptr && std::ranges::all_of(parts_of(record), [&](const Component& part) {
               return add_members(context, part.type, name + part.name("."), members);
           });
}

}  // namespace

void note_shape(const Context& context, BufferId buffer, const std::string& name, ast::QualType type,
                bool is_array, openmp::LoopFunction& function) {
    openmp::ObjectShape shape{.buffer = buffer, .name = name, .is_array = is_array};
    while (const ast::ArrayType* array = context.tree().getAsArrayType(type)) {
        const auto* constant = llvm::dyn_cast<ast::ConstantArrayType>(array);
        if (constant == nullptr) {  // the sizes are known when the program runs
            shape.dimensions.clear();
            break;
        }
        shape.dimensions.push_back(static_cast<std::int64_t>(constant->getSize().getZExtValue()));
        type = array->getElementType();
    }
    if (is_composed(type) && !add_members(context, type, "", shape.members)) return;
    function.shapes.push_back(std::move(shape));
}

}  // namespace musimd::reader
