"""Runs nginx and Caddy with the examples in deploy/, on ports of this machine, in front of a service whose second web server is away."""

import os
import ssl
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

import httpx
import trustme

from tests import debian
from tests.deploy.reading import DEPLOY, read
from tests.live import TIMEOUT
from tests.operation.processes import ROOT, free_port, started, until

NAME: Final = "play.example.org"
"""The name of the service in the examples."""


class Place(NamedTuple):
    """What an example is changed to for a test: a port, the port of the web server, files of the certificate, an empty folder."""

    port: int
    web: int
    certificate: Path
    key: Path
    folder: Path


class Proxy(NamedTuple):
    """An example in its place: the command that runs it, the one that checks it, and their environment."""

    run: Sequence[str]
    check: Sequence[str]
    environment: Mapping[str, str]


class Site(NamedTuple):
    """A running proxy: its port, and the certificate of its authority."""

    port: int
    authority: Path

    @contextmanager
    def visitor(self, address: str, *, http2: bool = True) -> Iterator[httpx.Client]:
        """A client that comes from this address of this machine."""
        trusted = ssl.create_default_context(cafile=str(self.authority))
        with httpx.Client(
            base_url=f"https://127.0.0.1:{self.port}",
            headers={"Host": NAME},
            transport=httpx.HTTPTransport(verify=trusted, http2=http2, local_address=address),
            event_hooks={"request": [lambda request: request.extensions.update(sni_hostname=NAME)]},
            timeout=TIMEOUT,
        ) as client:
            yield client


def changed(text: str, changes: Mapping[str, str]) -> str:
    """The text with each key, which must be there, replaced."""
    for old, new in changes.items():
        assert old in text, f"{old!r} is not in the example any more"
        text = text.replace(old, new)
    return text


def nginx(at: Place) -> Proxy:
    """deploy/nginx/rollstream.conf inside a configuration that needs no other folder."""
    site = changed(
        read(DEPLOY / "nginx" / "rollstream.conf"),
        {
            "listen 443": f"listen 127.0.0.1:{at.port}",
            "    listen [::]:443 ssl http2;\n": "",
            "listen 80;": f"listen 127.0.0.1:{free_port()};",
            "    listen [::]:80;\n": "",
            f"/etc/letsencrypt/live/{NAME}/fullchain.pem": str(at.certificate),
            f"/etc/letsencrypt/live/{NAME}/privkey.pem": str(at.key),
            "127.0.0.1:8000": f"127.0.0.1:{at.web}",
            "127.0.0.1:8001": f"127.0.0.1:{free_port()}",
        },
    )
    folders = "".join(f"{kind}_temp_path {at.folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    whole = f"pid {at.folder}/pid;\nerror_log stderr;\nevents {{}}\nhttp {{\naccess_log off;\n{folders}{site}}}\n"
    (at.folder / "nginx.conf").write_text(whole, encoding="utf-8")
    # One process, which is of this user: nginx's own would not get into the folder.
    command = [debian.program("nginx"), "-e", "stderr", "-p", str(at.folder), "-c", str(at.folder / "nginx.conf")]
    return Proxy([*command, "-g", "daemon off; master_process off;"], [*command, "-t"], {})


def caddy(at: Place) -> Proxy:
    """deploy/caddy/Caddyfile with a certificate of its own, without a port for commands, and without HTTP/3, which needs another port."""
    site = changed(
        read(DEPLOY / "caddy" / "Caddyfile"),
        {
            "\n{\n": "\n{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n",
            "\tservers {\n": "\tservers {\n\t\tprotocols h1 h2\n",
            f"\n{NAME} {{": f"\n{NAME}:{at.port} {{\n\tbind 127.0.0.1\n\ttls {at.certificate} {at.key}",
            "127.0.0.1:8000": f"127.0.0.1:{at.web}",
            "127.0.0.1:8001": f"127.0.0.1:{free_port()}",
        },
    )
    file = at.folder / "Caddyfile"
    file.write_text(site, encoding="utf-8")
    program = str(Path(sys.executable).with_name("caddy"))
    own = {"XDG_DATA_HOME": str(at.folder), "XDG_CONFIG_HOME": str(at.folder)}
    return Proxy([program, "run", "--config", str(file)], [program, "validate", "--config", str(file)], own)


PROXIES: Final[Mapping[str, Callable[[Place], Proxy]]] = {"nginx": nginx, "caddy": caddy}


@contextmanager
def site(name: str, web: int, folder: Path) -> Iterator[Site]:
    """Check an example, and run it for the block, in front of a web server on this port."""
    authority = trustme.CA()
    certificate = authority.issue_cert(NAME)
    at = Place(free_port(), web, folder / "certificate.pem", folder / "key.pem", folder)
    authority.cert_pem.write_to_path(str(folder / "authority.pem"))
    certificate.private_key_and_cert_chain_pem.write_to_path(str(at.certificate))
    certificate.private_key_pem.write_to_path(str(at.key))
    proxy = PROXIES[name](at)
    checked = subprocess.run(proxy.check, check=False, capture_output=True, text=True, env={**os.environ, **proxy.environment}, cwd=ROOT)
    assert checked.returncode == 0, checked.stderr
    with started(proxy.run, folder / "said", proxy.environment) as running:
        here = Site(at.port, folder / "authority.pem")
        until(lambda: running.process.poll() is not None or _answers(here), 30, running.said)
        assert running.process.poll() is None, running.said()
        yield here


def _answers(site: Site) -> bool:
    with suppress(httpx.TransportError), site.visitor("127.0.0.1") as visitor:
        return visitor.get("/healthz").status_code == 200
    return False
