#include "gpu_backend/portable/vulkan_features.hpp"

#ifdef MUSIMD_HAS_VULKAN_HEADERS
#include <algorithm>
#include <cstring>

namespace musimd::portable {
namespace {

// VK_KHR_shader_subgroup_uniform_control_flow and VK_KHR_shader_maximal_reconvergence.
constexpr auto kUniformControlFlowType = static_cast<VkStructureType>(1000323000);
constexpr auto kMaximalReconvergenceType = static_cast<VkStructureType>(1000434000);

}  // namespace

// Appends the structure if the device has the extension.
template <typename Structure>
void VulkanFeatures::add(Structure& structure, const char* extension) {
    const bool has = std::any_of(present_.begin(), present_.end(), [&](const VkExtensionProperties& one) {
        return std::strcmp(one.extensionName, extension) == 0;
    });
    if (!has) return;
    extensions_.push_back(extension);
    auto& head = vulkan12_.pNext;
    if constexpr (requires { structure.pNext; })
        structure.pNext = head;
    else
        structure.next = head;
    head = &structure;
}

VulkanFeatures::VulkanFeatures(const VulkanDriver& driver) {
    base_.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    vulkan11_.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES;
    vulkan12_.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    size_control_.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES;
    uniform_control_flow_.type = kUniformControlFlowType;
    maximal_reconvergence_.type = kMaximalReconvergenceType;
    base_.pNext = &vulkan11_;
    vulkan11_.pNext = &vulkan12_;

    std::uint32_t count = 0;
    driver.vkEnumerateDeviceExtensionProperties(driver.device, nullptr, &count, nullptr);
    present_.resize(count);
    driver.vkEnumerateDeviceExtensionProperties(driver.device, nullptr, &count, present_.data());
    present_.resize(count);
    add(size_control_, "VK_EXT_subgroup_size_control");
    add(uniform_control_flow_, "VK_KHR_shader_subgroup_uniform_control_flow");
    add(maximal_reconvergence_, "VK_KHR_shader_maximal_reconvergence");
    driver.vkGetPhysicalDeviceFeatures2(driver.device, &base_);
}

VulkanAbilities VulkanFeatures::abilities() const {
    using spirv::Reconvergence;
    VulkanAbilities abilities;
    abilities.subgroup_size_control = size_control_.subgroupSizeControl == VK_TRUE;
    abilities.full_subgroups = size_control_.computeFullSubgroups == VK_TRUE;
    if (uniform_control_flow_.has == VK_TRUE) abilities.reconvergence = Reconvergence::uniform_control_flow;
    if (maximal_reconvergence_.has == VK_TRUE) abilities.reconvergence = Reconvergence::maximal;
    const std::pair<VkBool32, const char*> named[] = {
        {base_.features.shaderInt64, "int64"},
        {base_.features.shaderFloat64, "float64"},
        {base_.features.shaderInt16, "int16"},
        {vulkan12_.shaderInt8, "int8"},
        {vulkan11_.storageBuffer16BitAccess, "16-bit storage"},
        {vulkan12_.storageBuffer8BitAccess, "8-bit storage"},
        {size_control_.subgroupSizeControl, "sub-group size control"},
        {uniform_control_flow_.has, "sub-group uniform control flow"},
        {maximal_reconvergence_.has, "maximal reconvergence"}};
    for (const auto& [has, word] : named)
        if (has == VK_TRUE) abilities.words.emplace_back(word);
    return abilities;
}

}  // namespace musimd::portable
#endif
