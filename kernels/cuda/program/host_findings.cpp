#include "kernels/cuda/program/host_findings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/files.hpp"

namespace musimd::kernels::cuda {
namespace {

using dsl::cuda::FileLine;

/// The numbers of lines of several files; see dsl::cuda::IncludedFile.
class FileNumbers {
  public:
    explicit FileNumbers(const std::vector<reader::Source>& sources)
        : first_(sources.front()), end_(lines_in(first_.text)) {
        for (std::size_t i = 1; i < sources.size(); ++i) add(sources[i].file, sources[i].text);
    }

    std::uint32_t number_of(const FileLine& place) {
        if (place.line == 0 || place.file == first_.file) return place.line;
        auto file = std::ranges::find(others_, place.file, &dsl::cuda::IncludedFile::name);
        if (file == others_.end()) {
            add(place.file, host::read_file(place.file));
            file = others_.end() - 1;
        }
        return file->lines_before + place.line;
    }
    std::vector<dsl::cuda::IncludedFile> take_others() { return std::move(others_); }

  private:
    static std::uint32_t lines_in(const std::string& text) {
        return static_cast<std::uint32_t>(std::ranges::count(text, '\n')) + 1;
    }
    void add(const std::string& name, const std::string& text) {
        others_.push_back({name, end_, text});
        end_ += lines_in(text);
    }

    const reader::Source& first_;
    std::uint32_t end_;
    std::vector<dsl::cuda::IncludedFile> others_;
};

}  // namespace

void HostFindings::add(HostFinding found) {
    const auto is_it = [&](const HostFinding& known) {
        return known.kind == found.kind && known.message == found.message && known.call == found.call &&
               known.other == found.other;
    };
    const auto known = std::ranges::find_if(list_, is_it);
    if (known == list_.end())
        list_.push_back(std::move(found));
    else
        known->count += found.count;
}

HostFindings::Located HostFindings::located(const std::vector<reader::Source>& sources) const {
    Located result{std::make_shared<const reader::Source>(sources.front()), {}, {}};
    if (list_.empty()) return result;
    HostLines host(sources);
    std::vector<HostCall> calls;
    for (const HostFinding& found : list_) {
        calls.push_back(found.call);
        if (const auto* other = std::get_if<HostCall>(&found.other)) calls.push_back(*other);
    }
    host.find(calls);
    FileNumbers lines(sources);
    for (const HostFinding& found : list_) {
        Finding finding{
            .kind = found.kind, .message = found.message, .line = lines.number_of(host.line_of(found.call))};
        if (const auto* call = std::get_if<HostCall>(&found.other)) {
            if (const std::uint32_t line = lines.number_of(host.line_of(*call))) finding.other = line;
        } else if (const auto* place = std::get_if<FileLine>(&found.other)) {
            finding.other = lines.number_of(*place);
        }
        finding.other_says = found.other_says;
        const auto is_it = [&](const LocatedFinding& known) {
            return known.finding.kind == finding.kind && known.finding.message == finding.message &&
                   known.finding.line == finding.line && known.finding.other == finding.other;
        };
        const auto known = std::ranges::find_if(result.findings, is_it);
        if (known == result.findings.end())
            result.findings.push_back({std::move(finding), !found.is_error, found.count});
        else
            known->count += found.count;
    }
    result.others = lines.take_others();
    return result;
}

}  // namespace musimd::kernels::cuda
