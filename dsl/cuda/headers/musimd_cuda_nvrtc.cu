// NVRTC: a program that it compiles becomes the text of a module, which has the source; the machine reads it.
#include <musimd_cuda_machine.h>

#include <nvrtc.h>

#include <algorithm>
#include <set>

using namespace musimd_cuda;

struct _nvrtcProgram {
    std::string name, text;
    std::vector<std::pair<std::string, std::string>> headers;
    std::vector<std::string> expressions;
    bool is_tried = false;
    std::string log, module;  // the module is empty if there are errors
    std::map<std::string, std::string> lowered;
};

namespace {

std::set<nvrtcProgram> &programs() {
    static auto *const the = new std::set<nvrtcProgram>;
    return *the;
}

nvrtcResult finish(nvrtcResult result, const char *function, const std::string &why = {}) {
    if (result != NVRTC_SUCCESS)
        report(function, nvrtcGetErrorString(result) + (why.empty() ? "" : ": " + why));
    return result;
}

nvrtcResult check(nvrtcProgram program, bool is_good, const char *function) {
    if (programs().count(program) == 0) return finish(NVRTC_ERROR_INVALID_PROGRAM, function);
    return finish(is_good ? NVRTC_SUCCESS : NVRTC_ERROR_INVALID_INPUT, function);
}

void add_lines(const std::string &text, std::string &module) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        module += "//| " + text.substr(at, end - at) + "\n";
        at = end + 1;
    }
}

std::string module_of(const _nvrtcProgram &program, int count, const char *const *options) {
    std::string module = kModuleBegin;
    module += ": in place of PTX, the source of its kernels\n//musimd-file " + program.name + "\n";
    for (int i = 0; i < count; ++i) module += std::string("//musimd-option ") + options[i] + "\n";
    for (const std::string &expression : program.expressions) module += "//musimd-name " + expression + "\n";
    for (const auto &[name, text] : program.headers) {
        module += "//musimd-header " + name + "\n";
        add_lines(text, module);
    }
    module += "//musimd-text\n";
    add_lines(program.text, module);
    return module;
}

nvrtcResult get(nvrtcProgram program, const std::string _nvrtcProgram::*text, bool is_needed, size_t *size, char *to,
                const char *function) {
    const Turn turn;
    const bool has_place = size != nullptr || to != nullptr;
    if (const nvrtcResult error = check(program, has_place && program->is_tried, function)) return error;
    const std::string &found = program->*text;
    if (is_needed && found.empty()) return finish(NVRTC_ERROR_INVALID_PROGRAM, function, "it has not been compiled");
    if (size != nullptr) *size = found.size() + 1;
    if (to != nullptr) memcpy(to, found.c_str(), found.size() + 1);
    return NVRTC_SUCCESS;
}

}  // namespace

extern "C" {

const char *nvrtcGetErrorString(nvrtcResult result) {
    constexpr const char *kNames[] = {"NVRTC_SUCCESS",
                                      "NVRTC_ERROR_OUT_OF_MEMORY",
                                      "NVRTC_ERROR_PROGRAM_CREATION_FAILURE",
                                      "NVRTC_ERROR_INVALID_INPUT",
                                      "NVRTC_ERROR_INVALID_PROGRAM",
                                      "NVRTC_ERROR_INVALID_OPTION",
                                      "NVRTC_ERROR_COMPILATION",
                                      "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE",
                                      "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
                                      "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
                                      "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
                                      "NVRTC_ERROR_INTERNAL_ERROR",
                                      "NVRTC_ERROR_TIME_FILE_WRITE_FAILED"};
    return result < sizeof kNames / sizeof *kNames ? kNames[result] : "NVRTC_ERROR unknown";
}
nvrtcResult nvrtcVersion(int *major, int *minor) {
    *major = CUDART_VERSION / 1000;
    *minor = CUDART_VERSION % 1000 / 10;
    return NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetNumSupportedArchs(int *count) {
    *count = 1;
    return NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetSupportedArchs(int *list) {
    *list = 90;
    return NVRTC_SUCCESS;
}
nvrtcResult nvrtcCreateProgram(nvrtcProgram *program, const char *text, const char *name, int header_count,
                               const char *const *headers, const char *const *include_names) {
    const Turn turn;
    if (program == nullptr || text == nullptr || header_count < 0)
        return finish(NVRTC_ERROR_INVALID_INPUT, "nvrtcCreateProgram");
    *program = new _nvrtcProgram{name == nullptr || *name == '\0' ? "default_program" : name, text};
    for (int i = 0; i < header_count; ++i) (*program)->headers.emplace_back(include_names[i], headers[i]);
    programs().insert(*program);
    return NVRTC_SUCCESS;
}
nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program) {
    const Turn turn;
    if (const nvrtcResult error = check(program == nullptr ? nullptr : *program, true, "nvrtcDestroyProgram"))
        return error;
    programs().erase(*program);
    delete *program;
    *program = nullptr;
    return NVRTC_SUCCESS;
}
nvrtcResult nvrtcAddNameExpression(nvrtcProgram program, const char *expression) {
    const Turn turn;
    if (const nvrtcResult error = check(program, expression != nullptr, "nvrtcAddNameExpression")) return error;
    if (program->is_tried)
        return finish(NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION, "nvrtcAddNameExpression");
    program->expressions.push_back(expression);
    return NVRTC_SUCCESS;
}
nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int option_count, const char *const *options) {
    const Turn turn;
    if (const nvrtcResult error = check(program, option_count == 0 || options != nullptr, "nvrtcCompileProgram"))
        return error;
    std::string module = module_of(*program, option_count, options);
    fflush(stdout);
    Writer message(Message::compile);
    message.text(module);
    machine().send(message);
    Reader answer = machine().receive();
    const auto result = static_cast<nvrtcResult>(answer.number());
    program->is_tried = true;
    program->log = answer.text();
    for (std::uint64_t n = answer.number(); n > 0; --n) module += "// .entry " + answer.text() + "\n";
    const std::uint64_t named = answer.number();
    for (std::uint64_t i = 0; i < named && i < program->expressions.size(); ++i)
        program->lowered[program->expressions[i]] = answer.text();
    if (result == NVRTC_SUCCESS) program->module = module + kModuleEnd + "\n";
    return finish(result, "nvrtcCompileProgram", "\n" + program->log);
}
nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char *expression, const char **name) {
    const Turn turn;
    if (const nvrtcResult error = check(program, expression != nullptr && name != nullptr, "nvrtcGetLoweredName"))
        return error;
    if (!program->is_tried) return finish(NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION, "nvrtcGetLoweredName");
    const auto found = program->lowered.find(expression);
    if (found == program->lowered.end())
        return finish(NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID, "nvrtcGetLoweredName", expression);
    *name = found->second.c_str();
    return NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t *size) {
    return get(program, &_nvrtcProgram::module, true, size, nullptr, "nvrtcGetPTXSize");
}
nvrtcResult nvrtcGetPTX(nvrtcProgram program, char *ptx) {
    return get(program, &_nvrtcProgram::module, true, nullptr, ptx, "nvrtcGetPTX");
}
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t *size) {
    return get(program, &_nvrtcProgram::module, true, size, nullptr, "nvrtcGetCUBINSize");
}
nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char *cubin) {
    return get(program, &_nvrtcProgram::module, true, nullptr, cubin, "nvrtcGetCUBIN");
}
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t *size) {
    return get(program, &_nvrtcProgram::log, false, size, nullptr, "nvrtcGetProgramLogSize");
}
nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char *log) {
    return get(program, &_nvrtcProgram::log, false, nullptr, log, "nvrtcGetProgramLog");
}
}
