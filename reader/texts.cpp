#include "reader/readers.hpp"
#include "reader/shapes.hpp"

namespace musimd::reader {
namespace {

constexpr std::size_t kMaxName = 20;

std::string quoted(const std::string& bytes) {
    std::string name = bytes.substr(0, kMaxName);
    const bool is_plain = std::ranges::all_of(name, [](char c) { return c >= ' ' && c < 127; });
    return is_plain ? "\"" + name + (bytes.size() > kMaxName ? "…\"" : "\"") : "a text";
}

}  // namespace

Pointer Texts::literal_text(const ast::StringLiteral* text) {
    if (text->getCharByteWidth() != 1) context_.fail(text->getExprLoc(), "wide strings are not supported");
    const std::string bytes = text->getString().str();
    const auto known = known_.find(bytes);
    if (known != known_.end()) return known->second;
    return known_[bytes] = this->text(bytes, quoted(bytes), text->getType(), text->getExprLoc());
}

Pointer Texts::text(const std::string& bytes, const std::string& name, ast::QualType type,
                    ast::SourceLocation where) {
    const llvm::SaveAndRestore outside(here_.region, 0u);
    const llvm::SaveAndRestore once(here_.of_program, true);
    Pointer result;
    into(emitter_.prologue(), [&] {
        result = emitter_.new_array("text", Type::i8, literal(Type::i64, bytes.size() + 1), true, where);
        emitter_.out().back().function = bytes;
    });
    note_shape(context_, result.buffer, name, context_.tree().getAsArrayType(type)->getElementType(), true,
               function_);
    return result;
}

Pointer Texts::arguments(const std::vector<std::string>& given, ast::SourceLocation where) {
    const ast::ASTContext& tree = context_.tree();
    std::vector<Pointer> texts;
    const auto add = [&](const std::string& word) {
        const ast::QualType type = tree.getConstantArrayType(tree.CharTy, llvm::APInt(64, word.size() + 1),
                                                             nullptr, ast::ArraySizeModifier::Normal, 0);
        texts.push_back(text(word, "argv[" + std::to_string(texts.size()) + "]", type, where));
    };
    add("program");
    for (const std::string& word : given) add(word);
    const llvm::SaveAndRestore outside(here_.region, 0u);
    const llvm::SaveAndRestore once(here_.of_program, true);
    Pointer result;
    into(emitter_.prologue(), [&] {
        result = emitter_.new_array("argv", Type::i64, literal(Type::i64, texts.size() + 1), true, where);
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const Pointer at = shifted(result, static_cast<std::int64_t>(i), context_.line(where));
            store(at, readers_.pointers.address_of(texts[i].buffer, context_.line(where)), where);
        }
    });
    note_shape(context_, result.buffer, "argv", tree.getPointerType(tree.CharTy), true, function_);
    return result;
}

}  // namespace musimd::reader
