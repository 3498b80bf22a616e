import { describe, expect, test } from 'vitest';
import { applyPatch, editOf } from './apply-patch.ts';
import { findNearMiss } from './near-miss.ts';
import { patchFailure } from './patch-failure.ts';
import { unitsOf } from './units.ts';

const PAGE =
  '<!doctype html>\n<h1>Moonlit Press</h1>\n<p>Letterpress &amp; linocut</p>\n<p>Letters</p>\n';

function diagnose(source: string, old: string): Readonly<Record<string, unknown>> {
  const units = unitsOf(source);
  const edits = [editOf({ old, new: 'something else' })];
  const patched = applyPatch(units, edits, 1_000_000);
  if (patched.state !== 'failed') expect.fail(patched.state);
  const [first, ...rest] = patched.failures;
  if (first === undefined) expect.fail('no failure');
  const bounds = { detailsBytesMax: 6_000, monotonicMs: () => 0 };
  return patchFailure(units, edits, [first, ...rest], patched.goodInOrder, bounds).details;
}

describe('a miss by one or two letters', () => {
  // Verifies: patch.typo.
  test.each([
    ['<h1>Moonlit Pres</h1>', '<h1>Moonlit Press</h1>'],
    ['<h1>Moonlit Presss</h1>', '<h1>Moonlit Press</h1>'],
    ['<h1>Monolit Press</h1>', '<h1>Moonlit Press</h1>'],
    ['xh1>Moonlit Press</h1>', '<h1>Moonlit Press</h1>'],
    ['h1>Moonlit Press</h2>', 'h1>Moonlit Press</h1>'],
    ['<h1>Moonlit Press</h2>', '<h1>Moonlit Press</h1>'],
    ['<h1>Noonlit Prexs</h1>', '<h1>Moonlit Press</h1>'],
  ])('%s is answered with the stored text', (old, stored) => {
    expect(diagnose(PAGE, old)).toMatchObject({ cause: 'typo', suggested_old: stored });
  });

  test.each([
    ['three letters differ', PAGE, '<h1>Noonlxt Prexs</h1>'],
    ['two places differ as little', '<p>one 1 word</p><p>one 2 word</p>', '<p>one 3 word</p>'],
    ['the text is short', PAGE, 'Prexs'],
    ['its pieces stand everywhere', '<p>aaaa</p>'.repeat(100), '<p>aaab</p><q>'],
  ])('gets no suggestion when %s', (_, source, old) => {
    expect(diagnose(source, old)).toMatchObject({ cause: 'none' });
    expect(diagnose(source, old)).not.toHaveProperty('suggested_old');
  });

  // Verifies: patch.typo.
  test('of case or entities is still reported with its own cause', () => {
    expect(diagnose(PAGE, '<H1>moonlit press</H1>')).toMatchObject({
      cause: 'letter_case',
      suggested_old: '<h1>Moonlit Press</h1>',
    });
    expect(diagnose(PAGE, '<p>Letterpress & linocut</p>')).toMatchObject({
      cause: 'html_entity',
      suggested_old: '<p>Letterpress &amp; linocut</p>',
    });
  });
});

describe('the nearest range', () => {
  const near = (source: string, old: string) => findNearMiss(unitsOf(source), old);

  test('of a text up to 4,000 units is found; a longer text is not compared', () => {
    const text = Array.from({ length: 1_200 }, (_, i) => String(i)).join(' ');
    expect(near(text, `?${text.slice(1, 4_000)}`)).toEqual({ from: 0, to: 4_000 });
    expect(near(text, `?${text.slice(1, 4_001)}`)).toBeUndefined();
  });

  test.each([
    ['is found when a piece occurs 32 times', 31, { from: 248, to: 254 }],
    ['stays open when a piece occurs more often', 32, undefined],
  ])('%s', (_, others, range) => {
    expect(near(`${'ab......'.repeat(others)}abcdxf`, 'abcdef')).toEqual(range);
  });

  test('has the fewest differences, wherever a worse one comes first', () => {
    const source = 'abcdefxhiykl----------aXcdefghijkl';
    expect(near(source, 'abcdefghijkl')).toEqual({ from: 22, to: 34 });
  });

  test.each([
    ['hhchceh ccxc', 'fhhchceh cacbcbbcbc ad a<>g', { from: 1, to: 12 }],
    ['ed>ahecdba>a>xc', 'adehdec<ed>hecdba>a>cchd<a', { from: 8, to: 22 }],
    ['hhafddd', 'hc>eehhafcdddgba><hcf<c<dhe', { from: 5, to: 12 }],
    ['edggaaechgde   x', 'gc>bddfedggaechgde   bcbdgcchfcg<gaffhfbg>', { from: 7, to: 21 }],
    ['xa  ade', 'gbehaff>  adebgbb hadceadabc<feebchf>', undefined],
  ])('of %s has no more text than its differences ask for', (old, source, range) => {
    expect(near(source, old)).toEqual(range);
  });

  test('is not chosen from two that only touch', () => {
    expect(near('aXcdefabcdeY', 'abcdef')).toBeUndefined();
  });
});
