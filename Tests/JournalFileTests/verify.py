"""Verifies a health journal, formats 1 and 2: python3 verify.py events.ndjson"""
import hashlib, json, re, sys
SUFFIX = re.compile(rb',"chain":"([0-9a-f]{64})"\}\Z')
OLDEST = "open origin save delete authorize configure import erase erased"
FORMATS = dict.fromkeys(OLDEST.split(), 1)
FORMATS.update(format=2, revert=2, type=2)
STATED = re.compile(rb'(,"event":"erased")?,"digest":"([0-9a-f]{64})"\Z')

def sha256(data):
    return hashlib.sha256(data).digest()

def unique(pairs):
    if len({key for key, _ in pairs}) != len(pairs):
        raise ValueError("has the same key twice in one object")
    return dict(pairs)

def refuse(word):
    raise ValueError(word + " is no number")

def check(line, number, previous, state):
    """Returns the chain value after a line, or raises ValueError."""
    suffix = SUFFIX.search(line)
    if not suffix:
        raise ValueError("does not end in a chain value")
    entry = json.loads(line.decode("utf-8"), object_pairs_hook=unique, parse_constant=refuse)
    if entry.get("seq") != number:
        raise ValueError("has another number")
    if not isinstance(entry.get("at"), str) or entry["at"] < state["at"]:
        raise ValueError("is older than the line before it")
    if (entry.get("event") == "open") != (number == 1):
        raise ValueError("opens the journal in the wrong place, or does not")
    format = FORMATS.get(entry.get("event"), 3)
    if entry.get("event") in ("open", "format"):
        format = state["format"] = entry.get("format")
    if not isinstance(format, int) or format > 2:
        raise ValueError("was written by a newer version")
    if format > state["format"]:
        raise ValueError("needs a format that no line before it states")
    covered = line[:suffix.start()]
    stated, digest = STATED.search(covered), sha256(b"\x00" + covered)
    if (entry.get("event") == "erased") != bool(stated and stated.group(1)):
        raise ValueError("does not state the digest of what was erased")
    if stated:
        state["now"][number] = None if stated.group(1) else digest.hex()
        digest = bytes.fromhex(stated.group(2).decode())
    elif entry.get("event") == "erase":
        said = dict.fromkeys(entry.get("lines", []))
        said.update((kept["seq"], kept["digest"]) for kept in entry.get("kept", []))
        state["said"].update((seq, what) for seq, what in said.items() if seq < number)
    chain = sha256(b"\x01" + previous + digest)
    if chain.hex() != suffix.group(1).decode():
        raise ValueError("was changed, or a line before it was")
    state["at"] = entry["at"]
    return chain

def main(path):
    chain, number, state = bytes(32), 0, {"at": "", "format": 1, "now": {}, "said": {}}
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            try:
                if not line.endswith(b"\n"):
                    raise ValueError("is not complete")
                chain = check(line[:-1], number, chain, state)
            except ValueError as problem:
                sys.exit(f"line {number}: {problem}")
    for seq, what in state["now"].items():
        if state["said"].get(seq, "nothing") != what:
            sys.exit(f"line {seq}: was erased, and no erase event vouches for what is left")
    print(f"{number} lines, chain {chain.hex()}")

main(sys.argv[1])
