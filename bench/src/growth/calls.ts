import { getFrom, type AllInOneProcess } from '@bridge/testing';
import { act } from '../act.ts';
import type { FilledAccount } from './grown.ts';

/** Function that makes the `n`th measured call on an account. */
export type MeasuredCall = (grown: FilledAccount, n: number) => Promise<unknown>;

/** A measured call whose cost could grow with the size of an account. */
export interface GrowthCase {
  readonly name: string;
  readonly call: MeasuredCall;
  /**
   * Present when the service sites (published websites) caches the answer for 1 s. Repeated calls then wait until the cached
   * answer has expired.
   */
  readonly kept?: true;
  /** Present when the call is compared with the World (public identity) of 500 websites instead of the small account. */
  readonly against?: 'world';
}

async function ok(response: Promise<Response>): Promise<void> {
  const got = await response;
  const text = await got.text();
  if (!got.ok) throw new Error(`${got.url} answered ${got.status}: ${text.slice(0, 500)}`);
}

/**
 * The measured reads and publications use 30 websites in the middle of the account in turn; the measured patches change the
 * next website.
 */
const TURN = 30;
/**
 * Returns all measured calls: those that read several rows of an account, World (public identity) or website, and those that
 * change such rows.
 */
export function cases({ baseUrl, contentUrl }: AllInOneProcess): readonly GrowthCase[] {
  const { port, host } = new URL(contentUrl);
  const list =
    (at: number, keyOf: (grown: FilledAccount) => string): MeasuredCall =>
    (grown) =>
      act(baseUrl, keyOf(grown), 'builder.list', {
        after_id: grown.firstId + Math.floor(at * grown.size.websites) - 35,
      });
  const middle = ({ firstId, size }: FilledAccount): number =>
    firstId + Math.floor(size.websites / 2);
  const revisions =
    (at: number): MeasuredCall =>
    ({ owner, oldest, size }) =>
      ok(
        owner.send(
          'GET',
          `/api/console/pages/${oldest}/revisions?before=${Math.floor(at * size.revisions) + 2}`,
        ),
      );
  const content = async (name: string, path: string): Promise<void> => {
    const { status } = await getFrom(Number(port), `${name}.${host}`, path);
    if (status !== 200) throw new Error(`${name}${path} answered ${status}`);
  };
  return [
    { name: 'list, begin', call: ({ key }) => act(baseUrl, key, 'builder.list', {}) },
    { name: 'list, middle', call: list(0.5, ({ key }) => key) },
    { name: 'list, end', call: list(1, ({ key }) => key) },
    { name: 'list, middle, key of a World', call: list(0.5, ({ worldKey }) => worldKey) },
    {
      name: 'list, key of an empty World',
      call: ({ emptyKey }) => act(baseUrl, emptyKey, 'builder.list', {}),
    },
    {
      name: 'get',
      call: (grown, n) =>
        act(baseUrl, grown.key, 'builder.get', { page_id: middle(grown) + (n % TURN) }),
    },
    {
      name: 'raw',
      call: (grown, n) =>
        ok(
          fetch(`${baseUrl}/api/agent-bridge/pages/${middle(grown) + (n % TURN)}/raw`, {
            headers: { authorization: `Bearer ${grown.key}` },
          }),
        ),
    },
    {
      name: 'create',
      call: ({ key, word }, n) =>
        act(baseUrl, key, 'builder.create', {
          title: 'Grown',
          word,
          raw_html: '<p>grown</p>',
          idempotency_key: `grown-${word}-${n}`,
        }),
    },
    {
      name: 'patch',
      call: (grown, n) =>
        act(baseUrl, grown.key, 'builder.patch', {
          page_id: middle(grown) + TURN,
          expected_revision: n + 1,
          patch_ops: [{ op: 'replace_text', old: `text ${n}<`, new: `text ${n + 1}<` }],
          idempotency_key: `patch-${grown.word}-${n}`,
        }),
    },
    {
      name: 'publish',
      call: (grown, n) =>
        act(baseUrl, grown.key, 'builder.publish', {
          page_id: middle(grown) + (n % TURN),
          expected_revision: 1,
          idempotency_key: `publish-${grown.word}-${n}`,
        }),
    },
    { name: 'revisions, newest', call: revisions(1) },
    { name: 'revisions, middle', call: revisions(0.5) },
    {
      name: 'a website’s snapshots',
      call: ({ oldest }) => content(`p${oldest}`, '/~snapshots/'),
      kept: true,
    },
    {
      name: 'a World’s dashboard',
      call: ({ word }) => content(word, '/'),
      kept: true,
      against: 'world',
    },
  ];
}
