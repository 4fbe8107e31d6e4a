export interface Topic {
  /** Terms with their explanations. */
  readonly rows: readonly (readonly [string, string])[];
  /** Printed unchanged below the rows. */
  readonly example?: string | undefined;
}
