#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <system_error>

#include "host/child.hpp"
#include "host/doctor/probe.hpp"

// Libraries, loaded in a child process.

namespace musimd::host::doctor {
namespace {

using Json = nlohmann::json;
using State = Probe::State;

std::string json_of(const std::vector<Answer>& answers) {
    Json list = Json::array();
    for (const Answer& answer : answers) list.push_back({static_cast<int>(answer.state), answer.text});
    return list.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::vector<Answer> answers_of(const std::string& text) {
    std::vector<Answer> answers;
    for (const Json& answer : Json::parse(text))
        answers.push_back({static_cast<State>(answer.at(0).get<int>()), answer.at(1)});
    return answers;
}

// ---- OpenCL

constexpr unsigned kPlatformVersion = 0x0901;  // CL_PLATFORM_VERSION
constexpr unsigned kPlatformName = 0x0902;

std::vector<Answer> opencl_platforms() {
    void* const library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return {{State::missing, "libOpenCL.so.1 not found"}};
    auto* const ids =
        reinterpret_cast<int (*)(unsigned, void**, unsigned*)>(dlsym(library, "clGetPlatformIDs"));
    auto* const info = reinterpret_cast<int (*)(void*, unsigned, std::size_t, void*, std::size_t*)>(
        dlsym(library, "clGetPlatformInfo"));
    if (ids == nullptr || info == nullptr)
        return {{State::faulty, "libOpenCL.so.1 is not an OpenCL library"}};
    std::array<void*, 16> platforms{};
    unsigned count = 0;
    if (ids(platforms.size(), platforms.data(), &count) != 0 || count == 0)
        return {{State::missing, "libOpenCL.so.1 found no platform"}};
    std::vector<Answer> answers;
    for (std::size_t i = 0; i < std::min<std::size_t>(count, platforms.size()); ++i) {
        std::array<char, 256> name{};
        std::array<char, 256> version{};
        info(platforms[i], kPlatformName, name.size() - 1, name.data(), nullptr);
        info(platforms[i], kPlatformVersion, version.size() - 1, version.data(), nullptr);
        const std::string text = version.data();  // PoCL appends its build options, after two blanks
        answers.push_back(
            {State::found, fmt::format("{}, {}", name.data(), text.substr(0, text.find("  ")))});
    }
    return answers;
}

}  // namespace

std::vector<Answer> ask_in_child(const std::function<std::vector<Answer>()>& ask,
                                 std::chrono::milliseconds limit) {
    try {
        const ChildEnd end = in_child([&] { return json_of(ask()); }, {limit});
        if (end.kind == ChildEnd::Kind::timed_out)
            return {{State::faulty, fmt::format("no answer within {} ms", limit.count())}};
        if (!end.ok()) return {{State::faulty, "the probe ended with " + to_string(end)}};
        return answers_of(end.text);
    } catch (const std::system_error& error) {
        return {{State::faulty, fmt::format("cannot start the probe: {}", error.what())}};
    }
}

std::vector<Answer> ask_opencl(std::chrono::milliseconds limit) {
    return ask_in_child(opencl_platforms, limit);
}

}  // namespace musimd::host::doctor
