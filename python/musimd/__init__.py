"""musimd: the reference machine for SIMD programs that diverge.

    import musimd

    program = musimd.load("prog.asm")        # or musimd.parse(text)
    result = program.run()                   # Result: how it ended, variables and memory as NumPy arrays
    machine = musimd.Machine(program)        # step by step, forwards and backwards
    machine.step()

docs/python.md describes the package.
"""

from .arrays import Memory, Variables
from .machine import ContextEntry, Machine, Premise, Rule, Step, SyncEntry, Why
from .pictures import Graph, Picture
from .program import Error, Finding, Instruction, Program, ProgramError, load, parse, program_names
from .result import Limit, Result, Trap, engines

__all__ = [
    "ContextEntry",
    "Error",
    "Finding",
    "Graph",
    "Instruction",
    "Limit",
    "Machine",
    "Memory",
    "Picture",
    "Premise",
    "Program",
    "ProgramError",
    "Result",
    "Rule",
    "Step",
    "SyncEntry",
    "Trap",
    "Variables",
    "Why",
    "engines",
    "load",
    "parse",
    "program_names",
]
