"""Initial vectors for train.cpp: python3 model/begin.py DATA OUT DIMENSIONS (numpy and scipy, fixed seeds).

Terms that occur in the same pairs start close to each other: positive pointwise mutual information of co-occurrence and
its largest singular vectors. Without this, a rare term keeps its random initial direction.
"""

import sys

import numpy as np
import scipy.sparse as sparse
from scipy.sparse.linalg import svds

PAIRS = 150_000  # a sample is as good, in a tenth of the time
TERMS_OF_A_PAIR = 160
LEAST_TOGETHER = 5
SMOOTHING = 0.75  # otherwise rare terms would be close to everything that they ever occur with
CHANCE = 0.3  # the share of a random direction, so that no two rows are equal


def main(data: str, out: str, dimensions: int) -> None:
    read = lambda name, kind: np.fromfile(f"{data}/{name}", kind)
    idf = read("idf", np.float32)
    terms = len(open(f"{data}/vocabulary", encoding="utf8").read().split("\n"))
    together = co_occurrences(read, terms)
    vectors, values, _ = svds(mutual_information(together, terms), k=dimensions, random_state=1)
    known = np.linalg.norm(vectors, axis=1, keepdims=True) > 0
    rows = vectors * np.sqrt(values)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True) + 1e-9
    begin = np.random.default_rng(2).normal(0, 1 / np.sqrt(dimensions), (len(idf), dimensions))
    begin[:terms] = np.where(known, (1 - CHANCE) * rows + CHANCE * begin[:terms], begin[:terms])
    (begin * (idf / idf.mean())[:, None]).astype(np.float32).tofile(out)
    print(f"{int(known.sum())} of {terms} terms begin with a meaning")


def co_occurrences(read, terms: int):
    """How many pairs hold both of two terms; development repositories and repeated questions do not count."""
    held, asked = read("held", np.uint8), read("asked", np.uint8)
    sides = [(read(f"{side}.terms", np.int32), read(f"{side}.starts", np.int32)) for side in "cq"]
    chosen = np.random.default_rng(1).permutation(np.where((held == 0) & (asked < 2))[0])[:PAIRS]
    columns = []
    for pair in chosen:
        found = np.unique(np.concatenate([all_terms[at[pair] : at[pair + 1]] for all_terms, at in sides]))
        columns.append(found[found < terms][:TERMS_OF_A_PAIR])
    rows = np.repeat(np.arange(len(chosen)), [len(found) for found in columns])
    ones = np.ones(len(rows), np.float32)
    pairs = sparse.csr_matrix((ones, (rows, np.concatenate(columns))), shape=(len(chosen), terms))
    return (pairs.T @ pairs).tocoo()


def mutual_information(together, terms: int):
    kept = (together.row != together.col) & (together.data >= LEAST_TOGETHER)
    row, column, count = together.row[kept], together.col[kept], together.data[kept].astype(np.float64)
    often = np.bincount(row, count, terms)
    smooth = often**SMOOTHING
    information = np.log(count * smooth.sum() / (often[row] * smooth[column]))
    positive = information > 0
    cells = (row[positive], column[positive])
    return sparse.csr_matrix((information[positive].astype(np.float32), cells), shape=(terms, terms))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
