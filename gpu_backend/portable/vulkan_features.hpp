#pragma once

#include "gpu_backend/portable/vulkan_driver.hpp"

#ifdef MUSIMD_HAS_VULKAN_HEADERS
namespace musimd::portable {

/// The features of a device, as a chain of structures for its creation, and the extensions that they need.
class VulkanFeatures {
  public:
    explicit VulkanFeatures(const VulkanDriver& driver);
    VulkanFeatures(const VulkanFeatures&) = delete;
    VulkanFeatures& operator=(const VulkanFeatures&) = delete;

    const void* chain() const { return &base_; }
    const std::vector<const char*>& extensions() const { return extensions_; }
    /// Without the choice of MUSIMD_VULKAN_RECONVERGENCE.
    VulkanAbilities abilities() const;

  private:
    // A structure of an extension with one feature. Headers of Vulkan may be older than the extension.
    struct OneFeature {
        VkStructureType type{};
        void* next = nullptr;
        VkBool32 has = VK_FALSE;
    };
    template <typename Structure>
    void add(Structure& structure, const char* extension);

    VkPhysicalDeviceFeatures2 base_{};
    VkPhysicalDeviceVulkan11Features vulkan11_{};
    VkPhysicalDeviceVulkan12Features vulkan12_{};
    VkPhysicalDeviceSubgroupSizeControlFeatures size_control_{};
    OneFeature uniform_control_flow_;
    OneFeature maximal_reconvergence_;
    std::vector<VkExtensionProperties> present_;
    std::vector<const char*> extensions_;
};

}  // namespace musimd::portable
#endif
