#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "isa/program.hpp"
#include "isa/type.hpp"

// Which models of reconvergence agree on a kernel: what `--model all` prints of kernels in any language.

namespace musimd::cli {

/// An array after a run.
struct ResultArray {
    std::string name;
    Type type = Type::i32;
    std::vector<std::uint64_t> elements;  ///< patterns
};

/// What a kernel did under a model.
struct ModelOutcome {
    ThreadModel model = ThreadModel::lockstep;
    std::string end;                        ///< `stop`, `race in line 5`; or why the model does not accept it
    bool is_wrong = false;                  ///< it did not come to its end, or something was found
    bool is_accepted = true;                ///< by the model
    std::vector<ResultArray> results = {};  ///< of a run to the end
};

class ModelAgreement {
  public:
    /// The line in which threads first do something else under the second model than under the first: `12`;
    /// empty if it is not known.
    using FindLine = std::function<std::string(ThreadModel, ThreadModel)>;

    ModelAgreement(std::vector<ModelOutcome> outcomes, const FindLine& find_line);

    /// A line for each set of models that agree: how they end, and what differs first and where from the
    /// first that come to the end. Then the models that do not accept the kernel.
    std::string table() const;
    /// On which machines the kernel is right: `right on a stack, wrong since Volta`.
    std::string sentence() const;
    /// Whether all models that accept the kernel agree.
    bool is_same() const { return classes_.size() <= 1; }
    /// The first of the models that agree with this one.
    ThreadModel representative(ThreadModel model) const;
    nlohmann::ordered_json json() const;

  private:
    using Class = std::vector<std::size_t>;

    std::string difference(const Class& members) const;
    std::string text_of(std::size_t number) const;
    std::vector<ThreadModel> models_of(const Class& members) const;
    const ModelOutcome& first_of(const Class& members) const { return outcomes_[members.front()]; }
    const Class* first_to_end() const;

    std::vector<ModelOutcome> outcomes_;
    std::vector<Class> classes_;      ///< indices of outcomes, ascending
    std::vector<std::string> lines_;  ///< by class
};

}  // namespace musimd::cli
