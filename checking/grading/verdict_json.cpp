#include "checking/grading/verdict_json.hpp"

#include <nlohmann/json.hpp>

#include "isa/json_text.hpp"

namespace musimd::grading {

std::string verdict_json(const Exercise& exercise, const Verdict& verdict) {
    nlohmann::ordered_json json = {{"passed", verdict.passed()},
                                   {"inputs", verdict.inputs},
                                   {"passed_inputs", verdict.passed_inputs},
                                   {"steps", verdict.steps},
                                   {"message", verdict.message}};
    if (!verdict.mistake.empty()) json["mistake"] = verdict.mistake;
    if (!verdict.failures.empty()) json["failures"] = verdict.failures;
    if (verdict.input) {
        const Input& input = exercise.inputs[*verdict.input];
        json["input"] = {{"name", input.name}, {"directives", input.directives}};
    }
    for (const ComparedWords& words : verdict.memory)
        json["memory"].push_back({{"address", words.address}, {"wanted", words.wanted}, {"got", words.got}});
    return json_text(json);
}

}  // namespace musimd::grading
