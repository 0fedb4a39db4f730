"""Sources and targets by URL: read once, written whole, with the files that a model refers to."""

from __future__ import annotations

import http.server
import json
import os
import re
import threading
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import ClassVar

import fsspec
import pytest
from batch_files import tree
from fsspec import AbstractFileSystem
from fsspec.registry import _registry

from pantin import batch
from pantin.base.errors import LimitExceeded
from pantin.batch.storage import is_remote_folder, is_url, join, local_copy, named_errors
from pantin.cli.run import run

BUCKET = "s3://studio"
EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def server():
    """An S3-compatible server on this machine."""
    from moto.server import ThreadedMotoServer

    started = ThreadedMotoServer(port=0, verbose=False)
    started.start()
    host, port = started.get_host_and_port()
    yield f"http://{host}:{port}"
    started.stop()


@pytest.fixture
def bucket(server, models, monkeypatch):
    """A bucket with the models, and one of them with a companion."""
    settings = {"AWS_ENDPOINT_URL": server, "AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret"}
    for name, value in {**settings, "AWS_DEFAULT_REGION": "us-east-1"}.items():
        monkeypatch.setenv(name, value)
    list(batch.run("convert", ["models/arm.glb"], "models/separate/", to=".gltf"))
    Path("models/separate/.pantin-batch.jsonl").unlink()
    files = fsspec.filesystem("s3", skip_instance_cache=True, use_listings_cache=False)
    if files.exists("studio"):
        files.rm("studio", recursive=True)
    files.mkdir("studio")
    for name, content in tree("models").items():
        files.pipe_file(f"studio/in/{name}", content)
    return files


def objects(files, folder):
    files.invalidate_cache()
    return {
        name.removeprefix(f"studio/{folder}/"): files.cat_file(name)
        for name in files.find(f"studio/{folder}")
    }


@pytest.mark.parametrize("settings", [{}, {"jobs": 2}], ids=str)
def test_a_batch_from_bucket_to_bucket_gives_the_bytes_of_local_files(bucket, settings):
    local = list(batch.run("convert", ["models"], "out", to=".gltf"))
    remote = list(batch.run("convert", [f"{BUCKET}/in"], f"{BUCKET}/out", to=".gltf", **settings))
    assert [row.reason for row in remote] == [None] * 4
    assert [(row.outcome, row.sha256) for row in remote] == [(row.outcome, row.sha256) for row in local]
    assert remote[0].path == f"{BUCKET}/in/arm.glb"
    assert objects(bucket, "out") == tree("out")


def test_no_source_of_a_bucket_is_replaced(bucket):
    before = objects(bucket, "in")
    rows = list(batch.run("convert", [f"{BUCKET}/in"], f"{BUCKET}/in", to=".glb"))
    assert [row.outcome for row in rows] == ["refused", "ok", "refused", "ok"]
    assert rows[0].reason == (
        f"{BUCKET}/in/arm.glb: {BUCKET}/in/arm.glb would replace its own source: choose another folder"
    )
    assert {name: data for name, data in objects(bucket, "in").items() if name in before} == before


def test_a_companion_of_somebody_else_is_not_replaced(bucket):
    """As in a local folder: a companion whose name is taken by another file gets a name with its digest."""
    bucket.pipe_file("studio/out/arm.bin", b"somebody's")
    Path("out").mkdir()
    Path("out/arm.bin").write_bytes(b"somebody's")
    for target in ("out/", f"{BUCKET}/out/"):
        (row,) = batch.run("convert", [f"{BUCKET}/in/arm.glb"], target, to=".gltf")
        assert row.outcome == "ok"
    assert objects(bucket, "out") == tree("out")
    assert objects(bucket, "out")["arm.bin"] == b"somebody's"
    assert len(objects(bucket, "out")) == 3
    (row,) = batch.run("check", [f"{BUCKET}/out/arm.gltf"])
    assert (row.outcome, row.nodes) == ("ok", 4)


def test_a_companion_with_the_same_content_is_used_again(bucket):
    for _ in range(2):
        (row,) = batch.run("convert", [f"{BUCKET}/in/arm.glb"], f"{BUCKET}/out/", to=".gltf")
        assert row.outcome == "ok"
    assert sorted(objects(bucket, "out")) == ["arm.bin", "arm.gltf"]


class Google(AbstractFileSystem):
    """A stand-in for gcsfs, which needs an account or an emulator: objects by name, without folders."""

    protocol = ("gs", "gcs")
    cachable = False
    store: ClassVar[dict[str, bytes]] = {}

    def ls(self, path, detail=True, **_):
        path, found = path.strip("/"), {}
        for name, content in self.store.items():
            inner = name.removeprefix(f"{path}/").split("/") if name.startswith(f"{path}/") else []
            if name == path or len(inner) == 1:
                found[name] = {"name": name, "size": len(content), "type": "file"}
            elif inner:
                folder = f"{path}/{inner[0]}"
                found[folder] = {"name": folder, "size": 0, "type": "directory"}
        if not found:
            raise FileNotFoundError(path)
        return list(found.values()) if detail else list(found)

    def get_file(self, rpath, lpath, **_):
        Path(lpath).write_bytes(self.store[rpath])

    def put_file(self, lpath, rpath, **_):
        self.store[rpath] = Path(lpath).read_bytes()

    def makedirs(self, path, exist_ok=False):
        raise AssertionError(f"an object store has no folders to make: {path}")


def test_gs_is_a_scheme_like_any_other(models, monkeypatch):
    """In this process, which alone has the stand-in."""
    monkeypatch.setitem(_registry, "gs", Google)
    store = {f"studio/in/{name}": content for name, content in tree("models").items()}
    monkeypatch.setattr(Google, "store", store)
    rows = list(batch.run("check", ["gs://studio/in"]))
    assert [(row.path, row.outcome) for row in rows] == [
        (f"gs://studio/{row.path.replace('models', 'in', 1)}", row.outcome)
        for row in batch.run("check", ["models"])
    ]
    (row,) = batch.run("convert", ["gs://studio/in/arm.glb"], "gs://studio/out/arm.gltf")
    assert (row.outcome, row.reason) == ("ok", None)
    Path("out").mkdir()
    list(batch.run("convert", ["models/arm.glb"], "out/arm.gltf"))
    written = {
        name.removeprefix("studio/out/"): content for name, content in store.items() if "/out/" in name
    }
    assert written == tree("out")


STAGE = """#usda 1.0
(
    defaultPrim = "root"
    subLayers = [@./layers/first.usda@]
    metersPerUnit = 1
    upAxis = "Y"
)
def Xform "root" {}
"""
LAYER = """#usda 1.0
(
    subLayers = [@second.usda@]
)
"""
DEEPEST = """#usda 1.0
over "root"
{
    def Mesh "face"
    {
        point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
        int[] faceVertexCounts = [3]
        int[] faceVertexIndices = [0, 1, 2]
    }
}
"""


def test_the_layers_of_a_remote_stage_are_fetched(models):
    """Layers refer to others, which are known only when they are read."""
    files = fsspec.filesystem("memory")
    parts = {"a.usda": STAGE, "layers/first.usda": LAYER, "layers/second.usda": DEEPEST}
    for name, text in parts.items():
        files.pipe_file(f"/stages/{name}", text.encode())
        Path("stages", name).parent.mkdir(parents=True, exist_ok=True)
        Path("stages", name).write_text(text)
    (remote,), (local,) = (batch.run("check", [f"{place}stages/a.usda"]) for place in ("memory://", ""))
    files.rm("/stages", recursive=True)
    assert (remote.outcome, remote.meshes, len(remote.references)) == ("ok", 1, 2)
    assert [finding.rule for finding in remote.findings] == [finding.rule for finding in local.findings]
    assert [digest for _, digest in remote.references] == [digest for _, digest in local.references]


def test_a_file_that_another_refers_to_is_read_too(bucket):
    (row,) = batch.run("check", [f"{BUCKET}/in/separate/arm.gltf"])
    assert (row.outcome, [name for name, _ in row.references]) == ("ok", ["arm.bin"])


def test_each_object_is_read_once(bucket, caplog):
    with caplog.at_level("INFO", logger="werkzeug"):
        list(batch.run("check", [f"{BUCKET}/in"]))
    requests = re.findall(r'"GET /(studio/in/\S+) HTTP', caplog.text)
    assert sorted(requests) == [f"studio/in/{name}" for name in sorted(tree("models"))]


def test_a_report_goes_to_the_bucket(bucket):
    list(batch.run("check", [f"{BUCKET}/in/*.glb"], report_file=f"{BUCKET}/report.jsonl"))
    rows = [json.loads(line) for line in bucket.cat_file("studio/report.jsonl").splitlines()]
    assert [row["path"] for row in rows] == [f"{BUCKET}/in/arm.glb"]


def test_what_is_not_there_is_unreadable(bucket):
    (row,) = batch.run("check", [f"{BUCKET}/in/missing.glb"])
    assert (row.outcome, row.reason) == ("unreadable", f"{BUCKET}/in/missing.glb: no such file or directory")


def test_a_file_in_an_archive_and_one_in_memory(models):
    import zipfile

    with zipfile.ZipFile("models.zip", "w") as archive:
        archive.write("models/arm.glb", "inner/arm.glb")
    rows = list(batch.run("convert", ["zip://inner/arm.glb::models.zip"], "memory://out/arm.gltf"))
    assert [row.outcome for row in rows] == ["ok"], rows
    files = fsspec.filesystem("memory")
    assert sorted(files.find("/out")) == ["/out/arm.bin", "/out/arm.gltf"]
    (row,) = batch.run("check", ["memory://out/arm.gltf"])
    assert (row.outcome, row.nodes) == ("ok", 4)
    files.rm("/out", recursive=True)


def test_folders_in_archives_are_walked(models):
    import zipfile

    with zipfile.ZipFile("models.zip", "w") as archive:
        for name in tree("models"):
            archive.write(f"models/{name}", f"all/{name}")
    rows = list(batch.run("check", ["zip://all/::models.zip"]))
    assert [row.outcome for row in rows] == ["ok", "ok", "findings"]
    assert rows[0].path == "zip://all/arm.glb::models.zip"


def test_an_unknown_scheme_is_named(models):
    with pytest.raises(OSError, match=r"nowhere://a/b\.glb: Protocol not known"):
        list(batch.run("check", ["nowhere://a/b.glb"]))


def test_a_drive_is_not_a_scheme():
    assert [is_url(name) for name in ("s3://a", "zip://a::b.zip", "C:\\a.glb", "C:/a.glb", "a:b.glb")] == [
        *(True, True, False, False, False)
    ]
    assert join("zip://out::a.zip", "b.glb") == "zip://out/b.glb::a.zip"
    assert join("s3://a/out/", "b/c.glb") == "s3://a/out/b/c.glb"
    assert join("out", "b.glb") == f"out{os.sep}b.glb"


class Unreliable(http.server.BaseHTTPRequestHandler):
    """Serves a model, redirects to it, redirects for ever, or breaks off."""

    model = b""

    def log_message(self, *words):
        pass

    def do_HEAD(self):
        self.do_GET(whole=False)

    def do_GET(self, whole=True):
        elsewhere = {"/moved.glb": "/arm.glb", "/loop.glb": "/loop.glb", "/local.glb": "file:///etc/hosts"}
        if self.path in elsewhere:
            self.send_response(302)
            self.send_header("Location", elsewhere[self.path])
            self.end_headers()
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(self.model)))
        self.end_headers()
        if whole:
            self.wfile.write(self.model[:500] if self.path == "/short.glb" else self.model)


class Listing(http.server.SimpleHTTPRequestHandler):
    """Serves the examples, with pages of links for folders."""

    def __init__(self, *arguments):
        super().__init__(*arguments, directory=str(EXAMPLES))

    def log_message(self, *words):
        pass


class Growing(http.server.BaseHTTPRequestHandler):
    """Serves a model whose size is stated as 10 bytes, or not at all."""

    requests: ClassVar[list[tuple[str, str]]] = []

    def log_message(self, *words):
        pass

    def do_HEAD(self):
        self.requests.append(("HEAD", self.path))
        self.send_response(200)
        if self.path == "/longer.glb":
            self.send_header("Content-Length", "10")
        self.end_headers()

    def do_GET(self):
        self.requests.append(("GET", self.path))
        self.send_response(200)
        self.end_headers()
        with suppress(OSError):  # the reader goes away
            for _ in range(1000):
                self.wfile.write(bytes(100_000))


@contextmanager
def serving(handler):
    """The address of a server."""
    pytest.importorskip("aiohttp")
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def web(monkeypatch):
    """The address of a server that cannot be relied on."""
    monkeypatch.setattr(Unreliable, "model", (EXAMPLES / "arm.glb").read_bytes())
    with serving(Unreliable) as address:
        yield address


@pytest.mark.parametrize(
    ("name", "code", "reason"),
    [
        ("arm.glb", 0, ""),
        ("moved.glb", 0, ""),
        ("loop.glb", 3, "loop.glb: too many redirects"),
        ("local.glb", 3, "local.glb"),
        ("short.glb", 3, "short.glb"),
    ],
)
def test_a_model_of_an_unreliable_server_is_read_whole_or_refused(web, name, code, reason, capsys):
    assert run(["check", f"{web}/{name}"]) == code
    ended = capsys.readouterr()
    assert reason in ended.err
    assert "Traceback" not in ended.err


@pytest.mark.parametrize("name", ["longer.glb", "endless.glb"])
def test_a_file_that_is_longer_than_stated_is_not_read_to_its_end(name):
    """100 MB, of which no more than the limit and what is under way is stored."""
    longer = pytest.raises(LimitExceeded, match=f"{name} is larger than 1,000,000")
    with serving(Growing) as address, longer, local_copy(f"{address}/{name}", 1_000_000):
        pass


def test_a_server_that_is_not_there_is_named(capsys):
    with serving(Growing) as address:
        pass
    assert run(["check", f"{address}/a.glb"]) == 3
    assert "no such file" not in capsys.readouterr().err


def test_a_model_of_a_server_is_read_once(monkeypatch):
    """Whether it is a folder is not asked, for which all of it would be read in search of links."""
    monkeypatch.setattr(Growing, "requests", [])
    with serving(Growing) as address:
        assert not is_remote_folder(f"{address}/arm.glb")
    assert Growing.requests == []


def test_a_timeout_has_words():
    """That of fsspec, after attempts to read an object that is cut off, has none."""
    with (
        pytest.raises(OSError, match=r"^s3://a/b.glb: the server took too long$"),
        named_errors("s3://a/b.glb"),
    ):
        raise TimeoutError


@pytest.mark.parametrize(
    ("names", "written"),
    [
        (["vrm/"], {"avatar.glb", "older.glb"}),
        (["vrm/*.vrm"], {"avatar.glb", "older.glb"}),
        (["arm.glb?signature=a%2Fb/c.d&parts=[1]*"], {"arm.glb"}),
        (["arm.glb?v=1", "vrm/avatar.vrm?v=a/b"], {"arm.glb", "vrm/avatar.glb"}),
    ],
)
def test_web_folders_patterns_and_queries_lead_to_files(names, written, tmp_path):
    with serving(Listing) as address:
        sources = [f"{address}/{name}" for name in names]
        results = list(batch.run("convert", sources, str(tmp_path), to=".glb"))
    assert [row.outcome for row in results] == ["ok"] * len(written)
    assert {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.glb")} == written
