import {ListSlicer, type SlicedReply} from './list-slicer.js';

/** A shorter reply is parsed in less time than it takes to warm up what goes through its bytes. */
const leastToCut = 32 * 1024;

/** Where one reply after the other is put, and what is found in it, so that a long list needs no more room than a page. */
export class ReplyBuffer {
  readonly #others: ReadonlySet<string>;
  #cutter: ListSlicer | undefined;
  #bytes = Buffer.alloc(0);
  #length = 0;

  /** @param others names of lists that are not meant */
  constructor(others: ReadonlySet<string> = new Set()) {
    this.#others = others;
  }

  clear(): void {
    this.#length = 0;
  }

  add(chunk: Uint8Array): void {
    const end = this.#length + chunk.byteLength;
    if (end > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(end * 2);
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#bytes.set(chunk, this.#length);
    this.#length = end;
  }

  /** What was added since it was cleared, good until it is cleared again. */
  read(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** The same, its list cut out, where that is worth it. */
  cutList(): SlicedReply | undefined {
    if (this.#length < leastToCut) return undefined;
    this.#cutter ??= new ListSlicer(this.#others);
    return this.#cutter.cut(this.read());
  }
}
