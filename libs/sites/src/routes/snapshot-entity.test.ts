import type { PublicSnapshot } from '@bridge/contracts';
import { expect, test } from 'vitest';
import { makeContentLinks } from '../links.ts';
import { archiveEntity } from './snapshot-entity.ts';

const object = { object: 'snap/x', bytes: 1, sha256: '0'.repeat(64) };
const snapshot = (filename: string): PublicSnapshot => ({
  snapshot_id: `sn_${'a'.repeat(26)}`,
  revision: 1,
  title: 'A page',
  word: 'moon',
  published_at: '2026-01-01T00:00:00.000Z',
  publication_mode: 'portable',
  offline_ready: true,
  external_form: false,
  page: object,
  variants: { br: null, gzip: null },
  archive: { ...object, filename },
});

test.each(['a"\r\nSet-Cookie: x=1.zip', 'ü.zip', '../../x.zip', '', 'a b.zip'])(
  'a file name that could break the header is not sent: %j',
  (filename) => {
    const deps = {
      facts: undefined as never,
      previews: undefined as never,
      stored: () => ({ bytes: 1, whole: () => Buffer.of(0), part: () => Buffer.of(0) }),
      links: makeContentLinks({
        baseUrl: 'http://localhost:4000',
        contentUrl: 'http://localhost:4001',
      }),
    };
    const subject = {
      pageId: 1,
      word: 'moon',
      visibility: 'public',
      form: 'host',
      lifetime: 'permanent',
    } as const;
    const entity = archiveEntity(deps, { ...subject, snapshot: snapshot(filename) });
    const headers = entity?.headers ?? [];
    const name = headers[headers.indexOf('Content-Disposition') + 1] ?? '';
    expect(name).toMatch(/^attachment; filename="[A-Za-z0-9._-]+"$/);
    expect(name).toBe('attachment; filename="archive.zip"');
  },
);
