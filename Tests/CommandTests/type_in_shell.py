#!/usr/bin/env python3
"""Types a line in a real shell on a terminal: type_in_shell.py bash|zsh|fish LINE

Loads the completions of `health-journal`, types LINE, in which \t presses the key for completion, and prints the
words with which the shell would call the program, one a line between < and >.
"""
import os, pty, select, sys, time

SHELLS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"],
             'PS1=; eval "$(health-journal completions bash)"; health-journal() {{ {call}; }}'),
    "zsh": (["zsh", "-f", "-i"],
            'PS1=; autoload -U compinit; compinit -u -D; eval "$(health-journal completions zsh)"; '
            'health-journal() {{ {call} }}'),
    "fish": (["fish", "--no-config", "-i"],
             'health-journal completions fish | source; function health-journal; {call}; end'),
}
CALLS = {"fish": r"printf '<%s>\n' $argv > called.part; command mv called.part called"}
CALL = r"""printf '<%s>\n' "$@" > called.part; command mv called.part called"""


def main(shell, line):
    words, setting = SHELLS[shell]
    setting = setting.format(call=CALLS.get(shell, CALL))
    for left in ("ready", "called"):
        if os.path.exists(left):
            os.remove(left)
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "dumb" if shell == "fish" else "xterm"
        os.execvp(words[0], words)
    os.write(terminal, (setting + "; touch ready\n").encode())
    wait(terminal, "ready")
    os.write(terminal, line.encode() + b"\n")
    wait(terminal, "called")
    os.write(terminal, b"exit\n")
    os.close(terminal)
    os.waitpid(pid, 0)
    with open("called", encoding="utf-8") as called:
        sys.stdout.write(called.read())


def wait(terminal, path):
    """Until a file is there; what the shell shows is read and passed over."""
    shown, end = b"", time.monotonic() + 20
    while not os.path.exists(path):
        if time.monotonic() > end:
            sys.exit(f"no {path}; the shell showed {shown[-2000:]!r}")
        if select.select([terminal], [], [], 0.02)[0]:
            try:
                shown += os.read(terminal, 65536)
            except OSError:
                sys.exit(f"the shell ended: {shown[-2000:]!r}")


main(sys.argv[1], sys.argv[2].replace("\\t", "\t"))
