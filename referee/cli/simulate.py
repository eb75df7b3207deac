"""referee simulate"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from referee.cli import CLEAN
from referee.files import write_whole
from referee.games import find_game
from referee.games.game import Game
from referee.notation.names import nearest
from referee.wording import counted

SEATS = ("Griffin", "Susie", "Brian", "Andrea")


@click.command(short_help="Play complete games and write them as records.")
@click.option(
    "--players", metavar="NUMBER", type=click.IntRange(2, 4), default=3, show_default=True, help="Number of players."
)
@click.option(
    "--games", metavar="NUMBER", type=click.IntRange(1), default=1, show_default=True, help="Number of games."
)
@click.option(
    "--seed",
    metavar="WORD",
    default="1",
    show_default=True,
    help="Any word or number; the same seed gives the same games.",
)
@click.option(
    "--policy",
    type=click.Choice(["random", "greedy"]),
    default="greedy",
    show_default=True,
    help="How choices are made.",
)
@click.option("--edition", metavar="NAME", default="retail", show_default=True, help="Which rules.")
@click.option("--option", "chosen", multiple=True, metavar="NAME=VALUE", help="A switch; repeatable.")
@click.option("--variants", default="", metavar="NAME[,NAME]", help="draft, two-deeds or both.")
@click.option("--box", metavar="NAME", default="house", show_default=True, help="Which box.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=None,
    help="Write one file a game into this folder.",
)
def command(
    players: int,
    games: int,
    seed: str,
    policy: str,
    edition: str,
    chosen: tuple[str, ...],
    variants: str,
    box: str,
    out: Path | None,
) -> int:
    """Play complete legal games and write each as a record that `check` accepts.

    Every throw and draw is written out, so the seed is not needed to read them. Without --out the records go
    to standard output.
    """
    game = find_game("dark-road")
    varied = variants.replace(",", " ").split()
    wrong = [name for name in varied if name not in game.variants]
    if wrong:
        raise click.UsageError(f"no variant {wrong[0]!r} is known; there are {', '.join(game.variants)}")
    if edition not in game.editions:
        raise click.UsageError(f"no edition {edition!r} is known; there are {', '.join(game.editions)}")
    options = dict(_option(game, written) for written in chosen)
    try:
        game.bundled_box(box)
    except KeyError:
        raise click.UsageError(f"no box is called {box!r}; there is 'house'") from None
    if out is not None:
        try:
            out.mkdir(parents=True, exist_ok=True)
        except OSError as bad:
            raise click.ClickException(f"{out}: {bad.strerror}") from None
    quiet = out is None or not sys.stderr.isatty() or games < 5
    with click.progressbar(range(1, games + 1), label="playing", file=sys.stderr, hidden=quiet) as numbers:
        for number in numbers:
            text = game.simulated(list(SEATS[:players]), box, edition, varied, policy, f"{seed}/{number}", options)
            if out is None:
                click.echo(text, nl=number < games)
            else:
                write_whole(out / f"game-{number:0{len(str(games))}}.road", text)
    if out is not None:
        click.echo(f"{counted(games, 'game')} written to {os.fspath(out)}", err=True)
    return CLEAN


def _option(game: Game, written: str) -> tuple[str, str]:
    """NAME=VALUE as a switch of the game and one of its values."""
    name, _, value = (part.strip().lower() for part in written.partition("="))
    known = {switch.name: switch for switch in game.switches()}
    if name not in known:
        near = nearest(name, known)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise click.UsageError(f"no option is called {name!r}{hint}")
    if not value:
        raise click.UsageError(f"write {name}=VALUE; there are {', '.join(known[name].values)}")
    if value not in known[name].values:
        raise click.UsageError(f"{name} is never {value!r}; there are {', '.join(known[name].values)}")
    return name, value
