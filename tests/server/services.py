"""Real PostgreSQL and real Redis, started on loopback in a temporary folder, as Debian's packages install them."""

from __future__ import annotations

import fcntl
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import IO

import pytest

PATIENCE_S = 180
PORTS = range(20_000, 32_000)
_held: list[IO[bytes]] = []


def missing(what: str) -> None:
    """Skip the test because a program is not installed; fail where everything has to be there, as in CI."""
    words = f"{what} is not installed (Debian: apt-get install postgresql redis-server)"
    if os.environ.get("FLOE_REQUIRE_SERVICES") == "1":
        pytest.fail(f"{words}, and FLOE_REQUIRE_SERVICES=1 asks for it")
    pytest.skip(words)


def free_port() -> int:
    """A port that nobody listens at, and that no other test is given for as long as this process lives. It is none of
    those that a system hands out by itself, to clients and to whoever asks for any port."""
    folder = Path(tempfile.gettempdir()) / f"floe-ports-{os.getuid()}"
    folder.mkdir(exist_ok=True)
    while True:
        port = random.SystemRandom().choice(PORTS)
        lock = (folder / str(port)).open("wb")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with socket.socket() as tried:
                tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                tried.bind(("127.0.0.1", port))
        except OSError:
            lock.close()
        else:
            _held.append(lock)
            return port


def postgres_folder() -> Path | None:
    """Where initdb and pg_ctl are: the newest of Debian's versions, or wherever PATH finds them."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda one: float(one.parent.name), reverse=True)
    on_path = shutil.which("pg_ctl")
    if on_path:
        folders.append(Path(on_path).resolve().parent)
    return next((one for one in folders if (one / "initdb").exists() and (one / "pg_ctl").exists()), None)


class Postgres:
    """A cluster of its own. PostgreSQL refuses to run as root, so root lends it to another user."""

    def __init__(self, fsync: bool = False) -> None:
        # A killed process of ours loses nothing without fsync, only a power cut would; and the tests are quicker.
        self._fsync = "on" if fsync else "off"
        programs = postgres_folder()
        if programs is None:
            missing("PostgreSQL")
        assert programs is not None
        self._programs = programs
        self._folder = Path(tempfile.mkdtemp(prefix="floe-postgres-"))
        self._user = _unprivileged() if os.geteuid() == 0 else None
        if self._user is not None:
            os.chown(self._folder, self._user.pw_uid, self._user.pw_gid)
        self._said = self._folder / "said"
        self.port = free_port()
        self._databases = 0
        self._run("initdb", "-D", self._data, "-U", "floe", "-A", "trust", "-E", "UTF8", "--no-sync")
        self.start()

    @property
    def _data(self) -> str:
        return str(self._folder / "data")

    def _run(self, program: str, *arguments: str) -> None:
        with self._said.open("wb") as said:  # not a pipe: the server would keep it open
            done = subprocess.run(
                [self._programs / program, *arguments],
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                check=False,
                user=self._user.pw_uid if self._user else None,
                group=self._user.pw_gid if self._user else None,
                extra_groups=[] if self._user else None,
            )
        if done.returncode:
            raise RuntimeError(f"{program} {arguments[0]}: {self._said.read_text()}")

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync={self._fsync}"
        log = str(self._folder / "log")
        self._run("pg_ctl", "start", "-w", "-t", str(PATIENCE_S), "-D", self._data, "-l", log, "-o", options)

    def stop(self, how: str = "immediate") -> None:
        """Stop it: ``immediate`` is like a crash."""
        self._run("pg_ctl", "stop", "-w", "-t", str(PATIENCE_S), "-D", self._data, "-m", how)

    def new_database(self) -> str:
        """The URL of a new, empty database."""
        self._databases += 1
        name = f"floe_{self._databases}"
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "floe", name)
        return f"postgresql://floe@127.0.0.1:{self.port}/{name}"

    def dump(self, url: str, file: str) -> None:
        """Back a database up, into a file in this service's folder."""
        self._run("pg_dump", "--format=custom", f"--file={file}", url)

    def restore(self, file: str, url: str) -> None:
        """Fill an empty database from such a file."""
        self._run("pg_restore", "--no-owner", "--exit-on-error", f"--dbname={url}", file)

    def drop(self, url: str) -> None:
        """Throw a database away, whoever is still connected to it."""
        self._run("dropdb", "--force", "-h", "127.0.0.1", "-p", str(self.port), "-U", "floe", url.rpartition("/")[2])

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)


def _unprivileged() -> pwd.struct_passwd:
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise RuntimeError("PostgreSQL does not run as root, and there is no user postgres or nobody to run it")


class Redis:
    """A Redis of its own that keeps nothing."""

    def __init__(self) -> None:
        program = shutil.which("redis-server")
        if program is None:
            missing("Redis")
        assert program is not None
        self._program = program
        self._folder = Path(tempfile.mkdtemp(prefix="floe-redis-"))
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(self._folder)]
        self._process = subprocess.Popen(
            [self._program, *options], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        give_up = time.monotonic() + PATIENCE_S
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > give_up:
                raise RuntimeError(f"{self._program} did not start on port {self.port}")
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as connection:
                connection.sendall(b"PING\r\n")
                return connection.recv(16).startswith(b"+PONG")
        except OSError:
            return False

    def stop(self) -> None:
        """End it at once."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)
