"""Variables and memory of a state, as NumPy arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

Words = tuple[NDArray[np.int64], NDArray[np.bool_]]

#: Words of which some may be undefined: those are masked.
MaskedWords = np.ma.MaskedArray[Any, np.dtype[np.int64]]


def masked(words: NDArray[np.int64], undefined: NDArray[np.bool_]) -> MaskedWords:
    array: MaskedWords = words.view(np.ma.MaskedArray)
    array[undefined] = np.ma.masked
    return array


class Variables(Mapping[str, MaskedWords]):
    """The variables of all threads, by name: masked arrays, in which an undefined word is masked.

    An array has one element per thread or, if the program has several warps, one row per warp.
    """

    def __init__(self, names: list[str], words: Callable[[int], Words]) -> None:
        self._numbers = {name: number for number, name in enumerate(names)}
        self._words = words

    def __getitem__(self, name: str) -> MaskedWords:
        words, undefined = self._words(self._numbers[name])
        return masked(words, undefined)

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    def __repr__(self) -> str:
        width = max(map(len, self), default=0)
        return "\n".join(f"{name:{width}}  {_words_text(words)}" for name, words in self.items())


class Memory(Mapping[int, int]):
    """The defined words of Σ by address. A slice, or the name of a `.buffer`, is a masked array."""

    def __init__(
        self, words: tuple[NDArray[np.int64], NDArray[np.int64]], buffers: dict[str, tuple[int, int]]
    ) -> None:
        self.addresses, self.words = words
        self.buffers = buffers

    @overload
    def __getitem__(self, address: int) -> int: ...

    @overload
    def __getitem__(self, address: slice | str) -> MaskedWords: ...

    def __getitem__(self, address: int | slice | str) -> int | MaskedWords:
        if isinstance(address, str):
            first, count = self.buffers[address]
            return self._range(first, first + count, 1)
        if isinstance(address, slice):
            return self._slice(address)
        at = int(np.searchsorted(self.addresses, address))
        if at == len(self.addresses) or self.addresses[at] != address:
            raise KeyError(address)
        return int(self.words[at])

    def __iter__(self) -> Iterator[int]:
        return iter(self.addresses.tolist())

    def __len__(self) -> int:
        return len(self.addresses)

    def __repr__(self) -> str:
        lines = []
        breaks = np.flatnonzero(np.diff(self.addresses) != 1) + 1
        for addresses, words in zip(np.split(self.addresses, breaks), np.split(self.words, breaks)):
            if len(addresses) > 0:
                lines.append(f"{addresses[0]}: {_words_text(words.view(np.ma.MaskedArray))}")
        return "\n".join(lines)

    def _slice(self, addresses: slice) -> MaskedWords:
        end = int(self.addresses[-1]) + 1 if len(self.addresses) > 0 else 0
        first = 0 if addresses.start is None else addresses.start
        stop = end if addresses.stop is None else addresses.stop
        step = 1 if addresses.step is None else addresses.step
        if first < 0 or stop < 0 or step < 1:
            raise IndexError(f"addresses {first}:{stop}:{step}; addresses are 0 or more, steps 1 or more")
        return self._range(first, stop, step)

    def _range(self, first: int, stop: int, step: int) -> MaskedWords:
        count = max(0, stop - first)
        words = np.zeros(count, np.int64)
        undefined = np.ones(count, np.bool_)
        begin, end = np.searchsorted(self.addresses, [first, max(first, stop)])
        words[self.addresses[begin:end] - first] = self.words[begin:end]
        undefined[self.addresses[begin:end] - first] = False
        return masked(words[::step], undefined[::step])


def _words_text(words: MaskedWords) -> str:
    if words.ndim > 1:
        return " | ".join(_words_text(row) for row in words)
    most = 64
    shown = " ".join("_" if word is np.ma.masked else str(word) for word in words[:most])
    return shown if len(words) <= most else f"{shown} … {len(words) - most} more"
