import { LIMITS, PUBLIC_PATHS } from '@bridge/contracts';
import { until } from '@bridge/testing';
import { expect } from 'vitest';
import { send } from '../mcp/post.ts';
import { create, done, patchOf, unique, website } from '../stage.ts';
import { checkRevisions } from '../torture/check-revisions.ts';
import {
  act,
  at,
  hard,
  hardAccount,
  largestMessageBytes,
  replicasOf,
  running,
  seen,
  word,
} from './hard-split.ts';
import { racedPage, writer } from './race.ts';

/**
 * Number of concurrent writers on one page. BRIDGE_TEST_PATCHES sets the number of patches that each writer sends; the long
 * form uses 125.
 */
const WRITERS = 16;
const PATCHES = Number(process.env['BRIDGE_TEST_PATCHES'] ?? 6);

// Verifies: keys.revoked-everywhere.
hard(
  'a key revoked at one gateway is refused by the other in each of a thousand calls, replays of its own successes too',
  120_000,
  async () => {
    const { owner } = hardAccount();
    const [here, there] = running().gatewayPorts;
    const { key, secret: victim } = await owner.makeKey({
      scopes: ['builder.create', 'worlds.list'],
    });
    const payload = { title: 'G13', word, idempotency_key: unique('g13') };
    done(await at(there, victim, 'builder.create', payload));
    const body = JSON.stringify({ action: 'revoke', key_id: key.key_id });
    const { host, origin } = new URL(running().baseUrl);
    const revoked = await send(`http://127.0.0.1:${here}`, '', body, {
      path: PUBLIC_PATHS.keys,
      key: null,
      headers: { host, origin, cookie: owner.cookie },
    });
    expect(revoked.status).toBe(200);
    const codes = new Set<string>();
    for (let round = 0; round < 25; round += 1) {
      const outcomes = await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          n % 2 === 0
            ? at(there, victim, 'builder.create', payload)
            : at(there, victim, 'worlds.list', {}),
        ),
      );
      for (const outcome of outcomes) codes.add(outcome.ok ? 'ok' : outcome.error.code);
    }
    expect([...codes]).toEqual(['key_revoked']);
  },
);

// Verifies: operations.small-messages.
hard(
  'a page of full size is made, changed and read, and no message on the bus is over 512 KiB',
  60_000,
  async () => {
    const call = act();
    const html = `<p>first</p>${'x'.repeat(LIMITS.rawHtmlCharsMax - 100)}`;
    const page = await create(call, word, html);
    const before = seen.length;
    // A body up to the size limit is inline in a bus message; a larger one never is.
    const edge = await create(call, word, `<p>first</p>${'"'.repeat(200_000)}`);
    for (const [made, old] of [
      [page, html.slice(0, 300_000)],
      [edge, '<p>first</p>'],
    ] as const) {
      const patched = website(await call('builder.patch', patchOf(made, old, old.toUpperCase())));
      const read = done(await call('builder.get', { page_id: patched.page_id }));
      expect(read).toMatchObject({ website: { draft_revision: 2 } });
    }
    await until('every message', () => seen.length >= before + 8);
    expect(largestMessageBytes()).toBeGreaterThan(200_000);
    expect(largestMessageBytes()).toBeLessThanOrEqual(LIMITS.busMessageBytesMax);
  },
);

// Verifies: drafts.one-winner.
hard(
  'sixteen writers on one page and on eight, a builder killed meanwhile: one winner for each revision, every read is one of them',
  600_000,
  async () => {
    const call = act();
    for (const count of [1, 8]) {
      const pages = await Promise.all(Array.from({ length: count }, () => racedPage(call, word)));
      const writes = (): number =>
        pages.reduce((sum, page) => sum + page.events.filter(({ op }) => op === 'write').length, 0);
      const race = Promise.all(
        Array.from({ length: WRITERS }, (_, n) => {
          const page = pages[n % count];
          if (page === undefined) throw new Error('no page');
          return writer(act(), page, PATCHES);
        }),
      );
      await until('the race to be on', () => writes() > WRITERS, 60_000);
      const [victim] = replicasOf('builder');
      await victim?.program.kill();
      await Promise.all([race, victim?.restart() ?? Promise.reject(new Error('no builder'))]);
      expect(writes()).toBe(WRITERS * PATCHES + count);
      for (const { pageId, events } of pages) {
        expect(checkRevisions(events)).toEqual([]);
        const won = events.filter((event) => event.op === 'write' && event.outcome === 'ok').length;
        // No outcome stayed unknown, so the number of revisions equals the number of successes.
        expect(website(await call('builder.get', { page_id: pageId })).draft_revision).toBe(won);
      }
    }
  },
);
