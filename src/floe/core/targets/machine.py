"""The machines that kernels are compiled for, and what is done to a module for each: make it whole, small and quick."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

import llvmlite.binding as llvm

from floe.core.targets.describe import BadTarget


@dataclass(frozen=True)
class Machine:
    """A target of LLVM."""

    triple: str
    cpu: str
    features: str
    reloc: str = "static"
    model: str = "default"
    """How far apart code and what it uses may come to lie."""

    def target(self) -> llvm.TargetMachine:
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        return llvm.Target.from_triple(self.triple).create_target_machine(
            cpu=self.cpu, features=self.features, opt=3, reloc=self.reloc, codemodel=self.model
        )


WASM32 = Machine("wasm32-unknown-unknown", "generic", "+simd128,+bulk-memory")
NVPTX64 = Machine("nvptx64-nvidia-cuda", "sm_70", "+ptx70")
_EXACT = [name + suffix for name in ("sqrt", "floor", "ceil", "trunc", "rint") for suffix in ("", "f")]


def moved(module: llvm.ModuleRef, target: llvm.TargetMachine) -> llvm.ModuleRef:
    """The same module for another machine, with nothing in it that says otherwise."""
    text = re.sub(r"(?m)^target (triple|datalayout) = .*\n", "", str(module))
    text = re.sub(r'"target-(cpu|features)"="[^"]*"', "", text)
    again = llvm.parse_assembly(text)
    again.triple, again.data_layout = target.triple, str(target.target_data)
    for function in [f.name for f in again.functions if f.is_declaration and f.name in _EXACT]:
        again.link_in(llvm.parse_assembly(_of_one_instruction(function)))
    return again


def _of_one_instruction(function: str) -> str:
    """A function of the C library whose result is exact by definition, and for which machines have an instruction."""
    kind, suffix = ("float", "f32") if function.endswith("f") else ("double", "f64")
    intrinsic = f"@llvm.{function.removesuffix('f')}.{suffix}"
    return (
        f"declare {kind} {intrinsic}({kind})\n"
        f"define {kind} @{function}({kind} %x) {{\n %y = call {kind} {intrinsic}({kind} %x)\n ret {kind} %y\n}}\n"
    )


def close(module: llvm.ModuleRef, entries: Collection[str], *, inline: bool = False) -> None:
    """Make all but the entries the module's own, so that what nobody calls is dropped and the rest may be inlined."""
    for function in module.functions:
        if function.name in entries or function.is_declaration:
            continue
        function.linkage = llvm.Linkage.internal
        if inline:
            function.add_function_attribute("alwaysinline")
    for variable in module.global_variables:
        if variable.name not in entries and not variable.is_declaration:
            variable.linkage = llvm.Linkage.internal


def optimise(module: llvm.ModuleRef, target: llvm.TargetMachine, *, small: bool = False, unrolled: bool = True) -> None:
    """Run the usual passes with what they know of the machine."""
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = not small
    options.loop_unrolling = options.loop_interleaving = unrolled
    builder = llvm.create_pass_builder(target, options)
    builder.getModulePassManager().run(module, builder)


def check_closed(module: llvm.ModuleRef) -> None:
    """Nothing may be left that somebody else would have to bring."""
    missing = [f.name for f in module.functions if f.is_declaration and not f.name.startswith("llvm.")]
    missing += [variable.name for variable in module.global_variables if variable.is_declaration]
    if missing:
        raise BadTarget(f"the compiled kernels still need {', '.join(sorted(missing))} from outside")


def name_shortly(module: llvm.ModuleRef, entries: Collection[str]) -> None:
    """Names that do not depend on what else was compiled before."""
    for number, function in enumerate(f for f in module.functions if not f.is_declaration and f.name not in entries):
        function.name = f"part{number}"
    for number, variable in enumerate(module.global_variables):
        variable.name = f"table{number}"
