"""An empty Debian in a folder, with `systemctl` and `systemd-run` that do what the guide needs of them.

Root and the network are needed, and ports 80, 443, 8001 and 18001 of this machine. EMPTY_DEBIAN may name a folder that
`debootstrap --variant=minbase` has made, to save making one.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
from pathlib import Path

from tests.conftest import ROOT

PORTS = (80, 443, 8001, 18001)
_RELEASE, _MIRROR = "bookworm", "http://deb.debian.org/debian"
_SHIMS = Path(__file__).parent / "systemd.py"
_REPOSITORY = "/srv/repository"


def lacking() -> str | None:
    """Why there can be no such machine here; None if there can."""
    if os.geteuid() != 0:
        return "needs root, for chroot"
    if not shutil.which("debootstrap"):
        return "needs debootstrap"
    taken = [port for port in PORTS if not is_free(port)]
    return f"somebody listens at {taken}" if taken else None


def is_free(port: int) -> bool:
    """Whether somebody could listen there at once."""
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


class Machine:
    """An empty Debian. Its repository has this project in the state of a commit."""

    def __init__(self, folder: Path, commit: str) -> None:
        self.root = folder / "debian"
        self.pristine = Path(os.environ.get("EMPTY_DEBIAN") or folder / "pristine")
        """The same with nothing on it."""
        if not self.pristine.exists():
            made = ["debootstrap", "--variant=minbase", _RELEASE, str(self.pristine), _MIRROR]
            subprocess.run(made, check=True, capture_output=True)
        subprocess.run(["cp", "-a", self.pristine, self.root], check=True)
        # As in a container: packages start nothing.
        (self.root / "usr/sbin/policy-rc.d").write_text("#!/bin/sh\nexit 101\n")
        (self.root / "usr/sbin/policy-rc.d").chmod(0o755)
        shutil.copyfile("/etc/resolv.conf", self.root / "etc/resolv.conf")
        # Whom this machine believes, the other one does too: packages may come through a proxy.
        self.trusted = "/srv/trusted.crt"
        shutil.copyfile(
            os.environ.get("PIP_CERT") or "/etc/ssl/certs/ca-certificates.crt", self.root / self.trusted.lstrip("/")
        )
        for name in ("systemctl", "systemd-run", "certbot"):
            shutil.copy(_SHIMS, self.root / "usr/local/bin" / name)
            (self.root / "usr/local/bin" / name).chmod(0o755)
        for place in ("proc", "dev"):
            subprocess.run(["mount", "--rbind", f"/{place}", self.root / place], check=True)
            subprocess.run(["mount", "--make-rslave", self.root / place], check=True)
        self.publish(commit)

    def publish(self, commit: str) -> None:
        """What whoever clones the repository from now on gets."""
        target = self.root / _REPOSITORY.lstrip("/")
        if not target.exists():
            subprocess.run(["git", "clone", "--quiet", "--bare", "--no-local", str(ROOT), str(target)], check=True)
        subprocess.run(["git", "-C", target, "fetch", "--quiet", str(ROOT), commit], check=True)
        subprocess.run(["git", "-C", target, "update-ref", "refs/heads/published", commit], check=True)
        subprocess.run(["git", "-C", target, "symbolic-ref", "HEAD", "refs/heads/published"], check=True)

    def run(self, lines: str) -> str:
        """What root's shell prints when these lines are entered; the first that fails ends it."""
        lines = lines.replace("ADDRESS-OF-THIS-REPOSITORY", f"file://{_REPOSITORY}").replace(
            "YOUR.NAME", "trail.example"
        )
        kept = {name: value for name, value in os.environ.items() if re.match("(?i)(https?|no)_proxy$|pip_index", name)}
        found = {
            **dict.fromkeys(("PIP_CERT", "SSL_CERT_FILE"), self.trusted),
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": "/root",
            "LANG": "C.UTF-8",
        }
        done = subprocess.run(
            ["chroot", str(self.root), "bash", "-euo", "pipefail", "-c", lines],
            env={**kept, **found, "DEBIAN_FRONTEND": "noninteractive", "GIT_CONFIG_COUNT": "1",
                 "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "*"},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"{lines}\n{done.stdout}"
        return done.stdout

    def stop(self) -> None:
        """End what runs on it, and take it away."""
        self.run("systemctl stop 'companion@*' || true; systemctl stop nginx || true")
        for place in ("proc", "dev"):
            subprocess.run(["umount", "--lazy", "--recursive", self.root / place], check=False)
        if not os.path.ismount(self.root / "proc") and not os.path.ismount(self.root / "dev"):
            shutil.rmtree(self.root, ignore_errors=True)
