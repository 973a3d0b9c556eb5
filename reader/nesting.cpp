#include "reader/nesting.hpp"

#include <clang/Basic/IdentifierTable.h>
#include <clang/Basic/LangOptions.h>
#include <clang/Basic/OperatorPrecedence.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/Preprocessor.h>

#include <memory>
#include <string>
#include <vector>

namespace musimd::reader {
namespace {

namespace tok = ::clang::tok;

constexpr unsigned kMaxDepth = 1000;
constexpr unsigned kMaxOperators = 20'000;   // Clang's time may be their square
constexpr unsigned kMaxTokens = 10'000'000;  // those of headers are some 100,000

llvm::StringRef word_of(const ::clang::Token& token) {
    if (token.is(tok::raw_identifier)) return token.getRawIdentifier();
    const auto* const identifier = token.isAnnotation() ? nullptr : token.getIdentifierInfo();
    return identifier == nullptr ? "" : identifier->getName();
}

class Nesting {
  public:
    /// What is too deep, or too much, from this token on; empty if nothing is.
    std::string next(const ::clang::Token& token) {
        const llvm::StringRef word = word_of(token);
        const tok::TokenKind kind = word.empty() ? token.getKind() : tok::raw_identifier;
        count_operators(kind);
        count_prefixes(kind, word);
        count_statements(kind, word);
        count_else(kind, word);
        before_ = kind;
        const auto more_than = [](unsigned limit, const char* what) {
            return "more than " + std::to_string(limit) + " " + what;
        };
        if (++tokens_ > kMaxTokens) return more_than(kMaxTokens, "tokens");
        if (operators_ > kMaxOperators) return more_than(kMaxOperators, "operators in one expression");
        if (prefixes_ > kMaxDepth) return more_than(kMaxDepth, "operators before one operand");
        if (statements_ > kMaxDepth || chains_.back() > kMaxDepth)
            return more_than(kMaxDepth, "nested statements");
        return {};
    }

  private:
    /// Whether an operator after the last token is a binary one. The parentheses of a conversion end in a
    /// type.
    bool after_operand() const {
        switch (before_) {
            case tok::raw_identifier:
                return !after_type_;
            case tok::numeric_constant:
            case tok::char_constant:
            case tok::string_literal:
            case tok::r_square:
                return true;
            case tok::r_paren:
                return !converts_;
            default:  // of Clang's tokens
                return false;
        }
    }

    static bool is_type(llvm::StringRef word) {
        for (const char* const type : {"int", "char", "short", "long", "float", "double", "signed",
                                       "unsigned", "_Bool", "void", "const"}) {
            if (word == type) return true;
        }
        return false;
    }

    void count_operators(tok::TokenKind kind) {
        const bool ends = kind == tok::semi || kind == tok::l_brace || kind == tok::r_brace ||
                          (kind == tok::comma && parentheses_ == 0);
        const bool is_postfix =
            kind == tok::l_paren || kind == tok::l_square || kind == tok::period || kind == tok::arrow;
        if (ends)
            operators_ = 0;
        else if (is_postfix || ::clang::getBinOpPrecedence(kind, true, true) != ::clang::prec::Unknown)
            ++operators_;
    }

    void count_prefixes(tok::TokenKind kind, llvm::StringRef word) {
        switch (kind) {
            case tok::semi:
            case tok::comma:
            case tok::l_brace:
            case tok::r_brace:
                prefixes_ = 0;
                break;
            case tok::r_paren:
                converts_ = after_type_;
                break;
            case tok::numeric_constant:
            case tok::char_constant:
            case tok::string_literal:
            case tok::raw_identifier:
                if (word == "sizeof" || word == "__extension__" || word == "_Alignof") ++prefixes_;
                break;
            case tok::l_paren:
                prefixes_ = after_operand() && before_ != tok::r_paren ? 0 : prefixes_ + 1;
                break;
            default:  // of Clang's tokens
                prefixes_ = after_operand() ? 0 : prefixes_ + 1;
        }
        after_type_ = is_type(word) || word == "sizeof" || (after_type_ && kind == tok::star);
    }

    void count_statements(tok::TokenKind kind, llvm::StringRef word) {
        if (kind == tok::l_brace || kind == tok::r_brace || (kind == tok::semi && parentheses_ == 0))
            statements_ = 0;
        if (kind == tok::l_paren) ++parentheses_;
        if (kind == tok::r_paren && parentheses_ > 0) --parentheses_;
        if (word == "if" || word == "for" || word == "while" || word == "do" || word == "switch" ||
            word == "case")
            ++statements_;
    }

    void count_else(tok::TokenKind kind, llvm::StringRef word) {
        const bool begins = before_ == tok::semi || before_ == tok::l_brace || before_ == tok::r_brace;
        if (kind == tok::l_brace) chains_.push_back(0);
        if (kind == tok::r_brace && chains_.size() > 1) chains_.pop_back();
        if (word == "else")
            ++chains_.back();
        else if (begins && parentheses_ == 0 && !word.empty())
            chains_.back() = 0;
    }

    tok::TokenKind before_ = tok::semi;
    bool after_type_ = false;
    bool converts_ = false;  ///< the last parenthesis
    unsigned tokens_ = 0;
    unsigned operators_ = 0;  ///< of an expression
    unsigned prefixes_ = 0;
    unsigned parentheses_ = 0;
    unsigned statements_ = 0;             ///< since the last end of one
    std::vector<unsigned> chains_ = {0};  ///< `else` after `else`, in each block
};

void report(const std::string& what, ::clang::SourceLocation at, ::clang::DiagnosticsEngine& diagnostics) {
    const unsigned id = diagnostics.getCustomDiagID(::clang::DiagnosticsEngine::Error, "%0");
    diagnostics.Report(at, id) << what + " are not supported";
}

}  // namespace

bool is_too_deep(const ::clang::SourceManager& sources, ::clang::DiagnosticsEngine& diagnostics) {
    const ::clang::FileID file = sources.getMainFileID();
    ::clang::LangOptions options;
    ::clang::Lexer lexer(file, sources.getBufferOrFake(file), sources, options);
    Nesting nesting;
    ::clang::Token token;
    while (!lexer.LexFromRawLexer(token)) {
        const std::string what = nesting.next(token);
        if (what.empty()) continue;
        report(what, token.getLocation(), diagnostics);
        return true;
    }
    return false;
}

void bound_macros(::clang::Preprocessor& preprocessor) {
    preprocessor.setTokenWatcher([&preprocessor, nesting = std::make_unique<Nesting>(),
                                  is_over = false](const ::clang::Token& token) mutable {
        const std::string what = is_over ? "" : nesting->next(token);
        if (!what.empty()) {
            ::clang::DiagnosticsEngine& diagnostics = preprocessor.getDiagnostics();
            report(what, preprocessor.getSourceManager().getExpansionLoc(token.getLocation()), diagnostics);
            diagnostics.setSuppressAllDiagnostics(true);  // of what is left open
            is_over = true;
        }
        // What the parser does to end early; the token is its own.
        if (is_over) const_cast<::clang::Token&>(token).setKind(tok::eof);
    });
}

}  // namespace musimd::reader
