"""Real file systems on loop devices go wrong under a writer: what was acknowledged is there when they are well again.

full:      there is room for some of the work only.
read-only: mounted so, or made so by the kernel at a random moment (ext4 with errors=remount-ro). For the moment
           between ext4's giving up its log and its saying so, it may call a sync well that it lost: what was
           answered before that moment counts, and later answers that are lost are counted.
cut off:   the file system goes down at a random moment, with or without its log (the ioctl that xfstests use); it is
           then mounted anew and recovers from its own log.
bad disk:  from a random moment on, the device under it refuses all blocks, or those after a random one.

It needs root, and mkfs.ext4 or mkfs.xfs; what cannot be tried is said. Device mapper's error and flakey targets are
used where the kernel has them.
"""
import fcntl, os, pathlib, shutil, struct, subprocess, time
from common import DEMO, STARTED, acknowledged, command, copied, lines_of, made_up, new_journal

SMALL, FULL = 20, 500
GOING_DOWN = 0x8004587D  # _IOR('X', 125, u32): ext4's and XFS's
LOOP_SET_STATUS64, LOOP_GET_STATUS64 = 0x4C04, 0x4C05
SIZES = {"ext4": 48 << 20, "xfs": 320 << 20}
MAKE = {"ext4": ["mkfs.ext4", "-q", "-E", "lazy_itable_init=0,lazy_journal_init=0"],
        "xfs": ["mkfs.xfs", "-q"]}


def system(*words, check=True):
    return subprocess.run(list(map(str, words)), check=check, capture_output=True)


class Disk:
    """A file system in a file in memory, mounted at a place."""

    def __init__(self, trial, kind, images):
        self.kind, self.place = kind, trial.folder / "mounted"
        self.under, self.image = trial.folder / "under", images[kind]
        self.place.mkdir(exist_ok=True)
        self.under.mkdir(exist_ok=True)
        self.mapped = None

    def __enter__(self):
        system("mount", "-t", "tmpfs", "-o", "size=90%", "tmpfs", self.under)
        self.file = self.under / "disk"
        system("cp", "--sparse=always", self.image, self.file)
        self.device = system("losetup", "--find", "--show", self.file).stdout.decode().strip()
        self.mount()
        return self

    def __exit__(self, *_):
        self.unmount()
        if self.mapped:
            system("dmsetup", "remove", "--force", self.mapped, check=False)
        system("losetup", "--detach", self.device, check=False)
        time.sleep(0.01)
        system("umount", "--lazy", self.under, check=False)

    def mount(self, options="rw"):
        # Another process may hold on to the mount of the case before, whose disk is a copy of the same image.
        options += {"ext4": ",errors=remount-ro", "xfs": ",nouuid"}[self.kind]
        device = f"/dev/mapper/{self.mapped}" if self.mapped else self.device
        system("mount", "-t", self.kind, "-o", options, device, self.place)

    def unmount(self):
        for _ in range(50):
            if system("umount", self.place, check=False).returncode == 0 \
                    or not os.path.ismount(self.place):
                return
            time.sleep(0.05)
        system("umount", "--lazy", self.place, check=False)

    def make_well(self):
        """Mounts it anew, on a device that refuses nothing."""
        self.unmount()
        self.refuse_blocks(0)
        if self.mapped:
            system("dmsetup", "remove", "--force", self.mapped)
            self.mapped = None
        if self.kind == "ext4":
            system("e2fsck", "-p", self.device, check=False)
        self.mount()

    def sectors(self):
        return SIZES[self.kind] // 512

    # MARK: Ways to go wrong

    def fill(self, left):
        """Leaves so many bytes free."""
        room = os.statvfs(self.place)
        length = max(room.f_bavail * room.f_frsize - left, 0)
        while length > 0:
            with open(self.place / "filler", "wb") as file:
                try:
                    return os.posix_fallocate(file.fileno(), 0, length)
                except OSError:  # not all that is free can be had
                    length -= 65_536

    def go_down(self, flags):
        folder = os.open(self.place, os.O_RDONLY)
        try:
            fcntl.ioctl(folder, GOING_DOWN, struct.pack("I", flags))
        finally:
            os.close(folder)

    def make_read_only(self):
        name = pathlib.Path(self.device).name
        pathlib.Path(f"/sys/fs/ext4/{name}/trigger_fs_error").write_text("a test")

    def refuse_blocks(self, after):
        """The device refuses all blocks after so many sectors; after 0: none."""
        with open(self.device, "rb") as device:
            status = bytearray(232)  # struct loop_info64; lo_sizelimit is its fifth number
            fcntl.ioctl(device, LOOP_GET_STATUS64, status)
            struct.pack_into("Q", status, 32, 512 * after)
            fcntl.ioctl(device, LOOP_SET_STATUS64, bytes(status))

    def map_by(self, target):
        """Puts device mapper's `linear` in between, to be replaced by `target` later."""
        self.unmount()
        self.mapped = "health-journal-faults"
        system("dmsetup", "create", self.mapped, "--table", f"0 {self.sectors()} linear {self.device} 0")
        self.mount()

    def replace_table(self, target):
        table = {"error": f"0 {self.sectors()} error",
                 "flakey": f"0 {self.sectors()} flakey {self.device} 0 0 60 1 drop_writes"}[target]
        system("dmsetup", "suspend", "--nolockfs", self.mapped)
        system("dmsetup", "load", self.mapped, "--table", table)
        system("dmsetup", "resume", self.mapped)


# MARK: Ways: each prepares the disk, and returns what happens to it under the writer


def full(dice, disk):
    disk.fill(dice.choice([0, 4096, dice.randrange(400_000)]))
    return None


def mounted_read_only(dice, disk):
    disk.unmount()
    disk.mount("ro")
    return None


def turned_read_only(dice, disk):
    return disk.make_read_only


def cut_off(dice, disk):
    flags = dice.choice([1, 2])  # with the log, without it
    return lambda: disk.go_down(flags)


def bad_disk(dice, disk):
    after = dice.choice([8, 8, dice.randrange(8, disk.sectors())])
    return lambda: disk.refuse_blocks(after)


def mapped_error(dice, disk):
    disk.map_by("error")
    return lambda: disk.replace_table("error")


def mapped_flakey(dice, disk):
    disk.map_by("flakey")
    return lambda: disk.replace_table("error") if dice.random() < 0.5 else disk.replace_table("flakey")


WAYS = {"full": full, "mounted read-only": mounted_read_only, "turned read-only": turned_read_only,
        "cut off": cut_off, "bad disk": bad_disk, "dm error": mapped_error, "dm flakey": mapped_flakey}
ONLY = {"turned read-only": "ext4"}


# MARK: What can be tried here


def kinds(trial):
    found = []
    known = pathlib.Path("/proc/filesystems").read_text().split()
    for kind in SIZES:
        if shutil.which(MAKE[kind][0]) and kind in known:
            found.append(kind)
        else:
            trial.not_tried(f"{kind}, as the kernel or {MAKE[kind][0]} lacks it")
    return found


def ways(trial):
    found = list(WAYS)
    has_mapper = shutil.which("dmsetup") and b"flakey" in system("dmsetup", "targets", check=False).stdout
    if not has_mapper:
        trial.not_tried("device mapper's error and flakey targets, as the kernel lacks them")
        found = [name for name in found if not name.startswith("dm ")]
    return found


def images_of(trial, found):
    """An empty file system of each kind."""
    images = {}
    for kind in found:
        images[kind] = trial.folder / f"{kind}.image"
        with open(images[kind], "wb") as file:
            file.truncate(SIZES[kind])
        system(*MAKE[kind], images[kind])
    return images


def can_mount(trial, images):
    if os.geteuid() != 0:
        trial.not_tried("all of it, as that needs root")
        return False
    try:
        with Disk(trial, next(iter(images)), images):
            return True
    except (subprocess.CalledProcessError, OSError) as error:
        trial.not_tried(f"all of it, as nothing can be mounted here ({error})")
        return False


# MARK: Cases


def work_of(trial, dice):
    """The words of a call that writes, and what it is given."""
    if dice.random() < 0.25:
        return ["import", str(DEMO)], None
    source = trial.folder / "commands.ndjson"
    source.write_bytes(b"".join(command(dice, dice.choice([0, 0, 500, 6_000])) for _ in range(300)))
    return ["append", "--batch", str(dice.choice([1, 10, 1_000]))], source


def run(trial):
    found = kinds(trial)
    if not found:
        return
    images = images_of(trial, found)
    if not can_mount(trial, images):
        return
    base = new_journal(trial, "base", made_up(100, trial.seed))
    names = ways(trial)
    for case in trial.each():
        dice, name = trial.dice(case), names[case % len(names)]
        kind = ONLY.get(name) if name in ONLY else found[case // len(names) % len(found)]
        if kind not in found:
            continue
        trial.figures[f"{name}, {kind}"] += 1
        with Disk(trial, kind, images) as disk:
            harm(trial, dice, disk, base, WAYS[name])


def harm(trial, dice, disk, base, way):
    journal = disk.place / "j"
    shutil.copytree(base, journal)
    os.sync()
    happens = way(dice, disk)
    words, source = work_of(trial, dice)
    answers, code, told, before = worked(trial, dice, words, source, journal, happens)
    if code not in (0, 5):
        trial.fault(f"{words[0]} ended with {code}: {told}")
    elif code == 5 and not told.startswith(STARTED):
        trial.fault(f"{words[0]} does not say why it ended with 5: {told}")
    trial.figures["works that failed"] += code == 5
    trial.must("latest", journal=journal, codes=(0, 1, 2, 3, 5) if happens else (0,))
    try:
        disk.make_well()
    except subprocess.CalledProcessError:  # another process holds on to its mount
        trial.figures["not to be mounted again"] += 1
        return
    (disk.place / "filler").unlink(missing_ok=True)
    if way is turned_read_only:
        lost = [seq for seq in answers if seq > len(lines_of(journal))]
        trial.figures["lost by ext4 while it turned read-only"] += len(lost)
        answers = before
    check(trial, journal, base, answers)


def check(trial, journal, base, answers):
    before = lines_of(base)
    if lines_of(journal)[:len(before)] != before:
        trial.fault("lines that stood there before are changed", journal)
    trial.all_there(journal, answers)
    trial.next_writer_works(journal)
    trial.all_there(journal, answers)


def worked(trial, dice, words, source, journal, happens):
    """Runs a work, and lets something happen at a random moment.

    Returns its answers, its code, what it told, and the answers before it happened.
    """
    environment = {**trial.environment, "HEALTH_JOURNAL": str(journal)}
    output, told = trial.folder / "answers", trial.folder / "told"
    with open(output, "wb") as out, open(told, "wb") as err, open(source or "/dev/null", "rb") as given:
        process = subprocess.Popen([trial.program, *words], stdin=given, stdout=out, stderr=err,
                                   env=environment)
        before = b""
        if happens:
            time.sleep(dice.uniform(0, dice.choice([0.01, 0.03, 0.1])))
            before = output.read_bytes()
            happens()
        try:
            code = process.wait(120)
        except subprocess.TimeoutExpired:
            process.kill()
            code = process.wait()
    found = [acknowledged(one) if words[0] == "append" else {}
             for one in (output.read_bytes(), before)]
    return found[0], code, told.read_text(errors="replace"), found[1]
