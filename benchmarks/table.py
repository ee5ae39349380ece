"""The figures as people read them."""

from __future__ import annotations

from typing import Any

from figures import Figure, shown
from rich.table import Table

import floe


def sections(figures: list[Figure]) -> list[tuple[str | None, str]]:
    """The games, each with the parts of its figures, in their order."""
    return list(dict.fromkeys((figure.game, figure.part) for figure in figures))


def heading(game: str | None, part: str) -> str:
    title = floe.game(game).title if game else "Floe"
    return f"{title}: {part}" if part else title


def table(figures: list[Figure]) -> Table:
    """All figures, game by game, each with its peers below it."""
    made = Table(title="Floe beside its peers", title_justify="left")
    made.add_column()
    made.add_column("measured", justify="right", no_wrap=True)
    made.add_column("wanted", no_wrap=True)
    made.add_column("", no_wrap=True)
    made.add_column("Floe is", justify="right", no_wrap=True)
    for game, part in sections(figures):
        made.add_section()
        made.add_row(f"[bold]{heading(game, part)}[/bold]")
        for figure in figures:
            if (figure.game, figure.part) == (game, part):
                mark = {True: "[green]✓[/green]", False: "[red]✗[/red]", None: ""}[figure.met]
                made.add_row(figure.name, shown(figure.value, figure.unit), figure.wanted, mark)
                for peer in figure.peers:
                    ratio = f"{peer.ratio:.1f} ×" if peer.ratio >= 0.1 else f"{peer.ratio:.2f} ×"
                    made.add_row(f"  {peer.name}", shown(peer.value, figure.unit), "", "", ratio, style="dim")
    return made


def markdown(figures: list[Figure]) -> str:
    """The same table for a page."""
    lines = ["| | measured | wanted | Floe is |", "|---|---:|---|---:|"]
    for game, part in sections(figures):
        lines.append(f"| **{heading(game, part)}** | | | |")
        for figure in figures:
            if (figure.game, figure.part) == (game, part):
                missed = " (missed)" if figure.met is False else ""
                lines.append(f"| {figure.name} | {shown(figure.value, figure.unit)} | {figure.wanted}{missed} | |")
                lines += [f"| – {p.name} | {shown(p.value, figure.unit)} | | {p.ratio:.1f} × |" for p in figure.peers]
    return "\n".join(lines) + "\n"


def notes(machine: dict[str, Any], with_peers: bool) -> str:
    """How to read the table."""
    about = f"{machine['processor']} ({machine['architecture']}), {machine['cores']} cores, load {machine['load']}; "
    about += f"{machine['system']}, Python {machine['python']}, Numba {machine['numba']}."
    lines = [
        about,
        "Rates are actions a second, medians of several rounds run in turns. What runs on one core is timed by the "
        "processor time it got, batches by the clock on the wall in their best moment.",
    ]
    if with_peers:
        lines.append(
            "OpenSpiel C++: the random rollouts of its search, compiled code from first to last. "
            "Dice count as actions. Different games: the ratios compare engines at work of like weight, not like work."
        )
        lines.append(
            "Batches: random legal actions with masks, rewards and resets in place. Floe: all cores. "
            "Pgx: jit, vmap and scan on the CPU, the best of several batch sizes, observations (84 values) always "
            "included. OpenSpiel: games looped over in Python, one core. PettingZoo: one game, one core, observations "
            "(84 values) included."
        )
        lines.append(
            "Learning: Batch.advance with actions that were chosen before, by one core's processor time. Pgx: as "
            "above, by the processor time of all its threads together."
        )
    else:
        lines.append("Without peers (`make bench` installs them).")
    return "\n".join(lines)
