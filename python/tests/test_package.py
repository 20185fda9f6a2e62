"""Parts of the package beside its code."""

from importlib import metadata

import pytest


def test_the_licences_come_with_the_package() -> None:
    try:
        record = metadata.distribution("masume").read_text("RECORD")
    except metadata.PackageNotFoundError:
        record = None
    if not record:
        pytest.skip("the package is not installed from a wheel")
    files = metadata.files("masume") or []
    texts = {it.name: it.read_text() for it in files if it.name.startswith("LICENSE")}
    assert "Permission is hereby granted" in texts["LICENSE-MIT"]
    assert "Apache License" in texts["LICENSE-APACHE"]
