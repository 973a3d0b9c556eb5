#pragma once

#include "gpu_backend/portable/backend.hpp"
#include "gpu_backend/portable/vulkan_driver.hpp"

#ifdef MUSIMD_HAS_VULKAN_HEADERS
#include <atomic>
#include <mutex>

namespace musimd::portable {

/// A logical device: a queue, and memory and descriptors that launches use one after the other. What it
/// creates, other than pipelines, lives as long as the process.
class VulkanDevice {
  public:
    /// What a pipeline is made for.
    struct Shape {
        std::uint32_t buffers = 0;
        std::uint32_t numbers = 0;
        auto operator<=>(const Shape&) const = default;
    };
    struct Entry {
        std::string name;
        bool full_subgroups = false;  ///< its groups are whole sub-groups
    };

    static tl::expected<std::unique_ptr<VulkanDevice>, std::string> create(const VulkanDriver& driver);

    /// Held by the caller of the functions below.
    std::mutex mutex;
    /// A shader did not end: the device must not be used any more, and what it has made is not destroyed.
    std::atomic<bool> stuck = false;

    tl::expected<VkPipeline, std::string> pipeline(const spirv::Words& module, const Entry& entry,
                                                   Shape shape);
    void destroy(VkPipeline pipeline);
    tl::expected<void, std::string> run(VkPipeline pipeline, Launch& launch);

  private:
    using Done = tl::expected<void, std::string>;
    struct Layout {
        VkDescriptorSetLayout of_set = nullptr;
        VkPipelineLayout of_pipeline = nullptr;
        VkDescriptorSet set = nullptr;  ///< null if there are no buffers
    };

    VulkanDevice(const VulkanDriver& driver, VkDevice device) : driver_(driver), device_(device) {}
    Done create_queue();
    tl::expected<Layout, std::string> layout(Shape shape);
    Done allocate_set(Layout& layout, std::uint32_t buffers);
    Done reserve(std::size_t bytes);
    Done record(VkPipeline pipeline, const Layout& layout, const Launch& launch);
    Done submit_and_wait();
    std::vector<std::size_t> place(const Launch& launch, std::size_t& bytes) const;
    void write_set(VkDescriptorSet set, const Launch& launch, const std::vector<std::size_t>& places);

    const VulkanDriver& driver_;
    VkDevice device_ = nullptr;
    VkQueue queue_ = nullptr;
    VkCommandBuffer commands_ = nullptr;
    VkFence fence_ = nullptr;
    VkBuffer buffer_ = nullptr;
    VkDeviceMemory memory_ = nullptr;
    std::byte* mapped_ = nullptr;
    std::size_t size_ = 0;
    std::map<Shape, Layout> layouts_;
};

}  // namespace musimd::portable
#endif
