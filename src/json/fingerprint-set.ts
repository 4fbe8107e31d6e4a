import type {Fingerprint} from './fingerprint.js';

const firstCapacity = 4096;

/** A set of fingerprints in one block of numbers. */
export class FingerprintSet {
  /** Two for each slot; the second is never 0 where something stands. */
  #cells = new Int32Array(firstCapacity * 2);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has({high, low}: Fingerprint): boolean {
    return this.#cells[this.#find(high, low || 1) + 1] !== 0;
  }

  add({high, low}: Fingerprint): void {
    this.#put(high, low || 1);
  }

  addAll(others: FingerprintSet): void {
    for (let at = 0; at < others.#cells.length; at += 2) {
      const low = others.#cells[at + 1] ?? 0;
      if (low !== 0) this.#put(others.#cells[at] ?? 0, low);
    }
  }

  clear(): void {
    this.#cells.fill(0);
    this.#size = 0;
  }

  #put(high: number, low: number): void {
    const at = this.#find(high, low);
    if (this.#cells[at + 1] !== 0) return;
    this.#cells[at] = high;
    this.#cells[at + 1] = low;
    this.#size += 1;
    if (this.#size * 4 > this.#cells.length) this.#grow();
  }

  #grow(): void {
    const cells = this.#cells;
    this.#cells = new Int32Array(cells.length * 2);
    this.#size = 0;
    for (let at = 0; at < cells.length; at += 2) {
      const low = cells[at + 1] ?? 0;
      if (low !== 0) this.#put(cells[at] ?? 0, low);
    }
  }

  /** Its cell, or the empty one where it would stand. */
  #find(high: number, low: number): number {
    const mask = this.#cells.length - 1;
    for (let at = (high << 1) & mask; ; at = (at + 2) & mask)
      if (this.#cells[at + 1] === 0 || (this.#cells[at] === high && this.#cells[at + 1] === low)) return at;
  }
}
