import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The part of a hypertok tokenizer that counting needs. It lives in the memory of its instance, at `__wbg_ptr`. */
export interface CoreTokenizer {
  readonly __wbg_ptr: number
  /** The bytes that the next encoding reads. Another call of the instance may move them. */
  residentInputView(): Uint8Array
  /** Makes room for more bytes, and keeps those that are there. */
  growResidentInput(): void
  encodeResidentInput(byteLength: number): Uint32Array
  encodeReserved(
    bytes: Uint8Array,
    matchAll: boolean,
    matched: string,
    refuseAll: boolean,
    refused: string,
  ): { ids(): Uint32Array; free(): void }
}

/** The memory of an instance, as WebAssembly has it. Its buffer is another one after it has grown. */
export interface CoreMemory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

/** An instance of hypertok's WebAssembly module. */
export interface Core {
  readonly memory: CoreMemory
  /** The tokenizer of a vocabulary file. This is what takes a quarter of a second. */
  build(vocabulary: Uint8Array): CoreTokenizer
  /** The tokenizer that is in the memory already. */
  tokenizerAt(pointer: number): CoreTokenizer
}

interface Glue {
  initSync(source: { readonly module: Uint8Array }): { readonly memory: CoreMemory }
  readonly WasmTokenizer: {
    readonly prototype: object
    fromHtk(vocabulary: Uint8Array): CoreTokenizer
    __wrap(pointer: number): CoreTokenizer
  }
}

const methods = ['residentInputView', 'growResidentInput', 'encodeResidentInput', 'encodeReserved']

/** The version of the installed hypertok. */
export function coreVersion(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', wasmUrl()), 'utf8')).version
}

/**
 * A new instance, with a memory of its own. hypertok's glue keeps one instance for each address it is imported from, so
 * each call imports it from another one. An instance is never given back. Rejects where hypertok's files are not as they
 * have to be: the glue is not part of what the package promises.
 */
export async function openCore(): Promise<Core> {
  const wasm = wasmUrl()
  const glue: Glue = await import(/* @vite-ignore */ `${new URL('hypertok_wasm_core.js', wasm)}?${randomUUID()}`)
  const { WasmTokenizer } = glue
  const lacking = methods.filter((name) => typeof Reflect.get(WasmTokenizer.prototype, name) !== 'function')
  if (lacking.length > 0 || typeof WasmTokenizer.__wrap !== 'function') {
    throw new TypeError(`hypertok's tokenizer has no ${lacking.join(', ') || '__wrap'}.`)
  }
  const { memory } = glue.initSync({ module: readFileSync(wasm) })
  return {
    memory,
    build: (vocabulary) => WasmTokenizer.fromHtk(vocabulary),
    tokenizerAt: (pointer) => WasmTokenizer.__wrap(pointer),
  }
}

function wasmUrl(): URL {
  return new URL(import.meta.resolve('hypertok/wasm/single/hypertok_wasm_core_bg.wasm'))
}
