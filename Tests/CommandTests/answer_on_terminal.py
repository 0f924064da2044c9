"""Answers a question at a terminal: answer_on_terminal.py ANSWER LINE

Runs a line of shell at a terminal, types ANSWER once a question ends in `(yes) `, and prints what appeared there. The
exit code is that of the line.
"""

import os
import pty
import sys

answer, line = sys.argv[1], sys.argv[2]
child, terminal = pty.fork()
if child == 0:
    os.execv("/bin/sh", ["sh", "-c", line])
shown, is_answered = b"", False
while True:
    try:
        chunk = os.read(terminal, 1 << 16)
    except OSError:
        break
    if not chunk:
        break
    shown += chunk
    if not is_answered and shown.endswith(b"(yes) "):
        # \x04 ends the input where a line begins.
        os.write(terminal, b"\x04" if answer == "" else answer.encode() + b"\n")
        is_answered = True
code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
sys.stdout.buffer.write(shown.replace(b"\r\n", b"\n"))
sys.exit(code)
