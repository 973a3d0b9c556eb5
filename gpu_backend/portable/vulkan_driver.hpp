#pragma once

#if __has_include(<vulkan/vulkan_core.h>)
#include <vulkan/vulkan_core.h>
#define MUSIMD_HAS_VULKAN_HEADERS 1

#include <map>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "gpu_backend/portable/spirv.hpp"

// Vulkan's loader, libvulkan.so.1, loaded on first use and never linked.

// The functions that are used.
#define MUSIMD_VULKAN_FUNCTIONS(X)              \
    X(vkCreateInstance)                         \
    X(vkEnumeratePhysicalDevices)               \
    X(vkGetPhysicalDeviceProperties2)           \
    X(vkGetPhysicalDeviceFeatures2)             \
    X(vkEnumerateDeviceExtensionProperties)     \
    X(vkGetPhysicalDeviceQueueFamilyProperties) \
    X(vkGetPhysicalDeviceMemoryProperties)      \
    X(vkCreateDevice)                           \
    X(vkGetDeviceQueue)                         \
    X(vkCreateBuffer)                           \
    X(vkDestroyBuffer)                          \
    X(vkGetBufferMemoryRequirements)            \
    X(vkAllocateMemory)                         \
    X(vkFreeMemory)                             \
    X(vkBindBufferMemory)                       \
    X(vkMapMemory)                              \
    X(vkCreateShaderModule)                     \
    X(vkDestroyShaderModule)                    \
    X(vkCreateDescriptorSetLayout)              \
    X(vkCreatePipelineLayout)                   \
    X(vkCreateDescriptorPool)                   \
    X(vkAllocateDescriptorSets)                 \
    X(vkUpdateDescriptorSets)                   \
    X(vkCreateComputePipelines)                 \
    X(vkDestroyPipeline)                        \
    X(vkCreateCommandPool)                      \
    X(vkAllocateCommandBuffers)                 \
    X(vkBeginCommandBuffer)                     \
    X(vkEndCommandBuffer)                       \
    X(vkCmdBindPipeline)                        \
    X(vkCmdBindDescriptorSets)                  \
    X(vkCmdPushConstants)                       \
    X(vkCmdDispatch)                            \
    X(vkCmdPipelineBarrier)                     \
    X(vkCreateFence)                            \
    X(vkResetFences)                            \
    X(vkQueueSubmit)                            \
    X(vkWaitForFences)

namespace musimd::portable {

/// `vkCreateDevice: VK_ERROR_OUT_OF_HOST_MEMORY`
std::string vulkan_error(const char* function, VkResult result);

/// What a device can do that musimd enables and says; the rest of its features is enabled, too.
struct VulkanAbilities {
    bool subgroup_size_control = false;  ///< and its size can be required of compute shaders
    bool full_subgroups = false;
    spirv::Reconvergence reconvergence = spirv::Reconvergence::unspecified;
    std::vector<std::string> words = {};  ///< `int64`, `maximal reconvergence`
};

/// The loader's functions, and the device that musimd uses.
struct VulkanDriver {
#define MUSIMD_DECLARE(name) PFN_##name name = nullptr;
    MUSIMD_VULKAN_FUNCTIONS(MUSIMD_DECLARE)
#undef MUSIMD_DECLARE

    VkInstance instance = nullptr;
    VkPhysicalDevice device = nullptr;
    VkPhysicalDeviceLimits limits{};
    std::uint32_t queue_family = 0;
    std::uint32_t memory_type = 0;  ///< visible to the host and coherent
    std::uint32_t subgroup_size = 0;
    VulkanAbilities abilities;
    std::string version;  ///< "llvmpipe (LLVM 15.0.6, 256 bits), Mesa 22.3.6 (LLVM 15.0.6): int64, …"

    /// Creates a logical device with all features that the device has.
    tl::expected<VkDevice, std::string> create_device() const;
};

/// Loads the loader and looks for a device: MUSIMD_VULKAN_DEVICE is a part of its name, else it is the first.
/// MUSIMD_VULKAN_RECONVERGENCE is `maximal`, `uniform` or `none`, else the most that the device has. A
/// process that has called it cannot use the device in its child processes (fork).
tl::expected<const VulkanDriver*, std::string> vulkan_driver();

}  // namespace musimd::portable
#endif
