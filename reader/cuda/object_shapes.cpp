#include "reader/cuda/object_shapes.hpp"

#include "reader/cuda/byte_layout.hpp"
#include "reader/types.hpp"

namespace musimd::reader {
namespace {

using Parts = std::vector<cuda::ObjectShape::Part>;

/// Private members of classes of the headers are nothing that a user has written.
std::string name_of(const Context& context, const Component& part) {
    const bool is_hidden = part.member != nullptr && part.member->getAccess() == ast::AS_private &&
                           context.is_of_system(part.member->getLocation());
    return is_hidden ? "" : part.name(".");
}

/// In the order of the cells.
void add_names(const Context& context, ast::QualType type, const std::string& name, Parts& parts) {
    if (const auto* array = context.tree().getAsConstantArrayType(type)) {
        for (std::uint64_t i = 0; i < array->getSize().getZExtValue(); ++i)
            add_names(context, array->getElementType(), name + "[" + std::to_string(i) + "]", parts);
        return;
    }
    const ast::RecordDecl* record = type->getAsRecordDecl();
    if (record == nullptr || record->getDefinition() == nullptr) return parts.push_back({name, 0});
    for (const Component& part : parts_of(record->getDefinition()))
        add_names(context, part.type, name + name_of(context, part), parts);
}

void set_element(const Context& context, ast::QualType element, cuda::ObjectShape& shape) {
    if (element->isIncompleteType()) return;
    add_names(context, element, "", shape.parts);
    const cuda::ByteLayout layout = layout_of(context, element);
    shape.bytes = layout.bytes;
    for (std::size_t i = 0; i < std::min(shape.parts.size(), layout.numbers.size()); ++i)
        shape.parts[i].offset = layout.numbers[i].offset;
}

}  // namespace

cuda::ObjectShape shape_of_pointee(const Context& context, ast::QualType type, BufferId buffer) {
    cuda::ObjectShape shape{.buffer = buffer};
    while (const auto* array = context.tree().getAsConstantArrayType(type)) {
        shape.inner.push_back(static_cast<std::int64_t>(array->getSize().getZExtValue()));
        type = array->getElementType();
    }
    set_element(context, type, shape);
    return shape;
}

cuda::ObjectShape shape_of(const Context& context, ast::QualType type, BufferId buffer, bool in_units) {
    const ast::ArrayType* const array = context.tree().getAsArrayType(type);
    cuda::ObjectShape shape =
        shape_of_pointee(context, array == nullptr ? type : array->getElementType(), buffer);
    shape.is_array = array != nullptr;
    shape.in_units = in_units;
    return shape;
}

}  // namespace musimd::reader
