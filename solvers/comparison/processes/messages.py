"""Messages between a master and its worker: a mark, a length, and a body.

A solver may write anything to every open file, so that a reader must be able to tell a message from rubbish.
"""

from __future__ import annotations

from typing import IO

__all__ = ["receive", "send"]

BYTES_OF_LENGTH = 8


def send(stream: IO[bytes], mark: bytes, body: bytes) -> None:
    """Write a message."""
    stream.write(mark + len(body).to_bytes(BYTES_OF_LENGTH, "big") + body)
    stream.flush()


def receive(stream: IO[bytes], mark: bytes) -> bytes:
    """Read a message, and return its body.

    Raises
    ------
    EOFError : the stream has ended, or what comes next is no message.

    Examples
    --------
    >>> from io import BytesIO
    >>> stream = BytesIO()
    >>> send(stream, b"mark", b"body")
    >>> receive(BytesIO(stream.getvalue()), b"mark")
    b'body'
    """
    head = stream.read(len(mark) + BYTES_OF_LENGTH)
    length = int.from_bytes(head[len(mark) :], "big")
    if len(head) < len(mark) + BYTES_OF_LENGTH or not head.startswith(mark):
        raise EOFError
    body = stream.read(length)
    if len(body) < length:
        raise EOFError
    return body
