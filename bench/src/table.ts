/** Function that prints a line of progress. */
export type ProgressPrinter = (text: string) => void;

/**
 * A measured case: the value of the product, the value of the program that it is compared with, their ratio and the
 * goal.
 */
export interface BenchComparisonRow {
  readonly case: string;
  readonly ours: string;
  readonly peer: string;
  readonly ratio: number;
  readonly goal: string;
  readonly met: boolean;
}

/** Makes a measured case whose ratio must be at least (`>=`) or at most (`<=`) a limit. */
export function row(
  name: string,
  ours: readonly [number, string],
  peer: readonly [number, string],
  goal: readonly ['>=' | '<=', number],
): BenchComparisonRow {
  const ratio = ours[0] / peer[0];
  const shown = ([value, unit]: readonly [number, string]): string =>
    `${value >= 100 ? Math.round(value) : value.toFixed(1)} ${unit}`;
  return {
    case: name,
    ours: shown(ours),
    peer: shown(peer),
    ratio: Math.round(ratio * 100) / 100,
    goal: `${goal[0]} ${goal[1]}`,
    met: goal[0] === '>=' ? ratio >= goal[1] : ratio <= goal[1],
  };
}

/** Returns measured cases as a text table. */
export function table(rows: readonly BenchComparisonRow[]): string {
  const head = ['case', 'ours', 'peer', 'ratio', 'goal', 'met'];
  const cells = [
    head,
    ...rows.map((r) => [r.case, r.ours, r.peer, String(r.ratio), r.goal, r.met ? 'yes' : 'NO']),
  ];
  const widths = head.map((_, column) =>
    Math.max(...cells.map((line) => (line[column] ?? '').length)),
  );
  return cells
    .map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .join('\n');
}
