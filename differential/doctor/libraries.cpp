#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <system_error>

#include "differential/doctor/probes.hpp"
#include "gpu_backend/device/cuda_driver.hpp"
#include "gpu_backend/device/nvrtc.hpp"
#include "host/child.hpp"

// Libraries, loaded in a child process: a driver that crashes or hangs there is a finding.

namespace musimd::differential::doctor {
namespace {

using Json = nlohmann::json;
using State = Finding::State;

// What the work in a child gives, as JSON; else {"state": …, "what": …} of what became of it.
Json ask_in_child(const std::function<Json()>& work, std::chrono::milliseconds limit) {
    const auto faulty = [](const std::string& what) { return Json{{"state", "faulty"}, {"what", what}}; };
    try {
        const ChildEnd end =
            in_child([&] { return work().dump(-1, ' ', false, Json::error_handler_t::replace); }, {limit});
        if (end.kind == ChildEnd::Kind::timed_out)
            return faulty(fmt::format("it had not answered within {} ms", limit.count()));
        if (!end.ok()) return faulty("asking it ended with " + to_string(end));
        return Json::parse(end.text);
    } catch (const std::system_error& wrong) {
        return faulty(fmt::format("it could not be asked: {}", wrong.what()));
    }
}

Answer answer_of(const Json& json) {
    const std::string state = json.at("state");
    return {state == "found" ? State::found : (state == "missing" ? State::missing : State::faulty),
            json.at("what")};
}

Json said(const char* state, const std::string& what) {
    return {{"state", state}, {"what", what}};
}

template <class Function>
Function* symbol(void* library, const char* name) {
    return reinterpret_cast<Function*>(dlsym(library, name));
}

// A sentence for people, which ends a line, within one.
std::string within_a_line(std::string sentence) {
    std::ranges::replace(sentence, '\n', ' ');
    while (sentence.ends_with(' ')) sentence.pop_back();
    return sentence;
}

Json nvrtc_in_child() {
    const auto nvrtc = gpu::Nvrtc::find();
    if (!nvrtc) return said("missing", within_a_line(nvrtc.error()));
    return said("found", fmt::format("{}.{}", (*nvrtc)->major(), (*nvrtc)->minor()));
}

// ---- the CUDA driver

constexpr int kComputeMajor = 75;  // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR
constexpr int kComputeMinor = 76;

Json device_in_child(const gpu::CudaDriver& driver, void* library, int number) {
    int device = 0;
    std::array<char, 256> name{};
    int major = 0;
    int minor = 0;
    std::size_t bytes = 0;
    auto* const memory = symbol<int(std::size_t*, int)>(library, "cuDeviceTotalMem_v2");
    for (const int result :
         {driver.cuDeviceGet(&device, number), driver.cuDeviceGetName(name.data(), name.size() - 1, device),
          driver.cuDeviceGetAttribute(&major, kComputeMajor, device),
          driver.cuDeviceGetAttribute(&minor, kComputeMinor, device),
          memory == nullptr ? 0 : memory(&bytes, device)}) {
        if (result != 0) return said("faulty", driver.error_text(result));
    }
    return said("found", fmt::format("{}, compute capability {}.{}, {:.0f} GiB", name.data(), major, minor,
                                     static_cast<double>(bytes) / (1u << 30)));
}

Json cuda_in_child() {
    void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return {{"driver", said("missing", "there is no libcuda.so.1")}};
    const auto driver = gpu::cuda_driver();
    if (!driver) return {{"driver", said("faulty", within_a_line(driver.error()))}};
    int count = 0;
    if (const int result = (*driver)->cuDeviceGetCount(&count); result != 0)
        return {{"driver", said("faulty", (*driver)->error_text(result))}};
    Json devices = Json::array();
    for (int i = 0; i < count; ++i) devices.push_back(device_in_child(**driver, library, i));
    const int version = (*driver)->version;
    return {{"driver", said("found", fmt::format("CUDA {}.{}", version / 1000, version % 1000 / 10))},
            {"devices", devices}};
}

// ---- OpenCL

constexpr unsigned kPlatformVersion = 0x0901;  // CL_PLATFORM_VERSION
constexpr unsigned kPlatformName = 0x0902;

Json opencl_in_child() {
    void* const library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return Json::array({said("missing", "there is no libOpenCL.so.1")});
    auto* const ids = symbol<int(unsigned, void**, unsigned*)>(library, "clGetPlatformIDs");
    auto* const info =
        symbol<int(void*, unsigned, std::size_t, void*, std::size_t*)>(library, "clGetPlatformInfo");
    if (ids == nullptr || info == nullptr)
        return Json::array({said("faulty", "libOpenCL.so.1 is not an OpenCL library")});
    std::array<void*, 16> platforms{};
    unsigned count = 0;
    if (ids(platforms.size(), platforms.data(), &count) != 0 || count == 0)
        return Json::array({said("missing", "libOpenCL.so.1 has no platform")});
    Json all = Json::array();
    for (std::size_t i = 0; i < std::min<std::size_t>(count, platforms.size()); ++i) {
        std::array<char, 256> name{};
        std::array<char, 256> version{};
        info(platforms[i], kPlatformName, name.size() - 1, name.data(), nullptr);
        info(platforms[i], kPlatformVersion, version.size() - 1, version.data(), nullptr);
        const std::string text = version.data();  // PoCL's goes on with how it was built, behind two blanks
        all.push_back(said("found", fmt::format("{}, {}", name.data(), text.substr(0, text.find("  ")))));
    }
    return all;
}

}  // namespace

Answer ask_nvrtc(std::chrono::milliseconds limit) {
    return answer_of(ask_in_child(nvrtc_in_child, limit));
}

CudaAnswer ask_cuda_driver(std::chrono::milliseconds limit) {
    const Json json = ask_in_child(cuda_in_child, limit);
    if (!json.contains("driver")) return {answer_of(json), {}};  // what became of the child
    CudaAnswer answer{answer_of(json.at("driver")), {}};
    if (!json.contains("devices")) return answer;
    for (const Json& device : json.at("devices")) answer.devices.push_back(answer_of(device));
    return answer;
}

std::vector<Answer> ask_opencl(std::chrono::milliseconds limit) {
    const Json json = ask_in_child(opencl_in_child, limit);
    std::vector<Answer> all;
    for (const Json& platform : json.is_array() ? json : Json::array({json}))
        all.push_back(answer_of(platform));
    return all;
}

}  // namespace musimd::differential::doctor
