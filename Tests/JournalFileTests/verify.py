"""Verifies a health journal, format 1: python3 verify.py events.ndjson"""
import hashlib, json, re, sys
SUFFIX = re.compile(rb',"chain":"([0-9a-f]{64})"\}\Z')
ERASED = re.compile(rb',"event":"erased","digest":"([0-9a-f]{64})"\Z')

def sha256(data):
    return hashlib.sha256(data).digest()

def unique(pairs):
    if len({key for key, _ in pairs}) != len(pairs):
        raise ValueError("has the same key twice in one object")
    return dict(pairs)

def refuse(word):
    raise ValueError(word + " is no number")

def check(line, number, previous, state):
    """Returns the chain value behind a line, or raises ValueError."""
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
    covered = line[:suffix.start()]
    if entry.get("event") == "erased":
        erased = ERASED.search(covered)
        if not erased:
            raise ValueError("does not state the digest of what was erased")
        digest = bytes.fromhex(erased.group(1).decode())
        state["erased"].add(number)
    else:
        digest = sha256(b"\x00" + covered)
        if entry.get("event") == "erase":
            state["named"].update(entry.get("lines", []))
    chain = sha256(b"\x01" + previous + digest)
    if chain.hex() != suffix.group(1).decode():
        raise ValueError("was changed, or a line before it was")
    state["at"] = entry["at"]
    return chain

def main(path):
    chain, number, state = bytes(32), 0, {"at": "", "erased": set(), "named": set()}
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            try:
                if not line.endswith(b"\n"):
                    raise ValueError("is not complete")
                chain = check(line[:-1], number, chain, state)
            except ValueError as problem:
                sys.exit(f"line {number}: {problem}")
    for erased in sorted(state["erased"] - state["named"]):
        sys.exit(f"line {erased}: was erased, and no erase event names it")
    print(f"{number} lines, chain {chain.hex()}")

main(sys.argv[1])
