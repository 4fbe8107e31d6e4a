/*
 * What the reference leaves open and the sandbox had to decide. Nothing outside this folder may rely on it, except for
 * the prefix of tokens.
 *
 * - `filter` (4.7): comparisons joined by `and`, such as `type.primitive_type = PHONE and label ~ "line"`. Operators: =
 *   != < <= > >= and ~ (contains, ignoring case). Quote a value that has spaces. `null` matches a missing member.
 *   An object or a list is compared with ~ alone. A member that the reference does not name is refused, even one that
 *   is stored; below `default_value` any path is allowed.
 * - `order_by` (4.7): members separated by commas, each with `asc` (the default) or `desc`, such as `label desc, name`.
 * - `page_size` (section 8): see `defaultPageSize` and `maxPageSize`. A larger one is refused, not clamped.
 * - `page_token`: opaque. It names the last row of the previous page, so it stays valid when rows change, but only with
 *   the same `filter` and `order_by`.
 * - Deals (2.6, 4.6): `{"deals": […], "next_page_token": "…"}`; for the record see seed-deals.ts.
 * - Custom fields: `name` and `type` are required on create, two fields may have the same name, ids are `cf_` and
 *   twelve characters, ids of choices `opt_` and twelve. Members that the reference does not name are stored and
 *   returned. A field marked `deleted` is left out of lists until it is marked as not deleted.
 * - `time_zone` (4.5): an IANA name, UTC by default. `chain` holds an RFC 5545 rule for recurring dates, `RANGE` for
 *   two dates from and to, `LIST` for several, else `SINGLE`. A day without a time of day means noon.
 * - Errors (section 7): application/problem+json, with `errors: [{path, message}]` for an invalid body.
 * - Tokens (section 5): sandbox tokens begin with `sandbox_`. Endpoints 1 to 4 work without one, but reject a wrong
 *   one.
 */

export const defaultPageSize = 50;
export const maxPageSize = 500;
export const maxBodyBytes = 1024 * 1024;
export const tokenPrefix = 'sandbox_';
