"""`docs/deploy.md` as it stands, line by line, in an empty Debian: put on the internet, upgraded under load, restored.

And the image of `deploy/Containerfile`.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import threading
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from http.client import HTTPException

import pytest
from companion.settings import without_password

from tests.conftest import ROOT
from tests.machine import Machine, lacking
from tests.proxy import NAME, RULE, Visitor, connected
from tests.serving import free_port, wait_for_port

pytestmark = [pytest.mark.thorough, pytest.mark.skipif(lacking() is not None, reason=str(lacking()))]

GUIDE = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")


def lines(heading: str) -> str:
    """The commands that stand below a step or a paragraph, up to the next one."""
    (part,) = re.findall(
        rf"^(?:\d\. )?\*\*{re.escape(heading)}.*?(?=^(?:\d\. )?\*\*|^#)", GUIDE, re.MULTILINE | re.DOTALL
    )
    return "\n".join(
        line.strip() for line in part.splitlines() if re.match(r" {4,7}\S", line) and is_command(line, part)
    )


def is_command(line: str, part: str) -> bool:
    """Text of a step is indented by three, its commands by seven; those of a paragraph by four."""
    return line.startswith(" " * (7 if re.match(r"\d\. ", part) else 4))


def git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def before() -> str:
    """The release before: the newest tag, and while there is none, the first commit with the units of today."""
    return (
        git("tag", "--sort=-creatordate").partition("\n")[0]
        or git("log", "--reverse", "--format=%H", "--", "deploy/companion@.socket").partition("\n")[0]
    )


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """One on which the release before was put on the internet."""
    folder = tmp_path_factory.mktemp("machine")
    machine = Machine(folder, before())
    try:
        for step in (
            "Packages",
            "The app",
            "Its [settings]",
            "Start it",
            "A certificate",
            "nginx",
            "A copy every night",
        ):
            machine.run(lines(step))
        yield machine
    finally:
        machine.stop()
        shutil.rmtree(folder, ignore_errors=True)


def visitor_of(machine: Machine, source: str) -> Visitor:
    """A phone at this machine, from an address of its own."""
    certificate = machine.root / f"etc/letsencrypt/live/{NAME}/fullchain.pem"
    return Visitor(lambda: connected(NAME, 443, certificate, source, timeout=30))


def new_sheet(visitor: Visitor) -> str:
    """Its address."""
    made = visitor.new_sheet()
    assert made.status == 303, made.text
    return made.headers["Location"]


class Load:
    """Phones at sheets that enter, ask and look up rules without a pause, and what they were answered."""

    def __init__(self, machine: Machine, phones: int = 6) -> None:
        self.answers: Counter[str] = Counter()
        self.slowest, self.entered = 0.0, dict[str, int]()
        self.over = threading.Event()
        self.threads = [
            threading.Thread(target=self.play, args=(visitor_of(machine, f"127.0.1.{n}"),))
            for n in range(1, phones + 1)
        ]

    def __enter__(self) -> "Load":
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        for thread in self.threads:
            thread.join()

    def play(self, visitor: Visitor) -> None:
        sheet = new_sheet(visitor)
        token, number = visitor.token(sheet), 0
        while not self.over.is_set():
            # However long it takes, nobody has thousands of dollars.
            was = {"was-p1-money": str(number)} if number else {}
            number = number % 900 + 1
            for path, form in (
                (sheet, {"csrf_token": token, "p1-money": str(number), **was}),
                (f"{sheet}/changes?since=0", None),
                (sheet, None),
                (RULE, None),
                ("/en/score/", None),
            ):
                start = time.monotonic()
                try:
                    status = str(visitor.ask(path, form).status)
                except (OSError, HTTPException) as error:
                    status = type(error).__name__
                self.slowest = max(self.slowest, time.monotonic() - start)
                self.answers[status] += 1
                if form and status in ("200", "303"):
                    self.entered[sheet] = number
            time.sleep(0.05)

    def wait_for(self, more: int) -> None:
        """Until so many more requests were answered."""
        wanted = self.answers.total() + more
        while self.answers.total() < wanted:
            time.sleep(0.05)


def money(visitor: Visitor, sheet: str) -> str | None:
    found = re.search(r'name="was-p1-money" value="(\d+)"', visitor.ask(sheet).text)
    return found and found[1]


def test_it_is_on_the_internet(machine: Machine) -> None:
    visitor = visitor_of(machine, "127.0.2.1")
    assert visitor.ask(RULE).status == 200
    assert money(visitor, new_sheet(visitor)) is None
    found = machine.run("stat -c '%a %U' /var/lib/companion/companion.db /etc/companion.env; ls /opt/companion")
    assert found.split() == ["600", "companion", "600", "root", "current", "releases"]
    machine.run("systemctl start companion-backup; test -s /var/backups/companion/$(date +%a)")


def test_an_upgrade_under_load_refuses_nobody(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    machine.publish(git("rev-parse", "HEAD"))
    old = machine.run("readlink /opt/companion/current").strip()
    commands = lines("Commands") + "\n" + lines("Upgrade")
    with Load(machine) as load:
        load.wait_for(100)
        told = machine.run(commands)
        load.wait_for(100)
    with capsys.disabled():
        print(f"\nupgrade: {load.answers.total()} requests, {dict(load.answers)}, slowest {load.slowest:.1f} s")
    assert "WRONG" not in told
    assert set(load.answers) <= {"200", "204", "303"}
    assert machine.run("readlink /opt/companion/current").strip() != old
    visitor = visitor_of(machine, "127.0.2.2")
    assert {sheet: money(visitor, sheet) for sheet in load.entered} == {s: str(n) for s, n in load.entered.items()}
    # And back again. An older app may refuse what the newer one has made of the database, until the copy that was made
    # before the upgrade is there.
    machine.run(f"release=/opt/companion/{old}\n" + "\n".join(lines("Upgrade").splitlines()[3:]))
    # Its doctor would say the same, and end the commands there.
    command = lines("Commands").splitlines()[0]
    aside = re.search(r"`(mkdir /var/lib/companion/newer && [^`]+)`", GUIDE)
    assert aside
    stop, *restore = lines("Restore").replace("/Mon", "/$(date +%a)").splitlines()
    machine.run("\n".join((command, stop, aside[1], *restore)))
    assert visitor.ask(RULE).status == 200
    assert machine.run("readlink /opt/companion/current").strip().endswith(old)


def test_restored(machine: Machine) -> None:
    """Everything is as it was when the backup was made; the command names the database."""
    visitor = visitor_of(machine, "127.0.2.3")
    sheet = new_sheet(visitor)
    machine.run("systemctl start companion-backup")
    visitor.ask(sheet, {"csrf_token": visitor.token(sheet), "p1-money": "99"})
    told = machine.run(f"{lines('Commands')}\n{lines('Restore')}".replace("/Mon", "/$(date +%a)"))
    assert "Database: sqlite:////var/lib/companion/companion.db" in told
    assert money(visitor, sheet) is None


def test_the_settings_are_those_of_the_service(machine: Machine) -> None:
    """Also with letters in them that a shell would do something with."""
    address = "postgresql://u:p$HOME@127.0.0.1:1/n?sslmode=require&application_name=x"
    machine.run(
        f"cp /etc/companion.env /etc/before; printf '%s\\n' 'COMPANION_DATABASE_URL={address}' >> /etc/companion.env"
    )
    try:
        told = json.loads(
            machine.run(f"{lines('Commands').splitlines()[0]}\ncompanion settings --json").splitlines()[-1]
        )
        assert told["DATABASE_URL"] == {"value": without_password(address), "from": "COMPANION_DATABASE_URL"}
    finally:
        machine.run("mv /etc/before /etc/companion.env")


def test_the_doctor_says_what_was_done_wrong(machine: Machine) -> None:
    machine.run("chown root /var/lib/companion/companion.db; cp /etc/companion.env /etc/before")
    try:
        told = machine.run(f"{lines('Commands').splitlines()[0]}\n! companion doctor")
        assert re.findall(r"^WRONG +(\w+)", told, re.MULTILINE) == ["database"]
        machine.run("echo COMPANION_EMPTY_DAYS=-1 >> /etc/companion.env")
        told = machine.run(f"{lines('Commands').splitlines()[0]}\n! companion doctor")
        assert told.splitlines()[-1] == 'WRONG  settings: COMPANION_EMPTY_DAYS is "-1": give a number from 0 to 100000'
    finally:
        machine.run("chown companion /var/lib/companion/companion.db; mv /etc/before /etc/companion.env")


def test_the_image(machine: Machine, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Built from the Containerfile on an empty Debian, by buildah without privileges, it answers as its user."""
    if not shutil.which("buildah"):
        pytest.skip("needs buildah")
    folder = tmp_path_factory.mktemp("image")
    store = ["buildah", "--storage-driver", "vfs", "--root", str(folder / "store"), "--runroot", str(folder / "run")]
    here = ["--isolation", "chroot", "--network", "host"]

    def buildah(command: str, *words: str) -> str:
        done = subprocess.run([*store, command, *words], check=False, stdout=subprocess.PIPE, text=True)
        assert done.returncode == 0, done.stdout
        return done.stdout.strip()

    try:
        source = folder / "source"
        source.mkdir(parents=True)
        subprocess.run(f"git -C {ROOT} archive HEAD | tar -x -C {source}", shell=True, check=True)  # noqa: S602
        empty = buildah("from", "scratch")
        buildah("add", "--quiet", empty, str(machine.pristine))
        # Whom this machine trusts is trusted: an image of one's own does not need that.
        trusted = os.environ.get("PIP_CERT") or "/etc/ssl/certs/ca-certificates.crt"
        buildah("copy", "--quiet", empty, trusted, "/trusted.crt")
        buildah("config", *(f"--env={name}=/trusted.crt" for name in ("PIP_CERT", "SSL_CERT_FILE")), empty)
        buildah("commit", "--quiet", empty, "docker.io/library/debian:bookworm-slim")
        containerfile = str(source / "deploy/Containerfile")
        buildah("build", *here, "--pull=never", "-t", "companion", "-f", containerfile, str(source))
        made = buildah("from", "--pull=never", "companion")
        about = json.loads(buildah("inspect", made))["OCIv1"]["config"]
        port = free_port()
        serve = [*about["Entrypoint"], *about["Cmd"], "--port", str(port)]
        running = subprocess.Popen([*store, "run", *here, made, "--", *serve], start_new_session=True)
        try:
            wait_for_port(port)
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=30) as answer:
                assert json.load(answer) == {"status": "ok"}
        finally:
            os.killpg(running.pid, signal.SIGTERM)
            running.wait(timeout=60)
        assert about["User"] == "companion"
    finally:
        shutil.rmtree(folder, ignore_errors=True)
