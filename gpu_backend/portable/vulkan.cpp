#include "gpu_backend/portable/vulkan.hpp"

#include "gpu_backend/portable/vulkan_driver.hpp"

#ifdef MUSIMD_HAS_VULKAN_HEADERS
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gpu_backend/portable/glsl.hpp"
#include "gpu_backend/portable/vulkan_device.hpp"
#include "host/parallel.hpp"
#include "host/processor.hpp"

namespace musimd::portable {
namespace {

using VulkanResult = tl::expected<void, std::string>;

/// Logical devices, so that threads do not wait for each other: drivers compile a shader on its device's
/// queue.
class VulkanPool {
  public:
    explicit VulkanPool(const VulkanDriver& driver) : driver_(driver) {}

    /// A device that nobody uses, locked; else any.
    tl::expected<VulkanDevice*, std::string> lock_one() {
        const std::lock_guard lock(mutex_);
        for (;;) {
            std::erase_if(devices_, [](const VulkanDevice* device) { return device->stuck.load(); });
            for (VulkanDevice* const device : devices_)
                if (device->mutex.try_lock()) return device;
            if (devices_.size() < std::max(1U, host::usable_processors())) {
                auto created = VulkanDevice::create(driver_);
                if (!created) return tl::unexpected(created.error());
                devices_.push_back(created->release());
                devices_.back()->mutex.lock();
                return devices_.back();
            }
            VulkanDevice* const device = devices_[next_++ % devices_.size()];
            device->mutex.lock();
            if (!device->stuck) return device;
            device->mutex.unlock();
        }
    }

  private:
    const VulkanDriver& driver_;
    std::mutex mutex_;
    std::size_t next_ = 0;
    std::vector<VulkanDevice*> devices_;  ///< never destroyed: a driver may have been unloaded by then
};

class VulkanUnit : public Unit {
  public:
    VulkanUnit(const VulkanDriver& driver, VulkanPool& pool, spirv::Words module)
        : driver_(driver), pool_(pool), module_(std::move(module)) {}
    ~VulkanUnit() override {
        if (device_ == nullptr) return;
        const std::lock_guard lock(device_->mutex);
        forget();
    }
    VulkanUnit(const VulkanUnit&) = delete;
    VulkanUnit& operator=(const VulkanUnit&) = delete;

    VulkanResult run(const std::string& kernel, Launch& launch) override;

  private:
    tl::expected<VulkanDevice::Entry, std::string> entry(const std::string& kernel) const;
    VulkanResult check(const Launch& launch) const;
    VulkanResult prepare(const VulkanDevice::Entry& entry, VulkanDevice::Shape shape);
    void forget() {
        if (pipeline_ != nullptr && !device_->stuck) device_->destroy(pipeline_);
        pipeline_ = nullptr;
    }

    const VulkanDriver& driver_;
    VulkanPool& pool_;
    spirv::Words module_;
    std::mutex mutex_;
    VulkanDevice* device_ = nullptr;  ///< of the last run
    VkPipeline pipeline_ = nullptr;
    std::string kernel_;  ///< what the pipeline is for
    VulkanDevice::Shape shape_;
};

tl::expected<VulkanDevice::Entry, std::string> VulkanUnit::entry(const std::string& kernel) const {
    std::vector<std::string> names;
    for (const spirv::EntryPoint& one : spirv::entry_points(module_)) {
        names.push_back(one.name);
        if (one.name != kernel) continue;
        const auto threads = spirv::local_size(module_, one.id);
        if (!threads) return VulkanDevice::Entry{kernel, false};
        const auto& most = driver_.limits.maxComputeWorkGroupSize;
        const auto all = std::uint64_t{(*threads)[0]} * (*threads)[1] * (*threads)[2];
        if (!std::equal(threads->begin(), threads->end(), most, std::less_equal<>()) ||
            all > driver_.limits.maxComputeWorkGroupInvocations) {
            return tl::unexpected(
                fmt::format("a group has {} threads; the device has at most {}, and {} in each dimension",
                            fmt::join(*threads, " × "), driver_.limits.maxComputeWorkGroupInvocations,
                            fmt::join(most, ", ")));
        }
        return VulkanDevice::Entry{kernel, (*threads)[0] % driver_.subgroup_size == 0};
    }
    return tl::unexpected(
        fmt::format("the shader has no entry point '{}', but {}", kernel, fmt::join(names, ", ")));
}

VulkanResult VulkanUnit::check(const Launch& launch) const {
    const VkPhysicalDeviceLimits& limits = driver_.limits;
    if (!launch.local_bytes.empty())
        return tl::unexpected(std::string("a shader declares its shared memory; a launch gives it none"));
    const auto last = spirv::last_binding(module_);
    if (!last) return tl::unexpected(last.error());
    if (*last && **last >= launch.buffers.size()) {
        return tl::unexpected(fmt::format("the shader has a buffer at binding {}; the launch has {} buffers",
                                          **last, launch.buffers.size()));
    }
    const std::size_t bytes = launch.numbers.size() * 4;
    if (const auto least = spirv::push_constant_bytes(module_); bytes < least) {
        return tl::unexpected(fmt::format(
            "the shader has {} bytes of push constants or more; the launch has {}", least, bytes));
    }
    if (bytes > limits.maxPushConstantsSize) {
        return tl::unexpected(fmt::format("{} bytes of push constants; the device has at most {}", bytes,
                                          limits.maxPushConstantsSize));
    }
    for (const auto& buffer : launch.buffers) {
        if (buffer.size() > limits.maxStorageBufferRange) {
            return tl::unexpected(fmt::format("a buffer has {} bytes; the device has at most {}",
                                              buffer.size(), limits.maxStorageBufferRange));
        }
    }
    if (!std::equal(launch.groups.begin(), launch.groups.end(), limits.maxComputeWorkGroupCount,
                    std::less_equal<>())) {
        return tl::unexpected(fmt::format("{} groups; the device has at most {}",
                                          fmt::join(launch.groups, " × "),
                                          fmt::join(limits.maxComputeWorkGroupCount, " × ")));
    }
    return {};
}

// Makes the pipeline, on the device that is locked.
VulkanResult VulkanUnit::prepare(const VulkanDevice::Entry& entry, VulkanDevice::Shape shape) {
    if (pipeline_ != nullptr && kernel_ == entry.name && shape_ == shape) return {};
    forget();
    const auto made = device_->pipeline(module_, entry, shape);
    if (!made) return tl::unexpected(made.error());
    pipeline_ = *made;
    kernel_ = entry.name;
    shape_ = shape;
    return {};
}

VulkanResult VulkanUnit::run(const std::string& kernel, Launch& launch) {
    const auto of = entry(kernel);
    if (!of) return tl::unexpected(of.error());
    if (auto done = check(launch); !done) return done;
    const std::lock_guard own(mutex_);
    if (device_ != nullptr) device_->mutex.lock();
    if (device_ != nullptr && device_->stuck) {
        device_->mutex.unlock();
        device_ = nullptr;
        pipeline_ = nullptr;
    }
    if (device_ == nullptr) {
        const auto locked = pool_.lock_one();
        if (!locked) return tl::unexpected(locked.error());
        device_ = *locked;
    }
    const std::lock_guard lock(device_->mutex, std::adopt_lock);
    if (auto done = prepare(*of, {static_cast<std::uint32_t>(launch.buffers.size()),
                                  static_cast<std::uint32_t>(launch.numbers.size())});
        !done)
        return done;
    return device_->run(pipeline_, launch);
}

class VulkanBackend : public Backend {
  public:
    explicit VulkanBackend(const VulkanDriver& driver) : driver_(driver), pool_(driver) {}

    std::string name() const override { return "vulkan"; }
    std::string version() const override { return driver_.version; }
    std::uint32_t subgroup_size() const override { return driver_.subgroup_size; }
    bool reconverges_maximally() const override {
        return driver_.abilities.reconvergence == spirv::Reconvergence::maximal;
    }

    tl::expected<std::unique_ptr<Unit>, std::string> compile(const std::string& source) override {
        auto module = spirv::is_module(source) ? spirv::module_of(source) : compile_glsl(source);
        if (!module) return tl::unexpected(std::move(module.error()));
        return std::make_unique<VulkanUnit>(
            driver_, pool_, spirv::with_reconvergence(std::move(*module), driver_.abilities.reconvergence));
    }

    std::vector<tl::expected<std::unique_ptr<Unit>, std::string>> compile_all(
        std::span<const std::string> sources) override {
        std::vector<tl::expected<std::unique_ptr<Unit>, std::string>> units(sources.size());
        host::in_parallel(host::usable_processors(), sources.size(),
                          [&](std::size_t i) { units[i] = compile(sources[i]); });
        return units;
    }

  private:
    const VulkanDriver& driver_;
    VulkanPool pool_;
};

tl::expected<Backend*, std::string> make_vulkan() {
    const auto driver = vulkan_driver();
    if (!driver) return tl::unexpected(driver.error());
    if (const auto why_not = why_no_glsl()) return tl::unexpected(*why_not);
    return new VulkanBackend(**driver);  // as long as the process: its units refer to it
}

}  // namespace

tl::expected<Backend*, std::string> find_vulkan() {
    static const tl::expected<Backend*, std::string> only = make_vulkan();
    return only;
}

}  // namespace musimd::portable

#else

namespace musimd::portable {

tl::expected<Backend*, std::string> find_vulkan() {
    return tl::unexpected(std::string(
        "musimd was built without libvulkan-dev's headers: apt-get install libvulkan-dev, and rebuild"));
}

}  // namespace musimd::portable
#endif
