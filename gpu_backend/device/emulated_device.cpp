#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "gpu_backend/device/device.hpp"
#include "gpu_backend/device/emulator.hpp"
#include "gpu_backend/texts.hpp"
#include "host/compiler.hpp"
#include "host/memory_map.hpp"
#include "simulator/codegen/host_settings.hpp"
#include "simulator/native/native.hpp"

namespace musimd::gpu {
namespace {

class EmulatedMemory : public DeviceMemory {
  public:
    explicit EmulatedMemory(std::size_t bytes) : bytes_(bytes), pages_(std::max<std::size_t>(bytes, 1)) {}
    bool good() const { return pages_.get() != nullptr; }
    void* address() const override { return pages_.get(); }
    std::size_t size() const override { return bytes_; }
    void write(std::size_t offset, const void* from, std::size_t bytes) override {
        if (bytes != 0) std::memcpy(static_cast<char*>(pages_.get()) + offset, from, bytes);
    }
    void read(std::size_t offset, void* to, std::size_t bytes) const override {
        if (bytes != 0) std::memcpy(to, static_cast<const char*>(pages_.get()) + offset, bytes);
    }

  private:
    std::size_t bytes_;
    host::MemoryMap pages_;
};

class EmulatedModule : public Module {
  public:
    EmulatedModule(std::shared_ptr<const host::Library> library, hardware::Emulator** (*current)())
        : library_(std::move(library)), current_(current) {}

    tl::expected<void, std::string> launch(const char* name, const void* argument, unsigned warps) override {
        const auto kernel = reinterpret_cast<EmulatedKernel>(const_cast<void*>(library_->find(name)));
        if (kernel == nullptr) return tl::unexpected("no kernel in the unit: " + std::string(name));
        return launch_emulated(kernel, const_cast<void*>(argument), warps, current_);
    }

  private:
    std::shared_ptr<const host::Library> library_;
    hardware::Emulator** (*current_)();
};

class EmulatedDevice : public Device {
  public:
    explicit EmulatedDevice(bool quick) : quick_(quick) {}

    std::string name() const override { return "emulator"; }

    std::string prelude() const override {
        return codegen::pasted(texts(), "gpu_backend/device/prelude/warp_emulated.hpp") +
               "extern \"C\" __attribute__((visibility(\"default\")))\n"
               "musimd::hardware::Emulator** musimd_emulator_of_this_unit() {\n"
               "    return &musimd::hardware::musimd_emulator;\n}\n";
    }

    // Optimised a little: most of the time goes into switching between fibers. Hidden visibility: a unit must
    // not call functions of another one.
    tl::expected<Compilation, std::string> compile(const std::string& source) override {
        host::CompileSettings settings = codegen::host_settings();
        if (quick_) {
            settings.flags = native::quick_flags();
            settings.cache = {};
        } else {
            std::ranges::replace(settings.flags, std::string("-O3"), std::string("-O1"));
        }
        settings.flags.emplace_back("-fvisibility=hidden");
        auto compiled = host::compile(source, settings);
        if (!compiled) return tl::unexpected(codegen::error_text(compiled.error()));
        const auto current = reinterpret_cast<hardware::Emulator** (*)()>(
            const_cast<void*>(compiled->library->find("musimd_emulator_of_this_unit")));
        if (current == nullptr)
            return tl::unexpected(std::string("the unit does not include the emulator's prelude\n"));
        return Compilation{std::make_unique<EmulatedModule>(std::move(compiled->library), current),
                           compiled->from_cache};
    }

    std::unique_ptr<DeviceMemory> allocate(std::size_t bytes) override {
        if (bytes > free_bytes()) return nullptr;
        auto memory = std::make_unique<EmulatedMemory>(bytes);
        return memory->good() ? std::move(memory) : nullptr;
    }
    std::size_t free_bytes() const override {
        const long pages = sysconf(_SC_PHYS_PAGES);
        const long size = sysconf(_SC_PAGESIZE);
        return pages <= 0 || size <= 0 ? SIZE_MAX
                                       : static_cast<std::size_t>(pages) * static_cast<std::size_t>(size);
    }
    unsigned max_warps() const override { return emulating_threads(); }

  private:
    bool quick_;
};

}  // namespace

Device& emulated_device() {
    static EmulatedDevice device(false);
    return device;
}

Device& quick_emulated_device() {
    static EmulatedDevice device(true);
    return device;
}

}  // namespace musimd::gpu
