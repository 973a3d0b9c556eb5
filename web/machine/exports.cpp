// What the module exports: docs/web.md. A request and an answer are UTF-8 JSON in the module's memory.

#include <cstdint>
#include <cstdlib>
#include <cstring>

#include <nlohmann/json.hpp>

#include "isa/json_text.hpp"
#include "session/requests.hpp"
#include "web/machine/kernel_answer.hpp"

namespace {

std::optional<std::string> answer_of_kernel(std::string_view name, const musimd::web::Json& request) {
    if (name == "kernel") return musimd::json_text(musimd::web::kernel_answer(request));
    if (name == "findings") return musimd::json_text(musimd::web::findings_answer(request));
    return std::nullopt;
}

musimd::web::Requests& requests() {
    static auto& all =
        *new musimd::web::Requests(answer_of_kernel);  // never destroyed: the module has no end
    return all;
}

}  // namespace

extern "C" {

/// Memory of this size, for a request; null if memory is exhausted.
void* musimd_alloc(std::size_t size) {
    return std::malloc(size);
}

/// Frees a request or an answer.
void musimd_free(void* memory) {
    std::free(memory);
}

/// The answer: its length in bytes, a 32-bit number, then its text. The caller frees it. Null if memory is
/// exhausted.
void* musimd_call(const char* request, std::size_t length) {
    const std::string answer = requests().answer({request, length});
    const auto size = static_cast<std::uint32_t>(answer.size());
    auto* const memory = static_cast<char*>(std::malloc(sizeof size + answer.size()));
    if (memory == nullptr) return nullptr;
    std::memcpy(memory, &size, sizeof size);
    std::memcpy(memory + sizeof size, answer.data(), answer.size());
    return memory;
}

}  // extern "C"
