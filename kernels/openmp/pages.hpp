#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace musimd::kernels::openmp {

/// A value for each address; neighbours are near each other, since programs access them one after the other.
template <typename T>
class Pages {
  public:
    T& operator[](std::int64_t address) {
        const std::int64_t number = address >> kBits;
        if (latest_ == nullptr || number != latest_number_) {
            std::unique_ptr<Page>& page = pages_[number];
            if (page == nullptr) page = std::make_unique<Page>();
            latest_ = page.get();
            latest_number_ = number;
        }
        return (*latest_)[static_cast<std::size_t>(address & (kSize - 1))];
    }

    /// Null: none has been there.
    T* find(std::int64_t address) {
        const auto page = pages_.find(address >> kBits);
        return page == pages_.end() ? nullptr
                                    : &(*page->second)[static_cast<std::size_t>(address & (kSize - 1))];
    }

    void erase(std::int64_t address) {
        if (T* const known = find(address)) *known = T{};
    }

  private:
    static constexpr int kBits = 6;
    static constexpr std::int64_t kSize = std::int64_t{1} << kBits;
    using Page = std::array<T, kSize>;

    std::unordered_map<std::int64_t, std::unique_ptr<Page>> pages_;
    Page* latest_ = nullptr;
    std::int64_t latest_number_ = 0;
};

}  // namespace musimd::kernels::openmp
