#include "gpu_backend/portable/vulkan_driver.hpp"

#ifdef MUSIMD_HAS_VULKAN_HEADERS
#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gpu_backend/portable/vulkan_features.hpp"
#include "host/environment.hpp"

namespace musimd::portable {
namespace {

using spirv::Reconvergence;
using VulkanDone = tl::expected<void, std::string>;

VulkanDone vulkan_functions(VulkanDriver& driver) {
    void* const library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        return tl::unexpected(std::string("libvulkan.so.1 not found: apt-get install mesa-vulkan-drivers"));
    }
#define MUSIMD_FIND(name)                                              \
    driver.name = reinterpret_cast<PFN_##name>(dlsym(library, #name)); \
    if (driver.name == nullptr)                                        \
        return tl::unexpected(std::string("libvulkan.so.1 is too old: it has no " #name));
    MUSIMD_VULKAN_FUNCTIONS(MUSIMD_FIND)
#undef MUSIMD_FIND
    return {};
}

VulkanDone create_instance(VulkanDriver& driver) {
    VkApplicationInfo application{};
    application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
    application.pApplicationName = "musimd";
    application.apiVersion = VK_API_VERSION_1_2;
    VkInstanceCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    info.pApplicationInfo = &application;
    const VkResult result = driver.vkCreateInstance(&info, nullptr, &driver.instance);
    if (result == VK_ERROR_INCOMPATIBLE_DRIVER)
        return tl::unexpected(std::string("Vulkan has no driver: apt-get install mesa-vulkan-drivers"));
    if (result != VK_SUCCESS) return tl::unexpected(vulkan_error("vkCreateInstance", result));
    return {};
}

struct DeviceProperties {
    VkPhysicalDeviceProperties2 base{};
    VkPhysicalDeviceVulkan11Properties vulkan11{};
    VkPhysicalDeviceVulkan12Properties vulkan12{};
    VkPhysicalDeviceSubgroupSizeControlProperties size_control{};

    DeviceProperties(const VulkanDriver& driver, VkPhysicalDevice device) {
        base.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
        vulkan11.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES;
        vulkan12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES;
        size_control.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES;
        base.pNext = &vulkan11;
        vulkan11.pNext = &vulkan12;
        vulkan12.pNext = &size_control;
        driver.vkGetPhysicalDeviceProperties2(device, &base);
    }
    DeviceProperties(const DeviceProperties&) = delete;
    DeviceProperties& operator=(const DeviceProperties&) = delete;
    std::string name() const { return base.properties.deviceName; }
};

VulkanDone choose_device(VulkanDriver& driver) {
    std::uint32_t count = 0;
    VkResult result = driver.vkEnumeratePhysicalDevices(driver.instance, &count, nullptr);
    if (result != VK_SUCCESS) return tl::unexpected(vulkan_error("vkEnumeratePhysicalDevices", result));
    std::vector<VkPhysicalDevice> devices(count);
    result = driver.vkEnumeratePhysicalDevices(driver.instance, &count, devices.data());
    if (result != VK_SUCCESS) return tl::unexpected(vulkan_error("vkEnumeratePhysicalDevices", result));
    if (devices.empty())
        return tl::unexpected(std::string("Vulkan has no device: apt-get install mesa-vulkan-drivers"));
    const std::string wanted = host::environment("MUSIMD_VULKAN_DEVICE");
    std::vector<std::string> names;
    for (const VkPhysicalDevice device : devices) {
        names.push_back(DeviceProperties(driver, device).name());
        if (names.back().find(wanted) == std::string::npos) continue;
        driver.device = device;
        return {};
    }
    return tl::unexpected(fmt::format("no device of Vulkan has a name with MUSIMD_VULKAN_DEVICE='{}': {}",
                                      wanted, fmt::join(names, "; ")));
}

VulkanDone find_queue_and_memory(VulkanDriver& driver) {
    std::uint32_t count = 0;
    driver.vkGetPhysicalDeviceQueueFamilyProperties(driver.device, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    driver.vkGetPhysicalDeviceQueueFamilyProperties(driver.device, &count, families.data());
    while (driver.queue_family < count &&
           (families[driver.queue_family].queueFlags & VK_QUEUE_COMPUTE_BIT) == 0)
        ++driver.queue_family;
    if (driver.queue_family == count) return tl::unexpected(std::string("the device has no compute queue"));
    VkPhysicalDeviceMemoryProperties memory{};
    driver.vkGetPhysicalDeviceMemoryProperties(driver.device, &memory);
    constexpr VkMemoryPropertyFlags needed =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    while (driver.memory_type < memory.memoryTypeCount &&
           (memory.memoryTypes[driver.memory_type].propertyFlags & needed) != needed)
        ++driver.memory_type;
    return {};  // every device has such memory
}

VulkanDone choose_reconvergence(VulkanAbilities& abilities) {
    const std::string wanted = host::environment("MUSIMD_VULKAN_RECONVERGENCE");
    if (wanted.empty()) return {};
    const std::map<std::string, Reconvergence> known = {{"none", Reconvergence::unspecified},
                                                        {"uniform", Reconvergence::uniform_control_flow},
                                                        {"maximal", Reconvergence::maximal}};
    const auto found = known.find(wanted);
    if (found == known.end()) {
        return tl::unexpected(
            fmt::format("MUSIMD_VULKAN_RECONVERGENCE is '{}'; it must be maximal, uniform or none", wanted));
    }
    const char* const feature =
        found->second == Reconvergence::maximal ? "maximal reconvergence" : "sub-group uniform control flow";
    const bool has =
        std::find(abilities.words.begin(), abilities.words.end(), feature) != abilities.words.end();
    if (found->second != Reconvergence::unspecified && !has)
        return tl::unexpected(fmt::format("MUSIMD_VULKAN_RECONVERGENCE: the device has no {}", feature));
    abilities.reconvergence = found->second;
    return {};
}

VulkanDone describe_device(VulkanDriver& driver) {
    const DeviceProperties properties(driver, driver.device);
    const std::uint32_t version = properties.base.properties.apiVersion;
    if (version < VK_API_VERSION_1_2) {
        return tl::unexpected(fmt::format("{} has Vulkan {}.{}; 1.2 is required", properties.name(),
                                          VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version)));
    }
    driver.limits = properties.base.properties.limits;
    driver.subgroup_size = properties.vulkan11.subgroupSize;
    driver.abilities = VulkanFeatures(driver).abilities();
    if ((properties.size_control.requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT) == 0)
        driver.abilities.subgroup_size_control = false;
    driver.version = fmt::format("{}, {}: {}", properties.name(), properties.vulkan12.driverInfo,
                                 fmt::join(driver.abilities.words, ", "));
    return choose_reconvergence(driver.abilities);
}

tl::expected<VulkanDriver, std::string> load_vulkan() {
    VulkanDriver driver;
    for (const auto step :
         {vulkan_functions, create_instance, choose_device, find_queue_and_memory, describe_device})
        if (auto done = step(driver); !done) return tl::unexpected(done.error());
    return driver;
}

}  // namespace

tl::expected<VkDevice, std::string> VulkanDriver::create_device() const {
    const VulkanFeatures features(*this);
    const float priority = 1;
    VkDeviceQueueCreateInfo queue{};
    queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
    queue.queueFamilyIndex = queue_family;
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    VkDeviceCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    info.pNext = features.chain();
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue;
    info.enabledExtensionCount = static_cast<std::uint32_t>(features.extensions().size());
    info.ppEnabledExtensionNames = features.extensions().data();
    VkDevice created = nullptr;
    const VkResult result = vkCreateDevice(device, &info, nullptr, &created);
    if (result != VK_SUCCESS) return tl::unexpected(vulkan_error("vkCreateDevice", result));
    return created;
}

std::string vulkan_error(const char* function, VkResult result) {
    static const std::map<int, const char*> names = {
        {VK_NOT_READY, "VK_NOT_READY"},
        {VK_TIMEOUT, "VK_TIMEOUT"},
        {VK_INCOMPLETE, "VK_INCOMPLETE"},
        {VK_ERROR_OUT_OF_HOST_MEMORY, "VK_ERROR_OUT_OF_HOST_MEMORY"},
        {VK_ERROR_OUT_OF_DEVICE_MEMORY, "VK_ERROR_OUT_OF_DEVICE_MEMORY"},
        {VK_ERROR_INITIALIZATION_FAILED, "VK_ERROR_INITIALIZATION_FAILED"},
        {VK_ERROR_DEVICE_LOST, "VK_ERROR_DEVICE_LOST"},
        {VK_ERROR_MEMORY_MAP_FAILED, "VK_ERROR_MEMORY_MAP_FAILED"},
        {VK_ERROR_LAYER_NOT_PRESENT, "VK_ERROR_LAYER_NOT_PRESENT"},
        {VK_ERROR_EXTENSION_NOT_PRESENT, "VK_ERROR_EXTENSION_NOT_PRESENT"},
        {VK_ERROR_FEATURE_NOT_PRESENT, "VK_ERROR_FEATURE_NOT_PRESENT"},
        {VK_ERROR_INCOMPATIBLE_DRIVER, "VK_ERROR_INCOMPATIBLE_DRIVER"},
        {VK_ERROR_TOO_MANY_OBJECTS, "VK_ERROR_TOO_MANY_OBJECTS"},
        {VK_ERROR_FRAGMENTED_POOL, "VK_ERROR_FRAGMENTED_POOL"},
        {VK_ERROR_UNKNOWN, "VK_ERROR_UNKNOWN"},
        {VK_ERROR_OUT_OF_POOL_MEMORY, "VK_ERROR_OUT_OF_POOL_MEMORY"},
        {VK_ERROR_INVALID_SHADER_NV, "VK_ERROR_INVALID_SHADER_NV"}};
    const auto found = names.find(result);
    if (found == names.end()) return fmt::format("{}: VkResult {}", function, static_cast<int>(result));
    return fmt::format("{}: {}", function, found->second);
}

tl::expected<const VulkanDriver*, std::string> vulkan_driver() {
    static const tl::expected<VulkanDriver, std::string> only = load_vulkan();
    if (!only) return tl::unexpected(only.error());
    return &*only;
}

}  // namespace musimd::portable
#endif
