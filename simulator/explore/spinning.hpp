#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "semantics/machine.hpp"
#include "simulator/explore/liveness.hpp"

namespace musimd::explore {

/// Where a machine has been since it last changed memory, or met another one: if it comes there again with
/// the same values, it spins. Whatever others do meanwhile, it could as well come there for the first time
/// afterwards, so that its later turns show nothing new.
class Spin {
  public:
    /// Of a machine whose next step uses memory; `place`: place_of the machine.
    void come_to(std::string place);
    void restart() { *this = {}; }
    bool is_spinning() const { return is_spinning_; }

  private:
    struct Place {
        std::string text;
        std::shared_ptr<const Place> before;
    };
    std::shared_ptr<const Place> last_ = nullptr;  ///< shared by copies of the state
    std::uint32_t places_ = 0;
    bool is_spinning_ = false;
};

/// A machine's own state but for the number of its steps: a text that is equal for two only if the machine
/// goes on from both in the same way.
std::string place_of(const Machine& machine, std::uint32_t m, const Program& program,
                     const Liveness& liveness);

/// Whether the step that machine m has just done, of this instruction, has changed a word of memory.
bool has_changed_memory(const Machine& machine, std::uint32_t m, const Instruction& instruction);

/// Whether the machine, which spins, would do so now, too: it may not have seen what others have written.
/// `machine`: a copy, which it changes.
bool still_spins(Machine& machine, std::uint32_t m, const Program& program, const Liveness& liveness);

}  // namespace musimd::explore
