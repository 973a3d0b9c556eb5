// musimd derive FILE

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "cli/command/command.hpp"
#include "cli/command/input.hpp"
#include "cli/command/options.hpp"
#include "cli/command/terminal.hpp"
#include "cli/programs/report.hpp"
#include "engines/engines.hpp"
#include "isa/diagnostic.hpp"
#include "isa/reader.hpp"
#include "semantics/machine.hpp"
#include "semantics/models/policy.hpp"
#include "views/derivation/coq_script.hpp"
#include "views/derivation/page.hpp"
#include "views/derivation/recorder.hpp"

namespace musimd::cli {
namespace {

namespace derivation = views::derivation;

constexpr std::string_view kAboutDerive =
    "Prints the big-step derivation of a run, as the paper writes its rules: the premises of each rule above "
    "a\n"
    "bar, with their values, and below it the state that they are about. Names like Θ₁ and Π₂ stand for\n"
    "parts of a state; a table below the derivation lists them. The data steps follow, thread by thread. "
    "With\n"
    "--rule, prints only a rule. FILE - is standard input.\n\n"
    "Under a model of groups (docs/semantics.md, section 12) a state is M(G, β, Σ, Λ, P).\n"
    "A run that traps has no derivation: the rule at its end is shown with the premise that fails.\n\n"
    "The format coq is a script that Coq checks with the folder proofs/ of the sources: the states of the\n"
    "run, a lemma for each step, which applies its rule, and a theorem on the result or the trap. It is for\n"
    "one warp of at most 64 threads, at most 200 steps, and no types, fetches, blocks or collectives.\n\n"
    "Exit status: 0 stop, 1 a trap, 2 bad input or command line, 3 the step limit, 130 interrupted.\n";

constexpr std::string_view kExamplesDerive =
    "Examples:\n"
    "  musimd derive programs/paper/figure9.pl                             as text\n"
    "  musimd derive programs/paper/figure9.pl --format latex > fig9.tex   for pdflatex\n"
    "  musimd derive programs/paper/figure1c.asm --first 13 --steps 20     a part of a long run\n"
    "  musimd derive programs/paper/micro/BD.pl --format coq > BD.v        a proof\n"
    "  musimd derive --rule BD                                             a rule alone\n";

}  // namespace

Options declare_derive() {
    Options options("derive", "FILE", kAboutDerive, kExamplesDerive);
    options.one_of("format", "FORMAT", {"text", "latex", "html", "coq"},
                   "text, latex (a document for pdflatex), html or coq (default text)");
    options.one_of("rule", "NAME", rule_names(), "print only this rule, without a program");
    options.value("first", "N", "the first step that is printed (default 1)");
    options.value("steps", "N", "how many steps are printed, 1 … 2000 (default 100)");
    options.value("fold", "K",
                  "print K of the consecutive data steps and fold the others; 0: fold none (default 4)");
    options.value("data-threads", "K", "print the derivations of K threads per data step (default 2)");
    options.value("warp", "W", "the warp whose derivation is printed (default 0)");
    declare_program_options(options);
    options.value("memory", "FILE", "initial shared memory: lines A: c c c …");
    declare_machine_options(options);
    return options;
}

namespace {

void write_page(const Options& options, const derivation::Page& page) {
    const std::string format = options.choice("format").value_or("text");
    if (format == "latex") return derivation::write_latex(page, write_out);
    if (format == "html") return derivation::write_html(page, write_out);
    derivation::write_text(page, terminal_width(), write_out);
}

/// The rule of this name. Names are upper case, so the nearest of another is that of its upper case.
RuleId rule_option(const std::string& given) {
    const RuleId rule = rule_named(given);
    if (rule < RuleId{kRuleCount}) return rule;
    std::string upper = given;
    std::ranges::transform(upper, upper.begin(), [](char c) {
        return 'a' <= c && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    });
    const std::vector<std::string_view> names = rule_names();
    throw invalid_value("rule", given,
                        fmt::format("rules: {}{}", fmt::join(names, ", "), did_you_mean(upper, names)));
}

int print_rule(const Options& options, const std::string& name) {
    if (!options.operands().empty()) throw UsageError("'--rule' prints only a rule; omit FILE");
    if (options.choice("format") == "coq") throw UsageError("'--rule' cannot be used with '--format coq'");
    write_page(options, derivation::rule_page(rule_option(name)));
    return kOk;
}

derivation::DerivationLayout layout_of(const Options& options) {
    derivation::DerivationLayout layout;
    const auto number = [&](const char* name, std::uint64_t least, std::uint64_t most,
                            std::uint64_t otherwise) {
        return static_cast<std::uint64_t>(options.integer(name, least, most).value_or(otherwise));
    };
    layout.warp = static_cast<std::uint32_t>(number("warp", 0, kMaxWarps - 1, 0));
    layout.first = number("first", 1, INT64_MAX, layout.first);
    layout.steps = number("steps", 1, derivation::kMaxPrintedSteps, layout.steps);
    layout.fold = number("fold", 0, INT64_MAX, layout.fold);
    layout.threads = number("data-threads", 1, 1024, layout.threads);
    return layout;
}

Program program_of(const Options& options, const ReadOptions& read, const std::string& file,
                   const std::string& text) {
    Program program = load_program(file, text, read);
    load_memory(options, read.max_address, program);
    if (program.model == ThreadModel::volta)
        throw InputError(file, "a derivation is of a warp, and volta has threads; use another '--model'");
    if (const auto reason = too_large(*find_engine("rules"), program)) throw InputError(file, *reason);
    return program;
}

/// Reports a window without steps.
void check_window(const derivation::DerivationRecorder& recorder,
                  const derivation::DerivationLayout& layout) {
    if (recorder.has_steps()) return;
    throw UsageError(fmt::format("no steps to print: warp {} takes {}{}", layout.warp,
                                 counted(recorder.steps(), "step"),
                                 layout.first > 1 ? fmt::format(", and '--first' is {}", layout.first) : ""));
}

int end_of(const Result& result, const Program& program, const std::string& file, const std::string& text) {
    switch (result.outcome) {
        case Outcome::stop:
            return kOk;
        case Outcome::trap:
            std::cerr << render_trap(*result.trap, program, file, text);
            return kFailed;
        case Outcome::limit:
            std::cerr << render_limit(*result.limit, program, {}, file, text);
            return kLimit;
        case Outcome::interrupted:
            return kInterrupted;
    }
    return kFailed;
}

// ---- the format coq

/// Reports what a script cannot have.
void check_covered(const Options& options, const Program& program, const std::string& file,
                   const std::string& text) {
    for (const char* name : {"fold", "data-threads"}) {
        if (options.text(name))
            throw UsageError(fmt::format("'--{}' has no effect with '--format coq'", name));
    }
    if (options.integer("steps", 1, derivation::kMaxPrintedSteps).value_or(1) >
        static_cast<std::int64_t>(derivation::kMaxScriptSteps)) {
        throw UsageError(fmt::format("a script has at most {} steps; use '--steps {}'",
                                     derivation::kMaxScriptSteps, derivation::kMaxScriptSteps));
    }
    if (const auto uncovered = derivation::not_covered(program)) {
        throw InputError(render_at(uncovered->location.line, uncovered->location.column,
                                   "error: " + uncovered->construct, file, text));
    }
    if (program.threads > derivation::kMaxScriptThreads) {
        throw InputError(file,
                         fmt::format("the warp has {} threads, and a script at most {}; use '--threads'",
                                     program.threads, derivation::kMaxScriptThreads));
    }
}

/// Reports what is too large for a script, once that is known.
void check_size(const Options& options, const derivation::CoqScript& script, std::uint64_t first,
                const std::string& file) {
    if (script.words() > derivation::kMaxScriptWords) {
        throw InputError(file, fmt::format("memory has {} words, and a script at most {}", script.words(),
                                           derivation::kMaxScriptWords));
    }
    if (!script.has_steps()) {
        throw UsageError(fmt::format("no steps to print: the run takes {}, and '--first' is {}",
                                     counted(script.steps(), "step"), first));
    }
    if (!options.text("steps") && !script.is_complete() &&
        script.steps() + 1 >= first + derivation::kMaxScriptSteps) {
        throw InputError(file, fmt::format("the run takes {} steps, and a script has at most {}; "
                                           "'--first {} --steps {}' exports a part of it",
                                           script.steps(), derivation::kMaxScriptSteps, first,
                                           derivation::kMaxScriptSteps));
    }
}

int derive_script(const Options& options, const Program& program, const MachineOptions& machine_options,
                  const std::string& file, const std::string& text) {
    check_covered(options, program, file, text);
    const derivation::DerivationLayout layout = layout_of(options);
    Machine machine(program, machine_options);
    const std::uint64_t steps = options.text("steps") ? layout.steps : derivation::kMaxScriptSteps;
    derivation::CoqScript script(program, machine, machine_options, layout.first, steps);
    const Result result = machine.run(&script);
    check_size(options, script, layout.first, file);
    std::cout << script.text(display_name(file));
    return end_of(result, program, file, text);
}

int derive_file(const Options& options, const std::string& file) {
    const ReadOptions read = read_program_options(options);
    MachineOptions machine_options = read_machine_options(options, read.max_address);
    const derivation::DerivationLayout layout = layout_of(options);
    take_standard_input_once(file, options);
    const std::string text = read_text(file);
    const Program program = program_of(options, read, file, text);
    take_order(options, program, machine_options);
    if (machine_options.within != Within::collective)
        throw UsageError(
            fmt::format("'--within {}' cannot be used: derivations are of groups that step together",
                        models::to_string(machine_options.within)));
    if (layout.warp >= program.warps) {
        throw UsageError(
            fmt::format("invalid value '{}' for '--warp'; the program has {}", layout.warp,
                        program.warps == 1 ? "1 warp, 0" : fmt::format("{} warps, from 0", program.warps)));
    }
    note_interruptions();
    machine_options.interrupt = &interruption();
    if (options.choice("format") == "coq")
        return derive_script(options, program, machine_options, file, text);
    Machine machine(program, machine_options);
    derivation::DerivationRecorder recorder(program, machine, machine_options, layout);
    const Result result = machine.run(&recorder);
    check_window(recorder, layout);
    write_page(options, recorder.page(result, display_name(file)));
    return end_of(result, program, file, text);
}

}  // namespace

int derive(const Arguments& arguments) {
    Options options = declare_derive();
    const bool has_rule = std::ranges::any_of(
        arguments, [](const std::string& a) { return a == "--rule" || a.starts_with("--rule="); });
    if (!options.parse(arguments, has_rule ? 0 : 1, 1)) return kOk;
    if (const auto rule = options.text("rule")) return print_rule(options, *rule);
    return derive_file(options, options.operands()[0]);
}

}  // namespace musimd::cli
