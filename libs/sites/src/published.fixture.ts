import {
  builderLive,
  builderSnapshots,
  builderWorldPages,
  requestEnvelope,
  worldsDashboard,
  type Callable,
  type PublicPage,
  type PublicSnapshot,
  type WireInput,
  type WireOutput,
} from '@bridge/contracts';
import type { BusSubscription, MemoryBus } from '@bridge/bus';
import { BridgeError, isBridgeError } from '@bridge/kernel';

const encode = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value), 'utf8');

/** Answers one message on the bus as its contract says; what `answer` throws goes back as an error. */
function answerOn<C extends Callable>(
  bus: MemoryBus,
  callable: C,
  answer: (input: WireInput<C>) => WireOutput<C> | Promise<WireOutput<C>>,
): BusSubscription {
  return bus.subscribe(callable.subject, callable.service, (message) => {
    void (async () => {
      try {
        const envelope = requestEnvelope.parse(
          JSON.parse(Buffer.from(message.data).toString('utf8')),
        );
        const result = callable.wireOutput.parse(
          await answer(callable.wireInput.parse(envelope.input) as WireInput<C>),
        );
        message.respond(encode({ ok: true, result }));
      } catch (error) {
        const known = isBridgeError(error) ? error : new BridgeError('internal', {});
        message.respond(encode({ ok: false, error: known.toWire() }));
      }
    })();
  });
}

/** What the public may know, as rows that a test writes. */
export interface Published {
  readonly websites: Map<number, PublicPage>;
  readonly snapshots: Map<number, PublicSnapshot[]>;
  readonly worlds: Map<string, NonNullable<WireOutput<typeof worldsDashboard>['world']>>;
}

/** Answers what the content origin asks, from rows, in the messages' own forms. */
export function serveFacts(bus: MemoryBus, published: Published): readonly BusSubscription[] {
  const { websites, snapshots, worlds } = published;
  return [
    answerOn(bus, builderLive, ({ page_id }) => {
      const none: PublicPage = { state: 'none', version: 0 };
      return websites.get(page_id) ?? none;
    }),
    answerOn(bus, builderSnapshots, ({ page_id, snapshot_id }) => {
      const page = websites.get(page_id);
      const open = page?.state === 'live';
      const kept = (snapshots.get(page_id) ?? []).filter(
        (snapshot) => snapshot_id === null || snapshot.snapshot_id === snapshot_id,
      );
      return {
        version: page?.version ?? 0,
        visibility: open ? page.visibility : null,
        suspended: page?.state === 'suspended',
        snapshots: open ? kept : [],
      };
    }),
    answerOn(bus, builderWorldPages, ({ word }) => {
      const pages = [...websites.values()].flatMap((page) =>
        page.state === 'live' && page.visibility === 'public' && page.snapshot.word === word
          ? [{ page_id: page.page_id, ...page.snapshot }]
          : [],
      );
      return { pages: pages.sort((a, b) => b.published_at.localeCompare(a.published_at)) };
    }),
    answerOn(bus, worldsDashboard, ({ word }) => {
      return { world: worlds.get(word) ?? null };
    }),
  ];
}
