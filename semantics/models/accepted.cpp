#include "semantics/models/accepted.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "isa/diagnostic.hpp"
#include "semantics/models/policy.hpp"
#include "semantics/structure_check.hpp"

namespace musimd::models {
namespace {

std::string needs(std::string_view reason) {
    return fmt::format("needs structured control flow: {}", reason);
}

// Branches that several `sync`s can close, and `sync`s that close several branches.
std::vector<ModelError> ambiguous(const Program& program, const StructureReport& report) {
    std::vector<ModelError> errors;
    for (const BranchClosers& branch : report.closers) {
        if (branch.closers.size() < 2) continue;
        errors.push_back(
            {branch.closers[1],
             needs(fmt::format("the branch in line {} has another `sync`, in line {}",
                               program.at(branch.branch).line, program.at(branch.closers[0]).line))});
    }
    std::map<Label, Label> branch_of;
    for (const BranchClosers& branch : report.closers) {
        for (const Label closer : branch.closers) {
            const auto [first, is_new] = branch_of.try_emplace(closer, branch.branch);
            if (is_new) continue;
            errors.push_back(
                {closer, needs(fmt::format("this `sync` closes two branches, in lines {} and {}",
                                           program.at(first->second).line, program.at(branch.branch).line))});
        }
    }
    return errors;
}

}  // namespace

std::vector<ModelError> unaccepted(const Program& program) {
    if (!has_groups(program.model) || policy_of(program.model).join != Policy::JoinAt::declared) return {};
    const StructureReport report = check_structure(program);
    std::vector<ModelError> errors;
    for (const StructureError& error : report.errors) errors.push_back({error.pc, needs(error.message)});
    if (errors.empty()) errors = ambiguous(program, report);
    std::ranges::stable_sort(errors, {}, &ModelError::pc);
    return errors;
}

ReadResult read_accepted_program(std::string_view text, std::string_view file, const ReadOptions& options) {
    ReadResult read = read_program(text, file, options);
    if (!read) return read;
    const std::vector<ModelError> errors = unaccepted(*read.program);
    if (errors.empty()) return read;
    const std::vector<std::string_view> lines = lines_of(text);
    Diagnostics diagnostics;
    for (const ModelError& error : errors) {
        const bool has_line = error.pc < read.program->end() && read.program->at(error.pc).line != 0;
        const Instruction* i = has_line ? &read.program->at(error.pc) : nullptr;
        diagnostics.error(i == nullptr ? 0 : i->line,
                          i == nullptr ? 0 : offset_of(lines[i->line - 1], i->column),
                          fmt::format("model '{}' {}", to_string(read.program->model), error.message));
    }
    diagnostics.sort();
    TextErrors rendered = report_errors(display_name(file), lines, diagnostics);
    return {std::nullopt, std::move(rendered.text), std::move(rendered.list)};
}

}  // namespace musimd::models
