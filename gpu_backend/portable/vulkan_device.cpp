#include "gpu_backend/portable/vulkan_device.hpp"

#ifdef MUSIMD_HAS_VULKAN_HEADERS
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

// Returns the error of a call of Vulkan.
#define MUSIMD_VULKAN(function, ...)                                                     \
    do {                                                                                 \
        if (const VkResult result = driver_.function(__VA_ARGS__); result != VK_SUCCESS) \
            return tl::unexpected(vulkan_error(#function, result));                      \
    } while (false)

namespace musimd::portable {
namespace {

constexpr std::uint64_t kShaderSeconds = 60;
constexpr std::size_t kFirstArenaBytes = std::size_t{1} << 20;

}  // namespace

tl::expected<std::unique_ptr<VulkanDevice>, std::string> VulkanDevice::create(const VulkanDriver& driver) {
    const auto created = driver.create_device();
    if (!created) return tl::unexpected(created.error());
    std::unique_ptr<VulkanDevice> device(new VulkanDevice(driver, *created));
    if (auto done = device->create_queue(); !done) return tl::unexpected(done.error());
    return device;
}

VulkanDevice::Done VulkanDevice::create_queue() {
    driver_.vkGetDeviceQueue(device_, driver_.queue_family, 0, &queue_);
    VkCommandPoolCreateInfo pool_info{};
    pool_info.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    pool_info.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
    pool_info.queueFamilyIndex = driver_.queue_family;
    VkCommandPool pool = nullptr;
    MUSIMD_VULKAN(vkCreateCommandPool, device_, &pool_info, nullptr, &pool);
    VkCommandBufferAllocateInfo commands_info{};
    commands_info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
    commands_info.commandPool = pool;
    commands_info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    commands_info.commandBufferCount = 1;
    MUSIMD_VULKAN(vkAllocateCommandBuffers, device_, &commands_info, &commands_);
    VkFenceCreateInfo fence_info{};
    fence_info.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
    MUSIMD_VULKAN(vkCreateFence, device_, &fence_info, nullptr, &fence_);
    return reserve(kFirstArenaBytes);
}

// ---- layouts

VulkanDevice::Done VulkanDevice::allocate_set(Layout& layout, std::uint32_t buffers) {
    if (buffers == 0) return {};
    const VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, buffers};
    VkDescriptorPoolCreateInfo pool_info{};
    pool_info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
    pool_info.maxSets = 1;
    pool_info.poolSizeCount = 1;
    pool_info.pPoolSizes = &size;
    VkDescriptorPool pool = nullptr;
    MUSIMD_VULKAN(vkCreateDescriptorPool, device_, &pool_info, nullptr, &pool);
    VkDescriptorSetAllocateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
    info.descriptorPool = pool;
    info.descriptorSetCount = 1;
    info.pSetLayouts = &layout.of_set;
    MUSIMD_VULKAN(vkAllocateDescriptorSets, device_, &info, &layout.set);
    return {};
}

tl::expected<VulkanDevice::Layout, std::string> VulkanDevice::layout(Shape shape) {
    if (const auto found = layouts_.find(shape); found != layouts_.end()) return found->second;
    std::vector<VkDescriptorSetLayoutBinding> bindings(shape.buffers);
    for (std::uint32_t i = 0; i < shape.buffers; ++i)
        bindings[i] = {i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr};
    VkDescriptorSetLayoutCreateInfo set_info{};
    set_info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
    set_info.bindingCount = shape.buffers;
    set_info.pBindings = bindings.data();
    Layout layout;
    MUSIMD_VULKAN(vkCreateDescriptorSetLayout, device_, &set_info, nullptr, &layout.of_set);
    const VkPushConstantRange numbers{VK_SHADER_STAGE_COMPUTE_BIT, 0, shape.numbers * 4};
    VkPipelineLayoutCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
    info.setLayoutCount = 1;
    info.pSetLayouts = &layout.of_set;
    info.pushConstantRangeCount = shape.numbers == 0 ? 0 : 1;
    info.pPushConstantRanges = &numbers;
    MUSIMD_VULKAN(vkCreatePipelineLayout, device_, &info, nullptr, &layout.of_pipeline);
    if (auto done = allocate_set(layout, shape.buffers); !done) return tl::unexpected(done.error());
    layouts_[shape] = layout;
    return layout;
}

// ---- pipelines

tl::expected<VkPipeline, std::string> VulkanDevice::pipeline(const spirv::Words& module, const Entry& entry,
                                                             Shape shape) {
    const auto of = layout(shape);
    if (!of) return tl::unexpected(of.error());
    VkShaderModuleCreateInfo module_info{};
    module_info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
    module_info.codeSize = module.size() * 4;
    module_info.pCode = module.data();
    VkShaderModule shader = nullptr;
    MUSIMD_VULKAN(vkCreateShaderModule, device_, &module_info, nullptr, &shader);
    VkPipelineShaderStageRequiredSubgroupSizeCreateInfo size{};
    size.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO;
    size.requiredSubgroupSize = driver_.subgroup_size;
    VkComputePipelineCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
    info.layout = of->of_pipeline;
    info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.module = shader;
    info.stage.pName = entry.name.c_str();
    if (driver_.abilities.subgroup_size_control) info.stage.pNext = &size;
    if (driver_.abilities.full_subgroups && entry.full_subgroups)
        info.stage.flags = VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT;
    VkPipeline created = nullptr;
    const VkResult result = driver_.vkCreateComputePipelines(device_, nullptr, 1, &info, nullptr, &created);
    driver_.vkDestroyShaderModule(device_, shader, nullptr);
    if (result != VK_SUCCESS) return tl::unexpected(vulkan_error("vkCreateComputePipelines", result));
    return created;
}

void VulkanDevice::destroy(VkPipeline pipeline) {
    driver_.vkDestroyPipeline(device_, pipeline, nullptr);
}

// ---- memory

VulkanDevice::Done VulkanDevice::reserve(std::size_t bytes) {
    if (bytes <= size_) return {};
    if (buffer_ != nullptr) driver_.vkDestroyBuffer(device_, buffer_, nullptr);
    if (memory_ != nullptr) driver_.vkFreeMemory(device_, memory_, nullptr);
    buffer_ = nullptr;
    memory_ = nullptr;
    size_ = 0;
    VkBufferCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    info.size = bytes;
    info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    MUSIMD_VULKAN(vkCreateBuffer, device_, &info, nullptr, &buffer_);
    VkMemoryRequirements needs{};
    driver_.vkGetBufferMemoryRequirements(device_, buffer_, &needs);
    if ((needs.memoryTypeBits >> driver_.memory_type & 1) == 0)
        return tl::unexpected(std::string("the device has no buffers in memory that the host can read"));
    VkMemoryAllocateInfo allocation{};
    allocation.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
    allocation.allocationSize = needs.size;
    allocation.memoryTypeIndex = driver_.memory_type;
    MUSIMD_VULKAN(vkAllocateMemory, device_, &allocation, nullptr, &memory_);
    MUSIMD_VULKAN(vkBindBufferMemory, device_, buffer_, memory_, 0);
    void* mapped = nullptr;
    MUSIMD_VULKAN(vkMapMemory, device_, memory_, 0, VK_WHOLE_SIZE, 0, &mapped);
    mapped_ = static_cast<std::byte*>(mapped);
    size_ = bytes;
    return {};
}

// Where the launch's buffers begin in the device's memory. A descriptor has at least one word.
std::vector<std::size_t> VulkanDevice::place(const Launch& launch, std::size_t& bytes) const {
    const std::size_t step = std::max<std::size_t>(driver_.limits.minStorageBufferOffsetAlignment, 64);
    std::vector<std::size_t> places;
    for (const auto& buffer : launch.buffers) {
        places.push_back(bytes);
        bytes += (std::max<std::size_t>(buffer.size(), 4) + step - 1) / step * step;
    }
    return places;
}

void VulkanDevice::write_set(VkDescriptorSet set, const Launch& launch,
                             const std::vector<std::size_t>& places) {
    std::vector<VkDescriptorBufferInfo> ranges;
    for (std::size_t i = 0; i < places.size(); ++i)
        ranges.push_back({buffer_, places[i], std::max<std::size_t>(launch.buffers[i].size(), 4)});
    VkWriteDescriptorSet write{};
    write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    write.dstSet = set;
    write.descriptorCount = static_cast<std::uint32_t>(ranges.size());
    write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    write.pBufferInfo = ranges.data();
    if (!ranges.empty()) driver_.vkUpdateDescriptorSets(device_, 1, &write, 0, nullptr);
}

// ---- runs

VulkanDevice::Done VulkanDevice::record(VkPipeline pipeline, const Layout& layout, const Launch& launch) {
    VkCommandBufferBeginInfo begin{};
    begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    MUSIMD_VULKAN(vkBeginCommandBuffer, commands_, &begin);
    driver_.vkCmdBindPipeline(commands_, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    if (layout.set != nullptr) {
        driver_.vkCmdBindDescriptorSets(commands_, VK_PIPELINE_BIND_POINT_COMPUTE, layout.of_pipeline, 0, 1,
                                        &layout.set, 0, nullptr);
    }
    if (!launch.numbers.empty()) {
        driver_.vkCmdPushConstants(commands_, layout.of_pipeline, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                                   static_cast<std::uint32_t>(launch.numbers.size() * 4),
                                   launch.numbers.data());
    }
    driver_.vkCmdDispatch(commands_, launch.groups[0], launch.groups[1], launch.groups[2]);
    VkMemoryBarrier barrier{};
    barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
    barrier.srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT;
    barrier.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
    driver_.vkCmdPipelineBarrier(commands_, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_HOST_BIT,
                                 0, 1, &barrier, 0, nullptr, 0, nullptr);
    MUSIMD_VULKAN(vkEndCommandBuffer, commands_);
    return {};
}

VulkanDevice::Done VulkanDevice::submit_and_wait() {
    VkSubmitInfo submit{};
    submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &commands_;
    MUSIMD_VULKAN(vkResetFences, device_, 1, &fence_);
    MUSIMD_VULKAN(vkQueueSubmit, queue_, 1, &submit, fence_);
    const VkResult result =
        driver_.vkWaitForFences(device_, 1, &fence_, VK_TRUE, kShaderSeconds * 1'000'000'000);
    if (result == VK_SUCCESS) return {};
    stuck = true;
    if (result == VK_TIMEOUT)
        return tl::unexpected(fmt::format("the shader did not end within {} s", kShaderSeconds));
    return tl::unexpected(vulkan_error("vkWaitForFences", result));
}

tl::expected<void, std::string> VulkanDevice::run(VkPipeline pipeline, Launch& launch) {
    const auto of = layout({static_cast<std::uint32_t>(launch.buffers.size()),
                            static_cast<std::uint32_t>(launch.numbers.size())});
    if (!of) return tl::unexpected(of.error());
    std::size_t bytes = 0;
    const auto places = place(launch, bytes);
    if (auto done = reserve(std::max(bytes, size_ < bytes ? 2 * size_ : 0)); !done) return done;
    for (std::size_t i = 0; i < places.size(); ++i)
        std::copy(launch.buffers[i].begin(), launch.buffers[i].end(), mapped_ + places[i]);
    write_set(of->set, launch, places);
    if (auto done = record(pipeline, *of, launch); !done) return done;
    if (auto done = submit_and_wait(); !done) return done;
    for (std::size_t i = 0; i < places.size(); ++i)
        std::copy_n(mapped_ + places[i], launch.buffers[i].size(), launch.buffers[i].begin());
    return {};
}

}  // namespace musimd::portable

#undef MUSIMD_VULKAN
#endif
