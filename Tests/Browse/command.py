#!/usr/bin/env python3
"""Starts and ends `browse` as people do: command.py PROGRAM

Ctrl-C ends it with code 0 and one line, a signal to end with 143, and its server ends with it. --open leads the
browser by a file that only its user can read, and that is gone after the first page: the words of no process have the
token. Ends with 1 where it does otherwise.
"""
import os, pathlib, re, signal, stat, subprocess, sys, tempfile, time
sys.dont_write_bytecode = True
from viewer import Browse, as_in_a_terminal

FROM_FILE = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}


def children(pid):
    return [int(word) for word in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def soon(condition):
    """Waits until a condition holds, for ten seconds at most."""
    end = time.monotonic() + 10
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    return condition()


def ends(program, journal):
    for number, wanted, word in [(signal.SIGINT, 0, "ended by Ctrl-C"), (signal.SIGTERM, 143, "broken off")]:
        browse = Browse(program, journal)
        [server] = children(browse.child.pid)
        assert browse.get(browse.address)[0] == 303 and browse.get(browse.start)[0] == 200
        code, said = browse.end(number)
        remarks = said.splitlines()
        assert code == wanted and len(remarks) == 2 and word in remarks[1], (code, said)
        assert soon(lambda: not os.path.exists(f"/proc/{server}")), "the server goes on"


def terminal(program, journal):
    """Ctrl-C of a terminal reaches the server too."""
    child = subprocess.Popen([program, "browse", "--journal", journal], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             text=True, start_new_session=True, preexec_fn=as_in_a_terminal)
    assert child.stdout.readline().startswith("http://127.0.0.1:")
    os.killpg(child.pid, signal.SIGINT)
    _, said = child.communicate(timeout=30)
    assert child.returncode == 0 and said.splitlines()[1:] == ["health-journal: ended by Ctrl-C"], (child.returncode, said)


def opens(program, journal, folder):
    """The file leads a browser there, once, and is removed."""
    words = pathlib.Path(folder, "words")
    opener = pathlib.Path(folder, "xdg-open")
    opener.write_text(f"#!/bin/sh\necho \"$@\" > {words}.part && mv {words}.part {words}\nexec sleep 3\n")
    opener.chmod(0o755)
    private = pathlib.Path(folder, "private")
    private.mkdir()
    browse = Browse(program, journal, "--open", environment={
        **os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "TMPDIR": str(private)})
    assert soon(words.exists), "no browser was opened"
    token = browse.address.split("token=")[1]
    for process in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            assert token.encode() not in process.read_bytes(), f"{process} shows the token"
        except OSError:
            continue
    way = pathlib.Path(words.read_text().strip())
    assert way.parent == private and stat.S_IMODE(way.stat().st_mode) == 0o600, way
    [address] = re.findall(r'http-equiv="refresh" content="0;url=([^"]+)"', way.read_text())
    assert address == browse.address, address
    # Nothing but a step of a whole window may come from elsewhere, and only with the token.
    for name, value in [("Sec-Fetch-Mode", "no-cors"), ("Sec-Fetch-Dest", "iframe"), ("Sec-Fetch-Site", "same-site"),
                        ("Origin", "null")]:
        assert browse.get(address, {**FROM_FILE, name: value}.items())[0] == 403, name
    assert browse.get(browse.start, FROM_FILE.items())[0] == 403
    status, fields, page = browse.get(address, FROM_FILE.items())
    # The browser takes a step within the pages for the cookie to count.
    assert status == 200 and 'content="0;url=./"' in page and "SameSite=Strict" in fields["set-cookie"], (status, page)
    assert browse.get(address, FROM_FILE.items())[0] == 403, "the token is good twice"
    assert browse.get(browse.start, FROM_FILE.items())[0] == 403, "the cookie opens the pages for another site"
    assert browse.get(browse.start, {"Sec-Fetch-Site": "same-origin"}.items())[0] == 200
    assert soon(lambda: not way.exists()), "the file is still there"
    assert browse.end()[0] == 0 and not list(private.iterdir())


def unused(program, journal, folder):
    """A file that nobody used goes at the end."""
    private = pathlib.Path(folder, "unused")
    private.mkdir()
    browse = Browse(program, journal, "--open", environment={
        **os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "TMPDIR": str(private)})
    assert soon(lambda: len(list(private.iterdir())) == 1), "there is no file"
    code, said = browse.end()
    assert code == 0 and not list(private.iterdir()), (code, said)


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        journal = os.path.join(folder, "journal")
        subprocess.run([program, "init", "--journal", journal], check=True, capture_output=True)
        ends(program, journal)
        terminal(program, journal)
        opens(program, journal, folder)
        unused(program, journal, folder)
    print("browse starts and ends as it should")


if __name__ == "__main__":
    main()
