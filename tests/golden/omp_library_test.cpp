// `musimd omp --function main`: texts, files and other parts of C's library.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/golden/omp_programs.hpp"

namespace musimd::omp_library_test {
namespace {

using support::Finished;
using testing::HasSubstr;
using testing::Not;
using testing::Optional;
using testing::StartsWith;

class OmpLibrary : public OmpFolder {
  protected:
    Finished program(const std::string& text, std::vector<std::string> arguments = {}) const {
        folder_.write("x.c",
                      "#include <ctype.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
                      "#include <unistd.h>\n" +
                          text);
        std::vector<std::string> words = {"x.c",  "--function",  "main", "--model",
                                          "spmd", "--compilers", "none"};
        if (!arguments.empty()) words.emplace_back("--");
        words.insert(words.end(), arguments.begin(), arguments.end());
        return omp(std::move(words));
    }

    Finished body(const std::string& statements) const {
        return program("int main(int argc, char **argv) {\n" + statements + "return 0;\n}\n");
    }
};

TEST_F(OmpLibrary, MemoryComesFromMacrosThatAreStatements) {
    const Finished finished = program(
        R"(#define checked(size) ({ void *memory; if (!(memory = malloc(size))) exit(-1); memory; })
int main(void) {
    double *v = (double *)checked(4 * sizeof(double));
    int *n = checked(2 * sizeof *n);
    for (int i = 0; i < 4; i++) v[i] = i / 2.0;
    n[1] = 7;
    printf("%g %d\n", v[3], n[1]);
    return 0;
}
)");
    EXPECT_THAT(finished.output, StartsWith("1.5 7\n")) << finished.errors;
}

TEST_F(OmpLibrary, AJumpBackIsSupportedWhereItIsNotExecuted) {
    const std::string text = R"(#include <setjmp.h>
jmp_buf again;
int main(int argc, char **argv) {
    if (setjmp(again) == 0) puts(isatty(fileno(stdout)) ? "terminal" : "file");
    if (argc > 1) longjmp(again, 1);
    return 0;
}
)";
    EXPECT_THAT(program(text).output, StartsWith("file\n"));
    const Finished finished = program(text, {"x"});
    EXPECT_EQ(finished.status, 1);
    EXPECT_THAT(finished.errors, HasSubstr("x.c:10:"));
}

TEST_F(OmpLibrary, TimesAreThoseOfTheCalendar) {
    const Finished finished = program(
        R"(#include <time.h>
int main(void) {
    long samples[] = {951782400, 1709210096, 4102444799, -86401};
    for (int i = 0; i < 4; i++) {
        time_t t = samples[i];
        struct tm *p = gmtime(&t), q = *p;
        char text[100];
        strftime(text, sizeof text, "%F %T %A %B %j %y %I%p %D %e|%c %u %w %C", p);
        printf("%s %d %s", text, (int)strftime(text, 5, "%F", p), asctime(p));
        q.tm_mon += 14;
        q.tm_mday += 40;
        long then = mktime(&q);
        printf("%ld %d\n", then, q.tm_wday);
    }
    time_t now = time(NULL);
    printf("%s", ctime(&now));
    return localtime(&now)->tm_year - 70;
}
)");
    EXPECT_THAT(finished.output, StartsWith("2000-02-29 00:00:00 Tuesday February 060 00 12AM 02/29/00 "
                                            "29|Tue Feb 29 00:00:00 2000 2 2 20 0 Tue Feb 29 00:00:00 2000\n"
                                            "991958400 5\n"
                                            "2024-02-29 12:34:56 Thursday February 060 24 12PM 02/29/24 "
                                            "29|Thu Feb 29 12:34:56 2024 4 4 20 0 Thu Feb 29 12:34:56 2024\n"
                                            "1749386096 0\n"
                                            "2099-12-31 23:59:59 Thursday December 365 99 11PM 12/31/99 "
                                            "31|Thu Dec 31 23:59:59 2099 4 4 20 0 Thu Dec 31 23:59:59 2099\n"
                                            "4142793599 2\n"
                                            "1969-12-30 23:59:59 Tuesday December 364 69 11PM 12/30/69 "
                                            "30|Tue Dec 30 23:59:59 1969 2 2 19 0 Tue Dec 30 23:59:59 1969\n"
                                            "40262399 0\n"
                                            "Thu Jan  1 00:00:00 1970\n"))
        << finished.errors;
}

// ---- texts

TEST_F(OmpLibrary, TextsAreChosenAtRunTime) {
    const Finished finished = program(
        "static const char *names[] = {\"even\", \"odd\"};\n"
        "int main(void) {\nfor (int i = 0; i < 3; i++)\n"
        "printf(\"%s|%-5s|%6.2s|%*d\\n\", i > 1 ? \"many\" : \"few\", names[i % 2], names[1], 3, i);\nreturn "
        "0;\n}\n");
    EXPECT_THAT(finished.output,
                StartsWith("few|even |    od|  0\nfew|odd  |    od|  1\nmany|even |    od|  2\n"))
        << finished.errors;
}

TEST_F(OmpLibrary, FunctionsOfTextsAreThoseOfC) {
    const Finished finished = body(
        "char text[32];\nstrcpy(text, \"one, two\"); strcat(text, \" three\");\n"
        "printf(\"%zu %d %s\\n\", strlen(text), strcmp(\"a\", \"b\") < 0, strstr(text, \"two\"));\n"
        "for (char *w = strtok(text, \", \"); w; w = strtok(NULL, \", \")) printf(\"[%s]\", w);\n"
        "char *end;\nprintf(\" %ld %d %g %c\\n\", strtol(\"0x1fz\", &end, 0), atoi(\" -12\"), "
        "strtod(\"2.5e1\", NULL), *end);\n"
        "sprintf(text, \"%d-%s\", 7, \"x\"); puts(text);\nint a; float b; char c[8];\n"
        "printf(\"%d \", sscanf(\"5 1.5 end\", \"%d %f %7s\", &a, &b, c));\nprintf(\"%d %g %s %d\\n\", a, b, "
        "c, isdigit('4'));\n");
    EXPECT_THAT(finished.output,
                StartsWith("14 1 two three\n[one][two][three] 31 -12 25 z\n7-x\n3 5 1.5 end 1\n"))
        << finished.errors;
}

TEST_F(OmpLibrary, ATextThatIsTooLongForItsObjectIsAnError) {
    const Finished printed = body("char text[4];\nsprintf(text, \"%d\", 12345);\n");
    EXPECT_THAT(printed.errors,
                HasSubstr("x.c:8: error: invalid-address: 6 bytes are written to an object that has 4"))
        << printed.errors;
    const Finished copied = body("char text[4];\nstrcpy(text, \"12345\");\n");
    EXPECT_THAT(copied.errors, HasSubstr("x.c:8: error: invalid-address: ")) << copied.errors;
}

TEST_F(OmpLibrary, ArgumentsAreTexts) {
    const std::string text =
        "int main(int argc, char *argv[]) {\nint c, n = 0;\nchar *file = \"none\";\n"
        "while ((c = getopt(argc, argv, \"n:v\")) != -1)\nif (c == 'n') n = atoi(optarg);\n"
        "if (optind < argc) file = argv[optind];\nprintf(\"%d %s %d\\n\", n, file, argc);\nreturn 0;\n}\n";
    EXPECT_THAT(program(text, {"-n", "7", "-v", "data.txt"}).output, StartsWith("7 data.txt 5\n"));
    EXPECT_THAT(program(text).output, StartsWith("0 none 1\n"));
}

// ---- files

TEST_F(OmpLibrary, FilesAreRead) {
    folder_.write("in.txt", "3 4.5\nsecond line\n");
    const Finished finished = body(
        "FILE *f = fopen(\"in.txt\", \"r\");\nint n; double x; char line[32];\n"
        "printf(\"%d \", fscanf(f, \"%d %lf\\n\", &n, &x));\nprintf(\"%d %g \", n, x);\n"
        "while (fgets(line, 32, f)) printf(\"<%s>\", line);\nprintf(\"%d\\n\", feof(f) != 0); fclose(f);\n"
        "if (!fopen(\"missing.txt\", \"r\")) printf(\"missing\\n\");\n");
    EXPECT_THAT(finished.output, StartsWith("2 3 4.5 <second line\n>1\nmissing\n")) << finished.errors;
}

TEST_F(OmpLibrary, WhatIsWrittenIsInTheRunAlone) {
    const Finished finished = body(
        "int out[3] = {1, -2, 3}, in[3];\nFILE *f = fopen(\"out.bin\", \"wb\");\nfwrite(out, sizeof(int), 3, "
        "f); fclose(f);\n"
        "f = fopen(\"out.bin\", \"rb\");\nprintf(\"%zu %d\\n\", fread(in, 4, 3, f), in[1]);\n");
    EXPECT_THAT(finished.output, StartsWith("3 ")) << finished.errors;
    EXPECT_THAT(body("printf(\"%d\\n\", fopen(\"out.bin\", \"rb\") == NULL);\n").output, StartsWith("1\n"));
}

TEST_F(OmpLibrary, AFileThatWasNotOpenedIsAnError) {
    const Finished finished =
        body("int n;\nFILE *f = fopen(\"missing.txt\", \"r\");\nfscanf(f, \"%d\", &n);\n");
    EXPECT_THAT(finished.errors,
                HasSubstr("x.c:9: error: invalid-address: the file is a null pointer: it was not opened"));
}

// ---- the rest

TEST_F(OmpLibrary, SortingAndSearchingCallAFunction) {
    const Finished finished = program(
        "struct item { int key; double v; };\n"
        "static int by_key(const void *a, const void *b) {\n"
        "return ((const struct item *)a)->key - ((const struct item *)b)->key;\n}\n"
        "int main(void) {\nstruct item all[4] = {{3, .5}, {1, 1.5}, {9, 2.5}, {1, 3.5}}, wanted = {9, 0};\n"
        "qsort(all, 4, sizeof(struct item), by_key);\n"
        "for (int i = 0; i < 4; i++) printf(\"%d:%g \", all[i].key, all[i].v);\n"
        "struct item *found = bsearch(&wanted, all, 4, sizeof(struct item), by_key);\n"
        "printf(\"%g\\n\", found->v);\nreturn 0;\n}\n");
    EXPECT_THAT(finished.output, StartsWith("1:1.5 1:3.5 3:0.5 9:2.5 2.5\n")) << finished.errors;
}

TEST_F(OmpLibrary, PointersToFunctionsChooseWhatIsCalled) {
    const Finished finished = program(
        "static double twice(double x) { return 2 * x; }\nstatic double half(double x) { return x / 2; }\n"
        "static double (*const all[2])(double) = {twice, half};\n"
        "static double apply(double (*f)(double), double x) { return f(x); }\n"
        "int main(void) {\ndouble v[4];\n#pragma omp parallel for\n"
        "for (int i = 0; i < 4; i++) v[i] = all[i % 2](i) + apply(half, i);\n"
        "for (int i = 0; i < 4; i++) printf(\"%g \", v[i]);\nprintf(\"\\n\");\nreturn 0;\n}\n");
    EXPECT_THAT(finished.output, StartsWith("0 1 5 3 \n")) << finished.errors;
    EXPECT_THAT(finished.output, HasSubstr("no findings"));
}

TEST_F(OmpLibrary, AThreadEndsTheProgram) {
    const Finished finished = body(
        "#pragma omp parallel for\nfor (int i = 0; i < 8; i++) if (i == 5) exit(7);\nputs(\"not "
        "printed\");\n");
    EXPECT_THAT(finished.output, HasSubstr("stop, returned 7")) << finished.errors;
    EXPECT_THAT(finished.output, Not(HasSubstr("not printed")));
}

TEST_F(OmpLibrary, MemoryGrowsAndMoves) {
    const Finished finished = body(
        "int *v = malloc(2 * sizeof(int));\nv[0] = 1; v[1] = 2;\nv = realloc(v, 4 * sizeof(int));\nv[2] = 3; "
        "v[3] = 4;\n"
        "memmove(v + 1, v, 3 * sizeof(int));\nprintf(\"%d%d%d%d \", v[0], v[1], v[2], v[3]);\n"
        "memmove(v, v + 1, 3 * sizeof(int));\nprintf(\"%d%d%d%d\\n\", v[0], v[1], v[2], v[3]);\n");
    EXPECT_THAT(finished.output, StartsWith("1123 1233\n")) << finished.errors;
}

TEST_F(OmpLibrary, GeneratorsOfRandomNumbersAreThoseOfTheGnuLibrary) {
    const Finished finished = body(
        "unsigned seed = 7;\nprintf(\"%d \", rand_r(&seed));\nsrand48(3);\nprintf(\"%.6f %ld \", drand48(), "
        "lrand48());\n"
        "printf(\"%ld %d %d\\n\", random(), __builtin_popcount(255), __builtin_clz(1));\n");
    EXPECT_THAT(finished.output, StartsWith("1187592820 0.783235 1854724446 1804289383 8 31\n"))
        << finished.errors;
}

TEST_F(OmpLibrary, AffinityHasAFormat) {
    const Finished finished = program(
        "#include <omp.h>\nint main(void) {\nchar text[64], format[64];\nomp_set_affinity_format(\"thread "
        "%0.4n of %N at level %{nesting_level}, %% "
        "%5H|\");\n"
        "printf(\"%d \", (int)omp_get_affinity_format(format, 64));\nprintf(\"%c \", format[0]);\n"
        "#pragma omp parallel num_threads(3)\n{\n#pragma omp single\nomp_capture_affinity(text, 64, "
        "NULL);\n}\n"
        "puts(text + 14);\nprintf(\"%d\\n\", (int)omp_capture_affinity(text, 3, \"%N "
        "threads\"));\nputs(text);\nreturn 0;\n}\n");
    EXPECT_THAT(finished.output, StartsWith("53 t  3 at level 1, % host |\n9\n1 \n"))
        << finished.output << finished.errors;
}

TEST_F(OmpLibrary, AFunctionWithoutABodyIsAnError) {
    const Finished finished = program("int work(int);\nint main(void) {\nreturn work(1);\n}\n");
    EXPECT_THAT(finished.status, Optional(2));
    EXPECT_THAT(finished.errors,
                HasSubstr("x.c:8:8: error: the function 'work' has no body here; name also the "
                          "file that has it\n"));
}

TEST_F(OmpLibrary, GotoAndBitFieldsAreThoseOfC) {
    const Finished finished = program(
        "struct flags { unsigned a : 3; int b : 5; };\nint main(void) {\nint i = 0;\nstruct flags f = {5, "
        "-3};\nagain:\n"
        "f.a += 3; f.b--;\nif (++i < 2) goto again;\nprintf(\"%d %u %d\\n\", i, f.a, f.b);\nreturn 0;\n}\n");
    EXPECT_THAT(finished.output, StartsWith("2 3 -5\n")) << finished.errors;
}

TEST_F(OmpLibrary, LongDoubleIsDoubleWithAWarning) {
    const Finished finished = body("long double x = 0.5L;\nprintf(\"%Lg\\n\", x / 4);\n");
    EXPECT_THAT(finished.output, StartsWith("0.125\n")) << finished.errors;
    EXPECT_THAT(finished.errors, HasSubstr("warning: `long double` is computed as `double`"));
}

TEST_F(OmpLibrary, SourcesShareHeadersAndHaveStaticNamesOfTheirOwn) {
    folder_.write("h.h", "struct pair { int a, b; };\nint total(struct pair *p);\n");
    folder_.write(
        "a.c",
        "#include <stdio.h>\n#include \"h.h\"\nstatic int count = 1;\nstatic int step(int x) { return x + "
        "count; }\n"
        "int main(void) { struct pair p = {step(1), 2}; printf(\"%d %d\\n\", total(&p), p.a); return 0; }\n");
    folder_.write("b.c",
                  "#include \"h.h\"\nstatic int count = 100;\nstatic int step(int x) { return x * count; }\n"
                  "int total(struct pair *p) {\nint s = 0;\n#pragma omp parallel for reduction(+: s)\n"
                  "for (int i = 0; i < 4; i++) s += step(i);\nreturn s + p->a + p->b;\n}\n");
    const Finished finished = omp({"a.c", "b.c", "--function", "main", "--compilers", "none"});
    EXPECT_THAT(finished.output, StartsWith("604 2\n")) << finished.errors;
}

}  // namespace
}  // namespace musimd::omp_library_test
