"""Kernels compiled ahead of time for other machines: WebAssembly and NVIDIA GPUs."""
