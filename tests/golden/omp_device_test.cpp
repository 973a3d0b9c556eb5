// `musimd omp`: what is found of the memory of the device, each beside the program that does it right.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "kernels/compiled/compilers.hpp"
#include "tests/golden/omp_programs.hpp"

namespace musimd::omp_device_test {
namespace {

using support::Finished;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Optional;

class OmpDevice : public OmpFolder {
  protected:
    /// Of x.c: its headers, line 1 to 3, and `int main(void) {`, line 4, before this text.
    Finished run(const std::string& text, std::vector<std::string> words = {}) const {
        folder_.write("x.c", "#include <omp.h>\n#include <stdio.h>\n#include <stdlib.h>\n" + text);
        words.insert(words.begin(), {"x.c", "--function", "main", "--compilers", "none", "--model", "spmd"});
        return omp(std::move(words));
    }

    Finished body(const std::string& text, std::vector<std::string> words = {}) const {
        return run("int main(void) {\n" + text + "}\n", std::move(words));
    }

    void expect_clean(const std::string& text, const std::string& output) const {
        const Finished finished = body(text);
        EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
        EXPECT_THAT(finished.errors, IsEmpty());
        EXPECT_THAT(finished.output, HasSubstr(output));
    }

    /// The program prints what it would with a device that has memory of its own.
    void expect_finding(const std::string& text, const std::string& output, const std::string& error) const {
        const Finished finished = body(text);
        EXPECT_THAT(finished.status, Optional(1));
        EXPECT_THAT(finished.errors, HasSubstr(error));
        EXPECT_THAT(finished.output, HasSubstr(output));
    }
};

// ---- what the host reads

TEST_F(OmpDevice, ANewValueThatNobodyCopiesBack) {
    const auto program = [](const std::string& type) {
        return "int v[8] = {0};\n#pragma omp target teams distribute parallel for map(" + type +
               ": v)\nfor (int i = 0; i < 8; i++) v[i] += i;\nprintf(\"%d\\n\", v[3]);\n";
    };
    expect_clean(program("tofrom"), "3\n");
    expect_finding(
        program("to"), "0\n",
        "x.c:8: error: stale-read: the host reads v[3], which has its old value: line 7 wrote a new "
        "one on the device, and nothing copied it back before the device's copy ended on line 6: "
        "`map(to: v)` (spmd)\n"
        "    printf(\"%d\\n\", v[3]);\n"
        "x.c:7: note: the device writes it\n"
        "    for (int i = 0; i < 8; i++) v[i] += i;\n"
        "x.c:6: hint: `map(tofrom: v)` on this directive copies it back\n");
}

TEST_F(OmpDevice, AnUpdateThatIsMissing) {
    const auto program = [](const std::string& update) {
        return "int *v = malloc(8 * sizeof(int));\nfor (int i = 0; i < 8; i++) v[i] = i;\n"
               "#pragma omp target enter data map(to: v[0:8])\n"
               "#pragma omp target\nfor (int i = 0; i < 8; i++) v[i] *= 2;\n" +
               update +
               "\nint s = 0;\nfor (int i = 0; i < 8; i++) s += v[i];\n"
               "#pragma omp target exit data map(delete: v[0:8])\nprintf(\"%d\\n\", s);\n";
    };
    expect_clean(program("#pragma omp target update from(v[0:8])"), "56\n");
    expect_finding(
        program("#pragma omp target update from(v[0:4])"), "34\n",
        "x.c:12: error: stale-read: the host reads v[4], but its new value, written on line 9, is only "
        "on the device (spmd)\n");
    expect_finding(program(""), "28\n",
                   "x.c:12: hint: copy it before this line: `#pragma omp target update from(v)`\n");
}

TEST_F(OmpDevice, TheSameValueIsNotOld) {
    expect_clean(
        "int v[4] = {1, 2, 3, 4};\n#pragma omp target map(to: v)\n"
        "for (int i = 0; i < 4; i++) v[i] = i + 1;\nprintf(\"%d\\n\", v[3]);\n",
        "4\n");
}

TEST_F(OmpDevice, AnElementThatTheDeviceDoesNotWriteComesBackUndefined) {
    const auto program = [](const std::string& type) {
        return "int v[4] = {1, 2, 3, 4};\n#pragma omp target map(" + type +
               ": v)\nfor (int i = 0; i < 3; i++) v[i] = 0;\nprintf(\"%d\\n\", v[3]);\n";
    };
    expect_clean(program("tofrom"), "4\n");
    expect_finding(program("from"), "",
                   "x.c:8: error: undefined-memory: the host reads v[3], which the device has not written: "
                   "`map(from: v)` on line 6 copies back an undefined value (spmd)\n");
}

TEST_F(OmpDevice, ARegionWithNowaitIsWaitedFor) {
    const auto program = [](const std::string& wait) {
        return "int v[8] = {0};\n#pragma omp target nowait map(tofrom: v)\n"
               "for (int i = 0; i < 8; i++) v[i] = i;\n" +
               wait + "\nprintf(\"%d\\n\", v[3]);\n";
    };
    expect_clean(program("#pragma omp taskwait"), "3\n");
    expect_finding(
        program(""), "",
        "x.c:9: error: stale-read: the host reads v[3], which the region with `nowait` on line 6 writes; "
        "nothing waits for it (spmd)\n");
}

TEST_F(OmpDevice, ANumberThatTheRegionHasACopyOf) {
    const auto program = [](const std::string& map) {
        return "int n = 0;\n#pragma omp target" + map +
               "\nfor (int i = 0; i < 4; i++) n += i;\nprintf(\"%d\\n\", n);\n";
    };
    expect_clean(program(" map(tofrom: n)"), "6\n");
    expect_clean(program(" firstprivate(n)"), "0\n");
    expect_finding(
        program(""), "0\n",
        "x.c:8: error: stale-read: the host reads n, which has its old value: the region on line 6 wrote a "
        "new one, but it has a copy of its own, because no `map` names n (spmd)\n");
}

// ---- what the device reads

TEST_F(OmpDevice, AValueThatTheHostHasChangedSince) {
    const auto program = [](const std::string& update) {
        return "int a[4] = {1, 2, 3, 4}, b[4];\n#pragma omp target data map(to: a) map(from: b)\n{\na[1] = "
               "9;\n" +
               update +
               "\n#pragma omp target\nfor (int i = 0; i < 4; i++) b[i] = a[i];\n}\nprintf(\"%d\\n\", "
               "b[1]);\n";
    };
    expect_clean(program("#pragma omp target update to(a[1:1])"), "9\n");
    expect_finding(
        program(""), "2\n",
        "x.c:11: error: stale-read: the device reads a[1], but its new value, written on line 8, is only "
        "on the host (spmd)\n");
}

TEST_F(OmpDevice, ACopyWithoutAValue) {
    const auto program = [](const std::string& type) {
        return "int a[4] = {1, 2, 3, 4}, s = 0;\n#pragma omp target map(" + type +
               ": a) map(tofrom: s)\nfor (int i = 0; i < 4; i++) s += a[i];\nprintf(\"%d\\n\", s);\n";
    };
    expect_clean(program("to"), "10\n");
    expect_finding(program("alloc"), "",
                   "x.c:7: error: undefined-memory: the device reads a[0], whose copy there has no value: "
                   "`map(alloc: a)` on line 6 copies nothing to the device (spmd)\n");
}

// ---- if there is no copy

TEST_F(OmpDevice, AnAccessOutsideOfThePartThatIsMapped) {
    const auto program = [](const std::string& size) {
        return "int *a = calloc(9, sizeof(int));\n#pragma omp target map(tofrom: a[0:" + size +
               "])\nfor (int i = 0; i < 9; i++) a[i] = i;\nprintf(\"%d\\n\", a[2]);\n";
    };
    expect_clean(program("9"), "2\n");
    expect_finding(
        program("8"), "",
        "x.c:7: error: not-mapped: the device writes a[8], which is outside of `a[0:8]`, the part that "
        "line 6 has mapped (spmd)\n");
}

TEST_F(OmpDevice, APointerThatNothingMaps) {
    const auto program = [](const std::string& map) {
        return "int *a = calloc(8, sizeof(int));\n#pragma omp target teams distribute parallel for" + map +
               "\nfor (int i = 0; i < 8; i++) a[i] = i;\nprintf(\"%d\\n\", a[2]);\n";
    };
    expect_clean(program(" map(from: a[:8])"), "2\n");
    expect_finding(
        program(""), "",
        "x.c:7: error: not-mapped: the device writes a[0], which is not mapped: it has no memory there "
        "(spmd)\n"
        "    for (int i = 0; i < 8; i++) a[i] = i;\n"
        "x.c:6: hint: `map(tofrom: a)` on this directive maps it; of a pointer, name the part\n");
}

TEST_F(OmpDevice, WhatIsUsedAfterItsCopyHasEnded) {
    const auto program = [](const std::string& before, const std::string& after) {
        const std::string end = "#pragma omp target exit data map(from: a[0:4])\n";
        return "int *a = calloc(4, sizeof(int));\n#pragma omp target enter data map(to: a[0:4])\n" +
               (before + end + after).replace(0, 0, "") + "printf(\"%d\\n\", a[2]);\n";
    };
    const std::string region = "#pragma omp target\nfor (int i = 0; i < 4; i++) a[i] = i;\n";
    expect_clean(program(region, ""), "2\n");
    expect_finding(
        program("", region), "",
        "x.c:9: error: not-mapped: the device writes a[0], which is not mapped any more: its copy has "
        "ended on line 7 (spmd)\n");
}

TEST_F(OmpDevice, TheHostDoesNotUseMemoryOfTheDevice) {
    const auto program = [](const std::string& access) {
        return "int d = omp_get_default_device(), h = omp_get_initial_device(), v[4] = {0};\n"
               "int *t = omp_target_alloc(4 * sizeof(int), d);\n"
               "#pragma omp target is_device_ptr(t)\nfor (int i = 0; i < 4; i++) t[i] = i;\n" +
               access + "\nomp_target_free(t, d);\nprintf(\"%d\\n\", v[3]);\n";
    };
    expect_clean(program("omp_target_memcpy(v, t, sizeof v, 0, 0, h, d);"), "3\n");
    expect_finding(
        program("v[3] = t[3];"), "",
        "x.c:9: error: not-mapped: the host reads t[3], which is memory of the device; copy it with "
        "`omp_target_memcpy` (spmd)\n");
    expect_finding(
        "int v[4] = {1, 2, 3, 4}, *p = v;\n#pragma omp target data map(tofrom: v) use_device_ptr(p)\n"
        "{ p[0] = 7; }\n",
        "",
        "x.c:7: error: not-mapped: the host accesses `p[0]`, but the pointer is an address of the "
        "device here, by the clause on line 6 (spmd)\n");
}

TEST_F(OmpDevice, WhatAModifierOrAnotherPartForbids) {
    expect_finding(
        "int a[4] = {0};\n#pragma omp target map(present, tofrom: a)\na[0] = 1;\n", "",
        "x.c:6: error: not-mapped: `a` has the modifier `present`, but is not mapped here (spmd)\n");
    expect_finding(
        "int a[8] = {0};\n#pragma omp target data map(tofrom: a[0:4])\n{\n"
        "#pragma omp target map(tofrom: a[0:8])\na[0] = 1;\n}\n",
        "",
        "x.c:8: error: not-mapped: `a[0:8]` goes beyond `a[0:4]`, which line 6 has mapped; a part of an "
        "object cannot be mapped beside another part of it (spmd)\n");
}

// ---- what is right

TEST_F(OmpDevice, CountsOfReferencesDecideWhenCopiesEnd) {
    expect_clean(
        "int a[4] = {1, 2, 3, 4}, s = 0;\n"
        "#pragma omp target enter data map(to: a)\n"
        "#pragma omp target enter data map(to: a)\n"
        "#pragma omp target exit data map(release: a)\n"
        "#pragma omp target\nfor (int i = 0; i < 4; i++) a[i] *= 3;\n"
        "#pragma omp target map(always, from: a)\na[0] += 1;\n"
        "s = a[0];\n"
        "#pragma omp target exit data map(from: a)\n"
        "printf(\"%d %d %d\\n\", s, a[3], omp_target_is_present(a, 0));\n",
        "4 12 0\n");
}

TEST_F(OmpDevice, MembersMappersAndDeclaredVariables) {
    const Finished finished = run(R"(
typedef struct { int n; int *data; } list;
#pragma omp declare mapper(list l) map(l, l.data[0:l.n])
#pragma omp declare target
int factor = 2;
#pragma omp end declare target
int main(void) {
  list a = {4, malloc(4 * sizeof(int))}, b = {4, calloc(4, sizeof(int))};
  for (int i = 0; i < a.n; i++) a.data[i] = i;
  factor = 5;
#pragma omp target update to(factor)
#pragma omp target map(tofrom: a) map(tofrom: b.data[0:b.n])
  for (int i = 0; i < a.n; i++) b.data[i] = a.data[i] * factor;
  printf("%d\n", b.data[3]);
}
)");
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output, HasSubstr("15\n"));
}

TEST_F(OmpDevice, WithOneMemoryNothingIsMissing) {
    const std::string text =
        "int v[8] = {0};\n#pragma omp target map(to: v)\nv[3] = 4;\nprintf(\"%d\\n\", v[3]);\n";
    const Finished by_option = body(text, {"--unified"});
    EXPECT_THAT(by_option.status, Optional(0)) << by_option.errors;
    EXPECT_THAT(by_option.output, HasSubstr("4\n"));
    const Finished by_text =
        run("#pragma omp requires unified_shared_memory\nint main(void) {\n" + text + "}\n");
    EXPECT_THAT(by_text.status, Optional(0)) << by_text.errors;
    EXPECT_THAT(by_text.output, HasSubstr("4\n"));
}

TEST_F(OmpDevice, APointerOfTheDeviceIsAttachedToWhatItMaps) {
    const Finished finished =
        run("#pragma omp begin declare target\nint *p;\nstatic void twice(int n) { for (int i = 0; i < n; "
            "i++) p[i] "
            "*= 2; }\n#pragma omp end declare target\nint main(void) {\np = malloc(4 * sizeof(int));\n"
            "#pragma omp target map(p[:4])\n{\nfor (int i = 0; i < 4; i++) p[i] = i;\ntwice(4);\n}\n"
            "printf(\"%d\\n\", p[3]);\nfree(p);\nreturn 0;\n}\n");
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output, HasSubstr("6\n"));
}

TEST_F(OmpDevice, AnUpdateByAMapperLeavesWhatItOnlyAllocates) {
    const Finished finished =
        run("typedef struct { int x, z; } T;\n#pragma omp declare mapper(part: T s) map(from: s.x) "
            "map(alloc: s.z)\n"
            "int main(void) {\nT s = {1, 2};\n#pragma omp target data map(mapper(part), tofrom: s)\n{\n"
            "#pragma omp target\ns.x = 5;\n#pragma omp target update from(mapper(part): s)\n}\n"
            "printf(\"%d %d\\n\", s.x, s.z);\nreturn 0;\n}\n");
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output, HasSubstr("5 2\n"));
}

TEST_F(OmpDevice, ArraysThatThreadsOfARegionShareAreMapped) {
    expect_clean(
        "int v[4] = {1, 2, 3, 4}, sum = 0;\n"
        "#pragma omp target parallel reduction(+: sum) shared(v) num_threads(2)\n{\n#pragma omp for\n"
        "for (int i = 0; i < 4; i++) sum += v[i];\n}\nprintf(\"%d\\n\", sum);\n",
        "10\n");
    expect_clean(
        "int sum = 0;\n#pragma omp parallel masked num_threads(2)\n#pragma omp taskgroup "
        "task_reduction(+: sum)\n{\n#pragma omp target in_reduction(+: sum)\nsum += 2;\n"
        "#pragma omp task in_reduction(+: sum)\nsum += 1;\n}\nprintf(\"%d\\n\", sum);\n",
        "3\n");
}

TEST_F(OmpDevice, ProgramsThatAskForDevicesAreNotCompared) {
    if (kernels::openmp::command_of_compiler("gcc").empty()) GTEST_SKIP() << "no GCC";
    folder_.write("x.c",
                  "#include <omp.h>\n#include <stdio.h>\nint main(void) {\nint on = 0;\n"
                  "#pragma omp target map(from: on)\non = !omp_is_initial_device();\n"
                  "printf(\"%d\\n\", on);\nreturn 0;\n}\n");
    const Finished finished = omp({"x.c", "--function", "main", "--compilers", "gcc"});
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output, HasSubstr("not compared: it asks for devices: the machine has one"));
}

TEST_F(OmpDevice, AConditionDecidesWhoRunsARegion) {
    expect_clean(
        "int n = 0, v[4] = {1, 1, 1, 1};\n"
        "#pragma omp target data map(to: v)\nfor (int k = 0; k < 2; k++) {\n"
        "#pragma omp target if(k == 1) map(tofrom: n)\nn = n * 10 + omp_is_initial_device();\n}\n"
        "printf(\"%d\\n\", n);\n",
        "10\n");
}

TEST_F(OmpDevice, TheHostEvaluatesTheClausesOfARegion) {
    expect_clean(
        "int k[2] = {1, 2}, v[8] = {0};\n"
        "#pragma omp target teams distribute parallel for num_teams(k[1]) map(tofrom: v)\n"
        "for (int i = 0; i < 8; i++) v[i] = i;\nprintf(\"%d\\n\", v[3]);\n",
        "3\n");
}

}  // namespace
}  // namespace musimd::omp_device_test
