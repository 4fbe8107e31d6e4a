import {readWallTime, timeOfDay, weekdayOf} from './clock.js';
import {countOf, describeRule} from './describe-rule.js';

const dayMs = 86_400_000;

/** Describes equal distances between the dates, in the calendar of the zone. */
function describeSpacing(dates: readonly Date[], zone: string): string | undefined {
  const steps = dates
    .slice(1)
    .map((date, index) => Math.round((date.getTime() - (dates[index]?.getTime() ?? 0)) / dayMs));
  const [step] = steps;
  const [first] = dates;
  if (step === undefined || first === undefined || step < 1 || steps.some(other => other !== step)) return undefined;
  const weekday = weekdayOf(readWallTime(first, zone));
  if (step === 1) return 'every day';
  if (step === 7) return `every ${weekday}`;
  return step % 7 === 0 ? `every ${step / 7} weeks on ${weekday}` : `every ${step} days`;
}

/** The time of day that all dates share, in the zone; empty when they differ. */
function describeTime(dates: readonly Date[], zone: string): string {
  const times = new Set(dates.map(date => timeOfDay(readWallTime(date, zone))));
  const [time] = times;
  return time === undefined || times.size > 1 || dates.length < 2 ? '' : `at ${time}`;
}

/**
 * Describes a recurrence. The reference does not specify `chain` (2.5): a rule is described in English, else the
 * distances between the dates are, and any other text in `chain` is shown unchanged.
 */
export function describeRecurrence(chain: string | undefined, dates: readonly Date[], zone: string): string {
  const valid = dates.filter(date => Math.abs(date.getTime()) < 8.6e15);
  const rule = chain === undefined ? undefined : describeRule(chain);
  const time = describeTime(valid, zone);
  const count = countOf(chain ?? '');
  if (rule !== undefined)
    return `${[rule, time].filter(Boolean).join(' ')}${count === undefined ? '' : `, ${count} times`}`;
  const known = [describeSpacing(valid, zone), time].filter(Boolean).join(' ');
  if (chain === undefined || chain === '') return known === '' ? 'yes' : known;
  return known === '' ? chain : `${known} (${chain})`;
}
