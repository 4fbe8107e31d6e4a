let violations: string[] = [];
let areAllowed = false;

/** Records an exchange that the OpenAPI document does not allow; it fails the test that is running. */
export function reportViolation(violation: string): void {
  violations.push(violation);
}

/** For tests that send what the API does not document, or a tenant that does not keep to the document. */
export function allowViolations(): void {
  areAllowed = true;
}

/** Returns the violations so far, and forgets them. */
export function takeViolations(): readonly string[] {
  const taken = areAllowed ? [] : [...new Set(violations)];
  violations = [];
  areAllowed = false;
  return taken;
}
