import type {Json} from '../json/json.js';
import {pickPaths} from './value.js';
import {asSent, type MachineView} from './view.js';

type Convertible<Thing> = Pick<MachineView<Thing>, 'toValue' | 'toPicked'>;

/** The value whose paths `--columns` names. */
export function toPickedValue<Thing>({toValue, toPicked = toValue}: Convertible<Thing>, thing: Thing): Json {
  return toPicked(thing);
}

/** The value for machine formats: whole, or the members in `--columns`. */
export function toMachineValue<Thing>(
  view: Convertible<Thing>,
  thing: Thing,
  columns: readonly string[] | undefined,
): Json {
  return columns ? pickPaths(toPickedValue(view, thing), columns) : view.toValue(thing);
}

/** True when the rows are printed exactly as the API sent them. */
export function isPassedThrough<Row>(view: Convertible<Row>, columns: readonly string[] | undefined): boolean {
  return view.toValue === asSent && columns === undefined;
}
