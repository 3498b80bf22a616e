import { describeWith, sharedPath } from '@bridge/testing';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findSecrets } from './find-secrets.ts';

/** Timeout of the test that searches about 75 MB for secrets, in ms; long enough for a busy machine. */
const SEARCH_MS_MAX = 300_000;

function readFiles(): Promise<{ readonly root: string; readonly files: readonly string[] }> {
  const root = sharedPath();
  const files = globSync(['html/**', 'archive/**'], { cwd: root })
    .filter((path) => statSync(join(root, path)).isFile())
    .toSorted();
  return Promise.resolve({ root, files });
}

describeWith(
  'texts by other people',
  readFiles,
  () => Promise.resolve(),
  (corpus) => {
    it(
      'contain no secret',
      () => {
        const { root, files } = corpus();
        const alarms = files.filter((path) => {
          const html = readFileSync(join(root, path));
          return findSecrets({ title: path, html }).length > 0;
        });
        expect(files.length).toBeGreaterThan(100);
        expect(alarms).toEqual([]);
      },
      SEARCH_MS_MAX,
    );
  },
);
