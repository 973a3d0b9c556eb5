#include "reader/readers.hpp"

// printf in a kernel: see cuda::Printing.

namespace musimd::reader {
namespace {

/// The bits of a number, as a u64.
Expr bits_of(const Expr& number, SourcePoint line) {
    const Type type = number->type.type;
    if (type == Type::f64) return apply(Function::reinterpret, Type::u64, {number}, line);
    return convert(number, Type::u64, line);
}

}  // namespace

BufferId DeviceRecords::printed_buffer() {
    if (!kernel_->printing) {
        kernel_->printing.emplace();
        kernel_->printing->buffer = emitter_.new_buffer("printed", Type::u64);
    }
    return kernel_->printing->buffer;
}

/// The calls are in the order in which they reserve their elements.
Expr DeviceRecords::print_of_thread(const ast::CallExpr* e, std::string format,
                                    const std::vector<std::pair<VariableId, Expr>>& values) {
    const SourcePoint at = line(e);
    const BufferId buffer = printed_buffer();
    cuda::Printing::Format entry{.text = std::move(format), .types = {}};
    std::vector<Expr> words = {literal(Type::u64, kernel_->printing->formats.size(), at)};
    for (const auto& [variable, value] : values) {
        entry.types.push_back(value->type.type);
        words.push_back(bits_of(read(variable, value->type, at), at));
    }
    add_record(buffer, words, cuda::Printing::kElements, e);
    kernel_->printing->formats.push_back(std::move(entry));
    return literal(Type::i32, values.size(), at);
}

}  // namespace musimd::reader
