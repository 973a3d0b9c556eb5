// Runs kernels compiled for this processor, from C++ or ISPC: functions of a shared library.

#include <dlfcn.h>

#include <algorithm>
#include <iostream>
#include <stdexcept>

#include "benchmarks/cpu/hosts/peer.hpp"

namespace {

using namespace musimd::benchmarks;

class Compiled final : public Peer {
  public:
    explicit Compiled(const PeerTask& task) : memory_(static_cast<std::size_t>(task.words)) {
        void* library = dlopen(task.code.c_str(), RTLD_NOW);
        if (library == nullptr) throw std::runtime_error(dlerror());
        for (const Phase& phase : task.phases) {
            void* function = dlsym(library, phase.kernel.c_str());
            if (function == nullptr) throw std::runtime_error("no kernel '" + phase.kernel + "'");
            kernels_.push_back(reinterpret_cast<Kernel*>(function));
        }
    }

    void write(std::int64_t address, const std::vector<std::int32_t>& words) override {
        std::copy(words.begin(), words.end(), memory_.begin() + address);
    }
    std::vector<std::int32_t> read(Range range) override {
        const auto begin = memory_.begin() + range.address;
        return {begin, begin + range.count};
    }
    void run(std::size_t phase, std::int32_t turn) override { kernels_[phase](memory_.data(), turn); }

  private:
    using Kernel = void(std::int32_t* memory, std::int32_t turn);
    std::vector<std::int32_t> memory_;
    std::vector<Kernel*> kernels_;
};

}  // namespace

int main(int argc, char** argv) try {
    const PeerTask task = read_peer_task(argc, argv, "Runs the kernels of a shared library");
    Compiled peer(task);
    measure(task, peer);
} catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
}
