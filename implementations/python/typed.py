"""Typed words, section 10 of docs/semantics.md, as rules of musimd.py: `v = op.T o1, …`.

A float is a pair (sign, magnitude), where the magnitude is a Fraction, INF or NAN. Operations are
computed exactly and rounded once. Functions with irrational results other than roots are not
supported: sin, exp, pow and so on."""
import math
from fractions import Fraction

from musimd import IT, MM, quotient, rule

INF, NAN = math.inf, None


class Type:
    """A type such as i8, u32 or f64: how words hold its values."""

    def __init__(self, name):
        self.kind, self.width = name[0], int(name[1:])
        if self.kind == "f":
            self.precision = {16: 11, 32: 24, 64: 53}[self.width]
            self.max_exponent = {16: 15, 32: 127, 64: 1023}[self.width]
            self.infinity = (2 * self.max_exponent + 1) << self.precision - 1

    def word(self, pattern):
        """A pattern, sign-extended."""
        half = 1 << self.width - 1
        return (pattern + half) % (2 * half) - half

    def pattern(self, word):
        return word % (1 << self.width)

    def read(self, word):
        """The value that the low bits of a word hold."""
        bits = self.pattern(word)
        if self.kind != "f":
            return bits if self.kind == "u" else self.word(bits)
        sign, bits = bits >> self.width - 1, bits % (1 << self.width - 1)
        if bits >= self.infinity:
            return sign, INF if bits == self.infinity else NAN
        exponent, fraction = divmod(bits, 1 << self.precision - 1)
        if exponent:
            exponent, fraction = exponent - 1, fraction + (1 << self.precision - 1)
        return sign, fraction * Fraction(2)**(exponent + 2 - self.max_exponent - self.precision)

    def write(self, value):
        """The word of a value: integers modulo 2^width, floats rounded to nearest, ties to even."""
        if self.kind != "f":
            return self.word(value)
        sign, magnitude = value
        if magnitude is NAN:  # the canonical one
            return self.word(self.infinity | 1 << self.precision - 2)
        bits = self.infinity if magnitude == INF else self.round(magnitude)
        return self.word(sign << self.width - 1 | bits)

    def round(self, magnitude):
        if magnitude == 0:
            return 0
        exponent = max(exponent_of(magnitude), 1 - self.max_exponent)
        digits = round(magnitude / Fraction(2)**(exponent + 1 - self.precision))  # ties to even
        bits = (exponent + self.max_exponent - 1 << self.precision - 1) + digits
        return min(bits, self.infinity)


def exponent_of(magnitude):
    """floor(log2(magnitude))"""
    e = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    return e if Fraction(2)**e <= magnitude else e - 1


# ---- Integers


def fits(kind, c):
    return kind.read(kind.word(c)) == c


def saturated(kind, c):
    low = 0 if kind.kind == "u" else -(1 << kind.width - 1)
    return min(max(c, low), low + (1 << kind.width) - 1)


def shift_right(kind, a, count, arithmetic):
    return (kind.word(a) if arithmetic else kind.pattern(a)) >> count


INTEGER_OPERATIONS = {
    "add": lambda kind, a, b: a + b, "sub": lambda kind, a, b: a - b,
    "mul": lambda kind, a, b: a * b, "neg": lambda kind, a: -a, "abs": lambda kind, a: abs(a),
    "adds": lambda kind, a, b: saturated(kind, a + b),
    "subs": lambda kind, a, b: saturated(kind, a - b),
    "addo": lambda kind, a, b: a + b, "subo": lambda kind, a, b: a - b,
    "mulo": lambda kind, a, b: a * b,
    "div": lambda kind, a, b: quotient(a, b), "rem": lambda kind, a, b: a - b * quotient(a, b),
    "min": lambda kind, a, b: min(a, b), "max": lambda kind, a, b: max(a, b),
    "shl": lambda kind, a, b: a << b, "shr": lambda kind, a, b: shift_right(kind, a, b, False),
    "shra": lambda kind, a, b: shift_right(kind, a, b, True),
    "and": lambda kind, a, b: a & b, "or": lambda kind, a, b: a | b,
    "xor": lambda kind, a, b: a ^ b, "not": lambda kind, a: ~a, "andnot": lambda kind, a, b: a & ~b}

# ---- Floats


def signed(x):
    """The number of a finite float."""
    return -x[1] if x[0] else x[1]


def float_of(number, sign_of_zero=0):
    return (int(number < 0) if number else sign_of_zero), abs(number)


def is_nan(*xs):
    return any(x[1] is NAN for x in xs)


def f_add(x, y):
    if is_nan(x, y) or x[1] == y[1] == INF and x[0] != y[0]:
        return 0, NAN
    if INF in (x[1], y[1]):
        return x if x[1] == INF else y
    return float_of(signed(x) + signed(y), x[0] & y[0])


def f_neg(x):
    return 1 - x[0], x[1]


def f_mul(x, y):
    if is_nan(x, y) or {x[1], y[1]} == {0, INF}:
        return 0, NAN
    return x[0] ^ y[0], INF if INF in (x[1], y[1]) else x[1] * y[1]


def f_div(x, y):
    if is_nan(x, y) or x[1] == y[1] and x[1] in (0, INF):
        return 0, NAN
    return x[0] ^ y[0], 0 if y[1] == INF else INF if x[1] == INF or y[1] == 0 else x[1] / y[1]


def f_sqrt(x):
    if is_nan(x) or x[0] and x[1]:
        return 0, NAN
    if x[1] in (0, INF):
        return x
    shift = 2 * (120 - exponent_of(x[1]) // 2)  # half of one more bit marks an inexact root
    scaled = x[1] * Fraction(2)**shift
    root = math.isqrt(scaled.numerator // scaled.denominator)
    return 0, (root + Fraction(root * root != scaled, 2)) / Fraction(2)**(shift // 2)


def f_rsqrt(x):
    """1/√x = √(1/x), whose root is of an exact number."""
    inverse = f_div((0, Fraction(1)), x)
    return inverse if x[1] == 0 else (0, NAN) if x[0] else f_sqrt(inverse)


def f_rem(x, y, whole=math.trunc):
    if is_nan(x, y) or x[1] == INF or y[1] == 0:
        return 0, NAN
    if y[1] == INF:
        return x
    return float_of(signed(x) - signed(y) * whole(signed(x) / signed(y)), x[0])


def f_whole(whole):
    return lambda x: x if is_nan(x) or x[1] == INF else float_of(whole(signed(x)), x[0])


def order_of(x):
    """A key by which floats are ordered, −0 before +0."""
    return (-x[1] if x[0] else x[1]), -x[0]


def f_extreme(choose):
    def extreme(x, y):
        if is_nan(x, y):
            return y if is_nan(x) else x
        return choose(x, y, key=order_of)
    return extreme


FLOAT_OPERATIONS = {
    "add": f_add, "sub": lambda x, y: f_add(x, f_neg(y)), "mul": f_mul, "div": f_div, "rem": f_rem,
    "remainder": lambda x, y: f_rem(x, y, round), "fma": lambda x, y, z: f_add(f_mul(x, y), z),
    "sqrt": f_sqrt, "rsqrt": f_rsqrt, "rec": lambda x: f_div((0, Fraction(1)), x),
    "ceil": f_whole(math.ceil), "floor": f_whole(math.floor), "trunc": f_whole(math.trunc),
    "round": f_whole(round), "min": f_extreme(min), "max": f_extreme(max)}

COMPARISONS = {"eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "lt": lambda a, b: a < b,
               "le": lambda a, b: a <= b, "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b}


def apply(name, type_name, *words):
    """The word that an operation computes from words."""
    kind = Type(type_name)
    values = [kind.read(word) for word in words]
    if name in COMPARISONS:
        if kind.kind == "f":
            if is_nan(*values):
                return int(name == "ne")
            values = [signed(x) for x in values]
        return int(COMPARISONS[name](*values))
    if kind.kind != "f":
        return kind.write(INTEGER_OPERATIONS[name](kind, *values))
    if name in ("neg", "abs"):  # of patterns, also of a NaN
        sign = 1 << kind.width - 1
        return kind.word(words[0] ^ sign if name == "neg" else words[0] & ~sign)
    if name not in FLOAT_OPERATIONS:
        raise NotImplementedError(f"{name}.{type_name}")
    return kind.write(FLOAT_OPERATIONS[name](*values))


def convert(to, source, word):
    """The word of cvt.to.source, or None if it does not fit."""
    to, value = Type(to), Type(source).read(word)
    if source[0] != "f":
        return to.write(value if to.kind != "f" else float_of(Fraction(value)))
    if to.kind == "f":
        return to.write(value)
    if value[1] in (INF, NAN) or not fits(to, math.trunc(signed(value))):
        return None
    return to.write(math.trunc(signed(value)))


# ---- Rules


@rule("typed", by=IT)
def BP(m, t, *words):
    name, type_name = m.instruction.operation, m.instruction.type
    kind = Type(type_name)
    if name == "cvt":
        result = convert(type_name, getattr(m.instruction, "from"), *words)
        m.require(result is not None, "overflow", [t])
        return result
    if name == "select":
        return kind.word(words[1] if words[0] else words[2])
    if kind.kind != "f" and len(words) == 2:
        a, b = map(kind.read, words)
        m.require(b or name not in ("div", "rem"), "division-by-zero", [t])
        m.require(name not in ("shl", "shr", "shra") or 0 <= b < kind.width, "invalid-shift", [t])
        if name in ("addo", "subo", "mulo", "div"):
            m.require(fits(kind, INTEGER_OPERATIONS[name](kind, a, b)), "overflow", [t])
    return apply(name, type_name, *words)


UPDATES = {"inc": lambda kind, w, o: w + 1 if 0 <= w < o else 0,
           "dec": lambda kind, w, o: w - 1 if 0 < w <= o else o}


@rule("typed_fetch", by=IT, address=True, together=True)
def AT(m, t, x, *words):
    name, type_name = m.instruction.operation, m.instruction.type
    kind, old = Type(type_name), MM(m, t, x)
    if name == "cas" and kind.pattern(old) != kind.pattern(words[0]):
        m.access(t, x, "look")
    elif name in ("cas", "exch"):
        m.access(t, x, "update", kind.word(words[-1]))
    elif name in UPDATES:
        new = UPDATES[name](kind, kind.read(old), kind.read(words[0]))
        m.access(t, x, "update", kind.write(new))
    else:
        m.access(t, x, "update", apply(name, type_name, old, words[0]))
    return kind.word(old)
