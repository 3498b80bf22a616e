import { describeWith, sharedPath } from '@bridge/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findSecrets } from '../secrets.ts';
import { analyse } from './analyse.ts';
import type { Verdict } from './model.ts';

/** What a real browser asked for when it opened the page, and what a careful product says of it. */
interface Label {
  readonly id: string;
  readonly utf8: boolean;
  readonly external: readonly {
    readonly url: string;
    readonly how: 'static' | 'script' | 'latent';
  }[];
  readonly expected: {
    readonly publication_mode: 'portable' | 'online' | 'either';
    readonly offline_ready: boolean;
  };
}
interface Judged extends Label {
  readonly text: string;
  readonly verdict: Verdict;
}

const ADDRESS = {
  liveUrl: 'http://p42.localhost:4001/',
  ownHosts: ['localhost:4000', 'localhost:4001'],
};
const NAMED_SHARE_MIN = 0.97;
const FALSE_ONLINE_SHARE_MAX = 0.03;

/** The largest pages take seconds on a busy machine. */
const ALL_MS_MAX = 240_000;

function readLabels(): Promise<() => readonly Judged[]> {
  const folder = sharedPath('html');
  const lines = readFileSync(join(folder, 'pages.jsonl'), 'utf8').trim().split('\n');
  let judged: readonly Judged[] | null = null;
  const judge = (line: string): Judged => {
    const label = JSON.parse(line) as Label;
    const bytes = readFileSync(join(folder, 'pages', `${label.id}.html`));
    // A page in another encoding cannot be sent as JSON text; its bytes still must not harm the parsers.
    const text = bytes.toString(label.utf8 ? 'utf8' : 'latin1');
    return { ...label, text, verdict: analyse(text, ADDRESS) };
  };
  return Promise.resolve(() => (judged ??= lines.map(judge)));
}

describeWith(
  'pages by other people, against what a browser asked for',
  readLabels,
  () => Promise.resolve(),
  (labels) => {
    const all = (): readonly Judged[] => labels()();
    const pages = (): readonly Judged[] => all().filter(({ utf8 }) => utf8);
    const ids = (of: readonly Judged[]): readonly string[] => of.map(({ id }) => id);

    it(
      'none is called ready for which the browser asked for anything that is not in it',
      () => {
        const wrong = pages().filter((p) => p.verdict.offline_ready && !p.expected.offline_ready);
        expect(ids(wrong)).toEqual([]);
      },
      ALL_MS_MAX,
    );

    it('what the browser asked other hosts for by markup and CSS is named', () => {
      const asked = pages().flatMap(({ external, verdict }) => {
        const urls = new Set(verdict.warnings.map(({ url }) => url));
        return external.filter(({ how }) => how === 'static').map(({ url }) => urls.has(url));
      });
      expect(asked.length).toBeGreaterThan(40);
      expect(asked.filter(Boolean).length / asked.length).toBeGreaterThanOrEqual(NAMED_SHARE_MIN);
    });

    it('what is whole in itself is not called online', () => {
      const whole = pages().filter(({ expected }) => expected.publication_mode === 'portable');
      const wrong = whole.filter(({ verdict }) => verdict.publication_mode === 'online');
      expect(whole.length).toBeGreaterThan(40);
      expect(wrong.length / whole.length).toBeLessThanOrEqual(FALSE_ONLINE_SHARE_MAX);
    });

    it('what names something required elsewhere is called online', () => {
      const online = pages().filter(({ expected }) => expected.publication_mode === 'online');
      expect(ids(online.filter(({ verdict }) => verdict.publication_mode !== 'online'))).toEqual(
        [],
      );
    });

    it('most pages that are ready are called so', () => {
      const ready = pages().filter(({ expected }) => expected.offline_ready);
      const found = ready.filter(({ verdict }) => verdict.offline_ready);
      expect(found.length / ready.length).toBeGreaterThanOrEqual(0.8);
    });

    it('no page is said to hold a secret', () => {
      expect(ids(all().filter(({ text }) => findSecrets(text).length > 0))).toEqual([]);
    });
  },
);
