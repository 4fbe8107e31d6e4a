/** When a holiday is: a date, the nth weekday of a month, or days from Easter Sunday, with days added. */
type HolidayRule =
  | {readonly kind: 'fixed'; readonly month: number; readonly day: number}
  | {
      readonly kind: 'weekday';
      readonly month: number;
      readonly weekday: number;
      readonly ordinal: number;
      readonly plus?: number;
    }
  | {readonly kind: 'easter'; readonly days: number};

function fixed(month: number, day: number): HolidayRule {
  return {kind: 'fixed', month, day};
}

function nth(ordinal: number, weekday: number, month: number, plus = 0): HolidayRule {
  return {kind: 'weekday', ordinal, weekday, month, plus};
}

function easter(days: number): HolidayRule {
  return {kind: 'easter', days};
}

const rows: readonly (readonly [HolidayRule, string])[] = [
  [fixed(1, 1), 'new years day|new years|new year day'],
  [fixed(1, 1), 'new year'],
  [fixed(12, 31), 'new years eve|new year eve|nye|old years night'],
  [fixed(1, 6), 'epiphany|twelfth night'],
  [fixed(1, 25), 'burns night'],
  [fixed(1, 26), 'australia day'],
  [nth(3, 1, 1), 'martin luther king day|martin luther king jr day|mlk day|mlk jr day|martin luther kings day'],
  [fixed(2, 2), 'groundhog day|groundhogs day|candlemas'],
  [nth(2, 7, 2), 'super bowl sunday'],
  [fixed(2, 14), 'valentines day|valentine day|valentines|st valentines day|saint valentines day'],
  [nth(3, 1, 2), 'presidents day|president day|washingtons birthday'],
  [fixed(2, 29), 'leap day'],
  [fixed(3, 1), 'st davids day'],
  [fixed(3, 8), 'international womens day|womens day'],
  [fixed(3, 14), 'pi day'],
  [fixed(3, 17), 'st patricks day|saint patricks day|st patrick day|st paddys day|st pattys day'],
  [fixed(4, 1), 'april fools day|april fools|april fool day|all fools day'],
  [fixed(4, 15), 'tax day'],
  [fixed(4, 22), 'earth day'],
  [fixed(4, 23), 'st georges day'],
  [fixed(4, 25), 'anzac day'],
  [nth(-1, 5, 4), 'arbor day'],
  [fixed(5, 1), 'may day|international workers day'],
  [fixed(5, 4), 'star wars day'],
  [fixed(5, 5), 'cinco de mayo'],
  [nth(2, 7, 5), 'mothers day|mother day'],
  [nth(3, 6, 5), 'armed forces day'],
  [nth(-1, 1, 5), 'memorial day'],
  [fixed(6, 14), 'flag day'],
  [nth(3, 7, 6), 'fathers day|father day'],
  [fixed(6, 19), 'juneteenth|freedom day'],
  [fixed(7, 1), 'canada day'],
  [fixed(7, 4), 'independence day|fourth of july|4th of july|the fourth of july|the 4th of july|us independence day'],
  [fixed(7, 14), 'bastille day'],
  [nth(1, 1, 9), 'labor day|labour day'],
  [nth(1, 1, 9, 6), 'grandparents day'],
  [fixed(9, 11), 'patriot day'],
  [nth(2, 1, 10), 'columbus day|indigenous peoples day|indigenous people day'],
  [fixed(10, 30), 'mischief night'],
  [fixed(10, 31), 'halloween|hallowe en|all hallows eve|halloween day|halloween night'],
  [fixed(11, 1), 'all saints day|all hallows day'],
  [fixed(11, 2), 'all souls day'],
  [nth(1, 1, 11, 1), 'election day'],
  [fixed(11, 5), 'guy fawkes night|guy fawkes day|bonfire night'],
  [fixed(11, 11), 'veterans day|veteran day|remembrance day|armistice day|martinmas|st martins day'],
  [nth(4, 4, 11), 'thanksgiving|thanksgiving day|turkey day'],
  [nth(4, 4, 11, -1), 'thanksgiving eve'],
  [nth(4, 4, 11, 1), 'black friday'],
  [nth(4, 4, 11, 2), 'small business saturday'],
  [nth(4, 4, 11, 4), 'cyber monday'],
  [nth(4, 4, 11, 5), 'giving tuesday'],
  [fixed(11, 30), 'st andrews day'],
  [fixed(12, 6), 'st nicholas day'],
  [fixed(12, 7), 'pearl harbor day|pearl harbor remembrance day'],
  [fixed(12, 24), 'christmas eve|xmas eve'],
  [fixed(12, 25), 'christmas day|christmas|xmas|xmas day|x mas'],
  [fixed(12, 26), 'boxing day|st stephens day|kwanzaa'],
  [easter(-52), 'fat thursday'],
  [easter(-47), 'shrove tuesday|mardi gras|fat tuesday|pancake day|pancake tuesday'],
  [easter(-48), 'shrove monday'],
  [easter(-46), 'ash wednesday'],
  [easter(-21), 'mothering sunday'],
  [easter(-7), 'palm sunday'],
  [easter(-3), 'maundy thursday|holy thursday'],
  [easter(-2), 'good friday'],
  [easter(-1), 'holy saturday|easter saturday|easter eve'],
  [easter(0), 'easter sunday|easter|easter day'],
  [easter(1), 'easter monday'],
  [easter(39), 'ascension day|ascension thursday|feast of the ascension|ascension'],
  [easter(49), 'pentecost|whit sunday|whitsun|whitsunday|pentecost sunday'],
  [easter(50), 'whit monday|pentecost monday|whitmonday'],
  [easter(56), 'trinity sunday'],
  [easter(60), 'corpus christi|feast of corpus christi'],
];

export const holidayRules: ReadonlyMap<string, HolidayRule> = new Map(
  rows.flatMap(([rule, names]) => names.split('|').map(name => [name, rule] as const)),
);
