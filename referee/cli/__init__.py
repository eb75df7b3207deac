"""The command line: arguments in, exit code out. Commands are loaded when they are called."""

from __future__ import annotations

import contextlib
import errno
import gc
import os
import sys
from importlib import import_module
from typing import Any

import click

from referee import __version__

# Exit codes: 0 clean, 1 findings, 2 could not be read or wrong usage.
CLEAN, FINDINGS, TROUBLE, INTERRUPTED = 0, 1, 2, 130

COMMANDS = {
    "check": "Validate records.",
    "replay": "Print the state as JSON, at the end or along the way.",
    "legal": "List the moves that may come next.",
    "show": "Draw the table in text.",
    "position": "Write the table down as a position.",
    "score": "Score a game step by step.",
    "ledger": "List every posting: who got what, when and why.",
    "context": "Show what one line changed.",
    "simulate": "Play complete games and write them as records.",
    "test": "Run rulings.",
    "rules": "List the rules or the options, and the rulings that show each.",
    "box": "Check or show a box.",
    "schema": "Print a JSON Schema.",
    "explain": "Explain a diagnostic code, a rule or an option.",
    "man": "Show a manual page.",
}


class Lazy(click.Group):
    """A group that knows its commands by name and imports one when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"referee.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        name = args[0] if args else ""
        if name and name not in COMMANDS:
            import difflib

            near = difflib.get_close_matches(name, COMMANDS, 1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise click.UsageError(f"No such command {name!r}.{hint}", ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="referee")
def referee() -> None:
    """A referee for Merchants of the Dark Road.

    Replays and validates games written in a plain notation, and says which rule a move breaks.
    """


def main() -> None:
    """Run, and end in one of the documented exit codes whatever happens to the streams."""
    gc.set_threshold(50_000)  # looking for cycles among what a short run keeps is a tenth of its time
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        code = referee.main(standalone_mode=False)
        _flush()
    except SystemExit:
        code = CLEAN  # click leaves this way when the pipe is closed
    except click.exceptions.Abort:
        code = INTERRUPTED
    except KeyboardInterrupt:
        code = INTERRUPTED
    except click.ClickException as trouble:
        complain(trouble)
        code = TROUBLE
    except BrokenPipeError:
        code = CLEAN
    except OSError as trouble:
        if trouble.errno == errno.EPIPE:
            code = CLEAN
        else:
            _last_word(f"referee: {trouble.strerror or trouble}")
            code = TROUBLE
    except RecursionError:
        _last_word("referee: the input is nested too deeply")
        code = TROUBLE
    _leave(code if isinstance(code, int) else CLEAN)


def _flush() -> None:
    if sys.stdout is not None:  # started without one
        sys.stdout.flush()


def complain(trouble: click.ClickException) -> None:
    """Say what is wrong, behind the usage where that was wrong; file names and the like are shown, never obeyed."""
    from referee.reports.text import safe_lines

    if isinstance(trouble, getattr(click.exceptions, "NoArgsIsHelpError", ())):
        trouble.show()
        return
    ctx = trouble.ctx if isinstance(trouble, click.UsageError) else None
    with contextlib.suppress(OSError):
        if ctx is not None:
            click.echo(f"{ctx.get_usage()}\nTry '{ctx.command_path} --help' for help.\n", err=True)
        click.echo(f"Error: {safe_lines(trouble.format_message().expandtabs(2))}", err=True)


def _last_word(text: str) -> None:
    with contextlib.suppress(OSError):
        print(text, file=sys.stderr)


def _leave(code: int) -> None:
    """Exit without letting the interpreter complain about a stream that is gone."""
    try:
        _flush()
    except OSError as trouble:
        if trouble.errno not in (errno.EPIPE, None) and code == CLEAN:
            _last_word(f"referee: {trouble.strerror}")
            code = TROUBLE
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)
