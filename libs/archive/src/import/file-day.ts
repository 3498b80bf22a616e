const MS_PER_DAY = 86_400_000;

/** Returns the number of days from 1970-01-01 to a date of the form `YYYY-MM-DD`; null for a date that no calendar has. */
export function dayNumber(date: string): number | null {
  const time = Date.parse(`${date}T00:00:00Z`);
  // Date.parse accepts 31 February as 3 March.
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date) return null;
  return time / MS_PER_DAY;
}
