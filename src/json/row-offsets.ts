/** Numbers stored per row. */
const width = 5;
const [canonical, compact] = [1, 2] as const;

/** Byte offsets of the rows of a list. `clear` lets the next list reuse the memory. */
export class RowOffsets {
  #cells = new Int32Array(width * 256);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  clear(): void {
    this.#count = 0;
  }

  add(start: number, end: number, idStart: number, idEnd: number, isCanonical: boolean, isCompact: boolean): void {
    const at = this.#count * width;
    if (at === this.#cells.length) {
      const larger = new Int32Array(at * 2);
      larger.set(this.#cells);
      this.#cells = larger;
    }
    this.#cells[at] = start;
    this.#cells[at + 1] = end;
    this.#cells[at + 2] = idStart;
    this.#cells[at + 3] = idEnd;
    this.#cells[at + 4] = (isCanonical ? canonical : 0) | (isCompact ? compact : 0);
    this.#count += 1;
  }

  start(row: number): number {
    return this.#cells[row * width] ?? 0;
  }

  end(row: number): number {
    return this.#cells[row * width + 1] ?? 0;
  }

  /** Where the value of its `id` starts. */
  idStart(row: number): number {
    return this.#cells[row * width + 2] ?? 0;
  }

  /** 0 when it has no `id`. */
  idEnd(row: number): number {
    return this.#cells[row * width + 3] ?? 0;
  }

  /** True when `stringifyJson` and `toPrintableJson` would write the row the same way. */
  isCanonical(row: number): boolean {
    return ((this.#cells[row * width + 4] ?? 0) & canonical) !== 0;
  }

  /** True when there is no white space between tokens. */
  isCompact(row: number): boolean {
    return ((this.#cells[row * width + 4] ?? 0) & compact) !== 0;
  }

  /** Returns the offsets of these rows only, which must be in ascending order. */
  pick(rows: readonly number[]): RowOffsets {
    const picked = new RowOffsets();
    picked.#cells = new Int32Array(rows.length * width);
    picked.#count = rows.length;
    for (const [index, row] of rows.entries())
      picked.#cells.set(this.#cells.subarray(row * width, (row + 1) * width), index * width);
    return picked;
  }
}
