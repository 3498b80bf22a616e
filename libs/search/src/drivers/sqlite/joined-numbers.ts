const ZERO = 48;
const COMMA = 44;

/** Parses the result of SQLite's `group_concat` over whole numbers: separated by commas, null for none. */
export function joinedNumbers(joined: string | null): number[] {
  if (joined === null) return [];
  const numbers: number[] = [];
  let number = 0;
  for (let at = 0; at < joined.length; at++) {
    const code = joined.charCodeAt(at);
    if (code === COMMA) {
      numbers.push(number);
      number = 0;
    } else number = number * 10 + code - ZERO;
  }
  numbers.push(number);
  return numbers;
}
