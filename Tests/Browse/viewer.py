"""The programs of `browse`: the server with a small page maker of its own instead of a journal, and raw requests to it;
and the whole command over a journal."""
import http.client, json, re, signal, socket, subprocess, threading, time

TERMS = {"styles": ["sha256-" + "A" * 43 + "="], "scripts": ["sha256-" + "B" * 43 + "="], "idle": 600}


class Viewer:
    """The program, and a thread that makes its pages: each names the target that it was asked for."""

    def __init__(self, program, terms=TERMS, before=()):
        self.child = subprocess.Popen([*before, program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                      stderr=subprocess.PIPE)
        self.address = json.loads(self.child.stdout.readline())["address"]
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)(/[0-9a-f]{32}/)\?token=([0-9a-f]{64})", self.address)
        self.port, self.path, self.token = int(found[1]), found[2], found[3]
        self.host = f"127.0.0.1:{self.port}"
        self.cookie = ""
        self.targets = []
        self.say(json.dumps(terms) if isinstance(terms, dict) else terms)
        threading.Thread(target=self.make_pages, daemon=True).start()

    def say(self, line, body=b""):
        try:
            self.child.stdin.write(line.encode() + b"\n" + body)
            self.child.stdin.flush()
        except OSError:
            pass

    def make_pages(self):
        for line in self.child.stdout:
            target = json.loads(line)["target"]
            self.targets.append(target)
            if target.startswith("/slow"):
                time.sleep(0.5)
            page = b"x" * 4_000_000 if target == "/big" else f"<p>{target.replace('<', '')}</p>".encode()
            if target.startswith("/lie"):
                self.say(target[5:].replace("+", " "), page)
            else:
                soon = {"again": 1} if target == "/soon" else {}
                self.say(json.dumps({"status": 404 if target == "/nothing" else 200, "length": len(page), **soon}), page)

    def head(self, path="", method="GET", version="HTTP/1.1", host=None, cookie=None, more=()):
        """The bytes of a request; None leaves the usual field as it is, an empty text leaves it out."""
        fields = []
        if host != "":
            fields.append(f"Host: {host or self.host}")
        cookie = self.cookie if cookie is None else cookie
        if cookie:
            fields.append(f"Cookie: {cookie}")
        lines = [f"{method} {self.path + path if not path.startswith(('/', 'http')) else path} {version}",
                 *fields, *more, "", ""]
        return "\r\n".join(lines).encode("latin-1")

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=60)

    def ask(self, *arguments, **named):
        return self.send(self.head(*arguments, **named))

    def send(self, data, body=True):
        """The first answer to these bytes on a connection of their own."""
        with self.connect() as connection:
            try:
                connection.sendall(data)
            except OSError:
                pass
            return Reader(connection).answer(body)

    def enter(self):
        """Shows the token, as a browser does that opens the address, and keeps the cookie."""
        answer = self.ask(f"?token={self.token}", more=["Sec-Fetch-Site: none"])
        assert answer.status == 303 and answer.fields["location"] == self.path, answer
        self.cookie = answer.fields["set-cookie"].split(";")[0]
        return answer

    def end(self):
        self.child.stdin.close()
        return self.wait()

    def wait(self):
        code = self.child.wait(timeout=60)
        return code, self.child.stderr.read().decode()

    def memory(self):
        """The memory in KiB that the program takes, and the number of its open files."""
        import os
        with open(f"/proc/{self.child.pid}/status") as status:
            size = int(re.search(r"VmRSS:\s+(\d+)", status.read())[1])
        return size, len(os.listdir(f"/proc/{self.child.pid}/fd"))


class Answer:
    def __init__(self, status, fields, body):
        self.status, self.fields, self.body = status, fields, body

    def __repr__(self):
        return f"{self.status} {self.fields} {self.body[:200]}"


GONE = Answer(0, {}, b"")


class Reader:
    """Answers on one connection, one after the other."""

    def __init__(self, connection):
        self.connection, self.bytes = connection, b""

    def more(self):
        try:
            part = self.connection.recv(1 << 16)
        except ConnectionResetError:
            part = b""
        self.bytes += part
        return bool(part)

    def answer(self, body=True):
        while b"\r\n\r\n" not in self.bytes:
            if not self.more():
                assert self.bytes == b"", self.bytes
                return GONE
        head, self.bytes = self.bytes.split(b"\r\n\r\n", 1)
        lines = head.decode().split("\r\n")
        fields = dict((name.lower(), value) for name, value in (line.split(": ", 1) for line in lines[1:]))
        assert len(fields) == len(lines) - 1, "a field that stands twice"
        length = int(fields["content-length"]) if body else 0
        while len(self.bytes) < length:
            assert self.more(), "an answer that breaks off"
        body, self.bytes = self.bytes[:length], self.bytes[length:]
        return Answer(int(lines[0].split()[1]), fields, body)


def as_in_a_terminal():
    """Lets signals come: what runs the tests may ignore or block Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])


class Browse:
    """`health-journal browse` over a journal."""

    def __init__(self, program, journal, *options, environment=None):
        self.child = subprocess.Popen([program, "browse", "--journal", journal, *options], stdout=subprocess.PIPE,
                                      stderr=subprocess.PIPE, text=True, env=environment, preexec_fn=as_in_a_terminal)
        self.address = self.child.stdout.readline().strip()
        assert self.address.startswith("http://127.0.0.1:"), self.child.stderr.read()
        self.start = self.address.split("?")[0]
        self.origin = "/".join(self.address.split("/")[:3])
        self.port = int(self.origin.rsplit(":", 1)[1])
        self.cookie = {}

    def get(self, address, more=()):
        """The status, fields and text of an answer, as a browser without pages gets it."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        connection.request("GET", address.removeprefix(self.origin), headers={**self.cookie, **dict(more)})
        answer = connection.getresponse()
        fields = {name.lower(): value for name, value in answer.getheaders()}
        if "set-cookie" in fields:
            self.cookie = {"Cookie": fields["set-cookie"].split(";")[0]}
        text = answer.read().decode()
        connection.close()
        return answer.status, fields, text

    def end(self, number=2):
        """Ends it by a signal, as Ctrl-C does; its exit code and its remarks."""
        self.child.send_signal(number)
        _, said = self.child.communicate(timeout=30)
        return self.child.returncode, said
