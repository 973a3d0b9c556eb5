// Where targets may compute different results for a kernel.

#include "dsl/portability.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/kernel_parts.hpp"

namespace musimd::dsl::dsl_portability_test {
namespace {

using namespace musimd::support;
using testing::ElementsAre;
using testing::IsEmpty;
using PortabilityKind = Portability::Kind;

Expr in(Type type) {
    return load({0, 0}, type);
}

std::vector<PortabilityKind> kinds(Block body, std::vector<Type> buffers = {Type::i32, Type::i32}) {
    std::vector<PortabilityKind> found;
    for (const Portability& place : non_portable(kernel(std::move(body), std::move(buffers)))) {
        EXPECT_NE(place.reason, "");
        found.push_back(place.kind);
    }
    return found;
}
std::vector<PortabilityKind> kinds_of_stored(const Expr& e) {
    return kinds({store({1, 0}, e)}, {e->type.type, e->type.type});
}

Expr apply(Function f, Expr a, Expr b, bool infix = false) {
    return dsl::apply(f, {std::move(a), std::move(b)}, infix);
}

TEST(DslPortabilityTest, MostKernelsArePortable) {
    const Expr f = in(Type::f32);
    const Expr exact = apply(Function::div, dsl::apply(Function::sqrt, {f}), apply(Function::add, f, f));
    EXPECT_THAT(kinds_of_stored(exact), IsEmpty());
    EXPECT_THAT(kinds_of_stored(apply(Function::adds, in(Type::i8), in(Type::i8))), IsEmpty());
}

TEST(DslPortabilityTest, NarrowOperatorsMatterWhereMoreThanTheirLowBitsIsSeen) {
    for (const Type type : {Type::i8, Type::u16}) {
        const Expr sum = apply(Function::add, in(type), in(type), true);
        EXPECT_THAT(kinds_of_stored(apply(Function::sub, sum, in(type), true)), IsEmpty());
        EXPECT_THAT(kinds_of_stored(dsl::apply(Function::shr, {sum, number(1)}, true)),
                    testing::Contains(PortabilityKind::narrow_infix));
        EXPECT_THAT(kinds({if_(apply(Function::lt, sum, in(type), true), {})}),
                    ElementsAre(PortabilityKind::narrow_infix));
    }
    const Expr wide = apply(Function::add, in(Type::i32), in(Type::i32), true);
    EXPECT_THAT(kinds({if_(apply(Function::lt, wide, in(Type::i32)), {})}), IsEmpty());
    EXPECT_THAT(kinds_of_stored(apply(Function::mul, in(Type::u16), in(Type::u16), true)),
                ElementsAre(PortabilityKind::narrow_infix));
}

TEST(DslPortabilityTest, InfixShiftsOfSignedValues) {
    EXPECT_THAT(kinds_of_stored(dsl::apply(Function::shr, {in(Type::i32), number(1)}, true)),
                ElementsAre(PortabilityKind::signed_shift));
    EXPECT_THAT(kinds_of_stored(dsl::apply(Function::shra, {in(Type::i32), number(1)})), IsEmpty());
    EXPECT_THAT(kinds_of_stored(dsl::apply(Function::shr, {in(Type::u32), number(1)}, true)), IsEmpty());
}

TEST(DslPortabilityTest, FloatsBeyondTheBasicOperations) {
    const Expr f = in(Type::f32);
    EXPECT_THAT(kinds_of_stored(apply(Function::min, f, f)), ElementsAre(PortabilityKind::float_min_max));
    EXPECT_THAT(kinds_of_stored(dsl::apply(Function::fnms, {f, f, f})), ElementsAre(PortabilityKind::fused));
    EXPECT_THAT(kinds_of_stored(dsl::apply(Function::cvt, Type::i32, {f})),
                ElementsAre(PortabilityKind::float_to_integer));
    EXPECT_THAT(kinds_of_stored(dsl::apply(Function::cvt, Type::f32, {in(Type::i32)})), IsEmpty());
}

TEST(DslPortabilityTest, OneOperationOfHalfPrecisionCanBeCompared) {
    const Expr h = in(Type::f16);
    const Expr sum = apply(Function::add, h, h);
    EXPECT_THAT(kinds_of_stored(sum), IsEmpty());
    EXPECT_THAT(kinds_of_stored(apply(Function::mul, sum, h)), ElementsAre(PortabilityKind::half_precision));
    EXPECT_THAT(kinds_of_stored(dsl::apply(Function::fma, {h, h, h})),
                ElementsAre(PortabilityKind::half_precision, PortabilityKind::fused));
    EXPECT_THAT(kinds_of_stored(apply(Function::andb, h, h)), IsEmpty());
}

TEST(DslPortabilityTest, TheBitsOfAComputedFloat) {
    const Expr f = in(Type::f32);
    EXPECT_THAT(kinds_of_stored(dsl::apply(Function::reinterpret, Type::i32, {f})), IsEmpty());
    EXPECT_THAT(kinds_of_stored(dsl::apply(Function::reinterpret, Type::i32, {apply(Function::div, f, f)})),
                ElementsAre(PortabilityKind::nan_pattern));
    EXPECT_THAT(kinds_of_stored(apply(Function::xorb, apply(Function::sub, f, f), f)),
                ElementsAre(PortabilityKind::nan_pattern));
}

TEST(DslPortabilityTest, ResultsWithAnErrorBoundAreComparedWithinIt) {
    const Expr f = in(Type::f32);
    const auto places = [&](const Expr& e, BufferId to) {
        return non_portable(kernel({store({to, 0}, e)}, {Type::f32, Type::f32}));
    };
    const Expr sine = dsl::apply(Function::sin_u35, {f});
    const auto direct = places(sine, 1);
    ASSERT_EQ(direct.size(), 1u);
    EXPECT_EQ(direct[0].kind, PortabilityKind::math);
    EXPECT_EQ(direct[0].comparison, Comparison::within);
    EXPECT_EQ(direct[0].promise.amount, 35);
    EXPECT_EQ(comparison(direct), Comparison::within);
    EXPECT_EQ(comparison(places(sine, 0)), Comparison::never) << "the buffer is read, too";
    EXPECT_EQ(comparison(places(apply(Function::add, sine, f), 1)), Comparison::never);
    EXPECT_EQ(comparison(places(dsl::apply(Function::rec11, {f}), 1)), Comparison::within);
    EXPECT_EQ(comparison(places(dsl::apply(Function::rec, {f}), 1)), Comparison::exact);
}

TEST(DslPortabilityTest, UnmaskedFormsWhereLanesMayBeDormant) {
    const Expr condition = apply(Function::lt, in(Type::i32), number(0));
    EXPECT_THAT(kinds({set(0, number(1), true), store({1, 0}, number(1), true)}), IsEmpty());
    EXPECT_THAT(kinds({if_(condition, {set(0, number(1), true)})}), ElementsAre(PortabilityKind::unmasked));
    EXPECT_THAT(kinds({while_(condition, {store({1, 0}, number(1), true)})}),
                ElementsAre(PortabilityKind::unmasked));
    EXPECT_THAT(kinds({if_(condition, {statement(Statement::Kind::return_)}), set(0, number(1), true)}),
                ElementsAre(PortabilityKind::unmasked));
    EXPECT_THAT(kinds({if_(condition, {declare(0), set(0, number(1), true)})}), IsEmpty());
    EXPECT_THAT(kinds({if_(condition, {declare(0), if_(condition, {set(0, number(1), true)})})}),
                ElementsAre(PortabilityKind::unmasked));
}

TEST(DslPortabilityTest, LocationsAreSourceLinesInOrder) {
    const Expr f = in(Type::f32);
    Statement late = store({1, 0}, apply(Function::max, f, f));
    late.line = 9;
    Statement early = store({1, 0}, dsl::apply(Function::fma, {f, f, f}));
    early.line = 4;
    const auto places = non_portable(kernel({late, early, late}, {Type::f32, Type::f32}));
    ASSERT_EQ(places.size(), 2u);
    EXPECT_EQ(places[0].line, 4u);
    EXPECT_EQ(places[1].line, 9u);
    EXPECT_EQ(to_string(places[1].kind), "float-min-max");
}

}  // namespace
}  // namespace musimd::dsl::dsl_portability_test
