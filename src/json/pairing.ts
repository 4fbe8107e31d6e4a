/** Whether a key with this many open elements on each side counts. */
type CanPair = (desired: number, current: number) => boolean;

export const ifEqual: CanPair = (desired, current) => desired === current;
export const ifUnique: CanPair = (desired, current) => desired === 1 && current === 1;

/** One way to pair elements: in order, those with the same key; those without one are left open. */
export interface PairingRule<Element> {
  readonly keyOf: (element: Element) => string | undefined;
  /** By default, every key counts: as many elements as possible are paired. */
  readonly canPair?: CanPair;
  readonly isSame?: (desired: Element, current: Element) => boolean;
}

/** Pairs the elements of two lists, each at most once. */
export class Pairing<Element extends object> {
  /** The current elements, by the desired ones that they belong to. */
  readonly pairs = new Map<Element, Element>();
  readonly #taken = new Set<Element>();

  constructor(
    readonly desired: readonly Element[],
    readonly current: readonly Element[],
  ) {}

  /** The elements that are not paired yet. */
  get open(): {readonly desired: readonly Element[]; readonly current: readonly Element[]} {
    return {
      desired: this.desired.filter(element => !this.pairs.has(element)),
      current: this.current.filter(element => !this.#taken.has(element)),
    };
  }

  /** Pairs two elements, unless one of them is paired already. */
  add(desired: Element, current: Element): void {
    if (this.pairs.has(desired) || this.#taken.has(current)) return;
    this.pairs.set(desired, current);
    this.#taken.add(current);
  }

  addByKey({keyOf, canPair = () => true, isSame = () => true}: PairingRule<Element>): void {
    const {desired, current} = this.open;
    const currentByKey = Map.groupBy(current, keyOf);
    for (const [key, same] of Map.groupBy(desired, keyOf)) {
      const found = key === undefined ? [] : (currentByKey.get(key) ?? []);
      if (!canPair(same.length, found.length)) continue;
      for (const [index, element] of same.entries()) {
        const counterpart = found[index];
        if (counterpart && isSame(element, counterpart)) this.add(element, counterpart);
      }
    }
  }
}
