"""Makes deflated streams, checksums and zip archives for the tests, with what must be read of them.

    make_zips.py FOLDER

streams.txt: file, file of the plain bytes; checksums.txt: bytes in hex, their CRC-32; zips.txt: archive, name in hex
as UTF-8, CRC-32, size; refused.txt: archive, the error that is expected.
"""
import io
import pathlib
import random
import shutil
import struct
import subprocess
import sys
import unicodedata
import zipfile
import zlib

folder = pathlib.Path(sys.argv[1])
chance = random.Random(14)


def record(number):
    return (f' <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" '
            f'startDate="2017-03-{number % 28 + 1:02} 10:00:00 +0100" value="{chance.randrange(5000)}"/>\n')


PLAIN = {
    "empty": b"",
    "byte": b"x",
    "text": "".join(map(record, range(6000))).encode(),
    "noise": chance.randbytes(100_000),
    "zeros": bytes(1_200_000),
    "pairs": b"ab" * 70_000 + b"abc" * 50_000 + b"seven77" * 30_000,
    "mixed": b"".join(chance.randbytes(chance.randrange(300)) * chance.randrange(1, 9) for _ in range(500)),
    "skewed": bytes(min(int(chance.expovariate(0.08)), 255) for _ in range(120_000)),
}


def streams():
    lines = []

    def add(plain, packed):
        name = f"{len(lines)}.deflated"
        (folder / name).write_bytes(packed)
        lines.append(f"{name} {plain}.plain")

    for plain, content in PLAIN.items():
        (folder / f"{plain}.plain").write_bytes(content)
        for level in range(10):
            packer = zlib.compressobj(level, zlib.DEFLATED, -15)
            add(plain, packer.compress(content) + packer.flush())
        for strategy in (zlib.Z_FILTERED, zlib.Z_HUFFMAN_ONLY, zlib.Z_RLE, zlib.Z_FIXED):
            for bits in (-9, -12, -15):
                packer = zlib.compressobj(6, zlib.DEFLATED, bits, chance.randrange(1, 10), strategy)
                add(plain, packer.compress(content) + packer.flush())
        for flush in (zlib.Z_SYNC_FLUSH, zlib.Z_FULL_FLUSH, zlib.Z_PARTIAL_FLUSH, zlib.Z_BLOCK):
            for size in (700, 30_011):
                packer = zlib.compressobj(chance.randrange(1, 10), zlib.DEFLATED, -chance.randrange(9, 16))
                parts = [packer.compress(content[at:at + size]) + packer.flush(flush)
                         for at in range(0, min(len(content), 60 * size), size)]
                packed = b"".join(parts) + packer.compress(content[60 * size:]) + packer.flush()
                add(plain, packed)
    (folder / "streams.txt").write_text("\n".join(lines))


def checksums():
    texts = [chance.randbytes(count) for count in range(80)] + [chance.randbytes(5000)]
    (folder / "checksums.txt").write_text("\n".join(f"{t.hex() or '-'} {zlib.crc32(t):08x}" for t in texts))


class Pipe(io.RawIOBase):
    """Takes bytes and cannot go back, so that sizes are written after each file."""

    def __init__(self):
        self.taken = bytearray()

    def writable(self):
        return True

    def write(self, data):
        self.taken += data
        return len(data)


class Named(zipfile.ZipInfo):
    """A name in another encoding, without the flag that says UTF-8."""

    encoding = "utf-8"

    def _encodeFilenameFlags(self):
        return self.filename.encode(self.encoding), self.flag_bits & ~0x800


expected, refused = [], []


def expect(archive, files):
    expected.extend(
        f"{archive} {name.encode().hex()} {zlib.crc32(content):08x} {len(content)}" for name, content in files)


def save(archive, content, files=None, error=None):
    (folder / archive).write_bytes(content)
    if error:
        refused.append(f"{archive} {error}")
    else:
        expect(archive, files or [])


def zipped(files, method=zipfile.ZIP_DEFLATED, target=None, comment=b"", **options):
    target = target or io.BytesIO()
    with zipfile.ZipFile(target, "w", method, **options) as archive:
        archive.comment = comment
        for name, content in files:
            archive.writestr(name, content)
    return bytes(target.taken) if isinstance(target, Pipe) else target.getvalue()


def localised(encoding, text):
    name = Named(text, (2026, 11, 22, 10, 0, 0))
    name.encoding = encoding
    name.compress_type = zipfile.ZIP_DEFLATED
    return name


FILES = [("apple_health_export/export.xml", PLAIN["text"]), ("apple_health_export/export_cda.xml", PLAIN["mixed"]),
         ("apple_health_export/", b""), ("apple_health_export/workout-routes/route_1.gpx", PLAIN["byte"])]
NAMES = ["exportación.xml", "apple_health_export/Exportieren.xml", "экспорт.xml", "輸出.xml"]
NAMES += [unicodedata.normalize("NFD", name) for name in NAMES[:1]]


def archives():
    for level in (0, 1, 6, 9):
        save(f"level{level}.zip", zipped(FILES, compresslevel=level), FILES)
    save("stored.zip", zipped(FILES, zipfile.ZIP_STORED), FILES)
    save("streamed.zip", zipped(FILES, target=Pipe()), FILES)
    save("streamed-stored.zip", zipped(FILES, zipfile.ZIP_STORED, target=Pipe()), FILES)
    save("comment.zip", zipped(FILES, comment=b"PK\5\6 is how an end begins" * 50), FILES)
    save("empty.zip", zipped([]), [])
    named = [(name, name.encode()) for name in NAMES]
    save("utf8.zip", zipped(named), named)
    save("utf8-unsaid.zip", zipped([(localised("utf-8", n), c) for n, c in named]), named)
    old = [("exportación.xml", b"1"), ("Größe ½ ±.csv", b"2")]
    save("cp437.zip", zipped([(localised("cp437", n), c) for n, c in old]), old)
    many = [(f"routes/route_{number}.gpx", b"%d" % number) for number in range(66_000)]
    save("many.zip", zipped(many, zipfile.ZIP_STORED), many)
    limit, zipfile.ZIP64_LIMIT = zipfile.ZIP64_LIMIT, 10
    save("zip64.zip", zipped(FILES), FILES)
    save("zip64-streamed.zip", zipped(FILES, target=Pipe()), FILES)
    zipfile.ZIP64_LIMIT = limit


def refusals():
    one = [("export.xml", b"<HealthData/>" * 100)]
    whole = zipped(one)
    central, end = whole.index(b"PK\1\2"), whole.rindex(b"PK\5\6")

    def changed(place, form, value, base=whole):
        return base[:place] + struct.pack(form, value) + base[place + struct.calcsize(form):]

    save("bzip2.zip", zipped(one, zipfile.ZIP_BZIP2), error="method(12)")
    save("lzma.zip", zipped(one, zipfile.ZIP_LZMA), error="method(14)")
    save("encrypted.zip", changed(central + 8, "<H", 1), error="encrypted")
    save("lies-less.zip", changed(central + 24, "<I", 1299), error="moreBytes")
    save("lies-more.zip", changed(central + 24, "<I", 1301), error="fewerBytes")
    save("lies-bomb.zip", changed(central + 24, "<I", 1 << 31), error="impossibleRatio")
    save("checksum.zip", changed(central + 16, "<I", 1), error="wrongChecksum")
    save("too-long.zip", changed(central + 20, "<I", 60_000), error="overlap")
    save("volume.zip", changed(end + 4, "<H", 1), error="split")
    save("volumes.zip", changed(central + 34, "<H", 1), error="split")
    save("name.zip", changed(central + 46, "<B", 0x45), error="damaged")
    save("offset.zip", changed(end + 16, "<I", 1 << 20), error="damaged")
    save("after.zip", whole + b"\n", error="noArchive")
    save("text.zip", b"<HealthData/>", error="noArchive")
    save("nothing.zip", b"", error="noArchive")
    # Two names for the same bytes.
    twice = whole[:end] + whole[central:end] + changed(10, "<H", 2, changed(
        8, "<H", 2, changed(12, "<I", 2 * (end - central), whole[end:])))
    save("twice.zip", twice, error="overlap")
    count = struct.pack("<IQHHIIQQQQ", 0x06064B50, 44, 45, 45, 0, 0, 1 << 40, 1 << 40, end - central, central)
    locator = struct.pack("<IIQI", 0x07064B50, 0, end, 1)
    save("count.zip", whole[:end] + count + locator + changed(10, "<H", 0xFFFF, whole[end:]),
         error=f"tooManyEntries({1 << 40})")
    spare = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = spare.compress(one[0][1]) + spare.flush() + b"more"
    odd = zipped([("export.xml", packed)], zipfile.ZIP_STORED)
    central = odd.index(b"PK\1\2")
    for place, form, value in ((8, "<H", 8), (central + 10, "<H", 8), (central + 24, "<I", 1300),
                               (central + 16, "<I", zlib.crc32(one[0][1]))):
        odd = changed(place, form, value, odd)
    save("left-over.zip", odd, error="notDeflated")


def others():
    """By the commands zip and bsdtar, where there are any."""
    files = folder / "files"
    for name, content in FILES + [(name, name.encode()) for name in NAMES]:
        path = files / name
        (path if name.endswith("/") else path.parent).mkdir(parents=True, exist_ok=True)
        if not name.endswith("/"):
            path.write_bytes(content)
    wanted = [(name, content) for name, content in FILES if not name.endswith("/")]
    wanted += [(name, name.encode()) for name in NAMES]
    parents = sorted({n.rsplit("/", 1)[0] + "/" for n, _ in wanted if "/" in n})
    commands = {}
    if shutil.which("zip"):
        for name, options in {"zip": "-r", "zip-0": "-r0", "zip-9": "-r9", "zip-64": "-rfz"}.items():
            commands[name] = f"zip -q {options} ../{name}.zip ."
        commands["zip-pipe"] = "zip -qr - . | cat > ../zip-pipe.zip"
        locked = "zip -q -P secret ../zip-locked.zip exportación.xml"
        subprocess.run(locked, shell=True, check=True, cwd=files)
        refused.append("zip-locked.zip encrypted")
    if shutil.which("bsdtar"):
        commands["bsdtar"] = "bsdtar --format zip -cf ../bsdtar.zip *"
        commands["bsdtar-pipe"] = "bsdtar --format zip -cf - * | cat > ../bsdtar-pipe.zip"
    for name, command in commands.items():
        subprocess.run(command, shell=True, check=True, cwd=files, env={"LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"})
        # Both name folders too, in an order of their own.
        expect(f"{name}.zip", wanted + [(parent, b"") for parent in parents])


streams()
checksums()
archives()
refusals()
others()
(folder / "zips.txt").write_text("\n".join(expected))
(folder / "refused.txt").write_text("\n".join(refused))
