export interface ApiOptions {
  readonly query?: readonly string[] | undefined;
  readonly field?: readonly string[] | undefined;
  readonly typedField?: readonly string[] | undefined;
  readonly input?: string | undefined;
  readonly header?: readonly string[] | undefined;
  readonly include?: true | undefined;
  readonly paginate?: true | undefined;
  readonly items?: string | undefined;
  readonly limit?: number | undefined;
}
