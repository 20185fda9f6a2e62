"""A Synapse of its own on this machine, with its files in a folder that goes with it."""

import base64
import contextlib
import hashlib
import hmac
import http.client
import json
import os
import secrets
import socket
import subprocess
import sys
import tempfile
import urllib.parse
from pathlib import Path

# A wait has this bound, to which only a hang comes.
PATIENCE = 120

# Each event is written through to the disk, which takes tens of milliseconds on some: so its files are in memory. TMPDIR names
# another folder.
MEMORY = None if "TMPDIR" in os.environ or not os.access("/dev/shm", os.W_OK) else "/dev/shm"

# What a server allows by itself is much less: a bot and people who press without a pause are held up by it.
UNLIMITED = {
    name: {"per_second": 100_000, "burst_count": 100_000}
    for name in ["rc_message", "rc_registration", "rc_joins_per_room", "rc_reports", "rc_room_creation"]
} | {
    "rc_joins": {kind: {"per_second": 100_000, "burst_count": 100_000} for kind in ["local", "remote"]},
    "rc_invites": {
        kind: {"per_second": 100_000, "burst_count": 100_000} for kind in ["per_room", "per_user", "per_issuer"]
    },
    "rc_login": {
        kind: {"per_second": 100_000, "burst_count": 100_000} for kind in ["address", "account", "failed_attempts"]
    },
}


class Refused(Exception):
    """An answer that is none, with its status and its body."""

    def __init__(self, status, body):
        super().__init__(f"{status}: {body}")
        self.status, self.body = status, body


class Client(http.client.HTTPConnection):
    """A connection that asks in JSON, for one user or none."""

    def __init__(self, port, token=None):
        super().__init__("127.0.0.1", port, timeout=PATIENCE)
        self.token = token

    def ask(self, method, path, body=None, **query):
        """The answer, of as many tries as the connection needs to be there."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        path = path + ("?" + urllib.parse.urlencode(query) if query else "")
        data = None if body is None else json.dumps(body)
        for is_last in [False, True]:
            try:
                self.request(method, path, data, headers)
                answer = self.getresponse()
                text = answer.read()
                break
            except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
                # The server ends a connection on which nothing is asked for a while.
                self.close()
                if is_last:
                    raise
        if answer.status >= 400:
            raise Refused(answer.status, text.decode())
        return json.loads(text)


class Homeserver:
    """Synapse with SQLite, on a port that the system gives. `settings` are more of its own; none are the ones above. `runner` is a
    command that runs another one, such as `taskset`."""

    def __init__(self, settings=None, runner=()):
        self.folder = tempfile.TemporaryDirectory(dir=MEMORY)
        self.secret = secrets.token_hex()
        self.settings = UNLIMITED if settings is None else settings
        self.runner = runner
        self.process = None
        self.start()

    def start(self, port=0):
        """Starts it, on this port if one is named."""
        folder = Path(self.folder.name)
        settings = {
            "server_name": "localhost",
            # Nobody is sent there.
            "public_baseurl": "http://127.0.0.1/",
            "pid_file": str(folder / "pid"),
            "listeners": [
                {
                    "port": port,
                    "type": "http",
                    "bind_addresses": ["127.0.0.1"],
                    "resources": [{"names": ["client"], "compress": False}],
                }
            ],
            "database": {"name": "sqlite3", "args": {"database": str(folder / "homeserver.db")}},
            "log_config": str(folder / "log.yaml"),
            "media_store_path": str(folder / "media"),
            "signing_key_path": str(folder / "signing.key"),
            "registration_shared_secret": self.secret,
            "macaroon_secret_key": self.secret,
            "form_secret": self.secret,
            "report_stats": False,
            "filter_timeline_limit": 100_000,
            "trusted_key_servers": [],
            "presence": {"enabled": False},
            **self.settings,
        }
        log = {
            "version": 1,
            "handlers": {"file": {"class": "logging.FileHandler", "filename": str(folder / "log")}},
            "root": {"level": "WARNING", "handlers": ["file"]},
        }
        # JSON is YAML.
        (folder / "homeserver.yaml").write_text(json.dumps(settings))
        (folder / "log.yaml").write_text(json.dumps(log))
        if not (folder / "signing.key").exists():
            key = base64.b64encode(secrets.token_bytes(32)).decode().rstrip("=")
            (folder / "signing.key").write_text(f"ed25519 a_test {key}\n")
        command = [*self.runner, sys.executable, "-m", "synapse.app.homeserver", "-c", str(folder / "homeserver.yaml")]
        # It says that it listens to who started it.
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as said:
            said.bind(str(folder / "ready"))
            said.settimeout(PATIENCE)
            self.process = subprocess.Popen(
                command,
                cwd=folder,
                env={**os.environ, "NOTIFY_SOCKET": str(folder / "ready")},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            while b"READY=1" not in said.recv(4096):
                pass
        os.unlink(folder / "ready")
        self.port = port_of(self.process.pid)

    def register(self, name, admin=False):
        """A new user; the access token."""
        with contextlib.closing(Client(self.port)) as client:
            return self.register_by(client, name, admin)

    def register_by(self, client, name, admin):
        nonce = client.ask("GET", "/_synapse/admin/v1/register")["nonce"]
        words = [nonce, name, "password of " + name, "admin" if admin else "notadmin"]
        mac = hmac.new(self.secret.encode(), "\0".join(words).encode(), hashlib.sha1).hexdigest()
        user = {"nonce": nonce, "username": name, "password": words[2], "admin": admin, "mac": mac}
        return client.ask("POST", "/_synapse/admin/v1/register", user)["access_token"]

    def kill(self):
        self.process.kill()
        self.process.wait()

    def close(self):
        self.kill()
        self.folder.cleanup()


def port_of(process):
    """The port on which a process listens."""
    sockets = set()
    for file in Path(f"/proc/{process}/fd").iterdir():
        # It opens and closes others meanwhile.
        with contextlib.suppress(FileNotFoundError):
            sockets.add(os.readlink(file))
    listens = "0A"
    for line in Path(f"/proc/{process}/net/tcp").read_text().splitlines()[1:]:
        _, address, _, state, _, _, _, _, _, number, *_ = line.split()
        if state == listens and f"socket:[{number}]" in sockets:
            return int(address.split(":")[1], 16)
    raise AssertionError("it listens nowhere")
