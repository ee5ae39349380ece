declare module '@micropython/micropython-webassembly-pyscript/micropython.mjs' {
  interface FileSystem {
    mkdir(path: string): void;
    writeFile(path: string, text: string): void;
  }
  /** As much of MicroPython as is used here. */
  export interface MicroPython {
    FS: FileSystem;
    runPython(code: string): unknown;
    registerJsModule(name: string, module: object): void;
    globals: { get(name: string): unknown };
  }
  export function loadMicroPython(options: {
    url?: string;
    heapsize?: number;
    pystack?: number;
    linebuffer?: boolean;
    stdout?: (line: string) => void;
    stderr?: (line: string) => void;
  }): Promise<MicroPython>;
}
