import { silentLogger } from '@bridge/kernel';
import { afterAll, expect, test } from 'vitest';
import {
  INSPECTION_LIMITS,
  makeInspector,
  type PageInspector,
  type PageToInspect,
} from './inspector.ts';
import { rememberVerdicts } from './remember-verdicts.ts';

const real = makeInspector({ log: silentLogger });
afterAll(() => real.close());
let runs = 0;
const counted: PageInspector = {
  inspect: (page) => {
    runs += 1;
    return real.inspect(page);
  },
  close: () => real.close(),
};
const page = (html: string, sha256: string, pageId = 42): PageToInspect => ({
  html: Buffer.from(html),
  title: 'A page',
  sha256,
  address: { liveUrl: `http://p${pageId}.localhost:4001/`, ownHosts: ['localhost:4001'] },
});
async function judged(inspector: PageInspector, of: PageToInspect) {
  const before = runs;
  const { verdict } = inspector.inspect(of);
  await verdict;
  // The cache stores an inspection in a microtask after its verdict has resolved.
  await new Promise(setImmediate);
  return runs - before;
}

test('a page is analysed once for concurrent and for later requests', async () => {
  const remembered = rememberVerdicts(counted);
  const one = page('<p>one', 'a');
  const before = runs;
  const both = [remembered.inspect(one), remembered.inspect(one)];
  const [first, second] = await Promise.all(both.map(({ verdict }) => verdict));
  expect(second).toEqual(first);
  expect(runs - before).toBe(1);
  expect(await judged(remembered, one)).toBe(0);
});

test('a page is analysed again for another address and for another title', async () => {
  const remembered = rememberVerdicts(counted);
  expect(await judged(remembered, page('<p>', 'a'))).toBe(1);
  expect(await judged(remembered, page('<p>', 'a', 43))).toBe(1);
  expect(await judged(remembered, { ...page('<p>', 'a'), title: 'Another' })).toBe(1);
});

test('a page with an incomplete analysis is analysed again', async () => {
  const hasty = makeInspector({ log: silentLogger }, { ...INSPECTION_LIMITS, wallMs: 1 });
  const remembered = rememberVerdicts({
    ...counted,
    inspect: (page) => {
      runs += 1;
      return hasty.inspect(page);
    },
  });
  const large = page('<b id="a">'.repeat(20_000), 'b');
  expect(await judged(remembered, large)).toBe(1);
  expect(await judged(remembered, large)).toBe(1);
  await hasty.close();
});

test('the cache is bounded: it drops the least recently used answer', async () => {
  const remembered = rememberVerdicts(counted, 4_000);
  for (let i = 0; i < 20; i += 1) await judged(remembered, page('<p>', `sha-${i}`));
  expect(await judged(remembered, page('<p>', 'sha-19'))).toBe(0);
  expect(await judged(remembered, page('<p>', 'sha-0'))).toBe(1);
});
