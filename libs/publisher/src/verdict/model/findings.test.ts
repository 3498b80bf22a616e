import { describe, expect, test } from 'vitest';
import { BudgetExceededError, makeBudget } from './budget.ts';
import { type AnalysisFinding, FindingCollector, PLACES_MAX, WARNINGS_MAX } from './findings.ts';
import { incompleteVerdict } from './incomplete.ts';

const URL_SHOWN = 'https://elsewhere.example/x';

function verdictOf(...findings: readonly AnalysisFinding[]) {
  const all = new FindingCollector();
  for (const finding of findings) all.add(finding);
  return all.verdict();
}

// Verifies: publishing.warnings.
describe('findings', () => {
  test('of one address and element are one warning with each of their places', () => {
    const place = (line: number, column: number): AnalysisFinding => ({
      code: 'external_image',
      url: URL_SHOWN,
      place: { line, column },
    });
    const [warning] = verdictOf(place(1, 2), place(1, 2), place(1, 3), place(2, 2)).warnings;
    expect(warning).toMatchObject({ count: 4, line: 1, column: 2 });
    expect(warning?.places).toEqual([
      { line: 1, column: 2 },
      { line: 1, column: 3 },
      { line: 2, column: 2 },
    ]);
  });

  test('without a place are counted, and name none', () => {
    const [warning] = verdictOf({ code: 'external_image' }, { code: 'external_image' }).warnings;
    expect(warning).toMatchObject({ count: 2, places: [] });
  });

  test('have no members for facts that are not known', () => {
    const [warning] = verdictOf({ code: 'external_image' }).warnings;
    expect(Object.keys(warning ?? {})).toEqual(['code', 'severity', 'message', 'places', 'count']);
  });

  test('show the written address when it differs and is short', () => {
    const written = (text: string) =>
      verdictOf({ code: 'external_image', url: URL_SHOWN, written: text }).warnings[0]?.written;
    expect(written('/x')).toBe('/x');
    expect(written(URL_SHOWN)).toBeUndefined();
    expect(written('x'.repeat(256))).toBe('x'.repeat(256));
    expect(written('x'.repeat(257))).toBeUndefined();
  });

  test('list at most five places and a hundred warnings, and say when there are more', () => {
    const one = (i: number): AnalysisFinding => ({
      code: 'external_image',
      url: `${URL_SHOWN}${i}`,
      place: { line: i, column: 1 },
    });
    const many = (count: number) => verdictOf(...Array.from({ length: count }, (_, i) => one(i)));
    expect(many(WARNINGS_MAX)).toMatchObject({ truncated: false });
    expect(many(WARNINGS_MAX + 1)).toMatchObject({ truncated: true });
    expect(many(WARNINGS_MAX + 1).warnings).toHaveLength(WARNINGS_MAX);
    const places = Array.from({ length: PLACES_MAX + 1 }, (_, i) => ({
      ...one(i),
      url: URL_SHOWN,
    }));
    const [warning] = verdictOf(...places).warnings;
    expect(warning?.places).toHaveLength(PLACES_MAX);
    expect(warning?.count).toBe(PLACES_MAX + 1);
  });

  test('decide the mode and the readiness, and name a form that posts elsewhere', () => {
    const page = (finding: AnalysisFinding) => {
      const findings = new FindingCollector();
      findings.add(finding);
      const { publication_mode: mode, offline_ready: ready } = findings.verdict();
      return [mode, ready, findings.isUnready, findings.hasExternalForm];
    };
    const portable = 'portable';
    expect(page({ code: 'external_image', online: true })).toEqual(['online', false, true, false]);
    expect(page({ code: 'external_image', unready: true })).toEqual([portable, false, true, false]);
    expect(page({ code: 'external_form' })).toEqual([portable, true, false, true]);
    expect(verdictOf({ code: 'external_form' }).external_form).toBe(true);
    expect(verdictOf({ code: 'external_image' }).external_form).toBe(false);
  });

  test('that only the proof decides count when it fails', () => {
    const findings = new FindingCollector();
    findings.add({ code: 'external_image', unproven: true });
    expect(findings.verdict()).toMatchObject({ offline_ready: true, warnings: [] });
    expect(findings.unproven).toHaveLength(1);
    findings.keepUnproven();
    expect(findings.verdict()).toMatchObject({ offline_ready: false, warnings: [{ count: 1 }] });
    expect(findings.unproven).toHaveLength(0);
  });

  test('that only the proof decides are kept up to a bound', () => {
    const findings = new FindingCollector();
    for (let i = 0; i < 10_001; i += 1) findings.add({ code: 'external_image', unproven: true });
    expect(findings.unproven).toHaveLength(10_000);
  });
});

test('a page whose analysis did not finish is online and not ready, and says so', () => {
  const verdict = incompleteVerdict();
  expect(verdict).toMatchObject({ publication_mode: 'online', offline_ready: false });
  expect(verdict.warnings.map(({ code }) => code)).toEqual(['analysis_incomplete']);
});

describe('a budget', () => {
  test('is spent after its last step and not before', () => {
    const budget = makeBudget(10);
    budget.spend(10);
    expect(() => budget.spend(1)).toThrow(BudgetExceededError);
  });

  test('without a clock ends by its steps only', () => {
    const budget = makeBudget(100_000);
    expect(() => budget.spend(99_000)).not.toThrow();
  });

  test('reads the clock every 4,096 steps', () => {
    let readings = 0;
    const budget = makeBudget(100_000, () => (readings += 1) > 2);
    budget.spend(4_095);
    expect(readings).toBe(0);
    budget.spend(1);
    expect(readings).toBe(1);
    budget.spend(4_095);
    expect(readings).toBe(1);
    budget.spend(1);
    expect(readings).toBe(2);
    expect(() => budget.spend(4_096)).toThrow('time');
  });
});
