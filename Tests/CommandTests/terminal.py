"""Runs a line of shell at a terminal of its own and prints what appears there.

    terminal.py COLUMNS LINE

The terminal's size is COLUMNS by 24; what the line leaves as its exit code is that of this program.
"""

import fcntl
import os
import pty
import struct
import sys
import termios

columns, line = int(sys.argv[1]), sys.argv[2]
child, terminal = pty.fork()
if child == 0:
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    os.execv("/bin/sh", ["sh", "-c", line])
shown = b""
while True:
    try:
        chunk = os.read(terminal, 1 << 16)
    except OSError:
        break
    if not chunk:
        break
    shown += chunk
code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
sys.stdout.buffer.write(shown.replace(b"\r\n", b"\n"))
sys.exit(code)
