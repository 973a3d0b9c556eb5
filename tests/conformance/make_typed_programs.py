#!/usr/bin/env python3
"""Writes programs/conformance/typed: a program for each operation on typed words and each of its types.

The programs are kept in the repository; this script documents where their expected values come from. They
are computed here, without musimd: integers by Python's, algebraic functions by exact fractions, the others by
mpmath with more and more digits until both ends of the interval of error round to the same float.

    python3 tests/conformance/make_typed_programs.py programs/conformance/typed     (needs python3-mpmath)
"""

import math
import pathlib
import random
import sys
from fractions import Fraction

import mpmath
from mpmath import mp

# ---- types


class Type:
    def __init__(self, name):
        self.name, self.kind, self.width = name, name[0], int(name[1:])
        self.is_float = self.kind == "f"
        self.top = 1 << (self.width - 1)
        if self.is_float:
            self.precision = {16: 11, 32: 24, 64: 53}[self.width]
            self.bias = (1 << (self.width - self.precision - 1)) - 1
            self.quantum = 2 - self.bias - self.precision  # the least subnormal is 2^quantum
            self.inf = ((1 << (self.width - self.precision)) - 1) << (self.precision - 1)
            self.nan = self.inf | 1 << (self.precision - 2)
        else:
            self.least = -self.top if self.kind == "i" else 0
            self.most = self.least + 2 * self.top - 1

    def word(self, pattern):
        """The pattern, sign-extended."""
        pattern %= 2 * self.top
        return pattern - 2 * self.top if pattern >= self.top else pattern


NAMES = ["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f16", "f32", "f64"]
TYPES = {name: Type(name) for name in NAMES}
INTEGERS = [t for t in TYPES.values() if not t.is_float]
FLOATS = [t for t in TYPES.values() if t.is_float]

# ---- floats: a value is a Fraction, or one of these, or None for a NaN


class Special:
    """-0, +inf, -inf."""

    def __init__(self, name, negative):
        self.name, self.negative = name, negative


NEGATIVE_ZERO, INF, NEGATIVE_INF, NAN = Special("zero", True), Special("inf", False), Special("inf", True), None


def decode(pattern, t):
    negative, magnitude = pattern >= t.top, pattern % t.top
    if magnitude > t.inf:
        return NAN
    if magnitude == t.inf:
        return NEGATIVE_INF if negative else INF
    if magnitude == 0:
        return NEGATIVE_ZERO if negative else Fraction(0)
    exponent, fraction = divmod(magnitude, 1 << (t.precision - 1))
    significand = fraction if exponent == 0 else fraction + (1 << (t.precision - 1))
    value = Fraction(significand) * Fraction(2) ** (max(exponent, 1) - 1 + t.quantum)
    return -value if negative else value


def encode(value, t):
    """To the nearest, ties to even."""
    if value is NAN:
        return t.nan
    if value is NEGATIVE_ZERO:
        return t.top
    if isinstance(value, Special):
        return t.inf | (t.top if value.negative else 0)
    sign = t.top if value < 0 else 0
    value = abs(value)
    if value == 0:
        return 0
    exponent = value.numerator.bit_length() - value.denominator.bit_length()
    if Fraction(2) ** exponent > value:
        exponent -= 1
    if exponent > t.bias:
        return sign | t.inf
    last = max(exponent - t.precision + 1, t.quantum)
    steps, rest = divmod(value / Fraction(2) ** last, 1)
    if rest > Fraction(1, 2) or (rest == Fraction(1, 2) and steps % 2 == 1):
        steps += 1
    return sign | min(int(steps) + ((last - t.quantum) << (t.precision - 1)), t.inf)


def is_nan(x):
    return x is NAN


def is_inf(x):
    return isinstance(x, Special) and x.name == "inf"


def is_zero(x):
    return x is NEGATIVE_ZERO or x == 0 and not isinstance(x, Special)


def is_negative(x):
    return x.negative if isinstance(x, Special) else x < 0


def number(x):
    return Fraction(0) if x is NEGATIVE_ZERO else x


def signed_zero(negative):
    return NEGATIVE_ZERO if negative else Fraction(0)


def signed_inf(negative):
    return NEGATIVE_INF if negative else INF


def negated(x):
    if is_nan(x):
        return NAN
    if is_inf(x):
        return signed_inf(not x.negative)
    return signed_zero(not is_negative(x)) if is_zero(x) else -x


def ordered(x):
    """A number to compare by."""
    if is_inf(x):
        return -(Fraction(2) ** 5000) if x.negative else Fraction(2) ** 5000
    return number(x)


# ---- roots and functions that no fraction is, as fractions that round as they do


def root(x, n):
    """A fraction that lies on the same side of every float and every tie as the n-th root of x > 0."""
    shift = 400 + (abs(x.numerator.bit_length() - x.denominator.bit_length()) // n)
    scaled = (x.numerator << (n * shift)) // x.denominator
    low, high = 0, 1 << (scaled.bit_length() // n + 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**n <= scaled else (low, middle - 1)
    exact = Fraction(low, 1 << shift) ** n == x
    return Fraction(low, 1 << shift) + (0 if exact else Fraction(1, 1 << (shift + 2)))


def fraction_of(x):
    if x == 0:
        return Fraction(0)
    sign, mantissa, exponent, bits = x._mpf_
    exponent = max(min(exponent + bits, 3000), -3000) - bits  # beyond any float
    value = Fraction(int(mantissa)) * Fraction(2) ** exponent
    return -value if sign else value


def approximated(function, t):
    """The pattern of a function, which gives an mpf of a relative error below 2^(20 − mp.prec)."""
    for precision in (150, 500, 2600):
        with mp.workprec(precision):
            value = fraction_of(function())
        error = abs(value) / 2 ** (precision - 20)
        if encode(value - error, t) == encode(value + error, t):
            return encode(value, t)
    # No transcendental number is so near to a float or a tie: it is one.
    bits = value.numerator.bit_length() - value.denominator.bit_length()
    unit = Fraction(2) ** (bits - 1200)
    return encode(round(value / unit) * unit, t)


def mpf(x):
    with mp.workprec(2600):
        return mpmath.mpf(x.numerator) / mpmath.mpf(x.denominator)


def of_number(function):
    """Of a number that is not a special value, with mpmath."""
    return lambda x, t: approximated(lambda: function(mpf(x)), t)


# ---- operations on floats: values to a value, or (value, type) to a pattern


def add(x, y):
    if is_nan(x) or is_nan(y) or (is_inf(x) and is_inf(y) and x.negative != y.negative):
        return NAN
    if is_inf(x) or is_inf(y):
        return x if is_inf(x) else y
    if x is NEGATIVE_ZERO and y is NEGATIVE_ZERO:
        return NEGATIVE_ZERO
    return number(x) + number(y)


def mul(x, y):
    if is_nan(x) or is_nan(y):
        return NAN
    negative = is_negative(x) != is_negative(y)
    if is_inf(x) or is_inf(y):
        return NAN if is_zero(x) or is_zero(y) else signed_inf(negative)
    return signed_zero(negative) if is_zero(x) or is_zero(y) else x * y


def div(x, y):
    if is_nan(x) or is_nan(y) or (is_inf(x) and is_inf(y)) or (is_zero(x) and is_zero(y)):
        return NAN
    negative = is_negative(x) != is_negative(y)
    if is_inf(x) or is_zero(y):
        return signed_inf(negative)
    return signed_zero(negative) if is_zero(x) or is_inf(y) else x / y


def fma(x, y, z):
    product = mul(x, y)
    if is_nan(product) or is_nan(z):
        return NAN
    return add(product, z)


def modulo(x, y, quotient):
    if is_nan(x) or is_nan(y) or is_inf(x) or is_zero(y):
        return NAN
    if is_inf(y) or is_zero(x):
        return x
    rest = x - y * quotient(x / y)
    return signed_zero(x < 0) if rest == 0 else rest


def integral(rounding):
    def operation(x):
        if is_nan(x) or is_inf(x) or is_zero(x):
            return x
        rounded = Fraction(rounding(x))
        return signed_zero(x < 0) if rounded == 0 else rounded

    return operation


def extremum(smaller):
    def operation(x, y):
        if is_nan(x) or is_nan(y):
            return y if is_nan(x) else x
        if is_zero(x) and is_zero(y):
            return signed_zero(is_negative(x) or is_negative(y) if smaller else is_negative(x) and is_negative(y))
        first = ordered(x) < ordered(y)
        return x if first == smaller else y

    return operation


def compared(relation, of_nan=False):
    return lambda x, y: of_nan if is_nan(x) or is_nan(y) else relation(ordered(x), ordered(y))


def square_root(x):
    if is_nan(x) or (is_negative(x) and not is_zero(x)):
        return NAN
    return x if is_zero(x) or is_inf(x) else root(x, 2)


def cube_root(x):
    if is_nan(x) or is_zero(x) or is_inf(x):
        return x
    return -root(-x, 3) if x < 0 else root(x, 3)


def hypotenuse(x, y):
    if is_inf(x) or is_inf(y):
        return INF
    if is_nan(x) or is_nan(y):
        return NAN
    square = number(x) ** 2 + number(y) ** 2
    return root(square, 2) if square else Fraction(0)


# Special values of the functions of one number, by Annex F: what -inf, -0, +0 and +inf give. None is NaN; "same" is
# the number itself. The domain is where mpmath is asked; outside it is NaN.
ONE = Fraction(1)


def half_pi(t, quarters, negative):
    pattern = approximated(lambda: mp.pi * quarters / 4, t)
    return pattern | (t.top if negative else 0)


def log_gamma(x):
    if x <= 0 and x.denominator == 1:
        return INF
    if x in (1, 2):
        return Fraction(0)

    def value():
        with mp.extraprec(400):
            if x > 0:
                return mpmath.loggamma(mpf(x)).real
            y = mpf(x)
            return mpmath.log(mp.pi / abs(mpmath.sinpi(y))) - mpmath.loggamma(1 - y).real

    return value


def gamma(x):
    if x.denominator == 1 and x < 0:
        return NAN
    if x > 200:
        return INF
    if x < -200:
        return signed_zero(math.floor(x) % 2 != 0)
    if x.denominator == 1:
        return Fraction(math.factorial(int(x) - 1))
    return lambda: mpmath.gamma(mpf(x))


def in_turns(function, zero_at):
    """sinpi or cospi."""

    def operation(x):
        if (x - zero_at).denominator == 1:
            return signed_zero(zero_at == 0 and x < 0)
        return lambda: function(mpf(x % 2 if x >= 0 else -((-x) % 2)))

    return operation


def plain(function, domain=lambda x: True, edges={}):
    """A function of mpmath, NaN outside of its domain, and what it is at some points."""

    def operation(x):
        if x in edges:
            return edges[x]
        return (lambda: function(mpf(x))) if domain(x) else NAN

    return operation


def large(function, limit, above, below):
    """Not asked where it is infinite or zero in every type."""

    def operation(x):
        if x > limit:
            return above
        if x < -limit:
            return below
        return lambda: function(mpf(x))

    return operation


def power_of(base):
    def operation(x):
        if abs(x) > 2000:
            return INF if x > 0 else Fraction(0)
        if x.denominator == 1:
            return Fraction(base) ** int(x)
        return lambda: mpmath.power(base, mpf(x))

    return operation


def log_of(base):
    def operation(x):
        if x < 0:
            return NAN
        return lambda: mpmath.log(mpf(x)) / mpmath.log(base)

    return operation


# name: (of −inf, of −0, of +0, of +inf, of another number)
S, Z = "same", Fraction(0)
FUNCTIONS = {
    "sin": (NAN, S, S, NAN, plain(mpmath.sin)),
    "cos": (NAN, ONE, ONE, NAN, plain(mpmath.cos)),
    "tan": (NAN, S, S, NAN, plain(mpmath.tan)),
    "asin": (NAN, S, S, NAN, plain(mpmath.asin, lambda x: abs(x) <= 1)),
    "acos": (NAN, "+pi/2", "+pi/2", NAN, plain(mpmath.acos, lambda x: abs(x) <= 1, {1: Z})),
    "atan": ("-pi/2", S, S, "+pi/2", plain(mpmath.atan)),
    "sinh": (S, S, S, S, large(mpmath.sinh, 2000, INF, NEGATIVE_INF)),
    "cosh": (INF, ONE, ONE, S, large(mpmath.cosh, 2000, INF, INF)),
    "tanh": (-ONE, S, S, ONE, large(mpmath.tanh, 2000, ONE, -ONE)),
    "asinh": (S, S, S, S, plain(mpmath.asinh)),
    "acosh": (NAN, NAN, NAN, S, plain(mpmath.acosh, lambda x: x >= 1, {1: Z})),
    "atanh": (NAN, S, S, NAN, plain(mpmath.atanh, lambda x: abs(x) <= 1, {1: INF, -1: NEGATIVE_INF})),
    "exp": (Z, ONE, ONE, S, large(mpmath.exp, 2000, INF, Z)),
    "exp2": (Z, ONE, ONE, S, power_of(2)),
    "exp10": (Z, ONE, ONE, S, power_of(10)),
    "expm1": (-ONE, S, S, S, large(mpmath.expm1, 2000, INF, -ONE)),
    "log": (NAN, NEGATIVE_INF, NEGATIVE_INF, S, plain(mpmath.log, lambda x: x > 0, {1: Z})),
    "log2": (NAN, NEGATIVE_INF, NEGATIVE_INF, S, log_of(2)),
    "log10": (NAN, NEGATIVE_INF, NEGATIVE_INF, S, log_of(10)),
    "log1p": (NAN, S, S, S, plain(mpmath.log1p, lambda x: x >= -1, {-1: NEGATIVE_INF})),
    "sinpi": (NAN, S, S, NAN, in_turns(mpmath.sinpi, 0)),
    "cospi": (NAN, ONE, ONE, NAN, in_turns(mpmath.cospi, Fraction(1, 2))),
    "lgamma": (INF, INF, INF, S, log_gamma),
    "tgamma": (NAN, NEGATIVE_INF, INF, S, gamma),
    "erf": (-ONE, S, S, ONE, large(mpmath.erf, 30, ONE, -ONE)),
    "erfc": (Fraction(2), ONE, ONE, Z, large(mpmath.erfc, 30, Z, Fraction(2))),
}


def function_pattern(name, x, t):
    of_negative_inf, of_negative_zero, of_zero, of_inf, of_other = FUNCTIONS[name]
    if is_nan(x):
        return t.nan
    if is_inf(x):
        result = of_negative_inf if x.negative else of_inf
    elif is_zero(x):
        result = of_negative_zero if x is NEGATIVE_ZERO else of_zero
    else:
        result = of_other(x)
    if result == "same":
        return encode(x, t)
    if result in ("+pi/2", "-pi/2"):
        return half_pi(t, 2, result[0] == "-")
    return approximated(result, t) if callable(result) else encode(result, t)


def power_pattern(x, y, t):
    if is_zero(y) if not is_nan(y) else False:
        return encode(ONE, t)
    if not is_nan(x) and not isinstance(x, Special) and x == 1:
        return encode(ONE, t)
    if is_nan(x) or is_nan(y):
        return t.nan
    odd = not isinstance(y, Special) and y.denominator == 1 and y.numerator % 2 == 1
    if is_inf(y):
        size = abs(ordered(x))
        if size == 1:
            return encode(ONE, t)
        return encode(INF if (size > 1) != y.negative else Z, t)
    if is_zero(x) or is_inf(x):
        negative = odd and is_negative(x)
        grows = is_inf(x) == (y > 0)
        return encode(signed_inf(negative) if grows else signed_zero(negative), t)
    if x < 0 and y.denominator != 1:
        return t.nan
    sign = t.top if x < 0 and odd else 0
    x = abs(x)
    if x == 1:
        return sign | encode(ONE, t)
    with mp.workprec(200):
        exponent = mpf(y) * mpmath.log(mpf(x), 2)
    if abs(exponent) > 2500:
        return sign | encode(INF if exponent > 0 else Z, t)
    if y.denominator == 1 and abs(y) <= 4096:
        return sign | encode(x ** int(y), t)
    return sign | approximated(lambda: mpmath.power(mpf(x), mpf(y)), t)


def angle_pattern(y, x, t):
    """atan2(y, x)"""
    if is_nan(x) or is_nan(y):
        return t.nan
    sign = t.top if is_negative(y) else 0
    if is_zero(y):
        return sign | (half_pi(t, 4, False) if is_negative(x) else 0)
    if is_zero(x):
        return sign | half_pi(t, 2, False)
    if is_inf(x) and is_inf(y):
        return sign | half_pi(t, 3 if x.negative else 1, False)
    if is_inf(y):
        return sign | half_pi(t, 2, False)
    if is_inf(x):
        return sign | (half_pi(t, 4, False) if x.negative else 0)
    return approximated(lambda: mpmath.atan2(mpf(y), mpf(x)), t)


VALUES = {
    "add": add,
    "sub": lambda x, y: add(x, negated(y)),
    "mul": mul,
    "div": div,
    "rem": lambda x, y: modulo(x, y, math.trunc),
    "remainder": lambda x, y: modulo(x, y, round),
    "min": extremum(True),
    "max": extremum(False),
    "sqrt": square_root,
    "cbrt": cube_root,
    "hypot": hypotenuse,
    "fma": fma,
    "ceil": integral(math.ceil),
    "floor": integral(math.floor),
    "trunc": integral(math.trunc),
    "round": integral(round),
    "rec": lambda x: div(ONE, x),
    "rsqrt": lambda x: NAN if is_nan(x) else signed_inf(x is NEGATIVE_ZERO) if is_zero(x) else
             NAN if is_negative(x) else Z if is_inf(x) else root(1 / x, 2),
}
COMPARISONS = {
    "eq": compared(lambda x, y: x == y),
    "ne": compared(lambda x, y: x != y, True),
    "lt": compared(lambda x, y: x < y),
    "le": compared(lambda x, y: x <= y),
    "gt": compared(lambda x, y: x > y),
    "ge": compared(lambda x, y: x >= y),
}
ON_PATTERNS = {"neg": lambda p, t: p ^ t.top, "abs": lambda p, t: p % t.top}


def float_result(name, patterns, t):
    """The word of op.T of patterns."""
    if name in ON_PATTERNS:
        return t.word(ON_PATTERNS[name](patterns[0], t))
    values = [decode(p, t) for p in patterns]
    if name in COMPARISONS:
        return int(COMPARISONS[name](*values))
    if name in VALUES:
        return t.word(encode(VALUES[name](*values), t))
    if name == "pow":
        return t.word(power_pattern(*values, t))
    if name == "atan2":
        return t.word(angle_pattern(*values, t))
    return t.word(function_pattern(name, *values, t))


# ---- operations on integers


def truncated_quotient(x, y):
    return abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)


def clamped(x, t):
    return max(t.least, min(t.most, x))


def signed(x, t):
    return t.word(x)


INTEGER_OPERATIONS = {
    "add": lambda t, x, y: x + y,
    "sub": lambda t, x, y: x - y,
    "mul": lambda t, x, y: x * y,
    "div": lambda t, x, y: truncated_quotient(x, y),
    "rem": lambda t, x, y: x - y * truncated_quotient(x, y),
    "neg": lambda t, x: -x,
    "abs": lambda t, x: abs(x),
    "min": lambda t, x, y: min(x, y),
    "max": lambda t, x, y: max(x, y),
    "adds": lambda t, x, y: clamped(x + y, t),
    "subs": lambda t, x, y: clamped(x - y, t),
    "addo": lambda t, x, y: x + y,
    "subo": lambda t, x, y: x - y,
    "mulo": lambda t, x, y: x * y,
    "shl": lambda t, x, y: x << y,
    "shr": lambda t, x, y: (x % (2 * t.top)) >> y,
    "shra": lambda t, x, y: signed(x, t) >> y,
    "and": lambda t, x, y: x & y,
    "or": lambda t, x, y: x | y,
    "xor": lambda t, x, y: x ^ y,
    "not": lambda t, x: ~x,
    "andnot": lambda t, x, y: x & ~y,
    "eq": lambda t, x, y: int(x == y),
    "ne": lambda t, x, y: int(x != y),
    "lt": lambda t, x, y: int(x < y),
    "le": lambda t, x, y: int(x <= y),
    "gt": lambda t, x, y: int(x > y),
    "ge": lambda t, x, y: int(x >= y),
}

CHECKED = ("addo", "subo", "mulo")  # of signed integers


def fits(name, t, x, y):
    return t.least <= INTEGER_OPERATIONS[name](t, x, y) <= t.most


# ---- inputs


def integer_edges(t):
    return [0, 1, 2, 3, 7, t.most, t.most - 1, t.least, t.least + 1, t.most // 2, t.most // 3] + (
        [-1, -2, -7, t.least // 2] if t.kind == "i" else [t.top, t.top - 1, t.most - 7])


def random_integer(t, dice):
    return clamped(dice.getrandbits(dice.randint(1, t.width)) * dice.choice([1, 1, -1]), t) if t.kind == "i" else (
        dice.getrandbits(dice.randint(1, t.width)))


def integer_cases(name, operands, t, dice):
    edges = integer_edges(t)
    if operands == 1:
        return [(x,) for x in edges] + [(random_integer(t, dice),) for _ in range(9)]
    cases = []
    if name in ("shl", "shr", "shra"):
        cases = [(x, y) for y in (0, 1, t.width // 2, t.width - 1) for x in (1, t.most, t.least, edges[-1], 5)]
        cases += [(random_integer(t, dice), dice.randrange(t.width)) for _ in range(12)]
        return cases
    pairs = [(x, y) for x in edges for y in edges]
    dice.shuffle(pairs)
    must = [(t.most, 1), (t.least, 1), (t.most, t.most), (t.least, t.least), (t.least, t.most), (t.most, t.least),
            (0, 1), (5, 5)]
    cases = must + pairs[:22] + [(random_integer(t, dice), random_integer(t, dice)) for _ in range(10)]
    if name in CHECKED:
        ends = {"addo": (t.most - 9, t.least + 9), "subo": (-9, 9), "mulo": (1, 1)}[name]
        cases += [(t.most // 9, 9), (t.least // 8, 8), (-9, 9), (t.least + 5, -5), (t.most, ends[1]), (t.least, ends[0])]
        cases = [(x, y) for x, y in cases if fits(name, t, x, y)]
    if name in ("div", "rem"):
        cases = [(x, y if y else 3) for x, y in cases]
    if name == "div":
        cases = [(x, y) if t.least <= truncated_quotient(x, y) <= t.most else (x, 1) for x, y in cases]
    return cases


def pattern_of(x, t):
    return encode(Fraction(x), t)


def common_floats(t):
    normal = 1 << (t.precision - 1)
    magnitudes = [0, 1, normal - 1, normal, t.inf - 1, t.inf,
                  pattern_of(1, t), pattern_of(1, t) - 1, pattern_of(1, t) + 1, pattern_of(Fraction(1, 2), t),
                  pattern_of(Fraction(3, 2), t), pattern_of(2, t), pattern_of(Fraction(5, 2), t), pattern_of(3, t)]
    return [m | s for m in magnitudes for s in (0, t.top)] + [t.nan, t.nan | t.top | 5, t.inf | 1]


def random_float(t, dice, low, high):
    """Of a magnitude from 2^low to 2^high."""
    low, high = max(low, 1 - t.bias), min(high, t.bias)
    value = Fraction(2) ** dice.randint(low, high - 1) * (1 + Fraction(dice.getrandbits(80), 1 << 80))
    return encode(value, t) | (t.top if dice.random() < 0.5 else 0)


# Numbers at which a function is worth a look, besides the common ones.
OWN_NUMBERS = {
    "sin": [1e5, 22.0, 3.1415927410125732, 1e22], "cos": [1e5, 11.0, 1.5707963267948966, 1e22],
    "tan": [1e5, 11.0, 1.5707963267948966, 1e22], "exp": [88.72, 88.73, -103.9, -104.0, 709.78, 709.79, -745.1, 11.09],
    "exp2": [127.9, -149.0, -149.5, 1023.5, -1074.0, -1075.0, 15.99, -24.0, -25.0, 10.0, -3.0],
    "exp10": [38.5, -45.0, 308.2, -323.5, 4.8, -7.5, 5.0, 10.0, -2.0], "expm1": [88.7, 709.7, -40.0, 1e-3, 11.0],
    "log": [10.0, 0.9, 1.1, 1e-7], "log2": [8.0, 0.125, 1e10, 3.5], "log10": [10.0, 100.0, 1000.0, 1e10, 0.001],
    "log1p": [-0.9, 1e-6, 1e6, -0.999], "sinh": [89.0, 90.0, 710.4, 710.5, 11.7], "cosh": [89.0, 90.0, 710.4, 11.7],
    "tanh": [8.5, 9.1, 19.1, 1e-3], "acosh": [1.001, 1e10, 7.0], "asinh": [1e10, 1e-3], "atanh": [0.999, 0.25, 1e-3],
    "asin": [0.999, 0.25, 1e-3], "acos": [0.999, -0.999, 0.25], "atan": [1e10, 1e-3, 0.7],
    "sinpi": [0.25, 0.75, 1e3, 1001.5, 1.25e6, -2.75, 1e10], "cospi": [0.25, 0.75, 1e3, 1001.5, 1.25e6, -3.5, 1e10],
    "lgamma": [0.1, 4.0, 10.5, 100.0, -0.5, -2.4570248, -3.9, -10.25, 1e4, -4.0, 1e30],
    "tgamma": [4.0, 5.5, 35.0, 35.1, 170.6, 171.7, -0.5, -1.5, -10.25, -40.5, -183.5, -4.0, 9.2, -0.001],
    "erf": [0.1, 0.9, 3.0, 4.0, 5.9, 1e-3], "erfc": [0.1, 3.0, 10.0, 10.1, 26.5, 27.3, -3.0, -5.9],
    "ceil": [0.3, -0.7, 2.0001, 1e6, 8388607.5, 4.0], "floor": [0.3, -0.7, 2.9999, 1e6, 8388607.5],
    "trunc": [0.3, -0.7, 2.9999, 8388607.5], "round": [0.3, -0.7, 3.5, -4.5, 8388607.5, 1023.5],
    "cbrt": [8.0, 27.0, -27.0, 1e10, 0.001], "sqrt": [4.0, 9.0, 1e10, 0.01, 6.25], "rsqrt": [4.0, 16.0, 1e10, 0.01],
    "rec": [3.0, 7.0, 1e10, 1e-3, 6e-8, 1e-38, 3e-39, 5.7e-309],
}


def unary_floats(name, t, dice):
    patterns = common_floats(t)
    patterns += [pattern_of(Fraction(x), t) for x in OWN_NUMBERS.get(name, [])]
    if name in ("asin", "acos", "atanh"):
        patterns += [random_float(t, dice, -6, 0) for _ in range(9)]
    elif name == "acosh":
        patterns += [random_float(t, dice, 0, 20) % t.top for _ in range(9)]
    elif name in ("log", "log2", "log10", "sqrt", "rsqrt"):
        patterns += [random_float(t, dice, -t.bias, t.bias) % t.top for _ in range(9)]
    else:
        patterns += [random_float(t, dice, -4, 5) for _ in range(9)]
    return [(p,) for p in dict.fromkeys(patterns)]


def many_floats(name, operands, t, dice):
    some = [p for p in common_floats(t)]
    zero, one, two, inf, normal = 0, pattern_of(1, t), pattern_of(2, t), t.inf, 1 << (t.precision - 1)
    signs = [0, t.top]
    cases = [(a | s, b | r) for a, b in [(zero, zero), (zero, one), (one, zero), (inf, inf), (inf, zero), (zero, inf),
                                         (inf, two), (two, inf), (one, one)] for s in signs for r in signs]
    cases += [(t.nan, one), (one, t.nan), (t.nan | t.top | 3, zero), (inf, t.nan), (t.nan, inf), (t.nan, t.nan),
              (one, t.inf | 1), (zero, t.nan), (t.nan, zero)]
    cases += [(1, pattern_of(Fraction(1, 2), t)), (3, pattern_of(Fraction(1, 2), t)), (normal, normal - 1),
              (normal, 1), (inf - 1, 1), (inf - 1, inf - 1), (inf - 1, two), (one, 1), (one + 1, one - 1)]
    cases += [(one, encode(Fraction(1, 1 << t.precision), t)), (one + 1, encode(Fraction(1, 1 << t.precision), t)),
              (pattern_of(5, t), pattern_of(3, t)), (pattern_of(-5, t), pattern_of(3, t)),
              (pattern_of(7, t), pattern_of(-2, t)), (pattern_of(Fraction(15, 2), t), pattern_of(Fraction(5, 2), t))]
    if name == "pow":
        cases += [(pattern_of(Fraction(x), t), pattern_of(Fraction(y), t)) for x, y in
                  [(2, 10), (2, 0.5), (10, 3), (-2, 3), (-2, 2), (-8, 1 / 3), (0.5, 100), (0.5, 149), (1.5, 200),
                   (3, -2), (9, 0.5), (-1, 3), (-0.5, 5), (1.0009765625, 2), (1.25, 3), (0.9990234375, 700)]]
        cases += [(p | t.top, pattern_of(y, t)) for p in (zero, inf) for y in (3, -3, 2, -2)]
        cases += [(random_float(t, dice, -3, 3) % t.top, random_float(t, dice, -2, 4)) for _ in range(9)]
    else:
        cases += [(random_float(t, dice, -4, 4), random_float(t, dice, -4, 4)) for _ in range(9)]
        cases += [(random_float(t, dice, -t.bias, t.bias), random_float(t, dice, -t.bias, t.bias)) for _ in range(5)]
    if name in ("eq", "ne", "lt", "le", "gt", "ge", "min", "max"):
        cases += [(a, a) for a in some[:8]]
    if operands == 2:
        return list(dict.fromkeys(cases))
    third = [zero, t.top, one, one | t.top, inf, inf | t.top, t.nan, 1, normal]
    cases = [(x, y, third[i % len(third)]) for i, (x, y) in enumerate(cases)]
    # Where a sum that is rounded twice is another: the product is just next to a tie of the sum.
    tie = encode(Fraction(1, 1 << t.precision), t)
    cases += [(one + 1, one - 1, one | t.top), (tie, one + 1, one), (tie, one - 1, one), (tie, one, one), (tie, one, one + 1),
              (one + 1, one + 1, (one + 2) | t.top)]
    cases += [tuple(random_float(t, dice, -4, 4) for _ in range(3)) for _ in range(9)]
    return list(dict.fromkeys(cases))


# ---- conversions


def conversion_inputs(to, source, dice):
    if source.is_float:
        values = common_floats(source) + [pattern_of(Fraction(x), source) for x in
                                          (0.999, -0.999, 100.7, -100.7, 127.5, 255.9, -128.9, 1e4, 65504.0, 0.1)]
        values += [random_float(source, dice, -4, 12) for _ in range(8)]
        if not to.is_float:
            for bound in (to.most, to.least):
                near = encode(Fraction(bound), source) % source.top
                values += [p | (source.top if bound < 0 else 0) for p in (near - 1, near, near + 1)]
            fits = lambda p: not is_nan(decode(p, source)) and not is_inf(decode(p, source)) and (
                to.least <= math.trunc(number(decode(p, source))) <= to.most)
            values = [p for p in values if 0 <= p < 2 * source.top and fits(p)]
        else:
            ties = [Fraction(1) + Fraction(1, 1 << to.precision), Fraction(1) + Fraction(3, 1 << to.precision),
                    Fraction(2) ** to.bias * (2 - Fraction(1, 1 << to.precision)), Fraction(2) ** (to.quantum - 1),
                    Fraction(2) ** to.quantum * Fraction(3, 2)]
            values += [encode(x, source) for x in ties]
        return list(dict.fromkeys(values))
    values = integer_edges(source) + [random_integer(source, dice) for _ in range(10)]
    if to.is_float:
        for k in range(source.width - to.precision):
            exact = 1 << (to.precision + k)
            values += [exact + (1 << k), exact + (3 << k), exact + (1 << k) + 1, exact + (1 << k) - 1]
        values += [65504, 65519, 65520, 2049, 2051, -2049]
        values = [x for x in values if source.least <= x <= source.most]
    return list(dict.fromkeys(values))


def converted(to, source, pattern_or_integer):
    if not source.is_float:
        x = pattern_or_integer
        return to.word(encode(Fraction(x), to)) if to.is_float else to.word(x)
    value = decode(pattern_or_integer, source)
    return to.word(encode(value, to)) if to.is_float else to.word(math.trunc(number(value)))


# ---- programs


def literal(word, t):
    """As a person would write it."""
    if not t.is_float:
        return str(word)
    pattern = word % (2 * t.top)
    value = decode(pattern, t)
    if is_nan(value):
        return f"nan{t.name}" if pattern == t.nan else str(word)
    sign = "-" if pattern >= t.top else ""
    if is_inf(value):
        return f"{sign}inf{t.name}"
    if is_zero(value):
        return f"{sign}0.0{t.name}"
    value = abs(value)
    for digits in range(1, 18):
        with mp.workprec(2600):
            text = mpmath.nstr(mpf(value), digits, strip_zeros=True, min_fixed=-5, max_fixed=8)
        if encode(Fraction(text), t) == pattern % t.top:
            return f"{sign}{text.replace('e+', 'e')}{t.name}"
    raise AssertionError("17 digits tell all floats apart")


def listed(directive, address, words, per_line=8):
    return "".join(f"{directive} {address + i}: {' '.join(words[i:i + per_line])}\n"
                   for i in range(0, len(words), per_line))


def program(title, code, inputs, results, word):
    """`inputs`: the literals of each operand; `results`: those of each thread's result."""
    count, names = len(results), ["x", "y", "z"][:len(inputs)]
    stride = (count + 9) // 10 * 10
    text = f"; {title}\n.threads {count}\n.word {word}\n"
    for i, words in enumerate(inputs):
        text += listed(".memory", i * stride, words)
    for i, name in enumerate(names):
        if i == 0:
            text += "        x = [tid]\n"
        else:
            text += f"        a = tid + {i * stride}\n        {name} = [a]\n"
    text += f"        r = {code} {', '.join(names)}\n"
    text += f"        a = tid + {len(inputs) * stride}\n        [a] = r\n        stop\n"
    return text + listed(".expect memory", len(inputs) * stride, results) + ".covers BP\n"


def word_for(*types):
    return 64 if max(t.width for t in types) == 64 else 32


class Folder:
    def __init__(self, path):
        self.path, self.count = pathlib.Path(path), 0

    def write(self, operation, name, text):
        file = self.path / operation / f"{name}.asm"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        self.count += 1


def write_operation(folder, name, operands, t):
    dice = random.Random(f"{name}.{t.name}")
    if t.is_float:
        cases = unary_floats(name, t, dice) if operands == 1 else many_floats(name, operands, t, dice)
        results = [float_result(name, case, t) for case in cases]
        words = [[literal(t.word(case[i]), t) for case in cases] for i in range(operands)]
    else:
        cases = integer_cases(name, operands, t, dice)
        results = [int(INTEGER_OPERATIONS[name](t, *case)) for case in cases]
        results = results if name in COMPARISONS else [t.word(r) for r in results]
        words = [[str(t.word(case[i])) for case in cases] for i in range(operands)]
    results = [str(r) if name in COMPARISONS else literal(r, t) for r in results]
    folder.write(name, t.name, program(f"BP: {name}.{t.name}", f"{name}.{t.name}", words, results, word_for(t)))


def write_select(folder, t):
    dice = random.Random(f"select.{t.name}")
    edges = common_floats(t) if t.is_float else [x % (2 * t.top) for x in integer_edges(t)]
    conditions = [0, 1, -1, 256, 65536, t.word(t.top)]
    cases = [(conditions[i % len(conditions)], p, dice.choice(edges)) for i, p in enumerate(edges)]
    words = [[str(c) for c, _, _ in cases]] + [[literal(t.word(case[i]), t) for case in cases] for i in (1, 2)]
    results = [literal(t.word(a if c != 0 else b), t) for c, a, b in cases]
    folder.write("select", t.name, program(f"BP: select.{t.name}, which tests the whole word of its condition",
                                           f"select.{t.name}", words, results, word_for(t)))


def write_conversion(folder, to, source):
    inputs = conversion_inputs(to, source, random.Random(f"cvt.{to.name}.{source.name}"))
    words = [literal(source.word(x), source) for x in inputs]
    results = [literal(converted(to, source, x), to) for x in inputs]
    folder.write("cvt", f"{to.name}-from-{source.name}",
                 program(f"BP: cvt.{to.name}.{source.name}", f"cvt.{to.name}.{source.name}", [words], results,
                         word_for(to, source)))


def write_trap(folder, operation, name, title, trap, code, operands, word):
    """Thread 1 is the first of three that fails, of four; `operands` lists what each thread has."""
    text = f"; BP: {title}\n.threads 4\n.word {word}\n"
    for i, words in enumerate(operands):
        text += listed(".memory", 4 * i, words)
    line = 5 + len(operands)
    text += "        x = [tid]\n"
    if len(operands) == 2:
        text += "        a = tid + 4\n        y = [a]\n"
        line += 2
    names = "x, y" if len(operands) == 2 else "x"
    text += f"        r = {code} {names}\n        stop\n"
    text += f".expect trap {trap} {line} threads: 1\n.expect var r: _ _ _ _\n.covers {trap}\n"
    folder.write(operation, name, text)


# Of four threads, the second and the third fail: above the largest number and below the least.
CHECKED_TRAPS = {
    "addo": [[lambda t: t.most, lambda t: t.most, lambda t: t.least, lambda t: t.least],
             [lambda t: 0, lambda t: 1, lambda t: -1, lambda t: 1]],
    "subo": [[lambda t: t.most, lambda t: 0, lambda t: t.least, lambda t: -1],
             [lambda t: 0, lambda t: t.least, lambda t: 1, lambda t: t.least]],
    "mulo": [[lambda t: t.least, lambda t: t.least, lambda t: t.most, lambda t: t.most // 2],
             [lambda t: 1, lambda t: -1, lambda t: -2, lambda t: 2]],
}


def write_traps(folder):
    for t in INTEGERS:
        word = word_for(t)
        least = str(t.word(t.least))
        for name in ("div", "rem"):
            write_trap(folder, name, f"{t.name}-by-zero-traps", f"{name}.{t.name} by zero", "division-by-zero",
                       f"{name}.{t.name}", [["7", "7", "0", "7"], ["2", "0", "0", "0"]], word)
        if t.kind == "i":
            write_trap(folder, "div", f"{t.name}-of-the-least-by-minus-one-traps",
                       f"div.{t.name} of the least number by -1, whose quotient is not an {t.name}", "overflow",
                       f"div.{t.name}", [["7", least, least, "7"], ["-1", "-1", "-1", "1"]], word)
            for name, operands in CHECKED_TRAPS.items():
                words = [[str(w(t)) for w in row] for row in operands]
                write_trap(folder, name, f"{t.name}-that-does-not-fit-traps", f"{name}.{t.name} of a result that is not an {t.name}",
                           "overflow", f"{name}.{t.name}", words, word)
        for name in ("shl", "shr", "shra"):
            write_trap(folder, name, f"{t.name}-of-its-width-traps", f"{name}.{t.name} by a count that is not below {t.width}",
                       "invalid-shift", f"{name}.{t.name}", [["1"] * 4, [str(t.width - 1), str(t.width), "-1", "-1"]], word)
        for source in FLOATS:
            wide = word_for(t, source)
            if encode(Fraction(2 * t.top), source) != source.inf:
                above = encode(Fraction(t.most + 1), source)
            else:
                above = source.inf
            below = encode(Fraction(t.least - 1), source) if t.kind == "u" else encode(Fraction(2 * t.least), source)
            write_trap(folder, "cvt", f"{t.name}-from-{source.name}-out-of-range-traps",
                       f"cvt.{t.name}.{source.name} of a value out of range", "overflow", f"cvt.{t.name}.{source.name}",
                       [[literal(source.word(p), source) for p in (pattern_of(1, source), above, below, source.inf)]], wide)
            write_trap(folder, "cvt", f"{t.name}-from-{source.name}-nan-traps", f"cvt.{t.name}.{source.name} of NaN",
                       "overflow", f"cvt.{t.name}.{source.name}",
                       [[f"1.5{source.name}", f"nan{source.name}", str(source.word(source.nan | source.top | 1)),
                         f"nan{source.name}"]], wide)


UNARY_FLOATS = ["neg", "abs", "sqrt", "ceil", "floor", "trunc", "round", "rec", "rsqrt", "cbrt"] + list(FUNCTIONS)
BINARY_FLOATS = ["add", "sub", "mul", "div", "rem", "min", "max", "atan2", "pow", "hypot", "remainder"] + list(COMPARISONS)


def main(path):
    folder = Folder(path)
    for t in INTEGERS:
        for name in INTEGER_OPERATIONS:
            if name in CHECKED and t.kind != "i":
                continue
            write_operation(folder, name, 1 if name in ("neg", "abs", "not") else 2, t)
    for t in FLOATS:
        for name in UNARY_FLOATS:
            write_operation(folder, name, 1, t)
        for name in BINARY_FLOATS:
            write_operation(folder, name, 2, t)
        write_operation(folder, "fma", 3, t)
        print(f"{t.name}", file=sys.stderr)
    for t in TYPES.values():
        write_select(folder, t)
        for source in TYPES.values():
            write_conversion(folder, t, source)
    write_traps(folder)
    print(f"{folder.count} programs", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1])
