import { LIMITS } from '@bridge/contracts';
import { describe, expect, it } from 'vitest';
import { SURFACES } from '../call.ts';
import { create, done, patchOf, refused, stage, unique } from '../stage.ts';
import { standing } from './standing.ts';

const one = await stage();
const other = await stage();
standing(() => other.on('act')('worlds.list', {}));
const WORST_MS_MAX = 120_000;

// Verifies: patch.linear.
it(
  'fifty worst-case operations on a full page are answered, and other agents are served meanwhile',
  { timeout: WORST_MS_MAX },
  async () => {
    const call = one.on('act');
    const page = await create(call, one.word, 'a'.repeat(LIMITS.rawHtmlCharsMax));
    const theirs = await create(other.on('act'), other.word);
    // Each `old` text almost matches at every position, which takes quadratic time in a naive search.
    const ops = Array.from({ length: LIMITS.patchOpsMax }, (_, n) => {
      const half = 'a'.repeat(5_000 + n);
      return { op: 'replace_text', old: `${half}b${half}`, new: 'x' };
    });
    let isOver = false;
    const worst = call('builder.patch', { ...patchOf(page, 'a', 'b'), patch_ops: ops }).finally(
      () => (isOver = true),
    );
    let servedMeanwhile = 0;
    const reader = other.on('mcp');
    while (!isOver) {
      done(await reader('builder.get', { page_id: theirs.page_id }));
      if (!isOver) servedMeanwhile += 1;
    }
    const error = refused(await worst, 'patch_no_match');
    expect(servedMeanwhile).toBeGreaterThan(0);
    expect(error.details).toMatchObject({ applied: 0, op_index: 0 });
    // Every failing operation is listed, the first five with their positions.
    const others = error.details['ops'] as { op_index: number }[];
    expect([0, ...others.map(({ op_index: at }) => at)]).toEqual(ops.map((_, n) => n));
    expect(Buffer.byteLength(JSON.stringify(error))).toBeLessThanOrEqual(LIMITS.errorBodyBytesMax);
    expect(done(await call('builder.get', { page_id: page.page_id }))).toMatchObject({
      website: { draft_revision: 1 },
    });
  },
);

describe.each(SURFACES)('on %s', (surface) => {
  it('a text that occurs more often than the limit of the count is reported as “more than”, never as a wrong number', async () => {
    const call = one.on(surface);
    const page = await create(call, one.word, `<p>${'ab'.repeat(500)}</p>`);
    const many = refused(await call('builder.patch', patchOf(page, 'ab', 'x')), 'patch_ambiguous');
    expect(many.details).toMatchObject({ capped: true });
    expect(many.message).toContain('more than 20 places');
    const few = await create(call, one.word, '<p>ab ab ab</p>');
    const exact = refused(await call('builder.patch', patchOf(few, 'ab', 'x')), 'patch_ambiguous');
    expect(exact.message).toContain('in 3 places');
  });

  // Verifies: safety.unicode.
  it('dollar signs, NUL, CR LF, a byte order mark and U+2028 pass through a patch untouched', async () => {
    const call = one.on(surface);
    const html = '\ufeff<p>\r\none\u0000two\u2028three\r</p>$&\r\n';
    const page = await create(call, one.word, html);
    const next = "$& $1 $` $' $$ \u0000\r\n\u2029";
    done(await call('builder.patch', patchOf(page, 'two', next)));
    expect(done(await call('builder.get', { page_id: page.page_id }))['raw_html']).toBe(
      html.replace('two', () => next),
    );
  });

  it('half a surrogate pair in an operation is refused by its name', async () => {
    const call = one.on(surface);
    const page = await create(call, one.word);
    const broken = { ...patchOf(page, 'first', '\ud800'), idempotency_key: unique('lone') };
    const error = refused(await call('builder.patch', broken), 'invalid_unicode');
    expect(error.status).toBe(400);
    expect(error.details['field']).toMatch(/patch_ops\[0\]\.new$/);
  });
});
