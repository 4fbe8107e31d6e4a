/** Limit for the names of all open objects together. */
const maxNames = 200;

/** The member names of all objects that are open at one point, as hashes, to detect repeated names. */
export class OpenNames {
  readonly #hashes = new Int32Array(maxNames);
  #count = 0;

  /** Where the names of the next object will start. */
  get count(): number {
    return this.#count;
  }

  /** Removes the names from this index on, when their object closes. */
  truncate(count: number): void {
    this.#count = count;
  }

  /**
   * Adds the name between two offsets.
   *
   * @param first index of the first name of its object
   * @returns false when the object may already have the name
   */
  add(units: Uint8Array | Uint16Array, start: number, end: number, first: number): boolean {
    let hash = 0;
    for (let offset = start; offset < end; offset += 1) hash = Math.imul(hash ^ (units[offset] ?? 0), 0x01000193);
    if (this.#count === maxNames) return false;
    let isNew = true;
    for (let index = first; index < this.#count; index += 1) if (this.#hashes[index] === hash) isNew = false;
    this.#hashes[this.#count] = hash;
    this.#count += 1;
    return isNew;
  }
}
