"""What embedders give becomes vectors of length one, or is refused with one plain line."""

from typing import Any

import numpy as np
import pytest

from memtui.errors import Code, MemtuiError
from memtui.search.unit import unit_rows


@pytest.mark.parametrize("size", [1e-30, 1.0, 1e30])
def test_any_size_becomes_length_one(size: float) -> None:
    rows = unit_rows([[3 * size, 4 * size]], 1, "some")
    assert rows.dtype == np.float32
    assert rows == pytest.approx(np.array([[0.6, 0.8]]))


@pytest.mark.parametrize("number", [float("nan"), float("inf"), 1e308, None])
def test_what_no_vector_can_hold_is_refused(number: Any) -> None:
    with pytest.raises(MemtuiError, match="infinite or none") as caught:
        unit_rows([[number, 1.0]], 1, "some")
    assert caught.value.code is Code.INDEX_UNAVAILABLE


@pytest.mark.parametrize(
    "rows", [[["a", "b"]], [[1.0, 2.0], [1.0]], [[1.0]], [[], []], [[10**400, 1], [1, 1]], 5, None]
)
def test_what_are_no_rows_of_one_length_is_refused(rows: Any) -> None:
    with pytest.raises(MemtuiError) as caught:
        unit_rows(rows, 2, "some")
    assert caught.value.code is Code.INDEX_UNAVAILABLE
