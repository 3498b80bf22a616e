import { PUBLISHER, type CallPrincipal, type WireOutput } from '@bridge/contracts';
import { makeWebsite, newKey } from './builder.ts';
import type { Rooms } from './rooms.ts';

/** The module of the publisher service, for tests of libraries that may not import it directly. */
export { publisherModule } from '@bridge/publisher';

/** Publishes a revision of a draft, by default the first one, with the publisher among the services under test. */
export async function publishWebsite(
  { call }: Pick<Rooms, 'call'>,
  author: CallPrincipal,
  { page_id, revision = 1 }: { readonly page_id: number; readonly revision?: number },
): Promise<WireOutput<typeof PUBLISHER.publish>> {
  const input = { page_id, expected_revision: revision, idempotency_key: newKey() };
  return (await call(PUBLISHER.publish, author, input)).result;
}

/** Creates a website as `makeWebsite` does and publishes it. */
export async function makePublished(
  ...args: Parameters<typeof makeWebsite>
): Promise<WireOutput<typeof PUBLISHER.publish>['website']> {
  const [rooms, author] = args;
  return (await publishWebsite(rooms, author, await makeWebsite(...args))).website;
}
