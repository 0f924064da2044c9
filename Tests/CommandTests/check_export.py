"""Whether an `export all` is what its manifest says: check_export.py FOLDER COMMAND [OPTION ...]

Every file is there with the bytes, rows and columns that the manifest names, and none beside them; the view's own
command writes the same bytes (but for what `now` decides); and each view of the command's help has a file or a
reason; every cell of a file of CSV is what the manifest says of its column. Prints how many files and rows there are.
"""
import csv, hashlib, io, json, pathlib, re, subprocess, sys

folder, command, *options = sys.argv[1:]
folder = pathlib.Path(folder)
manifest = json.loads((folder / "manifest.json").read_text())
receipt = manifest["receipt"]
OF_NOW = {"compare", "trends", "summary", "profile", "energy"}
csv.field_size_limit(1 << 30)


def run(*words):
    return subprocess.run([command, *words], capture_output=True, check=False)


READ = {"number": int, "quantity": float, "list": json.loads}


def rows(data, form, kinds):
    if form == "csv":
        heading, *rest = csv.reader(io.StringIO(data.decode(), newline=""))
        for row in rest:
            assert len(row) == len(heading)
            for cell, kind in zip(row, kinds):
                READ.get(kind, str)(cell) if cell else None
        return heading, len(rest)
    if form == "ndjson":
        return None, len([json.loads(line) for line in data.splitlines()])
    return None, len(json.loads(data))


total = 0
for file in manifest["files"]:
    data = (folder / file["file"]).read_bytes()
    assert hashlib.sha256(data).hexdigest() == file["sha256"], file["file"]
    assert len(data) == file["bytes"], file["file"]
    heading, count = rows(data, receipt["format"], [column["kind"] for column in file["columns"]])
    assert count == file["rows"], (file["file"], count)
    assert heading in (None, [column["field"] for column in file["columns"]]), file["file"]
    if file["view"] not in OF_NOW:
        own = run(file["view"], *file["options"], "--format", receipt["format"], *options)
        # The file of `objects` has those of its rows that no other file has.
        same = own.stdout == data if file["view"] != "objects" else set(data.splitlines()) <= set(own.stdout.splitlines())
        assert same or receipt["format"] == "json" and file["view"] == "objects", file["file"]
    total += count

names = {file["file"] for file in manifest["files"]} | {"manifest.json"}
assert names == {path.name for path in folder.iterdir()}, names
words = re.search(r"VIEW is(.*?)\.", run("help", "export").stdout.decode(), re.S).group(1)
views = set(re.findall(r"[\w-]+", words)) - {"or"}
assert views == {entry["view"] for entry in manifest["files"] + manifest["absent"]}, views
status = json.loads(run("status", "--format", "ndjson", *[word for word in options if "as-of" in word]).stdout)
for name in ("journal", "seq", "chain"):
    assert receipt[name] == status[name], name
print(len(manifest["files"]), "files,", total, "rows,", len(manifest["absent"]), "absent")
