"""The Prolog list of figure 9, docs/interfaces.md: each instruction is translated to assembly."""
import re

from assembly import TOKEN, Reader

OPERATORS = dict(zip("addt subt mult divt modt lth leq gth geq eq neq and or xor shl shr".split(),
                     "+ - * / % < <= > >= == != & | ^ << >>".split()))
FORMS = {"load": "{} = [{}]", "store": "[{}] = {}", "const": "{} = {}", "copy": "{} = {}",
         "branch": "bnz {}, L{}", "bz": "bz {}, L{}", "branch_mask": "branch_mask {}, L{}",
         "jump": "jump L{}", "atomic_inc": "{} = atomic_inc [{}]", "shfl": "shfl {}, {}",
         "ballot": "{} = ballot {}", "popc": "{} = popc {}", "clz": "{} = clz {}",
         "assert": "assert {}",
         "fetch_cas": "{} = fetch_cas [{}], {}, {}"}
CONSTANT = {"const": (1,), "jump": (0,), "bz": (1,), "branch": (1,), "branch_mask": (1,)}
ITEM = re.compile(r"\s*([a-z_]+)\s*(?:\(([^()]*)\))?\s*(,|\]\s*\)\s*\.)?")


def instruction(name, arguments):
    """The assembly of one functor; variable 0 is v0."""
    words = [a.strip() for a in arguments.split(",")] if arguments else []
    words = [w if k in CONSTANT.get(name, ()) or w in ("tid", "wid") else f"v{int(w)}"
             for k, w in enumerate(words)]
    if name in OPERATORS:
        return f"{words[0]} = {words[1]} {OPERATORS[name]} {words[2]}"
    if name.startswith("fetch_") and name != "fetch_cas":
        return "{} = {} [{}], {}".format(words[0], name, *words[1:])
    return FORMS.get(name, name).format(*words)


class PrologReader(Reader):
    """The first program of a list. Instruction k has the label Lk, by which branches name it."""

    def lines(self, text):
        begun = ended = False
        count = 1
        for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
            if line.startswith("%!"):
                if not ended:
                    yield number, tokens(line[2:].split(";")[0], 1)
                continue
            line, offset = line.split("%")[0], 0
            if not begun and (head := re.match(r"\s*[a-z]\w*\s*\(\s*\[", line)):
                begun, offset = True, head.end()
            while begun and not ended and (item := ITEM.match(line, offset)):
                code = f"L{count}: {instruction(item[1], item[2])}"
                yield number, tokens(code, item.start(1) + 1)
                count, offset = count + 1, item.end()
                ended = bool(item[3]) and item[3][0] == "]"
            ended = ended or begun and bool(re.match(r"\s*\]\s*\)\s*\.", line[offset:]))
        yield number, tokens(f"L{count}:", 1)


def tokens(code, column):
    return [(t[0], column) for t in TOKEN.finditer(code)]


def read(text, file):
    return PrologReader(text, file).program()
