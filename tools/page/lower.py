"""Lowering: a module of Floe, rewritten in the part of Python that MicroPython has, with the same meaning.

MicroPython runs in a browser from 0.2 MB and is there in some hundredths of a second, but it is a smaller language: its
dictionaries do not keep their order, its sort is not stable, ``True`` is no integer, and what came after Python 3.5
is missing in places. Nothing of that may be seen in a game. So every construct whose meaning would change, or which
would not compile, is written here in other words; what these words call is in ``web/python/_lowered.py``. Where a
module needs something that cannot be lowered, building it fails and says where.
"""

from __future__ import annotations

import ast
from typing import Any

from page.annotations import classes, fields_of, is_field, is_type, is_union, members, name_of, type_of, unsubscripted
from page.names import CannotLower, check_names, drop_unused_imports

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


def lower(source: str, module: str) -> str:
    """The text of a module for MicroPython, without comments and docstrings."""
    tree = ast.parse(source)
    lowering = _Lowering(module)
    tree = lowering.visit(tree)
    drop_unused_imports(tree)
    if lowering.helpers:
        names = [ast.alias(name) for name in sorted(lowering.helpers)]
        tree.body.insert(0, ast.ImportFrom(HELPERS, names, 0))
    check_names(tree, module)
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
        if is_type(value):
            return None  # an alias of a type
        if is_union(value):
            node.value = ast.Tuple(members(value), ast.Load())
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
            self.visit(one) for one in node.decorator_list if name_of(one) not in _TYPE_ONLY_DECORATORS
        ]
        self._body(node)
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        raise CannotLower(self._module, node, "an asynchronous function")

    # Classes

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        fields = fields_of(node)
        bases = [base for base in map(unsubscripted, node.bases) if name_of(base) not in _TYPE_ONLY_BASES]
        named_tuple = any(name_of(base) == "NamedTuple" for base in bases)
        struct = not named_tuple and any(keyword.arg in _STRUCT_OPTIONS for keyword in node.keywords)
        struct = struct or any(name_of(base) == "Struct" for base in bases)
        dataclasses = [one for one in node.decorator_list if name_of(one) == "dataclass"]
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
            node.body = [one for one in node.body if not (isinstance(one, ast.AnnAssign) and is_field(one))]
        node.bases = [self.visit(base) for base in bases if name_of(base) not in {"NamedTuple", "Struct"}]
        node.keywords = []
        self._body(node)
        return node

    def _field(self, name: str, value: ast.expr | None, annotation: ast.expr | None) -> ast.expr:
        """A field as the helpers want it: its name, its type where that is a struct's, and its default."""
        made = self._call("field", ast.Constant(name), _lazy(annotation and type_of(annotation)))
        if isinstance(value, ast.Call) and name_of(value.func) == "field":
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
            return self._call("isinstance", self.visit(node.args[0]), classes(node.args[1]))
        self.generic_visit(node)
        function = node.func
        if isinstance(function, ast.Name) and function.id in _OTHER_BUILTINS:
            return _with_keywords(self._call(function.id, *node.args), node)
        if isinstance(function, ast.Attribute):
            if function.attr == "fromkeys" and name_of(function.value) == "_dict":
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


def _lazy(node: ast.expr | None) -> ast.expr:
    """Asked for when it is needed: by then every class is there."""
    if node is None:
        return ast.Constant(None)
    nothing = ast.arguments([], [], None, [], [], None, [])
    return ast.Lambda(nothing, node)
