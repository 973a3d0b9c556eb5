#include "gpu_backend/device/probes.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gpu_backend/device/cuda_driver.hpp"
#include "gpu_backend/device/nvrtc.hpp"

namespace musimd::gpu {
namespace {

using host::doctor::Answer;
using State = host::doctor::Probe::State;

// Joins the lines of an error message.
std::string one_line(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    while (text.ends_with(' ')) text.pop_back();
    return text;
}

Answer nvrtc_version() {
    const auto nvrtc = Nvrtc::find();
    if (!nvrtc) return {State::missing, one_line(nvrtc.error())};
    return {State::found, fmt::format("{}.{}", (*nvrtc)->major(), (*nvrtc)->minor())};
}

constexpr int kComputeMajor = 75;  // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR
constexpr int kComputeMinor = 76;

Answer device(const CudaDriver& driver, void* library, int number) {
    int device = 0;
    std::array<char, 256> name{};
    int major = 0;
    int minor = 0;
    std::size_t bytes = 0;
    auto* const memory = reinterpret_cast<int (*)(std::size_t*, int)>(dlsym(library, "cuDeviceTotalMem_v2"));
    for (const int result :
         {driver.cuDeviceGet(&device, number), driver.cuDeviceGetName(name.data(), name.size() - 1, device),
          driver.cuDeviceGetAttribute(&major, kComputeMajor, device),
          driver.cuDeviceGetAttribute(&minor, kComputeMinor, device),
          memory == nullptr ? 0 : memory(&bytes, device)}) {
        if (result != 0) return {State::faulty, driver.error_text(result)};
    }
    return {State::found, fmt::format("{}, compute capability {}.{}, {:.0f} GiB", name.data(), major, minor,
                                      static_cast<double>(bytes) / (1u << 30))};
}

std::vector<Answer> driver_and_devices() {
    void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return {{State::missing, "libcuda.so.1 not found"}};
    const auto driver = cuda_driver();
    if (!driver) return {{State::faulty, one_line(driver.error())}};
    int count = 0;
    if (const int result = (*driver)->cuDeviceGetCount(&count); result != 0)
        return {{State::faulty, (*driver)->error_text(result)}};
    const int version = (*driver)->version;
    std::vector<Answer> answers = {
        {State::found, fmt::format("CUDA {}.{}", version / 1000, version % 1000 / 10)}};
    for (int i = 0; i < count; ++i) answers.push_back(device(**driver, library, i));
    return answers;
}

}  // namespace

Answer ask_nvrtc(std::chrono::milliseconds limit) {
    return host::doctor::ask_in_child([] { return std::vector{nvrtc_version()}; }, limit).front();
}

std::vector<Answer> ask_cuda_driver(std::chrono::milliseconds limit) {
    return host::doctor::ask_in_child(driver_and_devices, limit);
}

}  // namespace musimd::gpu
