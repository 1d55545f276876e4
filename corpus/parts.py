"""The default model as it is run: two int8 graphs over the vectors of its tokens.

``FIRST`` gives the tokens' ``STATES`` after some layers, and ``LAST`` goes on from them: who reads questions otherwise
(see ``service.aim``) goes on from them, too, and need not pay for the rest. Neither holds the table of all tokens,
which is read where it lies (see ``corpus.word_table``): with eight bits it would take 100 MB, and be rounded.
"""

import tempfile
from pathlib import Path

import torch

from corpus import layers
from corpus.graph_model import tokenizer_of
from corpus.onnx_export import ENDS, FIRST, LAST, MASK, STATES, STATES_AFTER, WORDS, export_module, quantize
from corpus.outliers import part_outliers

SAID = (
    "query: wie viele Karten darf ich am Ende meines Zuges noch behalten?",
    "query: can I move there if someone else is already in it",
    "passage: Tie-breaks: If two players have the same number of points, whoever has more coins left wins the game.",
    "passage: Preparación: 1. Baraja las 52 cartas y reparte 7 a cada jugador. 2. El resto forma el mazo.",
    "passage: Fim da partida: A partida termina assim que alguém joga sua última carta (veja a página 12).",
    "passage: Le commerce : À votre tour, vous pouvez échanger 2 ressources contre 1 autre, sauf pendant l’hiver.",
    "passage: Eccezione (C07): chi non può pagare perde 3 punti vittoria e salta il turno successivo.",
)
"""Texts that tell which of the model's channels are large: they are the same for all."""


def write_parts(model: Path, folder: Path) -> None:
    """Write a Sentence Transformers folder's BERT as ``FIRST`` and ``LAST`` into ``folder``.

    Vectors agree with float32's at a cosine of 0.998 and more.
    """
    from transformers import AutoModel

    transformer = AutoModel.from_pretrained(model, add_pooling_layer=False, local_files_only=True).eval()
    reach = transformer.config.max_position_embeddings
    texts = [torch.tensor([each.ids[:reach]]) for each in tokenizer_of(model).encode_batch_fast(list(SAID))]
    part_outliers(transformer.encoder.layer, lambda: [transformer(tokens) for tokens in texts])
    takes = torch.zeros(2, 8, transformer.config.hidden_size), torch.ones(2, 8)
    with tempfile.TemporaryDirectory(dir=folder.parent) as work:
        for name, part, given, gives in ((FIRST, layers.First, WORDS, STATES), (LAST, layers.Last, STATES, ENDS)):
            whole = Path(work) / name
            export_module(part(transformer, STATES_AFTER), takes, whole, (given, MASK), gives, {})
            quantize(whole, folder / name)
