import { expect, it } from 'vitest'
import { shown } from './shown.ts'

const sample = `#!/usr/bin/env python3
"""Keeps books."""
from __future__ import annotations

import os, sys as system
from .money.units import (
    Euro,  # the default
    Yen as Y,
)
from .. import audit

if TYPE_CHECKING:
    from typing import Iterable
try:
    import fast_json as json
except ImportError:
    import json

__all__ = ["Book", "open_book"]

LIMIT: int = 3
RATES = {
    "eur": 1,
    "usd": 1.1,
    "jpy": 160,
}

# Opens a book,
# or makes one.
@retry(times=3)
async def open_book(path: str, *args, strict: bool = False) -> Book:
    """Opens a book.

    Raises OSError.
    """
    with open(path) as file:
        return Book(json.load(file))


class Book(Base, metaclass=Meta):
    """A book."""

    name: str = "book"
    rates = field(default_factory=dict)

    @property
    def size(self) -> int:
        count = len(self.entries)
        return count

    def __init__(self, entries: list[Entry]) -> None:
        self.entries = entries
        self._check()

    def _check(self): ...

    class Page:
        number = 1


def helper(value):
    result = value * 2
    return result


if __name__ == "__main__":
    total = open_book(sys.argv[1])
    print(total)
`

it('outlines Python with docstrings, decorators, and the names of __all__', async () => {
  expect(await shown('ledger/book.py', sample)).toMatchInlineSnapshot(`
    "
    - variable __all__ 19-19
    - constant LIMIT 21-21
    - constant RATES 22-26
    + function open_book 28-37
    + class Book 40-58
    + field Book › name 43-43
    + field Book › rates 44-44
    + method Book › size 46-49
    + method Book › __init__ 51-53
    - method Book › _check 55-55
    + class Book › Page 57-58
    + field Book › Page › number 58-58
    - function helper 61-63
    imports os
    imports sys
    imports .money.units
    imports ..audit
    imports typing
    imports fast_json
    imports json

    …
    """Keeps books."""
    from __future__ import annotations

    import os, sys as system
    from .money.units import (
        Euro,  # the default
        Yen as Y,
    )
    from .. import audit

    if TYPE_CHECKING:
        from typing import Iterable
    try:
        import fast_json as json
    except ImportError:
        import json

    __all__ = ["Book", "open_book"]

    LIMIT: int = 3
    RATES = …
    # Opens a book,
    # or makes one.
    @retry(times=3)
    async def open_book(path: str, *args, strict: bool = False) -> Book:
        """Opens a book.

        Raises OSError.
        """
        …
    class Book(Base, metaclass=Meta):
        """A book."""

        name: str = "book"
        rates = field(default_factory=dict)

        @property
        def size(self) -> int: …
        def __init__(self, entries: list[Entry]) -> None: …
        def _check(self): ...

        class Page:
            number = 1


    def helper(value): …
    "
  `)
})
