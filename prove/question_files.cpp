#include "prove/question_files.hpp"

#include <fmt/format.h>

#include <cctype>
#include <fstream>
#include <stdexcept>

namespace musimd::prove {
namespace {

constexpr std::size_t kMaxWord = 40;

/// The commands of a text without line breaks, each in a line. A symbol in |…| may have parentheses.
std::string in_lines(const std::string& question) {
    std::string text;
    int depth = 0;
    bool is_quoted = false;
    for (const char c : question) {
        text += c;
        if (c == '|') is_quoted = !is_quoted;
        if (is_quoted) continue;
        if (c == '(') ++depth;
        if (c == ')' && --depth == 0) text += '\n';
    }
    return text;
}

std::string commented(const std::string& about) {
    std::string text = "; ";
    for (const char c : about) {
        text += c;
        if (c == '\n') text += "; ";
    }
    return text + "\n";
}

/// `race of a, line 7`: `race-of-a-line-7`.
std::string file_word(const std::string& about) {
    std::string word;
    for (const char c : about) {
        const bool is_part = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
        if (is_part)
            word += c;
        else if (!word.empty() && word.back() != '-')
            word += '-';
        if (word.size() >= kMaxWord) break;
    }
    while (!word.empty() && word.back() == '-') word.pop_back();
    return word.empty() ? "on-the-way" : word;
}

}  // namespace

std::string question_file(const std::string& question, const std::string& about) {
    return fmt::format("{}(set-logic ALL)\n{}(check-sat)\n", commented(about), in_lines(question));
}

QuestionFiles::QuestionFiles(std::filesystem::path folder, std::string kernel)
    : folder_(std::move(folder)), kernel_(std::move(kernel)) {
    std::error_code wrong;
    std::filesystem::create_directories(folder_, wrong);
    if (wrong) throw std::runtime_error(fmt::format("{}: {}", folder_.string(), wrong.message()));
}

std::filesystem::path QuestionFiles::write(const std::string& question, const std::string& about) {
    std::filesystem::path file = folder_ / fmt::format("{:04}-{}.smt2", ++count_, file_word(about));
    const std::string what =
        about.empty() ? "something that the prover needs to know on its way: unsat means that it holds"
                      : about + "\nunsat: it is never violated";
    std::ofstream out(file, std::ios::binary);
    out << question_file(question, fmt::format("{}\n{}", kernel_, what));
    out.close();
    if (!out) throw std::runtime_error(fmt::format("{}: cannot be written", file.string()));
    return file;
}

}  // namespace musimd::prove
