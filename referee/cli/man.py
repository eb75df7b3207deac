"""referee man"""

from __future__ import annotations

import shutil
import subprocess
import sys

import click

from referee.resources import folder


@click.command(short_help="Print a manual page.")
@click.argument("page", default="referee")
def command(page: str) -> None:
    """Show a manual page: referee, referee-record, …

    On a terminal the page is formatted by man(1) where there is one; else its source is printed.
    """
    pages = {path.stem: path for path in sorted(folder("man").glob("*.[1-9]"))}
    if page not in pages:
        raise click.ClickException(f"no page {page!r}; there are {', '.join(pages)}")
    if sys.stdout.isatty() and shutil.which("man"):
        subprocess.run(["man", str(pages[page])], check=False)
    else:
        click.echo(pages[page].read_text(encoding="utf-8"), nl=False)
