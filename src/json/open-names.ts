/** Names in all objects that may be open at once. */
const mostNames = 1000;

/** The names read so far of the objects around one place, as hashes: a repeated name repeats its hash. */
export class OpenNames {
  readonly #hashes = new Int32Array(mostNames);
  #count = 0;

  /** Where the names of an object begin that opens now. */
  get count(): number {
    return this.#count;
  }

  /** Forgets the names from there on, when their object closes. */
  cut(count: number): void {
    this.#count = count;
  }

  /**
   * Adds the name that stands at these places.
   *
   * @param first where the names of its object begin
   * @returns false when the object may have it already
   */
  add(units: Uint8Array | Uint16Array, start: number, end: number, first: number): boolean {
    let hash = 0;
    for (let place = start; place < end; place += 1) hash = Math.imul(hash ^ (units[place] ?? 0), 0x01000193);
    if (this.#count === mostNames) return false;
    let isNew = true;
    for (let index = first; index < this.#count; index += 1) if (this.#hashes[index] === hash) isNew = false;
    this.#hashes[this.#count] = hash;
    this.#count += 1;
    return isNew;
  }
}
