import type {Json} from '../json/json.js';
import {pickPaths} from './value.js';
import {asSent} from './view.js';

/** The members of a value that machines get. */
interface MachineView<Thing> {
  readonly toValue: (thing: Thing) => Json;
  readonly toPicked?: ((thing: Thing) => Json) | undefined;
}

/** What `--columns` picks from. */
export function toPickedValue<Thing>({toValue, toPicked = toValue}: MachineView<Thing>, thing: Thing): Json {
  return toPicked(thing);
}

/** The thing as machines get it: whole, or the members of `--columns`. */
export function toMachineValue<Thing>(
  view: MachineView<Thing>,
  thing: Thing,
  columns: readonly string[] | undefined,
): Json {
  return columns ? pickPaths(toPickedValue(view, thing), columns) : view.toValue(thing);
}

/** True when machines get the rows exactly as the API sent them. */
export function isPassedThrough<Row>(view: MachineView<Row>, columns: readonly string[] | undefined): boolean {
  return view.toValue === asSent && columns === undefined;
}
