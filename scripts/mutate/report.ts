import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CoreMutationResult, MutantResult } from './run-core.ts';

/** Minimum share of a core module's mutants that its tests must kill. */
export const SCORE_MIN = 0.85;

/**
 * A surviving mutant that is known to be undetectable. The text of its source line identifies it, because line numbers change.
 */
interface KnownSurvivingMutant {
  readonly file: string;
  readonly line: string;
  readonly mutant: string;
  readonly reason: string;
}

const LIST = join(import.meta.dirname, 'survivors.json');

/**
 * Prints the surviving mutants of a core module. Returns true when the tests killed at least `SCORE_MIN` of all mutants and
 * every survivor is listed.
 */
export function printReport(
  { core, mutants, seconds }: CoreMutationResult,
  showsListed: boolean,
): boolean {
  const listed = JSON.parse(readFileSync(LIST, 'utf8')) as readonly KnownSurvivingMutant[];
  const reasonOf = (one: MutantResult): string | undefined =>
    listed.find(
      ({ file, line, mutant }) =>
        file === one.file && line === one.lineText && mutant === one.label,
    )?.reason;
  const survivors = mutants.filter(({ fate }) => fate !== 'killed');
  const open = survivors.filter((one) => reasonOf(one) === undefined);
  for (const one of showsListed ? survivors : open) {
    const reason = reasonOf(one);
    console.log(
      `${one.file}:${one.line} ${one.fate}: ${one.label}${reason === undefined ? '' : `\n    ${reason}`}`,
    );
  }
  const score = mutants.length === 0 ? 1 : 1 - survivors.length / mutants.length;
  console.log(
    `${core.name}: ${(100 * score).toFixed(1)} % of ${mutants.length} mutants killed, ${survivors.length - open.length} survivors listed, ${open.length} not (${Math.round(seconds)} s)`,
  );
  return score >= SCORE_MIN && open.length === 0;
}
