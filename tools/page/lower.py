"""Lowering: a module of Floe, rewritten in the part of Python that MicroPython has, with the same meaning.

MicroPython runs in a browser from 0.2 MB and is there in some hundredths of a second, but it is a smaller language: its
dictionaries do not keep their order, its sort is not stable, ``True`` is no integer, and what came after Python 3.5
is missing in places. Nothing of that may be seen in a game. So every construct whose meaning would change, or which
would not compile, is written here in other words; what these words call is in ``web/python/_lowered.py``. Where a
module needs something that cannot be lowered, building it fails and says where.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable
from typing import Any

HELPERS = "_lowered"
"""The module of the functions that lowered code calls."""

_TYPING = ("__future__", "typing", "collections.abc", "numpy.typing", "abc")
"""Modules for type checkers alone."""
_STANDARD = {
    name: f"_{name}"
    for name in (
        "collections",
        "functools",
        "itertools",
        "json",
        "re",
        "secrets",
        "copy",
        "importlib",
        "types",
        "operator",
        "hashlib",
        "hmac",
    )
}
"""Modules of the standard library that are written again, as far as they are needed, in ``web/python``."""
_TYPE_ONLY_BASES = {"ABC", "Generic", "Protocol"}
_TYPE_ONLY_DECORATORS = {"abstractmethod", "overload", "override"}
_MISSING_METHODS = {
    "removeprefix",
    "removesuffix",
    "title",
    "capitalize",
    "isprintable",
    "bit_count",
    "bit_length",
    "sort",
}
"""Methods of texts, numbers and lists that MicroPython lacks, or has with another meaning."""
_ABSENT_METHODS = {
    "casefold", "zfill", "ljust", "rjust", "isascii", "isidentifier", "isdecimal", "swapcase", "expandtabs",
    "translate", "format_map",
}  # fmt: skip
"""Others that it lacks, and that nobody has needed yet."""
_OTHER_BUILTINS = {"sorted", "repr", "zip", "format"}
"""Built-in functions that mean something else there, or are missing."""


_WITH_BLOCKS = (ast.For, ast.While, ast.With, ast.Try, ast.ExceptHandler)


class CannotLower(Exception):
    """A construct that has no other words yet."""

    def __init__(self, module: str, node: ast.AST | None, what: str) -> None:
        super().__init__(f"{module}:{getattr(node, 'lineno', '?')}: {what}")


def lower(source: str, module: str) -> str:
    """The text of a module for MicroPython, without comments and docstrings."""
    tree = ast.parse(source)
    lowering = _Lowering(module)
    tree = lowering.visit(tree)
    _drop_unused_imports(tree)
    if lowering.helpers:
        names = [ast.alias(name) for name in sorted(lowering.helpers)]
        tree.body.insert(0, ast.ImportFrom(HELPERS, names, 0))
    _check_names(tree, module)
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


class _Lowering(ast.NodeTransformer):
    def __init__(self, module: str) -> None:
        self._module = module
        self.helpers: set[str] = set()

    def _call(self, helper: str, *args: ast.expr, **keywords: ast.expr) -> ast.Call:
        """A call of a function of the helpers' module."""
        name = f"_{helper}"
        self.helpers.add(name)
        given = [ast.keyword(key, value) for key, value in keywords.items()]
        return ast.Call(ast.Name(name, ast.Load()), list(args), given)

    # What is for type checkers and readers only

    def visit_Module(self, node: ast.Module) -> ast.Module:
        self._body(node)
        return node

    def _body(self, node: ast.Module | ast.ClassDef | ast.FunctionDef) -> None:
        node.body = self._statements(node.body) or [ast.Pass()]

    def _statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        lowered: list[ast.stmt] = []
        for statement in body:
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                continue  # a docstring
            made = self.visit(statement)
            if made is not None:
                lowered.extend(made if isinstance(made, list) else [made])
        return lowered

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.stmt | None:
        if node.module in _TYPING:
            return None
        node.module = _STANDARD.get(node.module or "", node.module)
        return node

    def visit_Import(self, node: ast.Import) -> ast.stmt | None:
        node.names = [
            ast.alias(
                _STANDARD.get(name.name, name.name), name.asname or (name.name if name.name in _STANDARD else None)
            )
            for name in node.names
            if name.name not in _TYPING
        ]
        return node if node.names else None

    def visit_If(self, node: ast.If) -> Any:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return self._statements(node.orelse)
        if ast.unparse(node.test) == "not interpreted()":
            return self._statements(node.orelse)  # a page compiles nothing
        return self._blocks(node)

    def _blocks(self, node: ast.AST) -> Any:
        """A statement with blocks: each keeps at least one statement."""
        for name, value in ast.iter_fields(node):
            if name in {"body", "orelse", "finalbody"}:
                setattr(node, name, self._statements(value) or ([ast.Pass()] if value else []))
            elif isinstance(value, list):
                setattr(node, name, [self.visit(one) for one in value])
            elif isinstance(value, ast.AST):
                setattr(node, name, self.visit(value))
        return node

    def visit(self, node: ast.AST) -> Any:
        return self._blocks(node) if isinstance(node, _WITH_BLOCKS) else super().visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt | None:
        alias = isinstance(node.annotation, ast.Name) and node.annotation.id == "TypeAlias"
        if node.value is None or alias:
            return None
        return ast.Assign([self.visit(node.target)], self.visit(node.value))

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | None:
        value = node.value
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "TypeVar":
            return None
        if _is_type(value):
            return None  # an alias of a type
        if _is_union(value):
            node.value = ast.Tuple(_members(value), ast.Load())
            return node
        if any(isinstance(target, ast.Name) and target.id == "__slots__" for target in node.targets):
            return None
        self.generic_visit(node)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.returns = None
        arguments = node.args
        for argument in (*arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg):
            if argument is not None:
                argument.annotation = None
        if arguments.posonlyargs:
            raise CannotLower(self._module, node, "positional-only parameters")
        arguments.defaults = [self.visit(default) for default in arguments.defaults]
        arguments.kw_defaults = [default and self.visit(default) for default in arguments.kw_defaults]
        node.decorator_list = [
            self.visit(one) for one in node.decorator_list if _name_of(one) not in _TYPE_ONLY_DECORATORS
        ]
        self._body(node)
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        raise CannotLower(self._module, node, "an asynchronous function")

    # Classes

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        fields = _fields_of(node)
        bases = [base for base in map(_unsubscripted, node.bases) if _name_of(base) not in _TYPE_ONLY_BASES]
        named_tuple = any(_name_of(base) == "NamedTuple" for base in bases)
        struct = not named_tuple and any(keyword.arg in _STRUCT_OPTIONS for keyword in node.keywords)
        struct = struct or any(_name_of(base) == "Struct" for base in bases)
        dataclasses = [one for one in node.decorator_list if _name_of(one) == "dataclass"]
        node.decorator_list = [self.visit(one) for one in node.decorator_list if one not in dataclasses]
        if dataclasses or named_tuple or struct:
            made = self._call(
                "fields",
                *[self._field(name, value, annotation if struct else None) for name, annotation, value in fields],
            )
            given = dataclasses[0].keywords if dataclasses and isinstance(dataclasses[0], ast.Call) else node.keywords
            made.keywords = [one for one in given if one.arg in _KEPT_OPTIONS]
            if named_tuple:
                made.keywords.append(ast.keyword("tuple_", ast.Constant(value=True)))
            node.decorator_list.insert(0, made)
            node.body = [one for one in node.body if not (isinstance(one, ast.AnnAssign) and _is_field(one))]
        node.bases = [self.visit(base) for base in bases if _name_of(base) not in {"NamedTuple", "Struct"}]
        node.keywords = []
        self._body(node)
        return node

    def _field(self, name: str, value: ast.expr | None, annotation: ast.expr | None) -> ast.expr:
        """A field as the helpers want it: its name, its type where that is a struct's, and its default."""
        made = self._call("field", ast.Constant(name), _lazy(annotation and _type_of(annotation)))
        if isinstance(value, ast.Call) and _name_of(value.func) == "field":
            made.keywords = [ast.keyword(one.arg, self.visit(one.value)) for one in value.keywords]
        elif value is not None:
            made.keywords = [ast.keyword("default", self.visit(value))]
        return made

    # Expressions

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        parts: list[ast.expr] = []
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                parts.append(self._formatted(part))
            else:
                parts.append(part)
        if len(parts) == 1:
            return parts[0]
        return ast.Call(ast.Attribute(ast.Constant(""), "join", ast.Load()), [ast.Tuple(parts, ast.Load())], [])

    def _formatted(self, part: ast.FormattedValue) -> ast.expr:
        value: ast.expr = self.visit(part.value)
        if part.conversion == ord("r"):
            value = self._call("repr", value)
        if part.format_spec is not None:
            return self._call("format", value, self.visit(part.format_spec))
        return value if part.conversion == ord("r") else ast.Call(ast.Name("str", ast.Load()), [value], [])

    def visit_Dict(self, node: ast.Dict) -> ast.expr:
        parts: list[ast.expr] = []
        pairs: list[ast.expr] = []
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                if pairs:
                    parts.append(ast.Tuple(pairs, ast.Load()))
                    pairs = []
                parts.append(self.visit(value))
            else:
                pairs.append(ast.Tuple([self.visit(key), self.visit(value)], ast.Load()))
        if pairs or not parts:
            parts.append(ast.Tuple(pairs, ast.Load()))
        return self._call("dict", *parts)

    def visit_DictComp(self, node: ast.DictComp) -> ast.expr:
        self.generic_visit(node)
        pair = ast.Tuple([node.key, node.value], ast.Load())
        return self._call("dict", ast.ListComp(pair, node.generators))

    def visit_List(self, node: ast.List) -> ast.expr:
        self.generic_visit(node)
        return self._joined("list", node) if isinstance(node.ctx, ast.Load) else node

    def visit_Tuple(self, node: ast.Tuple) -> ast.expr:
        self.generic_visit(node)
        return self._joined("tuple", node) if isinstance(node.ctx, ast.Load) else node

    def visit_Set(self, node: ast.Set) -> ast.expr:
        self.generic_visit(node)
        return self._joined("set", node)

    def _joined(self, kind: str, node: ast.List | ast.Tuple | ast.Set) -> ast.expr:
        """A display that takes in others, as in ``[*a, b]``."""
        if not any(isinstance(one, ast.Starred) for one in node.elts):
            return node
        parts: list[ast.expr] = []
        for one in node.elts:
            if isinstance(one, ast.Starred):
                parts.append(one.value)
            elif parts and isinstance(parts[-1], ast.Tuple):
                parts[-1].elts.append(one)
            else:
                parts.append(ast.Tuple([one], ast.Load()))
        return self._call("joined", ast.Name(kind, ast.Load()), *parts)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.slice, ast.Slice) and node.slice.step is not None:
            if not isinstance(node.ctx, ast.Load):
                raise CannotLower(self._module, node, "a slice with a step is assigned to")
            none = ast.Constant(None)
            return self._call(
                "stepped", node.value, node.slice.lower or none, node.slice.upper or none, node.slice.step
            )
        return node

    def visit_Call(self, node: ast.Call) -> Any:
        if isinstance(node.func, ast.Name) and node.func.id == "cast":
            return self.visit(node.args[1])
        if isinstance(node.func, ast.Name) and node.func.id == "isinstance":
            return self._call("isinstance", self.visit(node.args[0]), _classes(node.args[1]))
        self.generic_visit(node)
        function = node.func
        if isinstance(function, ast.Name) and function.id in _OTHER_BUILTINS:
            return _with_keywords(self._call(function.id, *node.args), node)
        if isinstance(function, ast.Attribute):
            if function.attr == "fromkeys" and _name_of(function.value) == "_dict":
                return self._call("fromkeys", *node.args)
            if function.attr in _ABSENT_METHODS:
                raise CannotLower(self._module, node, f"a page has no method {function.attr}")
            if function.attr in _MISSING_METHODS:
                return _with_keywords(self._call(function.attr, function.value, *node.args), node)
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Who makes a dictionary makes one that keeps its order."""
        if node.id != "dict" or not isinstance(node.ctx, ast.Load):
            return node
        self.helpers.add("_dict")
        return ast.Name("_dict", ast.Load())

    def visit_Match(self, node: ast.Match) -> ast.stmt:
        """A match by class, as the commands use it, becomes a chain of ifs."""
        subject = self.visit(node.subject)
        if not isinstance(subject, ast.Name):
            raise CannotLower(self._module, node, "a match on something that is no name")
        chain: list[ast.stmt] = []
        for case in reversed(node.cases):
            if case.guard is not None:
                raise CannotLower(self._module, node, "a guard in a match")
            body = self._statements(case.body) or [ast.Pass()]
            classes = self._pattern(case.pattern)
            if classes is None:
                chain = body
                continue
            test = self._call("isinstance", subject, ast.Tuple(classes, ast.Load()))
            chain = [ast.If(test, body, chain)]
        return chain[0] if len(chain) == 1 else ast.If(ast.Constant(True), chain, [])

    def _pattern(self, pattern: ast.pattern) -> list[ast.expr] | None:
        """The classes that a pattern takes; none if it takes all."""
        match pattern:
            case ast.MatchAs(pattern=None):
                return None
            case ast.MatchClass(cls=named, patterns=[], kwd_patterns=[]):
                return [named]
            case ast.MatchOr(patterns=several):
                return [one for each in several for one in self._pattern(each) or ()]
        raise CannotLower(self._module, pattern, "this pattern in a match")


_STRUCT_OPTIONS = {"tag", "tag_field", "omit_defaults", "forbid_unknown_fields", "frozen"}
_KEPT_OPTIONS = {"tag", "tag_field", "omit_defaults", "eq"}


def _with_keywords(call: ast.Call, original: ast.Call) -> ast.Call:
    call.keywords.extend(original.keywords)
    return call


def _name_of(node: ast.expr) -> str:
    """The last part of a name, whatever is called or subscripted on it."""
    if isinstance(node, ast.Call | ast.Subscript):
        return _name_of(node.func if isinstance(node, ast.Call) else node.value)
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _unsubscripted(base: ast.expr) -> ast.expr:
    return base.value if isinstance(base, ast.Subscript) else base


def _looks_like_a_class(node: ast.expr) -> bool:
    name = _name_of(node) if isinstance(node, ast.Name | ast.Attribute) else ""
    return name[:1].isupper() and not name.isupper()


def _is_union(node: ast.expr) -> bool:
    """``Play | Undo``: classes that are told apart by ``isinstance``."""
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.BitOr):
        return False
    return all(_looks_like_a_class(one) or _is_builtin_class(one) for one in _members(node))


def _is_builtin_class(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in {"int", "str", "list", "dict", "tuple", "float", "bool", "bytes"}


def _members(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BinOp):
        return [*_members(node.left), *_members(node.right)]
    return [node]


def _classes(node: ast.expr) -> ast.expr:
    """What ``isinstance`` is asked about: unions as tuples, and of abstract classes those that stand for them."""
    if isinstance(node, ast.Tuple) or _is_union(node):
        members = node.elts if isinstance(node, ast.Tuple) else _members(node)
        return ast.Tuple([_classes(one) for one in members], ast.Load())
    if isinstance(node, ast.Name) and node.id == "Mapping":
        return ast.Name("dict", ast.Load())
    return node


def _is_type(node: ast.expr) -> bool:
    """``Literal["a"]``, ``Annotated[int, ...]``, ``list[str]``: an alias, of no use when the program runs."""
    if not isinstance(node, ast.Subscript):
        return False
    return _name_of(node) in {
        "Literal",
        "Annotated",
        "list",
        "dict",
        "tuple",
        "Callable",
        "Mapping",
        "Sequence",
        "type",
    }


def _is_field(node: ast.AnnAssign) -> bool:
    return isinstance(node.target, ast.Name) and _name_of(node.annotation) != "ClassVar"


def _fields_of(node: ast.ClassDef) -> list[tuple[str, ast.expr, ast.expr | None]]:
    return [
        (one.target.id, one.annotation, one.value)
        for one in node.body
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name) and _is_field(one)
    ]


def _type_of(annotation: ast.expr) -> ast.expr | None:
    """Of what a field is made, as far as one who reads a document must know: a class, or a list or dictionary of it."""
    match annotation:
        case ast.Subscript(value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=[first, *_])):
            return _type_of(first)
        case ast.Subscript(value=ast.Name(id="list"), slice=one):
            inner = _type_of(one)
            return None if inner is None else ast.List([inner], ast.Load())
        case ast.BinOp(op=ast.BitOr()):
            found = [made for one in _members(annotation) if (made := _type_of(one)) is not None]
            return found[0] if len(found) == 1 else ast.Tuple(found, ast.Load()) if found else None
        case ast.Name(id=name) if _looks_like_a_class(annotation) and name not in _NOT_STRUCTS:
            return annotation
    return None


_NOT_STRUCTS = {
    "Any", "Name", "Entropy", "Milliseconds", "Status", "SeatKind", "HappeningKind", "ClientId", "Version", "Mapping",
    "Sequence", "Path", "Callable", "Document", "States", "Literal", "Health",
}  # fmt: skip


def _lazy(node: ast.expr | None) -> ast.expr:
    """Asked for when it is needed: by then every class is there."""
    if node is None:
        return ast.Constant(None)
    nothing = ast.arguments([], [], None, [], [], None, [])
    return ast.Lambda(nothing, node)


_BUILTINS = set(dir(builtins)) - {"format", "ascii", "vars", "aiter", "anext", "breakpoint", "UnicodeDecodeError"}


def _check_names(tree: ast.Module, module: str) -> None:
    """Every name that is used must be defined somewhere in the module, or be built in: a page finds out too late."""
    known = _BUILTINS | {"__name__", "__file__", "__path__"}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            known.add(node.name)
        elif isinstance(node, ast.arg):
            known.add(node.arg)
        elif isinstance(node, ast.alias):
            known.add(node.asname or node.name.partition(".")[0])
        elif isinstance(node, ast.ExceptHandler) and node.name:
            known.add(node.name)
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            known.add(node.id)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id not in known:
            raise CannotLower(module, node, f"{node.id} is not defined in a page")


def _drop_unused_imports(tree: ast.Module) -> None:
    """What only type checkers asked for need not be loaded."""
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    exported = {name for node in tree.body for name in _exported(node)}

    def keep(alias: ast.alias) -> bool:
        name = alias.asname or alias.name.partition(".")[0]
        return name in used or name in exported

    for node in ast.walk(tree):
        for body in (getattr(node, "body", None), getattr(node, "orelse", None), getattr(node, "finalbody", None)):
            if isinstance(body, list):
                _prune(body, keep)


def _prune(body: list[ast.stmt], keep: Callable[[ast.alias], bool]) -> None:
    had = bool(body)
    for statement in list(body):
        if isinstance(statement, ast.Import | ast.ImportFrom):
            statement.names = [alias for alias in statement.names if keep(alias)]
            if not statement.names:
                body.remove(statement)
    if had and not body:
        body.append(ast.Pass())


def _exported(node: ast.stmt) -> list[str]:
    match node:
        case ast.Assign(targets=[ast.Name(id="__all__")], value=ast.List(elts=names) | ast.Tuple(elts=names)):
            return [one.value for one in names if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    return []
