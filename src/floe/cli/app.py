"""The commands and their options. What each does is in a module of its own, loaded when it is asked for."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import floe
from floe.cli import admin as administering
from floe.cli import backup as copying
from floe.cli import dataset, thinking
from floe.cli import doctor as examining
from floe.cli import language as speaking
from floe.cli import puzzles as puzzling
from floe.cli import serve as serving
from floe.core.errors import FloeError


class _Refusing(TyperGroup):
    """Everything that Floe or the file system refuses ends as one line and exit code 2."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise
        except FloeError as fault:
            refuse(str(fault))
        except OSError as fault:
            refuse(f"{fault.filename}: {fault.strerror}" if fault.filename else str(fault))
        raise typer.Exit(2)


app = typer.Typer(
    cls=_Refusing,
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Board games in the terminal: play them, replay them, let machines play. floe games lists them.",
)


def refuse(problem: str) -> None:
    """Say in one line on stderr what is wrong."""
    line = " ".join(problem.split())
    encoding = getattr(sys.stderr, "encoding", None) or "utf-8"
    sys.stderr.write(f"floe: {line}\n".encode(encoding, "replace").decode(encoding))


def run(arguments: list[str]) -> int:
    """Run the command line and return the exit code."""
    try:
        code = app(arguments, prog_name="floe", standalone_mode=False)
    except typer.Abort:
        return 1
    except Exception as fault:
        if not hasattr(fault, "format_message"):  # what every mistake in the options has
            raise
        refuse(f"{fault.format_message().rstrip('.')} (see floe --help)")
        return 2
    return code if isinstance(code, int) else 0


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"floe {floe.__version__}")
        raise typer.Exit


Language = Annotated[
    str | None,
    typer.Option("--language", metavar="en|de|fr|it", help="The language to speak; by default that of the locale."),
]


@app.callback()
def _everything(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which Floe this is.")
    ] = False,
    language: Language = None,
) -> None:
    speaking.choose(language)


GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game; floe games lists them.")]
File = Annotated[Path, typer.Argument(metavar="FILE", help="A game record.")]
Players = Annotated[int | None, typer.Option(metavar="N", help="How many play.")]
Colours = Annotated[str | None, typer.Option(metavar="y,g", help="The colour of each seat.")]
Rules = Annotated[
    list[str] | None, typer.Option("--rules", metavar="KEY=VALUE", help="A rule option; may be given again.")
]
Cubes = Annotated[Path | None, typer.Option(metavar="FILE", help="The same as --rules cubes=@FILE.")]
Seed = Annotated[str | None, typer.Option(help="What chance comes from: a whole number or a text.")]


@app.command()
def play(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="The game; by default the first of floe games.")
    ] = None,
    players: Players = None,
    colours: Colours = None,
    names: Annotated[str | None, typer.Option(metavar="Ada,Bo", help="The name of each seat.")] = None,
    who: Annotated[
        str | None, typer.Option(metavar="person,greedy", help="For each seat: person, or a machine player.")
    ] = None,
    against: Annotated[
        str | None, typer.Option(metavar="PLAYER", help="Play against this level, or your own machine player.")
    ] = None,
    rules: Rules = None,
    cubes: Cubes = None,
    seed: Seed = None,
    load: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with a saved game, or from a position.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the game in this file, action by action.")
    ] = None,
) -> None:
    """Play in the terminal: against the machine, or several at one screen."""
    from floe.cli import options, setup
    from floe.cli.screen import Screen

    wishes = setup.Wishes(
        game=game,
        players=players,
        colours=options.colours(colours),
        names=options.parts(names),
        who=options.parts(who),
        against=against,
        rules=options.rules(rules or (), cubes),
        seed=options.seed(seed),
        load=load,
    )
    setup.sit_down(Screen(), wishes, save)


@app.command()
def replay(
    file: File,
    at: Annotated[int | None, typer.Option(metavar="N", help="Show the position after N actions.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Show every action and every position.")] = False,
    animate: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the game as an animated picture (GIF) instead.")
    ] = None,
) -> None:
    """Walk through a recorded game."""
    from floe.cli.replay import animate_file, replay_file
    from floe.cli.screen import Screen

    if animate is not None:
        animate_file(Screen(), file, animate)
    else:
        replay_file(Screen(), file, at, every)


@app.command()
def verify(file: File) -> None:
    """Replay a recorded game and check that it is lawful and its result true."""
    from floe.cli.commands import verify_file
    from floe.cli.screen import Screen

    verify_file(Screen(), file)


@app.command()
def rules(
    game: GameName,
    numbers: Annotated[list[str] | None, typer.Argument(metavar="RULE", help="Only these rules, by number.")] = None,
    language: Language = None,
) -> None:
    """Print the rules of a game, or one of them."""
    from floe import rulebook
    from floe.cli.screen import Screen

    floe.games.manifest(game)  # refuses, and says which there are
    if language is not None:
        speaking.choose(language)
    told = speaking.chosen()
    screen = Screen()
    for text in [rulebook.rule(game, number, told) for number in numbers] if numbers else [rulebook.page(game, told)]:
        screen.page(text)


@app.command()
def games() -> None:
    """List the games, what can be chosen in each, and who plays them."""
    from floe.cli.commands import list_games
    from floe.cli.screen import Screen

    list_games(Screen())


@app.command()
def new(
    game: GameName,
    players: Players = None,
    colours: Colours = None,
    rules: Rules = None,
    cubes: Cubes = None,
    seed: Seed = None,
) -> None:
    """Print the first position of a game as a document."""
    from floe.cli import options
    from floe.cli.commands import print_document

    chosen = options.colours(colours)
    print_document(
        floe.game(game).new(players, options.seed(seed), options.rules(rules or (), cubes), chosen).to_dict()
    )


@app.command()
def legal(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A position document; - reads it from stdin.")],
) -> None:
    """Print the legal actions of a position, one per line."""
    from floe.cli.commands import position

    for action in position(file).legal_actions():
        typer.echo(action)


@app.command()
def perft(
    game: GameName,
    depth: Annotated[int, typer.Option(metavar="N", min=0, max=50, help="How many actions deep.")],
    divide: Annotated[bool, typer.Option("--divide", help="Count for each first action.")] = False,
    players: Players = None,
    colours: Colours = None,
    rules: Rules = None,
    cubes: Cubes = None,
    seed: Annotated[str, typer.Option(help="What chance comes from.")] = "0",
) -> None:
    """Count the sequences of N actions from the first position: a check of the rules, and of speed."""
    from floe.cli import options
    from floe.cli.commands import count_sequences
    from floe.cli.screen import Screen

    chosen = options.colours(colours)
    first = floe.game(game).new(players, options.seed(seed), options.rules(rules or (), cubes), chosen)
    count_sequences(Screen(), first, depth, divide)


@app.command()
def arena(
    game: GameName,
    levels: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER...",
            help="Machine players: levels, also with their time said (strong@0.2s, strong@2000), or your own "
            "(module:Class, FILE.npz, FILE.onnx).",
        ),
    ],
    games: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="How many games, for each number of players; 200 by default."),
    ] = None,
    players: Annotated[
        str | None, typer.Option(metavar="2,3,4", help="How many play at a table; all takes every number.")
    ] = None,
    sprt: Annotated[
        str | None, typer.Option(metavar="LOW,HIGH", help="Test by how many Elo points the first is stronger.")
    ] = None,
    balance: Annotated[bool, typer.Option("--balance", help="Show how fair the game is, by one level's play.")] = False,
    swap: Annotated[
        bool, typer.Option("--swap", help="With --balance: seat 2 may take over seat 1 after its first turn.")
    ] = False,
    handicap: Annotated[
        str | None, typer.Option(metavar="SEAT:AHEAD", help="With --balance: what a seat has ahead, such as 2:pawn.")
    ] = None,
    opening: Annotated[
        int,
        typer.Option(
            metavar="N", min=0, max=100, help="Draw the first N actions of each deal, so that games are not alike."
        ),
    ] = 0,
    rules: Rules = None,
    cubes: Cubes = None,
    seed: Annotated[str, typer.Option(help="What chance comes from: the same seed, the same games.")] = "0",
    out: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Where the report goes, and a run goes on; a new folder by default."),
    ] = None,
    records: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Keep a record of every game here.")] = None,
    jobs: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="How many processes; by default as many as cores.")
    ] = None,
    ray: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Play on the Ray cluster there.")] = None,
    meet: Annotated[
        str, typer.Option(metavar="WHOM", help="everybody, neighbours (in the order named), or alone (the first).")
    ] = "everybody",
    seconds: Annotated[
        float | None, typer.Option(metavar="S", min=0.001, help="How long those think who think by the clock.")
    ] = None,
) -> None:
    """Let machine players meet, and rate them; or see how fair a game is."""
    from floe.cli import options
    from floe.cli.arena import Wishes, hold
    from floe.cli.screen import Screen

    wishes = Wishes(
        game=game,
        levels=tuple(levels),
        games=games,
        players=players,
        rules=options.rules(rules or (), cubes),
        seed=options.seed(seed) or 0,
        sprt=sprt,
        balance=balance,
        swap=swap,
        handicap=handicap,
        opening=opening,
        out=out,
        records=records,
        jobs=jobs,
        ray=ray,
        meet=meet,
        seconds=seconds,
    )
    hold(Screen(), wishes)


@app.command()
def train(
    game: GameName,
    folder: Annotated[Path, typer.Option(metavar="FOLDER", help="Where the run is kept; one that is there goes on.")],
    minutes: Annotated[float, typer.Option(min=0.1, help="How long to train.")] = 60.0,
    simulations: Annotated[int, typer.Option(min=2, max=10_000, help="Thinking for each action of self-play.")] = 96,
    rows: Annotated[
        int, typer.Option(min=1000, help="How many of the newest samples are kept and learnt from.")
    ] = 1_500_000,
    round_seconds: Annotated[float, typer.Option(min=1, help="How long to play before learning.")] = 60.0,
    rate: Annotated[
        float, typer.Option(min=1e-6, max=0.1, help="How fast to learn; less if games are learnt by heart.")
    ] = 1e-3,
    threads: Annotated[int | None, typer.Option(min=1, help="How many cores play; all by default.")] = None,
    players: Annotated[
        str | None,
        typer.Option(
            metavar="2,3,4", help="How many play, drawn for each game; a number given twice is drawn more often."
        ),
    ] = None,
    begin: Annotated[
        str | None,
        typer.Option("--from", metavar="FILE", help="Begin a run with this network; shipped is the one that Floe has."),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Learn to beat this network, which does not learn; shipped is Floe's."),
    ] = None,
    league: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE",
            help="Play every other game against this network, which does not learn; shipped is Floe's, and several can "
            "be given.",
        ),
    ] = None,
    oracle: Annotated[
        bool,
        typer.Option(
            "--oracle", help="Attack the network, find an answer to the attack, and so on: to be hard to study."
        ),
    ] = False,
    seed: Annotated[int, typer.Option(help="What chance comes from.")] = 1,
    ray: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Let the Ray cluster there play.")] = None,
) -> None:
    """Train the network of a searching player by self-play (needs the extra train)."""
    from floe.bots.training.folder import Plan
    from floe.cli import options
    from floe.cli.train import begun_with, league_of, network
    from floe.cli.train import train as start

    made = floe.game(game)
    usual = (*made.players, made.players[-1])  # a full table is the hardest to learn
    plan = Plan(
        game,
        folder,
        minutes=minutes,
        simulations=simulations,
        rows=rows,
        round_seconds=round_seconds,
        rate=rate,
        players=usual if players is None else options.player_counts(made, players),
        begin_with=begun_with(game, begin, folder, oracle, against),
        against=network(game, against, "--against"),
        league=league_of(game, league, against),
        seed=seed,
    )
    start(plan, threads, ray, oracle=oracle)


@app.command()
def join(
    url: Annotated[str, typer.Argument(metavar="URL", help="A server, or the link of one table.")],
    player: Annotated[
        str, typer.Option(metavar="PLAYER", help="A level, or your own: module:Class, FILE.npz, FILE.onnx.")
    ],
    name: Annotated[str | None, typer.Option(metavar="NAME", help="What the player is called at the table.")] = None,
    tables: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=1000, help="At so many open tables of the lobby at once.")
    ] = None,
    game: Annotated[str | None, typer.Option(metavar="GAME", help="Only at tables of this game.")] = None,
    stay: Annotated[bool, typer.Option("--stay", help="When a game is over, look for another table.")] = False,
    token_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep who one is in this file, to come back to the seats later.")
    ] = None,
) -> None:
    """Take a seat at a table of a server with a machine player."""
    from floe.cli.join import Wishes
    from floe.cli.join import join as take_seat
    from floe.cli.screen import Screen

    take_seat(Screen(), Wishes(url, player, name, tables, game, stay, token_file))


@app.command()
def site(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="A new folder, or one that this command wrote before.")],
) -> None:
    """Write the web app as a folder for any file server: games against machines and at one screen, no server."""
    from floe.cli.screen import Screen
    from floe.cli.site import write

    titles = [floe.games.manifest(game).title for game in write(out)]
    Screen().say(f"{out} has {' and '.join(titles)}. Serve it, under any path: python -m http.server -d {out}")


app.command("hint")(thinking.hint)
app.command("analyse")(thinking.analyse)
app.command("serve")(serving.command())
app.command("doctor")(examining.command())
app.command("backup")(copying.backup)
app.command("restore")(copying.restore)
app.add_typer(administering.app, name="admin")
app.add_typer(puzzling.app, name="puzzles")
app.add_typer(dataset.app, name="dataset")
