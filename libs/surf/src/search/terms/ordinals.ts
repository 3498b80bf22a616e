/** Numbers of centuries in words, with the Italian names of centuries ("quattrocento": 15). */
export const ORDINALS: ReadonlyMap<string, number> = new Map([
  ['first', 1],
  ['second', 2],
  ['third', 3],
  ['fourth', 4],
  ['fifth', 5],
  ['sixth', 6],
  ['seventh', 7],
  ['eighth', 8],
  ['ninth', 9],
  ['tenth', 10],
  ['eleventh', 11],
  ['twelfth', 12],
  ['thirteenth', 13],
  ['fourteenth', 14],
  ['fifteenth', 15],
  ['sixteenth', 16],
  ['seventeenth', 17],
  ['eighteenth', 18],
  ['nineteenth', 19],
  ['twentieth', 20],
  ['quattrocento', 15],
  ['cinquecento', 16],
  ['seicento', 17],
  ['settecento', 18],
  ['ottocento', 19],
  ['novecento', 20],
]);
const ROMAN = /^(x{0,2})(ix|iv|v?i{0,3})e?$/;

function roman(word: string): number {
  const found = ROMAN.exec(word);
  if (found === null || word === '' || word === 'e') return 0;
  const ones: Readonly<Record<string, number>> = {
    '': 0,
    i: 1,
    ii: 2,
    iii: 3,
    iv: 4,
    v: 5,
    vi: 6,
    vii: 7,
    viii: 8,
    ix: 9,
  };
  return 10 * (found[1] ?? '').length + (ones[found[2] ?? ''] ?? 0);
}

/** Returns the number of an ordinal ("18th", "eighteenth", "xviii"); 0 for another word. */
export function ordinalOf(word: string): number {
  const digits = /^(\d{1,2})(?:st|nd|rd|th|e|eme|o)?$/.exec(word);
  return digits === null ? (ORDINALS.get(word) ?? roman(word)) : Number(digits[1]);
}
