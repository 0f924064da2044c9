"""Checkpoints and proofs, judged by Go's golang.org/x/mod/sumdb: check.py PROGRAM

Makes a journal that grows, signs its checkpoints with openssl as Docs/RECIPES.md does, and has verify.go verify them with
proofs of lines and of growth. It needs openssl, the command go, and Debian's golang-golang-x-mod-dev.
"""
import base64, hashlib, os, pathlib, subprocess, sys, tempfile

here = pathlib.Path(__file__).parent
program = pathlib.Path(sys.argv[1]).absolute()
SIZES = [1, 2, 3, 4, 7, 8, 9, 16, 31, 33, 64, 65, 100]
SAMPLE = (
    '{"event":"save","by":"owner","objects":[{"kind":"quantity","type":"HKQuantityTypeIdentifierStepCount","start":'
    '"2026-03-01T12:00:00+01:00","end":"2026-03-01T12:10:00+01:00","value":%d,"unit":"count"}]}\n')


class Folder:
    def __init__(self, name):
        self.path = pathlib.Path(name)
        self.environment = {**os.environ, "HOME": name, "XDG_STATE_HOME": f"{name}/state", "HEALTH_JOURNAL": f"{name}/journal"}
        self.run("init", "--time-zone", "Europe/Paris")
        self.openssl("genpkey", "-algorithm", "ed25519", "-out", "key.pem")
        public = self.openssl("pkey", "-in", "key.pem", "-pubout", "-outform", "DER")[-32:]
        self.name = self.run("checkpoint").split("\n")[0]
        self.id = hashlib.sha256(self.name.encode() + b"\n\1" + public).digest()[:4]
        self.key = f"{self.name}+{self.id.hex()}+{base64.b64encode(bytes([1]) + public).decode()}"

    def run(self, *words, text=None, code=0):
        done = subprocess.run([program, *words], input=text, cwd=self.path, env=self.environment, text=True, capture_output=True)
        assert done.returncode == code, (words, done.returncode, done.stdout, done.stderr)
        return done.stdout

    def openssl(self, *words):
        return subprocess.run(["openssl", *words], cwd=self.path, check=True, capture_output=True).stdout

    def checkpoint(self, size):
        """Lets the journal grow to a size, and signs its checkpoint."""
        have = int(self.run("checkpoint").split("\n")[1])
        if size > have:
            self.run("append", text="".join(SAMPLE % number for number in range(have, size)))
        note = f"{size}.note"
        self.run("checkpoint", "-o", note)
        self.openssl("pkeyutl", "-sign", "-inkey", "key.pem", "-rawin", "-in", note, "-out", "signature")
        signature = base64.b64encode(self.id + (self.path / "signature").read_bytes()).decode()
        with open(self.path / note, "a", encoding="utf-8") as file:
            file.write(f"\n— {self.name} {signature}\n")
        return note


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Folder(name)
        notes = [folder.checkpoint(size) for size in SIZES]
        for place, (size, note) in enumerate(zip(SIZES, notes)):
            for line in {1, size // 2 + 1, size}:
                folder.run("checkpoint", "--prove", str(line), "--note", note, "-o", f"{line}-{size}.tlog-proof")
            for old in SIZES[:place]:
                folder.run("checkpoint", "--prove-growth", str(old), "--note", note, "-o", f"{old}-{size}.growth")
            # A witness that has no journal follows each step by its proof.
            last = SIZES[place - 1]
            proof = ["--proof", f"{last}-{size}.growth"] if place else []
            folder.run("witness", note, *proof)
        against = [word for note in notes for word in ("--against", note)]
        assert folder.run("audit", *against).startswith("VERIFIED\n")
        events = folder.path / "journal" / "events.ndjson"
        (folder.path / "events.ndjson").write_bytes(events.read_bytes())
        environment = {**os.environ, "HOME": name, "GO111MODULE": "off", "GOPATH": "/usr/share/gocode", "GOFLAGS": ""}
        words = ["go", "run", here / "verify.go", folder.key, name]
        return subprocess.run(words, env=environment).returncode


sys.exit(main())
