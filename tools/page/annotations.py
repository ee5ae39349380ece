"""Types in a module that is lowered: which expressions are types, and of what the fields of a class are made."""

from __future__ import annotations

import ast


def name_of(node: ast.expr) -> str:
    """The last part of a name, whatever is called or subscripted on it."""
    if isinstance(node, ast.Call | ast.Subscript):
        return name_of(node.func if isinstance(node, ast.Call) else node.value)
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def unsubscripted(base: ast.expr) -> ast.expr:
    return base.value if isinstance(base, ast.Subscript) else base


def _looks_like_a_class(node: ast.expr) -> bool:
    name = name_of(node) if isinstance(node, ast.Name | ast.Attribute) else ""
    return name[:1].isupper() and not name.isupper()


def is_union(node: ast.expr) -> bool:
    """``Play | Undo``: classes that are told apart by ``isinstance``."""
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.BitOr):
        return False
    return all(_looks_like_a_class(one) or _is_builtin_class(one) for one in members(node))


def _is_builtin_class(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in {"int", "str", "list", "dict", "tuple", "float", "bool", "bytes"}


def members(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BinOp):
        return [*members(node.left), *members(node.right)]
    return [node]


def classes(node: ast.expr) -> ast.expr:
    """What ``isinstance`` is asked about: unions as tuples, and of abstract classes those that stand for them."""
    if isinstance(node, ast.Tuple) or is_union(node):
        several = node.elts if isinstance(node, ast.Tuple) else members(node)
        return ast.Tuple([classes(one) for one in several], ast.Load())
    if isinstance(node, ast.Name) and node.id == "Mapping":
        return ast.Name("dict", ast.Load())
    return node


def is_type(node: ast.expr) -> bool:
    """``Literal["a"]``, ``Annotated[int, ...]``, ``list[str]``: an alias, of no use when the program runs."""
    if not isinstance(node, ast.Subscript):
        return False
    return name_of(node) in {
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


def is_field(node: ast.AnnAssign) -> bool:
    return isinstance(node.target, ast.Name) and name_of(node.annotation) != "ClassVar"


def fields_of(node: ast.ClassDef) -> list[tuple[str, ast.expr, ast.expr | None]]:
    return [
        (one.target.id, one.annotation, one.value)
        for one in node.body
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name) and is_field(one)
    ]


def type_of(annotation: ast.expr) -> ast.expr | None:
    """Of what a field is made, as far as one who reads a document must know: a class, or a list or dictionary of it."""
    match annotation:
        case ast.Subscript(value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=[first, *_])):
            return type_of(first)
        case ast.Subscript(value=ast.Name(id="list"), slice=one):
            inner = type_of(one)
            return None if inner is None else ast.List([inner], ast.Load())
        case ast.BinOp(op=ast.BitOr()):
            found = [made for one in members(annotation) if (made := type_of(one)) is not None]
            return found[0] if len(found) == 1 else ast.Tuple(found, ast.Load()) if found else None
        case ast.Name(id=name) if _looks_like_a_class(annotation) and name not in _NOT_STRUCTS:
            return annotation
    return None


_NOT_STRUCTS = {
    "Any", "Name", "Entropy", "Milliseconds", "Status", "SeatKind", "HappeningKind", "ClientId", "Version", "Mapping",
    "Sequence", "Path", "Callable", "Document", "States", "Literal", "Health", "Standing", "Phrase",
}  # fmt: skip
