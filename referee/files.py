"""Reading files that may be anything: only regular text files of a bearable size get through."""

from __future__ import annotations

import contextlib
import os
import stat
import sys

SIZE_LIMIT = 8 * 1024 * 1024


class CannotRead(Exception):
    """A file that cannot be read, with one sentence that says why."""


def read_text(path: str, limit: int = SIZE_LIMIT) -> str:
    """The text of a file, or of standard input for ``-``. Raises CannotRead."""
    data = _stdin(limit) if path == "-" else _file(path, limit)
    if len(data) > limit:
        raise CannotRead(f"{path}: larger than {limit} bytes; raise the limit with --max-size")
    if b"\0" in data:
        raise CannotRead(f"{path}: not a text file (it holds a NUL byte)")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as bad:
        line = data.count(b"\n", 0, bad.start) + 1
        raise CannotRead(f"{path}: not UTF-8 text (line {line}, byte {bad.start + 1})") from None


def _stdin(limit: int) -> bytes:
    return sys.stdin.buffer.read(limit + 1)


def _file(path: str, limit: int) -> bytes:
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    except OSError as bad:
        raise CannotRead(f"{path}: {_reason(bad)}") from None
    except ValueError:
        raise CannotRead(f"{path!r}: not a file name") from None
    kind = os.fstat(handle).st_mode
    if not stat.S_ISREG(kind):
        os.close(handle)
        raise CannotRead(f"{path}: is a directory" if stat.S_ISDIR(kind) else f"{path}: not a regular file")
    with os.fdopen(handle, "rb") as file:
        return file.read(limit + 1)


def _reason(bad: OSError) -> str:
    return (bad.strerror or "cannot be opened").lower().replace("no such file or directory", "no such file")


def write_whole(path: os.PathLike[str], text: str) -> None:
    """Write a file so that it is there whole or not at all. Raises OSError."""
    target = os.fspath(path)
    draft = f"{target}.{os.getpid()}.part"
    try:
        with open(draft, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(draft)
        raise
