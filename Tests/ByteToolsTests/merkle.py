"""RFC 6962 as it is written: merkle.py N prints, for trees of 0 to N leaves, roots and all proofs.

Leaf n is the SHA-256 of the decimal number n. A line is a root (`root SIZE HASH`), an inclusion proof (`in PLACE SIZE
HASH…`) or a consistency proof (`of OLD NEW HASH…`), its hashes in hexadecimal.
"""
import functools, hashlib, sys


def sha(data):
    return hashlib.sha256(data).digest()


def half(n):
    """The greatest power of two below n."""
    k = 1
    while k * 2 < n:
        k *= 2
    return k


@functools.cache
def root(first, last):
    if first == last:
        return sha(b"")
    if last - first == 1:
        return sha(b"\0" + sha(str(first).encode()))
    middle = first + half(last - first)
    return sha(b"\1" + root(first, middle) + root(middle, last))


def path(m, first, last):
    if last - first == 1:
        return []
    k = half(last - first)
    if m < k:
        return path(m, first, first + k) + [root(first + k, last)]
    return path(m - k, first + k, last) + [root(first, first + k)]


def proof(m, first, last, is_whole):
    if m == last - first:
        return [] if is_whole else [root(first, last)]
    k = half(last - first)
    if m <= k:
        return proof(m, first, first + k, is_whole) + [root(first + k, last)]
    return proof(m - k, first + k, last, False) + [root(first, first + k)]


def show(*words, hashes):
    print(*words, *(hash.hex() for hash in hashes))


for size in range(int(sys.argv[1]) + 1):
    show("root", size, hashes=[root(0, size)])
    for place in range(size):
        show("in", place, size, hashes=path(place, 0, size))
    for old in range(1, size + 1):
        show("of", old, size, hashes=proof(old, 0, size, True))
