import { FORMAT, type Description, type Field, type NumberType, type Struct } from './description';

const PAGE = 65536;

/** A compiled kernel with its memory, from which buffers are taken once and kept. */
export class Kernel<Entries, D extends Description = Description> {
  readonly entries: Entries;
  private readonly memory: WebAssembly.Memory;
  private top: number;

  private constructor(
    readonly description: D,
    instance: WebAssembly.Instance,
  ) {
    const { memory, __heap_base: base, ...entries } = instance.exports;
    this.memory = memory as WebAssembly.Memory;
    this.top = Number((base as WebAssembly.Global).value);
    const missing = Object.keys(description.entries).filter((name) => !(name in entries));
    if (missing.length) throw new Error(`the kernel of ${description.game} lacks ${missing.join(', ')}`);
    this.entries = entries as Entries;
  }

  /** From the bytes of an artefact, or a module made of them, and its description. */
  static async load<Entries, D extends Description>(
    code: BufferSource | WebAssembly.Module,
    description: D,
  ): Promise<Kernel<Entries, D>> {
    if (description.format !== FORMAT) {
      throw new Error(`a description of format ${description.format}; this program reads ${FORMAT}`);
    }
    const module = code instanceof WebAssembly.Module ? code : await WebAssembly.compile(code);
    return new Kernel<Entries, D>(description, await WebAssembly.instantiate(module));
  }

  /** Take memory for good; returns its address. It is zero. */
  take(bytes: number): number {
    const { alignment } = this.description;
    const at = Math.ceil(this.top / alignment) * alignment;
    this.top = at + bytes;
    const lacking = this.top - this.memory.buffer.byteLength;
    if (lacking > 0) this.memory.grow(Math.ceil(lacking / PAGE));
    return at;
  }

  /** Take memory for one of an entry's arrays; `sizes` tells those that the caller decides. */
  takeArray(entry: keyof Entries & string, name: string, sizes: Record<string, number> = {}): number {
    const { type, shape } = this.description.entries[entry]!.parameters[name]!;
    const counts = shape!.map((size) => (typeof size === 'number' ? size : sizes[size]!));
    const each = this.description.structs[type]?.size ?? width(type as NumberType);
    return this.take(counts.reduce((product, count) => product * count, each));
  }

  /** The bytes at an address, as they are now. Growing the memory makes such a view stale. */
  bytes(at: number, length: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.memory.buffer as ArrayBuffer, at, length);
  }

  ints(at: number, length: number): Int32Array<ArrayBuffer> {
    return new Int32Array(this.memory.buffer as ArrayBuffer, at, length);
  }

  floats(at: number, length: number): Float32Array<ArrayBuffer> {
    return new Float32Array(this.memory.buffer as ArrayBuffer, at, length);
  }

  struct(name: string): Struct {
    const found = this.description.structs[name];
    if (!found) throw new Error(`the kernel of ${this.description.game} has no struct ${name}`);
    return found;
  }

  /** A field of the struct at an address; one item of it where it has several. */
  read(struct: string, at: number, field: string, item = 0): number | bigint {
    const { type, offset } = this.field(struct, field);
    return readNumber(this.view(at + offset + item * width(type)), type);
  }

  write(struct: string, at: number, field: string, value: number, item = 0): void {
    const { type, offset } = this.field(struct, field);
    writeNumber(this.view(at + offset + item * width(type)), type, value);
  }

  private field(struct: string, name: string): Field {
    const found = this.struct(struct).fields[name];
    if (!found) throw new Error(`the struct ${struct} of ${this.description.game} has no field ${name}`);
    return found;
  }

  private view(at: number): DataView {
    return new DataView(this.memory.buffer, at);
  }
}

/** How many bytes a number takes. */
export function width(type: NumberType): number {
  return Number(type[1]);
}

/** All items of a field of a struct that is given as bytes, in the order of memory. */
export function readField(struct: Struct, bytes: Uint8Array, name: string): (number | bigint)[] {
  const field = struct.fields[name];
  if (!field) throw new Error(`there is no field ${name}`);
  const count = field.shape.reduce((product, size) => product * size, 1);
  return Array.from({ length: count }, (_, item) => {
    const at = bytes.byteOffset + field.offset + item * width(field.type);
    return readNumber(new DataView(bytes.buffer, at), field.type);
  });
}

function readNumber(view: DataView, type: NumberType): number | bigint {
  switch (type) {
    case 'u1':
      return view.getUint8(0);
    case 'u2':
      return view.getUint16(0, true);
    case 'u4':
      return view.getUint32(0, true);
    case 'u8':
      return view.getBigUint64(0, true);
    case 'i1':
      return view.getInt8(0);
    case 'i2':
      return view.getInt16(0, true);
    case 'i4':
      return view.getInt32(0, true);
    case 'i8':
      return view.getBigInt64(0, true);
    case 'f4':
      return view.getFloat32(0, true);
    case 'f8':
      return view.getFloat64(0, true);
  }
}

function writeNumber(view: DataView, type: NumberType, value: number): void {
  switch (type) {
    case 'i4':
      return view.setInt32(0, value, true);
    case 'f8':
      return view.setFloat64(0, value, true);
    default:
      throw new Error(`nobody writes numbers of type ${type}`);
  }
}
