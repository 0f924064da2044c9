"""A back end that a test scripts: it answers what it is told to, and notes what it got.

    push_server.py FOLDER [CERTIFICATE]

It listens on a port of its own on 127.0.0.1 and writes the number to FOLDER/port. FOLDER/script holds
a line for each request, taken in order; when there are none left it answers 200:

    200                   answer with this status
    429 Retry-After=1     and with a header
    302 Location=http://…
    body 400 TEXT         with a text of its own (\\e stands for ESC)
    cut                   read the request and hang up without an answer
    raw TEXT              answer with these bytes alone (\\r and \\n stand for CR and LF)
    slow 5                answer 200 after so many seconds
    flood                 answer 200 with a text that does not end

Each request is a line of JSON in FOLDER/got: {"path", "key", "type", "authorization", "rows"}. It is
written before the answer.
"""

import http.server
import json
import os
import ssl
import sys
import time

folder = sys.argv[1]


def step():
    path = os.path.join(folder, "script")
    with open(path) as file:
        lines = file.read().splitlines()
    with open(path, "w") as file:
        file.write("".join(line + "\n" for line in lines[1:]))
    return lines[0].split(" ") if lines else ["200"]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        got = {
            "path": self.path,
            "key": self.headers["Idempotency-Key"],
            "type": self.headers["Content-Type"],
            "authorization": self.headers["Authorization"],
            "rows": json.loads(body),
        }
        words = step()
        with open(os.path.join(folder, "got"), "a") as file:
            file.write(json.dumps(got) + "\n")
        self.close_connection = True
        if words[0] == "cut":
            return
        if words[0] == "raw":
            return self.wfile.write(" ".join(words[1:]).replace("\\r", "\r").replace("\\n", "\n").encode())
        if words[0] == "slow":
            time.sleep(float(words[1]))
            words = ["200"]
        if words[0] == "flood":
            return self.flood()
        text = b"thanks"
        if words[0] == "body":
            text = " ".join(words[2:]).replace("\\e", "\x1b").encode()
            words = [words[1]]
        self.send_response(int(words[0]))
        for header in words[1:]:
            self.send_header(*header.replace("_", " ").split("=", 1))
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def flood(self):
        self.send_response(200)
        self.end_headers()
        try:
            while True:
                self.wfile.write(b"x" * 65536)
        except OSError:
            pass

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, request, address):
        pass


server = Server(("127.0.0.1", 0), Handler)
if len(sys.argv) > 2:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[2])
    server.socket = context.wrap_socket(server.socket, server_side=True)
name = os.path.join(folder, "port")
with open(name + ".part", "w") as file:
    file.write(str(server.server_address[1]))
os.rename(name + ".part", name)
server.serve_forever()
