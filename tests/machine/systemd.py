#!/usr/bin/env python3
"""On a machine without systemd: what `systemctl` and `systemd-run` do with the units of `deploy/`, as far as processes,
sockets, users and variables go. As `certbot` it makes a certificate that nobody trusts.
"""

import contextlib
import fnmatch
import grp
import os
import pwd
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

UNITS, RUNNING = Path("/etc/systemd/system"), Path("/run/units")


def read(name: str) -> dict[str, list[str]]:
    """What a unit file sets, by key; those of an instance are in the file of its template."""
    instance = re.fullmatch(r"(.+@)(.+)(\..+)", name)
    text = (UNITS / (instance[1] + instance[3] if instance else name)).read_text(encoding="utf-8")
    told: dict[str, list[str]] = {}
    for line in text.splitlines():
        key, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            told.setdefault(key, []).append(
                value.replace("%%", "\0").replace("%i", instance[2] if instance else "").replace("\0", "%")
            )
    return told


def environment_of(files: list[str]) -> dict[str, str]:
    """As systemd reads such a file: no shell, nothing is put in the place of anything."""
    found = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
    for file in files:
        for line in Path(file).read_text(encoding="utf-8").splitlines():
            name, equals, value = line.partition("=")
            if equals and not line.startswith(("#", ";")):
                found[name.strip()] = value.strip().strip("\"'")
    return found


def become(user: str) -> None:
    """In a new process, before it begins."""
    entry = pwd.getpwnam(user)
    os.setgroups([group.gr_gid for group in grp.getgrall() if user in group.gr_mem])
    os.setgid(entry.pw_gid)
    os.setuid(entry.pw_uid)
    os.umask(0o077)
    os.chdir("/")


def command_of(unit: dict[str, list[str]]) -> list[str]:
    return [word.replace("$$", "$") for word in shlex.split(unit["ExecStart"][0])]


def prepare(unit: dict[str, list[str]]) -> None:
    for name in unit.get("StateDirectory", []):
        folder = Path("/var/lib") / name
        folder.mkdir(exist_ok=True)
        os.chown(folder, pwd.getpwnam(unit["User"][0]).pw_uid, pwd.getpwnam(unit["User"][0]).pw_gid)
        folder.chmod(0o700)


class Service:
    """A service with its socket, which stays when the service is started again."""

    def __init__(self, name: str) -> None:
        self.name, self.asked = name, False
        unit = read(name)
        (wanted,) = [one for one in unit["Requires"] if one.endswith(".socket")]
        host, _, port = read(wanted)["ListenStream"][0].rpartition(":")
        listening = socket.create_server((host, int(port)), backlog=int(read(wanted)["Backlog"][0]))
        # The first file that a service is handed.
        os.dup2(listening.detach(), 3)

    def spawn(self) -> None:
        unit = read(self.name)
        prepare(unit)
        environment = {**environment_of(unit["EnvironmentFile"]), "LISTEN_FDS": "1"}
        # The number of the process stands in a variable that only it can know: a shell says it.
        started = ["/bin/sh", "-c", 'LISTEN_PID=$$ exec "$@"', "sh", *command_of(unit)]
        with (Path("/var/log") / f"{self.name}.log").open("ab") as log:
            self.process = subprocess.Popen(started, env=environment, preexec_fn=lambda: become(unit["User"][0]),
                                        pass_fds=[3], stdout=log, stderr=log)  # fmt: skip

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=30)

    def run(self) -> None:
        """Until told to stop; a service that ends is started again, also when that is asked for."""
        signal.signal(signal.SIGTERM, lambda *_: (_ for _ in ()).throw(SystemExit))
        signal.signal(signal.SIGUSR1, lambda *_: setattr(self, "asked", True))
        self.spawn()
        (RUNNING / self.name).write_text(str(os.getpid()))
        try:
            while True:
                if self.asked:
                    self.end()
                if self.process.poll() is not None:
                    self.spawn()
                    self.asked = False
                    (RUNNING / f"{self.name}.restarted").touch()
                time.sleep(0.05)
        finally:
            (RUNNING / self.name).unlink()
            self.end()


def running(pattern: str) -> list[str]:
    return [file.name for file in RUNNING.glob("*.service") if fnmatch.fnmatch(file.name, pattern)]


def wait_for(what: str, come: object) -> None:
    deadline = time.monotonic() + 60
    while not come():  # type: ignore[operator]
        if time.monotonic() > deadline:
            sys.exit(f"{what} does not happen")
        time.sleep(0.05)


def start(name: str) -> None:
    if "." not in name:
        name += ".service"
    unit = read(name)
    if name.endswith(".timer"):
        read(name.replace(".timer", ".service"))
    elif unit.get("Type") == ["oneshot"]:
        prepare(unit)
        done = subprocess.run(command_of(unit), env=environment_of(unit["EnvironmentFile"]),
                              preexec_fn=lambda: become(unit["User"][0]), check=False)  # fmt: skip
        if done.returncode:
            sys.exit(done.returncode)
    elif name not in running(name):
        service = Service(name)
        if os.fork() == 0:
            os.setsid()
            null = os.open(os.devnull, os.O_RDWR)
            for number in range(3):
                os.dup2(null, number)
            service.run()
        wait_for(f"start of {name}", lambda: running(name))


def systemctl(command: str, *names: str) -> None:
    RUNNING.mkdir(exist_ok=True)
    names = tuple(name for name in names if not name.startswith("-"))
    if names == ("nginx",):
        subprocess.run(
            {"restart": ["nginx"], "reload": ["nginx", "-s", "reload"], "stop": ["nginx", "-s", "stop"]}[command],
            check=True,
        )
    elif command in ("enable", "start"):
        for name in names:
            start(name)
    elif command == "stop":
        for pattern in names:
            for name in running(pattern):
                os.kill(int((RUNNING / name).read_text()), signal.SIGTERM)
                wait_for(f"end of {name}", lambda name=name: not running(name))
    elif command == "restart":
        for pattern in names:
            for name in running(pattern):
                (RUNNING / f"{name}.restarted").unlink(missing_ok=True)
                os.kill(int((RUNNING / name).read_text()), signal.SIGUSR1)
                wait_for(f"restart of {name}", (RUNNING / f"{name}.restarted").exists)
    elif command != "daemon-reload":
        sys.exit(f"no {command} here")


def systemd_run(*words: str) -> None:
    settings: dict[str, list[str]] = {}
    words_left = list(words)
    while words_left[0].startswith("-"):
        if words_left.pop(0) == "-p":
            key, _, value = words_left.pop(0).partition("=")
            settings.setdefault(key, []).append(value)
    sys.exit(subprocess.run(words_left, env=environment_of(settings["EnvironmentFile"]),
                            preexec_fn=lambda: become(settings["User"][0]), check=False).returncode)  # fmt: skip


def certbot(*words: str) -> None:
    name = words[words.index("-d") + 1]
    folder = Path("/etc/letsencrypt/live") / name
    folder.mkdir(parents=True, exist_ok=True)
    made = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem"), "-subj", f"/CN={name}"]
    subject = ["-addext", f"subjectAltName=DNS:{name}", "-days", "2"]
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *made, *subject], check=True)


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        {"systemctl": systemctl, "systemd-run": systemd_run, "certbot": certbot}[Path(sys.argv[0]).name](*sys.argv[1:])
