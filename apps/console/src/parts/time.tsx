const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

function relative(seconds: number): string {
  const step = STEPS.find(([, length]) => Math.abs(seconds) >= length);
  return step === undefined ? 'just now' : RELATIVE.format(Math.round(seconds / step[1]), step[0]);
}

/** A relative time, with the exact time as tooltip. */
export function Time({ iso }: { readonly iso: string }) {
  const at = new Date(iso);
  return (
    <time dateTime={iso} title={at.toLocaleString()}>
      {relative((at.getTime() - performance.timeOrigin - performance.now()) / 1_000)}
    </time>
  );
}
