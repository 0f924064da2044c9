// verify KEY FOLDER: checks checkpoints and proofs by golang.org/x/mod/sumdb, which knows nothing of this project.
//
// KEY is a note's verifier key. In FOLDER are signed checkpoints (*.note), proofs of lines (*.tlog-proof) and of growth
// (*.growth), and events.ndjson. Everything must hold, and nothing that was changed may.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

var keys note.Verifiers

func must[T any](value T, err error) T {
	if err != nil {
		fmt.Println("refused:", err)
		os.Exit(1)
	}
	return value
}

func require(holds bool, what ...any) {
	if !holds {
		fmt.Println(what...)
		os.Exit(1)
	}
}

func hash(text string) (hash tlog.Hash) {
	require(copy(hash[:], must(base64.StdEncoding.DecodeString(text))) == 32, "no hash:", text)
	return
}

func hashes(lines []string) (hashes []tlog.Hash) {
	for _, line := range lines {
		hashes = append(hashes, hash(line))
	}
	return
}

// tree is what a signed checkpoint says.
func tree(signed []byte) tlog.Tree {
	opened := must(note.Open(signed, keys))
	lines := strings.Split(opened.Text, "\n")
	require(len(lines) == 4 && lines[3] == "", "no three lines:", opened.Text)
	require(strings.HasPrefix(lines[0], "health-journal/"), "no origin:", lines[0])
	return tlog.Tree{N: must(strconv.ParseInt(lines[1], 10, 64)), Hash: hash(lines[2])}
}

// proof splits a proof into the lines of its head and what its checkpoint says.
func proof(path string) ([]string, tlog.Tree) {
	head, signed, found := bytes.Cut(must(os.ReadFile(path)), []byte("\n\n"))
	require(found, "no checkpoint in", path)
	return strings.Split(string(head), "\n"), tree(signed)
}

func number(line, key string) int64 {
	require(strings.HasPrefix(line, key+" "), "no", key, "in", line)
	return must(strconv.ParseInt(line[len(key)+1:], 10, 64))
}

// leaf is the hash of a line: of its digest, which is that of all before its chain value.
func leaf(line []byte) tlog.Hash {
	digest := sha256.Sum256(append([]byte{0}, line[:len(line)-76]...))
	return tlog.RecordHash(digest[:])
}

func files(ending string) []string {
	paths := must(filepath.Glob(filepath.Join(os.Args[2], "*"+ending)))
	require(len(paths) > 0, "no", ending)
	return paths
}

func main() {
	keys = note.VerifierList(must(note.NewVerifier(os.Args[1])))
	lines := bytes.Split(must(os.ReadFile(filepath.Join(os.Args[2], "events.ndjson"))), []byte("\n"))
	trees := map[int64]tlog.Hash{}
	for _, path := range files(".note") {
		signed := must(os.ReadFile(path))
		known := tree(signed)
		trees[known.N] = known.Hash
		for _, place := range []int{3, 60, len(signed) - 10} {
			changed := append([]byte{}, signed...)
			changed[place] ^= 1
			_, err := note.Open(changed, keys)
			require(err != nil, path, "holds although byte", place, "was changed")
		}
	}
	for _, path := range files(".tlog-proof") {
		head, known := proof(path)
		require(head[0] == "c2sp.org/tlog-proof@v1", "no proof:", path)
		index, path := number(head[1], "index"), hashes(head[2:])
		line := lines[index]
		check := func(line []byte) error { return tlog.CheckRecord(path, known.N, known.Hash, index, leaf(line)) }
		require(check(line) == nil, "line", index+1, "is not proved")
		changed := append([]byte{}, line...)
		changed[10] ^= 1
		require(check(changed) != nil, "line", index+1, "is proved although it was changed")
	}
	for _, path := range files(".growth") {
		head, known := proof(path)
		old, path := number(head[0], "old"), hashes(head[1:])
		root, found := trees[old]
		require(found, "no checkpoint of", old)
		require(tlog.CheckTree(path, known.N, known.Hash, old, root) == nil, "growth from", old, "is not proved")
		root[0] ^= 1
		require(tlog.CheckTree(path, known.N, known.Hash, old, root) != nil, "growth from", old, "is proved of another root")
	}
	fmt.Println("verified:", len(files(".note")), "checkpoints,", len(files(".tlog-proof")), "lines,", len(files(".growth")), "growths")
}
