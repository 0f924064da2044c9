#!/usr/bin/env python3
"""Attacks the server of `browse`: attacks.py PROGRAM [--table] [NAME ...]

PROGRAM is health-journal-browse. Each attack runs against a server of its own with a small page maker, and shows what
it got; after it the user must still get a page, and the page maker must have seen nothing but what the user asked.
Ends with 1 where anything is otherwise. --table prints the table of Docs/SECURITY.md.
"""
import concurrent.futures, http.cookiejar, json, os, pathlib, random, re, select, shutil, socket, struct, subprocess
import sys, tempfile, threading, time, traceback, urllib.request
sys.dont_write_bytecode = True
from viewer import GONE, TERMS, Reader, Viewer

ATTACKS = []
LOCKED = {
    "cache-control": "no-store", "referrer-policy": "no-referrer", "x-frame-options": "DENY",
    "x-content-type-options": "nosniff", "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin", "content-type": "text/html; charset=utf-8",
}


def attack(who, what):
    """Declares an attack; its function returns what it got, in words."""
    def declare(function):
        ATTACKS.append((who, what, function))
        return function
    return declare


def refused(answer, status, word=""):
    assert answer.status == status, answer
    for name, value in LOCKED.items():
        assert answer.fields[name] == value, (name, answer)
    policy = answer.fields["content-security-policy"]
    assert policy.startswith("default-src 'none'; connect-src 'none'; "), policy
    assert answer.fields["connection"] == "close" and "set-cookie" not in answer.fields, answer
    assert word.encode() in answer.body and b"health-journal=" not in answer.body, answer
    return status


def all_refused(viewer, status, *requests):
    for request in requests:
        refused(viewer.send(request), status)
    return str(status)


# MARK: Names and addresses

@attack("a page that rebinds its name to 127.0.0.1", "`Host` of another name, with the cookie or with the token")
def rebinding(v):
    refused(v.ask("", host=f"evil.example:{v.port}"), 421)
    fresh = Viewer(v.child.args[-1])
    refused(fresh.ask(f"?token={fresh.token}", host=f"evil.example:{fresh.port}"), 421)
    fresh.enter()
    fresh.end()
    return "421; the token stays good"


@attack("a page that rebinds its name to 127.0.0.1", "`Host` without the port, with another one, in other spellings")
def spelled_hosts(v):
    hosts = ["127.0.0.1", "127.0.0.1:80", f"localhost:{v.port}", f"127.1:{v.port}", f"2130706433:{v.port}",
             f"[::1]:{v.port}", f"127.0.0.1.:{v.port}", f"127.0.0.1:0{v.port}", f"127.0.0.1:{v.port}@evil.example",
             f"evil.example,{v.host}"]
    return all_refused(v, 421, *(v.head(host=host) for host in hosts))


@attack("a page that rebinds its name to 127.0.0.1", "no `Host`; two of them")
def hosts_twice(v):
    all_refused(v, 421, v.head(host=""))
    all_refused(v, 400, v.head(more=["Host: evil.example"]), v.head(more=[f"Host: {v.host}"]))
    return "421; 400"


@attack("a page that rebinds its name to 127.0.0.1", "an absolute address in the request line, `*`, `CONNECT`")
def absolute(v):
    return all_refused(v, 400, v.head(f"http://{v.host}{v.path}"), v.head("http://evil.example/"),
                       b"GET * HTTP/1.1\r\nHost: %b\r\n\r\n" % v.host.encode(),
                       b"CONNECT evil.example:443 HTTP/1.1\r\nHost: %b\r\n\r\n" % v.host.encode())


@attack("another machine", "the port at the other addresses of this machine")
def other_addresses(v):
    try:
        own = {found[4][0] for found in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    except OSError:
        own = set()
    for address in (own | {"127.0.0.2", "::1"}) - {"127.0.0.1"}:
        try:
            socket.create_connection((address, v.port), timeout=5).close()
            raise AssertionError(f"{address} answers")
        except OSError:
            pass
    return "no connection"


# MARK: Who may read

@attack("another user of the machine", "the pages without the cookie; the start of the port")
def no_cookie(v):
    refused(v.ask("", cookie=""), 403, "Ctrl-C")
    for path in ["/", "/favicon.ico", v.path[:-1], v.path + "type/heartRate", "/robots.txt"]:
        refused(v.ask(path, cookie=""), 403, "good once")
    refused(v.send(v.head(method="HEAD", cookie=""), body=False), 403)
    return "403, which says how to get a new address"


@attack("another user of the machine", "guessed, cut, lengthened and empty cookies and tokens")
def guessed(v):
    name, value = v.cookie.split("=")
    for other in ["0" * 64, value[:-1], value + "0", "", value.upper() if value.upper() != value else "A" * 64]:
        refused(v.ask(cookie=f"{name}={other}"), 403)
        refused(v.ask(f"?token={other}", cookie=""), 403)
    refused(v.ask(cookie=f"x{name}={value}"), 403)
    refused(v.ask(cookie=f"{name.upper()}={value}"), 403)
    refused(v.ask(f"?token={value}", cookie=""), 403)
    return "403"


@attack("another user of the machine", "the token a second time, from a list of processes or a history")
def token_twice(v):
    refused(v.ask(f"?token={v.token}", cookie=""), 403)
    refused(v.ask("", cookie=f"health-journal={v.token}"), 403)
    assert v.ask(f"?token={v.token}").status == 303
    return "403; the user's browser is led to the start page"


@attack("another user of the machine", "the token from 50 connections at once")
def token_race(v):
    fresh = Viewer(v.child.args[-1])
    with concurrent.futures.ThreadPoolExecutor(50) as pool:
        got = list(pool.map(lambda _: fresh.ask(f"?token={fresh.token}").status, range(50)))
    fresh.end()
    assert sorted(got) == [303] + [403] * 49, got
    return "one gets the cookie, 49 get 403"


@attack("a program that looks at links", "`HEAD` with the token, and other addresses with it")
def token_by_head(v):
    fresh = Viewer(v.child.args[-1])
    refused(fresh.send(fresh.head(f"?token={fresh.token}", method="HEAD"), body=False), 403)
    for path in [f"type?token={fresh.token}", f"?token={fresh.token}&x", f"?x&token={fresh.token}",
                 f"/?token={fresh.token}"]:
        refused(fresh.ask(path), 403)
    fresh.enter()
    fresh.end()
    return "403; the token stays good"


@attack("another user of the machine", "the cookie under another path than that of the run")
def other_path(v):
    wrong = v.path.replace(v.path[5], "f" if v.path[5] != "f" else "e")
    for path in ["/", wrong, v.path.upper(), v.path[:-1], "/" + v.path, "/x" + v.path, v.path[:-1] + "%2F"]:
        refused(v.ask(path), 403)
    return "403"


# MARK: Pages of the browser

@attack("another page of the browser", "a link, frame, picture, script or `fetch` from another site")
def cross_site(v):
    for site in ["cross-site", "same-site", "None", "none, same-origin", ""]:
        for more in [["Sec-Fetch-Mode: navigate"], ["Sec-Fetch-Mode: no-cors"], ["Sec-Fetch-Dest: iframe"]]:
            refused(v.ask("", more=[f"Sec-Fetch-Site: {site}", *more]), 403)
    refused(v.send(v.head(more=["Sec-Fetch-Site: none", "Sec-Fetch-Site: same-origin"])), 400)
    return "403"


@attack("another page of the browser", "a link with the right token from another site")
def cross_site_token(v):
    fresh = Viewer(v.child.args[-1])
    refused(fresh.ask(f"?token={fresh.token}", more=["Sec-Fetch-Site: cross-site"]), 403)
    fresh.enter()
    fresh.end()
    led = Viewer(v.child.args[-1], {**TERMS, "opens": True})
    whole = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"]
    for dest in ["iframe", "image", "empty", ""]:
        refused(led.ask(f"?token={led.token}", more=[*whole, f"Sec-Fetch-Dest: {dest}"]), 403)
    answer = led.ask(f"?token={led.token}", more=[*whole, "Sec-Fetch-Dest: document"])
    assert answer.status == 200 and b"url=./" in answer.body and "set-cookie" in answer.fields, answer
    led.cookie = answer.fields["set-cookie"].split(";")[0]
    refused(led.ask("", more=[*whole, "Sec-Fetch-Dest: document"]), 403)
    assert led.ask("").status == 200
    led.end()
    return "403; the token stays good; with `--open` a whole window gets the cookie, and shows that site nothing"


@attack("another page of the browser", "`Origin` of another site, port or scheme, or `null`")
def origins(v):
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1", f"https://{v.host}", f"http://{v.host}/", ""]:
        refused(v.ask("", more=[f"Origin: {origin}"]), 403)
    assert v.ask("", more=[f"Origin: http://{v.host}"]).status == 200
    return "403"


@attack("a server of another user on another port", "waits for the cookie, which browsers send to every port")
def other_port(v):
    fresh = Viewer(v.child.args[-1])
    jar = http.cookiejar.CookieJar()
    # Python's jar keeps ports no more apart than browsers do.
    urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar)).open(fresh.address).read()
    assert len(jar) == 1
    sent = {}
    for path in ["/", "/" + "0" * 32 + "/", fresh.path[:-1], fresh.path]:
        request = urllib.request.Request(f"http://127.0.0.1:{fresh.port + 1}{path}")
        jar.add_cookie_header(request)
        sent[path] = request.has_header("Cookie")
    assert sent == {**dict.fromkeys(sent, False), fresh.path: True}, sent
    fresh.end()
    return "no cookie, unless it knows the 128 bits of the path"


@attack("a server of another user on another port", "sets cookies of the same name, and of odd bytes")
def tossed(v):
    for cookie in [f"health-journal={'0' * 64}; {v.cookie}", f"{v.cookie}; health-journal=", f"a=\xff\xfe; {v.cookie}",
                   f"a; ;;=;{v.cookie}"]:
        assert v.ask("", cookie=cookie).status == 200, cookie
    assert v.ask("", cookie="health-journal=0", more=[f"Cookie: {v.cookie}"]).status == 200
    refused(v.ask("", cookie=f"a=\"{v.cookie}\""), 403)
    return "the user gets the page"


@attack("a server of another user on another port", "sets so many cookies that no request fits")
def cookie_bomb(v):
    refused(v.ask("", cookie=v.cookie + "; x=" + "y" * 20_000), 431, "Delete the cookies")
    return "431, which says to delete them"


@attack("another page of the browser", "opens a WebSocket, with the cookie")
def websocket(v):
    more = ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Version: 13"]
    refused(v.ask("", more=[*more, "Origin: http://evil.example"]), 403)
    refused(v.ask("", more=[*more, "Sec-Fetch-Site: same-site"]), 403)
    assert v.ask("", more=more).status == 200
    return "403; nothing is upgraded"


@attack("another page of the browser", "reads, frames or keeps an answer")
def fields(v):
    answer = v.ask("")
    for name, value in LOCKED.items():
        assert answer.fields[name] == value, answer
    policy = dict(part.strip().split(" ", 1) for part in answer.fields["content-security-policy"].split(";"))
    assert policy == {
        "default-src": "'none'", "style-src": f"'{TERMS['styles'][0]}'", "script-src": f"'{TERMS['scripts'][0]}'",
        "connect-src": "'none'", "form-action": "'self'", "base-uri": "'none'", "frame-ancestors": "'none'"}, policy
    assert not set(answer.fields) & {"access-control-allow-origin", "server", "set-cookie", "etag"}, answer
    fresh = Viewer(v.child.args[-1])
    name, *terms = fresh.enter().fields["set-cookie"].split("; ")
    assert re.fullmatch("health-journal=[0-9a-f]{64}", name) and name.split("=")[1] not in fresh.address, name
    assert sorted(terms) == ["HttpOnly", f"Path={fresh.path}", "SameSite=Strict"], terms
    fresh.end()
    return "the fields forbid it, on refusals too"


# MARK: Requests that are none

@attack("a client that writes", "`POST`, `PUT`, `PATCH`, `DELETE`, `OPTIONS`, `TRACE`, unknown methods")
def methods(v):
    for method in ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "GETS", "G", "Get"]:
        answer = v.ask("", method=method)
        refused(answer, 405)
        assert answer.fields["allow"] == "GET, HEAD"
    return all_refused(v, 400, v.head(method="get"), v.head(method="G(T"), v.head(method="")) and "405; 400"


@attack("a client that writes", "a body by length, in chunks, or both: a second request inside the first")
def bodies(v):
    inside = v.head("inside")
    before = len(v.targets)
    for more in [[f"Content-Length: {len(inside)}"], ["Transfer-Encoding: chunked"], ["Content-Length: 0"],
                 ["Content-Length: 5", "Transfer-Encoding: chunked"], ["Transfer-Encoding : chunked"],
                 ["Content-Length: 1", "Content-Length: 2"], ["Expect: 100-continue"]]:
        with v.connect() as connection:
            connection.sendall(v.head(more=more) + inside)
            reader = Reader(connection)
            refused(reader.answer(), 400 if " :" in more[0] else 413)
            assert reader.answer() is GONE
    assert len(v.targets) == before, v.targets
    return "413, and the connection ends"


@attack("odd bytes", "HTTP/0.9, 1.0, 1.2, 2 and other versions")
def versions(v):
    for version in ["HTTP/1.0", "HTTP/1.2", "HTTP/2.0", "HTTP/0.9"]:
        refused(v.ask("", version=version), 505)
    refused(v.send(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), 505)
    all_refused(v, 400, f"GET {v.path}\r\n\r\n".encode(), v.head(version="http/1.1"), v.head(version="HTTP/1.1 "),
                v.head(version="HTTP/1.10"))
    return "505; 400"


@attack("odd bytes", "TLS, SSH, SOCKS and PROXY instead of HTTP")
def other_protocols(v):
    begun = time.monotonic()
    all_refused(v, 400, bytes.fromhex("16030100f1010000ed0303") + bytes(200), b"\x05\x01\x00", b"\x00" * 50,
                b"PROXY TCP4 1.2.3.4 127.0.0.1 1 2\r\n", b" GET / HTTP/1.1\r\n\r\n", b"\r\n" + v.head(), b"ssh\r\n\r\n")
    assert time.monotonic() - begun < 5
    return "400 at once"


@attack("odd bytes", "lines that end in LF or CR alone, folded lines, a space before the colon, no colon")
def lines(v):
    head = v.head()
    all_refused(v, 400, head.replace(b"\r\n", b"\n"), head.replace(b"\r\nHost", b"\nHost"),
                head.replace(b"\r\nCookie", b"\rCookie"), head[:-2] + b"X: 1\r\n folded\r\n\r\n",
                head[:-2] + b"X : 1\r\n\r\n", head[:-2] + b"colon\r\n\r\n", head[:-2] + b": 1\r\n\r\n",
                head[:-2] + b"X\xe9: 1\r\n\r\n", head[:-2] + b"X: a\x00b\r\n\r\n", head[:-2] + b"X: a\x1b[2Jb\r\n\r\n")
    return "400"


@attack("odd bytes", "control characters, NUL, quotes and bytes above ASCII in the address")
def raw_bytes(v):
    base = v.head("X")
    texts = [bytes([byte]) for byte in range(256) if not 0x21 <= byte <= 0x7E or byte in b'#"<>\\']
    return all_refused(v, 400, *(base.replace(v.path.encode() + b"X", v.path.encode() + b"a" + text + b"b")
                                 for text in texts if text != b"\n"))


@attack("odd bytes", "escapes of control characters (`%00`, `%0d%0a`), of no text, and broken ones")
def escapes(v):
    texts = ["%00", "%0d%0aSet-Cookie:x=1", "%1b[2J", "%7f", "%ff", "%c0%af", "%ed%a0%80", "%f4%90%80%80", "%", "%2",
             "%zz", "%e4%b8", "%u0041"]
    # A source may be named by control characters; the page maker gets their escapes alone.
    for text in ["%0d%0aSet-Cookie:x=1", "%1b[2J", "%7f"]:
        assert v.send(v.head("?x=" + text)).status == 200 and v.targets[-1] == "/?x=" + text, v.targets[-1]
    in_query = [text for text in texts if text[:3] not in ("%0d", "%1b", "%7f")]
    refusal = all_refused(v, 400, *(v.head("type/" + text) for text in texts),
                          *(v.head("?x=" + text) for text in in_query))
    return refusal + "; in a query the page maker gets them as escapes, but `%00`"


@attack("odd bytes", "`..`, `//`, schemes and shell signs in the address, which is text and names no file")
def traversals(v):
    for path in ["../../etc/passwd", "%2e%2e/%2E%2e/etc/passwd", "/etc/passwd", "type/;rm%20-rf%20~", "type/$(id)",
                 "..%2f..%2f", "?x=%22%3E%3Cscript%3E", "type/'%20or%201=1", "file:///etc/passwd", "line/%E2%80%AE"]:
        before = len(v.targets)
        answer = v.send(v.head(v.path + path))
        assert answer.status == 200 and b"root:" not in answer.body, (path, answer)
        assert v.targets[before:] == ["/" + path], v.targets[before:]
    return "the page maker gets it as it is"


@attack("odd bytes", "20,000 connections of random bytes and of requests with random bytes in them")
def fuzz(v):
    dice, good, statuses = random.Random(7), v.head("type/heartRate"), {}
    good = good.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    for round in range(20_000):
        data = bytearray(good if round % 4 else dice.randbytes(dice.randrange(1, 200)))
        for _ in range(dice.randrange(1, 4)):
            at = dice.randrange(len(data))
            data[at:at + dice.randrange(2)] = dice.randbytes(dice.randrange(3))
        with v.connect() as connection:
            try:
                connection.sendall(data)
                connection.shutdown(socket.SHUT_WR)
            except OSError:
                pass
            status = Reader(connection).answer().status
        statuses[status] = statuses.get(status, 0) + 1
    for target in v.targets:
        assert re.fullmatch(r"/[!-~]*", target), target
    known = {0, 200, 303, 400, 403, 405, 413, 414, 421, 431, 505}
    assert set(statuses) <= known and statuses[400] > 10_000, statuses
    return "most 400, 403 or 421; a page only where the changed bytes mean nothing"


# MARK: Too much

@attack("an endless client", "a request line of 1 MB")
def long_line(v):
    refused(v.ask("a" * 4_096), 414)
    refused(v.ask("a" * 1_000_000), 414)
    assert v.ask("a" * 4_000).status == 200
    return "414"


@attack("an endless client", "fields of 1 MB, 10,000 fields, a field that never ends")
def long_head(v):
    refused(v.ask("", more=["X: " + "a" * 1_000_000]), 431)
    refused(v.ask("", more=["X: 1"] * 65), 431)
    refused(v.ask("", more=["X: 1"] * 10_000), 431)
    refused(v.send(v.head()[:-2] + b"X: " + b"a" * 17_000), 431)
    assert v.ask("", more=["X: 1"] * 60).status == 200
    return "431"


@attack("an endless client", "100 MB after a refusal")
def endless(v):
    with v.connect() as connection:
        sent = 0
        try:
            for _ in range(100):
                connection.sendall(b"GET " + b"a" * 1_000_000)
                sent += 1
        except OSError:
            pass
    assert v.memory()[0] < 60_000, v.memory()
    return "thrown away for a second, then the connection ends"


@attack("a slow client", "a byte of the request each half second, from 40 connections (slow loris)")
def loris(v):
    ends = []

    def one(number):
        begun = time.monotonic()
        with v.connect() as connection:
            connection.settimeout(0.5)
            data = b""
            for byte in (v.head() * 2 if number % 2 else b"G" * 200):
                try:
                    connection.sendall(bytes([byte]))
                    data = connection.recv(1000)
                    break
                except TimeoutError:
                    continue
                except OSError:
                    break
            ends.append((time.monotonic() - begun, data[:12]))
    threads = [threading.Thread(target=one, args=[number]) for number in range(40)]
    [thread.start() for thread in threads]
    while any(thread.is_alive() for thread in threads):
        begun = time.monotonic()
        assert v.ask("meanwhile").status == 200 and time.monotonic() - begun < 2
        time.sleep(0.2)
    assert all(9 < seconds < 14 and data == b"HTTP/1.1 408" for seconds, data in ends), ends
    return "408 after ten seconds; the user gets pages meanwhile"


@attack("a slow client", "connections that say nothing")
def silent(v):
    begun = time.monotonic()
    connections = [v.connect() for _ in range(50)]
    for connection in connections:
        assert connection.recv(1) == b""
    assert 9 < time.monotonic() - begun < 14
    return "the end after ten seconds"


@attack("a slow client", "asks for 4 MB with the cookie and reads nothing, ten times")
def slow_reader(v):
    begun = time.monotonic()
    connections = []
    for _ in range(10):
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", v.port))
        connection.sendall(v.head("big"))
        connections.append(connection)
    time.sleep(1)
    assert v.ask("meanwhile").status == 200 and time.monotonic() - begun < 5
    while v.memory()[1] > 12 and time.monotonic() - begun < 45:
        time.sleep(0.5)
    assert 29 < time.monotonic() - begun < 40 and v.memory()[0] < 120_000, v.memory()
    return "the end after 30 seconds; the user gets pages meanwhile"


@attack("many clients", "10,000 connections, all kept open")
def many_connections(v):
    code = """
import resource, socket, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
kept = []
for _ in range(%d):
    try: kept.append(socket.create_connection(("127.0.0.1", %d), timeout=60))
    except OSError: pass
print(len(kept), flush=True)
sys.stdin.read()
"""
    children = [subprocess.Popen([sys.executable, "-c", code % (2_500, v.port)], stdin=subprocess.PIPE,
                                 stdout=subprocess.PIPE) for _ in range(4)]
    slowest = 0
    while any(child.poll() is None and not ready(child.stdout) for child in children):
        begun = time.monotonic()
        assert v.ask("meanwhile").status == 200
        slowest = max(slowest, time.monotonic() - begun)
    counts = [int(child.stdout.readline()) for child in children]
    (memory, files) = v.memory()
    [child.communicate() for child in children]
    assert sum(counts) > 9_900 and slowest < 5, (counts, slowest)
    assert files < 530 and memory < 60_000, (files, memory)
    return "512 at a time, the oldest without the cookie ends; the user gets pages meanwhile"


def ready(stream):
    return bool(select.select([stream], [], [], 0)[0])


@attack("many clients", "100,000 requests with the cookie on 4 connections, 100 at a time, and 20,000 without it")
def many_requests(v):
    def known(_):
        with v.connect() as connection:
            reader = Reader(connection)
            for start in range(0, 25_000, 100):
                connection.sendall(b"".join(v.head(f"n/{number}") for number in range(start, start + 100)))
                for number in range(start, start + 100):
                    answer = reader.answer()
                    assert answer.status == 200 and answer.body == f"<p>/n/{number}</p>".encode(), answer

    def unknown(_):
        for _ in range(5_000):
            assert v.ask("", cookie="").status == 403
    before = v.memory()[0]
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        done = [pool.submit(known, n) for n in range(4)] + [pool.submit(unknown, n) for n in range(4)]
        [one.result() for one in done]
    assert len(v.targets) >= 100_000 and v.memory()[0] < before + 20_000, (before, v.memory())
    return "all are answered, in their order; 403"


@attack("many clients", "leave in the middle of a request, of the wait and of the answer, 2,000 times")
def leavers(v):
    for number in range(2_000):
        connection = v.connect()
        data = v.head("slow" if number % 200 == 0 else "big" if number % 50 == 1 else "left")
        connection.sendall(data[:number % len(data)] if number % 3 else data)
        if number % 2:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.close()
    time.sleep(1)
    assert v.ask("after").status == 200
    assert v.memory()[1] < 20, v.memory()
    return "the program goes on"


@attack("many clients", "pages asked for in parts, again, or as they were (`Range`, `If-None-Match`)")
def parts(v):
    answer = v.ask("part", more=["Range: bytes=0-1", "If-None-Match: *", "Accept-Encoding: gzip, br"])
    assert answer.status == 200 and answer.body == b"<p>/part</p>" and "content-encoding" not in answer.fields
    head = v.send(v.head("part", method="HEAD"), body=False)
    assert head.status == 200 and head.fields["content-length"] == "12"
    assert v.ask("nothing").status == 404
    assert v.ask("soon").fields["refresh"] == "1" and "refresh" not in answer.fields
    return "the whole page"


# MARK: The program itself

@attack("a page maker that is not the right one", "answers with other lines, or a policy with line ends in it")
def liars(v):
    program = v.child.args[-1]
    for terms in ["", "{}", '{"styles":[],"scripts":[]}', '{"styles":["x"],"scripts":[],"idle":1}',
                  json.dumps({**TERMS, "styles": ["sha256-" + "A" * 40 + "\r\nX:"]}), '{"styles":[],"scripts":[],"idle":-1}',
                  "x" * 70_000]:
        code, words = Viewer(program, terms).wait()
        assert code == 1 and words.count("\n") == 1 and words.startswith("health-journal-browse: "), (terms, words)
    for line in ["{}", '{"status":99,"length":1}', '{"status":200,"length":-1}', '{"status":200,"length":1e99}',
                 '{"status":200,"length":1}', "HTTP/1.1+200"]:
        liar = Viewer(program)
        liar.enter()
        assert liar.send(liar.head("lie/" + line.replace('"', "%22").replace("+", "%20"))) is not None
        liar.child.stdin.close()
        assert liar.wait()[0] in (0, 1)
    return "the end with code 1 and one line of words"


@attack("the end", "of the page maker, of its reader, by idleness")
def ends(v):
    program = v.child.args[-1]
    one = Viewer(program)
    one.enter()
    assert one.ask("").status == 200 and one.end() == (0, ""), "input"
    two = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert two.stdout.readline().startswith(b'{"address":"http://127.0.0.1:')
    two.stdout.close()
    assert two.wait(timeout=60) == 0 and two.stderr.read() == b"", "output"
    begun = time.monotonic()
    three = Viewer(program, {**TERMS, "idle": 2})
    while time.monotonic() - begun < 1.5:
        refused(three.ask("", cookie=""), 403)  # a stranger keeps nothing up
        time.sleep(0.1)
    assert three.wait() == (0, "") and 1.9 < time.monotonic() - begun < 4, time.monotonic() - begun
    return "code 0 and no word; requests that are refused do not keep it up"


@attack("a look from outside", "`strace`: sockets, files and programs from the first byte to the last")
def traced(v):
    if not shutil.which("strace"):
        return "not traced: there is no strace"
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder, "log")
        one = Viewer(v.child.args[-1], before=["strace", "-f", "-o", str(log), "-e",
                                                "trace=%network,%file,%process"])
        one.enter()
        for path in ["", "type/heartRate", "../../etc/passwd", "nothing"]:
            one.ask(path)
        one.ask("", cookie="")
        one.end()
        calls = [line.split(maxsplit=1)[1] for line in log.read_text().splitlines()]
    names = [call.split("(")[0] for call in calls]
    served = calls[next(i for i, call in enumerate(calls) if call.startswith("socket(")):]
    assert names.count("socket") == names.count("bind") == names.count("listen") == 1, names
    assert "socketpair" not in names and "connect" not in names and names.count("execve") == 1, names
    assert any("inet_addr(\"127.0.0.1\")" in call for call in calls if call.startswith("bind(")), calls
    files = [call for call in served if re.match(r"(open|stat|access|readlink|newfstatat|unlink|rename)", call)]
    assert files == [], files
    assert not any(name in ("fork", "vfork", "clone", "clone3") for name in names), names
    return "one socket, which listens at 127.0.0.1; no file is opened and no program started while it serves"


# MARK: The order

def run(program, number):
    who, what, function = ATTACKS[number]
    viewer = Viewer(program)
    viewer.enter()
    try:
        got = function(viewer)
        before = len(viewer.targets)
        assert viewer.ask("after").status == 200 and viewer.targets[before:][-1:] == ["/after"], "no page after it"
        assert viewer.end() == (0, ""), "no clean end"
        return None, got
    except Exception as error:
        viewer.child.kill()
        return f"{error!r}\n{traceback.format_exc()}", ""


def main():
    arguments = [word for word in sys.argv[1:] if word != "--table"]
    program, names = os.path.abspath(arguments[0]), arguments[1:]
    chosen = [n for n, (_, _, function) in enumerate(ATTACKS) if not names or function.__name__ in names]
    # Those that wait go side by side; those that count stand alone.
    alone = {"fuzz", "many_connections", "many_requests", "leavers", "endless"}
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        waiting = {n: pool.submit(run, program, n) for n in chosen if ATTACKS[n][2].__name__ not in alone}
        done = {n: one.result() for n, one in waiting.items()}
    done |= {n: run(program, n) for n in chosen if n not in done}
    if "--table" in sys.argv:
        print("| who | with | gets |\n|---|---|---|")
        order = list(dict.fromkeys(who for who, _, _ in ATTACKS))
        for n in sorted(chosen, key=lambda n: order.index(ATTACKS[n][0])):
            print(f"| {ATTACKS[n][0]} | {ATTACKS[n][1]} | {done[n][1]} |")
    failed = [n for n in chosen if done[n][0]]
    for n in failed:
        print(f"{ATTACKS[n][2].__name__}: {ATTACKS[n][1]}\n  {done[n][0]}")
    print(f"{len(chosen)} attacks on the server of browse: {f'{len(failed)} not refused' if failed else 'all refused'}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
