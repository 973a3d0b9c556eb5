#include "cli/teach/variant.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <random>
#include <sstream>

#include "checking/expectations.hpp"
#include "checking/grading/grade.hpp"
#include "checking/grading/kernel_program.hpp"
#include "semantics/machine.hpp"

namespace musimd::cli {
namespace {

using grading::Exercise;
using grading::Input;
using grading::Vary;
using Directives = std::vector<std::string>;

constexpr int kMostDraws = 100;

bool begins_with(const std::string& line, std::string_view name) {
    const std::size_t at = line.find_first_not_of(" \t");
    return at != std::string::npos && line.compare(at, name.size(), name) == 0;
}

/// `.memory A: c c c`, or the same after `.expect`.
struct WordLine {
    std::string before;  ///< with the address
    std::int64_t address = 0;
    std::vector<std::string> words;

    std::string text() const { return fmt::format("{}: {}", before, fmt::join(words, " ")); }
};

std::optional<WordLine> word_line(const std::string& line) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) return std::nullopt;
    WordLine result{.before = line.substr(0, colon), .words = {}};
    const std::size_t blank = result.before.find_last_of(" \t");
    if (blank == std::string::npos) return std::nullopt;
    if (!(std::istringstream(result.before.substr(blank)) >> result.address)) return std::nullopt;
    std::istringstream words(line.substr(colon + 1));
    for (std::string word; words >> word;) result.words.push_back(word);
    return result;
}

/// The inputs that are drawn, one after the other.
class Drawing {
  public:
    Drawing(const Exercise& exercise, const std::string& solution, const std::string& file)
        : exercise_(exercise), solution_(solution), file_(file) {}

    /// nullopt: the solution stops on no draw.
    std::optional<Input> draw(const Input& input, std::uint64_t seed) const {
        const ReadResult read = grading::read_answer(solution_, file_, input.directives);
        if (!read) return std::nullopt;
        const Program& program = *read.program;
        const std::int64_t threads = program.block_threads != 0
                                         ? program.block_threads
                                         : std::int64_t{program.threads} * program.warps;
        std::mt19937_64 random(seed);
        for (int i = 0; i < kMostDraws; ++i) {
            Directives lines = input.directives;
            for (std::string& line : lines)
                if (begins_with(line, ".memory")) line = with_other_words(line, threads, random);
            if (auto expected = with_expectations(lines)) return Input{input.name, std::move(*expected)};
        }
        return std::nullopt;
    }

  private:
    const Vary* range_of(std::int64_t address, std::int64_t threads) const {
        const auto found = std::ranges::find_if(exercise_.vary, [&](const Vary& vary) {
            const std::int64_t first = vary.from.of(threads);
            return first <= address && address < first + vary.count.of(threads);
        });
        return found == exercise_.vary.end() ? nullptr : &*found;
    }

    std::string with_other_words(const std::string& line, std::int64_t threads,
                                 std::mt19937_64& random) const {
        auto words = word_line(line);
        if (!words) return line;
        for (std::size_t i = 0; i < words->words.size(); ++i) {
            const Vary* const vary = range_of(words->address + static_cast<std::int64_t>(i), threads);
            if (vary == nullptr) continue;
            const auto size = static_cast<std::uint64_t>(vary->most - vary->least) + 1;
            words->words[i] = fmt::format("{}", vary->least + static_cast<std::int64_t>(random() % size));
        }
        return words->text();
    }

    /// The lines with the memory that the solution leaves; nullopt if it does not stop, or misses another
    /// expectation.
    std::optional<Directives> with_expectations(const Directives& lines) const {
        Directives others;
        std::ranges::copy_if(lines, std::back_inserter(others),
                             [](const std::string& line) { return !begins_with(line, ".expect memory"); });
        const ReadResult read = grading::read_answer(solution_, file_, others);
        if (!read) return std::nullopt;
        MachineOptions options = test_options(*read.program);
        options.max_steps = read.program->max_steps.value_or(grading::kMaxSteps);
        StatisticsObserver observer(*read.program, grading::kSegment, options.max_address);
        const Result result = run_rules(*read.program, options, &observer);
        if (result.outcome != Outcome::stop ||
            !check_expectations(*read.program, result, observer.statistics()).empty())
            return std::nullopt;
        Directives expected = lines;
        for (std::string& line : expected)
            if (begins_with(line, ".expect memory")) line = with_memory_of(result, line);
        return expected;
    }

    static std::string with_memory_of(const Result& result, const std::string& line) {
        auto words = word_line(line);
        if (!words) return line;
        for (std::size_t i = 0; i < words->words.size(); ++i) {
            if (words->words[i] == "*") continue;
            const Value* const word = result.memory.find(words->address + static_cast<std::int64_t>(i));
            words->words[i] = word == nullptr ? "_" : fmt::format("{}", *word);
        }
        return words->text();
    }

    const Exercise& exercise_;
    const std::string& solution_;
    const std::string& file_;
};

/// Whether the mistake is known by words of the inputs that were drawn anew.
bool names_words(const grading::Mistake& mistake) {
    return std::ranges::any_of(
        mistake.when, [](const std::string& line) { return line.find(" memory ") != std::string::npos; });
}

}  // namespace

tl::expected<Exercise, std::string> variant_of(const Exercise& exercise, const std::string& solution,
                                               const std::string& file, std::uint64_t seed) {
    if (exercise.vary.empty())
        return tl::unexpected(
            std::string("has no 'vary', which says which words of the inputs --seed may draw anew"));
    Exercise result = exercise;
    const Drawing drawing(exercise, solution, file);
    for (std::size_t i = 0; i < result.inputs.size(); ++i) {
        auto input = drawing.draw(exercise.inputs[i], seed + 1'000'003 * i);
        if (!input)
            return tl::unexpected(
                fmt::format("the solution {} stops on none of {} draws of the input '{}'; narrow 'vary'",
                            file, kMostDraws, exercise.inputs[i].name));
        result.inputs[i] = std::move(*input);
    }
    std::erase_if(result.mistakes, names_words);
    return result;
}

}  // namespace musimd::cli
