/** Numbers that are kept of one row. */
const width = 5;
const [plain, compact] = [1, 2] as const;

/** Where the rows of a list stand in its bytes. The rows of the next list take the room of those before. */
export class RowOffsets {
  #cells = new Int32Array(width * 256);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  clear(): void {
    this.#count = 0;
  }

  add(start: number, end: number, idStart: number, idEnd: number, isPlain: boolean, isCompact: boolean): void {
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
    this.#cells[at + 4] = (isPlain ? plain : 0) | (isCompact ? compact : 0);
    this.#count += 1;
  }

  start(row: number): number {
    return this.#cells[row * width] ?? 0;
  }

  end(row: number): number {
    return this.#cells[row * width + 1] ?? 0;
  }

  /** Where the value of its `id` stands. */
  idStart(row: number): number {
    return this.#cells[row * width + 2] ?? 0;
  }

  /** 0 when it has no `id`. */
  idEnd(row: number): number {
    return this.#cells[row * width + 3] ?? 0;
  }

  /** False when `stringifyJson` and `toHarmlessJson` would spell something of it in another way. */
  isCanonical(row: number): boolean {
    return ((this.#cells[row * width + 4] ?? 0) & plain) !== 0;
  }

  /** True without white space between its parts. */
  isCompact(row: number): boolean {
    return ((this.#cells[row * width + 4] ?? 0) & compact) !== 0;
  }

  /** Only these, in ascending order. */
  pick(rows: readonly number[]): RowOffsets {
    const picked = new RowOffsets();
    picked.#cells = new Int32Array(rows.length * width);
    picked.#count = rows.length;
    for (const [index, row] of rows.entries())
      picked.#cells.set(this.#cells.subarray(row * width, (row + 1) * width), index * width);
    return picked;
  }
}
