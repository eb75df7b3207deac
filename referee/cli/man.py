"""referee man"""

from __future__ import annotations

import shutil
import subprocess
import sys

import click

from referee.cli import CLEAN
from referee.notation.names import nearest
from referee.reports.manual import plain
from referee.resources import folder


@click.command(short_help="Show a manual page.")
@click.argument("page", default="referee")
@click.option("--source", is_flag=True, help="Print the page as it is written, in mdoc(7).")
def command(page: str, source: bool) -> int:
    """Show a manual page: referee, referee-record, referee-box or referee-ruling.

    On a terminal man(1) shows it, or else a pager; anywhere else it is printed as plain text.
    """
    pages = {path.stem: path for path in sorted(folder("man").glob("*.[1-9]"))}
    name = page if page in pages or f"referee-{page}" not in pages else f"referee-{page}"
    if name not in pages:
        near = nearest(page, pages, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(pages)}"
        raise click.ClickException(f"no page is called {page!r}; {hint}")
    text = pages[name].read_text(encoding="utf-8")
    if source:
        click.echo(text, nl=False)
    elif not sys.stdout.isatty():
        click.echo(plain(text), nl=False)
    elif man := shutil.which("man"):
        subprocess.run([man, str(pages[name])], check=False)
    else:
        click.echo_via_pager(plain(text))
    return CLEAN
