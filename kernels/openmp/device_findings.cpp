#include "kernels/openmp/device_findings.hpp"

#include <fmt/format.h>

#include "kernels/launch/accesses.hpp"

// The words of findings about the memory of the device.

namespace musimd::kernels::openmp {
namespace {

using dsl::openmp::MapType;

std::string_view text_of(MapType type) {
    switch (type) {
        case MapType::alloc:
            return "alloc";
        case MapType::to:
            return "to";
        case MapType::from:
            return "from";
        case MapType::tofrom:
            return "tofrom";
        case MapType::release:
            return "release";
        case MapType::remove:
            return "delete";
    }
    return "";
}

/// `map(to: a)`, `firstprivate(a)`
std::string text_of(const MapItem& item) {
    if (item.step.copied) return fmt::format("firstprivate({})", item.text);
    return fmt::format("map({}: {})", text_of(item.step.type), item.text);
}

class Explanation {
  public:
    Explanation(const DeviceFault& fault, DeviceMemory& memory, const Program& program,
                const ElementNames& names)
        : fault_(fault),
          memory_(memory),
          element_(names.at(fault.address, program)),
          object_(element_.substr(0, element_.find('['))),
          item_(memory.item(fault.word.map)) {
        found_.line = program.at(fault.pc).line;
    }

    Finding finding();

  private:
    void host_old();
    void lost();
    void device_old();
    void device_unset();
    void host_unset();
    void not_mapped();
    void device_only();
    void set_other(std::uint32_t line, std::string says) {
        if (line == 0 || line == found_.line.line) return;
        found_.other = line;
        found_.other_says = std::move(says);
    }
    /// What would map all that the device accesses.
    void hint_map(MapType type);

    const DeviceFault& fault_;
    DeviceMemory& memory_;
    std::string element_;
    std::string object_;
    const MapItem* item_;
    Finding found_ = {};
};

Finding Explanation::finding() {
    found_.kind = kStaleRead;
    switch (fault_.kind) {
        case DeviceFault::Kind::host_old:
            host_old();
            break;
        case DeviceFault::Kind::lost:
            lost();
            break;
        case DeviceFault::Kind::device_old:
            device_old();
            break;
        case DeviceFault::Kind::device_unset:
            device_unset();
            break;
        case DeviceFault::Kind::host_unset:
            host_unset();
            break;
        case DeviceFault::Kind::not_mapped:
            not_mapped();
            break;
        case DeviceFault::Kind::device_only:
        case DeviceFault::Kind::freed:
            device_only();
            break;
    }
    return std::move(found_);
}

void Explanation::host_old() {
    set_other(fault_.word.line(Side::device), "the device writes it");
    if (const std::uint32_t line = memory_.in_flight(fault_.address)) {
        found_.message = fmt::format(
            "the host reads {}, which the region with `nowait` on line {} writes; nothing "
            "waits for it",
            element_, line);
        found_.hint = Hint{found_.line.line, "wait before this line: `#pragma omp taskwait`"};
        return;
    }
    found_.message =
        fmt::format("the host reads {}, but its new value, written on line {}, is only on the device",
                    element_, fault_.word.line(Side::device));
    found_.hint =
        Hint{found_.line.line,
             fmt::format("copy it before this line: `#pragma omp target update from({})`", object_)};
}

void Explanation::lost() {
    set_other(fault_.word.line(Side::device), "the device writes it");
    const bool is_copied = item_ != nullptr && item_->step.copied;
    const std::string how = item_ == nullptr ? "" : fmt::format(": `{}`", text_of(*item_));
    const std::uint32_t released = item_ == nullptr ? 0 : item_->released;
    found_.message = fmt::format(
        "the {} reads {}, which has its old value: line {} wrote a new one on the device, and nothing copied "
        "it "
        "back before the device's copy ended on line {}{}",
        fault_.region == 0 ? "host" : "device", element_, fault_.word.line(Side::device), released, how);
    if (is_copied)
        found_.message = fmt::format(
            "the {} reads {}, which has its old value: the region on line {} wrote a new one, but it has a "
            "copy of "
            "its own, because no `map` names {}",
            fault_.region == 0 ? "host" : "device", element_, released, object_);
    const bool is_by_exit = item_ != nullptr && released != item_->line && !is_copied;
    found_.hint =
        Hint{released, is_by_exit ? fmt::format("`map(from: {})` on this directive copies it back, if it "
                                                "ends the copy",
                                                object_)
                                  : fmt::format("`map(tofrom: {})` on this directive copies it back",
                                                item_ == nullptr ? object_ : item_->text)};
}

void Explanation::device_old() {
    set_other(fault_.word.line(Side::host), "the host writes it");
    found_.message =
        fmt::format("the device reads {}, but its new value, written on line {}, is only on the host",
                    element_, fault_.word.line(Side::host));
    found_.hint = Hint{fault_.word.line(Side::host),
                       fmt::format("copy it after this line: `#pragma omp target update to({})`", object_)};
}

void Explanation::device_unset() {
    found_.kind = to_string(TrapKind::undefined_memory);
    found_.message = fmt::format(
        "the device reads {}, whose copy there has no value: `{}` on line {} copies nothing "
        "to the device",
        element_, item_ == nullptr ? "map" : text_of(*item_), item_ == nullptr ? 0 : item_->line);
    hint_map(item_ != nullptr && item_->step.type == MapType::from ? MapType::tofrom : MapType::to);
}

void Explanation::host_unset() {
    found_.kind = to_string(TrapKind::undefined_memory);
    found_.message = fmt::format(
        "the host reads {}, which the device has not written: `{}` on line {} copies back "
        "an undefined value",
        element_, item_ == nullptr ? "map" : text_of(*item_), item_ == nullptr ? 0 : item_->line);
    hint_map(MapType::tofrom);
}

void Explanation::not_mapped() {
    found_.kind = kNotMapped;
    const MapItem* const near = memory_.nearest_item(fault_.address);
    if (near != nullptr)
        found_.message =
            fmt::format("the device {} {}, which is outside of `{}`, the part that line {} has mapped",
                        verb(fault_.use), element_, near->text, near->line);
    else if (item_ != nullptr && item_->released != 0)
        found_.message =
            fmt::format("the device {} {}, which is not mapped any more: its copy has ended on line {}",
                        verb(fault_.use), element_, item_->released);
    else
        found_.message = fmt::format("the device {} {}, which is not mapped: it has no memory there",
                                     verb(fault_.use), element_);
    hint_map(MapType::tofrom);
}

void Explanation::device_only() {
    found_.kind = kNotMapped;
    if (fault_.kind == DeviceFault::Kind::freed)
        found_.message = fmt::format("the {} {} {}, which `omp_target_free` on line {} has freed",
                                     fault_.region == 0 ? "host" : "device", verb(fault_.use), element_,
                                     fault_.word.line(Side::device));
    else
        found_.message = fmt::format(
            "the host {} {}, which is memory of the device; copy it with "
            "`omp_target_memcpy`",
            verb(fault_.use), element_);
}

void Explanation::hint_map(MapType type) {
    const bool near = item_ != nullptr && fault_.kind != DeviceFault::Kind::not_mapped;
    const std::uint32_t line = near ? item_->line : fault_.region;
    if (line == 0) return;
    found_.hint = Hint{
        line, fmt::format("`map({}: {})` on this directive{}", text_of(type), near ? item_->text : object_,
                          near ? " copies its values" : " maps it; of a pointer, name the part")};
}

}  // namespace

Finding finding_of(const DeviceFault& fault, DeviceMemory& memory, const Program& program,
                   const ElementNames& names) {
    return Explanation(fault, memory, program, names).finding();
}

}  // namespace musimd::kernels::openmp
