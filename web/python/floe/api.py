from floe import games
from floe.core.errors import UnknownGame, shown
from floe.core.manifest import load


def game(name, rules_version=None):
    manifest = games.manifest(name)
    made = load(manifest.older.get(rules_version) or manifest.engine)()
    if rules_version not in (None, made.rules_version):
        raise UnknownGame("version " + shown(rules_version) + " of the rules of " + name + " is not known here")
    return made
