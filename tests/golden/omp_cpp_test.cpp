// `musimd omp` of C++: what it prints beside g++, and how its findings read.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "kernels/compiled/compilers.hpp"
#include "tests/golden/omp_programs.hpp"

namespace musimd::omp_cpp_test {
namespace {

using support::Finished;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::Optional;

class OmpCpp : public OmpFolder {
  protected:
    /// Of x.cpp: its headers, line 1 to 6, and this text.
    Finished run(const std::string& text, const std::string& compilers = "none") const {
        folder_.write("x.cpp",
                      "#include <algorithm>\n#include <array>\n#include <cstdio>\n#include <iostream>\n"
                      "#include <utility>\n#include <vector>\n" +
                          text);
        return omp({"x.cpp", "--function", "main", "--compilers", compilers});
    }

    /// It prints what the program that g++ compiles prints, too.
    void expect_output(const std::string& text, const std::string& output) const {
        const bool has_gcc = !kernels::openmp::command_of_compiler("gcc").empty();
        const Finished finished = run(text, has_gcc ? "gcc" : "none");
        EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
        EXPECT_THAT(finished.output, HasSubstr(output)) << finished.errors;
        EXPECT_THAT(finished.output, Not(HasSubstr("differs")));
        const std::string compared = has_gcc ? "gcc -fopenmp            same\n" : "";
        EXPECT_THAT(finished.output, HasSubstr(compared));
    }
};

TEST_F(OmpCpp, ClassesTemplatesAndLambdas) {
    expect_output(
        R"(
struct V { double x, y; V operator+(const V &o) const { return {x + o.x, y + o.y}; } };
template <typename T> T twice(const T &x) { return x + x; }
template <typename F> void each(int n, F f) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) f(i);
}
class Sum {
 public:
  explicit Sum(int n) : n_(n) {}
  double of(const double *v) const {
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n_; ++i) s += twice(v[i]);
    return s;
  }
 private:
  int n_;
};
int main() {
  double v[32];
  V w[4] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};
  each(32, [&](int i) { v[i] = std::max(i, 3); });
  each(4, [&](int i) { w[i] = w[i] + V{1, 1}; });
  std::printf("%g %g\n", Sum(32).of(v), w[2].y);
}
)",
        "1004 7\n");
}

TEST_F(OmpCpp, VectorsAndStreams) {
    expect_output(
        R"(
class Grid {
 public:
  Grid(int w, int h) : w_(w), h_(h), cells_(w * h, 0.0) {}
  double &at(int x, int y) { return cells_[y * w_ + x]; }
  double at(int x, int y) const { return cells_[y * w_ + x]; }
  void step(const Grid &from) {
#pragma omp parallel for collapse(2)
    for (int y = 1; y < h_ - 1; ++y)
      for (int x = 1; x < w_ - 1; ++x) at(x, y) = 0.5 * (from.at(x - 1, y) + from.at(x, y - 1));
  }
 private:
  int w_, h_;
  std::vector<double> cells_;
};
int main() {
  Grid a(6, 5), b(6, 5);
  for (int x = 0; x < 6; ++x) a.at(x, 0) = b.at(x, 0) = 1;
  b.step(a);
  std::swap(a, b);
  b.step(a);
  std::vector<int> list{1, 2, 3};
  list.push_back(4);
  std::vector<std::vector<int>> rows(3, list);
#pragma omp parallel for
  for (int i = 0; i < 3; ++i) rows[i][1] += i;
  std::cout << b.at(2, 2) << ' ' << list.size() << ", " << rows[2][1] << rows[1][3] << std::endl;
}
)",
        "0.25 4, 44\n");
}

TEST_F(OmpCpp, AlgorithmsOfTheLibrary) {
    expect_output(
        R"(
#include <numeric>
int main() {
  std::vector<int> v(9, 2);
  v[4] = 11;
  const int most = *std::max_element(v.begin(), v.end());
  const int sum = std::accumulate(v.begin(), v.end(), 0);
  std::fill(v.begin() + 1, v.end(), 7);
  std::reverse(v.begin(), v.end());
  int *p = v.data(), next = *++p;
  std::cout << most << " " << sum << " " << v[8] << next << "\n";
}
)",
        "11 27 27\n");
}

TEST_F(OmpCpp, LoopsOverRangesAndWithPointers) {
    expect_output(
        R"(
int main() {
  std::array<int, 16> a{};
  std::vector<int> v(8, 2);
  int k = 0, s = 0, t = 0;
  for (auto &x : a) x = k++;
#pragma omp parallel for reduction(+ : s)
  for (const int x : a) s += x;
#pragma omp parallel for
  for (auto &x : v) x *= 3;
#pragma omp parallel for reduction(+ : t)
  for (auto p = v.begin(); p < v.end(); p += 2) t += *p;
  int *raw = new int[4];
#pragma omp parallel for
  for (int *p = raw; p != raw + 4; ++p) *p = 5;
  std::cout << s << " " << t << " " << raw[3] << "\n";
  delete[] raw;
}
)",
        "120 24 5\n");
}

TEST_F(OmpCpp, LoopsOverRangesUnderAllDirectives) {
    const Finished finished = run(R"(
int main() {
  std::array<double, 40> a{};
  std::vector<double> v(40, 1.0);
#pragma omp parallel for simd
  for (auto &x : a) x = 2;
#pragma omp simd
  for (auto &x : v) x += 1;
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (auto &x : a) x += 1;
#pragma omp target teams
#pragma omp distribute
  for (auto &x : a) {
    double y = x;
#pragma omp parallel for reduction(+ : y)
    for (int i = 0; i < 4; ++i) y += i;
    x = y;
  }
  double s = 0;
#pragma omp parallel num_threads(4)
  {
#pragma omp for reduction(+ : s)
    for (double x : a) s += x;
#pragma omp for schedule(dynamic, 3)
    for (double *p = v.data(); p < v.data() + 40; ++p) *p *= 2;
#pragma omp single
    {
#pragma omp parallel for
    for (auto &x : v) x += 1;
    }
  }
#pragma omp parallel for collapse(2)
  for (int i = 0; i < 2; ++i)
    for (auto &x : v)
#pragma omp atomic
      x += 1;
#pragma omp parallel for
  for (auto &x : v) { if (x < 0) continue; 
#pragma omp simd
    for (int i = 0; i < 3; ++i) { if (i == 1) continue; }
  }
  std::printf("%g %g\n", s, v[7]);
}
)");
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output, HasSubstr("360 7\n"));
}

TEST_F(OmpCpp, ThreadsAskForMemory) {
    expect_output(
        R"(
int main() {
  int b[8];
#pragma omp parallel for
  for (int i = 0; i < 8; ++i) {
    std::vector<int> own;
    for (int j = 0; j <= i; ++j) own.push_back(j);
    int *more = new int[2];
    more[1] = own[i];
    b[i] = own[i] + more[1];
  }
  std::printf("%d %d\n", b[3], b[7]);
}
)",
        "6 14\n");
}

TEST_F(OmpCpp, AVectorThatThreadsChangeIsARaceAtTheCall) {
    const Finished finished =
        run("int main() {\nstd::vector<int> found;\n#pragma omp parallel for\nfor (int i = 0; i < 9; ++i)\n"
            "found.push_back(i);\n}\n");
    EXPECT_THAT(finished.status, Optional(1));
    EXPECT_THAT(
        finished.errors,
        AllOf(HasSubstr("x.cpp:11: error: race: iteration "), HasSubstr(" reads found.size_, which "),
              HasSubstr("x.cpp:11: hint: put `#pragma omp critical` before this call, which changes the "
                        "object\n    found.push_back(i);\n")));
}

TEST_F(OmpCpp, WhatNewMakesHasTheNameOfItsPointer) {
    const Finished finished =
        run("int main() {\nint *counts = new int[4]();\n#pragma omp parallel for\n"
            "for (int i = 0; i < 4; ++i) counts[i] = counts[(i + 1) % 4];\n}\n");
    EXPECT_THAT(finished.errors,
                HasSubstr("x.cpp:10: error: race: iteration 1 of the parallel loop on line 9 "
                          "writes counts[1], which iteration 0 reads on line 10"));
}

TEST_F(OmpCpp, AMemberThatThreadsUpdateIsARace) {
    const Finished finished =
        run("struct M {\ndouble sum = 0;\nvoid add(const double *v, int n) {\n#pragma omp parallel for\n"
            "for (int i = 0; i < n; ++i) sum += v[i];\n}\n};\n"
            "int main() {\ndouble v[4] = {1, 2, 3, 4};\nM m;\nm.add(v, 4);\n}\n");
    EXPECT_THAT(finished.errors,
                HasSubstr("x.cpp:11: error: race: iteration 1 of the parallel loop on line 10 "
                          "reads m.sum, which iteration 0 writes on line 11;"));
    EXPECT_THAT(finished.errors, HasSubstr("x.cpp:17: note: in 'add', called here\n    m.add(v, 4);\n"));
}

TEST_F(OmpCpp, DestructorsRunAtTheEndOfTheScopeAndWhereControlLeavesIt) {
    expect_output(
        R"(
static int alive = 0;
struct Counted {
    int id;
    explicit Counted(int n) : id(n) { alive++; }
    Counted(const Counted &o) : id(o.id + 100) { alive++; }
    ~Counted() { alive--; printf("-%d ", id); }
};
struct Pair : Counted { Counted second; Pair() : Counted(1), second(2) {} ~Pair() { printf("pair "); } };
static Counted make(int n) { Counted c(n); c.id++; return c; }
static int early(int n) {
    Counted a(10);
    for (int i = 0; i < 3; i++) {
        Counted b(20 + i);
        if (i == 0) continue;
        if (i == n) break;
        if (n > 5) { Counted c(30); return c.id; }
    }
    return alive;
}
int main() {
    { Pair p; Counted two[2] = {Counted(5), Counted(6)}; }
    Counted m = make(40);
    const Counted &r = Counted(50);
    Counted *q = new Counted(60);
    delete q;
    printf("%d ", early(1));
    printf("%d %d %d\n", early(9), r.id, m.id);
    int ends[40];
#pragma omp parallel for
    for (int i = 0; i < 40; i++) {
        int n = 0;
        struct Bump { int *p; ~Bump() { ++*p; } };
        for (int k = 0; k < 5; k++) { Bump b{&n}; if (k > i % 5) break; }
        ends[i] = n;
    }
    printf("%d %d %d\n", ends[3], ends[5], alive);
}
)",
        "-6 -5 pair -2 -1 -60 -20 -21 -10 3 -20 -30 -21 -10 30 50 41\n5 2 2\n-50 -41 \n");
}

TEST_F(OmpCpp, ALockHeldByAnObjectOrdersIterations) {
    expect_output(
        R"(
#include <omp.h>
struct Hold {
    omp_lock_t *lock;
    explicit Hold(omp_lock_t *l) : lock(l) { omp_set_lock(lock); }
    ~Hold() { omp_unset_lock(lock); }
};
int main() {
    omp_lock_t lock;
    omp_init_lock(&lock);
    int sum = 0;
#pragma omp parallel for
    for (int i = 0; i < 20; i++) { Hold hold(&lock); if (i % 3 == 0) continue; sum += i; }
    printf("%d\n", sum);
}
)",
        "127\n");
}

TEST_F(OmpCpp, MutexesAtomicsAndClocks) {
    expect_output(
        R"(
#include <atomic>
#include <chrono>
#include <mutex>
static std::mutex mutex;
int main() {
    const auto start = std::chrono::steady_clock::now();
    int sum = 0, most = 0;
    std::atomic<int> count(0);
    std::atomic<int> last{-1};
#pragma omp parallel for
    for (int i = 0; i < 50; i++) {
        if (i % 7 == 3) continue;
        {
            std::lock_guard<std::mutex> lock(mutex);
            sum += i;
        }
        std::unique_lock<std::mutex> lock(mutex);
        most = i > most ? i : most;
        lock.unlock();
        ++count;
        int seen = last.load();
        while (seen < i && !last.compare_exchange_weak(seen, i)) {}
    }
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    printf("%d %d %d %d %g\n", sum, most, count.load(), last.load(), time.count());
}
)",
        "1057 49 43 49 0.001\n");
}

TEST_F(OmpCpp, ARelaxedAtomicOrdersNothing) {
    const auto with = [this](const std::string& orders) {
        return run(
            "#include <atomic>\nint main() {\nint data = 0, seen = 0;\nstd::atomic<int> flag(0);\n"
            "#pragma omp parallel sections\n{\n{ data = 5; flag.store(1" +
            orders +
            "); }\n"
            "#pragma omp section\n{ while (flag.load(" +
            (orders.empty() ? "" : orders.substr(2)) +
            ") == 0) {} seen = data; }\n}\nprintf(\"%d\\n\", seen);\n}\n");
    };
    EXPECT_THAT(with("").output, HasSubstr("5\n"));
    EXPECT_THAT(with("").status, Optional(0));
    EXPECT_THAT(with(", std::memory_order_relaxed").errors, HasSubstr("error: race: "));
}

TEST_F(OmpCpp, TheFormatOfStreams) {
    expect_output(
        R"(
#include <iomanip>
int main() {
    std::cout << std::fixed << std::setprecision(3) << 3.14159 << " " << std::setw(8) << std::left << "ab" << '|'
              << std::right << std::setw(5) << 42 << '|' << std::setfill('0') << std::setw(4) << 7 << "\n";
    std::cout << std::hex << std::showbase << 255 << std::dec << ' ' << std::boolalpha << true << " "
              << std::scientific << 12345.678 << std::defaultfloat << " " << 1e-9 << std::endl;
    const std::streamsize before = std::cout.precision(2);
    std::cout.setf(std::ios::fixed, std::ios::floatfield);
    std::cout.width(7);
    std::cout << 2.0 << " " << before << " ";
    std::cout.unsetf(std::ios::floatfield);
    std::cout << 0.125f << "\n";
}
)",
        "3.142 ab      |   42|0007\n0xff true 1.235e+04 1e-09\n0002.00 3 0.12\n");
}

TEST_F(OmpCpp, Strings) {
    expect_output(
        R"(
#include <sstream>
#include <string>
static std::string name(int n) { return "n" + std::to_string(n); }
int main() {
    std::vector<std::string> names(4);
#pragma omp parallel for
    for (int i = 0; i < 4; ++i) names[i] = name(-i) + std::string(i, '*');
    std::string s = "hello";
    s += ", world";
    s.insert(5, "!").replace(0, 1, "J").erase(6, 1);
    const std::string other = s.find("world") == std::string::npos ? "no" : s.substr(7, 3);
    std::cout << names[2] << " " << s << " " << s.size() << " " << other << (names[1] < names[2]) << "\n";
    std::ostringstream out;
    out << std::stoi("41") + 1 << ' ' << std::stod("2.5");
    std::istringstream in(out.str() + " word\nthe next line");
    int n = 0;
    double x = 0;
    std::string word, line;
    in >> n >> x >> word;
    std::getline(in, line);
    std::getline(in, line);
    std::cout << n << x << word << "[" << line << "]" << std::to_string(2.5) << "\n";
}
)",
        "n-2** Jello! world 12 wor1\n422.5word[the next line]2.500000\n");
}

TEST_F(OmpCpp, MapsSetsFunctionsAndOwners) {
    expect_output(
        R"(
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <queue>
#include <set>
#include <string>
#include <tuple>
struct Node { int id; explicit Node(int n) : id(n) {} ~Node() { printf("-%d ", id); } };
static int id_of(std::shared_ptr<Node> node) { return node->id; }
int main() {
    std::map<std::string, int> count;
    std::mutex lock;
#pragma omp parallel for
    for (int i = 0; i < 9; ++i) {
        const std::lock_guard<std::mutex> guard(lock);
        count[i % 3 == 0 ? "fizz" : "none"] += i;
    }
    for (const auto &[key, value] : count) printf("%s=%d ", key.c_str(), value);
    std::set<int> some{3, 1, 3};
    some.insert(2);
    const std::function<int(int)> plus = [&](int x) { return x + int(some.size()); };
    std::priority_queue<int> first;
    for (int x : some) first.push(x % 3);
    printf("%d %d %d\n", *some.begin(), plus(4), first.top());
    auto owner = std::make_unique<Node>(1);
    {
        auto shared = std::make_shared<Node>(2);
        const auto again = shared;
        const int id = id_of(again);
        printf("%ld %d ", again.use_count(), id);
    }
    owner.reset(new Node(3));
    std::vector<std::tuple<int, double>> pairs = {{1, 1.5}, {2, 2.5}};
    pairs.emplace_back(3, 3.5);
    printf("%g\n", std::get<1>(pairs[2]));
}
)",
        "fizz=9 none=27 1 7 2\n2 2 -2 -1 3.5\n-3 \n");
}

TEST_F(OmpCpp, RandomNumbersAreThoseOfTheLibrary) {
    expect_output(
        R"(
#include <numeric>
#include <random>
int main() {
    std::mt19937 engine(42);
    std::mt19937_64 wide(7);
    std::default_random_engine plain(3);
    std::uniform_int_distribution<int> die(1, 6);
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    std::normal_distribution<> normal(5, 2);
    std::cout << engine() << " " << wide() << " " << plain() << "\n";
    for (int i = 0; i < 5; ++i) std::cout << die(engine) << die(wide) << die(plain) << " ";
    std::cout << unit(engine) << " " << unit(plain) << " " << normal(engine) << " " << normal(engine) << "\n";
    std::vector<int> order(8);
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), engine);
    for (int x : order) std::cout << x;
    std::cout << "\n";
}
)",
        "1608637542 ");
}

TEST_F(OmpCpp, ComplexNumbers) {
    expect_output(
        R"(
#include <complex>
int main() {
    using Number = std::complex<double>;
    int steps[8];
    std::vector<Number> found(8);
#pragma omp parallel for
    for (int i = 0; i < 8; ++i) {
        const Number c(-1.0 + 0.25 * i, 0.5);
        Number z = 0;
        int k = 0;
        while (k < 20 && std::norm(z) < 4) { z = z * z + c; ++k; }
        steps[i] = k;
        found[i] = 2.0 * z / c - 1.5;
    }
    std::cout << steps[0] << " " << steps[5] << " " << found[5] << " " << std::abs(Number(3, 4)) << "\n";
}
)",
        "");
}

TEST_F(OmpCpp, ParametersAreDestroyed) {
    expect_output(
        R"(
struct D { int n; ~D() { printf("-%d ", n); } };
struct E { int m; explicit E(D d) : m(d.n + 1) {} };
static int f(D d) { if (d.n > 4) return 0; return d.n; }
int main() {
    D d{3};
    const int a = f(d);
    const int b = f(D{5});
    E e(D{6});
    printf("%d %d %d\n", a, b, e.m);
}
)",
        "-3 -5 -6 3 0 7\n-3 \n");
}

TEST_F(OmpCpp, WhatIsNotReadIsAnErrorAtTheToken) {
    const Finished finished = run(
        "struct D { int *p; ~D() { *p = 5; } };\nstatic int f(const D &d) { return *d.p; }\nint main() {\n"
        "int x = 1;\nf(D{&x});\nreturn x;\n}\n");
    EXPECT_THAT(finished.status, Optional(2));
    EXPECT_THAT(finished.errors,
                HasSubstr("x.cpp:11:3: error: the destructor '~D' of a temporary would not run: "
                          "only those of variables, and of what `delete` deletes, do\n"));
}

TEST_F(OmpCpp, AVirtualFunctionOfSeveralBaseClassesIsAnError) {
    const Finished finished =
        run("struct A { virtual int f() const { return 1; } };\nstruct B { virtual int g() const { return 2; "
            "} };\n"
            "struct C : A, B { int g() const override { return 3; } };\nint main() {\nC c;\nconst B &b = c;\n"
            "return b.g();\n}\n");
    EXPECT_THAT(finished.status, Optional(2));
    EXPECT_THAT(finished.errors,
                HasSubstr("x.cpp:13:10: error: a virtual function of the class 'C', which has "
                          "several base classes, is not supported yet"));
}

TEST_F(OmpCpp, ObjectsOfSeveralClasses) {
    expect_output(
        R"(
struct Shape { virtual double area() const = 0; virtual ~Shape() { std::printf("~Shape "); } };
struct Square : Shape { double a; Square(double x) : a(x) {} double area() const override { return a * a; } };
struct Disc : Shape { double r; Disc(double x) : r(x) {} double area() const override { return 3 * r * r; }
    ~Disc() { std::printf("~Disc %g ", r); } };
int main() {
    Shape *all[2] = {new Square(2), new Disc(1)};
    double v[4];
#pragma omp parallel for
    for (int i = 0; i < 4; i++) v[i] = all[i % 2]->area() * i;
    for (Shape *s : all) delete s;
    std::printf("%g %g\n", v[2], v[3]);
    return 0;
}
)",
        "~Shape ~Disc 1 ~Shape 8 9\n");
}

TEST_F(OmpCpp, FilesAreReadByStreams) {
    folder_.write("in.txt", "3 1.5\n");
    const Finished finished =
        run("#include <fstream>\nint main() {\nstd::ifstream in(\"in.txt\");\nint n; double x;\n"
            "in >> n >> x;\nstd::printf(\"%d %g\\n\", n, x);\nreturn 0;\n}\n");
    EXPECT_THAT(finished.output, HasSubstr("3 1.5\n")) << finished.errors;
}

TEST_F(OmpCpp, AFunctionOfANamespaceHasItsName) {
    folder_.write("f.cpp",
                  "namespace a {\nvoid scale(int n, float *x) {\n#pragma omp parallel for\n"
                  "for (int i = 0; i < n; ++i) x[i] *= 2;\n}\n}\n");
    const Finished finished = omp({"f.cpp", "--function", "a::scale", "--compilers", "gcc"});
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output, HasSubstr("spmd, simd"));
}

}  // namespace
}  // namespace musimd::omp_cpp_test
