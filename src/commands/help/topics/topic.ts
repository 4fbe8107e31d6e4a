/** What `bizctl help TOPIC` prints. */
export interface Topic {
  /** Terms and what there is to say about them. */
  readonly rows: readonly (readonly [string, string])[];
  /** Printed below them as it stands. */
  readonly example?: string | undefined;
}
