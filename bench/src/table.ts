/** One measured case: ours against a peer in the same run. */
export interface Row {
  readonly case: string;
  readonly ours: string;
  readonly peer: string;
  readonly ratio: number;
  readonly goal: string;
  readonly met: boolean;
}

/** A row whose ratio must be at least (`>=`) or at most (`<=`) the bound. */
export function row(
  name: string,
  ours: readonly [number, string],
  peer: readonly [number, string],
  goal: readonly ['>=' | '<=', number],
): Row {
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

/** The rows as text, in columns. */
export function table(rows: readonly Row[]): string {
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
